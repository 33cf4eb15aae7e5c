//! The types whose JSON form their fields do not tell: quantities, times, raw JSON, schema-or-something unions.

use meta::{Duration, MicroTime, Time};
use schema::{Definition, Special, Wire};
use serde_json::Value;

use super::decode::{DecodeError, expect, read_value, text};
use super::encode::{EncodeError, Encoder, mismatch};
use super::wire::{Reader, WireType, put_bytes, put_nested, put_number};
use super::zero;

/// Appends the body of a special value; null is its zero.
pub(super) fn write_special(
    encoder: &mut Encoder<'_>,
    value: &Value,
    definition: &Definition,
) -> Result<(), EncodeError> {
    let name = definition.name;
    if value.is_null() {
        zero::write_special(encoder.out, definition.special);
        return Ok(());
    }
    match definition.special {
        Special::None => return Err(EncodeError::NoMessage(name)),
        Special::Quantity => match value {
            Value::Number(number) => put_bytes(encoder.out, 1, number.to_string().as_bytes()),
            _ => put_bytes(encoder.out, 1, string(name, value)?.as_bytes()),
        },
        Special::Time => {
            let time: Time = parse(name, value, "time")?;
            write_timestamp(encoder.out, time.unix(), 0);
        }
        Special::MicroTime => {
            let time: MicroTime = parse(name, value, "time")?;
            let (seconds, micros) = time.unix();
            write_timestamp(encoder.out, seconds, micros * 1000);
        }
        Special::Duration => {
            let duration: Duration = parse(name, value, "duration")?;
            put_number(encoder.out, 1, duration.as_nanos() as u64);
        }
        Special::IntOrString => write_int_or_string(encoder.out, name, value)?,
        Special::RawExtension | Special::FieldsV1 | Special::Json => {
            put_bytes(encoder.out, 1, &crate::json::to_vec(value));
        }
        Special::StringList => write_strings(encoder.out, 1, name, value)?,
        Special::SchemaOrBool | Special::SchemaOrArray | Special::SchemaOrStringArray => {
            write_union(encoder, value, definition)?;
        }
    }
    Ok(())
}

/// Reads the body of a special value.
pub(super) fn read_special(
    bytes: &[u8],
    definition: &Definition,
    depth: usize,
) -> Result<Value, DecodeError> {
    let name = definition.name;
    Ok(match definition.special {
        Special::None => return Err(DecodeError::NoMessage(name)),
        Special::Quantity => match field(bytes, 1, name)? {
            Some(quantity) if !quantity.is_empty() => Value::String(text(quantity)),
            _ => zero::of_definition(definition),
        },
        Special::Time | Special::MicroTime if bytes.is_empty() => Value::Null,
        Special::Time => {
            let time = Time::from_unix(read_timestamp(bytes)?.0);
            if time.is_zero() { Value::Null } else { Value::String(time.to_string()) }
        }
        Special::MicroTime => {
            let (seconds, nanos) = read_timestamp(bytes)?;
            let time = MicroTime::from_unix(seconds, (nanos / 1000).min(999_999));
            if time.is_zero() { Value::Null } else { Value::String(time.to_string()) }
        }
        Special::Duration => {
            Value::String(Duration::from_nanos(number(bytes, 1, name)?.unwrap_or(0) as i64).to_string())
        }
        Special::IntOrString => match number(bytes, 1, name)? {
            Some(1) => Value::String(text(field(bytes, 3, name)?.unwrap_or_default())),
            _ => Value::from(number(bytes, 2, name)?.unwrap_or(0) as i32),
        },
        Special::RawExtension | Special::FieldsV1 | Special::Json => {
            read_json(field(bytes, 1, name)?.unwrap_or_default(), name)?
        }
        Special::StringList => read_strings(bytes, 1, name)?,
        Special::SchemaOrBool | Special::SchemaOrArray | Special::SchemaOrStringArray => {
            read_union(bytes, definition, depth)?
        }
    })
}

fn write_timestamp(out: &mut Vec<u8>, seconds: i64, nanos: u32) {
    put_number(out, 1, seconds as u64);
    put_number(out, 2, u64::from(nanos));
}

fn read_timestamp(bytes: &[u8]) -> Result<(i64, u32), DecodeError> {
    let seconds = number(bytes, 1, "seconds")?.unwrap_or(0) as i64;
    let nanos = number(bytes, 2, "nanos")?.unwrap_or(0);
    // Beyond the years 1 to 9999 there is no RFC 3339 text.
    if !(-62_135_596_800..=253_402_300_799).contains(&seconds) {
        return Err(DecodeError::Value { field: "seconds", problem: format!("{seconds} is no date") });
    }
    Ok((seconds, u32::try_from(nanos).unwrap_or(0)))
}

fn write_int_or_string(out: &mut Vec<u8>, name: &'static str, value: &Value) -> Result<(), EncodeError> {
    let (kind, integer, text) = match value {
        Value::String(text) => (1, 0, text.as_str()),
        _ => match value.as_i64().and_then(|integer| i32::try_from(integer).ok()) {
            Some(integer) => (0, i64::from(integer), ""),
            None => return Err(mismatch(name, value, "a 32-bit integer or a string")),
        },
    };
    put_number(out, 1, kind);
    put_number(out, 2, integer as u64);
    put_bytes(out, 3, text.as_bytes());
    Ok(())
}

