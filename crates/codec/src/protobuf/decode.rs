//! From the wire to the tree.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schema::{Definition, Message, Shape, Special, Wire, WireField};
use serde_json::{Map, Number, Value};

use super::special::read_special;
use super::wire::{Reader, WireType};
use super::{MAX_DEPTH, zero};

/// Why bytes are not a message of the type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The bytes end inside a value.
    #[error("unexpected EOF")]
    End,
    /// A varint of more than ten bytes.
    #[error("proto: integer overflow")]
    Varint,
    /// A key with a field number or layout that does not exist.
    #[error("proto: illegal key {0}")]
    Key(u64),
    /// A group that ends without having begun.
    #[error("proto: unexpected end of group")]
    Group,
    /// A known field with a layout that is not its own.
    #[error("proto: wrong wireType = {found} for field {field}")]
    WireType {
        /// The layout found.
        found: u8,
        /// The field's JSON name, or the type's name.
        field: &'static str,
    },
    /// More nested than [`MAX_DEPTH`].
    #[error("proto: nested too deeply")]
    Depth,
    /// The bytes inside a JSON-valued field are not JSON, or a value has no JSON form.
    #[error("{field}: {problem}")]
    Value {
        /// The type's name.
        field: &'static str,
        /// What is wrong.
        problem: String,
    },
    /// The type has no Protobuf form.
    #[error("{0} has no Protobuf form")]
    NoMessage(&'static str),
    /// The body does not begin with the magic number.
    #[error("provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]")]
    Magic,
}

/// Decodes a message of the type, without envelope.
pub fn decode_message(bytes: &[u8], definition: &Definition) -> Result<Value, DecodeError> {
    let mut value = Value::Null;
    read_value(&mut value, bytes, definition, 0)?;
    Ok(value)
}

/// Reads the body of a value into `slot`. A second occurrence merges into the first, as upstream's decoders do.
pub(super) fn read_value(
    slot: &mut Value,
    bytes: &[u8],
    definition: &Definition,
    depth: usize,
) -> Result<(), DecodeError> {
    if depth >= MAX_DEPTH {
        return Err(DecodeError::Depth);
    }
    if definition.special != Special::None {
        *slot = read_special(bytes, definition, depth)?;
        return Ok(());
    }
    let message = definition.message.as_ref().ok_or(DecodeError::NoMessage(definition.name))?;
    if !slot.is_object() {
        *slot = Value::Object(Map::new());
    }
    if let Value::Object(members) = slot {
        read_fields(members, bytes, message, depth)?;
        zero::settle(members, message);
    }
    Ok(())
}

fn read_fields(
    members: &mut Map<String, Value>,
    bytes: &[u8],
    message: &Message,
    depth: usize,
) -> Result<(), DecodeError> {
    let mut reader = Reader::new(bytes);
    while !reader.is_empty() {
        let (tag, wire) = reader.key()?;
        let Some(field) = message.by_tag(tag) else {
            reader.skip(wire)?;
            continue;
        };
        let Some(name) = field.json else {
            read_inlined(members, &mut reader, wire, field, depth)?;
            continue;
        };
        match field.shape {
            Shape::One => read_one(members, &mut reader, wire, field, name, depth)?,
            Shape::List => read_item(members, &mut reader, wire, field, name, depth)?,
            Shape::Map => read_entry(members, &mut reader, wire, field, name, depth)?,
        }
    }
    Ok(())
}

fn read_inlined(
    members: &mut Map<String, Value>,
    reader: &mut Reader<'_>,
    wire: WireType,
    field: &WireField,
    depth: usize,
) -> Result<(), DecodeError> {
    let Wire::Message(definition) = field.wire else { return reader.skip(wire) };
    let message = definition.message.as_ref().ok_or(DecodeError::NoMessage(definition.name))?;
    expect(wire, WireType::Bytes, definition.name)?;
    if depth >= MAX_DEPTH {
        return Err(DecodeError::Depth);
    }
    read_fields(members, reader.bytes()?, message, depth + 1)?;
    zero::settle(members, message);
    Ok(())
}

fn read_one(
    members: &mut Map<String, Value>,
    reader: &mut Reader<'_>,
    wire: WireType,
    field: &WireField,
    name: &'static str,
    depth: usize,
) -> Result<(), DecodeError> {
    // Embedded messages merge with an earlier occurrence of themselves.
    let mut value = match field.wire {
        Wire::Message(_) => members.remove(name).unwrap_or(Value::Null),
        _ => Value::Null,
    };
    read_single(&mut value, reader, wire, field.wire, name, depth)?;
    // Most zeros on the wire stand for what nobody set; they go before they cost an entry.
    if zero::vanishes(field, &value) {
        members.remove(name);
    } else {
        members.insert(name.to_owned(), value);
    }
    Ok(())
}

