//! How authorization and admission read other objects: from the watch cache, without waiting and without knowing of it.

use std::sync::Arc;

use crate::Object;

/// Reads objects of built-in and custom kinds as the cache has them. `group_resource` is spelled `deployments.apps`, `pods`.
pub trait Lister: Send + Sync + 'static {
    /// One object; the namespace is empty for cluster-wide kinds.
    fn get(&self, group_resource: &str, namespace: &str, name: &str) -> Option<Arc<Object>>;

    /// All objects of a namespace, or of all namespaces if it is empty.
    fn list(&self, group_resource: &str, namespace: &str) -> Vec<Arc<Object>>;

    /// The objects of all namespaces whose field has this value, such as the pods with a certain `spec.nodeName`.
    fn list_by(&self, group_resource: &str, field: &str, value: &str) -> Vec<Arc<Object>> {
        let mut all = self.list(group_resource, "");
        all.retain(|object| object.text(field) == value);
        all
    }

    /// A number that grows with every change of the kind's objects, so that whoever keeps something made of them knows when to make
    /// it anew; `None` if it cannot be told.
    fn version(&self, _group_resource: &str) -> Option<u64> {
        None
    }
}
