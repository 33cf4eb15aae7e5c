//! The rules of a custom resource, from its definition to the errors of an object.

use cel::rules::Validator;
use serde_json::{Value, json};

fn schema() -> Value {
    json!({"type": "object", "properties": {"spec": {"type": "object",
        "properties": {
            "size": {"type": "integer"}, "mode": {"type": "string"},
            "ports": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
                "items": {"type": "object", "properties": {"name": {"type": "string"}, "n": {"type": "integer"}},
                    "x-kubernetes-validations": [{"rule": "self.n >= oldSelf.n", "message": "shrinks"}]}},
            "tags": {"type": "object", "additionalProperties": {"type": "string",
                "x-kubernetes-validations": [{"rule": "self.size() < 4", "reason": "FieldValueForbidden"}]}},
            "name": {"type": "string", "x-kubernetes-validations": [
                {"rule": "self != 'x'", "messageExpression": "'no ' + self"},
                {"rule": "!oldSelf.hasValue() || oldSelf.value() == self", "optionalOldSelf": true, "message": "fixed"}]},
            "any": {"x-kubernetes-int-or-string": true,
                "x-kubernetes-validations": [{"rule": "self > 3"}]}},
        "x-kubernetes-validations": [
            {"rule": "!has(self.mode) || self.mode != 'b' || self.size > 5", "message": "b needs more than 5"},
            {"rule": "self.size >= oldSelf.size", "message": "never shrinks"},
            {"rule": "!has(self.size) || self.size != 13", "fieldPath": ".size"},
            {"rule": "!has(self.size) || self.size != 14 || 1 / (self.size - 14) == 0"}]}}})
}

#[test]
fn objects_are_judged() {
    let schema = schema::custom::resource(&schema()).expect("a schema");
    let validator = Validator::of_resource(&schema).expect("rules");
    let cases = [
        (json!({"size": 1}), None, ""),
        (json!({"size": 1, "mode": "b"}), None, "spec: Invalid value: b needs more than 5"),
        (json!({"size": 1}), Some(json!({"size": 2})), "spec: Invalid value: never shrinks"),
        (
            json!({"size": 13}),
            None,
            "spec.size: Invalid value: failed rule: !has(self.size) || self.size != 13",
        ),
        (
            json!({"size": 14}),
            None,
            "spec: Invalid value: \"object\": division by zero evaluating rule: !has(self.size) || self.size != 14 || 1 / (self.size - 14) == 0",
        ),
        (json!({"size": 1, "name": "x"}), None, "spec.name: Invalid value: \"x\": no x"),
        (
            json!({"size": 1, "name": "b"}),
            Some(json!({"size": 1, "name": "a"})),
            "spec.name: Invalid value: \"b\": fixed",
        ),
        (
            json!({"size": 1, "tags": {"k": "long"}}),
            None,
            "spec.tags[k]: Forbidden: failed rule: self.size() < 4",
        ),
        (
            json!({"size": 1, "ports": [{"name": "b", "n": 1}, {"name": "a", "n": 2}]}),
            Some(json!({"size": 1, "ports": [{"name": "a", "n": 3}]})),
            "spec.ports[1]: Invalid value: shrinks",
        ),
        (
            json!({"size": 1, "any": "x"}),
            None,
            "spec.any: Invalid value: \"\": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: self > 3",
        ),
        // What was wrong before and did not change is only warned of.
        (json!({"size": 2, "mode": "b"}), Some(json!({"size": 2, "mode": "b"})), ""),
    ];
    for (spec, old, wanted) in cases {
        let object = json!({"spec": spec});
        let old = old.map(|old| json!({"spec": old}));
        let outcome = validator.validate(&object, old.as_ref());
        let found: Vec<String> = outcome.errors.iter().map(ToString::to_string).collect();
        assert_eq!(found.join("; "), wanted, "{object}");
    }
}

#[test]
fn costs_follow_the_schema() {
    let array = |items: &str, max: Option<i64>| match max {
        Some(max) => json!({"type": "array", "items": {"type": items}, "maxItems": max}),
        None => json!({"type": "array", "items": {"type": items}}),
    };
    let map = |values: &str, max: Option<i64>| match max {
        Some(max) => {
            json!({"type": "object", "additionalProperties": {"type": values}, "maxProperties": max})
        }
        None => json!({"type": "object", "additionalProperties": {"type": values}}),
    };
    let text = |max: Option<i64>| match max {
        Some(max) => json!({"type": "string", "maxLength": max}),
        None => json!({"type": "string"}),
    };
    // The numbers are facts of upstream's own tests.
    let cases = [
        (array("number", None), "self.all(x, true)", 4_718_591),
        (array("number", Some(10)), "self.all(x, true)", 32),
        (array("string", None), "self.all(x, true)", 3_145_727),
        (array("boolean", None), "self.all(x, true)", 1_887_437),
        (map("number", None), "self.all(x, true)", 1_348_169),
        (map("number", Some(10)), "self.all(x, true)", 32),
        (map("string", None), "self.all(x, true)", 1_179_647),
        (map("boolean", None), "self.all(x, true)", 943_718),
        (text(None), "self.contains('test')", 314_574),
        (text(Some(10)), "self.contains('test')", 5),
        (text(None), "self.startsWith('test')", 2),
        (text(None), "size(self + \"hello\") > size(\"hello\")", 314_578),
        (text(Some(4)), "size(self + \"hello\") > size(\"hello\")", 7),
        (array("number", None), "self[1] == 0.0", 2),
        (array("string", None), "self[1] == self[1]", 314_577),
        (array("string", Some(8)), "self[1] == self[1]", 314_577),
    ];
    for (schema, rule, wanted) in cases {
        let schema = schema::custom::structural(&schema).expect("a schema");
        let decl = std::sync::Arc::new(cel::DeclType::of_schema(&schema, "selfType", false).expect("a type"));
        let rules = [schema::Rule { rule: rule.into(), ..schema::Rule::default() }];
        let compiled = cel::rules::compile(&rules, &decl);
        assert_eq!(compiled[0].rule.as_ref().err(), None, "{rule}");
        assert_eq!(compiled[0].max_cost(), wanted, "{rule}");
    }
}
