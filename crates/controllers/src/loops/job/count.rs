//! Counts each pod that ended exactly once, though pods vanish and processes die: a pod keeps a finalizer until it is noted in the
//! status, and the note becomes a count when the finalizer is gone. Pure.

use std::collections::HashSet;
use std::sync::Arc;

use api::Resource as _;
use api::batch::v1::{Job, JobStatus, UncountedTerminatedPods};
use api::core::v1::Pod;

use super::{failure_policy, indexes, pod};
use crate::pods;

/// Keeps a pod until it is counted.
pub const FINALIZER: &str = "batch.kubernetes.io/job-tracking";
/// So many pods are noted at once, as upstream: the status is not to grow without bounds.
const MOST: usize = 500;

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

/// Whether a pod works on something that the job asks for: of an indexed job one of its numbers.
pub fn is_valid(job: &Job, one: &Pod) -> bool {
    !pod::is_indexed(job) || pod::valid_index(job, one).is_some()
}

/// What was noted and has lost its finalizer is counted.
pub fn settle(job: &Job, pods: &[Arc<Pod>], status: &mut JobStatus) {
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
    if !pod::is_indexed(job) {
        status.succeeded = add(status.succeeded, succeeded);
    }
    status.uncounted_terminated_pods = Some(noted);
}

/// How many have succeeded and failed, with those that are noted or will be.
pub fn totals(job: &Job, pods: &[Arc<Pod>], status: &JobStatus) -> (i32, i32) {
    let int = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
    let (noted_succeeded, noted_failed) = noted(status);
    let is_new = |pod: &&Arc<Pod>| is_tracked(pod) && is_valid(job, pod) && !is_noted(status, pod.uid());
    let new = || pods.iter().filter(is_new);
    let succeeded = match pod::is_indexed(job) {
        true => int(indexes::succeeded(job, pods).len()),
        false => {
            let more = new().filter(|pod| pods::phase(pod) == "Succeeded").count();
            status.succeeded.unwrap_or_default() + noted_succeeded + int(more)
        }
    };
    let fails = |pod: &&Arc<Pod>| has_failed(job, pod) && failure_policy::counts(job, pod);
    (succeeded, status.failed.unwrap_or_default() + noted_failed + int(new().filter(fails).count()))
}

/// How the job ends, as far as counting is concerned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ending {
    Not,
    Well,
    Badly,
}

/// Notes the pods that ended, and names those whose finalizers may go once the status is written. When the job ends, all may; when it
/// ends badly, all that did not succeed have failed. Those in `delayed` wait for the pod that replaces them.
pub fn note(
    job: &Job,
    pods: &[Arc<Pod>],
    status: &mut JobStatus,
    ending: Ending,
    delayed: &[Arc<Pod>],
) -> Vec<Arc<Pod>> {
    let indexed = pod::is_indexed(job);
    let mut noted = status.uncounted_terminated_pods.take().unwrap_or_default();
    let mut strip = Vec::new();
    for pod in pods.iter().filter(|pod| is_tracked(pod)) {
        let (succeeded, failed) = (pods::phase(pod) == "Succeeded", has_failed(job, pod));
        let waits = delayed.iter().any(|one| one.uid() == pod.uid());
        if ending == Ending::Not && (!succeeded && !failed || waits) {
            continue;
        }
        if length(&noted) >= MOST {
            break;
        }
        strip.push(pod.clone());
        if succeeded {
            // Of indexed jobs the index is the note.
            push(noted.succeeded.get_or_insert_default(), pod.uid(), !indexed);
        } else if failed || ending == Ending::Badly {
            let counts = is_valid(job, pod) && failure_policy::counts(job, pod);
            push(noted.failed.get_or_insert_default(), pod.uid(), counts);
        }
    }
    noted.succeeded = noted.succeeded.filter(|uids| !uids.is_empty());
    noted.failed = noted.failed.filter(|uids| !uids.is_empty());
    status.uncounted_terminated_pods = Some(noted);
    strip
}

fn length(noted: &UncountedTerminatedPods) -> usize {
    noted.succeeded.iter().chain(&noted.failed).map(Vec::len).sum()
}

fn push(uids: &mut Vec<String>, uid: &str, counts: bool) {
    if counts && !uids.iter().any(|one| one == uid) {
        uids.push(uid.to_owned());
    }
}

fn is_noted(status: &JobStatus, uid: &str) -> bool {
    let noted = status.uncounted_terminated_pods.iter();
    noted.flat_map(|noted| noted.succeeded.iter().chain(&noted.failed)).flatten().any(|one| one == uid)
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
