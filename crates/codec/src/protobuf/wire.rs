//! The primitives of the wire format: varints, keys, lengths. Knows nothing of messages or schemas.

use super::DecodeError;

/// How a field's value is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WireType {
    Varint = 0,
    Eight = 1,
    Bytes = 2,
    StartGroup = 3,
    EndGroup = 4,
    Four = 5,
}

/// Reads fields from a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// How many bytes are left.
    pub(super) const fn remaining(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn varint(&mut self) -> Result<u64, DecodeError> {
        let mut value = 0_u64;
        for (count, byte) in self.bytes.iter().take(10).enumerate() {
            value |= u64::from(byte & 0x7f) << (7 * count);
            if byte & 0x80 == 0 {
                self.bytes = &self.bytes[count + 1..];
                return Ok(value);
            }
        }
        Err(if self.bytes.len() < 10 { DecodeError::End } else { DecodeError::Varint })
    }

    /// The next field's number and layout.
    pub(super) fn key(&mut self) -> Result<(u32, WireType), DecodeError> {
        let key = self.varint()?;
        let wire = match key & 7 {
            0 => WireType::Varint,
            1 => WireType::Eight,
            2 => WireType::Bytes,
            3 => WireType::StartGroup,
            4 => WireType::EndGroup,
            5 => WireType::Four,
            _ => return Err(DecodeError::Key(key)),
        };
        match u32::try_from(key >> 3) {
            Ok(tag) if tag > 0 => Ok((tag, wire)),
            _ => Err(DecodeError::Key(key)),
        }
    }

    /// A length and as many bytes.
    pub(super) fn bytes(&mut self) -> Result<&'a [u8], DecodeError> {
        let length = usize::try_from(self.varint()?).map_err(|_| DecodeError::End)?;
        self.take(length)
    }

    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8], DecodeError> {
        let (taken, rest) = self.bytes.split_at_checked(length).ok_or(DecodeError::End)?;
        self.bytes = rest;
        Ok(taken)
    }

    /// Passes over a value of this layout. Groups are gone from every message here, but may be nested in unknown fields.
    pub(super) fn skip(&mut self, wire: WireType) -> Result<(), DecodeError> {
        let mut groups = 0_usize;
        let mut wire = wire;
        loop {
            match wire {
                WireType::Varint => drop(self.varint()?),
                WireType::Eight => drop(self.take(8)?),
                WireType::Bytes => drop(self.bytes()?),
                WireType::Four => drop(self.take(4)?),
                WireType::StartGroup => groups += 1,
                WireType::EndGroup => groups = groups.checked_sub(1).ok_or(DecodeError::Group)?,
            }
            if groups == 0 {
                return Ok(());
            }
            (_, wire) = self.key()?;
        }
    }
}

pub(super) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value as u8) | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

pub(super) fn put_key(out: &mut Vec<u8>, tag: u32, wire: WireType) {
    put_varint(out, (u64::from(tag) << 3) | wire as u64);
}

pub(super) fn put_bytes(out: &mut Vec<u8>, tag: u32, bytes: &[u8]) {
    put_key(out, tag, WireType::Bytes);
    put_varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

pub(super) fn put_number(out: &mut Vec<u8>, tag: u32, value: u64) {
    put_key(out, tag, WireType::Varint);
    put_varint(out, value);
}

/// The bytes that a number takes as a varint.
pub(super) const fn varint_length(value: u64) -> usize {
    (64 - (value | 1).leading_zeros() as usize).div_ceil(7)
}

/// Writes a field whose length is not known yet: one byte is left for it, and the body moves up when it needs more.
/// Cheaper than measuring first, since most messages are shorter than 128 bytes.
pub(super) fn put_nested<E>(
    out: &mut Vec<u8>,
    tag: u32,
    body: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
) -> Result<(), E> {
    put_key(out, tag, WireType::Bytes);
    let at = out.len();
    out.push(0);
    body(out)?;
    let length = out.len() - at - 1;
    if length < 0x80 {
        out[at] = length as u8;
    } else {
        let mut prefix = Vec::with_capacity(10);
        put_varint(&mut prefix, length as u64);
        out.splice(at..=at, prefix);
    }
    Ok(())
}
