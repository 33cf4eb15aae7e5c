//! Files of the PKI directory: written whole or not at all, keys for their owner only, one writer at a time.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// A certificate or public key.
pub(crate) const PUBLIC: u32 = 0o644;
/// A private key.
pub(crate) const PRIVATE: u32 = 0o600;

/// A file that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {source}", path.display())]
pub struct FileError {
    action: &'static str,
    path: PathBuf,
    source: io::Error,
}

fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
    move |source| FileError { action, path: path.to_owned(), source }
}

/// Makes the directory, closed to others, unless it is there: then whoever made it has chosen its mode.
pub(crate) fn make_directory(path: &Path) -> Result<(), FileError> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(failed("make the directory", path))
}

/// Keeps other processes out of the directory until the returned file is dropped.
pub(crate) fn lock(directory: &Path) -> Result<File, FileError> {
    let path = directory.join(".lock");
    let mut options = OpenOptions::new();
    let file = options.create(true).truncate(false).write(true).mode(PRIVATE).open(&path);
    let file = file.map_err(failed("open", &path))?;
    file.lock().map_err(failed("lock", &path))?;
    Ok(file)
}

/// The file's text, or nothing if there is no such file.
pub(crate) fn read(path: &Path) -> Result<Option<String>, FileError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed("read", path)(error)),
    }
}

/// Replaces the file at once: after a crash it holds the old text or the new one. The caller holds the lock.
pub(crate) fn write(path: &Path, text: &str, mode: u32) -> Result<(), FileError> {
    let directory = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let staged = directory.join(format!(".{name}.new"));
    let stage = || -> io::Result<()> {
        // One left over by a crash may have any mode; a new file has ours from the first byte on.
        match fs::remove_file(&staged) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = OpenOptions::new().create_new(true).write(true).mode(mode).open(&staged)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&staged, path)?;
        File::open(directory)?.sync_all()
    };
    stage().map_err(failed("write", path))
}
