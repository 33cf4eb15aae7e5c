//! Header, blocks and entries of a checkpoint as bytes. Pure.

use std::sync::Arc;

use bytes::Bytes;

use super::super::codec::{Append, DecodeError, Fields};
use super::super::history::Mark;
use super::super::item::{Item, Lease, Moment};
use super::super::record::Ttl;
use super::super::segment::FORMAT_VERSION;
use super::super::state::{Chain, Position, Slot};
use crate::{KeyValue, Revision};

/// The length of the file's header.
pub(crate) const HEADER: usize = 128;
/// The length of a block's header.
pub(crate) const BLOCK_HEADER: usize = 16;
/// A block is closed when it has reached this size.
pub(crate) const BLOCK_TARGET: usize = 256 << 10;
/// No block is longer: one that has not reached its target takes one more version.
pub(crate) const BLOCK_MAX: usize = BLOCK_TARGET + 2 * crate::MAX_BYTES;
const MAGIC: &[u8; 8] = b"navarckp";
const CHECKED: usize = 72;

/// What the first bytes of the file say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Header {
    /// The store that it was written by.
    pub store: u64,
    pub revision: Revision,
    pub compacted: Revision,
    /// Where the log continues.
    pub position: Position,
    /// When it was written, in milliseconds since 1970.
    pub time: u64,
}

impl Header {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend_from_slice(MAGIC);
        bytes.put_u32(FORMAT_VERSION);
        bytes.put_u32(0);
        let Position { generation, offset, sequence } = self.position;
        for field in [self.store, self.revision.0, self.compacted.0, generation, offset, sequence, self.time]
        {
            bytes.put_u64(field);
        }
        bytes.put_u32(crc32c::crc32c(&bytes));
        bytes.resize(HEADER, 0);
        bytes
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let damaged = |what: &str| DecodeError::new(0, what);
        if !bytes.starts_with(MAGIC) {
            return Err(damaged("this is not a checkpoint or backup of a store"));
        }
        let (fields, crc) =
            bytes.get(..CHECKED + 4).ok_or_else(|| damaged("the header is cut short"))?.split_at(CHECKED);
        if crc32c::crc32c(fields).to_le_bytes() != crc {
            return Err(damaged("the header is damaged"));
        }
        let mut fields = Fields::new(&fields[MAGIC.len()..]);
        let version = fields.u32().unwrap_or_default();
        if version != FORMAT_VERSION {
            return Err(damaged(&format!("format {version}; this program reads {FORMAT_VERSION}")));
        }
        let _reserved = fields.u32();
        let mut next = || fields.u64().unwrap_or_default();
        Ok(Self {
            store: next(),
            revision: Revision(next()),
            compacted: Revision(next()),
            position: Position { generation: next(), offset: next(), sequence: next() },
            time: next(),
        })
    }
}

/// What a block holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BlockKind {
    /// Keys with their versions.
    Entries = 1,
    /// When revisions were committed.
    Marks = 2,
    /// The counts of everything before: the file is complete.
    End = 3,
}

/// A block's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BlockHeader {
    pub kind: BlockKind,
    /// How many entries or marks.
    pub count: u32,
    pub len: u32,
    crc: u32,
}

impl BlockHeader {
    /// The header of block `index` of the file of `store`.
    pub(crate) fn new(store: u64, index: u64, kind: BlockKind, count: u32, payload: &[u8]) -> Self {
        let len = u32::try_from(payload.len()).expect("blocks are limited in size");
        Self { kind, count, len, crc: Self::checksum(store, index, kind, count, payload) }
    }

    fn checksum(store: u64, index: u64, kind: BlockKind, count: u32, payload: &[u8]) -> u32 {
        let mut seed = Vec::with_capacity(24);
        seed.put_u64(store);
        seed.put_u64(index);
        seed.put_u32(kind as u32);
        seed.put_u32(count);
        crc32c::crc32c_append(crc32c::crc32c(&seed), payload)
    }

    pub(crate) fn encode(&self) -> [u8; BLOCK_HEADER] {
        let mut bytes = [0; BLOCK_HEADER];
        for (at, field) in [self.kind as u32, self.count, self.len, self.crc].into_iter().enumerate() {
            bytes[at * 4..at * 4 + 4].copy_from_slice(&field.to_le_bytes());
        }
        bytes
    }

