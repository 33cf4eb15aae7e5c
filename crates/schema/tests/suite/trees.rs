//! Pruning, unknown fields and defaulting over JSON trees, by table.

use schema::{Schema, apply_defaults, custom, drop_meaningless_nulls, prune, unknown_fields};
use serde_json::{Value, json};

fn pod() -> &'static Schema {
    &schema::builtin("", "v1", "Pod").unwrap().schema
}

fn pruned(mut value: Value, schema: &Schema) -> Value {
    prune(&mut value, schema);
    value
}

fn defaulted(mut value: Value, schema: &Schema) -> Value {
    apply_defaults(&mut value, schema);
    value
}

#[test]
fn built_in_types_lose_what_they_do_not_know() {
    let tree = json!({"kind": "Pod", "zz": 1, "metadata": {"labels": {"any": "x"}, "bogus": 1},
        "spec": {"containers": [{"name": "a", "imag": "x", "resources": {"limits": {"cpu": 1}}}]}});
    assert_eq!(unknown_fields(&tree, pod()), ["metadata.bogus", "spec.containers[0].imag", "zz"]);
    let expected = json!({"kind": "Pod", "metadata": {"labels": {"any": "x"}},
        "spec": {"containers": [{"name": "a", "resources": {"limits": {"cpu": 1}}}]}});
    assert_eq!(pruned(tree, pod()), expected);
}

#[test]
fn raw_parts_are_left_alone() {
    let revision = &schema::builtin("apps", "v1", "ControllerRevision").unwrap().schema;
    let tree =
        json!({"data": {"any": {"thing": 1}}, "metadata": {"managedFields": [{"fieldsV1": {"f:x": {}}}]}});
    assert_eq!(unknown_fields(&tree, revision), Vec::<String>::new());
    assert_eq!(pruned(tree.clone(), revision), tree);
}

#[test]
fn schemas_inside_definitions_are_pruned_but_not_reported() {
    let crd = &schema::builtin("apiextensions.k8s.io", "v1", "CustomResourceDefinition").unwrap().schema;
    let at = |schema: Value| json!({"spec": {"versions": [{"schema": {"openAPIV3Schema": schema}}]}});
    let tree = at(
        json!({"items": {"type": "string", "zz": 1}, "additionalProperties": {"zz": 1, "default": {"zz": 1}}}),
    );
    assert_eq!(unknown_fields(&tree, crd), Vec::<String>::new());
    let expected = at(json!({"items": {"type": "string"}, "additionalProperties": {"default": {"zz": 1}}}));
    assert_eq!(pruned(tree, crd), expected);
}

fn structural(schema: Value) -> Schema {
    custom::structural(&schema).unwrap()
}

#[test]
fn custom_pruning() {
    let object = |properties: Value| json!({"type": "object", "properties": properties});
    let keep = |mut schema: Value| {
        schema["x-kubernetes-preserve-unknown-fields"] = json!(true);
        schema
    };
    let inner = object(json!({"known": {"type": "string"}}));
    for (schema, tree, expected, unknown) in [
        (inner.clone(), json!({"known": "a", "other": 1}), json!({"known": "a"}), vec!["other"]),
        // Preserved here, but the specified member prunes as usual.
        (
            keep(object(json!({"a": inner}))),
            json!({"a": {"zz": 1}, "b": {"c": 1}}),
            json!({"a": {}, "b": {"c": 1}}),
            vec!["a.zz"],
        ),
        (
            json!({"type": "object", "additionalProperties": inner}),
            json!({"k": {"known": "", "zz": 1}}),
            json!({"k": {"known": ""}}),
            vec!["k.zz"],
        ),
        (
            json!({"type": "object", "additionalProperties": true}),
            json!({"k": {"zz": 1}, "l": 1}),
            json!({"k": {}, "l": 1}),
            vec!["k.zz"],
        ),
        (json!({"type": "array", "items": inner}), json!([{"zz": 1}, 1]), json!([{}, 1]), vec!["[0].zz"]),
        (keep(json!({"type": "array", "items": inner})), json!([{"zz": 1}]), json!([{"zz": 1}]), vec![]),
        // A value of another type than the schema's has no known members.
        (json!({"type": "string"}), json!({"zz": {"a": 1}}), json!({}), vec!["zz"]),
        (keep(json!({})), json!({"zz": {"a": [1]}}), json!({"zz": {"a": [1]}}), vec![]),
    ] {
        let schema = structural(schema);
        assert_eq!(unknown_fields(&tree, &schema), unknown, "{tree}");
        assert_eq!(pruned(tree, &schema), expected);
    }
}

