//! What a type's zero value is: on the wire, where Go writes it in full, and in JSON, where `omitempty` thins it out.
//!
//! Held apart from encoding and decoding because both need it, for every struct that Go holds by value and nobody set.

use schema::{Definition, Message, Shape, Special, Wire, WireField};
use serde_json::{Map, Value, json};

use super::EncodeError;
use super::wire::{WireType, put_bytes, put_key, put_nested, put_number};

/// Appends a message in which nothing is set.
pub(super) fn write(out: &mut Vec<u8>, message: &Message, name: &'static str) -> Result<(), EncodeError> {
    for field in message.fields {
        if field.pointer || field.shape != Shape::One {
            continue;
        }
        match field.wire {
            Wire::Bytes => {}
            Wire::String => put_bytes(out, field.tag, b""),
            Wire::Bool | Wire::Int32 | Wire::Int64 => put_number(out, field.tag, 0),
            Wire::Double => {
                put_key(out, field.tag, WireType::Eight);
                out.extend_from_slice(&[0; 8]);
            }
            Wire::Message(definition) => {
                put_nested(out, field.tag, |out| write_value(out, definition, name))?
            }
        }
    }
    Ok(())
}

/// Appends the body of a zero value.
fn write_value(out: &mut Vec<u8>, definition: &Definition, name: &'static str) -> Result<(), EncodeError> {
    match (definition.special, &definition.message) {
        (Special::None, Some(message)) => write(out, message, definition.name)?,
        (Special::None, None) => return Err(EncodeError::NoMessage(name)),
        (special, _) => write_special(out, special),
    }
    Ok(())
}

/// Appends the body of a zero value of a special type.
pub(super) fn write_special(out: &mut Vec<u8>, special: Special) {
    match special {
        Special::Quantity => put_bytes(out, 1, b"0"),
        Special::Duration | Special::SchemaOrBool => put_number(out, 1, 0),
        Special::IntOrString => {
            put_number(out, 1, 0);
            put_number(out, 2, 0);
            put_bytes(out, 3, b"");
        }
        _ => {}
    }
}

/// Adds what JSON shows of the fields that the wire did not bring, and takes away what it does not show.
pub(super) fn settle(members: &mut Map<String, Value>, message: &Message) {
    for field in message.fields {
        let Some(name) = field.json else {
            // An inlined struct that the wire did not bring still shows its zeros in the same object.
            if let (false, Wire::Message(Definition { message: Some(inlined), .. })) =
                (field.pointer, field.wire)
            {
                settle(members, inlined);
            }
            continue;
        };
        // What vanishes when empty or absent was never put there.
        if field.omit_empty && (field.pointer || !is_message(field)) {
            continue;
        }
        match members.get(name) {
            Some(value) if is_dropped(field, value) => drop(members.remove(name)),
            Some(_) => {}
            None => {
                let value = of_field(field);
                if !is_dropped(field, &value) {
                    members.insert(name.to_owned(), value);
                }
            }
        }
    }
}

const fn is_message(field: &WireField) -> bool {
    matches!((field.shape, field.wire), (Shape::One, Wire::Message(_)))
}

/// Whether a scalar is a zero that JSON leaves out.
pub(super) fn vanishes(field: &WireField, value: &Value) -> bool {
    field.omit_empty && !field.pointer && !is_message(field) && is_empty(value)
}

/// Whether JSON leaves the value out.
pub(crate) fn is_dropped(field: &WireField, value: &Value) -> bool {
    if field.pointer {
        return field.omit_empty && value.is_null();
    }
    if !is_message(field) {
        return field.omit_empty && is_empty(value);
    }
    // Named slices and raw values are no structs to Go: emptiness drops them.
    let slice = matches!(field.wire, Wire::Message(Definition { special: Special::StringList, .. }));
    (slice && field.omit_empty && is_empty(value)) || (field.omit_zero && *value == of_field(field))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
}

/// The zero value of a field, as JSON shows it: null for what Go holds by pointer, and for its nil slices and maps.
pub(crate) fn of_field(field: &WireField) -> Value {
    if field.pointer {
        return Value::Null;
    }
    match (field.shape, field.wire) {
        (Shape::List | Shape::Map, _) | (_, Wire::Bytes) => Value::Null,
        (_, Wire::Bool) => Value::Bool(false),
        (_, Wire::Int32 | Wire::Int64 | Wire::Double) => json!(0),
        (_, Wire::String) => json!(""),
        (_, Wire::Message(definition)) => of_definition(definition),
    }
}

/// The zero value of a type, as JSON shows it.
pub(super) fn of_definition(definition: &Definition) -> Value {
    match definition.special {
        Special::None => {
            let mut members = Map::new();
            if let Some(message) = &definition.message {
                settle(&mut members, message);
            }
            Value::Object(members)
        }
        Special::Quantity => json!("0"),
        Special::Duration => json!("0s"),
        Special::IntOrString => json!(0),
        Special::SchemaOrBool => json!(false),
        _ => Value::Null,
    }
}

/// Whether the object holds any member of the message.
pub(crate) fn has_member(message: &Message, members: &Map<String, Value>) -> bool {
    message.fields.iter().any(|field| match (field.json, field.wire) {
        (Some(name), _) => members.contains_key(name),
        (None, Wire::Message(Definition { message: Some(inlined), .. })) => has_member(inlined, members),
        (None, _) => false,
    })
}
