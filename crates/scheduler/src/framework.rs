//! The contracts of plugins. A plugin is begun once per decision with the pod and the snapshot, which is where it works out what holds for
//! all nodes (upstream's `PreFilter` and `PreScore`); what it gives back is asked node by node. Pure: no plugin does I/O.

use crate::node::NodeInfo;
use crate::pod::PodInfo;
use crate::snapshot::Snapshot;

/// The highest score of a plugin.
pub const MAX_SCORE: i64 = 100;

/// Why a node won't do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// As users read it in events: `Insufficient cpu`.
    pub reasons: Vec<String>,
    /// Whether removing pods from the node could help.
    pub removable: bool,
}

impl Refusal {
    /// One reason that goes away when pods do.
    pub fn removable(reason: impl Into<String>) -> Self {
        Self { reasons: vec![reason.into()], removable: true }
    }

    /// One reason that stays.
    pub fn lasting(reason: impl Into<String>) -> Self {
        Self { reasons: vec![reason.into()], removable: false }
    }
}

/// What a filter has to say about a pod.
pub enum Filtering<'a> {
    /// Nothing: it need not be asked.
    Skip,
    /// Ask node by node.
    Each(Box<dyn NodeFilter + 'a>),
}

/// A filter that has been begun.
pub trait NodeFilter: Send + Sync {
    /// Whether the pod can run on the node.
    fn filter(&self, node: &NodeInfo) -> Result<(), Refusal>;
}

impl<F: Fn(&NodeInfo) -> Result<(), Refusal> + Send + Sync> NodeFilter for F {
    fn filter(&self, node: &NodeInfo) -> Result<(), Refusal> {
        self(node)
    }
}

/// Says where a pod can run.
pub trait Filter: Send + Sync {
    fn begin<'a>(&'a self, pod: &'a PodInfo, snapshot: &'a Snapshot) -> Filtering<'a>;
}

/// A score that has been begun.
pub trait NodeScore: Send + Sync {
    /// How good the node is, in the plugin's own measure.
    fn score(&self, node: &NodeInfo) -> i64;

    /// Brings the scores of all candidates to 0..=100, if `score` does not do so.
    fn normalize(&self, _scores: &mut [i64]) {}
}

impl<F: Fn(&NodeInfo) -> i64 + Send + Sync> NodeScore for F {
    fn score(&self, node: &NodeInfo) -> i64 {
        self(node)
    }
}

/// Says where a pod runs best.
pub trait Score: Send + Sync {
    /// `None`: it makes no difference.
    fn begin<'a>(
        &'a self,
        pod: &'a PodInfo,
        snapshot: &'a Snapshot,
        candidates: &'a [&'a NodeInfo],
    ) -> Option<Box<dyn NodeScore + 'a>>;
}

/// Something that happened and may let a waiting pod in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Happening {
    NodeAdded,
    NodeLabels,
    NodeTaints,
    NodeAllocatable,
    /// A pod on a node came or changed its labels.
    PodPlaced,
    /// A pod on a node went.
    PodGone,
    NamespaceChanged,
}

/// Scales to 0..=100 by the largest; `reverse`: the largest becomes 0.
pub fn normalize(scores: &mut [i64], reverse: bool) {
    let largest = scores.iter().copied().max().unwrap_or(0);
    for score in scores {
        *score = match (largest, reverse) {
            (0, true) => MAX_SCORE,
            (0, false) => 0,
            (_, false) => *score * MAX_SCORE / largest,
            (_, true) => MAX_SCORE - *score * MAX_SCORE / largest,
        };
    }
}