/// A schema, or what may stand in its place.
fn write_union(encoder: &mut Encoder<'_>, value: &Value, definition: &Definition) -> Result<(), EncodeError> {
    let name = definition.name;
    let schema = union_schema(definition).ok_or(EncodeError::NoMessage(name))?;
    match (definition.special, value) {
        (Special::SchemaOrBool, Value::Bool(allows)) => put_number(encoder.out, 1, u64::from(*allows)),
        (Special::SchemaOrBool, Value::Object(_)) => {
            // A schema allows what it describes, and says so.
            put_number(encoder.out, 1, 1);
            encoder.nested_at(2, value, schema)?;
        }
        (Special::SchemaOrArray, Value::Array(schemas)) => {
            schemas.iter().try_for_each(|value| encoder.nested_at(2, value, schema))?;
        }
        (Special::SchemaOrStringArray, Value::Array(_)) => write_strings(encoder.out, 2, name, value)?,
        (_, Value::Object(_)) => encoder.nested_at(1, value, schema)?,
        _ => return Err(mismatch(name, value, "a schema")),
    }
    Ok(())
}

fn read_union(bytes: &[u8], definition: &Definition, depth: usize) -> Result<Value, DecodeError> {
    let name = definition.name;
    let schema = union_schema(definition).ok_or(DecodeError::NoMessage(name))?;
    let tag = if definition.special == Special::SchemaOrBool { 2 } else { 1 };
    if let Some(body) = field(bytes, tag, name)? {
        let mut value = Value::Null;
        read_value(&mut value, body, schema, depth + 1)?;
        return Ok(value);
    }
    match definition.special {
        Special::SchemaOrBool => Ok(Value::Bool(number(bytes, 1, name)?.unwrap_or(0) != 0)),
        Special::SchemaOrStringArray => read_strings(bytes, 2, name),
        _ => {
            let mut schemas = Vec::new();
            for_each(bytes, 2, name, |body| {
                let mut value = Value::Null;
                read_value(&mut value, body, schema, depth + 1)?;
                schemas.push(value);
                Ok(())
            })?;
            Ok(if schemas.is_empty() { Value::Null } else { Value::Array(schemas) })
        }
    }
}

/// The schema type that a union refers to: the union's own message names it.
pub(crate) fn union_schema(definition: &Definition) -> Option<&'static Definition> {
    let message = definition.message.as_ref();
    let named = message.and_then(|message| {
        message.fields.iter().find_map(|field| match field.wire {
            Wire::Message(definition) => Some(definition),
            _ => None,
        })
    });
    named.or_else(|| {
        let package = definition.name.rsplit_once('.')?.0;
        schema::definition(&format!("{package}.JSONSchemaProps"))
    })
}

fn write_strings(out: &mut Vec<u8>, tag: u32, name: &'static str, value: &Value) -> Result<(), EncodeError> {
    let Value::Array(items) = value else { return Err(mismatch(name, value, "a list of strings")) };
    for item in items {
        put_bytes(out, tag, string(name, item)?.as_bytes());
    }
    Ok(())
}

fn read_strings(bytes: &[u8], tag: u32, name: &'static str) -> Result<Value, DecodeError> {
    let mut items = Vec::new();
    for_each(bytes, tag, name, |item| {
        items.push(Value::String(text(item)));
        Ok(())
    })?;
    Ok(if items.is_empty() { Value::Null } else { Value::Array(items) })
}

fn read_json(bytes: &[u8], name: &'static str) -> Result<Value, DecodeError> {
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    let decoded = crate::json::decode(bytes);
    let decoded = decoded.map_err(|error| DecodeError::Value { field: name, problem: error.to_string() })?;
    Ok(decoded.value)
}

fn string<'v>(name: &'static str, value: &'v Value) -> Result<&'v str, EncodeError> {
    value.as_str().ok_or_else(|| mismatch(name, value, "a string"))
}

fn parse<T: std::str::FromStr>(
    name: &'static str,
    value: &Value,
    expected: &'static str,
) -> Result<T, EncodeError> {
    let text = string(name, value)?;
    text.parse().map_err(|_| EncodeError::Text { field: name, text: text.to_owned(), expected })
}

/// The last occurrence of a length-delimited field.
fn field<'b>(bytes: &'b [u8], tag: u32, name: &'static str) -> Result<Option<&'b [u8]>, DecodeError> {
    let mut found = None;
    for_each(bytes, tag, name, |body| {
        found = Some(body);
        Ok(())
    })?;
    Ok(found)
}

fn for_each<'b>(
    bytes: &'b [u8],
    tag: u32,
    name: &'static str,
    mut visit: impl FnMut(&'b [u8]) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    let mut reader = Reader::new(bytes);
    while !reader.is_empty() {
        let (found, wire) = reader.key()?;
        if found == tag {
            expect(wire, WireType::Bytes, name)?;
            visit(reader.bytes()?)?;
        } else {
            reader.skip(wire)?;
        }
    }
    Ok(())
}

/// The last occurrence of a number.
fn number(bytes: &[u8], tag: u32, name: &'static str) -> Result<Option<u64>, DecodeError> {
    let mut reader = Reader::new(bytes);
    let mut value = None;
    while !reader.is_empty() {
        let (found, wire) = reader.key()?;
        if found == tag {
            expect(wire, WireType::Varint, name)?;
            value = Some(reader.varint()?);
        } else {
            reader.skip(wire)?;
        }
    }
    Ok(value)
}

impl Encoder<'_> {
    fn nested_at(&mut self, tag: u32, value: &Value, definition: &Definition) -> Result<(), EncodeError> {
        let depth = self.depth;
        put_nested(self.out, tag, |out| Encoder { out, depth }.value(Some(value), definition))
    }
}
