//! A node must have what a pod asks for; the emptier, the better.

use crate::framework::{Filter, Filtering, MAX_SCORE, NodeScore, Refusal, Score};
use crate::node::NodeInfo;
use crate::pod::PodInfo;
use crate::snapshot::Snapshot;

pub struct NodeResourcesFit;

impl Filter for NodeResourcesFit {
    fn begin<'a>(&'a self, pod: &'a PodInfo, _: &'a Snapshot) -> Filtering<'a> {
        Filtering::Each(Box::new(|node: &NodeInfo| {
            let lacking = lacking(pod, node);
            if lacking.is_empty() {
                return Ok(());
            }
            // More than the whole node has can't be made by removing pods.
            let removable = lacking.iter().all(|lack| lack.wanted <= lack.whole);
            Err(Refusal { reasons: lacking.into_iter().map(|lack| lack.reason).collect(), removable })
        }))
    }
}

struct Lack {
    reason: String,
    wanted: i64,
    whole: i64,
}

fn lacking(pod: &PodInfo, node: &NodeInfo) -> Vec<Lack> {
    let mut found = Vec::new();
    if node.pods.len() + 1 > node.allowed_pods {
        let whole = node.allowed_pods as i64;
        found.push(Lack { reason: "Too many pods".to_owned(), wanted: 1, whole });
    }
    let (wants, used, whole) = (&pod.requests, &node.requested, &node.allocatable);
    let mut check = |name: &str, wanted: i64, used: i64, whole: i64| {
        if wanted > 0 && wanted > whole - used {
            found.push(Lack { reason: format!("Insufficient {name}"), wanted, whole });
        }
    };
    check("cpu", wants.milli_cpu, used.milli_cpu, whole.milli_cpu);
    check("memory", wants.memory, used.memory, whole.memory);
    check("ephemeral-storage", wants.ephemeral_storage, used.ephemeral_storage, whole.ephemeral_storage);
    for (name, wanted) in &wants.others {
        let of = |list: &std::collections::BTreeMap<String, i64>| list.get(name).copied().unwrap_or(0);
        check(name, *wanted, of(&used.others), of(&whole.others));
    }
    found
}

impl Score for NodeResourcesFit {
    fn begin<'a>(
        &'a self,
        pod: &'a PodInfo,
        _: &'a Snapshot,
        _: &'a [&'a NodeInfo],
    ) -> Option<Box<dyn NodeScore + 'a>> {
        Some(Box::new(|node: &NodeInfo| least_allocated(pod, node)))
    }
}

/// The mean of what would be left of processor and memory, in hundredths.
fn least_allocated(pod: &PodInfo, node: &NodeInfo) -> i64 {
    let left = |used: i64, whole: i64| {
        if whole <= 0 || used > whole { 0 } else { (whole - used) * MAX_SCORE / whole }
    };
    let cpu = left(node.assumed.milli_cpu + pod.assumed.milli_cpu, node.allocatable.milli_cpu);
    let memory = left(node.assumed.memory + pod.assumed.memory, node.allocatable.memory);
    (cpu + memory) / 2
}
