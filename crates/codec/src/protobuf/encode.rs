//! From the tree to the wire, field by field in tag order.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schema::{Definition, Message, Shape, Special, Wire, WireField};
use serde_json::{Map, Value};

use super::special::write_special;
use super::wire::{WireType, put_bytes, put_key, put_nested, put_number};
use super::{MAX_DEPTH, zero};

/// Why a tree has no Protobuf form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// The type has no Protobuf form, as custom resources have none.
    #[error("{0} has no Protobuf form")]
    NoMessage(&'static str),
    /// A value that does not fit its field; [`crate::check`] would have said so.
    #[error("{field}: {found} where {expected} belongs")]
    Mismatch {
        /// The field's JSON name, or the type's name.
        field: &'static str,
        /// What stands there.
        found: &'static str,
        /// What should.
        expected: &'static str,
    },
    /// Text that does not parse as what the field holds.
    #[error("{field}: {text:?} is not a {expected}")]
    Text {
        /// The type's name.
        field: &'static str,
        /// The text.
        text: String,
        /// What it should be.
        expected: &'static str,
    },
    /// More nested than [`MAX_DEPTH`].
    #[error("nested too deeply")]
    Depth,
}

/// Encodes a tree as a message of its type, without envelope.
pub fn encode_message(value: &Value, definition: &Definition) -> Result<Vec<u8>, EncodeError> {
    let mut out = Vec::with_capacity(1024);
    write_message(&mut out, value, definition)?;
    Ok(out)
}

/// Appends a tree as a message of its type, without envelope.
pub fn write_message(out: &mut Vec<u8>, value: &Value, definition: &Definition) -> Result<(), EncodeError> {
    Encoder { out, depth: 0 }.value(Some(value), definition)
}

pub(super) struct Encoder<'o> {
    pub(super) out: &'o mut Vec<u8>,
    pub(super) depth: usize,
}

