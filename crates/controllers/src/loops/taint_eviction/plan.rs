//! Whether a pod may stay on its node, and how long. Pure.

use std::time::{Duration, SystemTime};

use api::core::v1::{Node, Pod, Taint};

use crate::pods::is_terminal;
use crate::tolerations::tolerates;

/// What becomes of a pod.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It may stay.
    Stays,
    /// For now.
    StaysFor(Duration),
    /// It goes.
    Goes,
}

fn taints(node: &Node) -> impl Iterator<Item = &Taint> {
    let all = node.spec.as_ref().and_then(|spec| spec.taints.as_deref()).unwrap_or_default();
    all.iter().filter(|taint| taint.effect == "NoExecute")
}

/// Whether the node wants pods to leave.
pub fn expels(node: &Node) -> bool {
    taints(node).next().is_some()
}

/// A pod stays as long as its shortest toleration says, counted from when the taint was added.
pub fn verdict(pod: &Pod, node: &Node, now: SystemTime) -> Verdict {
    if pod.metadata.deletion_timestamp.is_some() || is_terminal(pod) {
        return Verdict::Stays;
    }
    let tolerations = pod.spec.as_ref().and_then(|spec| spec.tolerations.as_deref()).unwrap_or_default();
    let mut shortest: Option<Duration> = None;
    for taint in taints(node) {
        let meaning: Vec<_> = tolerations.iter().filter(|one| tolerates(one, taint)).collect();
        if meaning.is_empty() {
            return Verdict::Goes;
        }
        let limit = meaning.iter().filter_map(|one| one.toleration_seconds).min();
        let Some(limit) = limit.map(|seconds| Duration::from_secs(seconds.max(0) as u64)) else { continue };
        let added = taint.time_added.as_ref().map_or(now, api::time::system);
        let left = (added + limit).duration_since(now).unwrap_or_default();
        shortest = Some(shortest.map_or(left, |other| other.min(left)));
    }
    match shortest {
        None => Verdict::Stays,
        Some(left) if left.is_zero() => Verdict::Goes,
        Some(left) => Verdict::StaysFor(left),
    }
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use api::Typed as _;
    use serde_json::json;

    use super::*;

    #[test]
    fn pods_stay_as_long_as_they_tolerate() {
        let node = Node::decode(&json!({"metadata": {"name": "n"}, "spec": {"taints": [
            {"key": "k", "effect": "NoExecute", "timeAdded": "1970-01-01T00:00:10Z"}]}}))
        .unwrap();
        let pod = |tolerations: serde_json::Value| {
            Pod::decode(
                &json!({"metadata": {"name": "p"}, "spec": {"containers": [], "tolerations": tolerations}}),
            )
            .unwrap()
        };
        let at = |seconds: u64| UNIX_EPOCH + Duration::from_secs(seconds);
        for (tolerations, now, expected) in [
            (json!([]), 10, Verdict::Goes),
            (json!([{"operator": "Exists"}]), 10, Verdict::Stays),
            (
                json!([{"key": "k", "operator": "Exists", "tolerationSeconds": 5}]),
                12,
                Verdict::StaysFor(Duration::from_secs(3)),
            ),
            (json!([{"key": "k", "operator": "Exists", "tolerationSeconds": 5}]), 15, Verdict::Goes),
            (json!([{"key": "other", "operator": "Exists"}]), 15, Verdict::Goes),
        ] {
            assert_eq!(
                verdict(&pod(tolerations.clone()), &node, at(now)),
                expected,
                "{tolerations} at {now}"
            );
        }
    }
}
