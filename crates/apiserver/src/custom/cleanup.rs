//! A definition that is going: no new objects, those that are there are deleted, and when the last has gone, so may it.
//!
//! Upstream: `controller/finalizer` of `apiextensions-apiserver`, which looks every five seconds whether objects are left; here the
//! collection's own watch tells.

use std::sync::Arc;

use async_trait::async_trait;
use kinds::apiextensions::custom_resource_definition::condition::{self, Condition};
use kinds::apiextensions::custom_resource_definition::{CLEANUP, TERMINATING};
use meta::options::{DeleteOptions, ListOptions, UpdateOptions};
use meta::{GroupResource, StatusError};
use registry::{Hook, Object, Pending, Registry, Target};
use resource::Context;
use runtime::{Clock, Shutdown};

use super::RETRY;
use crate::bootstrap::caller;

/// One definition on its way out.
pub(super) struct Closing {
    registry: Arc<Registry>,
    clock: Clock,
    name: String,
    uid: String,
    group: String,
    plural: String,
}

impl Closing {
    pub(super) fn new(
        registry: &Arc<Registry>,
        clock: &Clock,
        name: &str,
        uid: &str,
        (group, plural): (&str, &str),
    ) -> Self {
        Self {
            registry: registry.clone(),
            clock: clock.clone(),
            name: name.to_owned(),
            uid: uid.to_owned(),
            group: group.to_owned(),
            plural: plural.to_owned(),
        }
    }

    /// Goes on until the definition may go, or the server stops.
    pub(super) async fn run(self, shutdown: Shutdown) {
        let work = async {
            while let Err(error) = self.try_run().await {
                if error.is_not_found() || error.is_conflict() {
                    return;
                }
                tracing::warn!(name = self.name, %error, "the objects of a definition can't be deleted yet");
                self.clock.sleep(RETRY).await;
            }
        };
        tokio::select! {
            () = shutdown.wait() => {}
            () = work => {}
        }
    }

    async fn try_run(&self) -> Result<(), StatusError> {
        let (holds, reason, message) = match self.objects() {
            None => (false, "NeverEstablished", "resource was never established"),
            Some(objects) => {
                self.registry.set_hook(&self.group, &self.plural, Arc::new(Closed(self.resource())));
                self.say(true, "InstanceDeletionInProgress", "CustomResource deletion is in progress")
                    .await?;
                if let Err(error) = self.empty(&objects).await {
                    let message = format!("could not issue all deletes: {error}");
                    self.say(true, "InstanceDeletionFailed", &message).await?;
                    return Err(error);
                }
                (false, "InstanceDeletionCompleted", "removed all instances")
            }
        };
        self.say(holds, reason, message).await?;
        self.let_go().await
    }

    fn resource(&self) -> GroupResource {
        GroupResource::new(self.group.as_str(), self.plural.as_str())
    }

    /// The objects of the definition, if they are served.
    fn objects(&self) -> Option<Target> {
        let kind = self.registry.hub(&self.group, &self.plural).filter(|kind| kind.is_custom())?;
        let (namespace, name, subresource) = Default::default();
        Some(Target { kind, served: 0, namespace, name, subresource })
    }

    /// Deletes all objects and waits for the last to go, which its finalizers may put off.
    async fn empty(&self, objects: &Target) -> Result<(), StatusError> {
        let mut watch = self.registry.watch(objects, &ListOptions::default()).await?;
        let (delete, all) = (DeleteOptions::default(), ListOptions::default());
        self.registry.delete_collection(objects, &caller(), &delete, &all).await?;
        while self.registry.counts(&objects.kind).0 > 0 {
            if watch.next().await.is_none() {
                return Err(StatusError::internal("the watch of the objects has ended"));
            }
        }
        Ok(())
    }

    fn definition(&self, subresource: &str) -> Result<Target, StatusError> {
        let found = self.registry.resolve(super::GROUP, "v1", super::PLURAL);
        let (kind, served) = found.ok_or_else(|| StatusError::internal("definitions are not served"))?;
        let (name, subresource) = (self.name.clone(), subresource.to_owned());
        Ok(Target { kind, served, namespace: String::new(), name, subresource })
    }

    /// Whoever comes after a definition of the same name is another one.
    fn is_same(&self, definition: &Object) -> Result<(), StatusError> {
        if definition.uid() == self.uid {
            return Ok(());
        }
        let resource = GroupResource::new(super::GROUP, super::PLURAL);
        Err(StatusError::conflict(&resource, &self.name, "the definition has gone"))
    }

    async fn say(&self, holds: bool, reason: &str, message: &str) -> Result<(), StatusError> {
        let now = self.clock.now().into();
        let change = |definition: &mut Object| {
            self.is_same(definition)?;
            condition::set(definition, &Condition { kind: TERMINATING, holds, reason, message }, now);
            Ok(())
        };
        let target = self.definition("status")?;
        self.registry.modify(&target, &caller(), &UpdateOptions::default(), change).await.map(drop)
    }

    async fn let_go(&self) -> Result<(), StatusError> {
        let change = |definition: &mut Object| {
            self.is_same(definition)?;
            let left: Vec<String> =
                definition.finalizers().filter(|name| *name != CLEANUP).map(str::to_owned).collect();
            if left.is_empty() {
                definition.remove("metadata.finalizers");
            } else {
                definition.set("metadata.finalizers", left);
            }
            Ok(())
        };
        let target = self.definition("")?;
        self.registry.modify(&target, &caller(), &UpdateOptions::default(), change).await.map(drop)
    }
}

/// Refuses new objects.
struct Closed(GroupResource);

#[async_trait]
impl Hook for Closed {
    async fn create(
        &self,
        object: &mut Object,
        _cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Pending>>, StatusError> {
        let why = "create not allowed while custom resource definition is terminating";
        Err(StatusError::forbidden(&self.0, object.name(), why))
    }

    async fn update(
        &self,
        _new: &mut Object,
        _old: &Object,
        _cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Pending>>, StatusError> {
        Ok(None)
    }

    async fn deleted(&self, _object: &Object) {}
}
