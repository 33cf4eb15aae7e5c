//! The same objects as JSON, YAML, Protobuf, tables and bare metadata, plain and compressed.

use serde_json::{Value, json};

use crate::harness::{MAPS, Server, config_map};

const PROTOBUF: &str = "application/vnd.kubernetes.protobuf";

fn definition(kind: &str) -> &'static schema::Definition {
    schema::builtin("", "v1", kind).unwrap()
}

fn decode(bytes: &[u8], kind: &str) -> Value {
    codec::protobuf::decode(&codec::protobuf::open_envelope(bytes).unwrap(), definition(kind)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_object_in_every_encoding() {
    let server = Server::start().await;
    let client = server.admin();
    let body = codec::protobuf::encode(&config_map("p", &[("a", "b")]), definition("ConfigMap")).unwrap();
    let made = client.send("POST", MAPS, &[("content-type", PROTOBUF), ("accept", PROTOBUF)], body).await;
    assert_eq!((made.code, made.header("content-type")), (201, PROTOBUF));
    assert_eq!(decode(&made.body, "ConfigMap")["data"]["a"], "b");
    let yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: from-yaml}\ndata: {a: b}\n";
    let made = client.send("POST", MAPS, &[("content-type", "application/yaml")], yaml).await;
    assert_eq!(made.code, 201, "{}", made.text());

    let json = client.get(&format!("{MAPS}/p")).await.json();
    let protobuf = client.send("GET", &format!("{MAPS}/p"), &[("accept", PROTOBUF)], "").await;
    assert_eq!(decode(&protobuf.body, "ConfigMap"), json);
    let yaml = client.send("GET", &format!("{MAPS}/p"), &[("accept", "application/yaml")], "").await;
    assert_eq!(codec::yaml::decode(&yaml.body).unwrap().value, json);
    let list = client.send("GET", MAPS, &[("accept", PROTOBUF)], "").await;
    assert_eq!(decode(&list.body, "ConfigMapList")["items"].as_array().unwrap().len(), 2);
    let pretty = client.get(&format!("{MAPS}/p?pretty=true")).await;
    assert!(pretty.text().starts_with("{\n  \""), "{}", pretty.text());
    let failure = client.send("GET", &format!("{MAPS}/none"), &[("accept", PROTOBUF)], "").await;
    assert_eq!((failure.code, &decode(&failure.body, "Status")["reason"]), (404, &"NotFound".into()));
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_and_metadata() {
    let server = Server::start().await;
    let client = server.admin();
    client.post(MAPS, &config_map("one", &[("a", "b")])).await;
    let table = [("accept", "application/json;as=Table;v=v1;g=meta.k8s.io,application/json")];
    for path in [MAPS.to_owned(), format!("{MAPS}/one")] {
        let shown = client.send("GET", &path, &table, "").await.json();
        assert_eq!(shown["kind"], "Table");
        assert_eq!(shown["rows"][0]["cells"][0], "one");
        assert_eq!(shown["rows"][0]["object"]["kind"], "PartialObjectMetadata");
        let name = shown["columnDefinitions"][0]["description"].as_str().unwrap();
        assert!(name.starts_with("Name must be unique"), "{name}");
    }
    let whole = client.send("GET", &format!("{MAPS}?includeObject=Object"), &table, "").await.json();
    assert_eq!(whole["rows"][0]["object"]["data"], json!({"a": "b"}));
    let wrong = client.send("GET", &format!("{MAPS}?includeObject=All"), &table, "").await;
    assert!(wrong.status().starts_with("422 Invalid: TableOptions.meta.k8s.io"), "{}", wrong.status());
    for (kind, wanted, path) in [
        ("PartialObjectMetadata", "PartialObjectMetadata", format!("{MAPS}/one")),
        ("PartialObjectMetadataList", "PartialObjectMetadataList", MAPS.to_owned()),
    ] {
        let accept = format!("application/json;as={wanted};v=v1;g=meta.k8s.io");
        let shown = client.send("GET", &path, &[("accept", &accept)], "").await.json();
        assert_eq!((&shown["kind"], &shown["data"]), (&kind.into(), &Value::Null));
    }
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_answers_are_streamed_and_compressed() {
    let server = Server::start().await;
    let client = server.admin();
    let filler = "x".repeat(64 * 1024);
    for at in 0..8 {
        assert_eq!(client.post(MAPS, &config_map(&format!("m{at}"), &[("a", &filler)])).await.code, 201);
    }
    let plain = client.get(MAPS).await;
    let packed = client.send("GET", MAPS, &[("accept-encoding", "gzip")], "").await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.body.len() < plain.body.len() / 10);
    let mut unpacked = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&*packed.body), &mut unpacked).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&unpacked).unwrap(), plain.json());
    let short = client.send("GET", "/api/v1/namespaces", &[("accept-encoding", "gzip")], "").await;
    assert_eq!(short.header("content-encoding"), "", "what is short stays as it is");
    server.finish().await;
}
