//! What a frame of the log holds: the transactions of one group commit. Pure.
//!
//! Creation revisions and version counts are not written: replay derives them as the first execution did.

use super::codec::{Append, DecodeError, Fields};

const DELETE: u8 = 0;
const PUT: u8 = 1;
const PUT_WITH_TTL: u8 = 2;
const TRANSACTIONS_AT: usize = 24;

/// When a key deletes itself, as it is written to disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ttl {
    /// The wall-clock time in milliseconds since 1970.
    pub deadline: u64,
    /// How long that was after the write, in milliseconds: a clock that was set back can't keep the key longer.
    pub millis: u64,
}

/// One change of one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Op<'a> {
    Put { key: &'a [u8], value: &'a [u8], ttl: Option<Ttl> },
    Delete { key: &'a [u8] },
}

/// The payload of a frame.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Batch<'a> {
    /// The revision of the first transaction.
    pub first_revision: u64,
    /// History up to here was forgotten when the frame was written.
    pub compacted: u64,
    /// When it was written, in milliseconds since 1970.
    pub time: u64,
    /// How many transactions it holds; each makes one revision.
    pub transactions: u32,
    /// All changes in order, each with the number of its transaction, from 0.
    pub ops: Vec<(u32, Op<'a>)>,
}

/// Writes a batch into a buffer, transaction by transaction.
pub(crate) struct BatchWriter {
    start: usize,
    transactions: u32,
}

impl BatchWriter {
    /// Begins a batch at the end of `buffer`.
    pub(crate) fn begin(buffer: &mut Vec<u8>, first_revision: u64) -> Self {
        let start = buffer.len();
        for field in [first_revision, 0, 0] {
            buffer.put_u64(field);
        }
        buffer.put_u32(0);
        Self { start, transactions: 0 }
    }

    /// Adds a transaction of `ops` changes, each of which follows by [`op`](Self::op).
    pub(crate) fn transaction(&mut self, buffer: &mut Vec<u8>, ops: u32) {
        buffer.put_u32(ops);
        self.transactions += 1;
    }

    /// How many there are so far.
    pub(crate) fn transactions(&self) -> u32 {
        self.transactions
    }

    pub(crate) fn op(buffer: &mut Vec<u8>, op: &Op<'_>) {
        match op {
            Op::Delete { key } => {
                buffer.push(DELETE);
                buffer.put_sized(key);
            }
            Op::Put { key, value, ttl } => {
                buffer.push(if ttl.is_some() { PUT_WITH_TTL } else { PUT });
                buffer.put_sized(key);
                buffer.put_sized(value);
                if let Some(ttl) = ttl {
                    buffer.put_u64(ttl.deadline);
                    buffer.put_u64(ttl.millis);
                }
            }
        }
    }

    /// Fills in what is known only at the end.
    pub(crate) fn finish(&self, buffer: &mut [u8], compacted: u64, time: u64) {
        let at = self.start;
        buffer[at + 8..at + 16].copy_from_slice(&compacted.to_le_bytes());
        buffer[at + 16..at + 24].copy_from_slice(&time.to_le_bytes());
        buffer[at + TRANSACTIONS_AT..at + TRANSACTIONS_AT + 4]
            .copy_from_slice(&self.transactions.to_le_bytes());
    }
}

/// Reads a batch back. The bytes have passed their checksum, so an error means a program that wrote what it shouldn't have.
pub(crate) fn decode(payload: &[u8]) -> Result<Batch<'_>, DecodeError> {
    let mut fields = Fields::new(payload);
    let mut batch = Batch::default();
    match fill(&mut fields, &mut batch) {
        Some(()) if fields.is_empty() => Ok(batch),
        Some(()) => Err(DecodeError::new(fields.taken() as u64, "bytes behind the last transaction")),
        None => Err(DecodeError::new(
            fields.taken() as u64,
            "a transaction that is cut short or of an unknown kind",
        )),
    }
}

fn fill<'a>(fields: &mut Fields<'a>, batch: &mut Batch<'a>) -> Option<()> {
    batch.first_revision = fields.u64()?;
    batch.compacted = fields.u64()?;
    batch.time = fields.u64()?;
    batch.transactions = fields.u32()?;
    for transaction in 0..batch.transactions {
        for _ in 0..fields.u32()? {
            batch.ops.push((transaction, op(fields)?));
        }
    }
    Some(())
}

fn op<'a>(fields: &mut Fields<'a>) -> Option<Op<'a>> {
    let kind = fields.u8()?;
    let key = fields.sized()?;
    Some(match kind {
        DELETE => Op::Delete { key },
        PUT => Op::Put { key, value: fields.sized()?, ttl: None },
        PUT_WITH_TTL => {
            let value = fields.sized()?;
            let ttl = Ttl { deadline: fields.u64()?, millis: fields.u64()? };
            Op::Put { key, value, ttl: Some(ttl) }
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    type OwnedOp = (Vec<u8>, Option<(Vec<u8>, Option<(u64, u64)>)>);

    fn ops() -> impl Strategy<Value = Vec<Vec<OwnedOp>>> {
        let bytes = || vec(any::<u8>(), 0..40);
        let put = proptest::option::of((bytes(), proptest::option::of((any::<u64>(), any::<u64>()))));
        vec(vec((bytes(), put), 0..5), 0..6)
    }

    fn borrowed((key, put): &OwnedOp) -> Op<'_> {
        match put {
            None => Op::Delete { key },
            Some((value, ttl)) => {
                Op::Put { key, value, ttl: ttl.map(|(deadline, millis)| Ttl { deadline, millis }) }
            }
        }
    }

    proptest! {
        #[test]
        fn batches_round_trip(transactions in ops(), first in any::<u64>(), compacted in any::<u64>(), time in any::<u64>()) {
            let mut buffer = vec![1, 2, 3];
            let mut writer = BatchWriter::begin(&mut buffer, first);
            let mut expected = Vec::new();
            for (number, ops) in (0..).zip(&transactions) {
                writer.transaction(&mut buffer, u32::try_from(ops.len()).unwrap());
                for op in ops {
                    BatchWriter::op(&mut buffer, &borrowed(op));
                    expected.push((number, borrowed(op)));
                }
            }
            writer.finish(&mut buffer, compacted, time);
            let batch = decode(&buffer[3..]).unwrap();
            prop_assert_eq!((batch.first_revision, batch.compacted, batch.time), (first, compacted, time));
            prop_assert_eq!(batch.transactions as usize, transactions.len());
            prop_assert_eq!(batch.ops, expected);
        }

        #[test]
        fn arbitrary_bytes_never_panic(bytes in vec(any::<u8>(), 0..200)) {
            let _ = decode(&bytes);
        }
    }

    #[test]
    fn absurd_counts_allocate_nothing() {
        let mut bytes = vec![0; 24];
        bytes.put_u32(u32::MAX);
        bytes.put_u32(u32::MAX);
        assert!(decode(&bytes).is_err());
    }
}
