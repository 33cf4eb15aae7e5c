//! Prefers nodes whose processor and memory would be used in like measure.

use crate::framework::{MAX_SCORE, NodeScore, Score};
use crate::node::NodeInfo;
use crate::pod::PodInfo;
use crate::snapshot::Snapshot;

pub struct NodeResourcesBalanced;

impl Score for NodeResourcesBalanced {
    fn begin<'a>(
        &'a self,
        pod: &'a PodInfo,
        _: &'a Snapshot,
        _: &'a [&'a NodeInfo],
    ) -> Option<Box<dyn NodeScore + 'a>> {
        // A pod that asks for nothing changes no balance.
        let asks = pod.requests.milli_cpu > 0 || pod.requests.memory > 0;
        asks.then(|| Box::new(|node: &NodeInfo| balance(pod, node)) as _)
    }
}

/// 100 less the standard deviation of the used shares.
fn balance(pod: &PodInfo, node: &NodeInfo) -> i64 {
    let share = |used: i64, whole: i64| if whole <= 0 { 1.0 } else { (used as f64 / whole as f64).min(1.0) };
    let cpu = share(node.requested.milli_cpu + pod.requests.milli_cpu, node.allocatable.milli_cpu);
    let memory = share(node.requested.memory + pod.requests.memory, node.allocatable.memory);
    ((1.0 - (cpu - memory).abs() / 2.0) * MAX_SCORE as f64) as i64
}