    /// `None` if it can't be one.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields::new(bytes);
        let kind = match fields.u32()? {
            1 => BlockKind::Entries,
            2 => BlockKind::Marks,
            3 => BlockKind::End,
            _ => return None,
        };
        let (count, len, crc) = (fields.u32()?, fields.u32()?, fields.u32()?);
        (len as usize <= BLOCK_MAX).then_some(Self { kind, count, len, crc })
    }

    /// Whether `payload` is what was written as block `index`.
    pub(crate) fn matches(&self, store: u64, index: u64, payload: &[u8]) -> bool {
        Self::checksum(store, index, self.kind, self.count, payload) == self.crc
    }
}

/// Appends some versions of a key.
pub(crate) fn put_entry<'a>(buffer: &mut Vec<u8>, key: &[u8], slots: impl IntoIterator<Item = &'a Slot>) {
    buffer.put_sized(key);
    let count_at = buffer.len();
    buffer.put_u32(0);
    let mut count: u32 = 0;
    for slot in slots {
        put_slot(buffer, slot);
        count += 1;
    }
    buffer[count_at..count_at + 4].copy_from_slice(&count.to_le_bytes());
}

fn put_slot(buffer: &mut Vec<u8>, slot: &Slot) {
    buffer.put_u64(slot.revision.0);
    buffer.put_u32(slot.order);
    let Some(item) = &slot.item else { return buffer.push(0) };
    buffer.push(if item.lease.is_some() { 2 } else { 1 });
    buffer.put_u64(item.kv.create_revision.0);
    buffer.put_u64(item.kv.version);
    buffer.put_sized(&item.kv.value);
    if let Some(lease) = &item.lease {
        buffer.put_u64(lease.ttl.deadline);
        buffer.put_u64(lease.ttl.millis);
    }
}

/// Reads the entries of a block onto the end of `keys`; an entry for the last key there continues it.
pub(crate) fn take_entries(
    payload: &[u8],
    count: u32,
    now: Moment,
    keys: &mut Vec<(Bytes, Chain)>,
) -> Result<(), DecodeError> {
    let mut fields = Fields::new(payload);
    for _ in 0..count {
        let at = fields.taken() as u64;
        take_entry(&mut fields, now, keys)
            .ok_or_else(|| DecodeError::new(at, "an entry that can't be read"))?;
    }
    if fields.is_empty() {
        Ok(())
    } else {
        Err(DecodeError::new(fields.taken() as u64, "bytes behind the last entry"))
    }
}

fn take_entry(fields: &mut Fields<'_>, now: Moment, keys: &mut Vec<(Bytes, Chain)>) -> Option<()> {
    let bytes = fields.sized()?;
    let count = fields.u32()?;
    let continues = keys.last().is_some_and(|(key, _)| key == bytes);
    if !continues && (count == 0 || keys.last().is_some_and(|(key, _)| *key > *bytes)) {
        return None;
    }
    let key = if continues { keys.last()?.0.clone() } else { Bytes::copy_from_slice(bytes) };
    for index in 0..count {
        let slot = take_slot(fields, &key, now)?;
        if index == 0 && !continues {
            keys.push((key.clone(), Chain::new(slot)));
            continue;
        }
        let chain = &mut keys.last_mut()?.1;
        if chain.last().revision >= slot.revision {
            return None;
        }
        chain.push(slot);
    }
    Some(())
}

fn take_slot(fields: &mut Fields<'_>, key: &Bytes, now: Moment) -> Option<Slot> {
    let revision = Revision(fields.u64()?);
    let order = fields.u32()?;
    let kind = fields.u8()?;
    if kind == 0 {
        return Some(Slot { revision, order, item: None });
    }
    let create_revision = Revision(fields.u64()?);
    let version = fields.u64()?;
    let value = Bytes::copy_from_slice(fields.sized()?);
    let lease = match kind {
        1 => None,
        2 => {
            let ttl = Ttl { deadline: fields.u64()?, millis: fields.u64()? };
            Some(Box::new(Lease::resumed(now, ttl)))
        }
        _ => return None,
    };
    let kv = KeyValue { key: key.clone(), value, create_revision, mod_revision: revision, version };
    Some(Slot { revision, order, item: Some(Arc::new(Item { kv, lease })) })
}

