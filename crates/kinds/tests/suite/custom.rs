//! Custom resources against their schemas: the texts are those of a stock server.

use meta::Time;
use resource::{Context, Kind, Object, Part, User};
use serde_json::{Value, json};

/// Widgets whose `spec` has this schema.
fn kind(spec: Value) -> Kind {
    let names =
        json!({"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"});
    let schema = json!({"type": "object", "properties": {"spec": spec, "metadata": {
        "type": "object", "properties": {"name": {"type": "string", "maxLength": 8}},
    }}});
    let tree = json!({
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced", "names": names,
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}],
        },
        "status": {"acceptedNames": names},
    });
    kinds::custom::kind(&Object::new(tree).unwrap()).unwrap()
}

fn widget(spec: Value) -> Object {
    let tree =
        json!({"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"}, "spec": spec});
    Object::new(tree).unwrap()
}

fn errors(kind: &Kind, new: &Object, old: Option<&Object>) -> Vec<String> {
    let user = User::default();
    let cx = Context { user: &user, now: Time::from_unix(0), dry_run: false };
    let found = match old {
        Some(old) => kind.strategy.validate_update(Part::Main, new, old, &cx),
        None => kind.strategy.validate(new, &cx),
    };
    found.iter().map(ToString::to_string).collect()
}

