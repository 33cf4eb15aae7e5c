//! From a job and its pods to what must be done. Pure.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use api::Resource as _;
use api::batch::v1::{Job, JobSpec, JobStatus};
use api::core::v1::Pod;
use api::time;
use informer::Severity;

use super::conditions::{self, COMPLETE, FAILED, FAILURE, SUCCESS, SUSPENDED};
use super::{count, failure_policy, indexes, pod};
use crate::{pods, ranking};

/// So many pods at once, as upstream.
const BURST: usize = 500;
/// How long to wait before a failed pod is replaced: doubled with each failure up to the second.
const PAUSES: (Duration, Duration) = (Duration::from_secs(10), Duration::from_secs(600));

/// What is seen.
pub struct Observed<'a> {
    pub job: &'a Job,
    pub pods: &'a [Arc<Pod>],
    pub now: SystemTime,
}

/// What is to be done, in this order.
#[derive(Debug, Default)]
pub struct Steps {
    pub delete: Vec<Arc<Pod>>,
    /// Pods to make, with their completion indexes.
    pub create: Vec<Option<i32>>,
    pub status: JobStatus,
    /// Pods that have been counted once the status is written.
    pub strip: Vec<Arc<Pod>>,
    pub events: Vec<(Severity, &'static str, String)>,
    /// When to look again if nothing happens.
    pub after: Option<Duration>,
}

pub fn plan(observed: &Observed<'_>) -> Steps {
    let job = observed.job;
    let spec = job.spec.clone().unwrap_or_default();
    let mut steps = Steps { status: job.status.clone().unwrap_or_default(), ..Steps::default() };
    if conditions::is_finished(&steps.status) || job.is_being_deleted() {
        steps.strip = observed.pods.iter().filter(|pod| count::is_tracked(pod)).cloned().collect();
        return steps;
    }
    let suspended = spec.suspend.unwrap_or_default();
    if steps.status.start_time.is_none() && !suspended {
        steps.status.start_time = Some(time::time(observed.now));
    }
    steps.strip = count::count(job, observed.pods, &mut steps.status);
    let active: Vec<_> = observed.pods.iter().filter(|pod| pods::is_active(pod)).cloned().collect();
    judge(observed, &spec, &active, &mut steps);
    let ending =
        conditions::find(&steps.status, SUCCESS).or(conditions::find(&steps.status, FAILURE)).is_some();
    if ending {
        steps.delete = active;
        finish(observed, &mut steps);
    } else if suspended {
        suspend(observed, active, &mut steps);
    } else {
        resume(observed, &mut steps);
        staff(observed, &spec, active, &mut steps);
    }
    tell(observed, &mut steps);
    steps
}

fn totals(status: &JobStatus) -> (i32, i32) {
    let (succeeded, failed) = count::noted(status);
    (status.succeeded.unwrap_or_default() + succeeded, status.failed.unwrap_or_default() + failed)
}

/// Whether the job has come to its end, and to which.
fn judge(observed: &Observed<'_>, spec: &JobSpec, active: &[Arc<Pod>], steps: &mut Steps) {
    let status = &mut steps.status;
    if conditions::find(status, SUCCESS).is_some() || conditions::find(status, FAILURE).is_some() {
        return;
    }
    let ((succeeded, failed), now) = (totals(status), observed.now);
    let limit = spec.backoff_limit.unwrap_or(6);
    let failures = observed.pods.iter().filter(|pod| count::has_failed(observed.job, pod));
    if let Some(message) = failures.into_iter().find_map(|pod| failure_policy::ends_job(observed.job, pod)) {
        conditions::set(status, (FAILURE, true), ("PodFailurePolicy", &message), now);
    } else if failed > limit || restarts(spec, active) > limit {
        let message = "Job has reached the specified backoff limit";
        conditions::set(status, (FAILURE, true), ("BackoffLimitExceeded", message), now);
    } else if deadline(spec, status, now).is_some_and(|left| left.is_zero()) {
        let message = "Job was active longer than specified deadline";
        conditions::set(status, (FAILURE, true), ("DeadlineExceeded", message), now);
    } else if let Some(at) = success_rule(spec, status) {
        let message = format!("Matched rules at index {at}");
        conditions::set(status, (SUCCESS, true), ("SuccessPolicy", &message), now);
    } else if is_done(spec, succeeded, active.len()) {
        let message = "Reached expected number of succeeded pods";
        conditions::set(status, (SUCCESS, true), ("CompletionsReached", message), now);
    }
}

fn is_done(spec: &JobSpec, succeeded: i32, active: usize) -> bool {
    match spec.completions {
        Some(completions) => succeeded >= completions && active == 0,
        None => succeeded > 0 && active == 0,
    }
}

/// With restarts in place it is the containers that fail, not the pods.
fn restarts(spec: &JobSpec, active: &[Arc<Pod>]) -> i32 {
    let policy = spec.template.spec.as_ref().and_then(|spec| spec.restart_policy.as_deref());
    if policy != Some("OnFailure") {
        return 0;
    }
    let statuses = active.iter().filter_map(|pod| pod.status.as_ref());
    let all =
        statuses.flat_map(|one| one.container_statuses.iter().chain(&one.init_container_statuses).flatten());
    all.map(|one| one.restart_count).sum()
}

/// How much of the time that the job may take is left.
fn deadline(spec: &JobSpec, status: &JobStatus, now: SystemTime) -> Option<Duration> {
    let seconds = u64::try_from(spec.active_deadline_seconds?).ok()?;
    let until = time::system(status.start_time.as_ref()?) + Duration::from_secs(seconds);
    Some(until.duration_since(now).unwrap_or_default())
}

/// The first rule by which what has succeeded is enough.
fn success_rule(spec: &JobSpec, status: &JobStatus) -> Option<usize> {
    let completed = indexes::parse(status.completed_indexes.as_deref().unwrap_or_default());
    spec.success_policy.as_ref()?.rules.iter().position(|rule| {
        let wanted = rule.succeeded_indexes.as_deref().map(indexes::parse);
        let matching =
            wanted.as_ref().map_or(completed.len(), |wanted| wanted.intersection(&completed).count());
        let needed = match (rule.succeeded_count, &wanted) {
            (Some(count), _) => usize::try_from(count).unwrap_or_default(),
            (None, Some(wanted)) => wanted.len(),
            (None, None) => return false,
        };
        matching >= needed
    })
}

/// The end is told once every pod is counted and gone.
fn finish(observed: &Observed<'_>, steps: &mut Steps) {
    let pending =
        count::noted(&steps.status) != (0, 0) || !steps.delete.is_empty() || !steps.strip.is_empty();
    if pending || observed.pods.iter().any(|pod| !pods::is_terminal(pod)) {
        return;
    }
    let said = |type_| {
        let found = conditions::find(&steps.status, type_).cloned();
        found.map(|one| (one.reason.unwrap_or_default(), one.message.unwrap_or_default()))
    };
    if let Some((reason, message)) = said(FAILURE) {
        conditions::set(&mut steps.status, (FAILED, true), (&reason, &message), observed.now);
        let word = match reason.as_str() {
            "BackoffLimitExceeded" => "BackoffLimitExceeded",
            "DeadlineExceeded" => "DeadlineExceeded",
            _ => "PodFailurePolicy",
        };
        steps.events.push((Severity::Warning, word, message));
    } else if let Some((reason, message)) = said(SUCCESS) {
        conditions::set(&mut steps.status, (COMPLETE, true), (&reason, &message), observed.now);
        steps.status.completion_time = Some(time::time(observed.now));
        steps.events.push((Severity::Normal, "Completed", "Job completed".to_owned()));
    }
}

fn suspend(observed: &Observed<'_>, active: Vec<Arc<Pod>>, steps: &mut Steps) {
    steps.delete = active;
    if conditions::set(&mut steps.status, (SUSPENDED, true), ("JobSuspended", "Job suspended"), observed.now)
    {
        steps.events.push((Severity::Normal, "Suspended", "Job suspended".to_owned()));
    }
    steps.status.start_time = None;
}

fn resume(observed: &Observed<'_>, steps: &mut Steps) {
    if conditions::find(&steps.status, SUSPENDED).is_some() {
        conditions::set(&mut steps.status, (SUSPENDED, false), ("JobResumed", "Job resumed"), observed.now);
        steps.status.start_time = Some(time::time(observed.now));
        steps.events.push((Severity::Normal, "Resumed", "Job resumed".to_owned()));
    }
}

/// As many pods as may work at the same time, and no more than are still needed.
fn staff(observed: &Observed<'_>, spec: &JobSpec, mut active: Vec<Arc<Pod>>, steps: &mut Steps) {
    let number = |count: i32| usize::try_from(count).unwrap_or_default();
    let (succeeded, failed) = totals(&steps.status);
    let parallel = number(spec.parallelism.unwrap_or(1));
    let mut wanted = match spec.completions {
        Some(completions) => parallel.min(number(completions - succeeded)),
        None if succeeded > 0 => active.len().min(parallel),
        None => parallel,
    };
    if pod::is_indexed(observed.job) {
        // Two pods of one index are one too many.
        let mut seen = BTreeSet::new();
        let (first, double): (Vec<_>, Vec<_>) =
            active.into_iter().partition(|pod| pod::index(pod).is_some_and(|index| seen.insert(index)));
        (active, steps.delete) = (first, double);
    }
    if active.len() > wanted {
        let surplus = active.len() - wanted;
        steps.delete.extend(ranking::to_go_first(active, &[], observed.now).into_iter().take(surplus));
        return;
    }
    let leaving = observed.pods.iter().filter(|pod| pods::is_terminating(pod)).count();
    if count::replaces_only_failed(observed.job) {
        wanted = wanted.saturating_sub(leaving);
    }
    let missing = wanted.saturating_sub(active.len()).min(BURST);
    steps.after = deadline(spec, &steps.status, observed.now);
    if missing == 0 {
        return;
    }
    if let Some(pause) = pause(observed, failed) {
        steps.after = Some(steps.after.map_or(pause, |after| after.min(pause)));
        return;
    }
    steps.create = match pod::is_indexed(observed.job) {
        false => vec![None; missing],
        true => free_indexes(spec, &steps.status, &active).take(missing).map(Some).collect(),
    };
}

fn free_indexes(
    spec: &JobSpec,
    status: &JobStatus,
    active: &[Arc<Pod>],
) -> impl Iterator<Item = i32> + use<> {
    let mut taken = indexes::parse(status.completed_indexes.as_deref().unwrap_or_default());
    taken.extend(active.iter().filter_map(|pod| pod::index(pod)));
    (0..spec.completions.unwrap_or_default()).filter(move |index| !taken.contains(index))
}

/// How long to wait before another pod is made, after the last one failed.
fn pause(observed: &Observed<'_>, failed: i32) -> Option<Duration> {
    let doublings = u32::try_from(failed.checked_sub(1)?).ok()?.min(16);
    let pause = PAUSES.0.saturating_mul(1 << doublings).min(PAUSES.1);
    let ended = observed.pods.iter().filter(|pod| pods::phase(pod) == "Failed").filter_map(|pod| ended(pod));
    let left = (ended.max()? + pause).duration_since(observed.now).ok()?;
    (!left.is_zero()).then_some(left)
}

/// When the last container of a pod ended.
fn ended(pod: &Pod) -> Option<SystemTime> {
    let statuses = pod.status.as_ref()?.container_statuses.as_ref()?.iter();
    let times = statuses.filter_map(|one| one.state.as_ref()?.terminated.as_ref()?.finished_at.as_ref());
    times.map(time::system).max()
}

fn tell(observed: &Observed<'_>, steps: &mut Steps) {
    let count = |number: usize| crate::amount::count(number);
    let gone = |pod: &Pod| steps.delete.iter().any(|one| one.uid() == pod.uid());
    let active = || observed.pods.iter().filter(|pod| pods::is_active(pod) && !gone(pod));
    let (running, ready) = (active().count(), active().filter(|pod| pods::is_ready(pod)).count());
    let leaving = observed.pods.iter().filter(|pod| pods::is_terminating(pod)).count() + steps.delete.len();
    steps.status.active = count(running + steps.create.len());
    steps.status.ready = Some(crate::amount::int(ready));
    steps.status.terminating = Some(crate::amount::int(leaving));
}
