//! What of a job may be changed: little, once its pods may have started.

use api::batch::v1::{Job, JobSpec};
use api::core::v1::{Affinity, PodSpec, PodTemplateSpec};
use meta::validate::object_meta::immutable_field;
use meta::{BadValue, ErrorList, FieldError, Path};
use resource::Object;

use super::spec_errors;
use crate::rules::object::same;
use crate::rules::{internal, job_spec, label_selector, workload};

/// What is wrong with a change.
pub fn validate(new: &Job, old: &Job, new_tree: &Object, old_tree: &Object) -> ErrorList {
    let path = Path::new("spec");
    let (mutable, before) = (is_open(old), old.spec.clone().unwrap_or_default());
    let spec = new.spec.clone().unwrap_or_default();
    let mut errors = spec_errors(&spec, &workload::options(Some(&before.template)));
    errors.append(completion_errors(&spec, &before, &path.child("completions")));
    let plain = |spec: &JobSpec| spec.selector.as_ref().map(label_selector::of);
    errors.append(immutable_field(&plain(&spec), &plain(&before), &path.child("selector")));
    errors.append(template_errors(&spec, &before, mutable, &path));
    errors.append(immutable_field(
        &spec.completion_mode,
        &before.completion_mode,
        &path.child("completionMode"),
    ));
    errors.append(fixed(new_tree, old_tree, "spec.podFailurePolicy"));
    let per_index = path.child("backoffLimitPerIndex");
    errors.append(immutable_field(
        &spec.backoff_limit_per_index,
        &before.backoff_limit_per_index,
        &per_index,
    ));
    errors.append(immutable_field(&spec.managed_by, &before.managed_by, &path.child("managedBy")));
    if spec.success_policy != before.success_policy {
        let shown = spec.success_policy.as_ref().map_or(BadValue::Null, job_spec::success_policy::shown);
        errors.push(FieldError::invalid(&path.child("successPolicy"), shown, "field is immutable"));
    }
    errors
}

fn fixed(new: &Object, old: &Object, path: &str) -> Option<FieldError> {
    let (value, before) = (new.get(path), old.get(path));
    let shown = value.map_or(BadValue::Null, BadValue::json);
    (!same(value, before)).then(|| FieldError::invalid(&Path::new(path), shown, "field is immutable"))
}

/// Whether no pod of the job can have started.
fn is_open(job: &Job) -> bool {
    let suspended = job.spec.as_ref().is_some_and(|spec| spec.suspend == Some(true));
    let status = job.status.clone().unwrap_or_default();
    let conditions = status.conditions.unwrap_or_default();
    let held =
        conditions.iter().any(|condition| condition.type_ == "Suspended" && condition.status == "True");
    suspended && (status.start_time.is_none() || held) && status.active.unwrap_or(0) == 0
}

fn completion_errors(new: &JobSpec, old: &JobSpec, path: &Path<'_>) -> Option<FieldError> {
    if !job_spec::is_indexed(new) {
        return immutable_field(&new.completions, &old.completions, path);
    }
    let completions = new.completions.filter(|_| new.completions != old.completions)?;
    let detail = "can only be modified in tandem with spec.parallelism";
    (Some(completions) != new.parallelism).then(|| FieldError::invalid(path, completions, detail))
}

fn template_errors(new: &JobSpec, old: &JobSpec, mutable: bool, path: &Path<'_>) -> Option<FieldError> {
    let mut before = old.template.clone();
    if mutable {
        adopt_placement(&mut before, &new.template);
    }
    if old.suspend == Some(true) && mutable {
        let (spec, mut before) = (new.template.spec.clone(), before.spec);
        if let (Some(spec), Some(before)) = (&spec, &mut before) {
            adopt_resources(before, spec);
        }
        return changed("PodSpec", &spec, &before, &path.child("template.spec"));
    }
    changed("PodTemplateSpec", &Some(new.template.clone()), &Some(before), &path.child("template"))
}

/// `kind` is what the value is called inside a stock server.
fn changed<T: PartialEq + api::Typed>(
    kind: &str,
    new: &Option<T>,
    old: &Option<T>,
    path: &Path<'_>,
) -> Option<FieldError> {
    let tree = new.as_ref().map(api::Typed::encode);
    (new != old)
        .then(|| FieldError::invalid(path, internal::shown(kind, tree.as_ref()), "field is immutable"))
}

/// Where pods may run can still be chosen.
fn adopt_placement(before: &mut PodTemplateSpec, new: &PodTemplateSpec) {
    let meta = new.metadata.clone().unwrap_or_default();
    let old_meta = before.metadata.get_or_insert_default();
    old_meta.annotations = meta.annotations;
    old_meta.labels = meta.labels;
    if new.metadata.is_none() && *old_meta == Default::default() {
        before.metadata = None;
    }
    let (Some(spec), Some(new)) = (&mut before.spec, &new.spec) else { return };
    let node_affinity = new.affinity.as_ref().and_then(|affinity| affinity.node_affinity.clone());
    match (&mut spec.affinity, &new.affinity) {
        (Some(affinity), _) => {
            affinity.node_affinity = node_affinity;
            if new.affinity.is_none() && *affinity == Affinity::default() {
                spec.affinity = None;
            }
        }
        (None, Some(_)) => spec.affinity = Some(Affinity { node_affinity, ..Default::default() }),
        (None, None) => {}
    }
    spec.node_selector.clone_from(&new.node_selector);
    spec.tolerations.clone_from(&new.tolerations);
    spec.scheduling_gates.clone_from(&new.scheduling_gates);
}

/// What containers ask for can still be chosen.
fn adopt_resources(before: &mut PodSpec, new: &PodSpec) {
    let adopt = |before: &mut [api::core::v1::Container], new: &[api::core::v1::Container]| {
        if before.len() == new.len() {
            let pairs = before.iter_mut().zip(new).filter(|(before, new)| before.name == new.name);
            pairs.for_each(|(before, new)| before.resources.clone_from(&new.resources));
        }
    };
    adopt(&mut before.containers, &new.containers);
    let (before, new) = (before.init_containers.as_deref_mut(), new.init_containers.as_deref());
    adopt(before.unwrap_or_default(), new.unwrap_or_default());
}