/// Appends a mark.
pub(crate) fn put_mark(buffer: &mut Vec<u8>, mark: &Mark) {
    for field in [mark.start, mark.end, mark.revision.0] {
        buffer.put_u64(field);
    }
}

/// Reads a block of marks.
pub(crate) fn take_marks(payload: &[u8]) -> Option<Vec<Mark>> {
    let mut fields = Fields::new(payload);
    let mut marks = Vec::with_capacity(payload.len() / 24);
    while !fields.is_empty() {
        marks.push(Mark { start: fields.u64()?, end: fields.u64()?, revision: Revision(fields.u64()?) });
    }
    Some(marks)
}

/// What the last block says about those before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Totals {
    pub blocks: u64,
    /// Entries: keys, and once more for each further block that a key goes on in.
    pub entries: u64,
}

impl Totals {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16);
        bytes.put_u64(self.blocks);
        bytes.put_u64(self.entries);
        bytes
    }

    pub(crate) fn decode(payload: &[u8]) -> Option<Self> {
        let mut fields = Fields::new(payload);
        let totals = Self { blocks: fields.u64()?, entries: fields.u64()? };
        fields.is_empty().then_some(totals)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const NOW: Moment = Moment { wall: Duration::ZERO, monotonic: Duration::ZERO };

    #[test]
    fn headers_round_trip_and_say_what_is_wrong() {
        let header = Header {
            store: 1,
            revision: Revision(9),
            compacted: Revision(4),
            position: Position { generation: 2, offset: 4096, sequence: 7 },
            time: 5,
        };
        let bytes = header.encode();
        assert_eq!((bytes.len(), Header::decode(&bytes)), (HEADER, Ok(header)));
        for (at, expected) in [(0, "not a checkpoint"), (30, "damaged"), (73, "damaged")] {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            let error = Header::decode(&bytes).unwrap_err();
            assert!(error.what.contains(expected), "byte {at}: {error}");
        }
        let mut newer = bytes[..CHECKED].to_vec();
        newer[8] = 2;
        newer.put_u32(crc32c::crc32c(&newer));
        assert!(Header::decode(&newer).unwrap_err().what.contains("format 2"));
    }

    #[test]
    fn entries_round_trip_and_a_key_may_go_on_in_the_next() {
        let item =
            |revision, lease| Item::following(None, &"k".into(), "value".into(), Revision(revision), lease);
        let lease = Lease::starting(NOW, Duration::from_secs(3));
        let slots = [
            Slot { revision: Revision(1), order: 0, item: Some(item(1, None)) },
            Slot { revision: Revision(2), order: 3, item: None },
            Slot { revision: Revision(5), order: 1, item: Some(item(5, Some(lease))) },
        ];
        let mut buffer = Vec::new();
        put_entry(&mut buffer, b"k", &slots[..1]);
        put_entry(&mut buffer, b"k", &slots[1..]);
        put_entry(&mut buffer, b"l", &slots[..1]);
        let mut keys = Vec::new();
        take_entries(&buffer, 3, NOW, &mut keys).unwrap();
        assert_eq!(keys.len(), 2);
        let all = |chain: &Chain| {
            chain
                .kept(Revision::ZERO, Revision(9), Revision::ZERO)
                .map(|s| {
                    (
                        s.revision.0,
                        s.order,
                        s.item.as_ref().map(|i| (i.kv.value.clone(), i.lease.as_deref().copied())),
                    )
                })
                .collect::<Vec<_>>()
        };
        let value = Bytes::from("value");
        assert_eq!(
            all(&keys[0].1),
            [(1, 0, Some((value.clone(), None))), (2, 3, None), (5, 1, Some((value, Some(lease))))]
        );
        // Out of order, or cut short: refused.
        assert!(take_entries(&buffer, 3, NOW, &mut keys).is_err());
        assert!(take_entries(&buffer[..buffer.len() - 1], 3, NOW, &mut Vec::new()).is_err());
    }
}
