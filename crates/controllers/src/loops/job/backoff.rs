//! How long to wait before a pod that failed is replaced: longer with each failure since the last success, of the whole job or of one
//! index. Pure.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use api::batch::v1::Job;
use api::core::v1::{ContainerStatus, Pod};
use api::{Resource as _, time};

use super::{count, pod};
use crate::pods;

/// Doubled with each failure from the first up to the second.
const PAUSES: (Duration, Duration) = (Duration::from_secs(10), Duration::from_secs(600));

/// What is left of the pause after so many failures.
fn left(failures: usize, last: SystemTime, now: SystemTime) -> Option<Duration> {
    let doublings = u32::try_from(failures.checked_sub(1)?).ok()?.min(16);
    let pause = PAUSES.0.saturating_mul(1 << doublings).min(PAUSES.1);
    (last + pause).duration_since(now).ok().filter(|left| !left.is_zero())
}

/// How long the whole job must wait.
pub fn of_job(job: &Job, pods: &[Arc<Pod>], now: SystemTime) -> Option<Duration> {
    let succeeded = pods.iter().filter(|pod| pods::phase(pod) == "Succeeded");
    let success = succeeded.map(|pod| ended(pod)).max();
    let failed = pods.iter().filter(|pod| count::has_failed(job, pod)).map(|pod| ended(pod));
    let failed: Vec<_> = failed.filter(|at| success.is_none_or(|success| *at > success)).collect();
    left(failed.len(), failed.iter().copied().max()?, now)
}

/// How long the index of this failed pod must wait.
pub fn of_index(failed: &Pod, now: SystemTime) -> Option<Duration> {
    let failures = pod::failures(failed) + pod::ignored_failures(failed) + 1;
    left(usize::try_from(failures).unwrap_or_default(), ended(failed), now)
}

/// When a pod ended, as exactly as it is known.
pub fn ended(pod: &Pod) -> SystemTime {
    let not_ready = || {
        let ready = pods::condition(pod, "Ready").filter(|ready| ready.status == "False")?;
        ready.last_transition_time.as_ref().map(time::system)
    };
    let deleted = || {
        let until = time::system(pod.meta().deletion_timestamp.as_ref()?);
        let grace =
            u64::try_from(pod.meta().deletion_grace_period_seconds.unwrap_or_default()).unwrap_or_default();
        until.checked_sub(Duration::from_secs(grace))
    };
    let created = || pod.meta().creation_timestamp.as_ref().map(time::system);
    by_containers(pod).or_else(not_ready).or_else(deleted).or_else(created).unwrap_or(SystemTime::UNIX_EPOCH)
}

/// When the last container ended, if all have; those that run beside the others count too.
fn by_containers(pod: &Pod) -> Option<SystemTime> {
    let status = pod.status.as_ref()?;
    let beside = pod.spec.iter().flat_map(|spec| spec.init_containers.iter().flatten());
    let beside: Vec<&str> = beside
        .filter(|one| one.restart_policy.as_deref() == Some("Always"))
        .map(|one| one.name.as_str())
        .collect();
    let helpers =
        status.init_container_statuses.iter().flatten().filter(|one| beside.contains(&one.name.as_str()));
    let all = status.container_statuses.iter().flatten().chain(helpers);
    let end = |one: &ContainerStatus| {
        Some(time::system(one.state.as_ref()?.terminated.as_ref()?.finished_at.as_ref()?))
    };
    all.map(end).collect::<Option<Vec<_>>>()?.into_iter().max()
}