fn read_item(
    members: &mut Map<String, Value>,
    reader: &mut Reader<'_>,
    wire: WireType,
    field: &WireField,
    name: &'static str,
    depth: usize,
) -> Result<(), DecodeError> {
    if wire == WireType::Varint || !matches!(field.wire, Wire::Bool | Wire::Int32 | Wire::Int64) {
        return push_item(members, reader, wire, field, name, depth);
    }
    // Other writers may pack a list of numbers; every Protobuf reader must take both forms.
    expect(wire, WireType::Bytes, name)?;
    let mut packed = Reader::new(reader.bytes()?);
    while !packed.is_empty() {
        push_item(members, &mut packed, WireType::Varint, field, name, depth)?;
    }
    Ok(())
}

fn push_item(
    members: &mut Map<String, Value>,
    reader: &mut Reader<'_>,
    wire: WireType,
    field: &WireField,
    name: &'static str,
    depth: usize,
) -> Result<(), DecodeError> {
    let mut item = Value::Null;
    read_single(&mut item, reader, wire, field.wire, name, depth)?;
    match slot(members, name, || Value::Array(Vec::new())) {
        Value::Array(items) => items.push(item),
        _ => return Err(DecodeError::Value { field: name, problem: "not a list".to_owned() }),
    }
    Ok(())
}

fn read_entry(
    members: &mut Map<String, Value>,
    reader: &mut Reader<'_>,
    wire: WireType,
    field: &WireField,
    name: &'static str,
    depth: usize,
) -> Result<(), DecodeError> {
    expect(wire, WireType::Bytes, name)?;
    let mut entry = Reader::new(reader.bytes()?);
    let (mut key, mut value) = (String::new(), None);
    while !entry.is_empty() {
        match entry.key()? {
            (1, wire) => {
                expect(wire, WireType::Bytes, name)?;
                key = text(entry.bytes()?);
            }
            (2, wire) => {
                read_single(value.insert(Value::Null), &mut entry, wire, field.wire, name, depth)?;
            }
            (_, wire) => entry.skip(wire)?,
        }
    }
    let value = match value {
        Some(value) => value,
        None => zero_entry(field.wire),
    };
    match slot(members, name, || Value::Object(Map::new())) {
        Value::Object(entries) => drop(entries.insert(key, value)),
        _ => return Err(DecodeError::Value { field: name, problem: "not a map".to_owned() }),
    }
    Ok(())
}

/// The value of a map entry that has none: the type's zero.
fn zero_entry(wire: Wire) -> Value {
    match wire {
        Wire::String | Wire::Bytes => Value::from(""),
        Wire::Bool => Value::Bool(false),
        Wire::Int32 | Wire::Int64 | Wire::Double => Value::from(0),
        Wire::Message(definition) => zero::of_definition(definition),
    }
}

fn slot<'m>(
    members: &'m mut Map<String, Value>,
    name: &'static str,
    new: impl FnOnce() -> Value,
) -> &'m mut Value {
    // Looked up before it is made: the key of an entry would be allocated for every item.
    if members.get(name).is_none_or(Value::is_null) {
        members.insert(name.to_owned(), new());
    }
    members.get_mut(name).expect("it was just put there")
}

fn read_single(
    slot: &mut Value,
    reader: &mut Reader<'_>,
    wire: WireType,
    kind: Wire,
    name: &'static str,
    depth: usize,
) -> Result<(), DecodeError> {
    let expected = match kind {
        Wire::Bool | Wire::Int32 | Wire::Int64 => WireType::Varint,
        Wire::Double => WireType::Eight,
        Wire::String | Wire::Bytes | Wire::Message(_) => WireType::Bytes,
    };
    expect(wire, expected, name)?;
    *slot = match kind {
        Wire::Bool => Value::Bool(reader.varint()? != 0),
        // Go keeps the low half.
        Wire::Int32 => Value::from(reader.varint()? as i32),
        Wire::Int64 => Value::from(reader.varint()? as i64),
        Wire::Double => double(reader.take(8)?, name)?,
        Wire::String => Value::String(text(reader.bytes()?)),
        Wire::Bytes => Value::String(STANDARD.encode(reader.bytes()?)),
        Wire::Message(definition) => return read_value(slot, reader.bytes()?, definition, depth + 1),
    };
    Ok(())
}

fn double(bytes: &[u8], field: &'static str) -> Result<Value, DecodeError> {
    let bytes = bytes.try_into().map_err(|_| DecodeError::End)?;
    let number = Number::from_f64(f64::from_le_bytes(bytes));
    number
        .map(Value::Number)
        .ok_or_else(|| DecodeError::Value { field, problem: "a number without JSON form".to_owned() })
}

/// Text from the wire. JSON cannot carry what is not UTF-8, and Go's encoder replaces it.
pub(super) fn text(bytes: &[u8]) -> String {
    crate::json::as_text(bytes).into_owned()
}

pub(super) fn expect(found: WireType, expected: WireType, field: &'static str) -> Result<(), DecodeError> {
    if found == expected { Ok(()) } else { Err(DecodeError::WireType { found: found as u8, field }) }
}
