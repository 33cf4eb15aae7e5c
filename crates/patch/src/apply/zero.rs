//! The empty object of a built-in kind, as Go would print it: structs that are not pointers are always there. Creating an
//! object is tracked as the change from this, which is why `spec` itself is nobody's field and `metadata.labels` is.

use schema::{Definition, Schema, Shape, Special, Wire, WireField};
use serde_json::{Map, Value};

/// The empty object. Custom resources have nothing that is always there.
pub(super) fn empty_object(schema: &Schema) -> Value {
    let mut object = Map::new();
    if let Some(definition) = schema.definition() {
        fill(&mut object, definition);
    }
    Value::Object(object)
}

fn fill(object: &mut Map<String, Value>, definition: &'static Definition) {
    for field in definition.message.iter().flat_map(|message| message.fields) {
        match (field.json, field.wire) {
            (None, Wire::Message(inlined)) => fill(object, inlined),
            (None, _) => {}
            (Some(name), _) => {
                if let Some(value) = zero(field) {
                    object.insert(name.to_owned(), value);
                }
            }
        }
    }
}

/// What the field is when nothing was ever set, if it appears at all.
fn zero(field: &WireField) -> Option<Value> {
    if field.pointer {
        // Go prints a pointer to nothing as null, unless told to leave it out.
        return (!field.omit_empty).then_some(Value::Null);
    }
    match (field.shape, field.wire) {
        (Shape::One, Wire::Message(definition)) => (!field.omit_zero).then(|| zero_struct(definition)),
        _ if field.omit_empty => None,
        (Shape::List | Shape::Map, _) | (_, Wire::Bytes) => Some(Value::Null),
        (_, Wire::Bool) => Some(Value::from(false)),
        (_, Wire::Int32 | Wire::Int64 | Wire::Double) => Some(Value::from(0)),
        (_, Wire::String) => Some(Value::from("")),
    }
}

fn zero_struct(definition: &'static Definition) -> Value {
    match definition.special {
        Special::None => {
            let mut object = Map::new();
            fill(&mut object, definition);
            Value::Object(object)
        }
        Special::Quantity => Value::from("0"),
        Special::IntOrString => Value::from(0),
        Special::Duration => Value::from("0s"),
        _ => Value::Null,
    }
}
