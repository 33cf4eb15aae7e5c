//! What may change of a pod, and how.

use api::core::v1::{Container, Pod};
use meta::{BadValue, ErrorList, Path, go, validate};
use resource::Object;
use serde_json::Value;

use super::metadata_and_spec;
use crate::rules::pod_spec::{Options, annotations};
use crate::rules::report::{Report, list, text};
use crate::rules::{internal, tolerations};

/// A changed pod beside the old one, each as tree and as struct.
pub struct Pair<'a> {
    pub new: &'a Object,
    pub old: &'a Object,
    pub pod: &'a Pod,
    pub before: &'a Pod,
}

impl Pair<'_> {
    /// What is let pass because the old pod has it.
    pub fn options(&self) -> Options {
        Options::update(self.before.spec.as_ref()).of_pod()
    }

    /// Annotations that may not change, and those that must make sense.
    pub fn annotations(&self) -> ErrorList {
        let of = |pod: &Pod| pod.metadata.annotations.clone().unwrap_or_default();
        let path = Path::new("metadata.annotations");
        annotations::validate_update(&of(self.pod), &of(self.before), self.pod.spec.as_ref(), &path)
    }

    /// What holds of every pod.
    pub fn common(&self) -> ErrorList {
        metadata_and_spec(self.new, self.pod, &self.options())
    }

    /// Whether the old pod is the mirror of a static one.
    pub fn is_mirror(&self) -> bool {
        self.old.annotation(annotations::MIRROR).is_some()
    }
}

/// A pod changed through its own path.
pub fn main(pair: &Pair<'_>) -> ErrorList {
    let mut errors = pair.common();
    errors.append(pair.annotations());
    let (spec, old) =
        (pair.pod.spec.clone().unwrap_or_default(), pair.before.spec.clone().unwrap_or_default());
    let path = Path::new("spec");
    let containers = [
        ("containers", spec.containers.as_slice(), old.containers.as_slice()),
        ("initContainers", list(&spec.init_containers), list(&old.init_containers)),
    ];
    for (field, new, old) in containers {
        if !same_containers(new, old, &path.child(field), &mut errors) {
            return errors;
        }
    }
    if !deadline(spec.active_deadline_seconds, old.active_deadline_seconds, &mut errors) {
        return errors;
    }
    tolerations::only_added(
        list(&spec.tolerations),
        list(&old.tolerations),
        &path.child("tolerations"),
        &mut errors,
    );
    let at = path.child("schedulingGates");
    for (index, gate) in list(&spec.scheduling_gates).iter().enumerate() {
        if !list(&old.scheduling_gates).iter().any(|old| old.name == gate.name) {
            let detail = format!("only deletion is allowed, but found new scheduling gate '{}'", gate.name);
            errors.forbidden(&at.index(index).child("name"), detail);
        }
    }
    frozen(pair, !list(&old.scheduling_gates).is_empty(), &mut errors);
    errors
}

/// Whether the containers are as many as before.
fn same_containers(new: &[Container], old: &[Container], path: &Path<'_>, errors: &mut ErrorList) -> bool {
    if new.len() != old.len() {
        errors.forbidden(path, "pod updates may not add or remove containers");
        return false;
    }
    for (index, container) in new.iter().enumerate() {
        let at = path.index(index);
        errors.need(&at.child("image"), text(&container.image));
        crate::rules::containers::image_spaces(container, &at, errors);
    }
    true
}

/// Whether judging may go on after the deadline.
fn deadline(new: Option<i64>, old: Option<i64>, errors: &mut ErrorList) -> bool {
    let path = Path::new("spec.activeDeadlineSeconds");
    match (new, old) {
        (Some(seconds), _) if !(0..=i64::from(i32::MAX)).contains(&seconds) => {
            errors.invalid(&path, seconds, validate::inclusive_range_error(0, i32::MAX.into()));
            false
        }
        (Some(seconds), Some(old)) if old < seconds => {
            errors.invalid(&path, seconds, "must be less than or equal to previous value");
            false
        }
        (None, Some(_)) => {
            errors.invalid(&path, BadValue::Null, "must not update from a positive integer to nil value");
            true
        }
        _ => true,
    }
}

/// Everything else must be as it was.
fn frozen(pair: &Pair<'_>, is_gated: bool, errors: &mut ErrorList) {
    let (new, old) = (spec_of(pair.new), spec_of(pair.old));
    if internal::pretty("PodSpec", Some(&new)) == internal::pretty("PodSpec", Some(&old)) {
        return;
    }
    let mut munged = new;
    for kind in ["containers", "initContainers"] {
        let from = old.get(kind).and_then(Value::as_array).cloned().unwrap_or_default();
        for (container, old) in crate::rules::object::items(&mut munged, kind).zip(&from) {
            copy(container, old, "image");
        }
    }
    for name in ["activeDeadlineSeconds", "schedulingGates", "tolerations"] {
        copy(&mut munged, &old, name);
    }
    let grace = "terminationGracePeriodSeconds";
    if old[grace].as_i64().is_some_and(|seconds| seconds < 0) && munged[grace] == 1 {
        copy(&mut munged, &old, grace);
    }
    if is_gated {
        placement(&mut munged, &old, errors);
    }
    let (before, after) =
        (internal::pretty("PodSpec", Some(&old)), internal::pretty("PodSpec", Some(&munged)));
    if before != after {
        let fields = [
            "`spec.containers[*].image`",
            "`spec.initContainers[*].image`",
            "`spec.activeDeadlineSeconds`",
            "`spec.tolerations` (only additions to existing tolerations)",
            "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
        ];
        let difference = internal::unified(&before, &after);
        let detail =
            format!("pod updates may not change fields other than {}\n{difference}", fields.join(","));
        errors.forbidden(&Path::new("spec"), detail);
    }
}

