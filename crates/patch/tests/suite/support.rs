//! Schemas for tests, written as OpenAPI fragments, and random trees that fit them.

use std::borrow::Cow;

use proptest::prelude::*;
use schema::{
    Additional, Extra, Field, Flags, Format, ListType, MapType, Object, PatchStrategy, Schema, Shared,
    SharedSlice, Type,
};
use serde_json::{Map, Value, json};

/// The schema that an OpenAPI fragment describes.
pub(crate) fn schema_of(json: &Value) -> Schema {
    let text = |name: &str| json.get(name).and_then(Value::as_str).unwrap_or_default();
    let mut schema = Schema::of(match text("type") {
        "boolean" => Type::Boolean,
        "integer" => Type::Integer,
        "number" => Type::Number,
        "string" => Type::String,
        "array" => Type::Array(Shared::new(schema_of(&json["items"]))),
        "object" => Type::Object(Shared::new(object_of(json))),
        _ => Type::Any,
    });
    schema.format = Format::None;
    schema.list_type = match text("x-kubernetes-list-type") {
        "atomic" => ListType::Atomic,
        "set" => ListType::Set,
        "map" => ListType::Map,
        _ => ListType::Unset,
    };
    schema.map_type =
        if text("x-kubernetes-map-type") == "atomic" { MapType::Atomic } else { MapType::Unset };
    schema.patch_strategy = match text("x-kubernetes-patch-strategy") {
        "merge" => PatchStrategy::Merge,
        "replace" => PatchStrategy::Replace,
        "retainKeys" => PatchStrategy::RetainKeys,
        "merge,retainKeys" => PatchStrategy::MergeRetainKeys,
        _ => PatchStrategy::Unset,
    };
    if json.get("x-kubernetes-preserve-unknown-fields") == Some(&Value::Bool(true)) {
        schema.flags = Flags::PRESERVE_UNKNOWN;
    }
    let keys: Vec<Cow<'static, str>> = json["x-kubernetes-list-map-keys"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|key| Some(Cow::Owned(key.as_str()?.to_owned())))
        .collect();
    let merge_key = json.get("x-kubernetes-patch-merge-key").and_then(Value::as_str);
    let default = json.get("default").map(|value| schema::Literal::Json(value.clone()));
    if !keys.is_empty() || merge_key.is_some() || default.is_some() {
        let patch_merge_key = merge_key.map(|key| Cow::Owned(key.to_owned()));
        let extra = Extra { list_map_keys: keys.into(), patch_merge_key, default, ..Extra::NONE };
        schema.extra = Some(Shared::new(extra));
    }
    schema
}

fn object_of(json: &Value) -> Object {
    let mut fields: Vec<Field> = json
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(name, schema)| Field { name: Cow::Owned(name.clone()), schema: schema_of(schema) })
        .collect();
    fields.sort_by(|a, b| a.name.cmp(&b.name));
    let additional = match json.get("additionalProperties") {
        None => Additional::Unset,
        Some(Value::Bool(true)) => Additional::Any,
        Some(Value::Bool(false)) => Additional::None,
        Some(values) => Additional::Values(Shared::new(schema_of(values))),
    };
    Object { fields: fields.into(), required: SharedSlice::EMPTY, additional }
}

/// A kind with one of everything.
pub(crate) fn sample_schema() -> Schema {
    let item = json!({"type": "object", "properties": {
        "name": {"type": "string"},
        "n": {"type": "integer"},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "inner": {"type": "array", "items": {"type": "object", "properties": {
            "name": {"type": "string"}, "n": {"type": "integer"}}},
            "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
            "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name"},
    }});
    let list = json!({"type": "array", "items": item, "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
        "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name"});
    let mut kept = list.clone();
    kept["x-kubernetes-patch-strategy"] = json!("merge,retainKeys");
    schema_of(&json!({"type": "object", "properties": {
        "apiVersion": {"type": "string"},
        "kind": {"type": "string"},
        "spec": {"type": "object", "properties": {
            "text": {"type": "string"},
            "n": {"type": "integer"},
            "atoms": {"type": "array", "items": {"type": "integer"}, "x-kubernetes-list-type": "atomic"},
            "set": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set",
                "x-kubernetes-patch-strategy": "merge"},
            "list": list,
            "kept": kept,
            "whole": {"type": "object", "additionalProperties": {"type": "string"},
                "x-kubernetes-map-type": "atomic"},
            "map": {"type": "object", "additionalProperties": {"type": "string"}},
            "choice": {"type": "object", "x-kubernetes-patch-strategy": "retainKeys", "properties": {
                "a": {"type": "integer"}, "b": {"type": "integer"}}},
        }},
    }}))
}

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "c", "d", "e"]).prop_map(str::to_owned)
}

