//! How many objects there are of the kinds that quotas name, by namespace. A kind is watched from when the first quota names it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use client::{Client, Error};
use parking_lot::Mutex;
use runtime::{Clock, Shutdown};
use serde_json::Value;

use crate::Context;
use crate::discovery::{Found, discover};
use crate::metadata::{Follower, Sink};

/// Group and plural.
pub type Resource = (String, String);
/// Called with the namespace (empty for all) where something went (or came).
type Tell = Box<dyn Fn(&str, bool) + Send + Sync>;

pub struct Counters {
    client: Client,
    clock: Clock,
    shutdown: Shutdown,
    state: Mutex<State>,
    tell: Mutex<Option<Arc<Tell>>>,
}

#[derive(Default)]
struct State {
    /// Those that are watched; with objects once they are known.
    watched: HashMap<Resource, Option<Namespaces>>,
}

/// UIDs by namespace.
type Namespaces = HashMap<String, HashSet<String>>;

impl Counters {
    pub fn new(context: &Context) -> Self {
        Self {
            client: context.client.clone(),
            clock: context.clock.clone(),
            shutdown: context.shutdown.clone(),
            state: Mutex::default(),
            tell: Mutex::default(),
        }
    }

    /// Who wants to know of changes.
    pub fn tell(&self, tell: impl Fn(&str, bool) + Send + Sync + 'static) {
        *self.tell.lock() = Some(Arc::new(Box::new(tell)));
    }

    /// The counts of these resources in a namespace, without those that the server does not have; nothing while one of them is not known
    /// yet, of which the listener is told.
    pub async fn of(
        self: &Arc<Self>,
        resources: &[Resource],
        namespace: &str,
    ) -> Result<Option<BTreeMap<Resource, usize>>, Error> {
        let unknown = {
            let state = self.state.lock();
            resources.iter().any(|one| !state.watched.contains_key(one))
        };
        if unknown {
            let found = discover(&self.client).await?;
            for resource in resources {
                let is_it = |one: &&Found| one.group == resource.0 && one.plural == resource.1;
                let watchable = |one: &&Found| one.namespaced && one.has("list") && one.has("watch");
                if let Some(found) = found.iter().filter(watchable).find(is_it) {
                    self.watch(found);
                }
            }
        }
        let state = self.state.lock();
        let mut counts = BTreeMap::new();
        for resource in resources {
            match state.watched.get(resource) {
                None => {}
                Some(None) => return Ok(None),
                Some(Some(namespaces)) => {
                    counts.insert(resource.clone(), namespaces.get(namespace).map_or(0, HashSet::len));
                }
            }
        }
        Ok(Some(counts))
    }

    fn watch(self: &Arc<Self>, found: &Found) {
        let resource = (found.group.clone(), found.plural.clone());
        if self.state.lock().watched.contains_key(&resource) {
            return;
        }
        self.state.lock().watched.insert(resource, None);
        let follower =
            Follower { client: self.client.clone(), clock: self.clock.clone(), resource: found.clone() };
        let (this, shutdown) = (self.clone(), self.shutdown.clone());
        tokio::spawn(async move { follower.run(&*this, shutdown).await });
    }

    fn told(&self, namespaces: impl IntoIterator<Item = (String, bool)>) {
        // Not under a lock of ours: the listener may ask.
        let tell = self.tell.lock().clone();
        let Some(tell) = tell else { return };
        for (namespace, gone) in namespaces {
            tell(&namespace, gone);
        }
    }
}

fn text(object: &Value, field: &str) -> String {
    object["metadata"][field].as_str().unwrap_or_default().to_owned()
}

impl Sink for Counters {
    fn all(&self, resource: &Found, items: &[Value]) {
        let mut namespaces = Namespaces::new();
        for item in items {
            namespaces.entry(text(item, "namespace")).or_default().insert(text(item, "uid"));
        }
        let resource = (resource.group.clone(), resource.plural.clone());
        self.state.lock().watched.insert(resource, Some(namespaces));
        // All quotas may have waited for it.
        self.told([(String::new(), true)]);
    }

    fn set(&self, resource: &Found, object: &Value) {
        let (namespace, uid) = (text(object, "namespace"), text(object, "uid"));
        let mut state = self.state.lock();
        let watched = state.watched.get_mut(&(resource.group.clone(), resource.plural.clone()));
        let Some(Some(namespaces)) = watched else { return };
        let new = namespaces.entry(namespace.clone()).or_default().insert(uid);
        drop(state);
        self.told(new.then_some((namespace, false)));
    }

    fn gone(&self, resource: &Found, object: &Value) {
        let (namespace, uid) = (text(object, "namespace"), text(object, "uid"));
        let mut state = self.state.lock();
        let watched = state.watched.get_mut(&(resource.group.clone(), resource.plural.clone()));
        let Some(Some(namespaces)) = watched else { return };
        if let Some(uids) = namespaces.get_mut(&namespace) {
            uids.remove(&uid);
            if uids.is_empty() {
                namespaces.remove(&namespace);
            }
        }
        drop(state);
        self.told([(namespace, true)]);
    }
}
