//! Two pods can't have the same port of one node.

use crate::framework::{Filter, Filtering, Refusal};
use crate::node::NodeInfo;
use crate::pod::PodInfo;
use crate::snapshot::Snapshot;

pub struct NodePorts;

impl Filter for NodePorts {
    fn begin<'a>(&'a self, pod: &'a PodInfo, _: &'a Snapshot) -> Filtering<'a> {
        if pod.ports.is_empty() {
            return Filtering::Skip;
        }
        Filtering::Each(Box::new(|node: &NodeInfo| {
            let taken = |other: &PodInfo| {
                other.ports.iter().any(|port| pod.ports.iter().any(|own| own.conflicts(port)))
            };
            if node.pods.iter().any(|other| taken(other)) {
                return Err(Refusal::removable("node(s) didn't have free ports for the requested pod ports"));
            }
            Ok(())
        }))
    }
}
