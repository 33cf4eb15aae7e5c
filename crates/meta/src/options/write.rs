//! Options of create, update and patch.

use super::Query;
use crate::field::{BadValue, ErrorList, FieldError, Path};
use crate::object_meta::null_default;
use crate::status::StatusError;
use crate::validate::object_meta::field_manager;
use serde::{Deserialize, Serialize};

/// What a create asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateOptions {
    /// `All` to go through everything but the write.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "Vec::is_empty")]
    pub dry_run: Vec<String>,
    /// Who writes.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub field_manager: String,
    /// What to do about unknown and duplicate fields.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub field_validation: String,
}

/// What an update asks for: the same as a create.
pub type UpdateOptions = CreateOptions;

/// What a patch asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PatchOptions {
    /// `All` to go through everything but the write.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "Vec::is_empty")]
    pub dry_run: Vec<String>,
    /// Whether an apply takes fields from other managers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force: Option<bool>,
    /// Who writes.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub field_manager: String,
    /// What to do about unknown and duplicate fields.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub field_validation: String,
}

/// Whether a write is only tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DryRun {
    /// It is written.
    #[default]
    No,
    /// It is tried at every stage but the write.
    All,
}

impl DryRun {
    /// From the list in options that were validated.
    pub fn from_options(values: &[String]) -> Self {
        if values.is_empty() { Self::No } else { Self::All }
    }
}

/// What to do about unknown and duplicate fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FieldValidation {
    /// Drop them.
    Ignore,
    /// Drop them and warn.
    #[default]
    Warn,
    /// Refuse the request.
    Strict,
}

impl FieldValidation {
    /// From the text in options that were validated; an empty one is the server's default, to warn.
    pub fn from_options(value: &str) -> Self {
        match value {
            "Ignore" => Self::Ignore,
            "Strict" => Self::Strict,
            _ => Self::Warn,
        }
    }
}

/// Whether a patch is an apply, which has rules of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PatchKind {
    /// A server-side apply.
    Apply,
    /// Any other patch.
    Other,
}

/// The values of `dryRun`.
pub(super) fn dry_run_errors(values: &[String]) -> ErrorList {
    if values.iter().all(|value| value == "All") {
        return ErrorList::new();
    }
    FieldError::not_supported(&Path::new("dryRun"), BadValue::json(values), &["All"]).into()
}

fn shared_errors(manager: &str, dry_run: &[String], validation: &str) -> ErrorList {
    let mut errors = field_manager(manager, &Path::new("fieldManager"));
    errors.append(dry_run_errors(dry_run));
    let supported = ["", "Ignore", "Strict", "Warn"];
    if !supported.contains(&validation) {
        errors.push(FieldError::not_supported(&Path::new("fieldValidation"), validation, &supported));
    }
    errors
}

impl CreateOptions {
    /// Reads the options.
    pub fn from_query(query: &Query<'_>) -> Self {
        Self {
            dry_run: query.texts("dryRun"),
            field_manager: query.text("fieldManager"),
            field_validation: query.text("fieldValidation"),
        }
    }

    /// What is not valid.
    pub fn errors(&self) -> ErrorList {
        shared_errors(&self.field_manager, &self.dry_run, &self.field_validation)
    }

    /// The `422` for options of a create.
    pub fn validate_create(&self) -> Result<(), StatusError> {
        super::invalid("CreateOptions", &self.errors())
    }

    /// The `422` for options of an update.
    pub fn validate_update(&self) -> Result<(), StatusError> {
        super::invalid("UpdateOptions", &self.errors())
    }
}

impl PatchOptions {
    /// Reads the options.
    pub fn from_query(query: &Query<'_>) -> Self {
        Self {
            dry_run: query.texts("dryRun"),
            force: query.flag("force"),
            field_manager: query.text("fieldManager"),
            field_validation: query.text("fieldValidation"),
        }
    }

    /// What is not valid for this kind of patch.
    pub fn errors(&self, kind: PatchKind) -> ErrorList {
        let mut errors = ErrorList::new();
        match kind {
            PatchKind::Apply if self.field_manager.is_empty() => {
                let path = Path::new("fieldManager");
                errors.push(FieldError::required(&path, "is required for apply patch"));
            }
            PatchKind::Other if self.force.is_some() => {
                let path = Path::new("force");
                errors.push(FieldError::forbidden(&path, "may not be specified for non-apply patch"));
            }
            _ => {}
        }
        errors.append(shared_errors(&self.field_manager, &self.dry_run, &self.field_validation));
        errors
    }

    /// The `422` for options of a patch.
    pub fn validate(&self, kind: PatchKind) -> Result<(), StatusError> {
        super::invalid("PatchOptions", &self.errors(kind))
    }
}
