//! The pods of a job.

use api::Resource as _;
use api::batch::v1::Job;
use api::core::v1::{EnvVar, EnvVarSource, ObjectFieldSelector, Pod};

use super::count::FINALIZER;
use crate::template;

const INDEX: &str = "batch.kubernetes.io/job-completion-index";
const VARIABLE: &str = "JOB_COMPLETION_INDEX";

/// Whether each completion has a number of its own.
pub fn is_indexed(job: &Job) -> bool {
    job.spec.as_ref().and_then(|spec| spec.completion_mode.as_deref()) == Some("Indexed")
}

/// Which completion a pod works on.
pub fn index(pod: &Pod) -> Option<i32> {
    pod.annotation(INDEX)?.parse().ok()
}

/// The next pod of a job, for this completion if it is indexed.
pub fn make(job: &Job, index: Option<i32>) -> Pod {
    let wanted = job.spec.as_ref().map(|spec| spec.template.clone()).unwrap_or_default();
    let mut pod = template::pod(&wanted, job.namespace(), job.controller_reference());
    let finalizers = pod.meta_mut().finalizers.get_or_insert_default();
    if !finalizers.iter().any(|one| one == FINALIZER) {
        finalizers.push(FINALIZER.to_owned());
    }
    if let Some(index) = index {
        number(&mut pod, job.name(), index);
    }
    pod
}

fn number(pod: &mut Pod, job: &str, index: i32) {
    let meta = pod.meta_mut();
    meta.generate_name = Some(format!("{job}-{index}-"));
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
