//! Reads a store from its directory: the checkpoint, then the log behind it. Changes nothing; `embedded.rs` repairs what it reports.

use std::ops::Range;

use bytes::Bytes;

use super::checkpoint;
use super::codec::DecodeError;
use super::disk::{Disk, DiskFile};
use super::files::{CHECKPOINT, damaged, failed, unreadable};
use super::item::{Item, Lease, Moment, millis_up};
use super::pool::{LogFile, file_number};
use super::record::{self, Batch, Op};
use super::segment::{self, Bounds, FIRST_FRAME, Scan, SegmentHeader};
use super::state::{Effect, Position, State};
use crate::{Error, Result, Revision};

/// A log file with its header.
pub(crate) struct Segment {
    pub file: LogFile,
    pub header: SegmentHeader,
}

/// What a directory holds.
pub(crate) struct Loaded {
    pub state: State,
    pub store: u64,
    pub checkpoint_revision: Revision,
    pub checkpoint_bytes: u64,
    /// The segments that are needed, oldest first; there is at least one.
    pub live: Vec<Segment>,
    /// Log files that hold nothing of use.
    pub free: Vec<LogFile>,
    /// The remains of an interrupted write in the newest segment.
    pub torn: Option<Range<u64>>,
    /// The last whole frame of the newest segment, or its header if it has none: all that may not be durable yet.
    pub last_write: Range<u64>,
    pub replayed: Replayed,
}

/// How much log was replayed.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Replayed {
    pub transactions: u64,
    pub bytes: u64,
}

/// Reads everything. `max_age` is that of the history kept.
pub(crate) fn load(
    disk: &dyn Disk,
    names: &[String],
    now: Moment,
    max_age: std::time::Duration,
) -> Result<Loaded> {
    let file = disk.open(CHECKPOINT).map_err(|error| failed("open", CHECKPOINT, &error))?;
    let contents = checkpoint::read(file.as_ref(), now).map_err(|error| unreadable(CHECKPOINT, &error))?;
    let header = contents.header;
    let (live, free) = segments(disk, names, &header)?;
    let checkpoint_bytes = contents.bytes;
    let mut loaded = Loaded {
        state: contents.into_state(),
        store: header.store,
        checkpoint_revision: header.revision,
        checkpoint_bytes,
        live,
        free,
        torn: None,
        last_write: 0..FIRST_FRAME,
        replayed: Replayed::default(),
    };
    let replay = Replay { now, max_age: millis_up(max_age) };
    for index in 0..loaded.live.len() {
        replay.segment(disk, &mut loaded, index)?;
    }
    Ok(loaded)
}

/// The log files in use, by generation, and the others.
fn segments(
    disk: &dyn Disk,
    names: &[String],
    checkpoint: &checkpoint::Header,
) -> Result<(Vec<Segment>, Vec<LogFile>)> {
    let (mut live, mut free, mut headless) = (Vec::new(), Vec::new(), Vec::new());
    for name in names.iter().filter(|name| file_number(name).is_some()) {
        let read = |error| failed("read", name, &error);
        let handle = disk.open(name).map_err(read)?;
        let file = LogFile { name: name.clone(), len: handle.len().map_err(read)? };
        let mut start = vec![0; FIRST_FRAME as usize + 64];
        let got = handle.read_at(&mut start, 0).map_err(read)?;
        start.truncate(got);
        match SegmentHeader::decode(&start).map_err(|error| Error::Data(format!("{name}: {error}")))? {
            Some(header) if header.store != checkpoint.store => {
                return Err(Error::Data(format!("{name} belongs to another store than {CHECKPOINT}")));
            }
            Some(header) if header.generation >= checkpoint.position.generation => {
                live.push(Segment { file, header })
            }
            Some(_) => free.push(file),
            None => headless.push((file, start)),
        }
    }
    live.sort_by_key(|segment| segment.header.generation);
    check_complete(&live, checkpoint)?;
    for (file, start) in headless {
        check_unused(&file, &start, &live)?;
        free.push(file);
    }
    free.sort_by(|a, b| a.name.cmp(&b.name));
    Ok((live, free))
}

/// Whether the generations run on from the checkpoint's without a gap.
fn check_complete(live: &[Segment], checkpoint: &checkpoint::Header) -> Result<()> {
    let found = live.iter().map(|segment| segment.header.generation);
    let expected = checkpoint.position.generation..;
    if let Some((_, missing)) = found.zip(expected.clone()).find(|(found, expected)| found != expected) {
        return Err(damaged(
            "the log",
            format!("the file of generation {missing} is missing or there twice"),
        ));
    }
    if live.is_empty() {
        let what =
            format!("the file of generation {}, where {CHECKPOINT} goes on, is missing", expected.start);
        return Err(damaged("the log", what));
    }
    Ok(())
}

