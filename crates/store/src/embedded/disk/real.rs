//! The disk of the operating system, for one directory. All files are readable by their owner alone.

mod direct;

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use self::direct::Direct;
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
        RealFile::open(&self.options(), self.dir.join(name))
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn DiskFile>> {
        RealFile::open(self.options().create_new(true), self.dir.join(name))
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

struct RealFile {
    file: File,
    direct: Direct,
}

impl RealFile {
    fn open(options: &OpenOptions, path: PathBuf) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(Self { file: options.open(&path)?, direct: Direct::new(path) }))
    }
}

impl DiskFile for RealFile {
    fn len(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buf.len() {
            match self.file.read_at(&mut buf[filled..], offset + filled as u64) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> io::Result<()> {
        self.file.write_all_at(buf, offset)
    }

    fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    fn write_durably(&self, buf: &[u8], offset: u64) -> io::Result<()> {
        if let Some(done) = self.direct.write(&self.file, buf, offset) {
            return done;
        }
        self.write_at(buf, offset)?;
        self.sync()
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.file.set_len(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durable_writes_are_seen_whether_they_are_aligned_or_not() {
        let dir = tempfile::tempdir().unwrap();
        let file = RealDisk::existing(dir.path()).unwrap().create("log-1").unwrap();
        let blocks = vec![7; 3 * 4096];
        let start = blocks.as_ptr().align_offset(4096);
        file.write_at(&[1; 16384], 0).unwrap();
        file.write_durably(&blocks[start..start + 8192], 4096).unwrap();
        file.write_durably(&[8; 10], 4090).unwrap();
        file.write_durably(&blocks[start..start + 4096], 8192).unwrap();
        let mut seen = vec![0; 20000];
        assert_eq!((file.read_at(&mut seen, 0).unwrap(), file.len().unwrap()), (16384, 16384));
        let expected = [vec![1; 4090], vec![8; 10], vec![7; 8188], vec![1; 4096]].concat();
        assert!(seen[..16384] == expected);
    }

    #[test]
    fn a_file_of_the_same_name_is_not_taken_for_it() {
        let dir = tempfile::tempdir().unwrap();
        let disk = RealDisk::existing(dir.path()).unwrap();
        let old = disk.create("log-1").unwrap();
        disk.remove("log-1").unwrap();
        let new = disk.create("log-1").unwrap();
        let blocks = vec![7; 2 * 4096];
        let start = blocks.as_ptr().align_offset(4096);
        old.write_durably(&blocks[start..start + 4096], 0).unwrap();
        assert_eq!((old.len().unwrap(), new.len().unwrap()), (4096, 0));
    }
}
