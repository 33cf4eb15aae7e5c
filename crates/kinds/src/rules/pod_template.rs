//! The template of pods inside workloads. Who calls: every kind with a `template`.

use api::core::v1::PodTemplateSpec;
use meta::validate::object_meta;
use meta::{ErrorList, FieldError, Path};
use resource::Object;
use serde_json::Value;

use super::object::made;
use super::pod_spec::{self, Options};

/// Fills in what the template's `spec` leaves out. `template` is the tree of a `PodTemplateSpec`.
pub fn defaults(template: &mut Value) {
    pod_spec::defaults(made(template, "spec"));
}

/// Takes fields of features that are off out of a template; call it where a kind is made ready. `old` is what it replaces.
pub fn drop_disabled(template: &mut Value, old: Option<&Value>) {
    pod_spec::disabled::drop(made(template, "spec"), old.and_then(|old| old.get("spec")));
}

/// What is wrong with a template at `path`. An absent one is judged like an empty one.
pub fn validate(template: &PodTemplateSpec, options: &Options, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let meta = template.metadata.clone().unwrap_or_default();
    let spec = template.spec.clone().unwrap_or_default();
    let annotations = meta.annotations.unwrap_or_default();
    errors.append(object_meta::labels(&meta.labels.unwrap_or_default(), &path.child("labels")));
    errors.append(object_meta::annotations(&annotations, &path.child("annotations")));
    let at = path.child("spec");
    errors.append(pod_spec::annotations::validate(&annotations, Some(&spec), &path.child("annotations")));
    errors.append(pod_spec::validate(&spec, None, options, &at));
    errors.append(pod_spec::annotations::validate_profiles(&annotations, &spec, &at));
    if spec.ephemeral_containers.as_ref().is_some_and(|list| !list.is_empty()) {
        let detail = "ephemeral containers not allowed in pod template";
        errors.push(FieldError::forbidden(&at.child("ephemeralContainers"), detail));
    }
    errors
}

/// What a client should know of a template at `path` (such as `spec.template`).
pub fn warnings(template: &Value, old: Option<&Value>, path: &str) -> Vec<String> {
    pod_spec::warnings::template(template, old, path)
}

/// What is said of a new workload whose name will not do as part of `what` (`Pod names and hostnames`).
pub fn name_warnings(new: &Object, old: Option<&Object>, what: &str) -> Vec<String> {
    let problems = meta::validate::dns1123_label(new.name());
    if old.is_some() || problems.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "metadata.name: this is used in {what}, which can result in surprising behavior; a DNS label is recommended: [{}]",
        problems.join(" ")
    )]
}
