//! Only one process may use a store's directory: it holds a lock on the file `LOCK`, which names it.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use rustix::fs::{FlockOperation, flock};

use super::disk::RealDisk;
use crate::{Error, Result};

const NAME: &str = "LOCK";

/// Holds the lock until it is dropped. The file stays: removing it would let two processes lock two files of one name.
pub(crate) struct Lock(#[expect(dead_code, reason = "the lock lives as long as the open file")] File);

impl Lock {
    /// Takes the lock of `dir`, or says who has it.
    pub(crate) fn take(disk: &RealDisk, dir: &Path) -> Result<Self> {
        let failed =
            |error: std::io::Error| Error::Data(format!("cannot lock {}: {error}", dir.join(NAME).display()));
        let mut file = disk.open_or_create(NAME).map_err(failed)?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(rustix::io::Errno::WOULDBLOCK) => return Err(Self::held(&mut file, dir)),
            Err(error) => return Err(failed(error.into())),
        }
        file.set_len(0).map_err(failed)?;
        writeln!(file, "{}", std::process::id()).map_err(failed)?;
        Ok(Self(file))
    }

    fn held(file: &mut File, dir: &Path) -> Error {
        let mut holder = String::new();
        let holder = match file.take(32).read_to_string(&mut holder) {
            Ok(_) if !holder.trim().is_empty() => format!("process {}", holder.trim()),
            _ => "another process".into(),
        };
        let dir = dir.display();
        Error::Data(format!("{dir} is in use by {holder}; stop it first, or choose another data directory"))
    }
}
