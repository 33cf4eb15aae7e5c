//! What a node's state asks for: conditions, taints, and what its pods are told. Pure.

use std::time::SystemTime;

use api::core::v1::{Node, NodeCondition, Pod, Taint};
use client::Patch;
use serde_json::{Value, json};

/// What is known of a node.
pub struct Observed<'a> {
    pub node: &'a Node,
    /// No sign of life for longer than is allowed.
    pub silent: bool,
    pub now: SystemTime,
}

/// A node's ready condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    Ready,
    NotReady,
    Unknown,
}

/// The conditions that turn unknown with silence.
const KEPT: [&str; 4] = ["Ready", "MemoryPressure", "DiskPressure", "PIDPressure"];

/// Condition, the status that taints, and the taint's key.
const TAINTS: [(&str, &str, &str); 6] = [
    ("Ready", "False", "node.kubernetes.io/not-ready"),
    ("Ready", "Unknown", "node.kubernetes.io/unreachable"),
    ("MemoryPressure", "True", "node.kubernetes.io/memory-pressure"),
    ("DiskPressure", "True", "node.kubernetes.io/disk-pressure"),
    ("NetworkUnavailable", "True", "node.kubernetes.io/network-unavailable"),
    ("PIDPressure", "True", "node.kubernetes.io/pid-pressure"),
];
const UNSCHEDULABLE: &str = "node.kubernetes.io/unschedulable";

fn condition<'a>(node: &'a Node, kind: &str) -> Option<&'a NodeCondition> {
    node.status.as_ref()?.conditions.as_ref()?.iter().find(|one| one.type_ == kind)
}

/// How the node says it is.
pub fn health(node: &Node) -> Health {
    match condition(node, "Ready").map(|one| one.status.as_str()) {
        Some("True") => Health::Ready,
        Some("False") => Health::NotReady,
        _ => Health::Unknown,
    }
}

/// Whether the kubelet has ever reported.
pub fn has_reported(node: &Node) -> bool {
    condition(node, "Ready").is_some()
}

/// Changes whenever the kubelet writes the node's status.
pub fn heartbeat(node: &Node) -> Option<String> {
    condition(node, "Ready")?.last_heartbeat_time.as_ref().map(api::time::render)
}

/// The status of a node that has fallen silent, if it does not say so yet.
pub fn conditions(observed: &Observed<'_>) -> Option<Value> {
    if !observed.silent {
        return None;
    }
    let now = api::time::render(&api::time::time(observed.now));
    let created =
        observed.node.metadata.creation_timestamp.as_ref().map_or_else(|| now.clone(), api::time::render);
    let mut changed = Vec::new();
    for kind in KEPT {
        match condition(observed.node, kind) {
            None => changed.push(json!({
                "type": kind, "status": "Unknown", "reason": "NodeStatusNeverUpdated",
                "message": "Kubelet never posted node status.",
                "lastHeartbeatTime": created, "lastTransitionTime": now,
            })),
            Some(one) if one.status != "Unknown" => changed.push(json!({
                "type": kind, "status": "Unknown", "reason": "NodeStatusUnknown",
                "message": "Kubelet stopped posting node status.", "lastTransitionTime": now,
            })),
            Some(_) => {}
        }
    }
    (!changed.is_empty()).then(|| json!({"status": {"conditions": changed}}))
}

/// The node's taints as its conditions ask for, if it has others.
pub fn taints(observed: &Observed<'_>) -> Option<Value> {
    let node = observed.node;
    let spec = node.spec.clone().unwrap_or_default();
    let old = spec.taints.unwrap_or_default();
    let mut wanted: Vec<(&str, &str)> = Vec::new();
    for (kind, status, key) in TAINTS {
        if condition(node, kind).is_some_and(|one| one.status == status) {
            wanted.push((key, "NoSchedule"));
            if kind == "Ready" {
                wanted.push((key, "NoExecute"));
            }
        }
    }
    if spec.unschedulable == Some(true) {
        wanted.push((UNSCHEDULABLE, "NoSchedule"));
    }
    let ours = |taint: &Taint| {
        let known = TAINTS.iter().any(|(_, _, key)| *key == taint.key) || taint.key == UNSCHEDULABLE;
        let effect = taint.effect == "NoSchedule" || taint.effect == "NoExecute";
        // A node that has not reported yet keeps the taint it was registered with.
        known && effect && (has_reported(node) || taint.key == UNSCHEDULABLE)
    };
    let is_wanted =
        |taint: &Taint| wanted.iter().any(|(key, effect)| *key == taint.key && *effect == taint.effect);
    let mut new: Vec<Taint> = old.iter().filter(|taint| !ours(taint) || is_wanted(taint)).cloned().collect();
    for (key, effect) in wanted {
        if !new.iter().any(|taint| taint.key == key && taint.effect == effect) {
            let mut taint = Taint { key: key.to_owned(), effect: effect.to_owned(), ..Taint::default() };
            taint.time_added = Some(api::time::time(observed.now));
            new.push(taint);
        }
    }
    (new != old).then(|| json!({"taints": new.iter().map(tree).collect::<Vec<_>>()}))
}

