//! Figures about a running store, for metrics and tests.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::Revision;

/// How the store is doing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stats {
    /// The newest revision.
    pub revision: Revision,
    /// Reads before this one are refused.
    pub compacted: Revision,
    /// Keys that exist now.
    pub keys: u64,
    /// Bytes of their keys and values.
    pub live_bytes: u64,
    /// Changes kept in memory for watches and reads of the past.
    pub history_events: u64,
    /// What they cost, roughly.
    pub history_bytes: u64,
    /// Keys in memory, with those that were removed but are still in the history.
    pub history_keys: u64,
    /// Watches that run.
    pub watches: u64,
    /// Log files, in use or ready for use.
    pub log_segments: u64,
    /// Their bytes.
    pub log_bytes: u64,
    /// Bytes of the newest checkpoint.
    pub checkpoint_bytes: u64,
    /// The revision of the newest checkpoint.
    pub checkpoint_revision: Revision,
    /// Checkpoints written since the store was opened.
    pub checkpoints: u64,
    /// Checkpoints that failed since then.
    pub checkpoint_failures: u64,
    /// Whether a checkpoint is due or being written.
    pub checkpoint_due: bool,
    /// Group commits since then: each is one write and one sync of the log.
    pub commits: u64,
    /// Transactions that changed something since then.
    pub writes: u64,
    /// Transactions that did not happen because a requirement did not hold.
    pub conflicts: u64,
    /// Keys that expired since then.
    pub expired: u64,
    /// Bytes written to log and checkpoints since then.
    pub bytes_written: u64,
    /// Writes or syncs of the log that failed; one stops the store.
    pub sync_failures: u64,
}

/// What a store, a backup or a directory holds, as `backup`, `restore` and `verify` report it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The newest revision.
    pub revision: Revision,
    /// Reads before this one are refused.
    pub compacted: Revision,
    /// Keys that exist.
    pub keys: u64,
    /// Bytes of their keys and values.
    pub live_bytes: u64,
    /// Bytes of the file or files.
    pub file_bytes: u64,
    /// Whether the log ends in a write that a crash interrupted. It is cut off when the store is opened; nothing that was
    /// acknowledged is lost.
    pub torn_tail: bool,
}

/// A number that several threads count up.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, by: u64) {
        self.0.fetch_add(by, Relaxed);
    }

    pub(crate) fn sub(&self, by: u64) {
        self.0.fetch_sub(by, Relaxed);
    }

    pub(crate) fn set(&self, to: u64) {
        self.0.store(to, Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// What is counted while the store runs.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub commits: Counter,
    pub writes: Counter,
    pub conflicts: Counter,
    pub expired: Counter,
    pub bytes_written: Counter,
    pub sync_failures: Counter,
    pub checkpoints: Counter,
    pub checkpoint_failures: Counter,
    pub checkpoint_bytes: Counter,
    pub checkpoint_revision: Counter,
    /// Log bytes that the newest checkpoint doesn't cover.
    pub log_since_checkpoint: Counter,
    /// At so many of them the next checkpoint is due.
    pub checkpoint_at: Counter,
}
