//! Backups of a running store, and what is done with a store that doesn't run: restore and verify.

use std::io;
use std::path::Path;
use std::sync::Arc;

use runtime::Clock;

use super::checkpoint::{self, BlockKind, Sink, View, Writer, write_snapshot};
use super::config::Config;
use super::create;
use super::disk::{Disk, DiskFile, RealDisk};
use super::files::{CHECKPOINT, CHECKPOINT_TEMP, RESTORE_TEMP, failed, unreadable};
use super::item::Moment;
use super::lock::Lock;
use super::pool::file_number;
use super::recover;
use super::shared::Shared;
use super::stats::Summary;
use crate::{Error, Result};

/// Writes what the store holds now to the new file `to`. Blocks.
pub(crate) fn backup(shared: &Shared, to: &Path) -> Result<Summary> {
    shared.check()?;
    write_new(to, |file| stream(shared, file))?;
    inspect(to)
}

/// Writes what the store holds now to `sink`. Blocks.
pub(crate) fn stream(shared: &Shared, sink: impl Sink + 'static) -> io::Result<()> {
    let view = View::of(&shared.state, &shared.pins);
    let header = view.header(shared.store, shared.config.clock.unix_millis());
    let mut writer = Writer::begin(sink, &header)?;
    write_snapshot(&mut writer, &shared.state, &view, &mut || shared.check().map_err(io::Error::other))?;
    writer.finish().map(drop)
}

/// Makes the new file `to` of what `fill` puts into it, durable, or nothing.
pub(crate) fn write_new(to: &Path, fill: impl FnOnce(Box<dyn DiskFile>) -> io::Result<()>) -> Result<()> {
    let (disk, name) = beside(to)?;
    let file = disk.create(&name).map_err(|error| failed("create", &to.display().to_string(), &error))?;
    fill(file).and_then(|()| disk.sync_dir()).map_err(|error| {
        // Half a backup would be refused by a restore, but need not lie about.
        let _ = disk.remove(&name);
        failed("write", &to.display().to_string(), &error)
    })
}

/// The directory of a file, and its name there.
fn beside(path: &Path) -> Result<(RealDisk, String)> {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| Error::Invalid(format!("{} is not the name of a file", path.display())))?;
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let disk = RealDisk::existing(dir).map_err(|error| failed("open", &dir.display().to_string(), &error))?;
    Ok((disk, name.to_owned()))
}

/// Reads a backup, every byte of it, and says what it holds.
pub(crate) fn inspect(backup: &Path) -> Result<Summary> {
    let (disk, name) = beside(backup)?;
    let shown = backup.display().to_string();
    let file = disk.open(&name).map_err(|error| failed("open", &shown, &error))?;
    let tally = checkpoint::tally(file.as_ref(), Moment::now(&Clock::system()))
        .map_err(|error| unreadable(&shown, &error))?;
    Ok(Summary {
        revision: tally.header.revision,
        compacted: tally.header.compacted,
        keys: tally.keys,
        live_bytes: tally.live_bytes,
        file_bytes: tally.bytes,
        torn_tail: false,
    })
}

/// Makes a store of `backup` in the directory `dir`, which must be absent or hold no store. All of the backup is checked before
/// anything is written; until the last step the directory says that a restore is under way, and can't be opened as a store.
pub fn restore(backup: &Path, dir: &Path) -> Result<Summary> {
    let summary = inspect(backup)?;
    let shown = dir.display().to_string();
    let real = RealDisk::create(dir).map_err(|error| failed("create", &shown, &error))?;
    let _lock = Lock::take(&real, dir)?;
    let disk: Arc<dyn Disk> = Arc::new(real);
    clear(&disk, &shown)?;
    let (source, name) = beside(backup)?;
    let source = source.open(&name).map_err(|error| failed("open", &name, &error))?;
    let header = checkpoint::read_blocks(source.as_ref(), &mut |_, _, _, _| Ok(()))
        .map_err(|error| unreadable(&name, &error))?;
    let segment_bytes = Config::default().segment_bytes;
    create::create(&disk, segment_bytes, RESTORE_TEMP, header, &mut |writer| {
        copy(source.as_ref(), writer, &name)
    })?;
    Ok(summary)
}

/// Removes what an unfinished restore left, except for the file that says so; refuses a directory with a store in it.
fn clear(disk: &Arc<dyn Disk>, dir: &str) -> Result<()> {
    let names = disk.list().map_err(|error| failed("list", dir, &error))?;
    let unfinished = names.iter().any(|name| name == RESTORE_TEMP);
    let of_a_store =
        |name: &&String| *name == CHECKPOINT || *name == CHECKPOINT_TEMP || file_number(name).is_some();
    if let Some(name) = names.iter().find(of_a_store)
        && (!unfinished || names.iter().any(|name| name == CHECKPOINT))
    {
        return Err(Error::Data(format!(
            "{dir} already holds a store (the file {name}); restore into a new directory, or move the old one away"
        )));
    }
    for name in names.iter().filter(of_a_store) {
        disk.remove(name).map_err(|error| failed("remove", name, &error))?;
    }
    Ok(())
}

fn copy(source: &(impl checkpoint::Source + ?Sized), writer: &mut Writer, name: &str) -> Result<()> {
    let mut broken = None;
    checkpoint::read_blocks(source, &mut |_, kind, count, payload| {
        if kind != BlockKind::End && broken.is_none() {
            broken = writer.block(kind, count, payload).err();
        }
        Ok(())
    })
    .map_err(|error| unreadable(name, &error))?;
    broken.map_or(Ok(()), |error| Err(failed("write", RESTORE_TEMP, &error)))
}

/// Checks a store that is not running: reads its checkpoint and its log, and changes nothing.
pub fn verify(dir: &Path) -> Result<Summary> {
    let shown = dir.display().to_string();
    let disk = RealDisk::existing(dir).map_err(|error| failed("open", &shown, &error))?;
    let _lock = Lock::take(&disk, dir)?;
    let names = disk.list().map_err(|error| failed("list", &shown, &error))?;
    refuse_unfinished_restore(&names)?;
    if !names.iter().any(|name| name == CHECKPOINT) {
        return Err(Error::Data(format!("{shown} holds no store: the file {CHECKPOINT} is missing")));
    }
    let config = Config::default();
    let loaded = recover::load(&disk, &names, Moment::now(&config.clock), config.history.max_age)?;
    let log_bytes: u64 = loaded.live.iter().map(|segment| segment.file.len).sum();
    Ok(Summary {
        revision: loaded.state.revision,
        compacted: loaded.state.compacted,
        keys: loaded.state.live_keys,
        live_bytes: loaded.state.live_bytes,
        file_bytes: loaded.checkpoint_bytes + log_bytes,
        torn_tail: loaded.torn.is_some(),
    })
}

/// A directory that a restore has not finished holds no store.
pub(crate) fn refuse_unfinished_restore(names: &[String]) -> Result<()> {
    if names.iter().any(|name| name == RESTORE_TEMP) {
        return Err(Error::Data(format!(
            "a restore into this directory was not finished (the file {RESTORE_TEMP} is there); run `navarch restore` again"
        )));
    }
    Ok(())
}
