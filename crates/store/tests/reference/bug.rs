//! The bugs on request, and the rules that must catch each.

/// A way to be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bug {
    StaleRead,
    TornRead,
    LostWrite,
    ConditionIgnored,
    WrongConflict,
    CompactedRead,
    WatchDropsEvent,
    WatchDropsDelete,
    WatchRepeatsEvent,
    WatchReorders,
    WatchSplitsRevision,
    WatchResumesOneEarly,
    WatchOldEventsOnFuture,
    WatchLeaksNeighbour,
    WatchWrongPrevious,
    WatchWrongVersion,
    WatchWrongValue,
    WatchIgnoresCompaction,
    ProgressAhead,
    ProgressStale,
}

/// Each bug with the rules of which at least one must be reported.
pub const CASES: &[(Bug, &[&str])] = &[
    (Bug::StaleRead, &["reads are not stale"]),
    (Bug::TornRead, &["reads"]),
    (Bug::LostWrite, &["revisions are used once", "reads"]),
    (Bug::ConditionIgnored, &["conditions"]),
    (Bug::WrongConflict, &["conflicts"]),
    (Bug::CompactedRead, &["compacted is gone"]),
    (Bug::WatchDropsEvent, &["reliable"]),
    (Bug::WatchDropsDelete, &["reliable", "atomic"]),
    (Bug::WatchRepeatsEvent, &["unique"]),
    (Bug::WatchReorders, &["ordered"]),
    (Bug::WatchSplitsRevision, &["atomic"]),
    (Bug::WatchResumesOneEarly, &["resumable"]),
    (Bug::WatchOldEventsOnFuture, &["resumable"]),
    (Bug::WatchLeaksNeighbour, &["filtered"]),
    (Bug::WatchWrongPrevious, &["previous"]),
    (Bug::WatchWrongVersion, &["versions"]),
    (Bug::WatchWrongValue, &["faithful", "watches agree"]),
    (Bug::WatchIgnoresCompaction, &["compacted is gone"]),
    (Bug::ProgressAhead, &["bookmarks"]),
    (Bug::ProgressStale, &["fresh", "bookmarks"]),
];
