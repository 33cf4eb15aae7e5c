//! What a disruption budget says: how many pods there should be, how many are well, how many may be disturbed. Pure.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use api::core::v1::Pod;
use api::meta::{Condition, Time};
use api::policy::v1::{PodDisruptionBudget, PodDisruptionBudgetStatus};
use api::{IntOrString, Resource as _, time};

use super::scale::Wanted;
use crate::amount::{int, scaled};
use crate::pods;

const ALLOWED: &str = "DisruptionAllowed";
/// How long a pod whose eviction was allowed counts as disturbed though nobody has deleted it.
const PATIENCE: Duration = Duration::from_secs(2 * 60);

/// What is seen.
pub struct Observed<'a> {
    pub budget: &'a PodDisruptionBudget,
    /// The pods that it selects.
    pub pods: &'a [Arc<Pod>],
    /// How many pods their managers want, where the budget is relative to that.
    pub wanted: Option<&'a Wanted>,
    pub now: SystemTime,
}

/// Whether the budget is relative to how many pods there should be.
pub fn needs_scale(budget: &PodDisruptionBudget) -> bool {
    let spec = budget.spec.as_ref();
    spec.is_some_and(|spec| {
        spec.max_unavailable.is_some() || matches!(spec.min_available, Some(IntOrString::String(_)))
    })
}

/// How many there should be, and how many of them well.
fn expected(observed: &Observed<'_>) -> (i32, i32) {
    let spec = observed.budget.spec.as_ref();
    let expected = observed.wanted.map_or_else(|| int(observed.pods.len()), |wanted| wanted.replicas);
    let least = match spec.map(|spec| (&spec.max_unavailable, &spec.min_available)) {
        Some((Some(most), _)) => (expected - scaled(most, expected, true)).max(0),
        Some((_, Some(least))) => scaled(least, expected, true),
        _ => 0,
    };
    (expected, least)
}

/// Pods whose eviction was allowed and is still awaited, and when the wait is over.
fn awaited(observed: &Observed<'_>) -> BTreeMap<String, Time> {
    let allowed = observed.budget.status.iter().filter_map(|status| status.disrupted_pods.as_ref()).flatten();
    let waits = |name: &str, since: &Time| {
        let pod = observed.pods.iter().find(|pod| pod.name() == name);
        pod.is_some_and(|pod| !pod.is_being_deleted()) && time::system(since) + PATIENCE >= observed.now
    };
    allowed
        .filter(|(name, since)| waits(name, since))
        .map(|(name, since)| (name.clone(), since.clone()))
        .collect()
}

/// Pods whose eviction was allowed, but which nobody deleted in time.
pub fn not_deleted<'a>(observed: &'a Observed<'_>) -> Vec<&'a Arc<Pod>> {
    let allowed = observed.budget.status.as_ref().and_then(|status| status.disrupted_pods.as_ref());
    let late = |pod: &&Arc<Pod>| {
        let since = allowed.and_then(|allowed| allowed.get(pod.name()));
        !pod.is_being_deleted() && since.is_some_and(|since| time::system(since) + PATIENCE < observed.now)
    };
    observed.pods.iter().filter(late).collect()
}

/// The budget's status, and when to look again if nothing happens.
pub fn status(observed: &Observed<'_>) -> (PodDisruptionBudgetStatus, Option<Duration>) {
    let (expected, least) = expected(observed);
    let awaited = awaited(observed);
    let well =
        |pod: &&Arc<Pod>| !pod.is_being_deleted() && !awaited.contains_key(pod.name()) && pods::is_ready(pod);
    let healthy = int(observed.pods.iter().filter(well).count());
    let allowed = if expected > 0 { (healthy - least).max(0) } else { 0 };
    let ends = awaited.values().map(|since| time::system(since) + PATIENCE);
    let after =
        ends.min().map(|end| end.duration_since(observed.now).unwrap_or_default() + Duration::from_millis(1));
    let said = match allowed > 0 {
        true => ("True", "SufficientPods", ""),
        false => ("False", "InsufficientPods", ""),
    };
    let status = PodDisruptionBudgetStatus {
        observed_generation: observed.budget.meta().generation,
        expected_pods: Some(expected),
        desired_healthy: Some(least),
        current_healthy: Some(healthy),
        disruptions_allowed: Some(allowed),
        disrupted_pods: (!awaited.is_empty()).then_some(awaited),
        conditions: Some(conditions(observed.budget, said, observed.now)),
    };
    (status, after)
}

