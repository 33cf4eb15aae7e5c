//! Which pods go first when there are too many: those that serve least, as upstream orders them.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::SystemTime;

use api::core::v1::Pod;
use api::{Resource as _, time};

use crate::pods;

const DELETION_COST: &str = "controller.kubernetes.io/pod-deletion-cost";

/// The pods in the order in which they should go. `related` are all active pods that serve the same purpose, by which crowded nodes are
/// found.
pub fn to_go_first(mut candidates: Vec<Arc<Pod>>, related: &[Arc<Pod>], now: SystemTime) -> Vec<Arc<Pod>> {
    let mut crowds: HashMap<&str, usize> = HashMap::new();
    for pod in related.iter().filter(|pod| pods::is_active(pod)) {
        *crowds.entry(pods::node(pod)).or_default() += 1;
    }
    let crowd = |pod: &Pod| crowds.get(pods::node(pod)).copied().unwrap_or_default();
    candidates.sort_by(|a, b| compare(a, b, (crowd(a), crowd(b)), now));
    candidates
}

fn compare(a: &Pod, b: &Pod, crowds: (usize, usize), now: SystemTime) -> Ordering {
    let stage = |pod: &Pod| match pods::phase(pod) {
        "Pending" => 0,
        "Unknown" => 1,
        _ => 2,
    };
    let key = |pod: &Pod| (!pods::node(pod).is_empty(), stage(pod), pods::is_ready(pod), cost(pod));
    let by_ready = || match (pods::ready_since(a), pods::ready_since(b)) {
        (Some(a_since), Some(b_since)) if a_since != b_since => by_age((a_since, a), (b_since, b), now),
        _ => Ordering::Equal,
    };
    let created = |pod: &Pod| pod.meta().creation_timestamp.as_ref().map(time::system);
    let by_creation = || match (created(a), created(b)) {
        (Some(a_at), Some(b_at)) if a_at != b_at => by_age((a_at, a), (b_at, b), now),
        _ => a.uid().cmp(b.uid()),
    };
    key(a)
        .cmp(&key(b))
        .then(Reverse(crowds.0).cmp(&Reverse(crowds.1)))
        .then_with(by_ready)
        .then_with(|| Reverse(restarts(a)).cmp(&Reverse(restarts(b))))
        .then_with(by_creation)
}

/// The younger goes first; ages of the same order of magnitude count as one, so that it is not always the youngest.
fn by_age((a_at, a): (SystemTime, &Pod), (b_at, b): (SystemTime, &Pod), now: SystemTime) -> Ordering {
    let magnitude = |at: SystemTime| {
        let seconds = now.duration_since(at).unwrap_or_default().as_secs();
        seconds.checked_ilog2().map_or(0, |log| log + 1)
    };
    magnitude(a_at).cmp(&magnitude(b_at)).then_with(|| a.uid().cmp(b.uid()))
}

fn cost(pod: &Pod) -> i32 {
    pod.annotation(DELETION_COST).and_then(|text| text.parse().ok()).unwrap_or_default()
}

fn restarts(pod: &Pod) -> i32 {
    let statuses = pod.status.as_ref().and_then(|status| status.container_statuses.as_ref());
    statuses.into_iter().flatten().map(|status| status.restart_count).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use api::Typed as _;
    use serde_json::{Value, json};

    use super::*;

    fn pod(name: &str, node: &str, phase: &str, ready: bool, extra: &Value) -> Arc<Pod> {
        let mut tree = json!({
            "metadata": {"name": name, "uid": name, "annotations": {}},
            "spec": {"containers": [], "nodeName": node},
            "status": {"phase": phase, "conditions": [{
                "type": "Ready", "status": if ready { "True" } else { "False" },
                "lastTransitionTime": "2026-01-01T00:00:00Z",
            }]},
        });
        if let Some(cost) = extra.get("cost") {
            tree["metadata"]["annotations"][DELETION_COST] = cost.clone();
        }
        if let Some(since) = extra.get("since") {
            tree["status"]["conditions"][0]["lastTransitionTime"] = since.clone();
        }
        Arc::new(Pod::decode(&tree).unwrap())
    }

    #[test]
    fn those_that_serve_least_go_first() {
        let now = time::system(&time::parse("2026-01-02T00:00:00Z").unwrap());
        let none = json!({});
        let pods = vec![
            pod("g-old", "x", "Running", true, &none),
            pod("f-young", "x", "Running", true, &json!({"since": "2026-01-01T23:59:00Z"})),
            pod("e-crowded", "y", "Running", true, &none),
            pod("d-cheap", "x", "Running", true, &json!({"cost": "-5"})),
            pod("c-unready", "x", "Running", false, &none),
            pod("b-pending", "x", "Pending", false, &none),
            pod("a-unassigned", "", "Pending", false, &none),
        ];
        let mut related = pods.clone();
        related.extend((0..8).map(|_| pod("other", "y", "Running", true, &none)));
        let order = to_go_first(pods, &related, now);
        let names: Vec<&str> = order.iter().map(|pod| pod.name()).collect();
        let expected = ["a-unassigned", "b-pending", "c-unready", "d-cheap", "e-crowded", "f-young", "g-old"];
        assert_eq!(names, expected);
    }
}
