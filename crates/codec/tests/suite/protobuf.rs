//! Protobuf: golden objects byte for byte.

use codec::protobuf;

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
    println!("{} objects", objects.len());
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
