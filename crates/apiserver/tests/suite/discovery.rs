//! What is served, compared with what a stock server says of the same kinds.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::harness::Server;
use crate::spec;

const AGGREGATED: &str = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

fn by(items: &Value, key: &str) -> BTreeMap<String, Value> {
    let items = items.as_array().unwrap().iter();
    items.map(|item| (item[key].as_str().unwrap().to_owned(), item.clone())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn resources_are_described_as_upstream_describes_them() {
    let Some(spec) = spec::find("v1.36/discovery") else { return };
    let server = Server::start().await;
    let client = server.admin();
    let groups = client.get("/apis").await.json();
    let mut paths = vec![("/api/v1".to_owned(), "api__v1.json".to_owned())];
    for group in groups["groups"].as_array().unwrap() {
        for version in group["versions"].as_array().unwrap() {
            let name = version["groupVersion"].as_str().unwrap();
            paths.push((format!("/apis/{name}"), format!("apis__{}.json", name.replace('/', "__"))));
        }
    }
    for (path, file) in paths {
        let recorded: Value = serde_json::from_slice(&std::fs::read(spec.join(file)).unwrap()).unwrap();
        let (recorded, ours) =
            (by(&recorded["resources"], "name"), by(&client.get(&path).await.json()["resources"], "name"));
        assert!(!ours.is_empty());
        for (name, resource) in ours {
            assert_eq!(Some(&resource), recorded.get(&name), "{path} {name}");
        }
    }
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn aggregated_discovery_has_an_etag() {
    let server = Server::start().await;
    let client = server.admin();
    let first = client.send("GET", "/api", &[("accept", AGGREGATED)], "").await;
    assert_eq!(first.header("content-type"), AGGREGATED);
    let resources = by(&first.json()["items"][0]["versions"][0]["resources"], "resource");
    assert_eq!(resources["configmaps"]["responseKind"]["kind"], "ConfigMap");
    let etag = first.header("etag").to_owned();
    let headers = [("accept", AGGREGATED), ("if-none-match", etag.as_str())];
    let again = client.send("GET", "/api", &headers, "").await;
    assert_eq!((again.code, again.body.len()), (304, 0));
    assert_eq!(client.get("/api").await.json()["kind"], "APIVersions");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn schemas_are_published_with_their_texts() {
    let server = Server::start().await;
    let client = server.admin();
    let index = client.get("/openapi/v3").await.json();
    let url = index["paths"]["api/v1"]["serverRelativeURL"].as_str().unwrap().to_owned();
    let document = client.get(&url).await;
    assert_eq!(document.header("cache-control"), "public, immutable");
    let schemas = &document.json()["components"]["schemas"];
    let map = &schemas["io.k8s.api.core.v1.ConfigMap"];
    assert!(map["properties"]["data"]["description"].as_str().unwrap().starts_with("Data contains"));
    assert_eq!(map["x-kubernetes-group-version-kind"][0]["kind"], "ConfigMap");
    let stale = client.get("/openapi/v3/api/v1?hash=old").await;
    assert_eq!((stale.code, stale.header("location")), (301, url.as_str()));
    let v2 = client.get("/openapi/v2").await;
    let etag = v2.header("etag").to_owned();
    let patch = &v2.json()["paths"]["/api/v1/namespaces/{namespace}/configmaps/{name}"]["patch"];
    assert_eq!(patch["operationId"], "patchCoreV1NamespacedConfigMap");
    let same = client.send("GET", "/openapi/v2", &[("if-none-match", &etag)], "").await;
    assert_eq!(same.code, 304);
    let accept = [("accept", "application/com.github.proto-openapi.spec.v2@v1.0+protobuf")];
    let gnostic = client.send("GET", "/openapi/v2", &accept, "").await;
    assert_eq!(&gnostic.body[..5], b"\x0a\x032.0", "it begins with its version");
    let kind = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
    assert_eq!(gnostic.header("content-type"), kind, "a media type that can be read");
    server.finish().await;
}
