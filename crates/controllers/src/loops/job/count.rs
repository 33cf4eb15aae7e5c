//! Counts each pod that ended exactly once, though pods vanish and processes die: a pod keeps a finalizer until it is noted in the
//! status, and the note becomes a count when the finalizer is gone. Pure.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use api::Resource as _;
use api::batch::v1::{Job, JobStatus};
use api::core::v1::Pod;

use super::{failure_policy, indexes, pod};
use crate::pods;

/// Keeps a pod until it is counted.
pub const FINALIZER: &str = "batch.kubernetes.io/job-tracking";

pub fn is_tracked(pod: &Pod) -> bool {
    pod.meta().finalizers.iter().flatten().any(|finalizer| finalizer == FINALIZER)
}

/// Whether only pods that have ended are replaced, rather than also those that are about to.
pub fn replaces_only_failed(job: &Job) -> bool {
    let spec = job.spec.as_ref();
    let policy = spec.and_then(|spec| spec.pod_replacement_policy.as_deref());
    policy == Some("Failed") || spec.is_some_and(|spec| spec.pod_failure_policy.is_some())
}

pub fn has_failed(job: &Job, pod: &Pod) -> bool {
    match pods::phase(pod) {
        "Failed" => true,
        "Succeeded" => false,
        _ => pod.is_being_deleted() && !replaces_only_failed(job),
    }
}

/// Brings the counts up to date, and names the pods whose finalizers may go once the status is written.
pub fn count(job: &Job, pods: &[Arc<Pod>], status: &mut JobStatus) -> Vec<Arc<Pod>> {
    let indexed = pod::is_indexed(job);
    let mut noted = status.uncounted_terminated_pods.take().unwrap_or_default();
    let tracked: HashSet<&str> = pods.iter().filter(|pod| is_tracked(pod)).map(|pod| pod.uid()).collect();
    let settle = |uids: &mut Option<Vec<String>>| {
        let all = uids.take().unwrap_or_default();
        let (waiting, done): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|uid| tracked.contains(uid.as_str()));
        *uids = (!waiting.is_empty()).then_some(waiting);
        i32::try_from(done.len()).unwrap_or(i32::MAX)
    };
    let (succeeded, failed) = (settle(&mut noted.succeeded), settle(&mut noted.failed));
    let add = |count: Option<i32>, more: i32| Some(count.unwrap_or_default() + more).filter(|sum| *sum > 0);
    status.failed = add(status.failed, failed);
    if !indexed {
        status.succeeded = add(status.succeeded, succeeded);
    }
    let mut completed = indexes::parse(status.completed_indexes.as_deref().unwrap_or_default());
    for pod in pods.iter().filter(|pod| is_tracked(pod)) {
        let uid = pod.uid().to_owned();
        if pods::phase(pod) == "Succeeded" {
            completed.extend(pod::index(pod).filter(|_| indexed));
            note(noted.succeeded.get_or_insert_default(), uid, indexed);
        } else if has_failed(job, pod) && failure_policy::counts(job, pod) {
            note(noted.failed.get_or_insert_default(), uid, false);
        }
    }
    if indexed {
        tell_indexes(status, &completed);
    }
    noted.succeeded = noted.succeeded.filter(|uids| !uids.is_empty());
    let waiting: HashSet<&String> = noted.succeeded.iter().chain(&noted.failed).flatten().collect();
    let ended = |pod: &Pod| pods::phase(pod) == "Succeeded" || has_failed(job, pod);
    let may_go = |pod: &&Arc<Pod>| {
        is_tracked(pod)
            && ended(pod)
            && (indexed || waiting.contains(&pod.uid().to_owned()) || has_failed(job, pod))
    };
    let strip = pods.iter().filter(may_go).cloned().collect();
    status.uncounted_terminated_pods = Some(noted);
    strip
}

/// Of indexed jobs the index is the note.
fn note(uids: &mut Vec<String>, uid: String, indexed: bool) {
    if !indexed && !uids.contains(&uid) {
        uids.push(uid);
    }
}

fn tell_indexes(status: &mut JobStatus, completed: &BTreeSet<i32>) {
    status.succeeded = Some(i32::try_from(completed.len()).unwrap_or(i32::MAX)).filter(|count| *count > 0);
    status.completed_indexes = Some(indexes::render(completed)).filter(|text| !text.is_empty());
}

/// How many are noted and not counted yet.
pub fn noted(status: &JobStatus) -> (i32, i32) {
    let count =
        |uids: &Option<Vec<String>>| i32::try_from(uids.as_ref().map_or(0, Vec::len)).unwrap_or(i32::MAX);
    status
        .uncounted_terminated_pods
        .as_ref()
        .map_or((0, 0), |noted| (count(&noted.succeeded), count(&noted.failed)))
}
