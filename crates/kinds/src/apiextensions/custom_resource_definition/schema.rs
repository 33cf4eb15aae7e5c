//! Which words of JSON Schema a custom kind may use, and how they go together.

use meta::{BadValue, ErrorList, FieldError, Path};
use serde_json::Value;

use crate::rules::object::{has, text};
use crate::rules::report::Report;

const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];
/// Words that are known but not supported.
const UNSUPPORTED: [(&str, &str); 6] = [
    ("id", "id is not supported"),
    ("additionalItems", "additionalItems is not supported"),
    ("patternProperties", "patternProperties is not supported"),
    ("definitions", "definitions is not supported"),
    ("dependencies", "dependencies is not supported"),
    ("$ref", "$ref is not supported"),
];
const REASONS: [&str; 4] =
    ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

/// Where in the tree of schemas one stands.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    is_root: bool,
    in_metadata: bool,
    /// Why defaults are forbidden here, if they are.
    no_defaults: Option<&'a str>,
}

impl Place<'_> {
    /// The top.
    pub const fn root() -> Self {
        Self { is_root: true, in_metadata: false, no_defaults: None }
    }
}

/// What is wrong with a schema at `path`, and with those below it.
pub fn validate(schema: &Value, place: Place<'_>, path: &Path<'_>, errors: &mut ErrorList) {
    if !schema.is_object() {
        return;
    }
    word_errors(schema, place, path, errors);
    below(schema, place, path, errors);
    map_errors(schema, path, errors);
    list_errors(schema, path, errors);
    rule_errors(schema, path, errors);
}

fn word_errors(schema: &Value, place: Place<'_>, path: &Path<'_>, errors: &mut ErrorList) {
    let kind = text(schema, "type");
    if !kind.is_empty() && !TYPES.contains(&kind) {
        errors.push(FieldError::not_supported(&path.child("type"), kind, &TYPES));
    }
    if let (true, Some(reason)) = (has(schema, "default"), place.no_defaults) {
        errors.forbidden(&path.child("default"), format!("must not be set {reason}"));
    }
    for (word, detail) in UNSUPPORTED.iter().filter(|(word, _)| has(schema, word)) {
        errors.forbidden(&path.child(word), *detail);
    }
    if kind == "null" {
        errors.forbidden(&path.child("type"), "type cannot be set to null, use nullable as an alternative");
    }
    if schema["items"].is_array() {
        errors.forbidden(&path.child("items"), "items must be a schema object and not an array");
    }
    if place.in_metadata && schema["x-kubernetes-embedded-resource"] == true {
        let at = path.child("x-kubernetes-embedded-resource");
        errors.forbidden(&at, "must not be used inside of resource meta");
    }
    if schema["uniqueItems"] == true {
        let detail = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
        errors.forbidden(&path.child("uniqueItems"), detail);
    }
}

fn below(schema: &Value, place: Place<'_>, path: &Path<'_>, errors: &mut ErrorList) {
    let inner = Place { is_root: false, ..place };
    let properties = schema["properties"].as_object();
    let additional = &schema["additionalProperties"];
    if !additional.is_null() {
        if properties.is_some_and(|properties| !properties.is_empty()) && *additional != true {
            let detail = "additionalProperties and properties are mutual exclusive";
            errors.forbidden(&path.child("additionalProperties"), detail);
        }
        let reason = "inside additionalProperties applying to object metadata";
        let inner = if place.in_metadata { Place { no_defaults: Some(reason), ..inner } } else { inner };
        validate(additional, inner, &path.child("additionalProperties"), errors);
    }
    let at = path.child("properties");
    for (name, property) in properties.into_iter().flatten() {
        let is_head = ["metadata", "kind", "apiVersion"].contains(&name.as_str())
            && (place.is_root || schema["x-kubernetes-embedded-resource"] == true);
        let reason = format!("in top-level {name}");
        let no_defaults = if is_head && place.is_root { Some(reason.as_str()) } else { inner.no_defaults };
        let inner = Place { is_root: false, in_metadata: inner.in_metadata || is_head, no_defaults };
        validate(property, inner, &at.key(name), errors);
    }
    validate(&schema["not"], inner, &path.child("not"), errors);
    for word in ["allOf", "oneOf", "anyOf"] {
        let at = path.child(word);
        for (i, one) in schema[word].as_array().into_iter().flatten().enumerate() {
            validate(one, inner, &at.index(i), errors);
        }
    }
    validate(&schema["items"], inner, &path.child("items"), errors);
}

fn map_errors(schema: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let word = "x-kubernetes-preserve-unknown-fields";
    if schema[word] == false {
        errors.invalid(&path.child(word), false, "must be true or undefined");
    }
    let word = "x-kubernetes-map-type";
    if !has(schema, word) {
        return;
    }
    wants_type(schema, "object", word, path, errors);
    if !["atomic", "granular"].contains(&text(schema, word)) {
        errors.push(FieldError::not_supported(
            &path.child(word),
            text(schema, word),
            &["atomic", "granular"],
        ));
    }
}

fn wants_type(schema: &Value, wanted: &str, word: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let (kind, detail) = (text(schema, "type"), format!("must be {wanted} if {word} is specified"));
    match kind {
        "" => errors.required(&path.child("type"), &detail),
        kind if kind != wanted => errors.invalid(&path.child("type"), kind, detail),
        _ => {}
    }
}

