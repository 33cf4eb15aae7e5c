//! All that the embedded store asks of a file system: one flat directory of files, written at offsets and synced.
//!
//! Everything that must survive a crash goes through [`Disk`], so that tests can run the store on a simulated one that loses,
//! reorders and fails writes. The real one is `disk/real.rs`.

mod real;

use std::io;

pub use real::RealDisk;

/// One directory. Names are plain file names.
pub trait Disk: Send + Sync + 'static {
    /// The names of all files.
    fn list(&self) -> io::Result<Vec<String>>;

    /// Opens an existing file for reading and writing.
    fn open(&self, name: &str) -> io::Result<Box<dyn DiskFile>>;

    /// Creates an empty file that must not exist yet. Its name is durable only after [`sync_dir`](Self::sync_dir).
    fn create(&self, name: &str) -> io::Result<Box<dyn DiskFile>>;

    /// Renames a file over whatever had the new name. Durable only after [`sync_dir`](Self::sync_dir).
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;

    /// Removes a file. Durable only after [`sync_dir`](Self::sync_dir).
    fn remove(&self, name: &str) -> io::Result<()>;

    /// Makes creations, renames and removals durable.
    fn sync_dir(&self) -> io::Result<()>;
}

/// One open file. What is written is visible to reads at once, and durable only after [`sync`](Self::sync); without it, any part
/// of it may be lost in a power failure, in any order.
#[expect(clippy::len_without_is_empty, reason = "nobody asks whether a file is empty")]
pub trait DiskFile: Send + Sync + 'static {
    /// The length of the file in bytes.
    fn len(&self) -> io::Result<u64>;

    /// Fills as much of `buf` as the file has from `offset`; returns how much.
    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<usize>;

    /// Writes all of `buf` at `offset`, lengthening the file if need be.
    fn write_at(&self, buf: &[u8], offset: u64) -> io::Result<()>;

    /// Makes all that was written durable, and the length with it (`fdatasync`). After an error nobody knows what is on disk.
    fn sync(&self) -> io::Result<()>;

    /// Writes all of `buf` at `offset` and makes it durable; of other writes it says nothing. After an error nobody knows what is on disk.
    /// Whole blocks of 4096 bytes, in memory that is aligned as they are, may go past the system's cache, which takes less time.
    fn write_durably(&self, buf: &[u8], offset: u64) -> io::Result<()> {
        self.write_at(buf, offset)?;
        self.sync()
    }

    /// Cuts or lengthens (with zeros) the file.
    fn set_len(&self, len: u64) -> io::Result<()>;
}
