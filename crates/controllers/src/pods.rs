//! Facts about pods that several loops need.

use std::time::{Duration, SystemTime};

use api::core::v1::{Pod, PodCondition};
use api::{Resource as _, time};

/// The phase; `Pending` until the kubelet says otherwise.
pub fn phase(pod: &Pod) -> &str {
    pod.status.as_ref().and_then(|status| status.phase.as_deref()).unwrap_or("Pending")
}

/// Whether all its containers ended for good.
pub fn is_terminal(pod: &Pod) -> bool {
    matches!(phase(pod), "Succeeded" | "Failed")
}

/// Whether it runs or will, and nobody has asked for its deletion.
pub fn is_active(pod: &Pod) -> bool {
    !is_terminal(pod) && !pod.is_being_deleted()
}

/// Whether it runs, but its deletion was asked for.
pub fn is_terminating(pod: &Pod) -> bool {
    !is_terminal(pod) && pod.is_being_deleted()
}

/// A condition by its type.
pub fn condition<'a>(pod: &'a Pod, type_: &str) -> Option<&'a PodCondition> {
    pod.status.as_ref()?.conditions.as_ref()?.iter().find(|condition| condition.type_ == type_)
}

/// Whether it can serve.
pub fn is_ready(pod: &Pod) -> bool {
    condition(pod, "Ready").is_some_and(|ready| ready.status == "True")
}

/// Since when it can serve.
pub fn ready_since(pod: &Pod) -> Option<SystemTime> {
    let ready = condition(pod, "Ready").filter(|ready| ready.status == "True")?;
    ready.last_transition_time.as_ref().map(time::system)
}

/// From when on it counts as available: ready for so many seconds. `None` while it is not ready.
pub fn available_from(pod: &Pod, min_ready_seconds: i32) -> Option<SystemTime> {
    if !is_ready(pod) {
        return None;
    }
    if min_ready_seconds <= 0 {
        return Some(SystemTime::UNIX_EPOCH);
    }
    Some(ready_since(pod)? + Duration::from_secs(u64::try_from(min_ready_seconds).unwrap_or_default()))
}

/// Whether it counts as available.
pub fn is_available(pod: &Pod, min_ready_seconds: i32, now: SystemTime) -> bool {
    available_from(pod, min_ready_seconds).is_some_and(|from| from <= now)
}

/// How long until the next of these pods becomes available just by time passing.
pub fn next_available<'a>(
    pods: impl IntoIterator<Item = &'a Pod>,
    min_ready_seconds: i32,
    now: SystemTime,
) -> Option<Duration> {
    let times = pods.into_iter().filter_map(|pod| available_from(pod, min_ready_seconds));
    times.filter_map(|from| from.duration_since(now).ok()).filter(|left| !left.is_zero()).min()
}

/// The node it was given to; empty before.
pub fn node(pod: &Pod) -> &str {
    pod.spec.as_ref().and_then(|spec| spec.node_name.as_deref()).unwrap_or_default()
}
