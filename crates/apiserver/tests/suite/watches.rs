//! Streams of changes: JSON, Protobuf and tables; where they begin and how they end.

use serde_json::{Value, json};

use crate::harness::{MAPS, Server, config_map};

fn shown(event: &Value) -> String {
    let name = event["object"]["metadata"]["name"].as_str().unwrap_or_default();
    format!("{} {name}", event["type"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_arrive_in_order() {
    let server = Server::start().await;
    for (watcher, client) in [(server.admin(), server.admin()), (server.admin_h2(), server.admin_h2())] {
        let start = client.get(MAPS).await.json()["metadata"]["resourceVersion"].as_str().unwrap().to_owned();
        let mut watch = watcher.watch(&format!("{MAPS}?watch=true&resourceVersion={start}"), &[]).await;
        assert_eq!(watch.headers["content-type"], "application/json");
        client.post(MAPS, &config_map("one", &[])).await;
        client.patch(&format!("{MAPS}/one"), "application/merge-patch+json", r#"{"data":{"a":"b"}}"#).await;
        client.delete(&format!("{MAPS}/one")).await;
        for expected in ["ADDED one", "MODIFIED one", "DELETED one"] {
            assert_eq!(shown(&watch.next().await.unwrap()), expected);
        }
    }
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_old_path_and_the_time_limit() {
    let server = Server::start().await;
    let client = server.admin();
    client.post(MAPS, &config_map("one", &[])).await;
    client.post(MAPS, &config_map("two", &[])).await;
    let path = "/api/v1/watch/namespaces/default/configmaps/two?timeoutSeconds=1";
    let mut watch = client.watch(path, &[]).await;
    assert_eq!(shown(&watch.next().await.unwrap()), "ADDED two");
    assert_eq!(watch.next().await, None, "the watch ends by itself");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn initial_events_end_with_a_bookmark() {
    let server = Server::start().await;
    let client = server.admin();
    client.post(MAPS, &config_map("one", &[])).await;
    let path = format!(
        "{MAPS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
    );
    let mut watch = client.watch(&path, &[]).await;
    assert_eq!(shown(&watch.next().await.unwrap()), "ADDED one");
    let bookmark = watch.next().await.unwrap();
    assert_eq!(bookmark["type"], "BOOKMARK");
    assert_eq!(bookmark["object"]["metadata"]["annotations"], json!({"k8s.io/initial-events-end": "true"}));
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn protobuf_frames_and_tables() {
    let server = Server::start().await;
    let client = server.admin();
    client.post(MAPS, &config_map("one", &[("a", "b")])).await;
    let accept = [("accept", "application/vnd.kubernetes.protobuf;stream=watch")];
    let mut watch = client.watch(&format!("{MAPS}?watch=1"), &accept).await;
    assert_eq!(watch.headers["content-type"], "application/vnd.kubernetes.protobuf;stream=watch");
    let frame = watch.next_frame().await.unwrap();
    let (kind, object) = codec::protobuf::decode_watch_event(&frame).unwrap();
    let envelope = codec::protobuf::open_envelope(object).unwrap();
    let definition = schema::builtin("", "v1", "ConfigMap").unwrap();
    let object = codec::protobuf::decode(&envelope, definition).unwrap();
    assert_eq!((kind.as_str(), &object["data"]["a"]), ("ADDED", &"b".into()));

    let accept = [("accept", "application/json;as=Table;v=v1;g=meta.k8s.io")];
    let mut tables = client.watch(&format!("{MAPS}?watch=1"), &accept).await;
    let first = tables.next().await.unwrap();
    assert_eq!(first["object"]["rows"][0]["cells"][0], "one");
    assert!(!first["object"]["columnDefinitions"].as_array().unwrap().is_empty());
    client.post(MAPS, &config_map("two", &[])).await;
    let second = tables.next().await.unwrap();
    assert!(second["object"]["columnDefinitions"].as_array().is_none_or(Vec::is_empty), "{second}");
    let refused = client.send("GET", &format!("{MAPS}?watch=1"), &[("accept", "application/yaml")], "").await;
    assert_eq!(refused.code, 406);
    server.finish().await;
}
