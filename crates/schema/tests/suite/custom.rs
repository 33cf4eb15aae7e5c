//! `JSONSchemaProps` to schema and back.

use schema::openapi::{Dialect, Publisher, undescribed};
use schema::{Flags, Format, ListType, MapType, custom};
use serde_json::{Value, json};

fn published(schema: &schema::Schema) -> Value {
    Publisher::new(Dialect::V3, &undescribed).schema(schema)
}

#[test]
fn everything_but_text_survives() {
    let original = json!({"type": "object", "required": ["b", "a"], "minProperties": 1, "maxProperties": 9,
    "x-kubernetes-map-type": "atomic",
    "x-kubernetes-validations": [{"rule": "self.a > 0", "message": "m", "messageExpression": "'m'",
        "reason": "FieldValueInvalid", "fieldPath": ".a", "optionalOldSelf": true}],
    "properties": {
        "a": {"type": "integer", "format": "int32", "minimum": 1, "exclusiveMinimum": true, "maximum": 2.5,
            "exclusiveMaximum": true, "multipleOf": 0.5, "default": 2},
        "b": {"type": "string", "format": "email", "minLength": 1, "maxLength": 2, "pattern": "^a", "nullable": true,
            "enum": ["a", "b", null]},
        "c": {"type": "array", "minItems": 1, "maxItems": 2, "uniqueItems": true,
            "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
            "items": {"type": "object", "properties": {"k": {"type": "string"}}}},
        "d": {"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]},
        "e": {"type": "object", "x-kubernetes-preserve-unknown-fields": true, "not": {"required": ["z"]},
            "allOf": [{"required": ["y"]}], "oneOf": [{"properties": {"q": {"enum": [1]}}}]},
        "f": {"type": "object", "additionalProperties": {"type": "boolean"}},
        "g": {"type": "object", "additionalProperties": true},
    }});
    let schema = custom::structural(&original).unwrap();
    let mut expected = original;
    // Members imply an object; the published form says so.
    for key in ["not", "allOf", "oneOf"] {
        let node = &mut expected["properties"]["e"][key];
        let node = if node.is_array() { &mut node[0] } else { node };
        node["type"] = json!("object");
    }
    assert_eq!(published(&schema), expected);
    let list = schema.at(["c"]).unwrap();
    assert_eq!((list.list_type, list.list_map_keys()), (ListType::Map, &["k".into()][..]));
    assert_eq!(schema.map_type, MapType::Atomic);
    assert!(schema.at(["d"]).unwrap().has(Flags::INT_OR_STRING));
    assert_eq!(schema.at(["b"]).unwrap().format, Format::Other);
}

#[test]
fn texts_are_dropped() {
    let schema =
        custom::structural(&json!({"type": "string", "description": "d", "title": "t", "example": 1}))
            .unwrap();
    assert_eq!(published(&schema), json!({"type": "string"}));
}

#[test]
fn malformed_schemas_say_where() {
    for (schema, expected) in [
        (json!([]), ": must be an object"),
        (json!({"type": "tuple"}), "type: unsupported type \"tuple\""),
        (json!({"properties": {"a": {"items": {"type": 1}}}}), "properties[a].items.type: must be a string"),
        (json!({"allOf": [{}, 1]}), "allOf[1]: must be an object"),
        (json!({"x-kubernetes-list-type": "heap"}), "x-kubernetes-list-type: unsupported list type \"heap\""),
        (json!({"required": [1]}), "required: must be a list of strings"),
    ] {
        assert_eq!(custom::structural(&schema).unwrap_err().to_string(), expected);
    }
}

#[test]
fn resource_without_schema_keeps_its_metadata() {
    let schema =
        custom::resource(&json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true})).unwrap();
    assert!(schema.at(["metadata", "ownerReferences", "0", "uid"]).is_some());
    assert!(schema.preserves_unknown());
}
