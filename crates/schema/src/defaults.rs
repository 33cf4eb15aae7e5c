//! Defaulting of custom resources by their schemas, and the removal of nulls that mean nothing. Pure.
//!
//! Built-in kinds are not defaulted this way: their code does it (`kinds`), and the zero defaults that OpenAPI publishes
//! are never applied.

use serde_json::Value;

use crate::{Flags, Schema};

/// Fills in defaults: for absent members, and for nulls where null is not a value.
pub fn apply_defaults(value: &mut Value, schema: &Schema) {
    match value {
        Value::Object(members) => {
            let Some(object) = schema.object() else { return };
            for field in object.fields.iter() {
                let Some(default) = field.schema.default_value() else { continue };
                let current = members.get(&*field.name);
                if current.is_none_or(|value| value.is_null() && !field.schema.has(Flags::NULLABLE)) {
                    members.insert(field.name.clone().into_owned(), default.to_value());
                }
            }
            for (name, member) in members.iter_mut() {
                if let Some(schema) = schema.member(name) {
                    default_element(member, schema);
                }
            }
        }
        Value::Array(items) => {
            let Some(schema) = schema.items() else { return };
            items.iter_mut().for_each(|item| default_element(item, schema));
        }
        _ => {}
    }
}

fn default_element(value: &mut Value, schema: &Schema) {
    if let Some(default) = schema.default_value().filter(|_| is_meaningless_null(value, schema)) {
        *value = default.to_value();
    }
    apply_defaults(value, schema);
}

/// Removes members that are null where null is not a value and no default would replace it. Runs before
/// [`apply_defaults`].
pub fn drop_meaningless_nulls(value: &mut Value, schema: &Schema) {
    match value {
        Value::Object(members) => members.retain(|name, member| {
            let Some(schema) = schema.member(name) else { return true };
            if is_meaningless_null(member, schema) && schema.default_value().is_none() {
                return false;
            }
            drop_meaningless_nulls(member, schema);
            true
        }),
        Value::Array(items) => {
            let Some(schema) = schema.items() else { return };
            items.iter_mut().for_each(|item| drop_meaningless_nulls(item, schema));
        }
        _ => {}
    }
}

fn is_meaningless_null(value: &Value, schema: &Schema) -> bool {
    value.is_null() && !schema.has(Flags::NULLABLE)
}
