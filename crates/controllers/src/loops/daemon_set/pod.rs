//! The pods of a daemon set: bound to their node by affinity, tolerant of what ails nodes.

use api::Resource as _;
use api::apps::v1::DaemonSet;
use api::core::v1::{
    Node, NodeAffinity, NodeSelector, NodeSelectorRequirement, NodeSelectorTerm, Pod, PodSpec, Toleration,
};

use crate::{nodes, template};

/// The revision of a pod's template.
pub const HASH: &str = "controller-revision-hash";
const GENERATION: &str = "pod-template-generation";

/// A pod as it would be on any node.
pub fn plain(set: &DaemonSet, hash: &str) -> Pod {
    let wanted = set.spec.as_ref().map(|spec| spec.template.clone()).unwrap_or_default();
    let mut pod = template::pod(&wanted, set.namespace(), set.controller_reference());
    let labels = pod.meta_mut().labels.get_or_insert_default();
    labels.insert(HASH.to_owned(), hash.to_owned());
    if let Some(generation) = set.annotation("deprecated.daemonset.template.generation") {
        labels.insert(GENERATION.to_owned(), generation.to_owned());
    }
    let spec = pod.spec.get_or_insert_default();
    let mut tolerations = spec.tolerations.take().unwrap_or_default();
    for wanted in tolerated(spec.host_network.unwrap_or_default()) {
        if !tolerations.iter().any(|one| one.key == wanted.key && one.effect == wanted.effect) {
            tolerations.push(wanted);
        }
    }
    spec.tolerations = Some(tolerations);
    pod
}

/// The same on one node.
pub fn on_node(mut pod: Pod, node: &str) -> Pod {
    let affinity = pod.spec.get_or_insert_default().affinity.get_or_insert_default();
    let name = NodeSelectorRequirement {
        key: "metadata.name".to_owned(),
        operator: "In".to_owned(),
        values: Some(vec![node.to_owned()]),
    };
    // As upstream: the template's own terms have been checked, only the node counts now.
    let term = NodeSelectorTerm { match_fields: Some(vec![name]), match_expressions: None };
    let only = NodeSelector { node_selector_terms: vec![term] };
    let affinity = affinity.node_affinity.get_or_insert_with(NodeAffinity::default);
    affinity.required_during_scheduling_ignored_during_execution = Some(only);
    pod
}

/// What daemons put up with.
fn tolerated(host_network: bool) -> Vec<Toleration> {
    let one = |key: &str, effect: &str| Toleration {
        key: Some(format!("node.kubernetes.io/{key}")),
        operator: Some("Exists".to_owned()),
        effect: Some(effect.to_owned()),
        ..Toleration::default()
    };
    let mut all = vec![
        one("not-ready", "NoExecute"),
        one("unreachable", "NoExecute"),
        one("disk-pressure", "NoSchedule"),
        one("memory-pressure", "NoSchedule"),
        one("pid-pressure", "NoSchedule"),
        one("unschedulable", "NoSchedule"),
    ];
    if host_network {
        all.push(one("network-unavailable", "NoSchedule"));
    }
    all
}

/// Which node a pod is for, whether or not it is there yet.
pub fn node(pod: &Pod) -> String {
    let Some(spec) = pod.spec.as_ref() else { return String::new() };
    if let Some(node) = spec.node_name.clone().filter(|node| !node.is_empty()) {
        return node;
    }
    bound(spec).unwrap_or_default()
}

fn bound(spec: &PodSpec) -> Option<String> {
    let affinity = spec.affinity.as_ref()?.node_affinity.as_ref()?;
    let terms = &affinity.required_during_scheduling_ignored_during_execution.as_ref()?.node_selector_terms;
    let mut fields = terms.iter().flat_map(|term| term.match_fields.iter().flatten());
    fields.find(|field| field.key == "metadata.name")?.values.as_ref()?.first().cloned()
}

/// Whether a pod should be made on a node, and whether one that is there may stay.
pub fn fits(pod: &Pod, node: &Node) -> (bool, bool) {
    let Some(spec) = pod.spec.as_ref() else { return (false, false) };
    let named = spec.node_name.as_deref().is_none_or(|name| name.is_empty() || name == node.name());
    if !named || !nodes::allows(spec, node) {
        return (false, false);
    }
    let tolerations = spec.tolerations.as_deref().unwrap_or_default();
    let stays = !nodes::repels(node, tolerations, &["NoExecute"]);
    (stays && !nodes::repels(node, tolerations, &["NoSchedule"]), stays)
}
