//! Node selector and node affinity: where a pod must or would like to run, by the nodes' labels.

use crate::framework::{self, Filter, Filtering, NodeScore, Refusal, Score};
use crate::node::NodeInfo;
use crate::pod::PodInfo;
use crate::snapshot::Snapshot;

const REASON: &str = "node(s) didn't match Pod's node affinity/selector";

pub struct NodeAffinity;

impl Filter for NodeAffinity {
    fn begin<'a>(&'a self, pod: &'a PodInfo, _: &'a Snapshot) -> Filtering<'a> {
        if pod.node_affinity.is_none() && pod.node_selector.is_everything() {
            return Filtering::Skip;
        }
        let names = pod.node_affinity.as_ref().and_then(|terms| terms.allowed_names());
        Filtering::Each(Box::new(move |node: &NodeInfo| {
            // Daemon pods name their node: no need to look at labels elsewhere.
            let named = names.as_ref().is_none_or(|names| names.contains(&node.name()));
            if named && pod.allows_node(node.name(), node.labels()) {
                Ok(())
            } else {
                Err(Refusal::lasting(REASON))
            }
        }))
    }
}

impl Score for NodeAffinity {
    fn begin<'a>(
        &'a self,
        pod: &'a PodInfo,
        _: &'a Snapshot,
        _: &'a [&'a NodeInfo],
    ) -> Option<Box<dyn NodeScore + 'a>> {
        (!pod.preferred_nodes.is_empty()).then(|| Box::new(Preferred(pod)) as _)
    }
}

struct Preferred<'a>(&'a PodInfo);

impl NodeScore for Preferred<'_> {
    fn score(&self, node: &NodeInfo) -> i64 {
        let liked =
            self.0.preferred_nodes.iter().filter(|(_, term)| term.matches(node.name(), node.labels()));
        liked.map(|(weight, _)| weight).sum()
    }

    fn normalize(&self, scores: &mut [i64]) {
        framework::normalize(scores, false);
    }
}
