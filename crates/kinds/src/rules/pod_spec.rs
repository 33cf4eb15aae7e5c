//! What a pod wants: defaults and validation of `PodSpec`, for pods and for templates of pods.

pub mod annotations;
pub mod options;
pub mod warnings;

use api::core::v1::PodSpec;
use meta::{ErrorList, ObjectMeta, Path};
use serde_json::Value;

pub use options::Options;

/// Fills in what a spec leaves out. `spec` is the tree of a `PodSpec`.
pub fn defaults(_spec: &mut Value) {}

/// What is wrong with a spec at `path`. `meta` is the pod's, where the spec is a pod's own.
pub fn validate(
    _spec: &PodSpec,
    _meta: Option<&ObjectMeta>,
    _options: &Options,
    _path: &Path<'_>,
) -> ErrorList {
    ErrorList::new()
}
