//! The disk of the operating system, for one directory. All files are readable by their owner alone.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use super::{Disk, DiskFile};

/// A directory of the file system.
#[derive(Debug)]
pub struct RealDisk {
    dir: PathBuf,
}

impl RealDisk {
    /// The directory `dir`, made with its parents if it isn't there.
    pub fn create(dir: &Path) -> io::Result<Self> {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
        Ok(Self { dir: dir.to_owned() })
    }

    /// The directory `dir`, which must exist.
    pub fn existing(dir: &Path) -> io::Result<Self> {
        std::fs::read_dir(dir)?;
        Ok(Self { dir: dir.to_owned() })
    }

    /// Opens a file of the directory, made if it isn't there.
    pub(crate) fn open_or_create(&self, name: &str) -> io::Result<File> {
        self.options().create(true).truncate(false).open(self.dir.join(name))
    }

    fn options(&self) -> OpenOptions {
        let mut options = OpenOptions::new();
        options.read(true).write(true).mode(0o600);
        options
    }
}

impl Disk for RealDisk {
    fn list(&self) -> io::Result<Vec<String>> {
        // A name that is not text is none of ours.
        let name = |entry: io::Result<std::fs::DirEntry>| {
            entry.map(|entry| entry.file_name().into_string().ok()).transpose()
        };
        std::fs::read_dir(&self.dir)?.filter_map(name).collect()
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(RealFile(self.options().open(self.dir.join(name))?)))
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(RealFile(self.options().create_new(true).open(self.dir.join(name))?)))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        std::fs::rename(self.dir.join(from), self.dir.join(to))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        std::fs::remove_file(self.dir.join(name))
    }

    fn sync_dir(&self) -> io::Result<()> {
        File::open(&self.dir)?.sync_all()
    }
}

struct RealFile(File);

impl DiskFile for RealFile {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buf.len() {
            match self.0.read_at(&mut buf[filled..], offset + filled as u64) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> io::Result<()> {
        self.0.write_all_at(buf, offset)
    }

    fn sync(&self) -> io::Result<()> {
        self.0.sync_data()
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.set_len(len)
    }
}
