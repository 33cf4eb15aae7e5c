//! The pods of a job.

use api::Resource as _;
use api::batch::v1::Job;
use api::core::v1::{EnvVar, EnvVarSource, ObjectFieldSelector, Pod};

use super::count::FINALIZER;
use super::failure_policy;
use crate::template;

const INDEX: &str = "batch.kubernetes.io/job-completion-index";
const FAILURES: &str = "batch.kubernetes.io/job-index-failure-count";
const IGNORED: &str = "batch.kubernetes.io/job-index-ignored-failure-count";
/// Names of pods are made of a prefix of at most so many characters.
const PREFIX: usize = 58;
const VARIABLE: &str = "JOB_COMPLETION_INDEX";

/// Whether each completion has a number of its own.
pub fn is_indexed(job: &Job) -> bool {
    job.spec.as_ref().and_then(|spec| spec.completion_mode.as_deref()) == Some("Indexed")
}

/// Which completion a pod works on.
pub fn index(pod: &Pod) -> Option<i32> {
    pod.annotation(INDEX)?.parse().ok().filter(|index| *index >= 0)
}

/// Which completion a pod works on, if the job asks for it.
pub fn valid_index(job: &Job, pod: &Pod) -> Option<i32> {
    let completions = job.spec.as_ref().and_then(|spec| spec.completions).unwrap_or_default();
    index(pod).filter(|index| (0..completions).contains(index))
}

/// How often the completion of this pod had failed before it.
pub fn failures(pod: &Pod) -> i32 {
    pod.annotation(FAILURES).and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// How often it had failed in ways that do not count.
pub fn ignored_failures(pod: &Pod) -> i32 {
    pod.annotation(IGNORED).and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// Writes how often the completion failed, where that is counted for each on its own.
fn remember(pod: &mut Pod, job: &Job, replaced: Option<&Pod>) {
    if job.spec.as_ref().and_then(|spec| spec.backoff_limit_per_index).is_none() {
        return;
    }
    let (counted, ignored) = match replaced {
        None => (0, 0),
        Some(old) if failure_policy::counts(job, old) => (failures(old) + 1, ignored_failures(old)),
        Some(old) => (failures(old), ignored_failures(old) + 1),
    };
    let annotations = pod.meta_mut().annotations.get_or_insert_default();
    annotations.insert(FAILURES.to_owned(), counted.to_string());
    if ignored > 0 {
        annotations.insert(IGNORED.to_owned(), ignored.to_string());
    }
}

/// The next pod of a job, for this completion if it is indexed, in place of one that failed.
pub fn make(job: &Job, index: Option<i32>, replaced: Option<&Pod>) -> Pod {
    let wanted = job.spec.as_ref().map(|spec| spec.template.clone()).unwrap_or_default();
    let mut pod = template::pod(&wanted, job.namespace(), job.controller_reference());
    let finalizers = pod.meta_mut().finalizers.get_or_insert_default();
    if !finalizers.iter().any(|one| one == FINALIZER) {
        finalizers.push(FINALIZER.to_owned());
    }
    if let Some(index) = index {
        number(&mut pod, job.name(), index);
        remember(&mut pod, job, replaced);
    }
    pod
}

fn number(pod: &mut Pod, job: &str, index: i32) {
    let meta = pod.meta_mut();
    let suffix = format!("-{index}-");
    let kept = job.len().min(PREFIX.saturating_sub(suffix.len()));
    meta.generate_name = Some(format!("{}{suffix}", job.get(..kept).unwrap_or(job)));
    meta.annotations.get_or_insert_default().insert(INDEX.to_owned(), index.to_string());
    meta.labels.get_or_insert_default().insert(INDEX.to_owned(), index.to_string());
    let Some(spec) = pod.spec.as_mut() else { return };
    spec.hostname = Some(format!("{job}-{index}"));
    let variable = EnvVar {
        name: VARIABLE.to_owned(),
        value: None,
        value_from: Some(EnvVarSource {
            field_ref: Some(ObjectFieldSelector {
                api_version: None,
                field_path: format!("metadata.labels['{INDEX}']"),
            }),
            ..EnvVarSource::default()
        }),
    };
    for container in spec.containers.iter_mut().chain(spec.init_containers.iter_mut().flatten()) {
        let variables = container.env.get_or_insert_default();
        if !variables.iter().any(|one| one.name == VARIABLE) {
            variables.push(variable.clone());
        }
    }
}
