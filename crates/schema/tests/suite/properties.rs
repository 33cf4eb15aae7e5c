//! Laws of pruning and defaulting, over random schemas and random trees.

use proptest::prelude::*;
use schema::{Schema, apply_defaults, custom, prune, unknown_fields};
use serde_json::{Map, Value, json};

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn tree() -> impl Strategy<Value = Value> {
    let leaf =
        prop_oneof![Just(Value::Null), any::<bool>().prop_map(Value::from), (0..9i64).prop_map(Value::from)];
    leaf.prop_recursive(4, 40, 4, |inner| {
        let name = prop::sample::select(&NAMES[..]).prop_map(str::to_owned);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(name, inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn json_schema() -> impl Strategy<Value = Value> {
    let leaf =
        prop_oneof![Just(json!({"type": "integer"})), Just(json!({"type": "boolean", "nullable": true}))];
    let shape = leaf.prop_recursive(3, 24, 3, |inner| {
        let name = prop::sample::select(&NAMES[..]).prop_map(str::to_owned);
        prop_oneof![
            inner.clone().prop_map(|items| json!({"type": "array", "items": items})),
            inner.clone().prop_map(|values| json!({"type": "object", "additionalProperties": values})),
            (prop::collection::btree_map(name, inner, 0..4), any::<bool>()).prop_map(|(properties, keep)| {
                let properties: Map<String, Value> = properties.into_iter().collect();
                json!({"type": "object", "properties": properties, "x-kubernetes-preserve-unknown-fields": keep})
            }),
        ]
    });
    (shape, prop::collection::vec(tree(), 8)).prop_map(|(mut schema, mut defaults)| {
        add_defaults(&mut schema, &mut defaults);
        schema
    })
}

/// Gives some members defaults.
fn add_defaults(schema: &mut Value, defaults: &mut Vec<Value>) {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        for property in properties.values_mut() {
            if let Some(default) = defaults.pop().filter(|default| !default.is_null()) {
                property["default"] = default;
            }
            add_defaults(property, defaults);
        }
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get_mut(key) {
            add_defaults(inner, defaults);
        }
    }
}

fn prepared(value: &Value, schema: &Schema) -> Value {
    let mut value = value.clone();
    prune(&mut value, schema);
    apply_defaults(&mut value, schema);
    value
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pruning_leaves_nothing_unknown_and_is_idempotent(schema in json_schema(), value in tree()) {
        let schema = custom::structural(&schema).unwrap();
        let mut once = value.clone();
        prune(&mut once, &schema);
        prop_assert_eq!(unknown_fields(&once, &schema), Vec::<String>::new());
        prop_assert_eq!(unknown_fields(&value, &schema).is_empty(), once == value);
        let mut twice = once.clone();
        prune(&mut twice, &schema);
        prop_assert_eq!(once, twice);
    }

    #[test]
    fn pruning_then_defaulting_is_idempotent(schema in json_schema(), value in tree()) {
        let schema = custom::structural(&schema).unwrap();
        let once = prepared(&value, &schema);
        prop_assert_eq!(prepared(&once, &schema), once);
    }

    #[test]
    fn strict_check_takes_any_text(text in ".{0,80}", value in tree()) {
        let pod = schema::builtin("", "v1", "Pod").unwrap();
        let _ = schema::strict::check(&text, pod);
        prop_assert_eq!(schema::strict::duplicates(&value.to_string()), vec![]);
        let findings = schema::strict::check(&value.to_string(), pod);
        if findings.decode.is_none() {
            let tree = unknown_fields(&value, &pod.schema);
            prop_assert_eq!(findings.fields.len(), tree.len());
        }
    }
}
