//! Spreads pods of a kind evenly over zones, nodes or other domains.

use std::collections::HashMap;

use super::taint_toleration::tolerates_node;
use crate::framework::{Filter, Filtering, MAX_SCORE, NodeScore, Refusal, Score};
use crate::node::NodeInfo;
use crate::pod::{PodInfo, Spread};
use crate::snapshot::Snapshot;

const REASON: &str = "node(s) didn't match pod topology spread constraints";

pub struct PodTopologySpread;

/// Matching pods in each domain of one constraint.
type Counts = HashMap<String, i64>;

/// The matching pods per domain, over the nodes that count.
fn count(spread: &Spread, all: &[&Spread], pod: &PodInfo, snapshot: &Snapshot) -> Counts {
    let mut counts = Counts::new();
    for node in &snapshot.nodes {
        let has_keys = all.iter().all(|one| node.labels().contains_key(&one.topology_key));
        let allowed = !spread.honor_affinity || pod.allows_node(node.name(), node.labels());
        let tolerated = !spread.honor_taints || tolerates_node(pod, node);
        if !(has_keys && allowed && tolerated) {
            continue;
        }
        if let Some(domain) = node.labels().get(&spread.topology_key) {
            *counts.entry(domain.clone()).or_default() += matching(spread, pod.namespace(), node);
        }
    }
    counts
}

fn matching(spread: &Spread, namespace: &str, node: &NodeInfo) -> i64 {
    let counts = |other: &&std::sync::Arc<PodInfo>| {
        other.namespace() == namespace && !other.is_terminating() && spread.selector.matches(other.labels())
    };
    node.pods.iter().filter(counts).count() as i64
}

impl Filter for PodTopologySpread {
    fn begin<'a>(&'a self, pod: &'a PodInfo, snapshot: &'a Snapshot) -> Filtering<'a> {
        let required: Vec<&Spread> = pod.spread.iter().filter(|one| one.required).collect();
        if required.is_empty() {
            return Filtering::Skip;
        }
        let counted: Vec<(&Spread, Counts, i64, i64)> = required
            .iter()
            .map(|spread| {
                let counts = count(spread, &required, pod, snapshot);
                let too_few = spread.min_domains.is_some_and(|least| (counts.len() as i64) < least);
                let least = if too_few { 0 } else { counts.values().copied().min().unwrap_or(0) };
                let own = i64::from(spread.selector.matches(pod.labels()));
                (*spread, counts, least, own)
            })
            .collect();
        Filtering::Each(Box::new(move |node: &NodeInfo| {
            for (spread, counts, least, own) in &counted {
                let Some(domain) = node.labels().get(&spread.topology_key) else {
                    return Err(Refusal::lasting(format!("{REASON} (missing required label)")));
                };
                let here = counts.get(domain).copied().unwrap_or(0);
                if here + own - least > spread.max_skew {
                    return Err(Refusal::removable(REASON));
                }
            }
            Ok(())
        }))
    }
}

impl Score for PodTopologySpread {
    fn begin<'a>(
        &'a self,
        pod: &'a PodInfo,
        snapshot: &'a Snapshot,
        _: &'a [&'a NodeInfo],
    ) -> Option<Box<dyn NodeScore + 'a>> {
        let wished: Vec<&Spread> = pod.spread.iter().filter(|one| !one.required).collect();
        if wished.is_empty() {
            return None;
        }
        let counted = wished.iter().map(|spread| (*spread, count(spread, &[], pod, snapshot))).collect();
        Some(Box::new(Evenness(counted)))
    }
}

struct Evenness<'a>(Vec<(&'a Spread, Counts)>);

impl NodeScore for Evenness<'_> {
    fn score(&self, node: &NodeInfo) -> i64 {
        let crowd = |(spread, counts): &(&Spread, Counts)| {
            let Some(domain) = node.labels().get(&spread.topology_key) else { return i64::MAX / 8 };
            // Domains are weighed by how many there are, so that zones and nodes compare.
            let weight = ((counts.len() + 2) as f64).ln();
            let here = counts.get(domain).copied().unwrap_or(0) as f64;
            (here * weight * 100.0) as i64 + (spread.max_skew - 1) * 100
        };
        self.0.iter().map(crowd).sum()
    }

    fn normalize(&self, scores: &mut [i64]) {
        let real: Vec<i64> = scores.iter().copied().filter(|score| *score < i64::MAX / 16).collect();
        let (least, most) =
            (real.iter().min().copied().unwrap_or(0), real.iter().max().copied().unwrap_or(0));
        for score in scores {
            *score = match *score {
                unlabelled if unlabelled >= i64::MAX / 16 => 0,
                _ if most == 0 => MAX_SCORE,
                score => MAX_SCORE * (most + least - score) / most,
            };
        }
    }
}
