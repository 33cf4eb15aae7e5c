//! Whether a job has come to its end, and to which. Pure.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use api::batch::v1::{JobSpec, JobStatus};
use api::core::v1::Pod;
use api::time;

use super::conditions::{self, FAILURE, SUCCESS};
use super::count::Ending;
use super::numbers::Numbers;
use super::plan::{Observed, Steps, ending};
use super::{count, failure_policy, indexes};
use crate::pods;

/// Whether the job has come to its end, and to which.
pub fn judge(observed: &Observed<'_>, spec: &JobSpec, numbers: &Numbers, active: usize, steps: &mut Steps) {
    let (status, now) = (&mut steps.status, observed.now);
    if ending(status) != Ending::Not {
        return;
    }
    let (succeeded, failed) = count::totals(observed.job, observed.pods, status);
    let mut fail =
        |reason: &str, message: &str| conditions::set(status, (FAILURE, true), (reason, message), now);
    let failures = observed.pods.iter().filter(|pod| count::has_failed(observed.job, pod));
    if let Some(message) = failures.into_iter().find_map(|pod| failure_policy::ends_job(observed.job, pod)) {
        fail("PodFailurePolicy", &message);
    } else if failed > spec.backoff_limit.unwrap_or(6) || has_restarted_too_often(spec, observed.pods) {
        fail("BackoffLimitExceeded", "Job has reached the specified backoff limit");
    } else if deadline(spec, observed.job.status.as_ref(), now).is_some_and(|left| left.is_zero()) {
        fail("DeadlineExceeded", "Job was active longer than specified deadline");
    } else if let Some((reason, message)) = by_numbers(spec, numbers) {
        fail(reason, message);
    } else if let Some(at) = success_rule(spec, &numbers.succeeded) {
        let message = format!("Matched rules at index {at}");
        conditions::set(status, (SUCCESS, true), ("SuccessPolicy", &message), now);
    } else if is_done(spec, succeeded, active) {
        let message = "Reached expected number of succeeded pods";
        conditions::set(status, (SUCCESS, true), ("CompletionsReached", message), now);
    }
}

/// Whether so many numbers have failed that the job has.
fn by_numbers(spec: &JobSpec, numbers: &Numbers) -> Option<(&'static str, &'static str)> {
    let failed = numbers.failed.as_ref()?.len();
    let most = spec.max_failed_indexes.and_then(|most| usize::try_from(most).ok());
    let all = usize::try_from(spec.completions.unwrap_or_default()).unwrap_or_default();
    if most.is_some_and(|most| failed > most) {
        return Some((
            "MaxFailedIndexesExceeded",
            "Job has exceeded the specified maximal number of failed indexes",
        ));
    }
    let over = failed > 0 && failed + numbers.succeeded.len() >= all;
    over.then_some(("FailedIndexes", "Job has failed indexes"))
}

fn is_done(spec: &JobSpec, succeeded: i32, active: usize) -> bool {
    match spec.completions {
        Some(completions) => succeeded >= completions && active == 0,
        None => succeeded > 0 && active == 0,
    }
}

/// With restarts in place it is the containers that fail, not the pods.
fn has_restarted_too_often(spec: &JobSpec, pods: &[Arc<Pod>]) -> bool {
    let policy = spec.template.spec.as_ref().and_then(|spec| spec.restart_policy.as_deref());
    if policy != Some("OnFailure") {
        return false;
    }
    let statuses = pods.iter().filter(|pod| !pods::is_terminal(pod)).filter_map(|pod| pod.status.as_ref());
    let all =
        statuses.flat_map(|one| one.container_statuses.iter().chain(&one.init_container_statuses).flatten());
    let restarts: i32 = all.map(|one| one.restart_count).sum();
    restarts >= spec.backoff_limit.unwrap_or(6).max(1)
}

/// How much of the time that the job may take is left.
pub fn deadline(spec: &JobSpec, status: Option<&JobStatus>, now: SystemTime) -> Option<Duration> {
    let seconds = u64::try_from(spec.active_deadline_seconds.filter(|_| spec.suspend != Some(true))?).ok()?;
    let until = time::system(status?.start_time.as_ref()?) + Duration::from_secs(seconds);
    Some(until.duration_since(now).unwrap_or_default())
}

/// The first rule by which what has succeeded is enough.
fn success_rule(spec: &JobSpec, completed: &BTreeSet<i32>) -> Option<usize> {
    let rules = &spec.success_policy.as_ref().filter(|_| !completed.is_empty())?.rules;
    rules.iter().position(|rule| {
        let wanted = rule.succeeded_indexes.as_deref().map(indexes::parse);
        let matching =
            wanted.as_ref().map_or(completed.len(), |wanted| wanted.intersection(completed).count());
        let enough = rule.succeeded_count.and_then(|count| usize::try_from(count).ok());
        let whole = wanted.map(|wanted| wanted.len()).filter(|whole| *whole > 0);
        enough.is_some_and(|enough| matching >= enough) || whole.is_some_and(|whole| matching >= whole)
    })
}
