//! New objects.

use std::sync::Arc;

use meta::StatusError;
use meta::options::CreateOptions;
use resource::Object;
use serde_json::json;
use store::{Expect, Revision, Write};

use super::write::{Request, Written};
use super::{Registry, metadata};
use crate::stored::marked;
use crate::{Caller, Stored, Target, error};

/// How many generated names are tried.
const ATTEMPTS: usize = 8;

impl Registry {
    /// Creates an object, given in the client's version. The body has been decoded and checked against its type.
    pub async fn create(
        &self,
        target: &Target,
        caller: &Caller,
        object: Object,
        options: &CreateOptions,
    ) -> Result<Written, StatusError> {
        let options_tree = serde_json::to_value(options).unwrap_or_else(|_| json!({}));
        let mut request =
            Request::new(self, target, caller, &options.field_manager, &options.dry_run, options_tree);
        let mut new = request.to_hub(object).await?;
        metadata::wipe(&mut new);
        metadata::match_namespace(&request, &mut new)?;
        request.warnings.extend(metadata::dedup_owners(&mut new));
        request.track(None, &mut new).await?;
        request.mutate(None, &mut new).await?;
        metadata::dedup_owners(&mut new);
        if error::version_of(&new)? != 0 {
            return Err(StatusError::unknown("resourceVersion should not be set on objects to be created"));
        }
        let generated = new.name().is_empty() && !new.text("metadata.generateName").is_empty();
        let mut attempts = if generated { ATTEMPTS } else { 1 };
        loop {
            attempts -= 1;
            let warnings = request.warnings.len();
            match self.create_once(&mut request, new.clone()).await {
                Err(error) if attempts > 0 && error.is_already_exists() => {
                    request.warnings.truncate(warnings)
                }
                Err(error) => return Err(error),
                Ok(stored) => return Ok(Written { stored, created: true, warnings: request.warnings }),
            }
        }
    }

    async fn create_once(&self, request: &mut Request<'_>, new: Object) -> Result<Arc<Stored>, StatusError> {
        let (mut object, pending) = request.finish_new(new).await?;
        object.remove("metadata.resourceVersion");
        let target = request.target.named(object.name());
        let collection = self.collection(&target)?;
        let json = self.encode(&target, &mut object)?;
        if request.dry_run {
            return match self.get_from_store(&target).await? {
                Some(taken) => Err(exists(&target, &object, Some(&taken))),
                None => Ok(Arc::new(Stored::written(&target.kind, &object, json, Revision::ZERO))),
            };
        }
        let ttl = target.kind.strategy.ttl(&object);
        let write = Write::Put {
            key: target.key().into(),
            value: marked(&target.kind, &json),
            expect: Expect::Absent,
            ttl,
        };
        match self.commit(&collection, write).await? {
            Ok(revision) => {
                if let Some(pending) = pending {
                    pending.commit();
                }
                Ok(Arc::new(Stored::written(&target.kind, &object, json, revision)))
            }
            Err(taken) => Err(exists(&target, &object, taken.as_deref())),
        }
    }
}

/// The name is taken, perhaps by an object that is on its way out.
fn exists(target: &Target, object: &Object, taken: Option<&Stored>) -> StatusError {
    let resource = target.group_resource();
    let mut error = if object.text("metadata.generateName").is_empty() {
        StatusError::already_exists(&resource, &target.name)
    } else {
        StatusError::generate_name_conflict(&resource, &target.name, 1)
    };
    if taken.and_then(|taken| taken.object().ok()).is_some_and(|taken| taken.is_terminating()) {
        let status = error.status_mut();
        status.message = format!("object is being deleted: {}", status.message);
    }
    error
}
