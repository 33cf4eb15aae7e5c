//! What a request asks for beside its object: the options of each verb, read from a query string, and their validation.
//!
//! Reading is as lenient as upstream's: unknown parameters are ignored, a boolean is true unless it says otherwise, and
//! values of enumerations stay text until validation, because its message shows them. [`DryRun`] and the other enums are
//! what the registry works with afterwards.

mod delete;
mod list;
mod query;
mod table;
mod write;

pub use delete::{DeleteOptions, Preconditions, PropagationPolicy};
pub use list::{GetOptions, ListOptions, ListOptionsError, ResourceVersionMatch};
pub use query::Query;
pub use table::{IncludeObject, TableOptions};
pub use write::{CreateOptions, DryRun, FieldValidation, PatchKind, PatchOptions, UpdateOptions};

use crate::field::ErrorList;
use crate::gvk::GroupKind;
use crate::status::StatusError;

/// The `422` for options that are not valid; `kind` is `ListOptions`, `DeleteOptions` …
fn invalid(kind: &str, errors: &ErrorList) -> Result<(), StatusError> {
    if errors.is_empty() {
        return Ok(());
    }
    Err(StatusError::invalid(&GroupKind::new("meta.k8s.io", kind), "", errors))
}

#[cfg(test)]
mod tests;
