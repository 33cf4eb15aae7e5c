//! Objects of one kind with their indexes. Pure: changes go in, events come out; who calls (`reflector`) passes them on.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use api::Resource;

use crate::Key;

/// What happened to an object.
#[derive(Debug, Clone, PartialEq)]
pub enum Event<K> {
    /// It came.
    Added(Arc<K>),
    /// It changed. Both have the same UID.
    Updated {
        /// Before.
        old: Arc<K>,
        /// After.
        new: Arc<K>,
    },
    /// It went; this is how it was last.
    Deleted(Arc<K>),
}

impl<K> Event<K> {
    /// The object, as new as it is known.
    pub fn object(&self) -> &Arc<K> {
        match self {
            Self::Added(object) | Self::Updated { new: object, .. } | Self::Deleted(object) => object,
        }
    }
}

/// How an object is found besides its name.
type IndexKeys<K> = fn(&K) -> Vec<String>;

struct Index<K> {
    keys: IndexKeys<K>,
    entries: HashMap<String, BTreeSet<Key>>,
}

/// The objects of one kind.
pub(crate) struct Cache<K> {
    namespaces: BTreeMap<String, BTreeMap<String, Arc<K>>>,
    indexes: HashMap<&'static str, Index<K>>,
}

impl<K: Resource> Cache<K> {
    pub fn new() -> Self {
        Self { namespaces: BTreeMap::new(), indexes: HashMap::new() }
    }

    pub fn get(&self, namespace: &str, name: &str) -> Option<Arc<K>> {
        self.namespaces.get(namespace)?.get(name).cloned()
    }

    pub fn list(&self) -> Vec<Arc<K>> {
        self.namespaces.values().flat_map(BTreeMap::values).cloned().collect()
    }

    pub fn list_in(&self, namespace: &str) -> Vec<Arc<K>> {
        self.namespaces.get(namespace).into_iter().flat_map(BTreeMap::values).cloned().collect()
    }

    pub fn indexed(&self, index: &'static str, value: &str) -> Vec<Arc<K>> {
        let entries = self.indexes.get(index).and_then(|index| index.entries.get(value));
        entries.into_iter().flatten().filter_map(|key| self.get(&key.namespace, &key.name)).collect()
    }

    /// Adds an index over what is there and what will be.
    pub fn index(&mut self, name: &'static str, keys: IndexKeys<K>) {
        if self.indexes.contains_key(name) {
            return;
        }
        let mut index = Index { keys, entries: HashMap::new() };
        for object in self.list() {
            index.enter(&object);
        }
        self.indexes.insert(name, index);
    }

    /// Takes an object in. One of another UID is another object: the old one is gone.
    pub fn put(&mut self, object: K) -> Vec<Event<K>> {
        let new = Arc::new(object);
        let old = self.get(new.namespace(), new.name());
        if old.as_ref().is_some_and(|old| old.resource_version() == new.resource_version()) {
            return Vec::new();
        }
        if let Some(old) = &old {
            self.indexes.values_mut().for_each(|index| index.leave(old));
        }
        self.indexes.values_mut().for_each(|index| index.enter(&new));
        let names = self.namespaces.entry(new.namespace().to_owned()).or_default();
        names.insert(new.name().to_owned(), new.clone());
        match old {
            Some(old) if old.uid() == new.uid() => vec![Event::Updated { old, new }],
            Some(old) => vec![Event::Deleted(old), Event::Added(new)],
            None => vec![Event::Added(new)],
        }
    }

    /// Lets an object go. `last` is how it was at the end, if that is known.
    pub fn remove(&mut self, namespace: &str, name: &str, last: Option<K>) -> Option<Event<K>> {
        let names = self.namespaces.get_mut(namespace)?;
        let old = names.remove(name)?;
        if names.is_empty() {
            self.namespaces.remove(namespace);
        }
        self.indexes.values_mut().for_each(|index| index.leave(&old));
        Some(Event::Deleted(last.map_or(old, Arc::new)))
    }

    /// Makes these all that there is. What vanished unseen is told as deleted, in its last known state.
    pub fn replace(&mut self, objects: Vec<K>) -> Vec<Event<K>> {
        let present: BTreeSet<Key> = objects.iter().map(Key::of).collect();
        let gone: Vec<Key> =
            self.list().iter().map(|old| Key::of(&**old)).filter(|key| !present.contains(key)).collect();
        let mut events: Vec<_> =
            gone.iter().filter_map(|key| self.remove(&key.namespace, &key.name, None)).collect();
        events.extend(objects.into_iter().flat_map(|object| self.put(object)));
        events
    }
}

impl<K: Resource> Index<K> {
    fn enter(&mut self, object: &K) {
        for value in (self.keys)(object) {
            self.entries.entry(value).or_default().insert(Key::of(object));
        }
    }

    fn leave(&mut self, object: &K) {
        for value in (self.keys)(object) {
            if let Some(keys) = self.entries.get_mut(&value) {
                keys.remove(&Key::of(object));
                if keys.is_empty() {
                    self.entries.remove(&value);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
