//! How authorization and admission read other objects: from the watch cache, without waiting and without knowing of it.

use std::sync::Arc;

use crate::Object;

/// Reads objects of built-in and custom kinds as the cache has them. `group_resource` is spelled `deployments.apps`, `pods`.
pub trait Lister: Send + Sync + 'static {
    /// One object; the namespace is empty for cluster-wide kinds.
    fn get(&self, group_resource: &str, namespace: &str, name: &str) -> Option<Arc<Object>>;

    /// All objects of a namespace, or of all namespaces if it is empty.
    fn list(&self, group_resource: &str, namespace: &str) -> Vec<Arc<Object>>;
}
