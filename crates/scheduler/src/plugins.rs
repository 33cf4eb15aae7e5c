//! The plugins: one file each, one line in the table.

mod image_locality;
mod inter_pod_affinity;
mod node_affinity;
mod node_name;
mod node_ports;
mod node_resources_balanced;
mod node_resources_fit;
mod node_unschedulable;
mod pod_topology_spread;
mod taint_toleration;

use crate::framework::{Filter, Happening, Score};

/// A plugin as the table has it.
pub struct Plugin {
    /// Upstream's name.
    pub name: &'static str,
    pub filter: Option<&'static dyn Filter>,
    pub score: Option<&'static dyn Score>,
    /// What its score weighs by default.
    pub weight: i64,
    /// What may make a pod fit that it refused.
    pub helped_by: &'static [Happening],
}

use Happening::{NamespaceChanged, NodeAdded, NodeAllocatable, NodeLabels, NodeTaints, PodGone, PodPlaced};

/// All plugins, filters in the order in which they run: the cheap ones first.
pub const TABLE: &[Plugin] = &[
    Plugin {
        name: "NodeUnschedulable",
        filter: Some(&node_unschedulable::NodeUnschedulable),
        score: None,
        weight: 0,
        helped_by: &[NodeAdded, NodeTaints],
    },
    Plugin {
        name: "NodeName",
        filter: Some(&node_name::NodeName),
        score: None,
        weight: 0,
        helped_by: &[NodeAdded],
    },
    Plugin {
        name: "TaintToleration",
        filter: Some(&taint_toleration::TaintToleration),
        score: Some(&taint_toleration::TaintToleration),
        weight: 3,
        helped_by: &[NodeAdded, NodeTaints],
    },
    Plugin {
        name: "NodeAffinity",
        filter: Some(&node_affinity::NodeAffinity),
        score: Some(&node_affinity::NodeAffinity),
        weight: 2,
        helped_by: &[NodeAdded, NodeLabels],
    },
    Plugin {
        name: "NodePorts",
        filter: Some(&node_ports::NodePorts),
        score: None,
        weight: 0,
        helped_by: &[NodeAdded, PodGone],
    },
    Plugin {
        name: "NodeResourcesFit",
        filter: Some(&node_resources_fit::NodeResourcesFit),
        score: Some(&node_resources_fit::NodeResourcesFit),
        weight: 1,
        helped_by: &[NodeAdded, NodeAllocatable, PodGone],
    },
    Plugin {
        name: "PodTopologySpread",
        filter: Some(&pod_topology_spread::PodTopologySpread),
        score: Some(&pod_topology_spread::PodTopologySpread),
        weight: 2,
        helped_by: &[NodeAdded, NodeLabels, NodeTaints, PodPlaced, PodGone],
    },
    Plugin {
        name: "InterPodAffinity",
        filter: Some(&inter_pod_affinity::InterPodAffinity),
        score: Some(&inter_pod_affinity::InterPodAffinity),
        weight: 2,
        helped_by: &[NodeAdded, NodeLabels, PodPlaced, PodGone, NamespaceChanged],
    },
    Plugin {
        name: "NodeResourcesBalancedAllocation",
        filter: None,
        score: Some(&node_resources_balanced::NodeResourcesBalanced),
        weight: 1,
        helped_by: &[],
    },
    Plugin {
        name: "ImageLocality",
        filter: None,
        score: Some(&image_locality::ImageLocality),
        weight: 1,
        helped_by: &[],
    },
];

/// The plugin with this name.
pub fn find(name: &str) -> Option<&'static Plugin> {
    TABLE.iter().find(|plugin| plugin.name == name)
}

/// Whether this may help a pod that these plugins refused.
pub fn may_help(refusing: &[&'static str], happening: Happening) -> bool {
    refusing.is_empty()
        || refusing.iter().any(|name| find(name).is_none_or(|plugin| plugin.helped_by.contains(&happening)))
}
