//! The log's files: which are in use, and which are ready for use. Making one takes long (it is filled with zeros, so that a commit
//! changes no metadata), so a file whose records a checkpoint covers is used again.
//!
//! A file whose sync failed is removed, not used: nobody knows what of it is on disk.
//!
//! Called by the committer when a segment is full, and by the upkeep thread, which keeps a file ready and takes back old ones.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use parking_lot::Mutex;

use super::disk::{Disk, DiskFile};
use super::segment::FIRST_FRAME;

/// So many unused files are kept; more are removed.
const MAX_SPARES: usize = 3;
const ZEROS: usize = 1 << 20;

/// The name of log file `number`.
pub(crate) fn file_name(number: u64) -> String {
    format!("log-{number:08}")
}

/// The number of a log file, if `name` is that of one.
pub(crate) fn file_number(name: &str) -> Option<u64> {
    name.strip_prefix("log-")?.parse().ok()
}

/// A file of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LogFile {
    pub name: String,
    pub len: u64,
}

struct Files {
    /// In use, with their generations, oldest first.
    live: VecDeque<(u64, LogFile)>,
    spares: Vec<LogFile>,
    next_number: u64,
}

/// All files of the log.
pub(crate) struct Pool {
    disk: Arc<dyn Disk>,
    segment_bytes: u64,
    files: Mutex<Files>,
}

impl Pool {
    pub(crate) fn new(
        disk: Arc<dyn Disk>,
        segment_bytes: u64,
        live: Vec<(u64, LogFile)>,
        next_number: u64,
    ) -> Self {
        let files = Files { live: live.into(), spares: Vec::new(), next_number };
        // Room for the header and something behind it.
        let segment_bytes = segment_bytes.max(2 * FIRST_FRAME).next_multiple_of(FIRST_FRAME);
        Self { disk, segment_bytes, files: Mutex::new(files) }
    }

    /// How many files there are, ready or in use, and their bytes.
    pub(crate) fn usage(&self) -> (usize, u64) {
        let files = self.files.lock();
        let all = || files.live.iter().map(|(_, file)| file).chain(&files.spares);
        (all().count(), all().map(|file| file.len).sum())
    }

    pub(crate) fn has_spare(&self) -> bool {
        !self.files.lock().spares.is_empty()
    }

    /// A file for a new segment, with room for `frame` bytes of frames: a spare one, or a new one.
    pub(crate) fn take(&self, frame: u64) -> io::Result<(LogFile, Box<dyn DiskFile>)> {
        let need = self.segment_bytes.max((FIRST_FRAME + frame).next_multiple_of(FIRST_FRAME));
        let spare = self.files.lock().spares.pop();
        let Some(file) = spare else { return self.make(need) };
        match self.lengthen(&file, need) {
            Ok(handle) => Ok((LogFile { len: file.len.max(need), ..file }, handle)),
            Err(error) => {
                // After a failed sync nobody knows what of the file is on disk, and the disk may be full.
                let _ = self.disk.remove(&file.name);
                Err(error)
            }
        }
    }

    /// Opens a spare file, with at least `need` bytes.
    fn lengthen(&self, file: &LogFile, need: u64) -> io::Result<Box<dyn DiskFile>> {
        let handle = self.disk.open(&file.name)?;
        if file.len < need {
            fill(handle.as_ref(), file.len, need)?;
        }
        Ok(handle)
    }

    /// Notes that a file is now the newest segment.
    pub(crate) fn install(&self, generation: u64, file: LogFile) {
        self.files.lock().live.push_back((generation, file));
    }

    /// Makes a spare file if there is none.
    pub(crate) fn prepare(&self) -> io::Result<()> {
        if !self.has_spare() {
            let (file, _) = self.make(self.segment_bytes)?;
            self.files.lock().spares.push(file);
        }
        Ok(())
    }

    /// Takes back the segments before `generation`, which nothing needs any more.
    pub(crate) fn retire(&self, generation: u64) -> io::Result<()> {
        loop {
            let file = {
                let mut files = self.files.lock();
                match files.live.front() {
                    Some((oldest, _)) if *oldest < generation => files.live.pop_front().map(|(_, file)| file),
                    _ => return Ok(()),
                }
            };
            if let Some(file) = file {
                self.reuse(file)?;
            }
        }
    }

    /// Keeps a file that holds nothing of use for later, or removes it.
    pub(crate) fn reuse(&self, mut file: LogFile) -> io::Result<()> {
        let full = self.files.lock().spares.len() >= MAX_SPARES;
        if full {
            return self.disk.remove(&file.name);
        }
        if file.len > self.segment_bytes {
            if let Err(error) = self.cut(&file) {
                // As above: it is not used again.
                let _ = self.disk.remove(&file.name);
                return Err(error);
            }
            file.len = self.segment_bytes;
        }
        self.files.lock().spares.push(file);
        Ok(())
    }

    fn cut(&self, file: &LogFile) -> io::Result<()> {
        let handle = self.disk.open(&file.name)?;
        handle.set_len(self.segment_bytes)?;
        handle.sync()
    }

    fn make(&self, len: u64) -> io::Result<(LogFile, Box<dyn DiskFile>)> {
        let number = {
            let mut files = self.files.lock();
            files.next_number += 1;
            files.next_number - 1
        };
        let name = file_name(number);
        let made = self.disk.create(&name).and_then(|handle| {
            fill(handle.as_ref(), 0, len)?;
            self.disk.sync_dir()?;
            Ok(handle)
        });
        match made {
            Ok(handle) => Ok((LogFile { name, len }, handle)),
            Err(error) => {
                // Half a file is of no use, and the disk may be full.
                let _ = self.disk.remove(&name);
                Err(error)
            }
        }
    }
}

/// Writes zeros and makes them durable.
fn fill(file: &dyn DiskFile, from: u64, to: u64) -> io::Result<()> {
    let zeros = vec![0; ZEROS];
    let mut at = from;
    while at < to {
        let len = (to - at).min(ZEROS as u64);
        file.write_at(&zeros[..len as usize], at)?;
        at += len;
    }
    file.sync()
}
