//! Leases on disk: one file, replaced as a whole, so that a crash leaves the old or the new one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::pool::Pool;

/// The file of leases.
#[derive(Debug, Clone)]
pub(crate) struct LeaseFile(PathBuf);

impl LeaseFile {
    /// In a directory, which is made.
    pub(crate) fn within(dir: &Path) -> io::Result<Self> {
        fs::create_dir_all(dir)?;
        Ok(Self(dir.join("leases.json")))
    }

    /// What was kept; nothing when there is no file. A file that can't be read is put aside: addresses are then found again as
    /// sandboxes are attached anew.
    pub(crate) fn load(&self) -> io::Result<Pool> {
        let text = match fs::read(&self.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Pool::default()),
            other => other?,
        };
        match serde_json::from_slice(&text) {
            Ok(pool) => Ok(pool),
            Err(error) => {
                tracing::error!(file = %self.0.display(), %error, "the leases can't be read and are put aside");
                fs::rename(&self.0, self.0.with_extension("broken"))?;
                Ok(Pool::default())
            }
        }
    }

    /// Keeps what is given.
    pub(crate) fn save(&self, pool: &Pool) -> io::Result<()> {
        let new = self.0.with_extension("new");
        let mut file = File::create(&new)?;
        file.write_all(&serde_json::to_vec_pretty(pool)?)?;
        file.sync_data()?;
        fs::rename(&new, &self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_loaded_and_what_is_broken_is_put_aside() {
        let dir = tempfile::tempdir().unwrap();
        let file = LeaseFile::within(&dir.path().join("network")).unwrap();
        assert_eq!(file.load().unwrap(), Pool::default());
        let mut pool = Pool::default();
        pool.take("a", "ns/pod", &["10.0.0.0/24".parse().unwrap()]).unwrap();
        file.save(&pool).unwrap();
        assert_eq!(file.load().unwrap(), pool);
        fs::write(dir.path().join("network/leases.json"), "{").unwrap();
        assert_eq!(file.load().unwrap(), Pool::default());
        assert!(dir.path().join("network/leases.broken").exists());
    }
}
