//! All webhooks of one kind of configuration, as the cache has them. They are read again only when a configuration has changed.

use std::sync::Arc;

use parking_lot::Mutex;

use super::hook::Hook;
use crate::State;

/// The webhooks of one kind of configuration.
pub struct Source {
    resource: &'static str,
    read: Mutex<Option<(u64, Arc<Vec<Hook>>)>>,
}

impl Source {
    /// Of the configurations of this resource.
    pub const fn new(resource: &'static str) -> Self {
        Self { resource, read: Mutex::new(None) }
    }

    /// Whether there is no configuration at all.
    pub fn is_empty(&self, state: &State) -> bool {
        state.is_empty(self.resource)
    }

    /// The webhooks, by the names of their configurations and in the order of each.
    pub fn hooks(&self, state: &State) -> Arc<Vec<Hook>> {
        let version = state.version(self.resource);
        if let Some((at, hooks)) = &*self.read.lock()
            && Some(*at) == version
        {
            return hooks.clone();
        }
        let mut configurations = state.list(self.resource, "");
        configurations.sort_by(|a, b| a.name().cmp(b.name()));
        let hooks: Vec<Hook> = configurations.iter().flat_map(|object| Hook::read_all(object)).collect();
        let hooks = Arc::new(hooks);
        *self.read.lock() = version.map(|version| (version, hooks.clone()));
        hooks
    }
}
