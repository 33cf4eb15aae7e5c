//! Nodes that were cordoned take no new pods, unless they tolerate it.

use api::core::v1::Taint;

use super::taint_toleration::tolerates;
use crate::framework::{Filter, Filtering, Refusal};
use crate::node::NodeInfo;
use crate::pod::PodInfo;
use crate::snapshot::Snapshot;

pub struct NodeUnschedulable;

impl Filter for NodeUnschedulable {
    fn begin<'a>(&'a self, pod: &'a PodInfo, _: &'a Snapshot) -> Filtering<'a> {
        let taint = Taint {
            key: api::well_known::taint::UNSCHEDULABLE.to_owned(),
            effect: "NoSchedule".to_owned(),
            ..Taint::default()
        };
        if tolerates(pod.tolerations(), &taint) {
            return Filtering::Skip;
        }
        Filtering::Each(Box::new(|node: &NodeInfo| {
            let cordoned = node.node.spec.as_ref().and_then(|spec| spec.unschedulable).unwrap_or(false);
            if cordoned { Err(Refusal::lasting("node(s) were unschedulable")) } else { Ok(()) }
        }))
    }
}