fn spec_of(pod: &Object) -> Value {
    internal::pod_spec(pod.get("spec").unwrap_or(&Value::Null))
}

fn copy(to: &mut Value, from: &Value, name: &str) {
    match from.get(name) {
        Some(value) => to[name] = value.clone(),
        None => drop(to.as_object_mut().map(|members| members.remove(name))),
    }
}

/// A pod that waits for its gates may be bound to fewer nodes, never to others.
fn placement(munged: &mut Value, old: &Value, errors: &mut ErrorList) {
    let path = Path::new("spec");
    let none = serde_json::Map::new();
    let map = |spec: &Value| {
        spec.get("nodeSelector").and_then(Value::as_object).cloned().unwrap_or_else(|| none.clone())
    };
    let (selector, old_selector) = (map(munged), map(old));
    if selector != old_selector {
        if old_selector.iter().any(|(key, value)| selector.get(key) != Some(value)) {
            let detail = "only additions to spec.nodeSelector are allowed (no mutations or deletions)";
            errors.invalid(&path.child("nodeSelector"), BadValue::json(&selector), detail);
        }
        copy(munged, old, "nodeSelector");
    }
    let affinity = |spec: &Value| spec.pointer("/affinity/nodeAffinity").cloned().unwrap_or_default();
    let (own, before) = (affinity(munged), affinity(old));
    if own == before {
        return;
    }
    node_affinity(&own, &before, errors);
    if munged.get("affinity").is_none_or(Value::is_null) {
        munged["affinity"] = serde_json::json!({"nodeAffinity": before});
        return;
    }
    let others = ["podAffinity", "podAntiAffinity"];
    let bare = others.iter().all(|name| munged["affinity"].get(*name).is_none_or(Value::is_null));
    if old.get("affinity").is_none_or(Value::is_null) && bare {
        munged.as_object_mut().map(|members| members.remove("affinity"));
    } else {
        munged["affinity"]["nodeAffinity"] = before;
    }
}

fn node_affinity(new: &Value, old: &Value, errors: &mut ErrorList) {
    let terms = |affinity: &Value| {
        let required = affinity.pointer("/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms");
        required.and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let (new_terms, old_terms) = (terms(new), terms(old));
    let path = Path::new(
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms",
    );
    if !old_terms.is_empty() && old_terms.len() != new_terms.len() {
        let shown = internal::shown("[]NodeSelectorTerm", Some(&Value::Array(new_terms)));
        return errors.invalid(
            &path,
            shown,
            "no additions/deletions to non-empty NodeSelectorTerms list are allowed",
        );
    }
    for (index, (new, old)) in new_terms.iter().zip(&old_terms).enumerate() {
        if !only_additions(new, old) {
            let shown = internal::shown("NodeSelectorTerm", Some(new));
            errors.invalid(
                &path.index(index),
                shown,
                "only additions are allowed (no mutations or deletions)",
            );
        }
    }
}

fn only_additions(new: &Value, old: &Value) -> bool {
    let list =
        |term: &Value, name: &str| term.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    let names = ["matchExpressions", "matchFields"];
    let is_empty = |term: &Value| names.iter().all(|name| list(term, name).is_empty());
    if is_empty(old) {
        return is_empty(new);
    }
    names.iter().all(|name| list(new, name).starts_with(&list(old, name)))
}

/// A pod changed through `/ephemeralcontainers`.
pub fn ephemeral_containers(pair: &Pair<'_>) -> ErrorList {
    if pair.is_mirror() {
        let mut errors = ErrorList::new();
        errors.forbidden(&Path::new(""), "static pods do not support ephemeral containers");
        return errors;
    }
    let mut errors = pair.common();
    errors.append(pair.annotations());
    let path = Path::new("spec.ephemeralContainers");
    let array = |pod: &Object| {
        pod.get("spec.ephemeralContainers").and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let new = array(pair.new);
    for old in array(pair.old) {
        let name = old["name"].as_str().unwrap_or_default();
        let quoted = go::quote(name);
        match new.iter().rfind(|container| container["name"] == old["name"]) {
            None => errors
                .forbidden(&path, format!("existing ephemeral containers {quoted} may not be removed\n")),
            Some(container) => {
                let difference = internal::difference("EphemeralContainer", Some(&old), Some(container));
                if !difference.is_empty() {
                    let detail =
                        format!("existing ephemeral containers {quoted} may not be changed\n{difference}");
                    errors.forbidden(&path, detail);
                }
            }
        }
    }
    errors
}
