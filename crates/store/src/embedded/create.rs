//! Makes a store in an empty directory: a log file first, then the checkpoint, whose appearance is the birth of the store.
//!
//! In this order a directory with a checkpoint always has its log, and one without has no data: a crash in between is harmless.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::sync::Arc;

use super::checkpoint::{Header, Writer};
use super::disk::Disk;
use super::files::{CHECKPOINT, create_anew, failed};
use super::pool::{Pool, file_number};
use super::segment::{self, FIRST_FRAME, SegmentHeader};
use super::state::Position;
use crate::{Error, Result, Revision};

/// A number that no other store has: it goes into every checksum, so that files of two stores are never taken for one.
pub(crate) fn store_id() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Where the log of a new store begins.
const BEGINNING: Position = Position { generation: 1, offset: FIRST_FRAME, sequence: 1 };

/// Makes a store that starts with `header`'s revisions. `fill` adds blocks to its checkpoint, which is written as `temp` first.
pub(crate) fn create(
    disk: &Arc<dyn Disk>,
    segment_bytes: u64,
    temp: &str,
    header: Header,
    fill: &mut dyn FnMut(&mut Writer) -> Result<()>,
) -> Result<()> {
    let header = Header { store: store_id(), position: BEGINNING, ..header };
    let file = create_anew(disk.as_ref(), temp).map_err(|error| failed("create", temp, &error))?;
    // From here on the directory says that something is under way.
    disk.sync_dir().map_err(|error| failed("sync", "the data directory", &error))?;
    first_segment(disk, segment_bytes, &header)
        .map_err(|error| failed("create", "the first log file", &error))?;
    let writing = |error: io::Error| failed("write", temp, &error);
    let mut writer = Writer::begin(file, &header).map_err(writing)?;
    fill(&mut writer)?;
    writer.finish().map_err(writing)?;
    disk.rename(temp, CHECKPOINT)
        .and_then(|()| disk.sync_dir())
        .map_err(|error| failed("rename", temp, &error))
}

fn first_segment(disk: &Arc<dyn Disk>, segment_bytes: u64, header: &Header) -> io::Result<()> {
    let pool = Pool::new(disk.clone(), segment_bytes, Vec::new(), 1);
    let (_, file) = pool.take(0)?;
    let segment = SegmentHeader {
        store: header.store,
        generation: BEGINNING.generation,
        first_sequence: BEGINNING.sequence,
        next_revision: header.revision.next().0,
    };
    file.write_at(&segment.encode(), 0)?;
    file.sync()
}

/// Makes an empty store where there is none yet. Remains of an earlier attempt are removed; they never hold data.
pub(crate) fn create_empty(
    disk: &Arc<dyn Disk>,
    segment_bytes: u64,
    names: &[String],
    time: u64,
) -> Result<()> {
    for name in names.iter().filter(|name| file_number(name).is_some()) {
        let io = |error: io::Error| failed("read", name, &error);
        let file = disk.open(name).map_err(io)?;
        let mut start = vec![0; FIRST_FRAME as usize + 64];
        let got = file.read_at(&mut start, 0).map_err(io)?;
        let header = SegmentHeader::decode(&start[..got]).ok().flatten();
        let used =
            |header: SegmentHeader| header.generation > 1 || segment::has_first_frame(&start[..got], &header);
        if header.is_some_and(used) {
            return Err(Error::Data(format!(
                "the file {CHECKPOINT} is missing, though {name} holds data; bring it back, or restore the store from a backup into a new directory with `navarch restore`"
            )));
        }
        disk.remove(name).map_err(|error| failed("remove", name, &error))?;
    }
    let header = Header { revision: Revision::ZERO, time, ..Header::default() };
    create(disk, segment_bytes, super::files::CHECKPOINT_TEMP, header, &mut |_| Ok(()))
}
