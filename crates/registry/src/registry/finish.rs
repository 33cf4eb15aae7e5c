//! The last steps of a write, when the wanted object is known: preparation by the kind, metadata, checks, admission's last word.

use std::borrow::Cow;

use meta::StatusError;
use resource::{Object, Part};
use serde_json::Value;

use super::metadata;
use super::write::Request;
use crate::hook::Pending;
use crate::{Operation, error};

const MANAGERS: &str = "metadata.managedFields";

impl Request<'_> {
    /// Makes a new object ready to be written.
    pub(super) async fn finish_new(
        &mut self,
        mut object: Object,
    ) -> Result<(Object, Option<Box<dyn Pending>>), StatusError> {
        let (kind, cx) = (&self.target.kind, self.context());
        metadata::fill(self, &mut object);
        let pending = match self.registry.hook(kind) {
            Some(hook) => hook.create(&mut object, &cx).await?,
            None => None,
        };
        metadata::match_namespace(self, &mut object)?;
        let managers = take_managers(&mut object);
        kind.strategy.prepare_create(&mut object, &cx);
        put_managers(&mut object, managers);
        self.settle_hub(&mut object);
        let mut errors = metadata::check_new(kind, &object)?;
        let managers = take_managers(&mut object);
        errors.append(kind.strategy.validate(&*self.spoken(&object).await?, &cx));
        if !errors.is_empty() {
            return Err(StatusError::invalid(&self.target.group_kind(), object.name(), &errors));
        }
        self.warnings.extend(kind.strategy.warnings(&object, None, &cx));
        put_managers(&mut object, managers);
        self.admit(Operation::Create, None, Some(&object)).await?;
        Ok((object, pending))
    }

    /// Makes a changed object ready to be written; says whether it goes instead.
    pub(super) async fn finish_changed(
        &mut self,
        mut new: Object,
        old: &Object,
    ) -> Result<(Object, Option<Box<dyn Pending>>, bool), StatusError> {
        let (kind, cx, part) = (&self.target.kind, self.context(), self.part);
        self.check_version(&mut new, old)?;
        let pending = match self.registry.hook(kind) {
            Some(hook) if part == Part::Main => hook.update(&mut new, old, &cx).await?,
            _ => None,
        };
        metadata::match_namespace(self, &mut new)?;
        new.copy_from(old, "metadata.generation");
        kind.strategy.prepare_update(part, &mut new, old, &cx);
        metadata::keep(&mut new, old);
        if kind.has_generation && part != Part::Status && !kind.strategy.same_generation(&new, old) {
            new.set("metadata.generation", old.generation() + 1);
        }
        self.settle_hub(&mut new);
        let mut errors = metadata::check_changed(kind, &new, old)?;
        let (said, was) = (self.spoken(&new).await?, self.spoken(old).await?);
        errors.append(kind.strategy.validate_update(part, &said, &was, &cx));
        drop((said, was));
        if !errors.is_empty() {
            return Err(StatusError::invalid(&self.target.group_kind(), new.name(), &errors));
        }
        self.warnings.extend(kind.strategy.warnings(&new, Some(old), &cx));
        patch::apply::keep_timestamps(old.tree(), new.tree_mut());
        self.admit(Operation::Update, Some(old), Some(&new)).await?;
        let goes = old.is_terminating()
            && old.int("metadata.deletionGracePeriodSeconds").unwrap_or(0) == 0
            && !kind.strategy.is_pending(&new);
        Ok((new, pending, goes))
    }

    /// The object for the kind's checks. Of a kind that two groups serve, it says which the client speaks: their rules differ. A
    /// custom resource is wholly in the client's version, each of which has rules of its own.
    async fn spoken<'o>(&self, object: &'o Object) -> Result<Cow<'o, Object>, StatusError> {
        if self.target.kind.is_custom() {
            return Ok(Cow::Owned(self.in_version(object).await?));
        }
        let version = self.target.version();
        if version.group == self.target.kind.hub().group {
            return Ok(Cow::Borrowed(object));
        }
        let mut object = object.clone();
        object.set("apiVersion", version.api_version().into_owned());
        Ok(Cow::Owned(object))
    }

    /// The client wrote onto the state that it says it saw. Without a version it takes whatever there is, where the kind allows it.
    fn check_version(&self, new: &mut Object, old: &Object) -> Result<(), StatusError> {
        let resource = self.target.group_resource();
        let sent = error::version_of(new)?;
        if sent == 0 {
            if self.target.kind.strategy.allow_unconditional_update() {
                new.copy_from(old, "metadata.resourceVersion");
                return Ok(());
            }
            let kind = meta::GroupKind::new(&*resource.group, &*resource.resource);
            let path = meta::Path::new("metadata");
            let path = path.child("resourceVersion");
            let error = meta::FieldError::invalid(&path, 0, "must be specified for an update");
            return Err(StatusError::invalid(&kind, &self.target.name, &error.into()));
        }
        if sent != error::version_of(old)? {
            return Err(StatusError::modified(&resource, &self.target.name));
        }
        Ok(())
    }
}

/// Takes the record of managers out while a kind's rules look at the object: it is long, no rule asks for it, and rules decode all
/// that there is.
fn take_managers(object: &mut Object) -> Option<Value> {
    object.remove(MANAGERS)
}

fn put_managers(object: &mut Object, managers: Option<Value>) {
    if let Some(managers) = managers {
        object.set(MANAGERS, managers);
    }
}
