//! Opens a store: reads it, repairs what a crash left behind, and makes sure that what was read is durable before anybody sees it.

use std::io;
use std::sync::Arc;

use super::backup::refuse_unfinished_restore;
use super::config::Config;
use super::create::create_empty;
use super::disk::{Disk, DiskFile};
use super::files::{CHECKPOINT, CHECKPOINT_TEMP, failed};
use super::item::Moment;
use super::log::Log;
use super::pool::{Pool, file_number};
use super::recover::{self, Loaded, Segment};
use super::shared::Shared;
use crate::{Error, Result};

/// Reads the store on `disk`, or makes one if there is none. Blocks.
pub(crate) fn open(disk: Arc<dyn Disk>, config: Config) -> Result<(Arc<Shared>, Log)> {
    let begun = config.clock.monotonic();
    let mut loaded = load(&disk, &config)?;
    let segment = loaded.live.last().expect("a store has at least one log file");
    let name = segment.file.name.clone();
    let (len, position) = (segment.file.len, loaded.state.position);
    let file = disk.open(&name).map_err(|error| failed("open", &name, &error))?;
    settle(disk.as_ref(), file.as_ref(), &loaded).map_err(|error| failed("write", &name, &error))?;
    let pool = pool(&disk, &config, &mut loaded)?;
    let log = Log::open(pool.clone(), loaded.store, file, len, position)
        .map_err(|error| failed("read", &name, &error))?;
    let millis = (config.clock.monotonic() - begun).as_millis() as u64;
    tracing::info!(
        revision = loaded.state.revision.0,
        keys = loaded.state.live_keys,
        replayed = loaded.replayed.transactions,
        millis,
        "store opened"
    );
    let checkpoint_at = config.checkpoint_bytes.max(loaded.checkpoint_bytes);
    let shared = Shared::new(config, disk, loaded.store, loaded.state, pool);
    let counters = &shared.counters;
    counters.checkpoint_bytes.set(loaded.checkpoint_bytes);
    counters.checkpoint_revision.set(loaded.checkpoint_revision.0);
    counters.log_since_checkpoint.set(loaded.replayed.bytes);
    counters.checkpoint_at.set(checkpoint_at);
    Ok((Arc::new(shared), log))
}

fn load(disk: &Arc<dyn Disk>, config: &Config) -> Result<Loaded> {
    let list = || disk.list().map_err(|error| failed("list", "the data directory", &error));
    let mut names = list()?;
    refuse_unfinished_restore(&names)?;
    if names.iter().any(|name| name == CHECKPOINT_TEMP) {
        disk.remove(CHECKPOINT_TEMP).map_err(|error| failed("remove", CHECKPOINT_TEMP, &error))?;
    }
    if !names.iter().any(|name| name == CHECKPOINT) {
        create_empty(disk, config.segment_bytes, &names, config.clock.unix_millis())?;
        names = list()?;
    }
    recover::load(disk.as_ref(), &names, Moment::now(&config.clock), config.history.max_age)
}

/// Makes durable what was read, and removes the remains of an interrupted write.
///
/// What was read may come from the system's cache: the process may have died between a write and its sync, or the sync may have
/// failed, after which the cache shows what the disk doesn't hold. Only the last write can be such a one; it is written again. The
/// same goes for the name of the checkpoint, on which the reuse of log files depends.
fn settle(disk: &dyn Disk, file: &dyn DiskFile, loaded: &Loaded) -> io::Result<()> {
    let mut last = vec![0; (loaded.last_write.end - loaded.last_write.start) as usize];
    let got = file.read_at(&mut last, loaded.last_write.start)?;
    file.write_at(&last[..got], loaded.last_write.start)?;
    if let (Some(torn), Some(Segment { file: log_file, .. })) = (&loaded.torn, loaded.live.last()) {
        tracing::warn!(
            file = log_file.name,
            offset = torn.start,
            bytes = torn.end - torn.start,
            "cut off an interrupted write at the end of the log; nothing that was acknowledged is lost"
        );
        file.write_at(&vec![0; (torn.end - torn.start) as usize], torn.start)?;
    }
    file.sync()?;
    disk.sync_dir()
}

/// The log's files; those that are not needed are kept for later or removed.
fn pool(disk: &Arc<dyn Disk>, config: &Config, loaded: &mut Loaded) -> Result<Arc<Pool>> {
    let live: Vec<_> =
        loaded.live.iter().map(|segment| (segment.header.generation, segment.file.clone())).collect();
    let free = std::mem::take(&mut loaded.free);
    let numbers = live.iter().map(|(_, file)| file).chain(&free).filter_map(|file| file_number(&file.name));
    let next = numbers.max().unwrap_or(0) + 1;
    let pool = Pool::new(disk.clone(), config.segment_bytes, live, next);
    for file in free {
        let name = file.name.clone();
        pool.reuse(file).map_err(|error: io::Error| Error::Data(format!("cannot reuse {name}: {error}")))?;
    }
    Ok(Arc::new(pool))
}
