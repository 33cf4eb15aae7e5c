//! The names in a store's directory, and errors that say which file is meant and what to do.

use std::fmt::Display;
use std::io;

use super::checkpoint::ReadError;
use super::disk::{Disk, DiskFile};
use crate::Error;

/// The newest checkpoint.
pub(crate) const CHECKPOINT: &str = "checkpoint";
/// A checkpoint in the making.
pub(crate) const CHECKPOINT_TEMP: &str = "checkpoint.tmp";
/// A restore in the making: while it is there, the directory holds no store.
pub(crate) const RESTORE_TEMP: &str = "restore.tmp";
/// Where a running store hands out backups.
pub(crate) const BACKUP_SOCKET: &str = "backup.sock";

/// An empty file of this name, whether or not there was one.
pub(crate) fn create_anew(disk: &dyn Disk, name: &str) -> io::Result<Box<dyn DiskFile>> {
    match disk.create(name) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let file = disk.open(name)?;
            file.set_len(0)?;
            Ok(file)
        }
        created => created,
    }
}

/// The file is not what it should be.
pub(crate) fn damaged(file: &str, error: impl Display) -> Error {
    Error::Data(format!(
        "{file} is damaged: {error}; nothing was changed; restore the store from a backup into a new directory with `navarch restore`"
    ))
}

/// The system refused.
pub(crate) fn failed(what: &str, file: &str, error: &io::Error) -> Error {
    Error::Data(format!("cannot {what} {file}: {error}"))
}

/// A checkpoint or backup can't be read.
pub(crate) fn unreadable(file: &str, error: &ReadError) -> Error {
    match error {
        ReadError::Io(error) => failed("read", file, error),
        ReadError::Decode(error) => damaged(file, error),
    }
}
