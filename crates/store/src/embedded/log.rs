//! The end of the log: writes a frame, makes it durable, and goes on in the next file when one is full.
//!
//! Owned by the committer thread; nobody else writes to the log.

use std::io;
use std::sync::Arc;

use super::blocks::{BLOCK, Blocks};
use super::disk::DiskFile;
use super::frame::{self, Place};
use super::pool::Pool;
use super::segment::{FIRST_FRAME, SegmentHeader};
use super::state::Position;

/// Why a frame was not appended.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AppendError {
    /// No file could be had for it; the log is as it was.
    #[error("cannot make room in the log: {0}")]
    NotWritten(io::Error),
    /// Nobody knows what of it is on disk: the store must stop.
    #[error("cannot write the log: {0}")]
    Unknown(io::Error),
}

/// Where the log is written.
pub(crate) struct Log {
    pool: Arc<Pool>,
    store: u64,
    file: Box<dyn DiskFile>,
    len: u64,
    position: Position,
    blocks: Blocks,
}

impl Log {
    /// The log whose newest segment is `file`, of `len` bytes, to be continued at `position`.
    pub(crate) fn open(
        pool: Arc<Pool>,
        store: u64,
        file: Box<dyn DiskFile>,
        len: u64,
        position: Position,
    ) -> io::Result<Self> {
        let begun = block_of(position.offset);
        let mut tail = vec![0; (position.offset - begun) as usize];
        // A file that was cut below what the checkpoint covers has no more to say, and no room: the next frame goes to another.
        let _ = file.read_at(&mut tail, begun)?;
        Ok(Self { pool, store, file, len: block_of(len), position, blocks: Blocks::after(&tail) })
    }

    /// Where the next frame goes.
    pub(crate) fn position(&self) -> Position {
        self.position
    }

    /// Whether the next file will be needed before long.
    pub(crate) fn wants_spare(&self) -> bool {
        self.position.offset > self.len / 2 && !self.pool.has_spare()
    }

    /// Makes a frame of `buffer` (see [`frame::seal`]) and writes it; durable when this returns. How many bytes were written.
    pub(crate) fn append(&mut self, buffer: &mut Vec<u8>, next_revision: u64) -> Result<u64, AppendError> {
        let len = frame::sealed_len(buffer);
        let mut written = len;
        if self.position.offset + len > self.len {
            self.switch(len, next_revision)?;
            written += FIRST_FRAME;
        }
        let Position { generation, offset, sequence } = self.position;
        frame::seal(buffer, Place { store: self.store, generation, offset }, sequence);
        let blocks = self.blocks.with(buffer);
        self.file.write_durably(blocks, block_of(offset)).map_err(AppendError::Unknown)?;
        self.blocks.written(buffer.len());
        self.position.offset += len;
        self.position.sequence += 1;
        Ok(written)
    }

    /// Begins the next segment. All frames of this one are durable, each was synced by itself.
    fn switch(&mut self, frame: u64, next_revision: u64) -> Result<(), AppendError> {
        let (file, handle) = self.pool.take(frame).map_err(AppendError::NotWritten)?;
        let generation = self.position.generation + 1;
        let header = SegmentHeader {
            store: self.store,
            generation,
            first_sequence: self.position.sequence,
            next_revision,
        };
        handle.write_at(&header.encode(), 0).and_then(|()| handle.sync()).map_err(AppendError::Unknown)?;
        self.len = block_of(file.len);
        self.blocks = Blocks::default();
        self.pool.install(generation, file);
        self.file = handle;
        self.position = Position { generation, offset: FIRST_FRAME, sequence: self.position.sequence };
        Ok(())
    }
}

/// Where the block begins that holds this offset.
fn block_of(offset: u64) -> u64 {
    offset - offset % BLOCK as u64
}
