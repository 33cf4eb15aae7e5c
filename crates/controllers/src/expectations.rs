//! Not to act on a cache that does not yet show what was done: otherwise a slow cache makes a loop create or delete twice.
//!
//! What was created is awaited by its version (the cache is at least as new), what was deleted by its absence or deletion mark. So an
//! expectation cannot be missed and needs no time limit (docs/adr/0006).

use std::collections::HashMap;

use api::Resource;
use informer::{Informer, Key};
use parking_lot::Mutex;

#[derive(Default)]
struct Expected {
    /// The newest version that was written.
    version: u64,
    /// What was deleted: key and UID.
    gone: Vec<(Key, String)>,
}

/// What a loop did for each key and its cache of `K` may not show yet.
pub struct Expectations<K> {
    informer: Informer<K>,
    keys: Mutex<HashMap<Key, Expected>>,
}

impl<K: Resource> Expectations<K> {
    /// None yet.
    pub fn new(informer: Informer<K>) -> Self {
        Self { informer, keys: Mutex::default() }
    }

    /// This object was created or changed for the key.
    pub fn wrote(&self, key: &Key, object: &K) {
        let version = object.resource_version().parse().unwrap_or_default();
        let mut keys = self.keys.lock();
        let expected = keys.entry(key.clone()).or_default();
        expected.version = expected.version.max(version);
    }

    /// This object was deleted for the key.
    pub fn deleted(&self, key: &Key, object: &K) {
        let gone = (Key::of(object), object.uid().to_owned());
        self.keys.lock().entry(key.clone()).or_default().gone.push(gone);
    }

    /// Whether the cache shows all that was done for the key.
    pub fn are_met(&self, key: &Key) -> bool {
        let mut keys = self.keys.lock();
        let Some(expected) = keys.get_mut(key) else { return true };
        expected.gone.retain(|(child, uid)| {
            let found = self.informer.get(&child.namespace, &child.name);
            found.is_some_and(|found| found.uid() == uid && !found.is_being_deleted())
        });
        let met = expected.gone.is_empty() && self.informer.has_seen(&expected.version.to_string());
        if met {
            keys.remove(key);
        }
        met
    }

    /// The key is gone.
    pub fn forget(&self, key: &Key) {
        self.keys.lock().remove(key);
    }
}