/// One property `x`, a value for it, and what is said of it.
const CASES: &[(&str, &str, &[&str])] = &[
    (r#"{"type":"integer"}"#, "1", &[]),
    (r#"{"type":"integer"}"#, "1.0", &[]),
    (
        r#"{"type":"integer"}"#,
        "1.5",
        &[
            "spec.x: Invalid value: \"number\": spec.x in body must be of type integer: \"number\"",
            "<nil>: Invalid value: \"\": Checked value must be of type integer (default format) in spec.x",
        ],
    ),
    (
        r#"{"type":"integer","format":"int32"}"#,
        "4000000000",
        &["<nil>: Invalid value: \"\": Checked value must be of type integer with format int32 in spec.x"],
    ),
    (
        r#"{"type":"integer","format":"int32"}"#,
        "true",
        &["spec.x: Invalid value: \"\": spec.x in body must be of type int32: \"\""],
    ),
    (r#"{"type":"number"}"#, "1", &[]),
    (
        r#"{"type":"string"}"#,
        "null",
        &["spec.x: Invalid value: \"null\": spec.x in body must be of type string: \"null\""],
    ),
    (r#"{"type":"string","nullable":true}"#, "null", &[]),
    (
        r#"{"x-kubernetes-int-or-string":true}"#,
        "true",
        &["spec.x: Invalid value: \"boolean\": spec.x in body must be of type integer,string: \"boolean\""],
    ),
    (r#"{"x-kubernetes-int-or-string":true}"#, "\"5%\"", &[]),
    (
        r#"{"type":"number","minimum":1.5,"exclusiveMinimum":true}"#,
        "1.5",
        &["spec.x: Invalid value: 1.5: spec.x in body should be greater than 1.5"],
    ),
    (
        r#"{"type":"integer","multipleOf":3}"#,
        "4",
        &["spec.x: Invalid value: 4: spec.x in body should be a multiple of 3"],
    ),
    (
        r#"{"type":"string","minLength":2}"#,
        "\"é\"",
        &["spec.x: Invalid value: \"é\": spec.x in body should be at least 2 chars long"],
    ),
    (
        r#"{"type":"string","enum":["a","b"]}"#,
        "\"c\"",
        &["spec.x: Unsupported value: \"c\": supported values: \"a\", \"b\""],
    ),
    (
        r#"{"type":"array","items":{"type":"string"},"minItems":2}"#,
        "[\"a\"]",
        &["spec.x: Invalid value: 1: spec.x in body should have at least 2 items"],
    ),
    (
        r#"{"type":"array","items":{"type":"string"}}"#,
        "[\"a\",1]",
        &["spec.x[1]: Invalid value: \"integer\": spec.x[1] in body must be of type string: \"integer\""],
    ),
    (
        r#"{"type":"object","additionalProperties":{"type":"integer"},"maxProperties":1}"#,
        r#"{"a":1,"b":"c"}"#,
        &[
            "spec.x: Too many: 2: must have at most 1 item",
            "spec.x.b: Invalid value: \"string\": spec.x.b in body must be of type integer: \"string\"",
        ],
    ),
    (
        r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"oneOf":[{"required":["a"]},{"required":["b"]}]}"#,
        r#"{"a":"1","b":"2"}"#,
        &[
            "<nil>: Invalid value: \"\": \"spec.x\" must validate one and only one schema (oneOf). Found 2 valid alternatives",
        ],
    ),
    (
        r#"{"type":"object","properties":{"a":{"type":"string"}},"anyOf":[{"required":["a"]}]}"#,
        "{}",
        &[
            "<nil>: Invalid value: \"\": \"spec.x\" must validate at least one schema (anyOf)",
            "spec.x.a: Required value",
        ],
    ),
    (
        r#"{"type":"string","not":{"enum":["no"]}}"#,
        "\"no\"",
        &["<nil>: Invalid value: \"\": \"spec.x\" must not validate the schema (not)"],
    ),
    (
        r#"{"type":"string","allOf":[{"maxLength":1},{"pattern":"^a"}]}"#,
        "\"bb\"",
        &[
            "spec.x: Too long: may not be more than 1 byte",
            "spec.x: Invalid value: \"bb\": spec.x in body should match '^a'",
            "<nil>: Invalid value: \"\": \"spec.x\" must validate all the schemas (allOf). None validated",
        ],
    ),
    (
        r#"{"type":"string","format":"ipv4"}"#,
        "\"1.2.3\"",
        &["spec.x: Invalid value: \"1.2.3\": spec.x in body must be of type ipv4: \"1.2.3\""],
    ),
    (r#"{"type":"string","format":"uuid"}"#, "\"123e4567-e89b-12d3-a456-426614174000\"", &[]),
    (
        r#"{"type":"string","format":"date"}"#,
        "\"2024-02-30\"",
        &["spec.x: Invalid value: \"2024-02-30\": spec.x in body must be of type date: \"2024-02-30\""],
    ),
    (r#"{"type":"string","format":"duration"}"#, "\"1h30m\"", &[]),
    (
        r#"{"type":"string","format":"byte"}"#,
        "\"?\"",
        &["spec.x: Invalid value: \"?\": spec.x in body must be of type byte: \"?\""],
    ),
    (r#"{"type":"string","format":"made-up"}"#, "\"?\"", &[]),
    (
        r#"{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}"#,
        r#"{"kind":"a b","metadata":{"name":"a/b"}}"#,
        &[
            "spec.x.apiVersion: Required value",
            "spec.x.kind: Invalid value: \"a b\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
            "spec.x.metadata.name: Invalid value: \"a/b\": may not contain '/'",
        ],
    ),
    (
        r#"{"type":"array","x-kubernetes-list-type":"set","items":{"type":"integer"}}"#,
        "[1,2,1,1]",
        &["spec.x[2]: Duplicate value: 1"],
    ),
    (
        r#"{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a","b"],"items":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}}}"#,
        r#"[{"a":"x","b":1},{"a":"x"},{"a":"x","b":1}]"#,
        &["spec.x[2]: Duplicate value: {\"a\":\"x\",\"b\":1}"],
    ),
];

#[test]
fn values_are_judged_in_the_words_of_a_stock_server() {
    for (schema, value, expected) in CASES {
        let schema: Value = serde_json::from_str(schema).unwrap();
        let kind = kind(json!({"type": "object", "properties": {"x": schema}}));
        let found = errors(&kind, &widget(json!({"x": serde_json::from_str::<Value>(value).unwrap()})), None);
        assert_eq!(found, *expected, "{value} against {schema}");
    }
}

#[test]
fn what_was_wrong_before_may_stay_so() {
    let items = json!({"type": "object", "properties": {"id": {"type": "string"}, "n": {"type": "integer", "maximum": 5}}});
    let kind = kind(json!({"type": "object", "properties": {
        "n": {"type": "integer", "maximum": 5},
        "plain": {"type": "array", "items": {"type": "integer", "maximum": 5}},
        "keyed": {"type": "array", "items": items, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["id"]},
    }}));
    let old = widget(json!({"n": 9, "plain": [9], "keyed": [{"id": "a", "n": 9}]}));
    assert_eq!(errors(&kind, &old, Some(&old)), Vec::<String>::new());
    let moved = widget(json!({"n": 9, "plain": [1, 9], "keyed": [{"id": "b", "n": 1}, {"id": "a", "n": 9}]}));
    let expected =
        ["spec.plain[1]: Invalid value: 9: spec.plain[1] in body should be less than or equal to 5"];
    assert_eq!(errors(&kind, &moved, Some(&old)), expected, "only lists with keys tell which item is which");
}

#[test]
fn metadata_can_only_be_restricted() {
    let kind = kind(json!({"type": "object"}));
    let mut named = widget(json!({}));
    named.set("metadata.name", "much-too-long");
    assert_eq!(errors(&kind, &named, None), ["metadata.name: Too long: may not be more than 8 bytes"]);
}

#[test]
fn finalizers_are_best_qualified() {
    let kind = kind(json!({"type": "object"}));
    let mut object = widget(json!({}));
    object.set("metadata.finalizers", json!(["example.com/ok", "bare", "foregroundDeletion", "a.b"]));
    let (user, now) = (User::default(), Time::from_unix(0));
    let found = kind.strategy.warnings(&object, None, &Context { user: &user, now, dry_run: false });
    assert_eq!(
        found,
        [
            "metadata.finalizers: \"a.b\": prefer a domain-qualified finalizer name including a path (/) to avoid accidental \
             conflicts with other finalizer writers",
            "metadata.finalizers: \"bare\": prefer a domain-qualified finalizer name to avoid accidental conflicts with other \
             finalizer writers",
        ]
    );
}
