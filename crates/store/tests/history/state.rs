//! The sequential model: a map, and what one transaction does to it. Deliberately the plainest thing that can be right.

use std::collections::BTreeMap;
use std::time::Duration;

use bytes::Bytes;
use store::{Event, Expect, KeyValue, Range, Revision, Write};

/// What the store holds at one revision.
#[derive(Debug, Clone, Default)]
pub struct State {
    keys: BTreeMap<Bytes, Held>,
}

#[derive(Debug, Clone)]
struct Held {
    kv: KeyValue,
    /// The earliest time at which the key may delete itself.
    expires: Option<Duration>,
}

/// What a transaction did to the state.
pub struct Applied {
    /// What each key held before, in the order of the writes.
    pub previous: Vec<Option<KeyValue>>,
    /// The changes, with previous values, in key order.
    pub events: Vec<Event>,
}

impl State {
    /// A state that holds these keys.
    pub fn new(kvs: &[KeyValue]) -> Self {
        let held = |kv: &KeyValue| (kv.key.clone(), Held { kv: kv.clone(), expires: None });
        Self { keys: kvs.iter().map(held).collect() }
    }

    /// One key.
    pub fn get(&self, key: &[u8]) -> Option<&KeyValue> {
        self.keys.get(key).map(|held| &held.kv)
    }

    /// The first write whose requirement does not hold.
    pub fn refused(&self, writes: &[Write]) -> Option<usize> {
        writes.iter().position(|w| !w.expect().holds(self.get(w.key()).map(|kv| kv.mod_revision)))
    }

    /// Does the writes at `revision`; an index is the first write whose requirement does not hold.
    pub fn apply(&mut self, writes: &[Write], revision: u64, clock: Duration) -> Result<Applied, usize> {
        if let Some(index) = self.refused(writes) {
            return Err(index);
        }
        let mut applied = Applied { previous: vec![], events: vec![] };
        for write in writes {
            applied.previous.push(self.get(write.key()).cloned());
            applied.events.extend(match write {
                Write::Put { key, value, ttl, .. } => {
                    Some(self.put(key, value, revision, ttl.map(|t| clock + t)))
                }
                Write::Delete { key, .. } => self.delete(key, revision),
                Write::Check { .. } => None,
            });
        }
        applied.events.sort_by(|a, b| a.key().cmp(b.key()));
        Ok(applied)
    }

    fn put(&mut self, key: &Bytes, value: &Bytes, revision: u64, expires: Option<Duration>) -> Event {
        let previous = self.get(key).cloned();
        let kv = KeyValue {
            key: key.clone(),
            value: value.clone(),
            create_revision: previous.as_ref().map_or(Revision(revision), |kv| kv.create_revision),
            mod_revision: Revision(revision),
            version: previous.as_ref().map_or(1, |kv| kv.version + 1),
        };
        self.keys.insert(key.clone(), Held { kv: kv.clone(), expires });
        Event::Put { kv, previous }
    }

    /// Removes a key, if it is there.
    pub fn delete(&mut self, key: &Bytes, revision: u64) -> Option<Event> {
        let previous = self.keys.remove(key)?.kv;
        Some(Event::Delete { key: key.clone(), revision: Revision(revision), previous: Some(previous) })
    }

    /// The keys whose time may be up at `clock`.
    pub fn due(&self, clock: Duration) -> Vec<Bytes> {
        let due = |held: &&Held| held.expires.is_some_and(|at| at <= clock);
        self.keys.values().filter(due).map(|held| held.kv.key.clone()).collect()
    }

    /// What a read of this state shows: the keys, their number and whether the limit left some out.
    pub fn range(&self, range: &Range) -> (Vec<KeyValue>, u64, bool) {
        let all: Vec<_> =
            self.keys.values().filter(|h| range.keys.contains(&h.kv.key)).map(|h| h.kv.clone()).collect();
        let count = all.len();
        if range.count_only {
            return (vec![], count as u64, false);
        }
        let limit = if range.limit == 0 { count } else { range.limit };
        (all.into_iter().take(limit).collect(), count as u64, count > limit)
    }
}

/// Shows a write without its value's bytes.
pub fn show(writes: &[Write]) -> String {
    let expect = |expect: Expect| match expect {
        Expect::Any => String::new(),
        Expect::Absent => " if absent".into(),
        Expect::At(revision) => format!(" if at {revision}"),
    };
    let one = |write: &Write| {
        let what = match write {
            Write::Put { key, value, .. } => format!("put {}={}", key.escape_ascii(), clip(value)),
            Write::Delete { key, .. } => format!("delete {}", key.escape_ascii()),
            Write::Check { key, .. } => format!("check {}", key.escape_ascii()),
        };
        what + &expect(write.expect())
    };
    writes.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn clip(value: &[u8]) -> String {
    value[..value.len().min(24)].escape_ascii().to_string()
}
