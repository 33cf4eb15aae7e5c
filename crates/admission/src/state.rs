//! How plugins read and write other objects: from the registry's cache, or from the store where the cache may be behind.
//!
//! The registry holds the chain, so that the chain must not hold the registry.

use std::sync::{Arc, Weak};
use std::time::Duration;

use meta::options::{GetOptions, ListOptions};
use meta::selector::FieldSelector;
use meta::{StatusError, Time};
use registry::{Caller, Registry, Target, WatchItem};
use resource::{Lister, Object, User};

/// The objects around a request.
pub struct State {
    registry: Weak<Registry>,
}

impl State {
    /// Of a registry.
    pub fn new(registry: &Arc<Registry>) -> Self {
        Self { registry: Arc::downgrade(registry) }
    }

    /// The registry; an error while the server goes away.
    pub fn registry(&self) -> Result<Arc<Registry>, StatusError> {
        self.registry.upgrade().ok_or_else(|| StatusError::service_unavailable("the server is stopping"))
    }

    /// Who the server is when it writes for itself.
    pub fn caller() -> Caller {
        let groups = vec![api::well_known::group::MASTERS.to_owned()];
        let user = User { name: "system:apiserver".to_owned(), groups, ..User::default() };
        Caller { user, manager: "kube-apiserver".to_owned() }
    }

    /// One object as the cache has it. `resource` is spelled `priorityclasses.scheduling.k8s.io`.
    pub fn get(&self, resource: &str, namespace: &str, name: &str) -> Option<Arc<Object>> {
        Lister::get(&*self.registry.upgrade()?, resource, namespace, name)
    }

    /// All objects of a namespace, or of all, as the cache has them.
    pub fn list(&self, resource: &str, namespace: &str) -> Vec<Arc<Object>> {
        self.registry
            .upgrade()
            .map(|registry| Lister::list(&*registry, resource, namespace))
            .unwrap_or_default()
    }

    /// A number that changes whenever an object of the resource does.
    pub fn version(&self, resource: &str) -> Option<u64> {
        Lister::version(&*self.registry.upgrade()?, resource)
    }

    /// Whether there is no object of a resource at all.
    pub fn is_empty(&self, resource: &str) -> bool {
        let meta::GroupResource { group, resource, .. } = meta::GroupResource::parse(resource);
        let registry = self.registry.upgrade();
        let kind = registry.as_ref().and_then(|registry| registry.hub(&group, &resource));
        registry.zip(kind).is_none_or(|(registry, kind)| registry.counts(&kind).0 == 0)
    }

    /// The time of the registry's clock.
    pub fn now(&self) -> Time {
        self.registry.upgrade().map_or(Time::from_unix(0), |registry| registry.clock().now().into())
    }

    /// The place of an object; nothing if its kind is not served.
    pub fn target(&self, resource: &str, namespace: &str, name: &str) -> Result<Option<Target>, StatusError> {
        let registry = self.registry()?;
        let meta::GroupResource { group, resource, .. } = meta::GroupResource::parse(resource);
        Ok(registry.hub(&group, &resource).map(|kind| Target {
            kind,
            served: 0,
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            subresource: String::new(),
        }))
    }

    /// One object as it is now, whatever the cache has.
    pub async fn fetch(
        &self,
        resource: &str,
        namespace: &str,
        name: &str,
    ) -> Result<Option<Arc<Object>>, StatusError> {
        let Some(target) = self.target(resource, namespace, name)? else { return Ok(None) };
        match self.registry()?.get(&target, &GetOptions::default()).await {
            Ok(stored) => Ok(stored.object().ok().map(Arc::new)),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// One object: from the cache, or as it is now if the cache does not have it.
    pub async fn find(
        &self,
        resource: &str,
        namespace: &str,
        name: &str,
    ) -> Result<Option<Arc<Object>>, StatusError> {
        match self.get(resource, namespace, name) {
            Some(object) => Ok(Some(object)),
            None => self.fetch(resource, namespace, name).await,
        }
    }

    /// One object that somebody may be about to make: waits for it for as long as `patience`.
    pub async fn await_one(
        &self,
        resource: &str,
        namespace: &str,
        name: &str,
        patience: Duration,
    ) -> Result<Option<Arc<Object>>, StatusError> {
        if let Some(object) = self.find(resource, namespace, name).await? {
            return Ok(Some(object));
        }
        let Some(target) = self.target(resource, namespace, "")? else { return Ok(None) };
        let registry = self.registry()?;
        let options = ListOptions {
            field_selector: FieldSelector::equals("metadata.name", name),
            resource_version: "0".to_owned(),
            ..ListOptions::default()
        };
        let mut watch = registry.watch(&target, &options).await?;
        let seen = async {
            while let Some(item) = watch.next().await {
                if matches!(item, WatchItem::Initial(_) | WatchItem::Change(..)) {
                    return;
                }
            }
        };
        tokio::select! {
            () = seen => {}
            () = registry.clock().sleep(patience) => {}
        }
        self.fetch(resource, namespace, name).await
    }
}
