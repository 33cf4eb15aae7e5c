//! Writes past the system's cache (`O_DIRECT` with `O_DSYNC`): one call writes and makes durable, and nothing is copied. It needs a file
//! system that can, and aligned blocks; whoever asks must be ready to do without.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rustix::fs::OFlags;
use rustix::io::Errno;

/// What all devices take.
const ALIGN: usize = 4096;

/// The direct way to a file, opened when it is first asked for.
pub(super) struct Direct {
    path: PathBuf,
    file: OnceLock<Option<File>>,
    refused: AtomicBool,
}

impl Direct {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, file: OnceLock::new(), refused: AtomicBool::new(false) }
    }

    /// Writes to the file, which is open as `buffered` too; `None` if this can't be done here, and nothing was written.
    pub(super) fn write(&self, buffered: &File, buf: &[u8], offset: u64) -> Option<io::Result<()>> {
        let aligned = buf.as_ptr().align_offset(ALIGN) == 0
            && buf.len().is_multiple_of(ALIGN)
            && offset.is_multiple_of(ALIGN as u64);
        if !aligned || self.refused.load(Relaxed) {
            return None;
        }
        let file = self.file.get_or_init(|| self.open(buffered).ok()).as_ref()?;
        match file.write_all_at(buf, offset) {
            // If it was refused half way, the caller writes the first half again, which is no harm.
            Err(error) if error.raw_os_error() == Some(Errno::INVAL.raw_os_error()) => {
                self.refused.store(true, Relaxed);
                None
            }
            done => Some(done),
        }
    }

    fn open(&self, buffered: &File) -> io::Result<File> {
        let flags = OFlags::DIRECT | OFlags::DSYNC;
        let mut options = OpenOptions::new();
        options.write(true).custom_flags(flags.bits().cast_signed());
        let file = options.open(&self.path)?;
        // By now another file may have its name.
        let id = |file: &File| file.metadata().map(|metadata| (metadata.dev(), metadata.ino()));
        if id(&file)? == id(buffered)? { Ok(file) } else { Err(io::ErrorKind::NotFound.into()) }
    }
}
