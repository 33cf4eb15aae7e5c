//! One frame of the log: what one group commit writes, with checksums that hold only at its place. Pure.
//!
//! The header's checksum covers the store, the segment's generation and the offset, so that a frame left over from an earlier
//! use of the file, or copied from elsewhere, never passes. The header has a checksum of its own: a header alone proves that its
//! frame was begun, and so that the frame before it had been made durable. `segment.rs` builds on that.

use crc32c::{crc32c, crc32c_append};

use super::codec::Fields;

/// Bytes before the payload.
pub(crate) const HEADER: usize = 24;
/// Frames begin at multiples of this.
pub(crate) const ALIGN: usize = 8;
const MAGIC: u32 = u32::from_le_bytes(*b"nvfr");

/// Where a frame stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub store: u64,
    pub generation: u64,
    pub offset: u64,
}

impl Place {
    fn seed(self) -> u32 {
        let mut bytes = [0; 24];
        bytes[..8].copy_from_slice(&self.store.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.generation.to_le_bytes());
        bytes[16..].copy_from_slice(&self.offset.to_le_bytes());
        crc32c(&bytes)
    }
}

/// A header that passed its check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    /// The number of the frame, counted over all segments of the store.
    pub sequence: u64,
    /// Length of the payload.
    pub len: usize,
    crc: u32,
}

impl Header {
    /// How much room the frame takes, with padding.
    pub(crate) fn frame_len(&self) -> u64 {
        padded(HEADER + self.len) as u64
    }

    /// Whether `payload` is what was written.
    pub(crate) fn matches(&self, payload: &[u8]) -> bool {
        payload.len() == self.len && crc32c(payload) == self.crc
    }
}

fn padded(len: usize) -> usize {
    len.next_multiple_of(ALIGN)
}

/// How long the frame will be whose header (still empty) and payload are in `buffer`.
pub(crate) fn sealed_len(buffer: &[u8]) -> u64 {
    padded(buffer.len()) as u64
}

/// Makes a frame of `buffer`, whose first [`HEADER`] bytes are room for the header and whose rest is the payload.
pub(crate) fn seal(buffer: &mut Vec<u8>, place: Place, sequence: u64) {
    let payload = &buffer[HEADER..];
    let len = u32::try_from(payload.len()).expect("a batch is limited to a few MiB");
    let crc = crc32c(payload);
    let mut header = [0; HEADER];
    header[..4].copy_from_slice(&MAGIC.to_le_bytes());
    header[4..8].copy_from_slice(&len.to_le_bytes());
    header[8..16].copy_from_slice(&sequence.to_le_bytes());
    header[16..20].copy_from_slice(&crc.to_le_bytes());
    let check = crc32c_append(place.seed(), &header[..20]);
    header[20..].copy_from_slice(&check.to_le_bytes());
    buffer[..HEADER].copy_from_slice(&header);
    buffer.resize(padded(buffer.len()), 0);
}

/// The header at the start of `bytes`, if there is one that belongs at `place`.
pub(crate) fn header(bytes: &[u8], place: Place) -> Option<Header> {
    let head = bytes.get(..HEADER)?;
    let mut fields = Fields::new(head);
    if fields.u32()? != MAGIC {
        return None;
    }
    let (len, sequence, crc, check) = (fields.u32()?, fields.u64()?, fields.u32()?, fields.u32()?);
    (crc32c_append(place.seed(), &head[..20]) == check).then_some(Header { sequence, len: len as usize, crc })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sealed(payload: &[u8], place: Place, sequence: u64) -> Vec<u8> {
        let mut buffer = vec![0; HEADER];
        buffer.extend_from_slice(payload);
        seal(&mut buffer, place, sequence);
        buffer
    }

    const PLACE: Place = Place { store: 7, generation: 3, offset: 4096 };

    #[test]
    fn a_frame_passes_only_at_its_own_place() {
        let bytes = sealed(b"hello", PLACE, 9);
        assert_eq!(bytes.len() % ALIGN, 0);
        let found = header(&bytes, PLACE).unwrap();
        assert_eq!((found.sequence, found.len, found.frame_len()), (9, 5, bytes.len() as u64));
        assert!(found.matches(b"hello") && !found.matches(b"hellO") && !found.matches(b"hell"));
        for other in
            [Place { store: 8, ..PLACE }, Place { generation: 4, ..PLACE }, Place { offset: 4104, ..PLACE }]
        {
            assert_eq!(header(&bytes, other), None, "{other:?}");
        }
    }

    proptest! {
        #[test]
        fn any_flipped_bit_is_noticed(payload in proptest::collection::vec(any::<u8>(), 1..200), bit in any::<usize>()) {
            let mut bytes = sealed(&payload, PLACE, 1);
            let bit = bit % ((HEADER + payload.len()) * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            let passes = header(&bytes, PLACE)
                .is_some_and(|h| bytes.get(HEADER..HEADER + h.len).is_some_and(|p| h.matches(p)));
            prop_assert!(!passes);
        }

        #[test]
        fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let _ = header(&bytes, PLACE);
        }
    }
}
