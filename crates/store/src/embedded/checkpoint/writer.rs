//! Writes a checkpoint or backup into a file, or to whoever asked for it, block by block.

use std::io;

use super::super::disk::DiskFile;
use super::codec::{BLOCK_HEADER, BlockHeader, BlockKind, Header, Totals};

/// After so many bytes the file is synced, so that the end doesn't flood the disk and hold up the log.
const SYNC_EVERY: u64 = 8 << 20;

/// Where a checkpoint goes, from its first byte to its last.
pub(crate) trait Sink: Send {
    /// Takes the bytes that come at `offset`, right behind those before.
    fn append(&mut self, bytes: &[u8], offset: u64) -> io::Result<()>;

    /// Makes durable what can be made so.
    fn sync(&mut self) -> io::Result<()>;
}

impl Sink for Box<dyn DiskFile> {
    fn append(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.write_at(bytes, offset)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.as_ref().sync()
    }
}

/// A checkpoint in the making. Without [`finish`](Self::finish) the file is none.
pub(crate) struct Writer {
    sink: Box<dyn Sink>,
    store: u64,
    offset: u64,
    unsynced: u64,
    totals: Totals,
    buffer: Vec<u8>,
}

impl Writer {
    pub(crate) fn begin(mut sink: impl Sink + 'static, header: &Header) -> io::Result<Self> {
        let bytes = header.encode();
        sink.append(&bytes, 0)?;
        let offset = bytes.len() as u64;
        Ok(Self {
            sink: Box::new(sink),
            store: header.store,
            offset,
            unsynced: offset,
            totals: Totals::default(),
            buffer: Vec::new(),
        })
    }

    /// Adds a block of `count` entries or marks.
    pub(crate) fn block(&mut self, kind: BlockKind, count: u32, payload: &[u8]) -> io::Result<()> {
        let header = BlockHeader::new(self.store, self.totals.blocks, kind, count, payload);
        self.buffer.clear();
        self.buffer.reserve(BLOCK_HEADER + payload.len());
        self.buffer.extend_from_slice(&header.encode());
        self.buffer.extend_from_slice(payload);
        self.sink.append(&self.buffer, self.offset)?;
        self.offset += self.buffer.len() as u64;
        self.unsynced += self.buffer.len() as u64;
        self.totals.blocks += 1;
        if kind == BlockKind::Entries {
            self.totals.entries += u64::from(count);
        }
        if self.unsynced >= SYNC_EVERY {
            self.sink.sync()?;
            self.unsynced = 0;
        }
        Ok(())
    }

    /// Writes the last block and makes the file durable; its name is the caller's business. The length of the file.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        let totals = self.totals.encode();
        self.block(BlockKind::End, 0, &totals)?;
        self.sink.sync()?;
        Ok(self.offset)
    }
}
