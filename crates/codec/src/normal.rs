//! The normal form of a tree: what remains when it goes through its Go struct and back, as every object that a stock
//! server stores or answers with has done.
//!
//! Unknown members go, nulls and empty optional values go, required ones appear as zeros, and quantities, times and
//! durations are spelt the one canonical way. Called by `apiserver` on decoded bodies (after [`crate::check`]) and on the
//! results of patches. Not defaulting: nothing is added that Go's zero values do not show.

use meta::{Duration, MicroTime, Quantity, Time};
use schema::{Definition, Message, Shape, Special, Wire, WireField};
use serde_json::{Map, Value};

use crate::protobuf::{union_schema, zero};

/// Brings a tree of the type into normal form. Values that do not fit the type are left alone.
pub fn normalize(value: &mut Value, definition: &'static Definition) {
    match (definition.special, &definition.message) {
        (Special::None, Some(message)) => {
            if value.is_null() {
                *value = Value::Object(Map::new());
            }
            if let Value::Object(members) = value {
                retain_known(members, definition);
                settle(members, message);
            }
        }
        (special, _) => normalize_special(value, special, definition),
    }
}

/// Keeps what the type knows. apiVersion and kind are no part of the message, and go only when empty.
fn retain_known(members: &mut Map<String, Value>, definition: &'static Definition) {
    let object = definition.schema.object();
    members.retain(|name, value| match name.as_str() {
        "apiVersion" | "kind" if value.as_str().is_some_and(str::is_empty) || value.is_null() => {
            definition.message.as_ref().is_some_and(|message| names(message, name))
        }
        _ => object.is_some_and(|object| object.field(name).is_some()),
    });
}

/// Whether the message has a field of this name, its inlined structs included.
fn names(message: &Message, name: &str) -> bool {
    message.fields.iter().any(|field| match (field.json, field.wire) {
        (Some(json), _) => json == name,
        (None, Wire::Message(Definition { message: Some(inlined), .. })) => names(inlined, name),
        (None, _) => false,
    })
}

fn settle(members: &mut Map<String, Value>, message: &'static Message) {
    for field in message.fields {
        match (field.json, field.wire) {
            (Some(name), _) => settle_field(members, name, field),
            (None, Wire::Message(Definition { message: Some(inlined), .. })) => {
                if !field.pointer || zero::has_member(inlined, members) {
                    settle(members, inlined);
                }
            }
            (None, _) => {}
        }
    }
}

fn settle_field(members: &mut Map<String, Value>, name: &'static str, field: &'static WireField) {
    let Some(value) = members.get_mut(name).filter(|value| !value.is_null()) else {
        let zero = zero::of_field(field);
        if zero::is_dropped(field, &zero) {
            members.remove(name);
        } else {
            members.insert(name.to_owned(), zero);
        }
        return;
    };
    normalize_values(value, field);
    if zero::is_dropped(field, value) {
        members.remove(name);
    }
}

fn normalize_values(value: &mut Value, field: &'static WireField) {
    let Wire::Message(definition) = field.wire else {
        return null_scalars(value, field);
    };
    match (field.shape, value) {
        (Shape::One, value) => normalize(value, definition),
        (Shape::List, Value::Array(items)) => items.iter_mut().for_each(|item| normalize(item, definition)),
        (Shape::Map, Value::Object(entries)) => {
            entries.values_mut().for_each(|entry| normalize(entry, definition));
        }
        _ => {}
    }
}

/// A null in a list or map of scalars leaves a zero there; in a map of bytes it stays null.
fn null_scalars(value: &mut Value, field: &'static WireField) {
    let zero = match field.wire {
        Wire::String => Value::from(""),
        Wire::Bool => Value::Bool(false),
        Wire::Int32 | Wire::Int64 | Wire::Double => Value::from(0),
        Wire::Bytes | Wire::Message(_) => return,
    };
    let fix = |value: &mut Value| {
        if value.is_null() {
            *value = zero.clone();
        }
    };
    match (field.shape, value) {
        (Shape::List, Value::Array(items)) => items.iter_mut().for_each(fix),
        (Shape::Map, Value::Object(entries)) => entries.values_mut().for_each(fix),
        _ => {}
    }
}

fn normalize_special(value: &mut Value, special: Special, definition: &'static Definition) {
    match special {
        Special::Quantity => {
            match value {
                Value::Number(number) => *value = Value::String(number.to_string()),
                Value::String(text) if text.trim() != text.as_str() => *text = text.trim().to_owned(),
                _ => {}
            }
            respell::<Quantity>(value);
        }
        Special::Time => respell::<Time>(value),
        Special::MicroTime => respell::<MicroTime>(value),
        Special::Duration => respell::<Duration>(value),
        Special::SchemaOrBool | Special::SchemaOrArray | Special::SchemaOrStringArray => {
            let Some(schema) = union_schema(definition) else { return };
            match value {
                Value::Object(_) => normalize(value, schema),
                Value::Array(schemas) if special == Special::SchemaOrArray => {
                    schemas.iter_mut().for_each(|value| normalize(value, schema));
                }
                _ => {}
            }
        }
        _ => {}
    }
}

/// Replaces a text by the canonical spelling of what it means.
fn respell<T: std::str::FromStr + ToString>(value: &mut Value) {
    if let Value::String(text) = value
        && let Ok(parsed) = text.parse::<T>()
    {
        *text = parsed.to_string();
    }
}
