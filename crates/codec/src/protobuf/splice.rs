//! Putting the resourceVersion into an object that was encoded before it was known.
//!
//! Every object begins with its metadata (field 1), and within that resourceVersion is field 6, behind at most five
//! others: so the place is found by passing over a few fields, and the bytes come out as if encoded with it.

use super::decode::DecodeError;
use super::wire::{Reader, WireType, put_bytes, put_varint, varint_length};

const METADATA: u32 = 1;
const RESOURCE_VERSION: u32 = 6;

/// Appends `message` (an object without envelope) with this resourceVersion in place of whatever it has.
pub fn splice_revision(message: &[u8], revision: &str, out: &mut Vec<u8>) -> Result<(), DecodeError> {
    let mut reader = Reader::new(message);
    let (metadata, rest) = match reader.is_empty() {
        true => (&[][..], message),
        false => match reader.key()? {
            (METADATA, WireType::Bytes) => {
                let metadata = reader.bytes()?;
                (metadata, &message[message.len() - reader.remaining()..])
            }
            // Not an object with metadata first; what comes first then still merges with what follows.
            _ => (&[][..], message),
        },
    };
    let (before, after) = around_revision(metadata)?;
    let field = 1 + varint_length(revision.len() as u64) + revision.len();
    let length = before + field + metadata.len() - after;
    out.reserve(rest.len() + length + 12);
    out.push((METADATA << 3) as u8 | WireType::Bytes as u8);
    put_varint(out, length as u64);
    out.extend_from_slice(&metadata[..before]);
    put_bytes(out, RESOURCE_VERSION, revision.as_bytes());
    out.extend_from_slice(&metadata[after..]);
    out.extend_from_slice(rest);
    Ok(())
}

/// Where the fields before resourceVersion end, and where those behind it begin.
fn around_revision(metadata: &[u8]) -> Result<(usize, usize), DecodeError> {
    let mut reader = Reader::new(metadata);
    loop {
        let here = metadata.len() - reader.remaining();
        if reader.is_empty() {
            return Ok((here, here));
        }
        let (tag, wire) = reader.key()?;
        if tag > RESOURCE_VERSION {
            return Ok((here, here));
        }
        reader.skip(wire)?;
        if tag == RESOURCE_VERSION {
            return Ok((here, metadata.len() - reader.remaining()));
        }
    }
}
