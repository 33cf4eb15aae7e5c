//! Changes that the server itself makes to an object: bindings, evictions, approvals, repairs. The same path as any other write,
//! but for what the server alone may change: that is written as it is.

use std::sync::Arc;

use async_trait::async_trait;
use meta::StatusError;
use meta::options::UpdateOptions;
use resource::Object;
use serde_json::json;

use super::Registry;
use super::edit::{Current, Decision, Edit, Outcome};
use super::update::Source;
use super::write::{Request, Written};
use crate::settle::settle;
use crate::{Caller, Stored, Target, error};

/// A change of the object as it is.
struct Modification<F>(F);

#[async_trait]
impl<F> Source for Modification<F>
where
    F: Fn(&mut Object) -> Result<(), StatusError> + Send + Sync,
{
    async fn produce(
        &self,
        request: &mut Request<'_>,
        current: Option<&Object>,
    ) -> Result<Object, StatusError> {
        let current = current.ok_or_else(|| error::not_found(request.target))?;
        let mut new = current.clone();
        (self.0)(&mut new)?;
        request.track(Some(current), &mut new).await?;
        Ok(new)
    }
}

impl Registry {
    /// Changes an object, given in the hub version, by a function that is called again when someone else was faster.
    pub async fn modify<F>(
        &self,
        target: &Target,
        caller: &Caller,
        options: &UpdateOptions,
        change: F,
    ) -> Result<Written, StatusError>
    where
        F: Fn(&mut Object) -> Result<(), StatusError> + Send + Sync,
    {
        let tree = serde_json::to_value(options).unwrap_or_else(|_| json!({}));
        let request = Request::new(self, target, caller, &options.field_manager, &options.dry_run, tree);
        self.write(request, &Modification(change)).await
    }

    /// Changes an object in a way that no client could: no rule of its kind is asked, and nobody comes to own what changed.
    pub async fn alter<F>(
        &self,
        target: &Target,
        dry_run: bool,
        change: F,
    ) -> Result<Arc<Stored>, StatusError>
    where
        F: Fn(&mut Object) -> Result<(), StatusError> + Send + Sync,
    {
        let mut edit = Alteration { target, change };
        match self.edit(target, dry_run, &mut edit).await? {
            Outcome::Kept(stored) | Outcome::Written { stored, .. } | Outcome::Removed(stored) => Ok(stored),
        }
    }
}

/// A change that is written as it is.
struct Alteration<'a, F> {
    target: &'a Target,
    change: F,
}

#[async_trait]
impl<F> Edit for Alteration<'_, F>
where
    F: Fn(&mut Object) -> Result<(), StatusError> + Send + Sync,
{
    async fn decide(&mut self, current: Option<&Current>) -> Result<Decision, StatusError> {
        let current = current.ok_or_else(|| error::not_found(self.target))?;
        let mut object = current.object.clone();
        (self.change)(&mut object)?;
        settle(object.tree_mut(), &self.target.kind.hub().schema);
        Ok(Decision::Put { object, again: false })
    }
}
