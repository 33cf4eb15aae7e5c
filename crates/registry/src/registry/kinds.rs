//! Which kinds are served, by the path that names them.

use std::collections::HashMap;
use std::sync::Arc;

use resource::Kind;

/// The table of served kinds.
#[derive(Default)]
pub(super) struct Kinds {
    /// In the order in which they came.
    all: Vec<Arc<Kind>>,
    /// By group, then by version and plural.
    paths: HashMap<String, HashMap<String, (Arc<Kind>, usize)>>,
}

fn below(version: &str, plural: &str) -> String {
    format!("{version}/{plural}")
}

impl Kinds {
    pub(super) fn insert(&mut self, kind: Arc<Kind>) {
        self.remove(&kind.hub().group, &kind.plural);
        for (at, served) in kind.served.iter().enumerate().filter(|(_, served)| !served.hidden) {
            let group = self.paths.entry(served.group.to_string()).or_default();
            group.insert(below(&served.version, &kind.plural), (kind.clone(), at));
        }
        self.all.push(kind);
    }

    pub(super) fn remove(&mut self, group: &str, plural: &str) {
        let is = |kind: &Arc<Kind>| kind.hub().group == group && kind.plural == plural;
        self.all.retain(|kind| !is(kind));
        for paths in self.paths.values_mut() {
            paths.retain(|_, (kind, _)| !is(kind));
        }
    }

    pub(super) fn all(&self) -> Vec<Arc<Kind>> {
        self.all.clone()
    }

    pub(super) fn resolve(&self, group: &str, version: &str, plural: &str) -> Option<(Arc<Kind>, usize)> {
        self.paths.get(group)?.get(&below(version, plural)).cloned()
    }
}
