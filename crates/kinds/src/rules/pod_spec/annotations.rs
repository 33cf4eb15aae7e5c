//! Annotations of pods that have a meaning for the system.

use std::collections::BTreeMap;

use api::core::v1::PodSpec;
use meta::{ErrorList, Path};

/// What is wrong with a pod's (or template's) annotations at `path`.
pub fn validate(
    _annotations: &BTreeMap<String, String>,
    _spec: Option<&PodSpec>,
    _path: &Path<'_>,
) -> ErrorList {
    ErrorList::new()
}

/// Whether annotations of old and the fields that took their place say the same; `path` is the spec's.
pub fn validate_profiles(
    _annotations: &BTreeMap<String, String>,
    _spec: &PodSpec,
    _path: &Path<'_>,
) -> ErrorList {
    ErrorList::new()
}
