//! The verbs. One file each below this one; what they share lies beside them.
//!
//! | file | what it does |
//! |---|---|
//! | `get`, `list`, `watch` | reads, from the cache when it is as new as the client may ask for |
//! | `continue_token` | where the next page of a list begins |
//! | `create`, `update`, `patch`, `delete`, `delete_collection`, `scale`, `modify` | writes |
//! | `act`, `connect` | subresources with code of their own, here and elsewhere |
//! | `edit` | the loop of every write to an existing object: decide, compare and swap, again if someone was faster |
//! | `write`, `metadata`, `finish` | what all writes know of their request, and the steps that they share |
//! | `convert` | versions between which another program converts |
//! | `kinds` | which kinds are served, by path |

mod act;
mod connect;
mod continue_token;
mod convert;
mod create;
mod delete;
mod delete_collection;
mod edit;
mod finish;
mod get;
mod kinds;
mod list;
mod metadata;
mod modify;
mod patch;
mod scale;
mod update;
mod watch;
mod write;

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::RwLock;
use resource::Kind;
use runtime::Clock;
use store::{Revision, Store};

pub use delete::Deleted;
pub use list::Page;
pub use patch::{Patch, PatchKind};
pub use scale::scale_of;
pub use write::Written;

use crate::cache::{self, Cache, Collection, Feed};
use crate::{Action, Admission, Config, Hook, NoAdmission, Target, error};
use kinds::Kinds;
use meta::StatusError;

/// The API of a cluster, without its HTTP.
pub struct Registry {
    store: Store,
    cache: Arc<Cache>,
    clock: Clock,
    config: Arc<Config>,
    kinds: RwLock<Kinds>,
    admission: RwLock<Arc<dyn Admission>>,
    hooks: RwLock<HashMap<String, Arc<dyn Hook>>>,
    actions: RwLock<HashMap<String, Arc<dyn Action>>>,
    _feed: Feed,
}

impl Registry {
    /// Starts on a store, with the kinds that are served from the beginning. Must be called in a Tokio runtime; reads wait for
    /// the first load, of which [`Registry::ready`] tells.
    pub fn open(
        store: Store,
        kinds: impl IntoIterator<Item = Arc<Kind>>,
        clock: Clock,
        config: Config,
    ) -> Arc<Self> {
        let config = Arc::new(config);
        let cache = Arc::new(Cache::new(store.clone(), clock.clone(), config.clone()));
        let mut table = Kinds::default();
        for kind in kinds {
            cache.add(kind.clone());
            table.insert(kind);
        }
        let feed = cache::follow(cache.clone());
        Arc::new(Self {
            store,
            cache,
            clock,
            config,
            kinds: RwLock::new(table),
            admission: RwLock::new(Arc::new(NoAdmission)),
            hooks: RwLock::default(),
            actions: RwLock::default(),
            _feed: feed,
        })
    }

    /// Puts admission in, in place of what was there: it reads through this registry, so that it can only come after it.
    pub fn set_admission(&self, admission: Arc<dyn Admission>) {
        *self.admission.write() = admission;
    }

    /// Runs a hook around the writes of a kind.
    pub fn set_hook(&self, group: &str, plural: &str, hook: Arc<dyn Hook>) {
        self.hooks.write().insert(crate::key::collection(group, plural), hook);
    }

    /// Runs no hook around the writes of a kind any more.
    pub fn remove_hook(&self, group: &str, plural: &str) {
        self.hooks.write().remove(&crate::key::collection(group, plural));
    }

    fn hook(&self, kind: &Kind) -> Option<Arc<dyn Hook>> {
        let hooks = self.hooks.read();
        if hooks.is_empty() {
            return None;
        }
        hooks.get(&crate::key::collection(&kind.hub().group, &kind.plural)).cloned()
    }

    /// Waits until the cache has loaded.
    pub async fn ready(&self) {
        self.cache.loaded().await;
    }

    /// Whether the cache has loaded.
    pub fn is_ready(&self) -> bool {
        self.cache.is_loaded()
    }

    /// The revision up to which the cache has seen everything.
    pub fn applied(&self) -> Revision {
        self.cache.applied()
    }

    /// The clock that it runs by.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The store under it.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The kinds that are served now.
    pub fn kinds(&self) -> Vec<Arc<Kind>> {
        self.kinds.read().all()
    }

    /// The kind that a path names, and which of its versions.
    pub fn resolve(&self, group: &str, version: &str, plural: &str) -> Option<(Arc<Kind>, usize)> {
        self.kinds.read().resolve(group, version, plural)
    }

    /// The kind of a resource, by the group that it is stored in.
    pub fn hub(&self, group: &str, plural: &str) -> Option<Arc<Kind>> {
        Some(self.cache.collection(group, plural)?.kind().clone())
    }

    /// Serves a kind from now on, or serves it by another descriptor; who watches the old one is cut off.
    pub fn add_kind(&self, kind: Arc<Kind>) {
        let mut kinds = self.kinds.write();
        self.cache.add(kind.clone());
        kinds.insert(kind);
    }

    /// Serves a kind no longer. Its objects stay in the store.
    pub fn remove_kind(&self, group: &str, plural: &str) {
        let mut kinds = self.kinds.write();
        kinds.remove(group, plural);
        self.cache.remove(group, plural);
    }

    /// Ends every watch in good order, when the server stops: each delivers what it has, then ends.
    pub fn end_watches(&self) {
        self.cache.end_watches();
    }

    /// How many objects of a kind there are, and how many watches of it.
    pub fn counts(&self, kind: &Kind) -> (usize, usize) {
        let collection = self.cache.collection(&kind.hub().group, &kind.plural);
        collection.map_or((0, 0), |collection| (collection.len(), collection.watchers()))
    }

    fn admission(&self) -> Arc<dyn Admission> {
        self.admission.read().clone()
    }

    pub(crate) fn collection_named(&self, group: &str, plural: &str) -> Option<Arc<Collection>> {
        self.cache.collection(group, plural)
    }

    fn collection(&self, target: &Target) -> Result<Arc<Collection>, StatusError> {
        self.collection_of(&target.kind)
    }

    fn collection_of(&self, kind: &Kind) -> Result<Arc<Collection>, StatusError> {
        self.cache.collection(&kind.hub().group, &kind.plural).ok_or_else(error::not_served)
    }

    /// Waits until the cache shows every write acknowledged before the call; says whether it does. Where not, the store knows.
    async fn is_current(&self) -> Result<bool, StatusError> {
        let revision = self.store.revision().await.map_err(error::of_store)?;
        let patience = if self.store.progress_on_request() {
            self.config.patience
        } else {
            // Nothing but another write would bring the cache up to date: asking the store is sooner than waiting for one.
            self.config.patience.min(std::time::Duration::from_millis(20))
        };
        Ok(self.cache.wait(revision, patience).await)
    }

    /// Waits until the cache has seen `revision`.
    async fn is_at_least(&self, revision: Revision) -> Result<(), StatusError> {
        if self.cache.wait(revision, self.config.patience).await {
            return Ok(());
        }
        Err(StatusError::too_large_resource_version(revision.0, self.cache.applied().0, 1))
    }
}
