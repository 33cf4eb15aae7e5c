//! The objects of one kind in the order of their keys, their recent changes, and who watches them.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use bytes::Bytes;
use parking_lot::{Mutex, RwLock};
use resource::Kind;
use store::{Event, KeyValue, Revision};
use tokio::sync::mpsc;

use super::index::Indexes;
use super::ring::Ring;
use super::watchers::{Delivery, End, Watchers};
use crate::change::{Change, View};
use crate::filter::Filter;
use crate::{Config, Stored, key};

/// One kind's part of the cache.
pub(crate) struct Collection {
    kind: Arc<Kind>,
    prefix: String,
    config: Arc<Config>,
    state: RwLock<State>,
}

struct State {
    objects: BTreeMap<Box<str>, Arc<Stored>>,
    indexes: Indexes,
    ring: Ring,
    watchers: Watchers,
    /// The newest revision whose changes to this collection are all here. The cache's applied revision may be ahead of it.
    latest: Revision,
    closed: bool,
}

/// Where a watch begins.
pub(crate) struct Start {
    pub id: u64,
    pub queue: mpsc::Receiver<Delivery>,
    pub end: Arc<Mutex<Option<End>>>,
    /// Everything up to this revision is in `initial` and `history`, or older than what was asked for.
    pub revision: Revision,
    pub initial: Vec<Arc<Stored>>,
    pub history: Vec<Delivery>,
    /// The oldest revision from which the history is whole; above the one asked for if that is too old.
    pub floor: Revision,
}

/// From where a watch is to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    /// The present objects, then what changes.
    State,
    /// What changes after now.
    Now,
    /// What changed after a revision.
    After(Revision),
}

impl Collection {
    pub(super) fn new(kind: Arc<Kind>, config: Arc<Config>, at: Revision) -> Self {
        let state = State {
            objects: BTreeMap::new(),
            indexes: Indexes::new(&kind, &config),
            ring: Ring::new(config.history, at),
            watchers: Watchers::new(&kind, &config),
            latest: at,
            closed: false,
        };
        Self { prefix: key::prefix(&kind), kind, config, state: RwLock::new(state) }
    }

    pub(crate) fn kind(&self) -> &Arc<Kind> {
        &self.kind
    }

    /// Where the collection lies in the store.
    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    fn place<'k>(&self, key: &'k [u8]) -> &'k str {
        key::parse(key).map_or("", |(_, place)| place)
    }

    /// The object of a key value.
    pub(crate) fn read(&self, kv: &KeyValue) -> Stored {
        Stored::read(&self.kind, self.place(&kv.key), kv.value.clone(), kv.mod_revision)
    }

    /// Puts in what was there before anybody could watch.
    pub(super) fn fill(&self, found: Vec<(Bytes, Bytes, Revision)>) {
        let mut state = self.state.write();
        for (key, json, revision) in found {
            let place = self.place(&key);
            let stored = Arc::new(Stored::read(&self.kind, place, json, revision));
            state.put(place, stored);
        }
    }

    /// Takes in changes, in order.
    pub(super) fn apply(&self, events: Vec<Event>) {
        // Objects are read outside the lock: readers wait only for the map to change.
        let read = events.into_iter().map(|event| match event {
            Event::Put { kv, .. } => (kv.key.clone(), kv.mod_revision, Some(Arc::new(self.read(&kv)))),
            Event::Delete { key, revision, .. } => (key, revision, None),
        });
        let read: Vec<_> = read.collect();
        let mut state = self.state.write();
        for (key, revision, now) in read {
            state.change(self.place(&key), revision, now);
        }
    }

    /// Makes the collection what the store holds at `revision`, and tells watchers the difference. What lay between is lost, so
    /// the history begins anew.
    pub(super) fn reload(&self, kvs: &[KeyValue], revision: Revision) {
        let mut state = self.state.write();
        let mut changes: Vec<(Revision, Box<str>, Option<&KeyValue>)> = Vec::new();
        let present: BTreeMap<&str, &KeyValue> = kvs.iter().map(|kv| (self.place(&kv.key), kv)).collect();
        for (place, old) in &state.objects {
            match present.get(&**place) {
                None => changes.push((revision, place.clone(), None)),
                // Deleted and made again in between: not the same object.
                Some(kv) if kv.create_revision > old.revision => {
                    changes.push((Revision(kv.create_revision.0.saturating_sub(1)), place.clone(), None));
                }
                Some(_) => {}
            }
        }
        for (place, kv) in &present {
            if state.objects.get(*place).is_none_or(|old| old.revision != kv.mod_revision) {
                changes.push((kv.mod_revision, (*place).into(), Some(kv)));
            }
        }
        changes.sort_by_key(|(revision, _, _)| *revision);
        state.ring.reset(revision);
        for (at, place, kv) in changes {
            state.change(&place, at, kv.map(|kv| Arc::new(self.read(kv))));
        }
        state.ring.reset(revision);
        state.latest = state.latest.max(revision);
    }

    /// Ends it: watchers are cut off; gives all keys back.
    pub(super) fn close(&self) -> Vec<(Bytes, Bytes, Revision)> {
        let mut state = self.state.write();
        state.closed = true;
        state.watchers.close(End::Removed);
        let objects = state.objects.iter();
        let raw = objects.map(|(place, stored)| {
            (format!("{}{place}", self.prefix).into(), stored.json.clone(), stored.revision)
        });
        raw.collect()
    }

    /// Ends every watch; new ones may begin.
    pub(super) fn end_watches(&self) {
        self.state.write().watchers.close(End::Shutdown);
    }

    /// One object.
    pub(crate) fn get(&self, place: &str) -> Option<Arc<Stored>> {
        self.state.read().objects.get(place).cloned()
    }

    /// How many objects there are.
    pub(crate) fn len(&self) -> usize {
        self.state.read().objects.len()
    }

    /// The revision of the newest change.
    pub(crate) fn latest(&self) -> Revision {
        self.state.read().latest
    }

    /// How many watch.
    pub(crate) fn watchers(&self) -> usize {
        self.state.read().watchers.len()
    }

    /// The objects that match, after the place `after` and at most `limit` (0: all), with the revision that they show, whether
    /// there are more, and how many objects there were in range from there on. `applied` is asked under the lock.
    pub(crate) fn list(
        &self,
        filter: &Filter,
        from: Option<&str>,
        limit: usize,
        applied: impl Fn() -> Revision,
    ) -> Listed {
        let state = self.state.read();
        let mut listed = Listed { revision: state.latest.max(applied()), ..Listed::default() };
        let limit = if limit == 0 { usize::MAX } else { limit };
        for stored in state.select(&self.kind, filter, from) {
            if !filter.matches(stored) {
                continue;
            }
            if listed.items.len() == limit {
                listed.more = true;
                break;
            }
            listed.items.push(stored.clone());
        }
        if listed.more && !filter.has_selectors() {
            listed.count = state.select(&self.kind, filter, from).count();
        }
        listed
    }

    /// The objects that an owner owns.
    pub(crate) fn owned_by(&self, uid: &str) -> Vec<Arc<Stored>> {
        let state = self.state.read();
        state.indexes.owned_by(uid).filter_map(|place| state.objects.get(&**place).cloned()).collect()
    }

    /// Starts a watch. `None` if the kind is no longer served.
    pub(crate) fn watch(&self, filter: &Filter, from: From, applied: impl Fn() -> Revision) -> Option<Start> {
        let (sender, queue) = mpsc::channel(self.config.queue);
        let end = Arc::new(Mutex::new(None));
        let mut state = self.state.write();
        if state.closed {
            return None;
        }
        let revision = state.latest.max(applied());
        let mut start = Start {
            id: 0,
            queue,
            end: end.clone(),
            revision,
            initial: Vec::new(),
            history: Vec::new(),
            floor: state.ring.floor(),
        };
        let mut after = revision;
        match from {
            From::Now => {}
            From::State => {
                let all = state.select(&self.kind, filter, None);
                start.initial = all.filter(|stored| filter.matches(stored)).cloned().collect();
            }
            From::After(asked) => {
                // A watch may begin ahead of now: what happens up to then does not concern it.
                after = revision.max(asked);
                start.history = state.history(filter, asked.max(start.floor));
            }
        }
        start.id = state.watchers.add(&self.kind, filter.clone(), after, sender, end);
        Some(start)
    }

    /// Ends a watch.
    pub(crate) fn unwatch(&self, id: u64) {
        self.state.write().watchers.remove(id);
    }

    /// The revision up to which every change of the collection has been put into the queues of its watchers.
    pub(crate) fn revision(&self, applied: impl Fn() -> Revision) -> Revision {
        let state = self.state.read();
        state.latest.max(applied())
    }
}

