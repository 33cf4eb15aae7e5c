//! The envelope of every Protobuf body: a magic number, then apiVersion, kind and the object's bytes.

use schema::Definition;
use serde_json::Value;

use super::decode::{DecodeError, decode_message, expect};
use super::encode::{EncodeError, write_message};
use super::wire::{Reader, WireType, put_bytes, put_nested, put_varint, varint_length};

/// The first four bytes of a body.
pub const MAGIC: &[u8; 4] = b"k8s\0";

/// An opened envelope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Envelope<'a> {
    /// `apiVersion`
    pub api_version: &'a str,
    /// `kind`
    pub kind: &'a str,
    /// The object: a message of its type, or JSON when the content type says so.
    pub raw: &'a [u8],
    /// How `raw` is compressed; empty in all known writers.
    pub content_encoding: &'a str,
    /// What `raw` is; empty means Protobuf.
    pub content_type: &'a str,
}

/// Appends the envelope of an object whose message bytes are at hand.
pub fn write_envelope(out: &mut Vec<u8>, api_version: &str, kind: &str, raw: &[u8]) {
    write_head(out, api_version, kind);
    put_bytes(out, 2, raw);
    write_tail(out);
}

fn write_head(out: &mut Vec<u8>, api_version: &str, kind: &str) {
    out.extend_from_slice(MAGIC);
    let type_meta = put_nested::<std::convert::Infallible>(out, 1, |out| {
        put_bytes(out, 1, api_version.as_bytes());
        put_bytes(out, 2, kind.as_bytes());
        Ok(())
    });
    match type_meta {
        Ok(()) => {}
    }
}

fn write_tail(out: &mut Vec<u8>) {
    put_bytes(out, 3, b"");
    put_bytes(out, 4, b"");
}

/// Encodes a whole object with its envelope; apiVersion and kind are taken from the tree.
pub fn encode(value: &Value, definition: &Definition) -> Result<Vec<u8>, EncodeError> {
    let text = |name| value.get(name).and_then(Value::as_str).unwrap_or_default();
    let mut out = Vec::with_capacity(1024);
    write_head(&mut out, text("apiVersion"), text("kind"));
    put_nested(&mut out, 2, |out| write_message(out, value, definition))?;
    write_tail(&mut out);
    Ok(out)
}

/// Opens an envelope.
pub fn open_envelope(body: &[u8]) -> Result<Envelope<'_>, DecodeError> {
    let mut reader = Reader::new(body.strip_prefix(MAGIC).ok_or(DecodeError::Magic)?);
    let mut envelope = Envelope::default();
    while !reader.is_empty() {
        let (tag, wire) = reader.key()?;
        if !(1..=4).contains(&tag) {
            reader.skip(wire)?;
            continue;
        }
        expect(wire, WireType::Bytes, "Unknown")?;
        let bytes = reader.bytes()?;
        match tag {
            1 => read_type_meta(bytes, &mut envelope)?,
            2 => envelope.raw = bytes,
            3 => envelope.content_encoding = utf8(bytes)?,
            _ => envelope.content_type = utf8(bytes)?,
        }
    }
    Ok(envelope)
}

fn read_type_meta<'a>(bytes: &'a [u8], envelope: &mut Envelope<'a>) -> Result<(), DecodeError> {
    let mut reader = Reader::new(bytes);
    while !reader.is_empty() {
        match reader.key()? {
            (1, WireType::Bytes) => envelope.api_version = utf8(reader.bytes()?)?,
            (2, WireType::Bytes) => envelope.kind = utf8(reader.bytes()?)?,
            (_, wire) => reader.skip(wire)?,
        }
    }
    Ok(())
}

fn utf8(bytes: &[u8]) -> Result<&str, DecodeError> {
    let invalid = |_| DecodeError::Value { field: "Unknown", problem: "not UTF-8".to_owned() };
    std::str::from_utf8(bytes).map_err(invalid)
}

/// Decodes a whole object with its envelope into a tree that has apiVersion and kind.
pub fn decode(envelope: &Envelope<'_>, definition: &Definition) -> Result<Value, DecodeError> {
    let mut value = decode_message(envelope.raw, definition)?;
    if let Value::Object(members) = &mut value {
        for (name, text) in [("apiVersion", envelope.api_version), ("kind", envelope.kind)] {
            if !text.is_empty() {
                members.insert(name.to_owned(), Value::from(text));
            }
        }
    }
    Ok(value)
}

/// Appends the envelope's bytes up to and including the length of an object of `length` bytes; [`end_envelope`] follows.
pub(super) fn begin_envelope(out: &mut Vec<u8>, api_version: &str, kind: &str, length: usize) {
    write_head(out, api_version, kind);
    out.push((2 << 3) | WireType::Bytes as u8);
    put_varint(out, length as u64);
    out.reserve(length + 4);
}

pub(super) fn end_envelope(out: &mut Vec<u8>) {
    write_tail(out);
}

/// The bytes of a length-delimited field with a one-byte key.
pub(super) const fn field_length(length: usize) -> usize {
    1 + varint_length(length as u64) + length
}
