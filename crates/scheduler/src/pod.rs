//! What the scheduler knows of a pod, worked out once when the pod is seen.

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{Pod, PodAffinityTerm, PodSpec, Toleration};
use meta::selector::Selector;

use crate::resources::{self, Resources};
use crate::selectors::{self, Labels, NodeTerm, NodeTerms};

/// A term of inter-pod (anti-)affinity.
#[derive(Debug, Clone)]
pub struct AffinityTerm {
    pub selector: Selector,
    /// By name; empty with no `namespace_selector` means the pod's own.
    pub namespaces: Vec<String>,
    /// By labels.
    pub namespace_selector: Option<Selector>,
    pub topology_key: String,
    /// 0 for required terms.
    pub weight: i64,
}

impl AffinityTerm {
    fn new(term: &PodAffinityTerm, weight: i32, pod: &Pod) -> Self {
        let mut namespaces = term.namespaces.clone().unwrap_or_default();
        if namespaces.is_empty() && term.namespace_selector.is_none() {
            namespaces.push(pod.namespace().to_owned());
        }
        let own = |keys: Option<&Vec<String>>, wanted: bool| {
            let labels = pod.metadata.labels.clone().unwrap_or_default();
            let requirement = move |key: &String| {
                let value = labels.get(key)?.clone();
                let operator =
                    if wanted { meta::selector::Operator::In } else { meta::selector::Operator::NotIn };
                meta::selector::Requirement::new(
                    key.clone(),
                    operator,
                    vec![value],
                    &meta::Path::new("labels"),
                )
                .ok()
            };
            keys.into_iter().flatten().filter_map(requirement).collect::<Vec<_>>()
        };
        let selector = selectors::labels(term.label_selector.as_ref())
            .with(own(term.match_label_keys.as_ref(), true))
            .with(own(term.mismatch_label_keys.as_ref(), false));
        Self {
            selector,
            namespaces,
            namespace_selector: term.namespace_selector.as_ref().map(|one| selectors::labels(Some(one))),
            topology_key: term.topology_key.clone(),
            weight: i64::from(weight),
        }
    }

    /// Whether the term means this pod; `namespace_labels` are those of the pod's namespace.
    pub fn matches(&self, pod: &PodInfo, namespace_labels: &Labels) -> bool {
        let named = self.namespaces.iter().any(|name| name == pod.namespace());
        let selected = || self.namespace_selector.as_ref().is_some_and(|one| one.matches(namespace_labels));
        (named || selected()) && self.selector.matches(pod.labels())
    }
}

/// How evenly a pod's like should spread.
#[derive(Debug, Clone)]
pub struct Spread {
    pub max_skew: i64,
    pub topology_key: String,
    pub selector: Selector,
    pub required: bool,
    pub min_domains: Option<i64>,
    /// Only nodes that the pod's node affinity allows count.
    pub honor_affinity: bool,
    /// Only nodes whose taints the pod tolerates count.
    pub honor_taints: bool,
}

/// A port of the node that a pod wants.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HostPort {
    pub ip: String,
    pub protocol: String,
    pub port: i32,
}

impl HostPort {
    /// Whether both can't be on one node.
    pub fn conflicts(&self, other: &Self) -> bool {
        let any = |ip: &str| ip.is_empty() || ip == "0.0.0.0" || ip == "::";
        self.port == other.port
            && self.protocol == other.protocol
            && (any(&self.ip) || any(&other.ip) || self.ip == other.ip)
    }
}

/// A pod with what follows from it.
#[derive(Debug)]
pub struct PodInfo {
    pub pod: Arc<Pod>,
    pub requests: Resources,
    pub assumed: Resources,
    pub priority: i32,
    pub ports: Vec<HostPort>,
    pub node_selector: Selector,
    pub node_affinity: Option<NodeTerms>,
    pub preferred_nodes: Vec<(i64, NodeTerm)>,
    pub affinity: Vec<AffinityTerm>,
    pub anti_affinity: Vec<AffinityTerm>,
    pub preferred_affinity: Vec<AffinityTerm>,
    pub preferred_anti_affinity: Vec<AffinityTerm>,
    pub spread: Vec<Spread>,
    labels: Labels,
}

