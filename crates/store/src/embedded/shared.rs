//! What the parts of a running store share: the contents, the desk where requests wait, and whether it still runs.

use std::sync::{Arc, OnceLock};

use parking_lot::RwLock;
use runtime::Shutdown;

use super::config::Config;
use super::desk::Desk;
use super::disk::Disk;
use super::pins::Pins;
use super::pool::Pool;
use super::state::State;
use super::stats::{Counters, Stats};
use super::timekeeper::Alarm;
use super::upkeep::Chores;
use super::watch::Hub;
use crate::{Error, Result, Revision};

/// One running store.
pub(crate) struct Shared {
    pub config: Config,
    pub disk: Arc<dyn Disk>,
    pub store: u64,
    pub state: RwLock<State>,
    pub pins: Pins,
    pub desk: Desk,
    pub hub: Hub,
    pub pool: Arc<Pool>,
    pub chores: Chores,
    pub alarm: Alarm,
    pub counters: Counters,
    /// Told when the store closes or has failed.
    pub stop: Shutdown,
    failure: OnceLock<String>,
}

impl Shared {
    pub(crate) fn new(
        config: Config,
        disk: Arc<dyn Disk>,
        store: u64,
        state: State,
        pool: Arc<Pool>,
    ) -> Self {
        let (hub, desk) = (Hub::new(state.revision), Desk::new(&state));
        Self {
            config,
            disk,
            store,
            state: RwLock::new(state),
            pins: Pins::default(),
            desk,
            hub,
            pool,
            chores: Chores::default(),
            alarm: Alarm::default(),
            counters: Counters::default(),
            stop: Shutdown::new(),
            failure: OnceLock::new(),
        }
    }

    /// Why the store no longer answers, if it doesn't.
    pub(crate) fn check(&self) -> Result<()> {
        match self.failure.get() {
            Some(failure) => Err(Error::Unavailable(failure.clone())),
            None if self.stop.is_triggered() => Err(Self::closed()),
            None => Ok(()),
        }
    }

    pub(crate) fn closed() -> Error {
        Error::Unavailable("the store is closed".into())
    }

    /// The failure that stopped the store, if one did.
    pub(crate) fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    /// Stops the store for good: what is on disk is no longer known.
    pub(crate) fn poison(&self, why: &str) {
        tracing::error!(
            why,
            "the store has stopped: the log could not be written; restart to recover what is on disk"
        );
        let _ = self.failure.set(format!("{why}; restart the server to recover what is on disk"));
        self.stop.trigger();
        self.chores.stop();
        let refusal = self.check().err().unwrap_or_else(Self::closed);
        // Nothing of these was written.
        self.desk.abandon().into_iter().for_each(|round| round.fail(&refusal));
    }

    /// The oldest revision that must stay readable in memory.
    pub(crate) fn floor(&self, compacted: Revision) -> Revision {
        self.pins.oldest().map_or(compacted, |pinned| pinned.min(compacted))
    }

    pub(crate) fn stats(&self) -> Stats {
        let (log_segments, log_bytes) = self.pool.usage();
        let counters = &self.counters;
        let state = self.state.read();
        Stats {
            revision: state.revision,
            compacted: state.compacted,
            keys: state.live_keys,
            live_bytes: state.live_bytes,
            history_events: state.changes.len() as u64,
            history_bytes: state.changes.bytes() as u64,
            history_keys: state.chains() as u64,
            watches: self.hub.len() as u64,
            log_segments: log_segments as u64,
            log_bytes,
            checkpoint_bytes: counters.checkpoint_bytes.get(),
            checkpoint_revision: Revision(counters.checkpoint_revision.get()),
            checkpoints: counters.checkpoints.get(),
            checkpoint_failures: counters.checkpoint_failures.get(),
            checkpoint_due: self.chores.checkpoint_due(),
            commits: counters.commits.get(),
            writes: counters.writes.get(),
            conflicts: counters.conflicts.get(),
            expired: counters.expired.get(),
            bytes_written: counters.bytes_written.get(),
            sync_failures: counters.sync_failures.get(),
        }
    }
}