fn strings() -> impl Strategy<Value = Value> {
    prop::collection::btree_map(word(), word(), 1..4).prop_map(|map| json!(map))
}

fn inner() -> impl Strategy<Value = Value> {
    prop::collection::btree_map(word(), 0..3i64, 1..4).prop_map(|map| {
        let items = map.into_iter().map(|(name, n)| json!({"name": name, "n": n}));
        items.collect()
    })
}

/// The name of an item, and what else it may have.
type Item = (String, (Option<i64>, Option<Value>, Option<Value>));

fn item_list() -> impl Strategy<Value = Value> {
    let item = (prop::option::of(0..3i64), prop::option::of(strings()), prop::option::of(inner()));
    prop::collection::btree_map(word(), item, 1..4)
        .prop_map(|items| items.into_iter().collect::<Vec<_>>())
        .prop_shuffle()
        .prop_map(|items| {
            let item = |(name, (n, labels, inner)): Item| {
                let mut out = Map::new();
                out.insert("name".into(), json!(name));
                out.extend(n.map(|n| ("n".to_owned(), json!(n))));
                out.extend(labels.map(|labels| ("labels".to_owned(), labels)));
                out.extend(inner.map(|inner| ("inner".to_owned(), inner)));
                Value::Object(out)
            };
            items.into_iter().map(item).collect()
        })
}

/// Random members of `spec`.
pub(crate) fn spec() -> impl Strategy<Value = Value> {
    let members: Vec<BoxedStrategy<(&'static str, Value)>> = vec![
        word().prop_map(|w| ("text", json!(w))).boxed(),
        (0..3i64).prop_map(|n| ("n", json!(n))).boxed(),
        prop::collection::vec(0..3i64, 1..4).prop_map(|v| ("atoms", json!(v))).boxed(),
        prop::collection::btree_set(word(), 1..4)
            .prop_map(|set| set.into_iter().collect::<Vec<_>>())
            .prop_shuffle()
            .prop_map(|set| ("set", json!(set)))
            .boxed(),
        item_list().prop_map(|list| ("list", list)).boxed(),
        item_list().prop_map(|list| ("kept", list)).boxed(),
        strings().prop_map(|map| ("whole", map)).boxed(),
        strings().prop_map(|map| ("map", map)).boxed(),
        prop::option::of(0..2i64)
            .prop_map(|a| ("choice", a.map_or_else(|| json!({"b": 1}), |a| json!({"a": a}))))
            .boxed(),
    ];
    let members: Vec<_> = members.into_iter().map(prop::option::of).collect();
    members.prop_map(|members| {
        members.into_iter().flatten().map(|(name, value)| (name.to_owned(), value)).collect()
    })
}

/// A random object of the sample kind.
pub(crate) fn object() -> impl Strategy<Value = Value> {
    spec().prop_map(|spec| {
        json!({"apiVersion": "example.com/v1", "kind": "Sample", "metadata": {"name": "x"}, "spec": spec})
    })
}

/// Any JSON at all, with the words that directives and field sets are made of.
pub(crate) fn any_json() -> impl Strategy<Value = Value> {
    let text = prop::sample::select(vec![
        "a",
        "b",
        "",
        "name",
        "delete",
        "replace",
        "merge",
        "/spec/list/0",
        "/a/-",
        "f:a",
        "add",
        "remove",
        "move",
        "copy",
        "test",
        "Apply",
        "Update",
        "FieldsV1",
        "v1",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3..5i64).prop_map(Value::from),
        (-2.0..2.0f64).prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    let key = prop::sample::select(vec![
        "a",
        "name",
        "spec",
        "list",
        "set",
        "map",
        "kept",
        "choice",
        "metadata",
        "managedFields",
        "$patch",
        "$retainKeys",
        "$setElementOrder/list",
        "$setElementOrder/set",
        "$deleteFromPrimitiveList/set",
        "op",
        "path",
        "from",
        "value",
        "f:a",
        "k:{\"name\":\"a\"}",
        "v:1",
        "i:0",
        ".",
        "x:y",
        "fieldsV1",
        "operation",
        "apiVersion",
        "fieldsType",
        "manager",
        "inner",
        "n",
    ]);
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(key.clone(), inner, 0..5)
                .prop_map(|map| map.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()),
        ]
    })
}
