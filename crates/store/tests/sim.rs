//! A simulated disk that fails, and loses what was not synced, in every way that a real one may.
//!
//! What it keeps of unsynced work when the power goes ([`Loss`]) is decided sector by sector and name by name. A sector (512
//! bytes) is written whole or not at all; several unsynced writes to one sector may have reached the disk up to any of them. A
//! file's length is one of those it had since the last sync. Names follow `sync_dir` alone. After a failed sync the writes that it
//! was for are no longer waiting to be written, so that a later sync that succeeds does not help them: so it is on Linux. A durable
//! write is a write with a sync of its own, which helps no other.

mod dir;
mod fault;
mod file;
mod loss;
#[cfg(test)]
mod tests;

use std::io;
use std::sync::Arc;

use bytes::Bytes;
use parking_lot::Mutex;
use store::embedded::disk::{Disk, DiskFile};

pub use fault::{Fault, How, Kind};
pub use loss::Loss;

use dir::Directory;
use file::Content;

/// The disk. Clones share it.
#[derive(Clone, Default)]
pub struct SimDisk(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    files: Vec<Content>,
    directory: Directory,
    faults: Vec<Fault>,
    /// Every operation so far: what and on which file.
    log: Vec<(Kind, String)>,
    /// The power is off: everything fails.
    off: bool,
    /// Operations that say that they were done, and were not.
    lies: Vec<Kind>,
    /// The power goes off at this operation.
    off_at: Option<usize>,
}

/// One file as it is seen now.
pub struct Image {
    pub name: String,
    pub bytes: Bytes,
}

impl SimDisk {
    /// A disk that holds these files, all durable.
    pub fn with(images: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let disk = Self::default();
        {
            let mut state = disk.0.lock();
            for (name, bytes) in images {
                let index = state.files.len();
                state.files.push(Content::durable(bytes));
                state.directory.create(&name, index);
            }
            state.directory.sync();
        }
        disk
    }

    /// Makes the power go off at operation number `operation` (from 0), which does nothing any more.
    pub fn off_at(&self, operation: usize) {
        self.0.lock().off_at = Some(operation);
    }

    /// Adds a fault.
    pub fn fail(&self, fault: Fault) {
        self.0.lock().faults.push(fault);
    }

    /// Whether all faults have happened.
    pub fn struck(&self) -> bool {
        self.0.lock().faults.iter().all(Fault::happened)
    }

    /// Removes all faults; whether all of them happened.
    pub fn heal(&self) -> bool {
        std::mem::take(&mut self.0.lock().faults).iter().all(Fault::happened)
    }

    /// From now on operations of this kind do nothing, and say that they did.
    pub fn lie_about(&self, kind: Kind) {
        self.0.lock().lies.push(kind);
    }

    /// How many operations there were so far.
    pub fn operations(&self) -> usize {
        self.0.lock().log.len()
    }

    /// The operations so far.
    pub fn log(&self) -> Vec<(Kind, String)> {
        self.0.lock().log.clone()
    }

    /// The disk after the process died: all that was written is there, but what was not synced may still be lost. Handles to
    /// this disk are dead.
    pub fn after_kill(&self) -> Self {
        let mut state = self.0.lock();
        state.off = true;
        let next =
            State { files: state.files.clone(), directory: state.directory.clone(), ..State::default() };
        Self(Arc::new(Mutex::new(next)))
    }

    /// The disk after the power came back. Handles to this disk are dead.
    pub fn after_power_loss(&self, loss: Loss, rng: &mut fastrand::Rng) -> Self {
        let mut state = self.0.lock();
        state.off = true;
        let names = state.directory.survivors(loss, rng);
        let image = |(name, index): (String, usize)| (name, state.files[index].survivors(loss, rng));
        Self::with(names.into_iter().map(image).collect::<Vec<_>>())
    }

    /// All files as they are seen now.
    pub fn images(&self) -> Vec<Image> {
        let state = self.0.lock();
        let names = state.directory.names();
        names
            .map(|(name, index)| Image {
                name: name.clone(),
                bytes: state.files[index].now().to_vec().into(),
            })
            .collect()
    }

