//! A log file: a header that names its generation, then frames. Pure: it works on the bytes of a whole file.
//!
//! What the order of writes proves, and `scan` relies on:
//! - frame n is durable before any byte of frame n+1 is written, so a frame header behind a bad frame means damage, not a torn
//!   write; a bad frame with nothing behind it is the write that a crash interrupted, and nobody was told that it happened;
//! - all frames of a segment are durable before the header of the next one is written, and that header says with which frame it
//!   begins, so an older segment must hold every frame up to there, and what lies behind them means nothing;
//! - a segment's header is durable before its first frame, so a file with a bad header has no frames.

use std::ops::Range;

use super::codec::{Append, DecodeError, Fields};
use super::frame::{self, Place};

/// Frames begin here: the header has a block of the device to itself, so that no later write touches it.
pub(crate) const FIRST_FRAME: u64 = 4096;
/// The layout of segments and checkpoints that this program writes and reads.
pub(crate) const FORMAT_VERSION: u32 = 1;
const MAGIC: &[u8; 8] = b"navarlog";
const CHECKED: usize = 48;

/// What the first block of a segment says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SegmentHeader {
    /// The store that it belongs to; drawn at random when the store was made.
    pub store: u64,
    /// Which use of a file this is; one more than the segment before.
    pub generation: u64,
    /// The number of its first frame.
    pub first_sequence: u64,
    /// The revision that the first transaction in it makes.
    pub next_revision: u64,
}

impl SegmentHeader {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(FIRST_FRAME as usize);
        bytes.extend_from_slice(MAGIC);
        bytes.put_u32(FORMAT_VERSION);
        bytes.put_u32(0);
        for field in [self.store, self.generation, self.first_sequence, self.next_revision] {
            bytes.put_u64(field);
        }
        bytes.put_u32(crc32c::crc32c(&bytes));
        bytes.resize(FIRST_FRAME as usize, 0);
        bytes
    }

    /// The header in the first block of a file; `None` if there is none that holds, an error if it is of another version.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Option<Self>, DecodeError> {
        let Some((fields, crc)) = bytes.get(..CHECKED + 4).map(|bytes| bytes.split_at(CHECKED)) else {
            return Ok(None);
        };
        if !fields.starts_with(MAGIC) || crc32c::crc32c(fields).to_le_bytes() != crc {
            return Ok(None);
        }
        let mut fields = Fields::new(&fields[MAGIC.len()..]);
        let version = fields.u32().unwrap_or_default();
        if version != FORMAT_VERSION {
            return Err(DecodeError::new(
                8,
                format!("log format {version}; this program reads {FORMAT_VERSION}"),
            ));
        }
        let _reserved = fields.u32();
        let mut next = || fields.u64().unwrap_or_default();
        let (store, generation, first_sequence, next_revision) = (next(), next(), next(), next());
        Ok(Some(Self { store, generation, first_sequence, next_revision }))
    }

    fn place(&self, offset: u64) -> Place {
        Place { store: self.store, generation: self.generation, offset }
    }
}

/// A whole frame in the bytes of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FrameAt {
    pub offset: u64,
    pub sequence: u64,
    /// Where its payload lies in the bytes.
    pub payload: Range<usize>,
}

/// What a scan found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scan {
    pub frames: Vec<FrameAt>,
    /// Where the next frame goes.
    pub end: u64,
    /// The remains of an interrupted write behind `end`, up to where they may reach.
    pub torn: Option<Range<u64>>,
}

/// From where to where a segment is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Where the first frame of interest begins.
    pub start: u64,
    /// Its number.
    pub sequence: u64,
    /// The number of the first frame of the next segment, if there is one.
    pub next_segment: Option<u64>,
}

