//! A tree as Go would print it after reading it: what a decoder drops is gone, what `omitempty` hides is absent, and structs that Go
//! holds by value are there though nobody set them.
//!
//! Field ownership, comparison of old and new, and the bytes of every answer depend on it. Built-in kinds go by the schema's wire
//! table; custom resources are pruned and lose meaningless nulls. Pure.

use schema::{Definition, Schema, Shape, Special, Wire, WireField};
use serde_json::{Map, Value};

/// Brings a whole object into shape.
pub(crate) fn settle(object: &mut Value, schema: &Schema) {
    match schema.definition() {
        Some(definition) => {
            if let Value::Object(members) = object {
                settle_object(members, definition);
            }
        }
        None => {
            schema::prune(object, schema);
            schema::drop_meaningless_nulls(object, schema);
        }
    }
}

/// The members of a struct; those that its type does not have go.
fn settle_object(members: &mut Map<String, Value>, definition: &'static Definition) {
    let Some(message) = &definition.message else { return };
    members.retain(|name, _| knows(definition, name) || matches!(name.as_str(), "apiVersion" | "kind"));
    for field in message.fields {
        match (field.json, field.wire) {
            (None, Wire::Message(inlined)) => settle_inlined(members, inlined),
            (None, _) => {}
            (Some(name), _) => settle_field(members, name, field),
        }
    }
}

/// The fields of an inlined struct, which lie among those of its owner.
fn settle_inlined(members: &mut Map<String, Value>, definition: &'static Definition) {
    for field in definition.message.iter().flat_map(|message| message.fields) {
        match (field.json, field.wire) {
            (None, Wire::Message(inlined)) => settle_inlined(members, inlined),
            (None, _) => {}
            (Some(name), _) => settle_field(members, name, field),
        }
    }
}

fn knows(definition: &'static Definition, name: &str) -> bool {
    definition.message.iter().flat_map(|message| message.fields).any(|field| match (field.json, field.wire) {
        (Some(json), _) => json == name,
        (None, Wire::Message(inlined)) => knows(inlined, name),
        (None, _) => false,
    })
}

fn settle_field(members: &mut Map<String, Value>, name: &str, field: &WireField) {
    match members.get_mut(name).filter(|value| !value.is_null()) {
        Some(value) => {
            settle_value(value, field);
            if field.omit_empty && !field.pointer && is_empty(value, field)
                || field.omit_zero && is_zero(value, field)
            {
                members.remove(name);
            }
        }
        None => match absent(field) {
            Some(zero) => drop(members.insert(name.to_owned(), zero)),
            None => drop(members.remove(name)),
        },
    }
}

fn settle_value(value: &mut Value, field: &WireField) {
    let Wire::Message(definition) = field.wire else { return };
    if definition.special != Special::None {
        return;
    }
    match (field.shape, value) {
        (Shape::One, Value::Object(members)) => settle_object(members, definition),
        (Shape::List, Value::Array(items)) => {
            items.iter_mut().for_each(|item| settle_element(item, definition));
        }
        (Shape::Map, Value::Object(entries)) => {
            entries.values_mut().for_each(|entry| settle_element(entry, definition));
        }
        _ => {}
    }
}

/// An element that is null reads as the zero value of its type.
fn settle_element(element: &mut Value, definition: &'static Definition) {
    if element.is_null() {
        *element = Value::Object(Map::new());
    }
    if let Value::Object(members) = element {
        settle_object(members, definition);
    }
}

/// What `omitempty` hides. It never hides a struct.
fn is_empty(value: &Value, field: &WireField) -> bool {
    match (field.shape, value) {
        (Shape::List, Value::Array(items)) => items.is_empty(),
        (Shape::Map, Value::Object(entries)) => entries.is_empty(),
        (Shape::One, Value::String(text)) => text.is_empty() && !matches!(field.wire, Wire::Message(_)),
        (Shape::One, Value::Bool(flag)) => !flag,
        (Shape::One, Value::Number(number)) => {
            number.as_f64() == Some(0.0) && !matches!(field.wire, Wire::Message(_))
        }
        _ => false,
    }
}

/// What `omitzero` hides.
fn is_zero(value: &Value, field: &WireField) -> bool {
    match value {
        Value::Object(members) => members.is_empty() && !field.pointer,
        _ => is_empty(value, field),
    }
}

/// What Go prints for a field that nobody set, if it prints it at all.
fn absent(field: &WireField) -> Option<Value> {
    if field.omit_zero || (field.omit_empty && (field.pointer || field.shape != Shape::One)) {
        return None;
    }
    if field.pointer || field.shape != Shape::One {
        return Some(Value::Null);
    }
    match field.wire {
        Wire::Message(definition) => zero_of(definition),
        _ if field.omit_empty => None,
        Wire::Bool => Some(false.into()),
        Wire::Int32 | Wire::Int64 => Some(0.into()),
        Wire::Double => Some(0.into()),
        Wire::String => Some("".into()),
        Wire::Bytes => Some(Value::Null),
    }
}

fn zero_of(definition: &'static Definition) -> Option<Value> {
    Some(match definition.special {
        Special::None => {
            let mut members = Map::new();
            settle_object(&mut members, definition);
            Value::Object(members)
        }
        Special::Quantity => "0".into(),
        Special::IntOrString => 0.into(),
        Special::Duration => "0s".into(),
        Special::Time | Special::MicroTime | Special::RawExtension | Special::FieldsV1 | Special::Json => {
            Value::Null
        }
        Special::SchemaOrBool
        | Special::SchemaOrArray
        | Special::SchemaOrStringArray
        | Special::StringList => {
            return None;
        }
    })
}

#[cfg(test)]
mod tests;
