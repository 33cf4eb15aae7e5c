//! Changed objects: a whole new state (`PUT`), or a patch, which is a new state computed from the old one.

use async_trait::async_trait;
use meta::StatusError;
use meta::options::UpdateOptions;
use resource::Object;
use serde_json::json;

use super::edit::{Current, Decision, Edit, Outcome};
use super::write::{Request, Written};
use super::{Registry, metadata};
use crate::hook::Pending;
use crate::{Caller, Target, error};

/// Where the new state comes from.
#[async_trait]
pub(super) trait Source: Send + Sync {
    /// The new state in the hub version, with its record of managers, given the object as it is.
    async fn produce(
        &self,
        request: &mut Request<'_>,
        current: Option<&Object>,
    ) -> Result<Object, StatusError>;

    /// Whether it may create the object, whatever the kind says.
    fn creates(&self) -> bool {
        false
    }
}

/// The state that a client sent, in its own version.
struct Replacement(Object);

#[async_trait]
impl Source for Replacement {
    async fn produce(
        &self,
        request: &mut Request<'_>,
        current: Option<&Object>,
    ) -> Result<Object, StatusError> {
        let mut new = request.to_hub(self.0.clone()).await?;
        let (sent, found) = (new.uid(), current.map_or("", Object::uid));
        if !sent.is_empty() && sent != found {
            let text = precondition(request.target, sent, found);
            return Err(StatusError::conflict(&request.target.group_resource(), &request.target.name, text));
        }
        metadata::match_namespace(request, &mut new)?;
        request.warnings.extend(metadata::dedup_owners(&mut new));
        request.track(current, &mut new).await?;
        Ok(new)
    }
}

/// What upstream's storage says when an update names another object by its uid.
fn precondition(target: &Target, sent: &str, found: &str) -> String {
    format!(
        "StorageError: invalid object, Code: 4, Key: /registry/{}/{}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: \
         UID in precondition: {sent}, UID in object meta: {found}",
        target.kind.plural,
        target.place(),
    )
}

impl Registry {
    /// Replaces an object, or the part of it that the target's subresource shows.
    pub async fn update(
        &self,
        target: &Target,
        caller: &Caller,
        object: Object,
        options: &UpdateOptions,
    ) -> Result<Written, StatusError> {
        let options_tree = serde_json::to_value(options).unwrap_or_else(|_| json!({}));
        let request =
            Request::new(self, target, caller, &options.field_manager, &options.dry_run, options_tree);
        check_name(target, &object)?;
        let mut object = object;
        metadata::match_namespace(&request, &mut object)?;
        if object.name().is_empty() {
            object.set("metadata.name", target.name.as_str());
        }
        self.write(request, &Replacement(object)).await
    }

    /// Writes what a source makes of the object.
    pub(super) async fn write(
        &self,
        request: Request<'_>,
        source: &dyn Source,
    ) -> Result<Written, StatusError> {
        let (target, dry_run) = (request.target, request.dry_run);
        let mut edit = Writing { request, source, pending: None };
        let outcome = self.edit(target, dry_run, &mut edit).await?;
        let warnings = edit.request.warnings;
        Ok(match outcome {
            Outcome::Kept(stored) => Written { stored, created: false, warnings },
            Outcome::Written { stored, created } => Written { stored, created, warnings },
            Outcome::Removed(stored) => {
                if !dry_run {
                    self.after_delete(target, &stored).await;
                }
                Written { stored, created: false, warnings }
            }
        })
    }
}

/// The object is named as the path names it, or not at all.
pub(super) fn check_name(target: &Target, object: &Object) -> Result<(), StatusError> {
    let name = object.name();
    if name.is_empty() || name == target.name {
        return Ok(());
    }
    Err(StatusError::bad_request(format!(
        "the name of the object ({name}) does not match the name on the URL ({})",
        target.name
    )))
}

/// A write whose new state comes from a source.
struct Writing<'a> {
    request: Request<'a>,
    source: &'a dyn Source,
    pending: Option<Box<dyn Pending>>,
}

#[async_trait]
impl Edit for Writing<'_> {
    async fn decide(&mut self, current: Option<&Current>) -> Result<Decision, StatusError> {
        let Self { request, source, pending } = self;
        request.warnings.clear();
        let old = current.map(|current| &current.object);
        let strategy = request.target.kind.strategy.clone();
        if old.is_none() && !source.creates() && !strategy.allow_create_on_update() {
            return Err(error::not_found(request.target));
        }
        let mut new = source.produce(request, old).await?;
        let Some(old) = old else {
            metadata::wipe(&mut new);
            request.mutate(None, &mut new).await?;
            let (mut object, begun) = request.finish_new(new).await?;
            object.remove("metadata.resourceVersion");
            *pending = begun;
            return Ok(Decision::Put { object, again: false });
        };
        request.mutate(Some(old), &mut new).await?;
        metadata::dedup_owners(&mut new);
        let (object, begun, goes) = request.finish_changed(new, old).await?;
        *pending = begun;
        Ok(if goes { Decision::Remove(object) } else { Decision::Put { object, again: false } })
    }

    fn may_be_gone(&self) -> bool {
        true
    }

    fn finish(&mut self, done: bool) {
        if let Some(pending) = self.pending.take().filter(|_| done) {
            pending.commit();
        }
    }
}