/// Finds the frames of a segment and how it ends; an error if it is damaged.
pub(crate) fn scan(bytes: &[u8], header: &SegmentHeader, bounds: Bounds) -> Result<Scan, DecodeError> {
    let mut frames = Vec::new();
    let (mut offset, mut sequence) = (bounds.start, bounds.sequence);
    while bounds.next_segment != Some(sequence) {
        match whole_frame(bytes, header, offset, sequence)? {
            Some((frame, end)) => {
                frames.push(frame);
                offset = end;
                sequence = sequence.wrapping_add(1);
            }
            None if bounds.next_segment.is_some() => {
                return Err(DecodeError::new(
                    offset,
                    format!(
                        "frame {sequence} is damaged, though a newer log file proves that it was complete"
                    ),
                ));
            }
            None => {
                let torn = torn_tail(bytes, header, offset, sequence)?;
                return Ok(Scan { frames, end: offset, torn });
            }
        }
    }
    Ok(Scan { frames, end: offset, torn: None })
}

/// The frame at `offset` and where it ends; `None` if there is none or its payload doesn't hold.
fn whole_frame(
    bytes: &[u8],
    header: &SegmentHeader,
    offset: u64,
    sequence: u64,
) -> Result<Option<(FrameAt, u64)>, DecodeError> {
    let Some(rest) = usize::try_from(offset).ok().and_then(|at| bytes.get(at..)) else { return Ok(None) };
    let Some(head) = frame::header(rest, header.place(offset)) else { return Ok(None) };
    if head.sequence != sequence {
        let what = format!("frame {} stands where frame {sequence} belongs", head.sequence);
        return Err(DecodeError::new(offset, what));
    }
    let Some(payload) = rest.get(frame::HEADER..).and_then(|rest| rest.get(..head.len)) else {
        return Ok(None);
    };
    if !head.matches(payload) {
        return Ok(None);
    }
    let start = offset as usize + frame::HEADER;
    let frame = FrameAt { offset, sequence, payload: start..start + head.len };
    Ok(Some((frame, offset + head.frame_len())))
}

/// Looks behind a frame that is not whole: an error if anything there proves that it once was.
fn torn_tail(
    bytes: &[u8],
    header: &SegmentHeader,
    offset: u64,
    sequence: u64,
) -> Result<Option<Range<u64>>, DecodeError> {
    let rest = usize::try_from(offset).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
    let begun = frame::header(rest, header.place(offset));
    // The payload of a frame that was begun can't hold frames; without its header nobody knows how far it reaches.
    let mut behind =
        begun.map_or(offset + frame::ALIGN as u64, |head| offset.saturating_add(head.frame_len()));
    let after = behind;
    while let Some(rest) = usize::try_from(behind).ok().and_then(|at| bytes.get(at..))
        && rest.len() >= frame::HEADER
    {
        if let Some(later) = frame::header(rest, header.place(behind)) {
            return Err(DecodeError::new(
                offset,
                format!(
                    "frame {sequence} is damaged; frame {} at offset {behind} proves that it was complete",
                    later.sequence
                ),
            ));
        }
        behind += frame::ALIGN as u64;
    }
    Ok(begun.map(|_| offset..after.min(bytes.len() as u64)))
}

