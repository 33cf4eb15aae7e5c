//! How authorization and admission read objects: from the cache, as it is, without waiting.

use std::sync::Arc;

use meta::GroupResource;
use meta::selector::{FieldSelector, Selector};
use resource::{Lister, Object};

use crate::cache::Collection;
use crate::registry::Registry;
use crate::{Filter, Stored, Target, key};

impl Registry {
    fn listed(&self, group_resource: &str) -> Option<Arc<Collection>> {
        let GroupResource { group, resource, .. } = GroupResource::parse(group_resource);
        self.collection_named(&group, &resource)
    }

    fn matching(&self, group_resource: &str, namespace: &str, fields: &FieldSelector) -> Vec<Arc<Object>> {
        let Some(collection) = self.listed(group_resource) else { return Vec::new() };
        let target = Target {
            kind: collection.kind().clone(),
            served: 0,
            namespace: namespace.into(),
            name: String::new(),
            subresource: String::new(),
        };
        let Ok(filter) = Filter::new(&target, &Selector::everything(), fields) else { return Vec::new() };
        let listed = collection.list(&filter, None, 0, || self.applied());
        listed.items.iter().filter_map(|stored| tree(stored)).collect()
    }
}

/// The decoded form, made once for all who ask while the object stays as it is.
fn tree(stored: &Stored) -> Option<Arc<Object>> {
    if let Some(object) = stored.tree.get() {
        return Some(object.clone());
    }
    let object = Arc::new(stored.object().ok()?);
    Some(stored.tree.get_or_init(|| object).clone())
}

impl Lister for Registry {
    fn get(&self, group_resource: &str, namespace: &str, name: &str) -> Option<Arc<Object>> {
        let stored = self.listed(group_resource)?.get(&key::place(namespace, name))?;
        tree(&stored)
    }

    fn list(&self, group_resource: &str, namespace: &str) -> Vec<Arc<Object>> {
        self.matching(group_resource, namespace, &FieldSelector::everything())
    }

    fn list_by(&self, group_resource: &str, field: &str, value: &str) -> Vec<Arc<Object>> {
        self.matching(group_resource, "", &FieldSelector::equals(field, value))
    }

    fn version(&self, group_resource: &str) -> Option<u64> {
        self.listed(group_resource).map(|collection| collection.latest().0)
    }
}
