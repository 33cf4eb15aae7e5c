//! The failpoints by name.

use crate::sim::{How, Kind};

/// What a fault must lead to. In every case the next life must hold all that was acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nobody notices.
    Harmless,
    /// The checkpoint fails and is counted; writes go on.
    FailsTheCheckpoint,
    /// Where a commit is hit, its writes are in doubt and the store takes no more. Other work on the same files may be hit instead,
    /// and may refuse writes.
    Stops,
    /// Writes may be refused, none is in doubt.
    Refuses,
    /// The store does not open, says so, and opens when the fault is gone.
    RefusesToOpen,
}

/// A point at which the disk fails.
pub struct Failpoint {
    pub name: &'static str,
    pub kind: Kind,
    /// What the name of the file contains.
    pub file: &'static str,
    pub how: How,
    pub outcome: Outcome,
}

const fn at(name: &'static str, kind: Kind, file: &'static str, how: How, outcome: Outcome) -> Failpoint {
    Failpoint { name, kind, file, how, outcome }
}

/// All of them.
pub const FAILPOINTS: &[Failpoint] = &[
    at("commit: before the write", Kind::Write, "log-", How::Before, Outcome::Stops),
    at("commit: after half of the write", Kind::Write, "log-", How::Partly, Outcome::Stops),
    at("commit: after the write", Kind::Write, "log-", How::After, Outcome::Stops),
    at("commit: before the sync", Kind::Sync, "log-", How::Before, Outcome::Stops),
    at("commit: after the sync", Kind::Sync, "log-", How::After, Outcome::Stops),
    at("checkpoint: creation", Kind::Create, "checkpoint.tmp", How::Before, Outcome::FailsTheCheckpoint),
    at("checkpoint: after creation", Kind::Create, "checkpoint.tmp", How::After, Outcome::FailsTheCheckpoint),
    at("checkpoint: before a write", Kind::Write, "checkpoint.tmp", How::Before, Outcome::FailsTheCheckpoint),
    at(
        "checkpoint: half of a write",
        Kind::Write,
        "checkpoint.tmp",
        How::Partly,
        Outcome::FailsTheCheckpoint,
    ),
    at("checkpoint: before the sync", Kind::Sync, "checkpoint.tmp", How::Before, Outcome::FailsTheCheckpoint),
    at("checkpoint: after the sync", Kind::Sync, "checkpoint.tmp", How::After, Outcome::FailsTheCheckpoint),
    at(
        "checkpoint: before the rename",
        Kind::Rename,
        "checkpoint.tmp",
        How::Before,
        Outcome::FailsTheCheckpoint,
    ),
    at(
        "checkpoint: after the rename",
        Kind::Rename,
        "checkpoint.tmp",
        How::After,
        Outcome::FailsTheCheckpoint,
    ),
    at("names: before their sync", Kind::SyncDir, "", How::Before, Outcome::Refuses),
    at("names: after their sync", Kind::SyncDir, "", How::After, Outcome::Refuses),
    at("segment: creation", Kind::Create, "log-", How::Before, Outcome::Refuses),
    at("segment: after creation", Kind::Create, "log-", How::After, Outcome::Refuses),
    at("segment: use again", Kind::Open, "log-", How::Before, Outcome::Refuses),
    at("segment: removal", Kind::Remove, "log-", How::Before, Outcome::Harmless),
    at("segment: cutting to size", Kind::SetLen, "log-", How::Before, Outcome::Harmless),
    at("segment: after cutting to size", Kind::SetLen, "log-", How::After, Outcome::Harmless),
    at("open: the checkpoint", Kind::Open, "checkpoint", How::Before, Outcome::RefusesToOpen),
    at("open: reading the checkpoint", Kind::Read, "checkpoint", How::Before, Outcome::RefusesToOpen),
    at("open: reading the log", Kind::Read, "log-", How::Before, Outcome::RefusesToOpen),
    at("open: opening the log", Kind::Open, "log-", How::Before, Outcome::RefusesToOpen),
    at("open: writing the log", Kind::Write, "log-", How::Before, Outcome::RefusesToOpen),
    at("open: syncing the log", Kind::Sync, "log-", How::Before, Outcome::RefusesToOpen),
    at("open: syncing the names", Kind::SyncDir, "", How::Before, Outcome::RefusesToOpen),
];