/// What a list found.
#[derive(Default)]
pub(crate) struct Listed {
    pub items: Vec<Arc<Stored>>,
    pub revision: Revision,
    pub more: bool,
    /// How many objects lie in range from the start of the page on; counted only when there are more and no selectors.
    pub count: usize,
}

impl State {
    fn put(&mut self, place: &str, stored: Arc<Stored>) -> Option<Arc<Stored>> {
        let old = match self.objects.get_mut(place) {
            Some(old) => Some(std::mem::replace(old, stored.clone())),
            None => self.objects.insert(place.into(), stored.clone()),
        };
        if let Some(old) = &old {
            self.indexes.remove(&old.head);
        }
        self.indexes.insert(&stored.head);
        old
    }

    fn change(&mut self, place: &str, revision: Revision, now: Option<Arc<Stored>>) {
        let before = match &now {
            Some(stored) => self.put(place, stored.clone()),
            None => self.objects.remove(place).inspect(|old| self.indexes.remove(&old.head)),
        };
        self.latest = self.latest.max(revision);
        if before.is_none() && now.is_none() {
            return;
        }
        let change = Change::new(revision, before, now);
        self.watchers.dispatch(&change);
        self.ring.push(change);
    }

    fn history(&self, filter: &Filter, after: Revision) -> Vec<(Arc<Change>, View)> {
        let seen = |change: &Arc<Change>| {
            change.seen_by(|stored| filter.matches(stored)).map(|view| (change.clone(), view))
        };
        self.ring.after(after).filter_map(seen).collect()
    }

    /// The objects among which matches can be, in order, from the place `from` on.
    fn select<'s>(
        &'s self,
        kind: &'s Kind,
        filter: &'s Filter,
        from: Option<&str>,
    ) -> Box<dyn Iterator<Item = &'s Arc<Stored>> + 's> {
        let from = from.unwrap_or_default().to_owned();
        if let Some(place) = filter.one_place() {
            return Box::new(self.objects.get(&*place).filter(|_| place >= from).into_iter());
        }
        if let Some(places) = self.indexes.candidates(kind, filter) {
            let found = places.into_iter().filter(move |place| **place >= *from);
            return Box::new(found.filter_map(move |place| self.objects.get(&*place)));
        }
        let namespace =
            if filter.namespace.is_empty() { String::new() } else { format!("{}/", filter.namespace) };
        let start = if from > namespace { from } else { namespace.clone() };
        let range = self.objects.range::<str, _>((Bound::Included(start.as_str()), Bound::Unbounded));
        let within = range.take_while(move |(place, _)| place.starts_with(&namespace));
        Box::new(within.map(|(_, stored)| stored))
    }
}
