//! Reads: a range of keys as they were at one revision.

use crate::{KeyRange, KeyValue, Revision};

/// What to read.
#[derive(Debug, Clone)]
pub struct Range {
    /// Which keys.
    pub keys: KeyRange,
    /// At which revision; `None` is the newest, which includes every write acknowledged before the call.
    pub revision: Option<Revision>,
    /// At most this many, in key order; 0 is no limit.
    pub limit: usize,
    /// Leave the key values out and only count them.
    pub count_only: bool,
}

impl Range {
    /// All of `keys`, at the newest revision.
    pub fn new(keys: KeyRange) -> Self {
        Self { keys, revision: None, limit: 0, count_only: false }
    }

    /// At a revision of the past.
    pub fn at(mut self, revision: Revision) -> Self {
        self.revision = Some(revision);
        self
    }

    /// At most `limit` keys.
    pub fn limit(mut self, limit: usize) -> Self {
        self.limit = limit;
        self
    }

    /// Only how many there are.
    pub fn count_only(mut self) -> Self {
        self.count_only = true;
        self
    }
}

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RangeResult {
    /// The revision that the answer shows: the one asked for, or the newest there was.
    pub revision: Revision,
    /// The keys in order, at most `limit` of them; empty if only counted.
    pub kvs: Vec<KeyValue>,
    /// How many keys the whole range holds, beyond the limit too.
    pub count: u64,
    /// Whether the limit left some out. To go on: [`KeyRange::after`] the last key, at `revision`.
    pub more: bool,
}
