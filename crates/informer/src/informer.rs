//! One cache as its readers see it: reads, indexes, handlers. `reflector.rs` writes it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use api::Resource;
use parking_lot::{Mutex, RwLock};
use tokio::sync::watch;

use crate::cache::{Cache, Event};
use crate::subscription::Subscription;

/// Called with each event; says whether it wants more.
type Handler<K> = Box<dyn Fn(&Event<K>) -> bool + Send + Sync>;

/// A cache with those who want to know of its changes.
pub(crate) struct Shared<K> {
    cache: RwLock<Cache<K>>,
    /// Held while a change is made and told, so that all handlers see all changes in one order.
    handlers: Mutex<Vec<Handler<K>>>,
    synced: watch::Sender<bool>,
    /// Up to where the cache has seen everything.
    version: AtomicU64,
}

impl<K: Resource> Shared<K> {
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            cache: RwLock::new(Cache::new()),
            handlers: Mutex::new(Vec::new()),
            synced: watch::Sender::new(false),
            version: AtomicU64::new(0),
        })
    }

    /// Makes a change that brings the cache up to a version, and tells of it. Both can be seen before anybody is told.
    pub fn change(&self, version: &str, make: impl FnOnce(&mut Cache<K>) -> Vec<Event<K>>) {
        let mut handlers = self.handlers.lock();
        let events = make(&mut self.cache.write());
        self.version.fetch_max(number(version), Ordering::SeqCst);
        for event in &events {
            handlers.retain(|handler| handler(event));
        }
    }

    /// From now on the cache holds what the server holds.
    pub fn mark_synced(&self) {
        self.synced.send_replace(true);
    }

    /// Nothing will change any more.
    pub fn close(&self) {
        self.handlers.lock().clear();
    }
}

/// Versions are numbers that grow, which the API promises since v1.35.
fn number(version: &str) -> u64 {
    version.parse().unwrap_or_default()
}

/// All objects of one kind (or a selection of them), kept up to date. Cheap to clone; clones share the objects.
pub struct Informer<K>(pub(crate) Arc<Shared<K>>);

impl<K> Clone for Informer<K> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K: Resource> Informer<K> {
    /// Waits until all objects are there and every handler has been told of them.
    pub async fn synced(&self) {
        // The sender lives in `self`, so that waiting cannot fail.
        let _ = self.0.synced.subscribe().wait_for(|synced| *synced).await;
    }

    /// Whether all objects are there.
    pub fn is_synced(&self) -> bool {
        *self.0.synced.borrow()
    }

    /// Whether the cache is at least as new as this version of an object of its kind: whoever wrote it sees it here, or what became
    /// of it since.
    pub fn has_seen(&self, version: &str) -> bool {
        self.0.version.load(Ordering::SeqCst) >= number(version)
    }

    /// One object.
    pub fn get(&self, namespace: &str, name: &str) -> Option<Arc<K>> {
        self.0.cache.read().get(namespace, name)
    }

    /// All objects, ordered by namespace and name.
    pub fn list(&self) -> Vec<Arc<K>> {
        self.0.cache.read().list()
    }

    /// All objects of one namespace, ordered by name.
    pub fn list_in(&self, namespace: &str) -> Vec<Arc<K>> {
        self.0.cache.read().list_in(namespace)
    }

    /// Adds an index: every object is found under each of its keys. A second index of the same name changes nothing.
    pub fn index(&self, name: &'static str, keys: fn(&K) -> Vec<String>) {
        self.0.cache.write().index(name, keys);
    }

    /// The objects that the index has under this value, ordered by namespace and name.
    pub fn indexed(&self, name: &'static str, value: &str) -> Vec<Arc<K>> {
        self.0.cache.read().indexed(name, value)
    }

    /// Calls the handler with every event in order, first with `Added` for all that is there. The cache is never older than the
    /// event. The handler must not block and must not add handlers.
    pub fn on(&self, handler: impl Fn(&Event<K>) + Send + Sync + 'static) {
        self.attach(move |event| {
            handler(event);
            true
        });
    }

    /// The same as a stream.
    pub fn subscribe(&self) -> Subscription<K> {
        let (sender, subscription) = Subscription::channel();
        self.attach(move |event| sender.send(event.clone()).is_ok());
        subscription
    }

    fn attach(&self, handler: impl Fn(&Event<K>) -> bool + Send + Sync + 'static) {
        let mut handlers = self.0.handlers.lock();
        let present = self.list();
        if present.into_iter().all(|object| handler(&Event::Added(object))) {
            handlers.push(Box::new(handler));
        }
    }
}
