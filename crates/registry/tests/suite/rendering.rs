//! What goes out as bytes.

use codec::negotiate::{Media, Shape};
use meta::options::GetOptions;
use registry::render::{self, IncludeObject, TableOptions};
use registry::{Page, WatchItem};
use serde_json::{Value, json};

use super::support::*;

fn text(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

#[tokio::test]
async fn objects_come_in_every_encoding() {
    let lab = Lab::new().await;
    lab.map("a", json!({"l": "1"})).await;
    let target = lab.target("configmaps", "ns", "a");
    let stored = lab.registry.get(&target, &GetOptions::default()).await.unwrap();
    let render = |media, shape| {
        let mut out = Vec::new();
        render::object(&stored, &target.kind, 0, media, shape, &mut out).unwrap();
        out
    };
    let json = render(Media::Json, Shape::Object);
    assert!(
        json.starts_with(
            b"{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\""
        )
    );
    let json = text(&json);
    assert_eq!(json["data"], json!({"n": "0"}));
    let protobuf = render(Media::Protobuf, Shape::Object);
    let envelope = codec::protobuf::open_envelope(&protobuf).unwrap();
    let definition = target.version().schema.definition().unwrap();
    assert_eq!(codec::protobuf::decode(&envelope, definition).unwrap(), json);
    let yaml = render(Media::Yaml, Shape::Object);
    assert_eq!(codec::yaml::decode(&yaml).unwrap().value, json);
    let partial = text(&render(Media::Json, Shape::Metadata("v1")));
    assert_eq!(partial["kind"], "PartialObjectMetadata");
    assert_eq!((&partial["metadata"], partial.get("data")), (&json["metadata"], None));
    let partial = render(Media::Protobuf, Shape::Metadata("v1"));
    let envelope = codec::protobuf::open_envelope(&partial).unwrap();
    assert_eq!((envelope.kind, envelope.api_version), ("PartialObjectMetadata", "meta.k8s.io/v1"));
    // Any object begins with its metadata, so that any type reads it.
    assert_eq!(
        codec::protobuf::decode_message(envelope.raw, definition).unwrap()["metadata"],
        json["metadata"]
    );
}

#[tokio::test]
async fn lists_are_streams_of_stored_bytes() {
    let lab = Lab::new().await;
    let big = "x".repeat(20_000);
    for n in 0..10 {
        let tree = json!({"metadata": {"name": format!("m{n}")}, "data": {"k": big}});
        lab.create(&lab.maps(), tree).await.unwrap();
    }
    let kind = config_maps();
    let page = lab.list(&lab.maps(), "limit=9").await.unwrap();
    let chunks: Vec<_> =
        render::list(page, &kind, 0, Media::Json, Shape::Object).unwrap().map(Result::unwrap).collect();
    assert!(chunks.len() > 2);
    let list = text(&chunks.concat());
    assert_eq!((&list["kind"], list["items"].as_array().unwrap().len()), (&json!("ConfigMapList"), 9));
    assert_eq!(
        (&list["metadata"]["remainingItemCount"], &list["items"][3]["data"]["k"]),
        (&json!(1), &json!(big))
    );
    assert!(list["items"][0].get("kind").is_none());
    let page = lab.list(&lab.maps(), "").await.unwrap();
    let chunks: Vec<_> = render::list(page, &kind, 0, Media::Json, Shape::Metadata("v1"))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let list = text(&chunks.concat());
    assert_eq!(
        (&list["kind"], &list["items"][0]["kind"]),
        (&json!("PartialObjectMetadataList"), &json!("PartialObjectMetadata"))
    );
    let page = lab.list(&lab.maps(), "").await.unwrap();
    let bytes: Vec<_> =
        render::list(page, &kind, 0, Media::Protobuf, Shape::Object).unwrap().map(Result::unwrap).collect();
    let bytes = bytes.concat();
    let envelope = codec::protobuf::open_envelope(&bytes).unwrap();
    let definition = schema::builtin("", "v1", "ConfigMapList").unwrap();
    assert_eq!(
        codec::protobuf::decode_message(envelope.raw, definition).unwrap()["items"].as_array().unwrap().len(),
        10
    );
    let empty = render::list(Page::default(), &kind, 0, Media::Json, Shape::Object).unwrap();
    assert_eq!(text(&empty.map(Result::unwrap).collect::<Vec<_>>().concat())["items"], json!([]));
}

#[tokio::test]
async fn tables_have_columns_and_rows() {
    let lab = Lab::new().await;
    lab.map("a", json!({})).await;
    let page = lab.list(&lab.maps(), "").await.unwrap();
    let now = meta::Time::from_unix(0);
    let options =
        TableOptions { include: IncludeObject::Metadata, no_headers: false, shape: Shape::Table("v1"), now };
    let table = render::table(&page, &config_maps(), 0, &options).unwrap();
    assert_eq!(table["columnDefinitions"][1]["name"], "Created At");
    assert_eq!(
        (&table["rows"][0]["cells"][0], &table["rows"][0]["object"]["kind"]),
        (&json!("a"), &json!("PartialObjectMetadata"))
    );
}

#[tokio::test]
async fn frames_are_made_once_for_all_watchers() {
    let lab = Lab::new().await;
    let (mut one, mut two) =
        (lab.watch(&lab.maps(), "").await.unwrap(), lab.watch(&lab.maps(), "").await.unwrap());
    lab.map("a", json!({})).await;
    lab.delete("configmaps", "a", json!({})).await.unwrap();
    let kind = config_maps();
    let frame = |item: &WatchItem, media| render::frame(item, &kind, 0, media, Shape::Object, None).unwrap();
    for name in ["ADDED", "DELETED"] {
        let (a, b) = (one.next().await.unwrap(), two.next().await.unwrap());
        for media in [Media::Json, Media::Protobuf] {
            assert_eq!(
                frame(&a, media).as_ptr(),
                frame(&b, media).as_ptr(),
                "the same bytes, not equal ones"
            );
        }
        let event = text(&frame(&a, Media::Json));
        assert_eq!((&event["type"], &event["object"]["kind"]), (&json!(name), &json!("ConfigMap")));
        assert_eq!(event["object"]["metadata"]["resourceVersion"], a.revision().unwrap().to_string());
        let bytes = frame(&a, Media::Protobuf);
        let (kind, _) = codec::protobuf::decode_watch_event(&bytes[4..]).unwrap();
        assert_eq!(kind, name);
    }
    let mark = WatchItem::Bookmark { revision: store::Revision(7), initial_end: true };
    let event = text(&frame(&mark, Media::Json));
    assert_eq!(
        event["object"]["metadata"],
        json!({"resourceVersion": "7", "annotations": {"k8s.io/initial-events-end": "true"}})
    );
    frame(&mark, Media::Protobuf);
    let error = WatchItem::Error(meta::StatusError::too_old(1, 2));
    assert_eq!(text(&frame(&error, Media::Json))["object"]["reason"], "Expired");
    frame(&error, Media::Protobuf);
}

#[tokio::test]
async fn listers_read_the_cache() {
    let lab = Lab::new().await;
    lab.map("a", json!({})).await;
    lab.create(&lab.target("namespaces", "", ""), json!({"metadata": {"name": "n"}})).await.unwrap();
    lab.list(&lab.maps(), "").await.unwrap();
    let lister: &dyn resource::Lister = &*lab.registry;
    assert_eq!(lister.get("configmaps", "ns", "a").unwrap().name(), "a");
    assert_eq!(lister.get("namespaces", "", "n").unwrap().name(), "n");
    assert!(lister.get("pods", "ns", "a").is_none());
    assert_eq!(lister.list("configmaps", "ns").len(), 1);
    assert!(lister.list("deployments.apps", "").is_empty());
}
