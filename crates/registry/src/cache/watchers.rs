//! Who must be told of a change. Each watcher stands in one bucket, by the narrowest thing that it watches, so that a change costs
//! what it concerns: a thousand nodes that watch their own pods are one lookup, not a thousand comparisons.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use resource::Kind;
use store::Revision;
use tokio::sync::mpsc;

use crate::change::{Change, View};
use crate::filter::Filter;
use crate::head::Head;
use crate::{Config, key};

/// What a watcher is sent.
pub(crate) type Delivery = (Arc<Change>, View);

/// Why a watcher is sent no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// It did not keep up: its queue was full.
    Slow,
    /// The kind is no longer served, or served by another descriptor.
    Removed,
    /// The server ends its watches.
    Shutdown,
}

pub(super) struct Watcher {
    filter: Filter,
    /// Changes up to this revision are known to it already.
    after: Revision,
    queue: mpsc::Sender<Delivery>,
    end: Arc<Mutex<Option<End>>>,
    bucket: Bucket,
}

/// The narrowest thing that a watcher watches.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Bucket {
    Place(Box<str>),
    /// A value of the hot field at this position of `Kind::selectable`.
    Field(usize, Box<str>),
    Namespace(Box<str>),
    All,
}

/// The watchers of one collection.
#[derive(Default)]
pub(super) struct Watchers {
    next: u64,
    watchers: HashMap<u64, Watcher>,
    buckets: HashMap<Bucket, Vec<u64>>,
    /// Positions of hot fields in `Kind::selectable`.
    hot: Vec<usize>,
}

impl Watchers {
    pub(super) fn new(kind: &Kind, config: &Config) -> Self {
        let hot = |path: &str| config.hot_fields.iter().any(|hot| hot == path);
        let hot = kind.selectable.iter().enumerate().filter(|(_, path)| hot(path)).map(|(at, _)| at);
        Self { hot: hot.collect(), ..Self::default() }
    }

    pub(super) fn add(
        &mut self,
        kind: &Kind,
        filter: Filter,
        after: Revision,
        queue: mpsc::Sender<Delivery>,
        end: Arc<Mutex<Option<End>>>,
    ) -> u64 {
        let id = self.next;
        self.next += 1;
        let bucket = self.bucket(kind, &filter);
        self.buckets.entry(bucket.clone()).or_default().push(id);
        self.watchers.insert(id, Watcher { filter, after, queue, end, bucket });
        id
    }

    pub(super) fn remove(&mut self, id: u64) {
        let Some(watcher) = self.watchers.remove(&id) else { return };
        if let Some(ids) = self.buckets.get_mut(&watcher.bucket) {
            ids.retain(|other| *other != id);
            if ids.is_empty() {
                self.buckets.remove(&watcher.bucket);
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.watchers.len()
    }

    /// Ends them all.
    pub(super) fn close(&mut self, why: End) {
        for watcher in self.watchers.values() {
            *watcher.end.lock() = Some(why);
        }
        self.watchers.clear();
        self.buckets.clear();
    }

    fn bucket(&self, kind: &Kind, filter: &Filter) -> Bucket {
        if let Some(place) = filter.one_place() {
            return Bucket::Place(place.into());
        }
        let exact = |at: &usize| filter.fields.exact_match(&kind.selectable[*at]).map(|value| (*at, value));
        if let Some((at, value)) = self.hot.iter().find_map(exact) {
            return Bucket::Field(at, value.into());
        }
        if filter.namespace.is_empty() {
            Bucket::All
        } else {
            Bucket::Namespace(filter.namespace.as_str().into())
        }
    }

    /// The buckets that an object in this state concerns.
    fn buckets_of(&self, head: &Head) -> Vec<Bucket> {
        let mut buckets = vec![Bucket::Place(key::place(&head.namespace, &head.name).into())];
        if !head.namespace.is_empty() {
            buckets.push(Bucket::Namespace(head.namespace.clone()));
        }
        let fields =
            self.hot.iter().filter_map(|at| head.fields.get(*at).map(|v| Bucket::Field(*at, v.clone())));
        buckets.extend(fields);
        buckets
    }

    /// Tells everybody whom a change concerns. Never waits: who does not keep up is cut off.
    pub(super) fn dispatch(&mut self, change: &Arc<Change>) {
        if self.watchers.is_empty() {
            return;
        }
        let heads = [&change.before, &change.now].into_iter().flatten().map(|stored| &stored.head);
        let mut buckets: Vec<Bucket> = vec![Bucket::All];
        for bucket in heads.flat_map(|head| self.buckets_of(head)) {
            if !buckets.contains(&bucket) {
                buckets.push(bucket);
            }
        }
        let mut gone = Vec::new();
        for id in buckets.iter().filter_map(|bucket| self.buckets.get(bucket)).flatten() {
            let watcher = &self.watchers[id];
            if !watcher.offer(change) {
                gone.push(*id);
            }
        }
        for id in gone {
            self.remove(id);
        }
    }
}

impl Watcher {
    /// Puts the change into the queue if it concerns the watcher; false if the watcher is done for.
    fn offer(&self, change: &Arc<Change>) -> bool {
        if change.revision <= self.after {
            return true;
        }
        let Some(view) = change.seen_by(|stored| self.filter.matches(stored)) else { return true };
        match self.queue.try_send((change.clone(), view)) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                *self.end.lock() = Some(End::Slow);
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }
}