#[test]
fn resources_know_their_metadata() {
    let schema = custom::resource(&json!({"type": "object", "properties": {
        "metadata": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 5}}},
        "template": {"type": "object", "x-kubernetes-embedded-resource": true},
        "free": {"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true},
    }}))
    .unwrap();
    let tree = json!({"apiVersion": "x/v1", "kind": "X", "metadata": {"name": "a", "labels": {"a": "b"}, "zz": 1}, "zz": 1,
        "template": {"kind": "Y", "metadata": {"zz": 1}, "zz": 1}, "free": {"metadata": {"zz": 1}, "spec": {"a": 1}}});
    let unknown = ["free.metadata.zz", "metadata.zz", "template.metadata.zz", "template.zz", "zz"];
    assert_eq!(unknown_fields(&tree, &schema), unknown);
    let metadata = schema.member("metadata").unwrap();
    let restriction = &metadata.extra.as_ref().unwrap().validations.as_ref().unwrap().all_of[0];
    assert!(restriction.member("name").is_some());
}

#[test]
fn defaults() {
    let with =
        |default: Value, nullable: bool| json!({"type": "integer", "default": default, "nullable": nullable});
    let schema = structural(json!({"type": "object", "properties": {
        "a": with(json!(1), false),
        "n": with(json!(2), true),
        "o": {"type": "object", "default": {"zz": 1}, "properties": {"x": {"type": "string", "default": "deep"}}},
        "m": {"type": "object", "additionalProperties": with(json!(3), false)},
        "l": {"type": "array", "items": {"type": "object", "properties": {"y": with(json!(4), false)}}},
        "p": {"type": "object", "properties": {"x": {"type": "string", "default": "unseen"}}},
    }}));
    for (tree, expected) in [
        // A default is pruned by its own schema, then defaulted inside.
        (json!({}), json!({"a": 1, "n": 2, "o": {"x": "deep"}})),
        (json!({"a": null, "n": null, "o": {}}), json!({"a": 1, "n": null, "o": {"x": "deep"}})),
        (
            json!({"a": 7, "n": 8, "o": {"x": "kept"}, "m": {"k": null, "j": 5}, "l": [{}, {"y": 6}], "p": {}}),
            json!({"a": 7, "n": 8, "o": {"x": "kept"}, "m": {"k": 3, "j": 5}, "l": [{"y": 4}, {"y": 6}],
                "p": {"x": "unseen"}}),
        ),
    ] {
        assert_eq!(defaulted(tree, &schema), expected);
    }
}

#[test]
fn nulls_without_meaning_go() {
    let schema = structural(json!({"type": "object", "properties": {
        "gone": {"type": "string"},
        "kept": {"type": "string", "nullable": true},
        "filled": {"type": "string", "default": "x"},
        "list": {"type": "array", "items": {"type": "object", "properties": {"gone": {"type": "string"}}}},
    }}));
    let mut tree =
        json!({"gone": null, "kept": null, "filled": null, "list": [null, {"gone": null}], "unknown": null});
    drop_meaningless_nulls(&mut tree, &schema);
    assert_eq!(tree, json!({"kept": null, "filled": null, "list": [null, {}], "unknown": null}));
}