impl PodInfo {
    pub fn new(pod: Arc<Pod>) -> Self {
        let default = PodSpec::default();
        let spec = pod.spec.as_ref().unwrap_or(&default);
        let affinity = spec.affinity.as_ref();
        let nodes = affinity.and_then(|affinity| affinity.node_affinity.as_ref());
        let pods = affinity.and_then(|affinity| affinity.pod_affinity.as_ref());
        let anti = affinity.and_then(|affinity| affinity.pod_anti_affinity.as_ref());
        let required = |terms: Option<&Vec<PodAffinityTerm>>| {
            terms.into_iter().flatten().map(|term| AffinityTerm::new(term, 0, &pod)).collect::<Vec<_>>()
        };
        let preferred = |terms: Option<&Vec<api::core::v1::WeightedPodAffinityTerm>>| {
            let terms = terms.into_iter().flatten();
            terms.map(|one| AffinityTerm::new(&one.pod_affinity_term, one.weight, &pod)).collect::<Vec<_>>()
        };
        let preferred_nodes =
            nodes.and_then(|one| one.preferred_during_scheduling_ignored_during_execution.as_ref());
        Self {
            requests: resources::requests(spec),
            assumed: resources::assumed_requests(spec),
            priority: spec.priority.unwrap_or(0),
            ports: host_ports(spec),
            node_selector: Selector::from_labels(spec.node_selector.as_ref().unwrap_or(&Labels::new())),
            node_affinity: nodes
                .and_then(|one| one.required_during_scheduling_ignored_during_execution.as_ref())
                .map(NodeTerms::new),
            preferred_nodes: preferred_nodes
                .into_iter()
                .flatten()
                .map(|one| (i64::from(one.weight), NodeTerm::new(&one.preference)))
                .collect(),
            affinity: required(
                pods.and_then(|one| one.required_during_scheduling_ignored_during_execution.as_ref()),
            ),
            anti_affinity: required(
                anti.and_then(|one| one.required_during_scheduling_ignored_during_execution.as_ref()),
            ),
            preferred_affinity: preferred(
                pods.and_then(|one| one.preferred_during_scheduling_ignored_during_execution.as_ref()),
            ),
            preferred_anti_affinity: preferred(
                anti.and_then(|one| one.preferred_during_scheduling_ignored_during_execution.as_ref()),
            ),
            spread: spread(spec, &pod),
            labels: pod.metadata.labels.clone().unwrap_or_default(),
            pod,
        }
    }

    pub fn spec(&self) -> Option<&PodSpec> {
        self.pod.spec.as_ref()
    }

    pub fn tolerations(&self) -> &[Toleration] {
        self.spec().and_then(|spec| spec.tolerations.as_deref()).unwrap_or_default()
    }

    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    pub fn namespace(&self) -> &str {
        self.pod.namespace()
    }

    pub fn uid(&self) -> &str {
        self.pod.uid()
    }

    pub fn is_terminating(&self) -> bool {
        self.pod.metadata.deletion_timestamp.is_some()
    }

    /// Whether it allows nodes with this name and these labels.
    pub fn allows_node(&self, name: &str, labels: &Labels) -> bool {
        self.node_selector.matches(labels)
            && self.node_affinity.as_ref().is_none_or(|terms| terms.matches(name, labels))
    }
}

fn host_ports(spec: &PodSpec) -> Vec<HostPort> {
    let starting = spec.init_containers.iter().flatten();
    let sidecars = starting.filter(|one| one.restart_policy.as_deref() == Some("Always"));
    let ports = spec.containers.iter().chain(sidecars).flat_map(|container| container.ports.iter().flatten());
    ports
        .filter_map(|port| {
            Some(HostPort {
                ip: port.host_ip.clone().unwrap_or_default(),
                protocol: port.protocol.clone().unwrap_or_else(|| "TCP".to_owned()),
                port: port.host_port.filter(|port| *port > 0)?,
            })
        })
        .collect()
}

fn spread(spec: &PodSpec, pod: &Pod) -> Vec<Spread> {
    let constraints = spec.topology_spread_constraints.iter().flatten();
    constraints
        .map(|one| {
            let labels = pod.metadata.labels.as_ref();
            let same = one.match_label_keys.iter().flatten().filter_map(|key| {
                let value = labels?.get(key)?.clone();
                let path = meta::Path::new("labels");
                meta::selector::Requirement::new(
                    key.clone(),
                    meta::selector::Operator::In,
                    vec![value],
                    &path,
                )
                .ok()
            });
            Spread {
                max_skew: i64::from(one.max_skew),
                topology_key: one.topology_key.clone(),
                selector: selectors::labels(one.label_selector.as_ref()).with(same),
                required: one.when_unsatisfiable == "DoNotSchedule",
                min_domains: one.min_domains.map(i64::from),
                honor_affinity: one.node_affinity_policy.as_deref() != Some("Ignore"),
                honor_taints: one.node_taints_policy.as_deref() == Some("Honor"),
            }
        })
        .collect()
}
