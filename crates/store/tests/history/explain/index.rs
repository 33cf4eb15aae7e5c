//! The record turned over: what is known about each revision.

use std::collections::HashMap;

use bytes::Bytes;
use store::Event;

use super::super::op::{History, Tick};
use super::super::{Violation, violation};

/// What watches showed of one revision.
#[derive(Default, Clone)]
pub struct Seen {
    /// The changes by key; a put has its value. The order and the rest are for the watch checkers.
    pub changes: HashMap<Bytes, Option<Bytes>>,
    /// Whether a watch of all keys showed it, so that nothing can be missing.
    pub whole: bool,
}

/// What is known about each revision.
pub struct Index {
    /// The newest revision that anybody saw.
    pub last: u64,
    acknowledged: HashMap<u64, usize>,
    shown: HashMap<u64, Vec<usize>>,
    seen: HashMap<u64, Seen>,
    /// The first moment at which somebody saw this revision or a later one.
    first_seen: Vec<(u64, Tick)>,
    /// For each operation in doubt, the newest revision that somebody had seen before its call.
    pub in_doubt: Vec<(usize, u64)>,
}

impl Index {
    /// Reads the record; two acknowledged writes with one revision are a violation.
    pub fn new(history: &History) -> Result<Self, Violation> {
        let sightings = history.sightings();
        let mut index = Self {
            last: sightings.iter().map(|(_, r)| *r).max().unwrap_or(history.base).max(history.base),
            acknowledged: HashMap::new(),
            shown: HashMap::new(),
            seen: HashMap::new(),
            first_seen: first_seen(&sightings),
            in_doubt: vec![],
        };
        for (n, op) in history.ops.iter().enumerate() {
            if let Some(revision) = op.made()
                && let Some(other) = index.acknowledged.insert(revision, n)
            {
                let what = format!("revision {revision} was given to {:?} and to {op:?}", history.ops[other]);
                return Err(violation("revisions are used once", what));
            }
            if let Some(revision) = op.shows() {
                index.shown.entry(revision).or_default().push(n);
            }
            if op.in_doubt().is_some() {
                let before = sightings.iter().take_while(|(tick, _)| *tick < op.invoked);
                index.in_doubt.push((n, before.map(|(_, r)| *r).max().unwrap_or(0)));
            }
        }
        index.watch_events(history)?;
        Ok(index)
    }

    fn watch_events(&mut self, history: &History) -> Result<(), Violation> {
        for watch in &history.watches {
            let all = watch.request.keys == store::KeyRange::all();
            for (_, event) in watch.events() {
                let seen = self.seen.entry(event.revision().0).or_default();
                seen.whole |= all;
                let value = match event {
                    Event::Put { kv, .. } => Some(kv.value.clone()),
                    Event::Delete { .. } => None,
                };
                if let Some(other) = seen.changes.insert(event.key().clone(), value.clone())
                    && other != value
                {
                    let what = format!("key {} at {}", event.key().escape_ascii(), event.revision());
                    return Err(violation("watches agree", what + " has two values"));
                }
            }
        }
        Ok(())
    }

    /// The operation that was acknowledged with this revision.
    pub fn acknowledged(&self, revision: u64) -> Option<usize> {
        self.acknowledged.get(&revision).copied()
    }

    /// The operations whose answers show the state at this revision.
    pub fn shown(&self, revision: u64) -> &[usize] {
        self.shown.get(&revision).map_or(&[], Vec::as_slice)
    }

    /// What watches showed of this revision.
    pub fn seen(&self, revision: u64) -> Option<&Seen> {
        self.seen.get(&revision)
    }

    /// The first moment at which somebody could tell that the revision exists.
    pub fn first_seen(&self, revision: u64) -> Tick {
        let next = self.first_seen.partition_point(|(r, _)| *r < revision);
        self.first_seen.get(next).map_or(Tick::MAX, |(_, tick)| *tick)
    }
}

/// Sightings in the order of revisions, each with the earliest tick of itself and all later ones.
fn first_seen(sightings: &[(Tick, u64)]) -> Vec<(u64, Tick)> {
    let mut by_revision: Vec<(u64, Tick)> = sightings.iter().map(|(tick, r)| (*r, *tick)).collect();
    by_revision.sort_unstable();
    let mut earliest = Tick::MAX;
    for (_, tick) in by_revision.iter_mut().rev() {
        earliest = earliest.min(*tick);
        *tick = earliest;
    }
    by_revision
}
