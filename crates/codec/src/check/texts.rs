//! The texts of quantities, times, durations: everything whose Go type decodes itself.

use meta::{Duration, MicroTime, Quantity, Time};
use schema::{Definition, Schema, Special, Type};
use serde_json::Value;

use super::TypeError;

/// Checks every such text of a tree.
pub(crate) fn check_texts(value: &Value, definition: &'static Definition) -> Result<(), TypeError> {
    at_definition(value, definition)
}

fn at_definition(value: &Value, definition: &'static Definition) -> Result<(), TypeError> {
    match definition.special {
        Special::None => at_schema(value, &definition.schema),
        special => at_special(value, special),
    }
}

fn at_schema(value: &Value, schema: &Schema) -> Result<(), TypeError> {
    match (value, &schema.ty) {
        (_, Type::Ref(definition)) => at_definition(value, definition),
        (Value::Object(members), Type::Object(object)) => {
            let values = schema.values();
            members.iter().try_for_each(|(name, member)| match object.field(name).or(values) {
                Some(schema) => at_schema(member, schema),
                None => Ok(()),
            })
        }
        // Lists of scalars hold no text of interest: most are commands and arguments.
        (Value::Array(items), Type::Array(schema)) if !is_scalar(schema) => {
            items.iter().try_for_each(|item| at_schema(item, schema))
        }
        _ => Ok(()),
    }
}

const fn is_scalar(schema: &Schema) -> bool {
    matches!(schema.ty, Type::Boolean | Type::Integer | Type::Number | Type::String)
}

fn at_special(value: &Value, special: Special) -> Result<(), TypeError> {
    match (special, value) {
        (_, Value::Null) => Ok(()),
        (Special::Quantity, Value::String(text)) => parses::<Quantity>(text.trim()),
        // Its decoder reads whatever stands there as the text of a number.
        (Special::Quantity, other) => parses::<Quantity>(&other.to_string()),
        (Special::Time, Value::String(text)) => parses::<Time>(text),
        (Special::MicroTime, Value::String(text)) => parses::<MicroTime>(text),
        (Special::Duration, Value::String(text)) => parses::<Duration>(text),
        (Special::SchemaOrBool, Value::Bool(_) | Value::Object(_)) => Ok(()),
        (Special::SchemaOrBool, _) => Err(TypeError::Text("boolean or JSON schema expected".to_owned())),
        _ => Ok(()),
    }
}

fn parses<T>(text: &str) -> Result<(), TypeError>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    text.parse::<T>().map(drop).map_err(|error| TypeError::Text(error.to_string()))
}