/// Nothing may be disturbed while it is not known how much could be.
pub fn failed(budget: &PodDisruptionBudget, why: &str, now: SystemTime) -> PodDisruptionBudgetStatus {
    let before = budget.status.clone().unwrap_or_default();
    PodDisruptionBudgetStatus {
        disruptions_allowed: Some(0),
        observed_generation: budget.meta().generation,
        expected_pods: Some(before.expected_pods.unwrap_or_default()),
        desired_healthy: Some(before.desired_healthy.unwrap_or_default()),
        current_healthy: Some(before.current_healthy.unwrap_or_default()),
        conditions: Some(conditions(budget, ("False", "SyncFailed", why), now)),
        ..before
    }
}

fn conditions(
    budget: &PodDisruptionBudget,
    (status, reason, message): (&str, &str, &str),
    now: SystemTime,
) -> Vec<Condition> {
    let mut conditions =
        budget.status.as_ref().and_then(|status| status.conditions.clone()).unwrap_or_default();
    let since = conditions.iter().find(|one| one.type_ == ALLOWED && one.status == status);
    let since = since.map_or_else(|| time::time(now), |one| one.last_transition_time.clone());
    let new = Condition {
        type_: ALLOWED.to_owned(),
        status: status.to_owned(),
        reason: reason.to_owned(),
        message: message.to_owned(),
        observed_generation: budget.meta().generation,
        last_transition_time: since,
    };
    match conditions.iter_mut().find(|one| one.type_ == ALLOWED) {
        Some(old) => *old = new,
        None => conditions.push(new),
    }
    conditions
}

#[cfg(test)]
mod tests {
    use api::Typed as _;
    use serde_json::{Value, json};

    use super::*;

    const NOW: &str = "2026-11-15T08:00:00Z";

    fn pod(name: &str, ready: bool) -> Arc<Pod> {
        let ready = if ready { "True" } else { "False" };
        let tree = json!({"metadata": {"name": name}, "status": {"conditions": [{"type": "Ready", "status": ready}]}});
        Arc::new(Pod::decode(&tree).unwrap())
    }

    /// Expected, desired, healthy, allowed.
    fn check(spec: Value, ready: usize, unready: usize, wanted: i32, disrupted: Value) -> [i32; 4] {
        let tree = json!({"metadata": {"name": "b"}, "spec": spec, "status": {"disruptedPods": disrupted}});
        let budget = PodDisruptionBudget::decode(&tree).unwrap();
        let mut pods: Vec<_> = (0..ready).map(|at| pod(&format!("r{at}"), true)).collect();
        pods.extend((0..unready).map(|at| pod(&format!("u{at}"), false)));
        let wanted = Wanted { replicas: wanted, unmanaged: 0 };
        let wanted = needs_scale(&budget).then_some(&wanted);
        let now = time::system(&time::parse(NOW).unwrap());
        let (status, _) = status(&Observed { budget: &budget, pods: &pods, wanted, now });
        let number = |value: Option<i32>| value.unwrap_or_default();
        [
            number(status.expected_pods),
            number(status.desired_healthy),
            number(status.current_healthy),
            number(status.disruptions_allowed),
        ]
    }

    #[test]
    fn budgets_are_counted() {
        let none = || json!({});
        assert_eq!(check(json!({"minAvailable": 2}), 3, 0, 0, none()), [3, 2, 3, 1]);
        assert_eq!(check(json!({"minAvailable": 3}), 3, 1, 0, none()), [4, 3, 3, 0]);
        assert_eq!(check(json!({"minAvailable": "30%"}), 5, 0, 10, none()), [10, 3, 5, 2]);
        assert_eq!(check(json!({"maxUnavailable": 1}), 3, 0, 3, none()), [3, 2, 3, 1]);
        assert_eq!(check(json!({"maxUnavailable": "34%"}), 3, 0, 3, none()), [3, 1, 3, 2]);
        assert_eq!(check(json!({"maxUnavailable": 5}), 0, 0, 0, none()), [0, 0, 0, 0]);
        let fresh = json!({"r0": "2026-11-15T07:59:00Z"});
        assert_eq!(check(json!({"minAvailable": 1}), 3, 0, 0, fresh), [3, 1, 2, 1]);
        let old = json!({"r0": "2026-11-15T07:57:00Z", "gone": NOW});
        assert_eq!(check(json!({"minAvailable": 1}), 3, 0, 0, old), [3, 1, 3, 2]);
    }
}
