//! Reading and writing little-endian fields in a byte buffer, and the error of every decoder here. Pure.

/// Bytes that are not what the format says. `offset` counts from the start of the file or buffer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("at offset {offset}: {what}")]
pub struct DecodeError {
    /// Where in the bytes.
    pub offset: u64,
    /// What is wrong there.
    pub what: String,
}

impl DecodeError {
    pub(crate) fn new(offset: u64, what: impl Into<String>) -> Self {
        Self { offset, what: what.into() }
    }
}

/// Takes fields off the front of a buffer; `None` when it is too short. Never reads past the end, never allocates.
#[derive(Clone)]
pub(crate) struct Fields<'a> {
    rest: &'a [u8],
    whole: usize,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, whole: bytes.len() }
    }

    /// How many bytes have been taken.
    pub(crate) fn taken(&self) -> usize {
        self.whole - self.rest.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.rest.split_first_chunk::<N>()?;
        self.rest = rest;
        Some(*taken)
    }

    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[b]| b)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// A length of four bytes and that many bytes.
    pub(crate) fn sized(&mut self) -> Option<&'a [u8]> {
        let len = self.u32()?;
        self.bytes(len as usize)
    }
}

/// Appends fields to a buffer.
pub(crate) trait Append {
    fn put_u32(&mut self, value: u32);
    fn put_u64(&mut self, value: u64);
    fn put_sized(&mut self, bytes: &[u8]);
}

impl Append for Vec<u8> {
    fn put_u32(&mut self, value: u32) {
        self.extend_from_slice(&value.to_le_bytes());
    }

    fn put_u64(&mut self, value: u64) {
        self.extend_from_slice(&value.to_le_bytes());
    }

    fn put_sized(&mut self, bytes: &[u8]) {
        // Transactions are limited to far less than 4 GiB before they get here.
        self.put_u32(u32::try_from(bytes.len()).expect("keys and values are limited in size"));
        self.extend_from_slice(bytes);
    }
}
