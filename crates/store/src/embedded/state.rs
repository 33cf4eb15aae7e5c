//! The store's contents: every kept version of every key, the recent changes, and what expires when. Pure: no I/O, no locks.
//!
//! The committer changes it, after the change is durable; everybody else reads it under the shared lock.

mod chain;
mod keys;

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use bytes::Bytes;

pub(crate) use self::chain::{Chain, Slot};
use self::keys::Keys;
pub(crate) use self::keys::{KeyHash, KeyHasher, Place};
use super::config::History;
use super::history::{Change, Changes, Marks};
use super::item::Item;
use crate::{KeyRange, Revision};

/// Where the log continues: the segment, the offset in it, and the number of the next frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Position {
    pub generation: u64,
    pub offset: u64,
    pub sequence: u64,
}

/// One change to apply: the new version of a key, or its removal.
#[derive(Debug)]
pub(crate) struct Effect {
    pub revision: Revision,
    pub order: u32,
    pub key: Bytes,
    pub hash: KeyHash,
    /// Where the key was when this was decided.
    pub place: Option<Place>,
    pub item: Option<Arc<Item>>,
}

/// The contents.
#[derive(Default)]
pub(crate) struct State {
    keys: Keys,
    /// The newest revision that anybody may see. Changes may lie beyond it while a commit is applied.
    pub revision: Revision,
    /// Reads before this revision are refused.
    pub compacted: Revision,
    pub changes: Changes,
    pub marks: Marks,
    /// The keys that expire, by when, with the write that is meant.
    leases: BTreeMap<(u64, Bytes), Revision>,
    pub live_keys: u64,
    pub live_bytes: u64,
    pub position: Position,
}

impl State {
    /// Makes the hashes of keys.
    pub(crate) fn hasher(&self) -> &KeyHasher {
        self.keys.hasher()
    }

    /// Where a key is kept, if it is, and its newest version.
    pub(crate) fn find(&self, hash: KeyHash, key: &[u8]) -> (Option<Place>, Option<&Arc<Item>>) {
        let place = self.keys.find(hash, key);
        (place, place.and_then(|place| self.keys.chain(place).last().item.as_ref()))
    }

    /// How many keys there are, with those that are only history.
    pub(crate) fn chains(&self) -> usize {
        self.keys.len()
    }

    /// The keys of a range with their versions, in order.
    pub(crate) fn chains_in(&self, keys: &KeyRange) -> impl Iterator<Item = (&Bytes, &Chain)> {
        let empty = keys.end.as_ref().is_some_and(|end| *end <= keys.start);
        let end = keys.end.as_ref().map_or(Bound::Unbounded, |end| Bound::Excluded(end.as_ref()));
        let start = Bound::Included(keys.start.as_ref());
        (!empty).then(|| self.keys.range((start, end))).into_iter().flatten()
    }

    /// Applies one change. Changes come in the order of their revisions. `false` if it removes what isn't there.
    pub(crate) fn apply(&mut self, effect: &Effect) -> bool {
        let Effect { revision, order, key, hash, place, item } = effect;
        let slot = Slot { revision: *revision, order: *order, item: item.clone() };
        // The key may have been forgotten since the change was decided, or made.
        let place = place.filter(|place| self.keys.holds(*place, key)).or_else(|| self.keys.find(*hash, key));
        let (place, previous) = match place {
            Some(place) => {
                let chain = self.keys.chain_mut(place);
                let previous = chain.last().item.clone();
                if previous.is_none() && item.is_none() {
                    return false;
                }
                chain.push(slot);
                (place, previous)
            }
            None if item.is_none() => return false,
            None => (self.keys.insert(key.clone(), *hash, Chain::new(slot)), None),
        };
        self.account(previous.as_ref(), item.as_ref());
        self.changes.push(Change::new(*revision, place, item.clone(), previous));
        true
    }

    fn account(&mut self, previous: Option<&Arc<Item>>, new: Option<&Arc<Item>>) {
        if let Some(item) = previous {
            self.live_keys -= 1;
            self.live_bytes -= item.size() as u64;
            if let Some(lease) = &item.lease {
                self.leases.remove(&(lease.due, item.kv.key.clone()));
            }
        }
        if let Some(item) = new {
            self.live_keys += 1;
            self.live_bytes += item.size() as u64;
            if let Some(lease) = &item.lease {
                self.leases.insert((lease.due, item.kv.key.clone()), item.kv.mod_revision);
            }
        }
    }

    /// What a checkpoint kept, in key order.
    pub(crate) fn restore(
        (revision, compacted): (Revision, Revision),
        position: Position,
        marks: Marks,
        keys: Vec<(Bytes, Chain)>,
    ) -> Self {
        let mut state = Self { revision, compacted, position, marks, ..Self::default() };
        state.fill(keys);
        state
    }

    fn fill(&mut self, keys: Vec<(Bytes, Chain)>) {
        let (mut changes, keys) = (Vec::new(), Keys::sorted(keys));
        for (place, chain) in keys.places() {
            self.account(None, chain.last().item.as_ref());
            if chain.last().revision <= self.compacted {
                continue;
            }
            let mut previous: Option<&Arc<Item>> = None;
            for slot in chain.kept(Revision::ZERO, Revision(u64::MAX), Revision::ZERO) {
                if slot.revision > self.compacted {
                    let new = slot.item.clone();
                    changes.push((slot.order, Change::new(slot.revision, place, new, previous.cloned())));
                }
                previous = slot.item.as_ref();
            }
        }
        self.keys = keys;
        changes.sort_by_key(|(order, change)| (change.revision, *order));
        for (_, change) in changes {
            self.changes.push(change);
        }
    }

    /// Forgets history up to `revision`; what that frees is dropped by [`trim`](Self::trim).
    pub(crate) fn compact(&mut self, revision: Revision) {
        self.compacted = self.compacted.max(revision);
        self.changes.compact(self.compacted);
        self.marks.forget(self.compacted);
    }

    /// Compacts as far as the bounds of history demand. Whether anything is to be trimmed.
    pub(crate) fn keep_bounds(&mut self, history: &History, now_millis: u64) -> bool {
        let max_age = super::item::millis_up(history.max_age);
        let aged = self.marks.expire(now_millis, max_age);
        let excess = self.changes.excess(history.max_events, history.max_bytes);
        if let Some(revision) = aged.max(excess) {
            self.compact(revision);
        }
        self.changes.compacted() > 0
    }

    /// Drops versions that no read at `floor` or later can see, for at most `limit` changes. Whether more is left to do.
    pub(crate) fn trim(&mut self, floor: Revision, limit: usize) -> bool {
        for _ in 0..limit {
            let Some(change) = self.changes.pop_through(floor) else { return false };
            // A key is forgotten with its last change only, so this one has still its place.
            if self.keys.chain_mut(change.place).trim(change.revision) {
                self.keys.remove(change.place);
            }
        }
        true
    }

    /// When the next key expires, in milliseconds of the monotonic clock.
    pub(crate) fn next_due(&self) -> Option<u64> {
        self.leases.first_key_value().map(|((due, _), _)| *due)
    }

    /// The keys that are due, with the revision of the write that is.
    pub(crate) fn due(&self, now: u64) -> impl Iterator<Item = (&Bytes, Revision)> {
        self.leases
            .range(..(now.saturating_add(1), Bytes::new()))
            .map(|((_, key), revision)| (key, *revision))
    }
}

#[cfg(test)]
mod tests;
