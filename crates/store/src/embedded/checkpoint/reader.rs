//! Reads a checkpoint or backup, and believes nothing that its checksums don't vouch for.

use std::io;

use bytes::Bytes;

use super::super::codec::DecodeError;
use super::super::disk::DiskFile;
use super::super::history::{Mark, Marks};
use super::super::item::Moment;
use super::super::state::{Chain, State};
use super::codec::{self, BLOCK_HEADER, BlockHeader, BlockKind, HEADER, Header, Totals};
use crate::Revision;

/// Why a checkpoint can't be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Decode(#[from] DecodeError),
}

/// Where the bytes come from.
pub(crate) trait Source {
    fn len(&self) -> io::Result<u64>;
    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<usize>;
}

impl Source for dyn DiskFile {
    fn len(&self) -> io::Result<u64> {
        DiskFile::len(self)
    }

    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<usize> {
        DiskFile::read_at(self, buf, offset)
    }
}

impl Source for &[u8] {
    fn len(&self) -> io::Result<u64> {
        Ok((**self).len() as u64)
    }

    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|at| self.get(at..)).unwrap_or_default();
        let len = rest.len().min(buf.len());
        buf[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }
}

/// Everything that a checkpoint holds.
pub(crate) struct Contents {
    pub header: Header,
    pub keys: Vec<(Bytes, Chain)>,
    pub marks: Vec<Mark>,
    pub bytes: u64,
}

impl Contents {
    /// The state that it shows.
    pub(crate) fn into_state(self) -> State {
        let Self { header, keys, marks, .. } = self;
        State::restore((header.revision, header.compacted), header.position, Marks::restore(marks), keys)
    }
}

/// Reads all of it.
pub(crate) fn read(source: &(impl Source + ?Sized), now: Moment) -> Result<Contents, ReadError> {
    let (mut keys, mut marks) = (Vec::new(), Vec::new());
    let header = read_blocks(source, &mut |header: &Header, kind, count, payload: &[u8]| match kind {
        BlockKind::Entries => {
            let before = keys.len().saturating_sub(1);
            codec::take_entries(payload, count, now, &mut keys)?;
            check_revisions(header, &keys[before..])
        }
        BlockKind::Marks => {
            marks =
                codec::take_marks(payload).ok_or_else(|| DecodeError::new(0, "marks that can't be read"))?;
            Ok(())
        }
        BlockKind::End => Ok(()),
    })?;
    Ok(Contents { header, keys, marks, bytes: source.len()? })
}

/// What a file holds, in figures.
pub(crate) struct Tally {
    pub header: Header,
    pub keys: u64,
    pub live_bytes: u64,
    pub bytes: u64,
}

/// Reads and checks all of it as [`read`] does, but keeps only the figures.
pub(crate) fn tally(source: &(impl Source + ?Sized), now: Moment) -> Result<Tally, ReadError> {
    let mut keys: Vec<(Bytes, Chain)> = Vec::new();
    let (mut live, mut live_bytes) = (0, 0);
    let mut count = |chain: &Chain| {
        if let Some(item) = &chain.last().item {
            live += 1;
            live_bytes += item.size() as u64;
        }
    };
    let header = read_blocks(source, &mut |header: &Header, kind, entries, payload: &[u8]| {
        if kind != BlockKind::Entries {
            return Ok(());
        }
        codec::take_entries(payload, entries, now, &mut keys)?;
        check_revisions(header, &keys)?;
        // The last key may go on in the next block.
        let last = keys.pop();
        keys.drain(..).for_each(|(_, chain)| count(&chain));
        keys.extend(last);
        Ok(())
    })?;
    keys.iter().for_each(|(_, chain)| count(chain));
    Ok(Tally { header, keys: live, live_bytes, bytes: source.len()? })
}

fn check_revisions(header: &Header, keys: &[(Bytes, Chain)]) -> Result<(), DecodeError> {
    let newest = keys.iter().map(|(_, chain)| chain.last().revision).max().unwrap_or(Revision::ZERO);
    if newest > header.revision {
        let what = format!("a version of revision {newest} in a file of revision {}", header.revision);
        return Err(DecodeError::new(0, what));
    }
    Ok(())
}

/// What [`read_blocks`] calls for each block that holds.
pub(crate) type OnBlock<'a> = &'a mut dyn FnMut(&Header, BlockKind, u32, &[u8]) -> Result<(), DecodeError>;

/// Checks every block and hands it on, without keeping more than one in memory.
pub(crate) fn read_blocks(
    source: &(impl Source + ?Sized),
    on_block: OnBlock<'_>,
) -> Result<Header, ReadError> {
    let len = source.len()?;
    let mut head = [0; HEADER];
    let got = source.read_at(&mut head, 0)?;
    let header = Header::decode(&head[..got])?;
    let mut offset = HEADER as u64;
    let mut totals = Totals::default();
    let mut payload = Vec::new();
    loop {
        let block = next_block(source, &header, totals.blocks, offset, len, &mut payload)?;
        let within =
            |error: DecodeError| DecodeError { offset: offset + BLOCK_HEADER as u64 + error.offset, ..error };
        on_block(&header, block.kind, block.count, &payload).map_err(within)?;
        let end = offset + BLOCK_HEADER as u64 + u64::from(block.len);
        if block.kind == BlockKind::End {
            return check_end(&header, totals, &payload, offset, end == len);
        }
        totals.blocks += 1;
        if block.kind == BlockKind::Entries {
            totals.entries += u64::from(block.count);
        }
        offset = end;
    }
}

fn check_end(
    header: &Header,
    totals: Totals,
    payload: &[u8],
    offset: u64,
    at_end: bool,
) -> Result<Header, ReadError> {
    if Totals::decode(payload) != Some(totals) {
        return Err(DecodeError::new(offset, "the counts at the end don't agree with the blocks").into());
    }
    if !at_end {
        return Err(DecodeError::new(offset, "there is more behind the end").into());
    }
    Ok(*header)
}

/// Reads the block at `offset` into `payload`.
fn next_block(
    source: &(impl Source + ?Sized),
    header: &Header,
    index: u64,
    offset: u64,
    len: u64,
    payload: &mut Vec<u8>,
) -> Result<BlockHeader, ReadError> {
    let mut head = [0; BLOCK_HEADER];
    let got = source.read_at(&mut head, offset)?;
    let block = BlockHeader::decode(&head[..got])
        .filter(|block| offset + BLOCK_HEADER as u64 + u64::from(block.len) <= len)
        .ok_or_else(|| DecodeError::new(offset, "the file is cut short or damaged"))?;
    payload.resize(block.len as usize, 0);
    let got = source.read_at(payload, offset + BLOCK_HEADER as u64)?;
    if got < payload.len() || !block.matches(header.store, index, payload) {
        return Err(DecodeError::new(offset, format!("block {index} is damaged")).into());
    }
    Ok(block)
}
