//! Input that nobody sends on purpose, or on purpose only: errors are fine, panics and endless work are not.

use codec::{json, protobuf, yaml};
use proptest::prelude::any;
use serde_json::json;

use super::random::{Dice, kinds, runner, tree};

/// Flips, cuts, doubles and inserts a few bytes.
fn mutate(bytes: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..=dice.roll(4) {
        let at = dice.roll(bytes.len() as u64 + 1) as usize;
        match dice.roll(5) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, dice.roll(256) as u8),
            2 if at < bytes.len() => bytes[at] ^= 1 << dice.roll(8),
            3 if at < bytes.len() => bytes[at] = 0xff,
            _ => {
                let end = (at + dice.roll(20) as usize).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.extend(copy);
            }
        }
    }
}

#[test]
fn mutated_messages_do_not_panic() {
    let kinds = kinds();
    let check = |seed: u64| {
        let mut dice = Dice(seed);
        let definition = kinds[dice.roll(kinds.len() as u64) as usize];
        let mut bytes = protobuf::encode_message(&tree(definition, &mut dice, 5), definition).expect("fits");
        mutate(&mut bytes, &mut dice);
        let other = kinds[dice.roll(kinds.len() as u64) as usize];
        for definition in [definition, other] {
            if let Ok(value) = protobuf::decode_message(&bytes, definition) {
                protobuf::encode_message(&value, definition).expect("what was read can be written");
            }
        }
        let _ = protobuf::splice_revision(&bytes, "42", &mut Vec::new());
        let _ = protobuf::decode_watch_event(&bytes);
        bytes.splice(0..0, *protobuf::MAGIC);
        let _ = protobuf::open_envelope(&bytes);
        Ok(())
    };
    runner(3000).run(&any::<u64>(), check).expect("never panics");
}

#[test]
fn mutated_texts_do_not_panic() {
    let kinds = kinds();
    let check = |seed: u64| {
        let mut dice = Dice(seed);
        let definition = kinds[dice.roll(kinds.len() as u64) as usize];
        let value = tree(definition, &mut dice, 3);
        let mut text = json::to_vec(&value);
        mutate(&mut text, &mut dice);
        let _ = json::decode_typed(&text, definition);
        let _ = yaml::decode(&text);
        let mut text = yaml::to_string(&value).into_bytes();
        mutate(&mut text, &mut dice);
        let _ = yaml::decode(&text);
        let _ = yaml::documents(&String::from_utf8_lossy(&text)).count();
        Ok(())
    };
    runner(2000).run(&any::<u64>(), check).expect("never panics");
}

#[test]
fn nesting_and_lengths_are_bounded() {
    let props =
        schema::definition("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps")
            .expect("a known type");
    // `not` holds a schema, which holds a schema, ...
    let tag =
        props.message.as_ref().expect("a message").fields.iter().find(|field| field.json == Some("not"));
    let tag = tag.expect("a field of schemas").tag;
    let mut bytes = Vec::new();
    for _ in 0..5000 {
        let mut outer = Vec::new();
        varint(&mut outer, u64::from(tag) << 3 | 2);
        varint(&mut outer, bytes.len() as u64);
        outer.extend_from_slice(&bytes);
        bytes = outer;
    }
    assert_eq!(protobuf::decode_message(&bytes, props), Err(protobuf::DecodeError::Depth));
    let pod = schema::builtin("", "v1", "Pod").expect("a built-in kind");
    for hostile in
        [&b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"[..], b"\x0a\x7f", b"\x08\x01", b"\x0c", b"\x00"]
    {
        assert!(protobuf::decode_message(hostile, pod).is_err(), "{hostile:?}");
    }
    let groups = [0x9b, 0x06].repeat(100_000);
    assert!(protobuf::decode_message(&groups, pod).is_err());
    let mut deep = json!({});
    for _ in 0..400 {
        deep = json!({"not": deep});
    }
    assert_eq!(protobuf::encode_message(&deep, props), Err(protobuf::EncodeError::Depth));
    let nested = "[".repeat(50_000);
    assert!(yaml::decode(nested.as_bytes()).is_err());
    let indented: String = (0..3000).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
    assert!(yaml::decode(indented.as_bytes()).is_err());
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
