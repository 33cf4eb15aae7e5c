//! All objects of all kinds in memory, fed by one watch over everything under `/registry/`.
//!
//! One feed means one *applied* revision for all kinds: a read is consistent when that is no older than the store's revision at
//! the time of the read. Collections can be added and removed while it runs; keys of no known kind are kept aside as raw bytes,
//! so that a kind that comes later finds its objects.
//!
//! | module | what it holds |
//! |---|---|
//! | `feed` | loads everything, then follows the store; reloads when it fell behind |
//! | `collection` | the objects of one kind, their recent changes, their watchers |
//! | `index` | who has a hot field, label or owner |
//! | `ring` | the recent changes |
//! | `watchers` | who must be told of a change |

mod collection;
mod feed;
mod index;
mod ring;
mod watchers;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use parking_lot::RwLock;
use resource::Kind;
use runtime::Clock;
use store::{Event, Revision, Store};
use tokio::sync::{Notify, watch};

pub(crate) use collection::{Collection, From, Start};
pub(crate) use feed::{Feed, follow};
pub(crate) use watchers::Delivery;
pub use watchers::End;

use crate::{Config, key};

/// The objects of the cluster.
pub(crate) struct Cache {
    store: Store,
    clock: Clock,
    config: Arc<Config>,
    table: RwLock<Table>,
    /// Everything up to and including this revision is in the collections.
    applied: watch::Sender<Revision>,
    /// Whether the first load is through.
    loaded: watch::Sender<bool>,
    /// Somebody waits for a revision that no event may bring.
    progress: Notify,
}

/// What there is. Events are applied under its read lock, so that adding and removing a collection falls between two of them.
#[derive(Default)]
struct Table {
    collections: HashMap<Box<str>, Arc<Collection>>,
    /// Keys of kinds that are not served now.
    aside: BTreeMap<Bytes, (Bytes, Revision)>,
}

impl Cache {
    pub(crate) fn new(store: Store, clock: Clock, config: Arc<Config>) -> Self {
        Self {
            store,
            clock,
            config,
            table: RwLock::default(),
            applied: watch::Sender::new(Revision::ZERO),
            loaded: watch::Sender::new(false),
            progress: Notify::new(),
        }
    }

    /// Adds the collection of a kind, or replaces the one of an earlier descriptor, whose watchers are cut off.
    pub(crate) fn add(&self, kind: Arc<Kind>) -> Arc<Collection> {
        let name = key::collection(&kind.hub().group, &kind.plural);
        let mut table = self.table.write();
        set_aside(&mut table, &name);
        let collection = Arc::new(Collection::new(kind, self.config.clone(), *self.applied.borrow()));
        let start = Bytes::copy_from_slice(collection.prefix().as_bytes());
        let found = table.aside.range(start.clone()..).map(|(key, _)| key.clone());
        let found: Vec<Bytes> = found.take_while(|key| key.starts_with(&start)).collect();
        let found =
            found.into_iter().filter_map(|key| table.aside.remove(&key).map(|(json, at)| (key, json, at)));
        collection.fill(found.collect());
        table.collections.insert(name.into(), collection.clone());
        collection
    }

    /// Removes the collection of a kind; its objects stay in the store.
    pub(crate) fn remove(&self, group: &str, plural: &str) {
        set_aside(&mut self.table.write(), &key::collection(group, plural));
    }

    /// The collection of a group and plural.
    pub(crate) fn collection(&self, group: &str, plural: &str) -> Option<Arc<Collection>> {
        let group = if group.is_empty() { "core" } else { group };
        let table = self.table.read();
        table.collections.get(&*format!("{group}/{plural}")).cloned()
    }

    /// Ends every watch.
    pub(crate) fn end_watches(&self) {
        self.table.read().collections.values().for_each(|collection| collection.end_watches());
    }

    /// Everything up to this revision is here.
    pub(crate) fn applied(&self) -> Revision {
        *self.applied.borrow()
    }

    /// Whether the first load is through.
    pub(crate) fn is_loaded(&self) -> bool {
        *self.loaded.borrow()
    }

    /// Waits for the first load.
    pub(crate) async fn loaded(&self) {
        // The sender lives as long as `self`.
        let _ = self.loaded.subscribe().wait_for(|loaded| *loaded).await;
    }

    /// Waits until the cache has seen `revision`; says whether it has within `patience`.
    pub(crate) async fn wait(&self, revision: Revision, patience: Duration) -> bool {
        if self.applied() >= revision {
            return true;
        }
        let mut applied = self.applied.subscribe();
        self.progress.notify_one();
        tokio::select! {
            seen = applied.wait_for(|applied| *applied >= revision) => seen.is_ok(),
            () = self.clock.sleep(patience) => self.applied() >= revision,
        }
    }

    /// Takes in changes of the store, whole revisions at a time.
    fn apply(&self, events: Vec<Event>) {
        let Some(last) = events.last().map(Event::revision) else { return };
        let mut aside = Vec::new();
        {
            let table = self.table.read();
            let mut rest = events.into_iter().peekable();
            while let Some(event) = rest.next() {
                let collection = owner(&table, &event).cloned();
                let Some(collection) = collection else {
                    aside.push(event);
                    continue;
                };
                // Neighbours of the same collection are applied under one lock.
                let mut run = vec![event];
                while let Some(next) =
                    rest.next_if(|next| owner(&table, next).is_some_and(|c| Arc::ptr_eq(c, &collection)))
                {
                    run.push(next);
                }
                collection.apply(run);
            }
            // Before the lock is released: a collection that is added next begins at this revision.
            if aside.is_empty() {
                return self.advance(last);
            }
        }
        self.keep_aside(aside, last);
    }

    /// Keys of kinds that are not served; one of them may have become served meanwhile.
    fn keep_aside(&self, events: Vec<Event>, last: Revision) {
        let mut table = self.table.write();
        for event in events {
            if let Some(collection) = owner(&table, &event).cloned() {
                collection.apply(vec![event]);
                continue;
            }
            match event {
                Event::Put { kv, .. } => drop(table.aside.insert(kv.key, (kv.value, kv.mod_revision))),
                Event::Delete { key, .. } => drop(table.aside.remove(&key)),
            }
        }
        self.advance(last);
    }

    /// Everything up to `revision` is applied.
    fn advance(&self, revision: Revision) {
        self.applied.send_if_modified(|applied| {
            let ahead = revision > *applied;
            *applied = revision.max(*applied);
            ahead
        });
    }
}

fn owner<'t>(table: &'t Table, event: &Event) -> Option<&'t Arc<Collection>> {
    let (collection, _) = key::parse(event.key())?;
    table.collections.get(collection)
}

/// Takes a collection out and keeps its keys aside.
fn set_aside(table: &mut Table, name: &str) {
    if let Some(old) = table.collections.remove(name) {
        table.aside.extend(old.close().into_iter().map(|(key, json, at)| (key, (json, at))));
    }
}
