//! Defaults inside of schemas: each must be of the type that it stands for.

use meta::{ErrorList, FieldError, Path, go};
use serde_json::Value;

use crate::rules::object::{has, text};

/// What is wrong with the defaults of a schema at `path`, and of those below it.
pub fn validate(schema: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    if !schema.is_object() {
        return;
    }
    if has(schema, "default") {
        fits(&schema["default"], schema, String::new(), &path.child("default"), errors);
    }
    validate(&schema["items"], &path.child("items"), errors);
    validate(&schema["additionalProperties"], &path.child("additionalProperties"), errors);
    let at = path.child("properties");
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        validate(property, &at.key(name), errors);
    }
}

/// `below` is the place inside the default, with dots.
fn fits(value: &Value, schema: &Value, below: String, path: &Path<'_>, errors: &mut ErrorList) {
    let (wanted, found) = (text(schema, "type"), kind(value));
    let is_number = found == "integer" && wanted == "number";
    if value.is_null() && schema["nullable"] == true || wanted.is_empty() {
        return;
    }
    if found != wanted && !is_number {
        let detail = format!("{below} in body must be of type {wanted}: {}", go::quote(found));
        errors.push(FieldError::type_invalid(path, found, detail));
        return;
    }
    for (name, value) in value.as_object().into_iter().flatten() {
        let property = &schema["properties"][name];
        let property = if property.is_null() { &schema["additionalProperties"] } else { property };
        let below = if below.is_empty() { name.clone() } else { format!("{below}.{name}") };
        fits(value, property, below, path, errors);
    }
    for (i, value) in value.as_array().into_iter().flatten().enumerate() {
        fits(value, &schema["items"], format!("{below}[{i}]"), path, errors);
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
