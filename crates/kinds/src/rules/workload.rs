//! What workloads share: a selector that matches the labels of their template, pods that always restart, counters that do
//! not go back. Who calls: the kinds of `apps` and `batch`.

use std::collections::BTreeMap;

use api::core::v1::{PodSpec, PodTemplateSpec};
use api::meta::LabelSelector;
use meta::selector::Selector;
use meta::{BadValue, ErrorList, FieldError, Path, validate};
use resource::Object;
use serde_json::Value;

use super::pod_spec::Options;
use super::{label_selector, pod_template, selector};

/// The wide columns' description of the names of a template's containers.
pub const CONTAINERS: &str = "Names of each container in the template.";
/// The wide columns' description of the images of a template's containers.
pub const IMAGES: &str = "Images referenced by each container in the template.";

/// What the rules for pods let pass in a template that replaces `old`.
pub fn options(old: Option<&PodTemplateSpec>) -> Options {
    match old {
        None => Options::create(),
        Some(old) => Options::update(old.spec.as_ref()),
    }
}

/// The spec of a template.
pub fn spec(template: &PodTemplateSpec) -> Option<&PodSpec> {
    template.spec.as_ref()
}

/// The selector of a workload: given, well formed, not empty. `of` says whose it is.
pub fn selector_errors(given: Option<&LabelSelector>, of: &str, path: &Path<'_>) -> ErrorList {
    let Some(given) = given else { return FieldError::required(path, "").into() };
    let mut errors = selector::validate(given, path);
    if label_selector::is_empty(given) {
        let detail = format!("empty selector is invalid for {of}");
        errors.push(FieldError::invalid(path, selector::shown(Some(given)), detail));
    }
    errors
}

/// The labels of the template at `path` must match the selector.
pub fn match_errors(selector: &Selector, template: &PodTemplateSpec, path: &Path<'_>) -> Option<FieldError> {
    let empty = BTreeMap::new();
    let labels = template.metadata.as_ref().and_then(|meta| meta.labels.as_ref()).unwrap_or(&empty);
    if selector.matches(labels) {
        return None;
    }
    let shown = if labels.is_empty() { BadValue::Null } else { BadValue::json(labels) };
    let detail = "`selector` does not match template `labels`";
    Some(FieldError::invalid(&path.child("metadata").child("labels"), shown, detail))
}

/// A template of pods that are kept running: they restart always and have no deadline. `of` says whose it is.
pub fn endless_errors(template: &PodTemplateSpec, of: &str, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let spec = template.spec.clone().unwrap_or_default();
    let (at, policy) = (path.child("spec"), spec.restart_policy.unwrap_or_default());
    if policy != "Always" {
        errors.push(FieldError::not_supported(&at.child("restartPolicy"), policy, &["Always"]));
    }
    if spec.active_deadline_seconds.is_some() {
        let detail = format!("activeDeadlineSeconds in {of} is not Supported");
        errors.push(FieldError::forbidden(&at.child("activeDeadlineSeconds"), detail));
    }
    errors
}

/// The template of a replica set, or of a deployment's replica sets.
pub fn replica_template_errors(
    selector: &Selector,
    template: &PodTemplateSpec,
    options: &Options,
    path: &Path<'_>,
) -> ErrorList {
    let mut errors = ErrorList::new();
    if !selector.is_everything() {
        errors.append(match_errors(selector, template, path));
    }
    errors.append(pod_template::validate(template, options, path));
    errors.append(endless_errors(template, "ReplicaSet", path));
    errors
}

/// The selector of a changed workload must be what it was.
pub fn same_selector(
    new: Option<&LabelSelector>,
    old: Option<&LabelSelector>,
    path: &Path<'_>,
) -> Option<FieldError> {
    let plain = |given: Option<&LabelSelector>| given.map(label_selector::of);
    validate::object_meta::immutable_field(&plain(new), &plain(old), path)
}

/// Counters at `path` that must not be negative, in this order.
pub fn not_negative(counters: &[(&str, Option<i64>)], path: &Path<'_>) -> ErrorList {
    let given = counters.iter().filter_map(|(name, value)| Some((name, (*value)?)));
    given.filter_map(|(name, value)| validate::non_negative(value, &path.child(name))).collect()
}

/// Counters at `path` that must not exceed another: name, value, limit, and what the limit is called.
pub fn at_most(counters: &[(&str, i32, i32, &str)], path: &Path<'_>) -> ErrorList {
    let over = counters.iter().filter(|(_, value, limit, _)| value > limit);
    over.map(|(name, value, _, of)| {
        FieldError::invalid(&path.child(name), *value, format!("cannot be greater than {of}"))
    })
    .collect()
}

/// `status.collisionCount` never goes back.
pub fn collisions(new: Option<i32>, old: Option<i32>) -> Option<FieldError> {
    let went_back = old.is_some_and(|old| new.is_none_or(|new| new < old));
    let detail = "cannot be decremented";
    went_back.then(|| FieldError::invalid(&Path::new("status.collisionCount"), new.unwrap_or(0), detail))
}

/// Warnings on a new or changed template at `path`; a changed object is looked at only if it wants something else.
pub fn warnings(new: &Object, old: Option<&Object>, path: &str) -> Vec<String> {
    let at = |object: &Object| object.get(path).cloned().unwrap_or(Value::Null);
    if old.is_some_and(|old| new.get("spec") == old.get("spec")) {
        return Vec::new();
    }
    pod_template::warnings(&at(new), old.map(at).as_ref(), path)
}

/// A warning on a new object whose name will be part of host names.
pub fn name_warning(new: &Object, old: Option<&Object>) -> Option<String> {
    let problems = validate::dns1123_label(new.name());
    let text = format!(
        "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is \
         recommended: [{}]",
        problems.join(" ")
    );
    (old.is_none() && !problems.is_empty()).then_some(text)
}
