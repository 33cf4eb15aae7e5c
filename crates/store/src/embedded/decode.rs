//! The decoders as pure functions over bytes, for tools and fuzzing. They never panic and allocate only by what is there.

use std::time::Duration;

pub use super::codec::DecodeError;
use super::item::Moment;
use super::segment::{self, Bounds, FIRST_FRAME, SegmentHeader};
use super::{checkpoint, record};

/// A log file, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodedSegment {
    /// Which use of the file this is.
    pub generation: u64,
    /// Its complete frames, in order.
    pub frames: Vec<DecodedFrame>,
    /// Where the next frame would go.
    pub end: u64,
    /// Whether an interrupted write follows there.
    pub torn: bool,
}

/// A frame of the log, decoded: one group commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodedFrame {
    /// Where in the file.
    pub offset: u64,
    /// Its number, counted over all files.
    pub sequence: u64,
    /// The revision of its first transaction.
    pub first_revision: u64,
    /// Up to where history was forgotten.
    pub compacted: u64,
    /// How many transactions it holds.
    pub transactions: u32,
    /// How many changes these make.
    pub changes: usize,
}

/// Decodes a whole log file. `None` if it has no valid header, which means that it isn't in use.
pub fn decode_segment(bytes: &[u8]) -> Result<Option<DecodedSegment>, DecodeError> {
    let Some(header) = SegmentHeader::decode(bytes)? else { return Ok(None) };
    let bounds = Bounds { start: FIRST_FRAME, sequence: header.first_sequence, next_segment: None };
    let scan = segment::scan(bytes, &header, bounds)?;
    let mut frames = Vec::with_capacity(scan.frames.len());
    for frame in &scan.frames {
        let batch = record::decode(&bytes[frame.payload.clone()])
            .map_err(|error| DecodeError { offset: frame.payload.start as u64 + error.offset, ..error })?;
        frames.push(DecodedFrame {
            offset: frame.offset,
            sequence: frame.sequence,
            first_revision: batch.first_revision,
            compacted: batch.compacted,
            transactions: batch.transactions,
            changes: batch.ops.len(),
        });
    }
    Ok(Some(DecodedSegment {
        generation: header.generation,
        frames,
        end: scan.end,
        torn: scan.torn.is_some(),
    }))
}

/// A checkpoint or backup, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodedCheckpoint {
    /// The revision that it shows.
    pub revision: u64,
    /// Up to where history was forgotten.
    pub compacted: u64,
    /// How many keys it holds, with those that are only history.
    pub keys: usize,
}

/// Decodes a whole checkpoint or backup.
pub fn decode_checkpoint(bytes: &[u8]) -> Result<DecodedCheckpoint, DecodeError> {
    let now = Moment { wall: Duration::ZERO, monotonic: Duration::ZERO };
    let contents = checkpoint::read(&bytes, now).map_err(|error| match error {
        checkpoint::ReadError::Decode(error) => error,
        checkpoint::ReadError::Io(error) => DecodeError::new(0, error.to_string()),
    })?;
    let (revision, compacted) = (contents.header.revision.0, contents.header.compacted.0);
    Ok(DecodedCheckpoint { revision, compacted, keys: contents.keys.len() })
}
