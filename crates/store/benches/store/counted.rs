//! The real disk, with a count of the blocks that are written: what a write costs the medium, since a block that is written in part is
//! written whole.
//!
//! `/proc/self/io` would not do: where the kernel's page cache has large folios it counts a whole folio, up to megabytes, for each
//! byte that is changed in it.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use store::embedded::disk::{Disk, DiskFile, RealDisk};

/// What file systems write at least.
const BLOCK: u64 = 4096;

/// Bytes of blocks written so far. Clones count together.
#[derive(Clone, Default)]
pub struct Blocks(Arc<AtomicU64>);

impl Blocks {
    /// Counts a write of `len` bytes at `offset`.
    pub fn add(&self, offset: u64, len: u64) {
        let end = (offset + len).next_multiple_of(BLOCK);
        self.0.fetch_add(end - offset / BLOCK * BLOCK, Relaxed);
    }

    /// How many there are.
    pub fn bytes(&self) -> f64 {
        self.0.load(Relaxed) as f64
    }
}

/// A directory whose writes are counted.
pub struct CountedDisk {
    disk: RealDisk,
    blocks: Blocks,
}

impl CountedDisk {
    /// The directory `dir`, made if it isn't there.
    pub fn create(dir: &Path, blocks: Blocks) -> io::Result<Arc<Self>> {
        Ok(Arc::new(Self { disk: RealDisk::create(dir)?, blocks }))
    }

    fn count(&self, file: Box<dyn DiskFile>) -> Box<dyn DiskFile> {
        Box::new(CountedFile { file, blocks: self.blocks.clone() })
    }
}

impl Disk for CountedDisk {
    fn list(&self) -> io::Result<Vec<String>> {
        self.disk.list()
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn DiskFile>> {
        Ok(self.count(self.disk.open(name)?))
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn DiskFile>> {
        Ok(self.count(self.disk.create(name)?))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.disk.rename(from, to)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.disk.remove(name)
    }

    fn sync_dir(&self) -> io::Result<()> {
        self.disk.sync_dir()
    }
}

struct CountedFile {
    file: Box<dyn DiskFile>,
    blocks: Blocks,
}

impl DiskFile for CountedFile {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<usize> {
        self.file.read_at(buf, offset)
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> io::Result<()> {
        self.blocks.add(offset, buf.len() as u64);
        self.file.write_at(buf, offset)
    }

    fn sync(&self) -> io::Result<()> {
        self.file.sync()
    }

    fn write_durably(&self, buf: &[u8], offset: u64) -> io::Result<()> {
        self.blocks.add(offset, buf.len() as u64);
        self.file.write_durably(buf, offset)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.file.set_len(len)
    }
}