fn list_errors(schema: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let word = "x-kubernetes-list-type";
    let (kind, items) = (text(schema, word), &schema["items"]);
    if has(schema, word) {
        wants_type(schema, "array", word, path, errors);
        if kind == "set" && text(schema, "type") == "array" {
            set_errors(items, &path.child("items"), errors);
        }
        if !["atomic", "set", "map"].contains(&kind) {
            errors.push(FieldError::not_supported(&path.child(word), kind, &["atomic", "set", "map"]));
        }
    }
    let keys: Vec<&str> = schema["x-kubernetes-list-map-keys"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    if !keys.is_empty() && kind != "map" {
        let detail = "must be map if x-kubernetes-list-map-keys is non-empty";
        match kind {
            "" => errors.required(&path.child(word), detail),
            kind => errors.invalid(&path.child(word), kind, detail),
        }
    }
    if kind == "map" {
        key_errors(&keys, items, path, errors);
    }
    if ["set", "map"].contains(&kind) && items["nullable"] == true {
        let at = path.child("items");
        errors.forbidden(
            &at.child("nullable"),
            format!("cannot be nullable when x-kubernetes-list-type is {kind}"),
        );
    }
    if kind == "map" {
        property_errors(&keys, items, path, errors);
    }
}

fn set_errors(items: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
    let list_type = items.get("x-kubernetes-list-type").and_then(Value::as_str);
    match text(items, "type") {
        "array" if list_type.is_some_and(|kind| kind != "atomic") => {
            errors.invalid(&path.child("x-kubernetes-list-type"), list_type, detail);
        }
        "object" if text(items, "x-kubernetes-map-type") != "atomic" => {
            errors.invalid(&path.child("x-kubernetes-map-type"), list_type, detail);
        }
        _ => {}
    }
}

fn key_errors(keys: &[&str], items: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let (at, at_items) = (path.child("x-kubernetes-list-map-keys"), path.child("items"));
    if keys.is_empty() {
        errors.required(&at, "must not be empty if x-kubernetes-list-type is map");
    }
    if items.is_null() {
        return errors.required(&at_items, "must have a schema if x-kubernetes-list-type is map");
    }
    let kind = text(items, "type");
    if kind != "object" {
        let detail = "must be object if parent array's x-kubernetes-list-type is map";
        return errors.invalid(&at_items.child("type"), kind, detail);
    }
    for (i, key) in keys.iter().enumerate() {
        let property = &items["properties"][*key];
        if property.is_null() {
            errors.invalid(&at, BadValue::json(keys), "entries must all be names of item properties");
        } else if ["array", "object"].contains(&text(property, "type")) {
            let at = at_items.child("properties");
            let at = at.key(key);
            let detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
            errors.invalid(&at.child("type"), kind, detail);
        }
        if keys[..i].contains(key) {
            errors.invalid(&at, BadValue::json(keys), "must not contain duplicate entries");
        }
    }
}

fn property_errors(keys: &[&str], items: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("items");
    let at = at.child("properties");
    let required: Vec<&str> =
        items["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for key in keys {
        let property = &items["properties"][*key];
        if property.is_null() {
            continue;
        }
        let at = at.key(key);
        if !required.contains(key) && !has(property, "default") {
            let detail = "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property";
            errors.required(&at.child("default"), detail);
        }
        if property["nullable"] == true {
            let detail = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
            errors.forbidden(&at.child("nullable"), detail);
        }
    }
}

/// The texts around rules; whether a rule itself can be compiled is judged in `rules.rs`.
fn rule_errors(schema: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("x-kubernetes-validations");
    for (i, rule) in schema["x-kubernetes-validations"].as_array().into_iter().flatten().enumerate() {
        let at = at.index(i);
        let (expression, message) = (text(rule, "rule").trim(), text(rule, "message"));
        let breaks = |text: &str| text.contains(['\n', '\r']);
        if expression.is_empty() {
            errors.required(&at.child("rule"), "rule is not specified");
        } else if !message.is_empty() && message.trim().is_empty() {
            errors.invalid(&at.child("message"), message, "must be non-empty if specified");
        } else if breaks(message.trim()) {
            errors.invalid(&at.child("message"), message, "must not contain line breaks");
        } else if breaks(expression) && message.trim().is_empty() {
            errors.required(&at.child("message"), "message must be specified if rule contains line breaks");
        }
        let given = text(rule, "messageExpression");
        if !given.is_empty() && given.trim().is_empty() {
            errors
                .required(&at.child("messageExpression"), "messageExpression must be non-empty if specified");
        }
        if has(rule, "reason") {
            errors.one_of(&at.child("reason"), text(rule, "reason"), &REASONS);
        }
        let field = text(rule, "fieldPath");
        if !field.is_empty() && field.trim().is_empty() {
            errors.invalid(&at.child("fieldPath"), field, "must be non-empty if specified");
        }
        if breaks(field) {
            errors.invalid(&at.child("fieldPath"), field, "must not contain line breaks");
        }
        let leads_nowhere =
            |structural: ::schema::Schema| cel::rules::field_path(field, &structural).is_err();
        if !field.is_empty() && ::schema::custom::structural(schema).is_ok_and(leads_nowhere) {
            errors.invalid(&at.child("fieldPath"), field, "must be a valid path");
        }
    }
}
