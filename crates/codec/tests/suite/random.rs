//! Random objects of every type, through every encoding and back.

use codec::{json, protobuf, yaml};
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use schema::{Definition, Shape, Special, Wire, WireField};
use serde_json::{Map, Value, json};

/// A small generator of numbers, so that one seed from proptest makes one tree.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides.max(1)
    }

    fn text(&mut self) -> String {
        const TEXTS: [&str; 14] = [
            "a",
            "yes",
            "0644",
            "null",
            "a: b",
            "- x",
            "é😀",
            "tab\tbed",
            "two\nlines\n",
            " lead",
            "trail ",
            "1:30",
            "2020-01-01",
            "quote\"'\\",
        ];
        TEXTS[self.roll(TEXTS.len() as u64) as usize].to_owned()
    }
}

/// A tree of the type in which everything that is set is not zero.
pub fn tree(definition: &Definition, dice: &mut Dice, depth: usize) -> Value {
    match definition.special {
        Special::None => {
            let mut members = Map::new();
            fill(definition, dice, depth, &mut members);
            Value::Object(members)
        }
        Special::Quantity => json!(["1", "100m", "2Gi"][dice.roll(3) as usize]),
        Special::Time => json!("2024-02-29T23:59:58Z"),
        Special::MicroTime => json!("2024-02-29T23:59:58.000123Z"),
        Special::Duration => json!("1m30s"),
        Special::IntOrString => [json!(-8), json!("25%")][dice.roll(2) as usize].clone(),
        Special::RawExtension | Special::FieldsV1 | Special::Json => {
            json!({"x": [dice.roll(9), "y", null, 0.5]})
        }
        Special::SchemaOrBool => json!(true),
        Special::SchemaOrArray => json!([{"type": "object"}]),
        Special::SchemaOrStringArray | Special::StringList => json!([dice.text(), "z"]),
    }
}

fn fill(definition: &Definition, dice: &mut Dice, depth: usize, members: &mut Map<String, Value>) {
    let Some(message) = &definition.message else { return };
    for field in message.fields {
        match (field.json, field.wire) {
            (None, Wire::Message(inlined)) => fill(inlined, dice, depth, members),
            (Some(name), _) if dice.roll(3) == 0 => {
                if let Some(value) = of_field(field, dice, depth) {
                    members.insert(name.to_owned(), value);
                }
            }
            _ => {}
        }
    }
}

fn of_field(field: &WireField, dice: &mut Dice, depth: usize) -> Option<Value> {
    Some(match field.shape {
        Shape::One => single(field.wire, dice, depth)?,
        Shape::List => {
            let count = 1 + dice.roll(3);
            Value::Array((0..count).map(|_| single(field.wire, dice, depth)).collect::<Option<_>>()?)
        }
        Shape::Map => {
            json!({dice.text(): single(field.wire, dice, depth)?, "k10": single(field.wire, dice, depth)?})
        }
    })
}

fn single(wire: Wire, dice: &mut Dice, depth: usize) -> Option<Value> {
    Some(match wire {
        Wire::Bool => json!(true),
        Wire::Int32 => json!(-(dice.roll(1 << 30) as i64) - 1),
        Wire::Int64 => json!(dice.roll(1 << 31) as i64 * 4_000_000_000 + 1),
        Wire::Double => json!(dice.roll(1000) as f64 + 0.25),
        Wire::String => json!(dice.text()),
        Wire::Bytes => json!("3q2+7w=="),
        Wire::Message(definition) if depth > 0 => {
            let value = tree(definition, dice, depth - 1);
            (value != json!({})).then_some(value)?
        }
        Wire::Message(_) => return None,
    })
}

/// Whether all of `part` is found in `whole`.
fn within(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => {
            part.iter().all(|(name, value)| whole.get(name).is_some_and(|other| within(value, other)))
        }
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len() && part.iter().zip(whole).all(|(part, whole)| within(part, whole))
        }
        _ => part == whole,
    }
}

pub fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Every type with a message, but for the envelope's own, which is never seen as JSON.
pub fn kinds() -> Vec<&'static Definition> {
    let with_message = |definition: &&&'static Definition| {
        let envelope = definition.name.ends_with("pkg.runtime.Unknown");
        definition.message.is_some() && definition.special == Special::None && !envelope
    };
    schema::definitions().iter().filter(with_message).copied().collect()
}

#[test]
fn random_trees_survive_every_encoding() {
    let kinds = kinds();
    let check = |seed: u64| {
        let mut dice = Dice(seed);
        let definition = kinds[dice.roll(kinds.len() as u64) as usize];
        let original = tree(definition, &mut dice, 6);
        let bytes = protobuf::encode_message(&original, definition).expect("fits its type");
        let settled = protobuf::decode_message(&bytes, definition).expect("our own bytes");
        assert!(within(&original, &settled), "{}\n{original}\n{settled}", definition.name);
        assert_eq!(
            protobuf::encode_message(&settled, definition).as_deref(),
            Ok(&*bytes),
            "{}",
            definition.name
        );
        assert_eq!(json::decode(&json::to_vec(&settled)).expect("our own JSON").value, settled);
        let printed = yaml::to_string(&settled);
        let read = yaml::decode(printed.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{printed}"));
        assert_eq!(read.value, settled, "{printed}");
        assert_eq!(codec::check::check(&settled, definition), Ok(()), "{}", definition.name);
        Ok(())
    };
    runner(600).run(&any::<u64>(), check).expect("holds for every seed");
}

#[test]
fn zero_objects_of_every_kind_settle() {
    let mut count = 0;
    for definition in kinds() {
        let bytes = protobuf::encode_message(&json!({}), definition).expect("zero has a form");
        let zero = protobuf::decode_message(&bytes, definition).expect("our own bytes");
        assert_eq!(
            protobuf::encode_message(&zero, definition).as_deref(),
            Ok(&*bytes),
            "{}",
            definition.name
        );
        assert_eq!(protobuf::decode_message(b"", definition).expect("nothing is zero too"), zero);
        assert_eq!(codec::check::check(&zero, definition), Ok(()), "{}", definition.name);
        count += 1;
    }
    assert!(count > 500, "only {count} types");
    let pod = schema::builtin("", "v1", "Pod").expect("a built-in kind");
    let zero = protobuf::decode_message(b"", pod).expect("nothing is zero");
    assert_eq!(zero, json!({"metadata": {}, "spec": {"containers": null}, "status": {}}));
    let deployment = schema::builtin("apps", "v1", "Deployment").expect("a built-in kind");
    assert_eq!(
        protobuf::decode_message(b"", deployment).expect("zero"),
        json!({
            "metadata": {}, "status": {},
            "spec": {
                "selector": null, "strategy": {}, "template": {"metadata": {}, "spec": {"containers": null}},
            },
        })
    );
    let role = schema::builtin("rbac.authorization.k8s.io", "v1", "Role").expect("a built-in kind");
    assert_eq!(protobuf::decode_message(b"", role).expect("zero"), json!({"metadata": {}, "rules": null}));
}
