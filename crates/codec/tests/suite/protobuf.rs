//! Protobuf: golden objects byte for byte; lists, revisions and watch frames made of encoded bytes.

use codec::protobuf;
use serde_json::json;

use super::spec;

#[test]
fn golden_objects_decode_to_their_json() {
    let mut wrong = Vec::new();
    let objects = spec::objects();
    for golden in &objects {
        let envelope = protobuf::open_envelope(&golden.protobuf).expect("an envelope");
        match protobuf::decode(&envelope, golden.definition) {
            Ok(tree) if tree == golden.tree() => {}
            Ok(tree) => {
                let diff = json_diff(&tree, &golden.tree());
                wrong.push(format!("{}: {diff}", golden.name));
            }
            Err(error) => wrong.push(format!("{}: {error}", golden.name)),
        }
    }
    assert!(objects.len() >= 85 || spec::folder().is_none(), "only {} objects", objects.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn golden_objects_encode_to_their_bytes() {
    let mut wrong = Vec::new();
    for golden in spec::objects() {
        match protobuf::encode(&golden.tree(), golden.definition) {
            Ok(bytes) if bytes == golden.protobuf => {}
            Ok(bytes) => {
                let at = bytes.iter().zip(&golden.protobuf).position(|(a, b)| a != b);
                wrong.push(format!(
                    "{}: {} / {} bytes, differ at {at:?}",
                    golden.name,
                    bytes.len(),
                    golden.protobuf.len()
                ));
            }
            Err(error) => wrong.push(format!("{}: {error}", golden.name)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn json_diff(a: &serde_json::Value, b: &serde_json::Value) -> String {
    use serde_json::Value::{Array, Object};
    match (a, b) {
        (Object(a), Object(b)) => {
            for (name, value) in a {
                match b.get(name) {
                    None => return format!(".{name}: extra {value}"),
                    Some(other) if other != value => return format!(".{name}{}", json_diff(value, other)),
                    _ => {}
                }
            }
            let missing = b.keys().find(|name| !a.contains_key(*name));
            format!(": missing {missing:?}")
        }
        (Array(a), Array(b)) if a.len() == b.len() => {
            let at = a.iter().zip(b).position(|(a, b)| a != b).expect("they differ");
            format!("[{at}]{}", json_diff(&a[at], &b[at]))
        }
        _ => format!(": {a} / {b}"),
    }
}

#[test]
fn lists_are_made_of_encoded_items() {
    let pod = schema::builtin("", "v1", "Pod").expect("a built-in kind");
    let list = schema::builtin("", "v1", "PodList").expect("a built-in kind");
    let items: Vec<_> = (0..3)
        .map(|at| json!({"metadata": {"name": format!("p{at}")}, "spec": {"containers": []}}))
        .map(|tree| protobuf::encode_message(&tree, pod).expect("fits"))
        .collect();
    let meta = codec::ListMeta { resource_version: "77", continue_token: "next", remaining: Some(5) };
    let mut spliced = Vec::new();
    protobuf::write_list(&mut spliced, "v1", "PodList", &meta, items.iter().map(Vec::as_slice));
    let tree = json!({
        "apiVersion": "v1", "kind": "PodList",
        "metadata": {"resourceVersion": "77", "continue": "next", "remainingItemCount": 5},
        "items": (0..3).map(|at| json!({"metadata": {"name": format!("p{at}")}})).collect::<Vec<_>>(),
    });
    assert_eq!(protobuf::encode(&tree, list).as_deref(), Ok(&*spliced));
}

#[test]
fn revisions_are_spliced_in_place() {
    let pod = schema::builtin("", "v1", "Pod").expect("a built-in kind");
    let cases = [
        json!({"metadata": {"name": "x", "uid": "u", "generation": 3, "labels": {"a": "b".repeat(200)}}}),
        json!({"metadata": {}}),
        json!({"metadata": {"resourceVersion": "1"}, "spec": {"nodeName": "n"}}),
    ];
    for mut tree in cases {
        let without = protobuf::encode_message(&tree, pod).expect("fits");
        let mut spliced = Vec::new();
        protobuf::splice_revision(&without, "123456", &mut spliced).expect("our own bytes");
        tree["metadata"]["resourceVersion"] = json!("123456");
        assert_eq!(protobuf::encode_message(&tree, pod).as_deref(), Ok(&*spliced));
    }
    let mut bare = Vec::new();
    protobuf::splice_revision(b"", "1", &mut bare).expect("nothing is an object too");
    assert_eq!(
        protobuf::decode_message(&bare, pod).expect("ours")["metadata"],
        json!({"resourceVersion": "1"})
    );
}

/// A second occurrence of an embedded message adds to the first; of a scalar it replaces it.
#[test]
fn repeated_occurrences_merge() {
    let pod = schema::builtin("", "v1", "Pod").expect("a built-in kind");
    let mut bytes =
        protobuf::encode_message(&json!({"metadata": {"name": "x", "uid": "u"}}), pod).expect("fits");
    bytes.extend_from_slice(b"\x0a\x04\x0a\x02yy");
    let decoded = protobuf::decode_message(&bytes, pod).expect("valid");
    assert_eq!(decoded["metadata"], json!({"name": "yy", "uid": "u"}));
    // Unknown fields of every layout are passed over.
    bytes.extend_from_slice(
        b"\xa0\x06\x01\xa2\x06\x01z\xa5\x06\0\0\0\0\xa1\x06\0\0\0\0\0\0\0\0\xa3\x06\xa4\x06",
    );
    assert_eq!(protobuf::decode_message(&bytes, pod).expect("valid"), decoded);
}

#[test]
fn watch_frames_carry_enveloped_objects() {
    let mut object = Vec::new();
    protobuf::write_envelope(&mut object, "v1", "Pod", &[0x0a, 0x00]);
    let mut stream = Vec::new();
    protobuf::write_watch_event(&mut stream, "ADDED", &object);
    let length = protobuf::frame_length(&stream).expect("four bytes");
    assert_eq!(length, stream.len() - 4);
    assert_eq!(protobuf::decode_watch_event(&stream[4..]).expect("ours"), ("ADDED".to_owned(), &*object));
    let envelope = protobuf::open_envelope(&object).expect("ours");
    assert_eq!((envelope.api_version, envelope.kind, envelope.raw), ("v1", "Pod", &[0x0a, 0x00][..]));
    let Some(folder) = spec::folder() else { return };
    let golden = std::fs::read(folder.join("api-objects/core.v1.WatchEvent.pb")).expect("readable");
    let message = protobuf::open_envelope(&golden).expect("an envelope").raw;
    let (kind, object) = protobuf::decode_watch_event(message).expect("an event");
    assert_eq!(kind, "typeValue");
    stream.clear();
    protobuf::write_watch_event(&mut stream, &kind, object);
    assert_eq!(&stream[4..], message);
}

#[test]
fn request_options_and_metadata_travel_too() {
    let options = schema::definition("io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions").expect("known");
    let tree =
        json!({"gracePeriodSeconds": 0, "preconditions": {"uid": "u"}, "propagationPolicy": "Foreground"});
    let bytes = protobuf::encode_message(&tree, options).expect("fits");
    assert_eq!(protobuf::decode_message(&bytes, options).expect("ours"), tree);
    for name in ["Status", "PartialObjectMetadata", "PartialObjectMetadataList"] {
        let definition = schema::definition(&format!("io.k8s.apimachinery.pkg.apis.meta.v1.{name}"));
        assert!(definition.is_some_and(|definition| definition.message.is_some()), "{name}");
    }
    assert_eq!(protobuf::open_envelope(b"{\"kind\":1}"), Err(protobuf::DecodeError::Magic));
}