impl Encoder<'_> {
    /// The body of a message; an absent or null value is written as zero.
    pub(super) fn value(
        &mut self,
        value: Option<&Value>,
        definition: &Definition,
    ) -> Result<(), EncodeError> {
        if definition.special != Special::None {
            return write_special(self, value.unwrap_or(&Value::Null), definition);
        }
        let message = definition.message.as_ref().ok_or(EncodeError::NoMessage(definition.name))?;
        match value {
            None | Some(Value::Null) => zero::write(self.out, message, definition.name),
            Some(Value::Object(members)) => self.nested(|encoder| encoder.members(members, message)),
            Some(other) => Err(mismatch(definition.name, other, "an object")),
        }
    }

    fn nested(&mut self, body: impl FnOnce(&mut Self) -> Result<(), EncodeError>) -> Result<(), EncodeError> {
        if self.depth >= MAX_DEPTH {
            return Err(EncodeError::Depth);
        }
        self.depth += 1;
        body(self)?;
        self.depth -= 1;
        Ok(())
    }

    fn members(&mut self, members: &Map<String, Value>, message: &Message) -> Result<(), EncodeError> {
        for field in message.fields {
            match field.json {
                Some(name) => self.field(field, name, members.get(name))?,
                None => self.inlined(field, members)?,
            }
        }
        Ok(())
    }

    /// An inlined struct reads from the same object; one held by pointer is written when any of its members is there.
    fn inlined(&mut self, field: &WireField, members: &Map<String, Value>) -> Result<(), EncodeError> {
        let Wire::Message(definition) = field.wire else {
            return Err(EncodeError::NoMessage("inlined scalar"));
        };
        let message = definition.message.as_ref().ok_or(EncodeError::NoMessage(definition.name))?;
        if field.pointer && !zero::has_member(message, members) {
            return Ok(());
        }
        let depth = self.depth;
        put_nested(self.out, field.tag, |out| Encoder { out, depth }.members(members, message))
    }

    fn field(
        &mut self,
        field: &WireField,
        name: &'static str,
        value: Option<&Value>,
    ) -> Result<(), EncodeError> {
        let value = value.filter(|value| !value.is_null());
        match (field.shape, value) {
            (Shape::One, value) => self.one(field, name, value),
            (_, None) => Ok(()),
            (Shape::List, Some(Value::Array(items))) => {
                items.iter().try_for_each(|item| self.single(field.tag, field.wire, name, Some(item)))
            }
            (Shape::Map, Some(Value::Object(entries))) => {
                entries.iter().try_for_each(|(key, value)| self.entry(field, name, key, value))
            }
            (Shape::List, Some(other)) => Err(mismatch(name, other, "a list")),
            (Shape::Map, Some(other)) => Err(mismatch(name, other, "a map")),
        }
    }

    fn one(
        &mut self,
        field: &WireField,
        name: &'static str,
        value: Option<&Value>,
    ) -> Result<(), EncodeError> {
        // Absent bytes are a nil slice, which is not written even without a pointer.
        if value.is_none() && (field.pointer || matches!(field.wire, Wire::Bytes)) {
            return Ok(());
        }
        self.single(field.tag, field.wire, name, value)
    }

    fn entry(
        &mut self,
        field: &WireField,
        name: &'static str,
        key: &str,
        value: &Value,
    ) -> Result<(), EncodeError> {
        let depth = self.depth;
        put_nested(self.out, field.tag, |out| {
            put_bytes(out, 1, key.as_bytes());
            if value.is_null() && matches!(field.wire, Wire::Bytes) {
                return Ok(());
            }
            Encoder { out, depth }.single(2, field.wire, name, Some(value).filter(|value| !value.is_null()))
        })
    }

    /// One value with its key; `None` is the zero value.
    fn single(
        &mut self,
        tag: u32,
        wire: Wire,
        name: &'static str,
        value: Option<&Value>,
    ) -> Result<(), EncodeError> {
        let value = value.filter(|value| !value.is_null());
        match wire {
            Wire::Message(definition) => {
                let depth = self.depth;
                put_nested(self.out, tag, |out| Encoder { out, depth }.value(value, definition))?;
            }
            Wire::String => put_bytes(self.out, tag, text(name, value)?.as_bytes()),
            Wire::Bytes => put_bytes(self.out, tag, &base64(name, value)?),
            Wire::Bool => put_number(self.out, tag, u64::from(boolean(name, value)?)),
            // Negative numbers are sign-extended to 64 bits.
            Wire::Int32 | Wire::Int64 => put_number(self.out, tag, integer(name, value)? as u64),
            Wire::Double => {
                put_key(self.out, tag, WireType::Eight);
                self.out.extend_from_slice(&float(name, value)?.to_le_bytes());
            }
        }
        Ok(())
    }
}

pub(super) fn mismatch(field: &'static str, found: &Value, expected: &'static str) -> EncodeError {
    EncodeError::Mismatch { field, found: crate::json::kind_of(found), expected }
}

fn text<'v>(field: &'static str, value: Option<&'v Value>) -> Result<&'v str, EncodeError> {
    match value {
        None => Ok(""),
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(mismatch(field, other, "a string")),
    }
}

fn base64(field: &'static str, value: Option<&Value>) -> Result<Vec<u8>, EncodeError> {
    let text = text(field, value)?;
    let decoded = STANDARD.decode(text).or_else(|error| {
        // Go passes over line breaks.
        if text.contains(['\n', '\r']) { STANDARD.decode(text.replace(['\n', '\r'], "")) } else { Err(error) }
    });
    decoded.map_err(|_| EncodeError::Text { field, text: text.to_owned(), expected: "base64 text" })
}

fn boolean(field: &'static str, value: Option<&Value>) -> Result<bool, EncodeError> {
    match value {
        None => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(other) => Err(mismatch(field, other, "a boolean")),
    }
}

fn integer(field: &'static str, value: Option<&Value>) -> Result<i64, EncodeError> {
    let Some(value) = value else { return Ok(0) };
    value.as_i64().ok_or_else(|| mismatch(field, value, "an integer"))
}

fn float(field: &'static str, value: Option<&Value>) -> Result<f64, EncodeError> {
    let Some(value) = value else { return Ok(0.0) };
    value.as_f64().ok_or_else(|| mismatch(field, value, "a number"))
}
