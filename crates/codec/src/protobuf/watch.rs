//! Watch streams: each event is a bare message (no magic number) behind a four-byte length, and the object inside it is
//! a whole enveloped body.

use super::decode::DecodeError;
use super::envelope::field_length;
use super::wire::{Reader, WireType, put_bytes, put_varint};

/// Appends one frame. `kind` is `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`; `object` has its envelope.
pub fn write_watch_event(out: &mut Vec<u8>, kind: &str, object: &[u8]) {
    let raw_extension = field_length(object.len());
    let length = field_length(kind.len()) + field_length(raw_extension);
    // Frames of four gibibytes do not occur: objects are limited to a few mebibytes long before.
    let prefix = u32::try_from(length).unwrap_or(u32::MAX);
    out.reserve(length + 4);
    out.extend_from_slice(&prefix.to_be_bytes());
    put_bytes(out, 1, kind.as_bytes());
    out.push((2 << 3) | WireType::Bytes as u8);
    put_varint(out, raw_extension as u64);
    put_bytes(out, 1, object);
}

/// The length of the frame that begins here, if its four bytes are all there.
pub fn frame_length(bytes: &[u8]) -> Option<usize> {
    bytes.first_chunk().map(|prefix| u32::from_be_bytes(*prefix) as usize)
}

/// The type and the enveloped object of one event (without its length).
pub fn decode_watch_event(frame: &[u8]) -> Result<(String, &[u8]), DecodeError> {
    let (mut kind, mut object) = (String::new(), &[][..]);
    let mut reader = Reader::new(frame);
    while !reader.is_empty() {
        match reader.key()? {
            (1, WireType::Bytes) => kind = super::decode::text(reader.bytes()?),
            (2, WireType::Bytes) => object = reader.bytes()?,
            (_, wire) => reader.skip(wire)?,
        }
    }
    let mut extension = Reader::new(object);
    let mut raw = &[][..];
    while !extension.is_empty() {
        match extension.key()? {
            (1, WireType::Bytes) => raw = extension.bytes()?,
            (_, wire) => extension.skip(wire)?,
        }
    }
    Ok((kind, raw))
}
