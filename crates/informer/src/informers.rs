//! Which caches there are. Each is started by the first who asks and shared with all others.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

use api::Resource;
use client::{Client, Select};
use parking_lot::Mutex;
use runtime::{Clock, Shutdown};

use crate::informer::{Informer, Shared};
use crate::reflector::Reflector;

/// The kind, namespace and selection of a cache.
type Place = (TypeId, String, Select);

/// The caches of one process under one identity. Cheap to clone.
#[derive(Clone)]
pub struct Informers(Arc<Inner>);

struct Inner {
    client: Client,
    clock: Clock,
    shutdown: Shutdown,
    caches: Mutex<HashMap<Place, Box<dyn Any + Send + Sync>>>,
}

impl Informers {
    /// None yet. They will be filled through this client until told to stop.
    pub fn new(client: Client, clock: Clock, shutdown: Shutdown) -> Self {
        Self(Arc::new(Inner { client, clock, shutdown, caches: Mutex::default() }))
    }

    /// The client that fills the caches.
    pub fn client(&self) -> &Client {
        &self.0.client
    }

    /// All objects of a kind.
    pub fn of<K: Resource>(&self) -> Informer<K> {
        self.selected("", Select::default())
    }

    /// The objects of a kind within a namespace (empty for all) that the selectors name.
    pub fn selected<K: Resource>(&self, namespace: &str, select: Select) -> Informer<K> {
        let place = (TypeId::of::<K>(), namespace.to_owned(), select.clone());
        let mut caches = self.0.caches.lock();
        let start = || -> Box<dyn Any + Send + Sync> { Box::new(self.start::<K>(namespace, select)) };
        let cache = caches.entry(place).or_insert_with(start);
        cache.downcast_ref::<Informer<K>>().expect("the place holds the type that it names").clone()
    }

    fn start<K: Resource>(&self, namespace: &str, select: Select) -> Informer<K> {
        let shared = Shared::new();
        let reflector = Reflector {
            api: self.0.client.within::<K>(namespace).trimmed(),
            select,
            shared: shared.clone(),
            clock: self.0.clock.clone(),
        };
        tokio::spawn(reflector.run(self.0.shutdown.clone()));
        Informer(shared)
    }
}
