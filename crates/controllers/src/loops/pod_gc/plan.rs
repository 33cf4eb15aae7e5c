//! Which of a node's pods go, and why. Pure.

use std::sync::Arc;

use api::core::v1::{Node, Pod};

use crate::pods::{self, is_terminal};

/// Why a pod goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Its node is gone.
    NodeGone,
    /// It goes, and never had a node that could confirm it.
    NeverPlaced,
    /// It goes, and its node was declared out of service.
    OutOfService,
    /// It has ended, and there are too many of those.
    Ended,
}

const OUT_OF_SERVICE: &str = "node.kubernetes.io/out-of-service";

/// `surplus`: how many ended pods there are too many.
pub fn plan(
    all: &[Arc<Pod>],
    node: Option<&Node>,
    node_gone: bool,
    surplus: usize,
) -> Vec<(Arc<Pod>, Reason)> {
    let out_of_service = node.is_some_and(is_out_of_service);
    let mut found = Vec::new();
    let mut ended = Vec::new();
    for pod in all {
        let leaving = pod.metadata.deletion_timestamp.is_some();
        if node_gone {
            found.push((pod.clone(), Reason::NodeGone));
        } else if leaving && pods::node(pod).is_empty() {
            found.push((pod.clone(), Reason::NeverPlaced));
        } else if leaving && out_of_service {
            found.push((pod.clone(), Reason::OutOfService));
        } else if is_terminal(pod) {
            ended.push(pod.clone());
        }
    }
    // Evicted ones first, then the oldest.
    ended.sort_by_key(|pod| {
        let evicted = pod.status.as_ref().and_then(|status| status.reason.as_deref()) == Some("Evicted");
        (!evicted, pod.metadata.creation_timestamp.clone(), pod.metadata.name.clone())
    });
    found.extend(ended.into_iter().take(surplus).map(|pod| (pod, Reason::Ended)));
    found
}

fn is_out_of_service(node: &Node) -> bool {
    let taints = node.spec.as_ref().and_then(|spec| spec.taints.as_deref()).unwrap_or_default();
    let conditions = node.status.as_ref().and_then(|status| status.conditions.as_deref()).unwrap_or_default();
    let ready = conditions.iter().any(|one| one.type_ == "Ready" && one.status == "True");
    !ready && taints.iter().any(|taint| taint.key == OUT_OF_SERVICE)
}