/// A file without a valid header has not been used since its header was begun, unless its first frame is there.
fn check_unused(file: &LogFile, start: &[u8], live: &[Segment]) -> Result<()> {
    let Some(newest) = live.last() else { return Ok(()) };
    let next = SegmentHeader { generation: newest.header.generation + 1, ..newest.header };
    if segment::has_first_frame(start, &next) {
        return Err(damaged(
            &file.name,
            "its header is damaged, though its first frame proves that it was complete",
        ));
    }
    Ok(())
}

struct Replay {
    now: Moment,
    max_age: u64,
}

impl Replay {
    /// Replays what segment `index` holds behind the state's position.
    fn segment(&self, disk: &dyn Disk, loaded: &mut Loaded, index: usize) -> Result<()> {
        let Segment { file, header } = &loaded.live[index];
        let next_segment = loaded.live.get(index + 1).map(|next| next.header.first_sequence);
        let Position { generation, offset, sequence } = loaded.state.position;
        let continues = header.generation == generation;
        if !continues && header.first_sequence != sequence {
            let what = format!("it begins with frame {}, not {sequence}", header.first_sequence);
            return Err(damaged(&file.name, what));
        }
        let start = if continues { offset } else { FIRST_FRAME };
        let bytes = read_all(disk, file)?;
        let damage = |error: DecodeError| damaged(&file.name, error);
        let scan = segment::scan(&bytes, header, Bounds { start, sequence, next_segment }).map_err(damage)?;
        for frame in &scan.frames {
            let at = |error: DecodeError| damage(DecodeError { offset: frame.offset, ..error });
            let batch = record::decode(&bytes[frame.payload.clone()]).map_err(at)?;
            self.batch(&mut loaded.state, &batch).map_err(|what| at(DecodeError::new(0, what)))?;
            loaded.replayed.transactions += u64::from(batch.transactions);
        }
        loaded.replayed.bytes += scan.end - start;
        loaded.state.position = Position {
            generation: header.generation,
            offset: scan.end,
            sequence: sequence + scan.frames.len() as u64,
        };
        note_end(loaded, &scan);
        Ok(())
    }

    fn batch(&self, state: &mut State, batch: &Batch<'_>) -> Result<(), String> {
        if batch.first_revision != state.revision.next().0 {
            let next = state.revision.next();
            return Err(format!("it begins with revision {}, not {next}", batch.first_revision));
        }
        let (mut last, mut order) = (u32::MAX, 0);
        for (transaction, op) in &batch.ops {
            order = if *transaction == last { order + 1 } else { 0 };
            last = *transaction;
            let revision = Revision(batch.first_revision + u64::from(*transaction));
            if !state.apply(&self.effect(state, op, revision, order)) {
                return Err(format!("revision {revision} removes a key that is not there"));
            }
        }
        state.revision = Revision(state.revision.0 + u64::from(batch.transactions));
        if batch.transactions > 0 {
            state.marks.note(batch.time, state.revision, self.max_age);
        }
        state.compact(Revision(batch.compacted).min(state.revision));
        state.trim(state.compacted, usize::MAX);
        Ok(())
    }

    fn effect(&self, state: &State, op: &Op<'_>, revision: Revision, order: u32) -> Effect {
        let (Op::Delete { key } | Op::Put { key, .. }) = op;
        let hash = state.hasher().hash(key);
        let (place, previous) = state.find(hash, key);
        let key = previous.map_or_else(|| Bytes::copy_from_slice(key), |item| item.kv.key.clone());
        let item = match op {
            Op::Delete { .. } => None,
            Op::Put { value, ttl, .. } => {
                let lease = ttl.map(|ttl| Lease::resumed(self.now, ttl));
                let previous = previous.map(AsRef::as_ref);
                Some(Item::following(previous, &key, Bytes::copy_from_slice(value), revision, lease))
            }
        };
        Effect { revision, order, key, hash, place, item }
    }
}

fn note_end(loaded: &mut Loaded, scan: &Scan) {
    loaded.torn = scan.torn.clone();
    loaded.last_write = scan.frames.last().map_or(0..FIRST_FRAME, |frame| frame.offset..scan.end);
}

fn read_all(disk: &dyn Disk, file: &LogFile) -> Result<Vec<u8>> {
    let read = |error| failed("read", &file.name, &error);
    let handle: Box<dyn DiskFile> = disk.open(&file.name).map_err(read)?;
    let len = usize::try_from(file.len).map_err(|_| damaged(&file.name, "it is too long"))?;
    let mut bytes = vec![0; len];
    let got = handle.read_at(&mut bytes, 0).map_err(read)?;
    bytes.truncate(got);
    Ok(bytes)
}