/// Whether a file without a valid header holds the first frame that generation `header.generation` would have: then its header was
/// damaged later. `bytes` is the start of the file, a little past the first frame's header.
pub(crate) fn has_first_frame(bytes: &[u8], header: &SegmentHeader) -> bool {
    bytes
        .get(FIRST_FRAME as usize..)
        .and_then(|rest| frame::header(rest, header.place(FIRST_FRAME)))
        .is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: SegmentHeader =
        SegmentHeader { store: 5, generation: 2, first_sequence: 10, next_revision: 1 };
    const FROM_START: Bounds = Bounds { start: FIRST_FRAME, sequence: 10, next_segment: None };

    /// A segment with one frame per payload, in a file of 8 KiB.
    fn segment(payloads: &[&[u8]]) -> (Vec<u8>, Vec<u64>) {
        let mut bytes = HEAD.encode();
        let mut offsets = Vec::new();
        for (sequence, payload) in (10..).zip(payloads) {
            offsets.push(bytes.len() as u64);
            let mut buffer = vec![0; frame::HEADER];
            buffer.extend_from_slice(payload);
            frame::seal(&mut buffer, HEAD.place(bytes.len() as u64), sequence);
            bytes.extend_from_slice(&buffer);
        }
        offsets.push(bytes.len() as u64);
        bytes.resize(8192, 0);
        (bytes, offsets)
    }

    #[test]
    fn headers_round_trip_and_a_broken_one_is_none() {
        let bytes = HEAD.encode();
        assert_eq!(SegmentHeader::decode(&bytes), Ok(Some(HEAD)));
        for at in [0, 9, 20, 47, 50] {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            assert_eq!(SegmentHeader::decode(&bytes), Ok(None), "byte {at}");
        }
        assert_eq!(SegmentHeader::decode(&bytes[..30]), Ok(None));
        let mut newer = bytes[..CHECKED].to_vec();
        newer[8] = 99;
        newer.put_u32(crc32c::crc32c(&newer));
        let error = SegmentHeader::decode(&newer).unwrap_err();
        assert!(error.what.contains("log format 99"), "{error}");
    }

    #[test]
    fn every_frame_is_found_and_the_end_is_clean() {
        let (bytes, offsets) = segment(&[b"one", b"two", b"three"]);
        let scan = scan(&bytes, &HEAD, FROM_START).unwrap();
        let found: Vec<_> = scan.frames.iter().map(|f| (f.sequence, &bytes[f.payload.clone()])).collect();
        assert_eq!(found, [(10, &b"one"[..]), (11, b"two"), (12, b"three")]);
        assert_eq!((scan.end, scan.torn), (offsets[3], None));
    }

    #[test]
    fn a_torn_last_frame_is_the_end_however_it_tore() {
        let (bytes, offsets) = segment(&[b"one", b"two", &[7; 600]]);
        let last = offsets[2] as usize;
        for (damaged, noticed) in
            [(last..last + 8, false), (last + 30..last + 40, true), (last + 600..last + 620, true)]
        {
            let mut bytes = bytes.clone();
            bytes[damaged.clone()].fill(0);
            let scan = scan(&bytes, &HEAD, FROM_START).unwrap();
            assert_eq!((scan.frames.len(), scan.end), (2, offsets[2]), "{damaged:?}");
            assert_eq!(scan.torn.is_some(), noticed, "{damaged:?}");
        }
    }

    #[test]
    fn damage_with_a_frame_behind_it_is_an_error_that_names_the_place() {
        let (bytes, offsets) = segment(&[b"one", b"two", b"three"]);
        for at in [offsets[1], offsets[1] + 9, offsets[1] + 25] {
            let mut bytes = bytes.clone();
            bytes[at as usize] ^= 0x40;
            assert_eq!(scan(&bytes, &HEAD, FROM_START).unwrap_err().offset, offsets[1], "byte {at}");
        }
    }

    #[test]
    fn a_newer_segment_proves_what_this_one_must_hold() {
        let (mut bytes, offsets) = segment(&[b"one", b"two", b"three"]);
        let until = |next| Bounds { next_segment: Some(next), ..FROM_START };
        assert_eq!(scan(&bytes, &HEAD, until(13)).unwrap().frames.len(), 3);
        assert!(scan(&bytes, &HEAD, until(14)).is_err());
        bytes[offsets[2] as usize + 25] ^= 1;
        assert!(scan(&bytes, &HEAD, until(13)).is_err());
        // What lies behind the last frame that counts was cut off before the next segment began.
        assert_eq!(scan(&bytes, &HEAD, until(12)).unwrap().frames.len(), 2);
    }

    #[test]
    fn frames_of_an_earlier_use_of_the_file_do_not_count() {
        let (mut bytes, _) = segment(&[b"one", b"two"]);
        let next = SegmentHeader { generation: 3, first_sequence: 12, ..HEAD };
        bytes[..FIRST_FRAME as usize].copy_from_slice(&next.encode());
        let found = scan(&bytes, &next, Bounds { sequence: 12, ..FROM_START }).unwrap();
        assert_eq!((found.frames.len(), found.end, found.torn), (0, FIRST_FRAME, None));
        assert!(!has_first_frame(&bytes, &next) && has_first_frame(&bytes, &HEAD));
    }
}