    /// Counts an operation, decides about faults, and does it.
    fn operate<T>(
        &self,
        kind: Kind,
        name: &str,
        work: impl FnOnce(&mut State, Option<How>) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut state = self.0.lock();
        if state.off_at.is_some_and(|at| state.log.len() >= at) {
            state.off = true;
        }
        if state.off {
            return Err(io::Error::other("the power is off"));
        }
        state.log.push((kind, name.to_owned()));
        let how = state.faults.iter_mut().find_map(|fault| fault.strikes(kind, name));
        match how {
            None => work(&mut state, None),
            Some(How::Before) if kind != Kind::Sync => Err(injected(kind, name)),
            Some(how) => {
                let _ = work(&mut state, Some(how));
                Err(injected(kind, name))
            }
        }
    }
}

fn injected(kind: Kind, name: &str) -> io::Error {
    io::Error::other(format!("injected: {kind:?} of {name} failed"))
}

fn not_found(name: &str) -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, format!("{name} does not exist"))
}

impl Disk for SimDisk {
    fn list(&self) -> io::Result<Vec<String>> {
        self.operate(Kind::List, "", |state, _| {
            Ok(state.directory.names().map(|(name, _)| name.clone()).collect())
        })
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn DiskFile>> {
        let index = self.operate(Kind::Open, name, |state, _| {
            state.directory.find(name).ok_or_else(|| not_found(name))
        })?;
        Ok(Box::new(SimFile { disk: self.clone(), index, name: name.to_owned() }))
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn DiskFile>> {
        let index = self.operate(Kind::Create, name, |state, _| {
            if state.directory.find(name).is_some() {
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("{name} exists")));
            }
            let index = state.files.len();
            state.files.push(Content::default());
            state.directory.create(name, index);
            Ok(index)
        })?;
        Ok(Box::new(SimFile { disk: self.clone(), index, name: name.to_owned() }))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.operate(Kind::Rename, from, |state, _| {
            let index = state.directory.find(from).ok_or_else(|| not_found(from))?;
            state.directory.rename(from, to, index);
            Ok(())
        })
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.operate(Kind::Remove, name, |state, _| {
            let index = state.directory.find(name).ok_or_else(|| not_found(name))?;
            state.directory.remove(name, index);
            Ok(())
        })
    }

    fn sync_dir(&self) -> io::Result<()> {
        self.operate(Kind::SyncDir, "", |state, _| {
            if !state.lies.contains(&Kind::SyncDir) {
                state.directory.sync();
            }
            Ok(())
        })
    }
}

/// An open file.
struct SimFile {
    disk: SimDisk,
    index: usize,
    name: String,
}

impl DiskFile for SimFile {
    fn len(&self) -> io::Result<u64> {
        self.disk.operate(Kind::Len, &self.name, |state, _| Ok(state.files[self.index].now().len() as u64))
    }

    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<usize> {
        self.disk.operate(Kind::Read, &self.name, |state, _| {
            let bytes = state.files[self.index].now();
            let start = usize::try_from(offset).expect("small").min(bytes.len());
            let len = buf.len().min(bytes.len() - start);
            buf[..len].copy_from_slice(&bytes[start..start + len]);
            Ok(len)
        })
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> io::Result<()> {
        self.disk.operate(Kind::Write, &self.name, |state, how| {
            let len = if how == Some(How::Partly) { buf.len() / 2 } else { buf.len() };
            state.files[self.index].write(&buf[..len], usize::try_from(offset).expect("small"));
            Ok(())
        })
    }

    fn sync(&self) -> io::Result<()> {
        self.disk.operate(Kind::Sync, &self.name, |state, how| {
            match how {
                Some(How::Before | How::Partly) => state.files[self.index].fail_sync(),
                Some(How::After) | None if state.lies.contains(&Kind::Sync) => {}
                Some(How::After) | None => state.files[self.index].sync(),
            }
            Ok(())
        })
    }

    /// Two operations: the power may go, and a fault may strike, before the write, within it, and before it is durable.
    fn write_durably(&self, buf: &[u8], offset: u64) -> io::Result<()> {
        self.write_at(buf, offset)?;
        self.disk.operate(Kind::Sync, &self.name, |state, how| {
            let start = usize::try_from(offset).expect("small");
            let (file, range) = (&mut state.files[self.index], start..start + buf.len());
            match how {
                Some(How::Before | How::Partly) => file.fail_sync_of(range),
                Some(How::After) | None if state.lies.contains(&Kind::Sync) => {}
                Some(How::After) | None => file.sync_of(range),
            }
            Ok(())
        })
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.disk.operate(Kind::SetLen, &self.name, |state, _| {
            state.files[self.index].set_len(usize::try_from(len).expect("small"));
            Ok(())
        })
    }
}
