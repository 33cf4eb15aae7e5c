//! Options of delete, which come in the body or in the query.

use super::Query;
use super::write::dry_run_errors;
use crate::field::{BadValue, ErrorList, FieldError, Path};
use crate::go::NumError;
use crate::object_meta::null_default;
use crate::status::StatusError;
use serde::{Deserialize, Serialize};

/// What a delete asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeleteOptions {
    /// The kind, when given in a body.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Group and version, when given in a body.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub api_version: String,
    /// How long the delete may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace_period_seconds: Option<i64>,
    /// What must hold for the delete to happen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preconditions: Option<Preconditions>,
    /// The older form of the propagation policy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orphan_dependents: Option<bool>,
    /// What becomes of dependents; text until [`DeleteOptions::validate`] has seen it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub propagation_policy: Option<String>,
    /// `All` to go through everything but the write.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "Vec::is_empty")]
    pub dry_run: Vec<String>,
    /// Whether to remove an object that cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ignore_store_read_error_with_cluster_breaking_potential: Option<bool>,
}

/// What must hold for a write to happen.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Preconditions {
    /// The object's UID.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// The object's version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_version: Option<String>,
}

/// What becomes of dependents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PropagationPolicy {
    /// They stay.
    Orphan,
    /// They go afterwards.
    Background,
    /// They go first.
    Foreground,
}

impl PropagationPolicy {
    /// The name in options.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Orphan => "Orphan",
            Self::Background => "Background",
            Self::Foreground => "Foreground",
        }
    }

    /// From the name in options.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Orphan, Self::Background, Self::Foreground].into_iter().find(|one| one.as_str() == name)
    }
}

impl DeleteOptions {
    /// Reads the options from a query.
    pub fn from_query(query: &Query<'_>) -> Result<Self, NumError> {
        let given = |key: &str| query.get(key).filter(|value| !value.is_empty()).map(ToOwned::to_owned);
        let preconditions = Preconditions { uid: given("uid"), resource_version: given("resourceVersion") };
        Ok(Self {
            grace_period_seconds: query.integer("gracePeriodSeconds")?,
            preconditions: (preconditions != Preconditions::default()).then_some(preconditions),
            orphan_dependents: query.flag("orphanDependents"),
            propagation_policy: query.get("propagationPolicy").map(ToOwned::to_owned),
            dry_run: query.texts("dryRun"),
            ignore_store_read_error_with_cluster_breaking_potential: query
                .flag("ignoreStoreReadErrorWithClusterBreakingPotential"),
            ..Self::default()
        })
    }

    /// What becomes of dependents, if the options say so in a known word.
    pub fn propagation(&self) -> Option<PropagationPolicy> {
        PropagationPolicy::from_name(self.propagation_policy.as_deref()?)
    }

    /// What is not valid.
    pub fn errors(&self) -> ErrorList {
        let mut errors = ErrorList::new();
        if let Some(policy) = &self.propagation_policy {
            let path = Path::new("propagationPolicy");
            if self.orphan_dependents.is_some() {
                let detail = "orphanDependents and deletionPropagation cannot be both set";
                errors.push(FieldError::invalid(&path, BadValue::json(policy), detail));
            }
            if self.propagation().is_none() {
                let supported = ["Foreground", "Background", "Orphan", "nil"];
                errors.push(FieldError::not_supported(&path, BadValue::json(policy), &supported));
            }
        }
        errors.append(dry_run_errors(&self.dry_run));
        errors.append(self.unsafe_delete_errors());
        errors
    }

    /// An object that cannot be read is removed with no other option in play.
    fn unsafe_delete_errors(&self) -> ErrorList {
        if self.ignore_store_read_error_with_cluster_breaking_potential != Some(true) {
            return ErrorList::new();
        }
        let path = Path::new("ignoreStoreReadErrorWithClusterBreakingPotential");
        let set = [
            (self.propagation_policy.is_some(), "propagationPolicy"),
            (self.orphan_dependents.is_some(), "orphanDependents"),
            (self.grace_period_seconds.is_some(), "gracePeriodSeconds"),
            (self.preconditions.is_some(), "preconditions"),
        ];
        let together = |name: &str| format!("cannot be set together with .{name}");
        set.into_iter()
            .filter(|(is_set, _)| *is_set)
            .map(|(_, name)| FieldError::invalid(&path, true, together(name)))
            .collect()
    }

    /// The `422` for options that are not valid.
    pub fn validate(&self) -> Result<(), StatusError> {
        super::invalid("DeleteOptions", &self.errors())
    }
}
