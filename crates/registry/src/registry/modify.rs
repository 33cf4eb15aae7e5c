//! Changes that the server itself makes to an object: bindings, evictions, approvals, repairs. The same path as any other write.

use meta::StatusError;
use meta::options::UpdateOptions;
use resource::Object;
use serde_json::json;

use super::Registry;
use super::update::Source;
use super::write::{Request, Written};
use crate::{Caller, Target};

/// A change of the object as it is.
struct Modification<F>(F);

impl<F> Source for Modification<F>
where
    F: Fn(&mut Object) -> Result<(), StatusError> + Send + Sync,
{
    fn produce(&self, request: &mut Request<'_>, current: Option<&Object>) -> Result<Object, StatusError> {
        let current = current.ok_or_else(|| crate::error::not_found(request.target))?;
        let mut new = current.clone();
        (self.0)(&mut new)?;
        request.track(Some(current), &mut new);
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
}
