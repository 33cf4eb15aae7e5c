//! Patches of the four kinds. A patch is applied to the object in the client's version, and again to whatever is there when someone
//! else was faster.
//!
//! | file | what it does |
//! |---|---|
//! | `body` | what the client sent, read once |
//! | `result` | whether the patched tree still is an object of its type |
//! | `shown` | how an error shows the patched tree |

mod body;
mod result;
mod shown;

use async_trait::async_trait;
use bytes::Bytes;
use meta::StatusError;
use meta::options::{FieldValidation, PatchKind as OptionsKind, PatchOptions};
use meta::status::StatusCause;
use patch::apply::{self, ApplyError};
use resource::Object;
use schema::Schema;
use serde_json::json;

pub use codec::negotiate::PatchKind;

use super::update::{Source, check_name};
use super::write::{Request, Written};
use super::{Registry, metadata};
use crate::{Caller, Target};
use body::Body;

/// A patch as the client sent it.
#[derive(Debug, Clone)]
pub struct Patch {
    /// What kind of patch it is.
    pub kind: PatchKind,
    /// The body.
    pub body: Bytes,
}

impl Registry {
    /// Patches an object, or the part of it that the target's subresource shows.
    pub async fn patch(
        &self,
        target: &Target,
        caller: &Caller,
        patch: &Patch,
        options: &PatchOptions,
    ) -> Result<Written, StatusError> {
        let patching = Patching::new(patch, options)?;
        let options_tree = serde_json::to_value(options).unwrap_or_else(|_| json!({}));
        let request =
            Request::new(self, target, caller, &options.field_manager, &options.dry_run, options_tree);
        self.write(request, &patching).await
    }
}

/// A patch that was read, with what its options say.
pub(super) struct Patching {
    body: Body,
    validation: FieldValidation,
    force: bool,
}

impl Patching {
    pub(super) fn new(patch: &Patch, options: &PatchOptions) -> Result<Self, StatusError> {
        let kind = if patch.kind == PatchKind::Apply { OptionsKind::Apply } else { OptionsKind::Other };
        options.validate(kind)?;
        let validation = FieldValidation::from_options(&options.field_validation);
        let body = Body::read(patch, validation)?;
        Ok(Self { body, validation, force: options.force == Some(true) })
    }

    /// Whether it is an apply, which brings its own record of managers.
    pub(super) fn is_apply(&self) -> bool {
        matches!(self.body, Body::Apply { .. })
    }

    /// Applies it to a tree of the client's version, whose type the schema describes.
    pub(super) fn apply_to(
        &self,
        request: &mut Request<'_>,
        live: Option<&Object>,
        schema: &Schema,
        cx: &apply::Cx<'_>,
    ) -> Result<Object, StatusError> {
        let tree = match (&self.body, live) {
            (Body::Apply { config, duplicates, strict }, live) => {
                let cx = apply::Cx { force: self.force, ..*cx };
                let applied = apply::apply(live.map(Object::tree), config, &cx).map_err(apply_error)?;
                match (self.validation, strict) {
                    (FieldValidation::Strict, Some(error)) => {
                        return Err(StatusError::bad_request(format!("error strict decoding YAML: {error}")));
                    }
                    (FieldValidation::Warn, _) => request.warnings.extend(duplicates.iter().cloned()),
                    _ => {}
                }
                applied.object
            }
            (_, None) => return Err(crate::error::not_found(request.target)),
            (body, Some(live)) => {
                let tree = body.run(live.tree().clone(), schema)?;
                result::check(&tree, body, schema, request.target, self.validation, &mut request.warnings)?;
                tree
            }
        };
        Object::new(tree).map_err(|_| StatusError::bad_request("the patched object is no object"))
    }
}

#[async_trait]
impl Source for Patching {
    async fn produce(
        &self,
        request: &mut Request<'_>,
        current: Option<&Object>,
    ) -> Result<Object, StatusError> {
        let seen = match current {
            Some(current) => Some(request.in_version(current).await?),
            None => None,
        };
        let reset = request.reset_fields();
        let (version, now) = (request.target.version().api_version().into_owned(), request.now.to_string());
        let schema = request.target.version().schema.clone();
        let target = request.target;
        let manager = request.manager.to_owned();
        let cx = apply::Cx {
            subresource: &target.subresource,
            reset_fields: Some(&reset),
            ..apply::Cx::new(&schema, &version, &target.kind.kind, &manager, &now)
        };
        let patched = self.apply_to(request, seen.as_ref(), &schema, &cx)?;
        let mut new = request.to_hub(patched).await?;
        if current.is_none() && !new.uid().is_empty() {
            let text = format!(
                "uid mismatch: the provided object specified uid {}, and no existing object was found",
                new.uid()
            );
            return Err(StatusError::conflict(&target.group_resource(), &target.name, text));
        }
        metadata::match_namespace(request, &mut new)?;
        check_name(target, &new)?;
        if new.name().is_empty() {
            new.set("metadata.name", target.name.as_str());
        }
        if !self.is_apply() {
            request.track(current, &mut new).await?;
        }
        Ok(new)
    }

    fn creates(&self) -> bool {
        self.is_apply()
    }
}

/// What an apply that does not work is answered with.
fn apply_error(error: ApplyError) -> StatusError {
    match error {
        ApplyError::Conflicts(conflicts) => {
            let cause = |conflict: &apply::Conflict| StatusCause {
                reason: "FieldManagerConflict".into(),
                message: conflict.message(),
                field: conflict.field(),
            };
            let causes = conflicts.0.iter().map(cause).collect();
            StatusError::apply_conflict(causes, conflicts.to_string())
        }
        ApplyError::BadRequest(text) => StatusError::bad_request(text),
        ApplyError::Invalid(_) | ApplyError::Decode(_) => StatusError::unknown(error.to_string()),
    }
}

/// An object that the patch made unreadable, shown as the patch's kind shows it.
fn invalid(shown: String, problem: &str) -> StatusError {
    let path = meta::Path::new("patch");
    let error = meta::FieldError::invalid(&path, shown, problem);
    StatusError::invalid(&meta::GroupKind::new("", ""), "", &error.into())
}