fn tree(taint: &Taint) -> Value {
    let mut tree = json!({"key": taint.key, "effect": taint.effect});
    if let Some(value) = &taint.value {
        tree["value"] = json!(value);
    }
    if let Some(time) = &taint.time_added {
        tree["timeAdded"] = json!(api::time::render(time));
    }
    tree
}

/// The patch that takes the readiness from a pod whose node is not ready.
pub fn unready(pod: &Pod, now: SystemTime) -> Option<Patch> {
    let conditions = pod.status.as_ref()?.conditions.as_ref()?;
    let ready = conditions.iter().find(|one| one.type_ == "Ready")?;
    (ready.status == "True").then(|| {
        Patch::Strategic(json!({"status": {"conditions": [{
            "type": "Ready", "status": "False", "reason": "NodeNotReady", "lastTransitionTime": api::time::render(&api::time::time(now)),
        }]}}))
    })
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use api::Typed as _;

    use super::*;

    fn node(spec: Value, ready: &str) -> Node {
        let conditions =
            if ready.is_empty() { json!([]) } else { json!([{"type": "Ready", "status": ready}]) };
        Node::decode(&json!({"metadata": {"name": "n"}, "spec": spec, "status": {"conditions": conditions}}))
            .unwrap()
    }

    fn keys(node: &Node) -> Option<Vec<String>> {
        let observed = Observed { node, silent: false, now: UNIX_EPOCH };
        let spec = taints(&observed)?;
        let text = |taint: &Value| {
            format!("{}:{}", taint["key"].as_str().unwrap(), taint["effect"].as_str().unwrap())
        };
        Some(spec["taints"].as_array().unwrap().iter().map(text).collect())
    }

    #[test]
    fn taints_follow_conditions_and_foreign_ones_stay() {
        let foreign = json!({"taints": [{"key": "mine", "effect": "NoSchedule"}]});
        assert_eq!(keys(&node(foreign, "True")), None);
        let found = keys(&node(json!({}), "Unknown")).unwrap();
        let unreachable = "node.kubernetes.io/unreachable";
        assert_eq!(found, [format!("{unreachable}:NoSchedule"), format!("{unreachable}:NoExecute")]);
        let stale = json!({"taints": [{"key": unreachable, "effect": "NoExecute"}, {"key": "mine", "effect": "NoExecute"}]});
        assert_eq!(keys(&node(stale, "True")).unwrap(), ["mine:NoExecute"]);
        let cordoned = keys(&node(json!({"unschedulable": true}), "True")).unwrap();
        assert_eq!(cordoned, ["node.kubernetes.io/unschedulable:NoSchedule"]);
        let fresh = json!({"taints": [{"key": "node.kubernetes.io/not-ready", "effect": "NoSchedule"}]});
        assert_eq!(keys(&node(fresh, "")), None, "a node that has not reported keeps its first taint");
    }

    #[test]
    fn silence_turns_conditions_unknown_once() {
        let node = node(json!({}), "True");
        let observed = Observed { node: &node, silent: true, now: UNIX_EPOCH };
        let status = conditions(&observed).unwrap();
        let found = status["status"]["conditions"].as_array().unwrap();
        assert_eq!(found.len(), 4);
        assert_eq!(found[0]["reason"], "NodeStatusUnknown");
        assert_eq!(found[1]["reason"], "NodeStatusNeverUpdated");
        assert!(conditions(&Observed { node: &node, silent: false, now: UNIX_EPOCH }).is_none());
    }
}
