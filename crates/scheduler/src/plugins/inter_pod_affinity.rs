//! Pods that must, or would like to, run beside other pods, or away from them, in one topology domain.

use std::collections::HashMap;

use crate::framework::{Filter, Filtering, MAX_SCORE, NodeScore, Refusal, Score};
use crate::node::NodeInfo;
use crate::pod::{AffinityTerm, PodInfo};
use crate::snapshot::Snapshot;

pub struct InterPodAffinity;

/// How many matching pods there are in each domain: by topology key and value.
type Domains = HashMap<(String, String), i64>;

struct Counts<'a> {
    pod: &'a PodInfo,
    /// Domains that existing pods keep the new one out of.
    kept_out: Domains,
    /// Per own required affinity term, its domains.
    wanted: Domains,
    /// Domains with pods that the new one wants to be away from.
    avoided: Domains,
    /// Nobody matches yet, but the pod itself does: it may be the first.
    first_of_its_kind: bool,
}

impl Filter for InterPodAffinity {
    fn begin<'a>(&'a self, pod: &'a PodInfo, snapshot: &'a Snapshot) -> Filtering<'a> {
        let others_guard = snapshot.nodes.iter().any(|node| node.guarded > 0);
        if pod.affinity.is_empty() && pod.anti_affinity.is_empty() && !others_guard {
            return Filtering::Skip;
        }
        let counts = count(pod, snapshot);
        Filtering::Each(Box::new(move |node: &NodeInfo| check(&counts, node)))
    }
}

fn count<'a>(pod: &'a PodInfo, snapshot: &Snapshot) -> Counts<'a> {
    let (mut kept_out, mut wanted, mut avoided) = (Domains::new(), Domains::new(), Domains::new());
    let own_namespace = snapshot.namespace(pod.namespace());
    for node in &snapshot.nodes {
        for other in &node.pods {
            for term in &other.anti_affinity {
                if term.matches(pod, own_namespace) {
                    bump(&mut kept_out, node, &term.topology_key, 1);
                }
            }
            let namespace = snapshot.namespace(other.namespace());
            // All required terms must match the same pod for it to count.
            if !pod.affinity.is_empty() && pod.affinity.iter().all(|term| term.matches(other, namespace)) {
                for term in &pod.affinity {
                    bump(&mut wanted, node, &term.topology_key, 1);
                }
            }
            for term in pod.anti_affinity.iter().filter(|term| term.matches(other, namespace)) {
                bump(&mut avoided, node, &term.topology_key, 1);
            }
        }
    }
    let first_of_its_kind =
        wanted.is_empty() && pod.affinity.iter().all(|term| term.matches(pod, own_namespace));
    Counts { pod, kept_out, wanted, avoided, first_of_its_kind }
}

fn bump(domains: &mut Domains, node: &NodeInfo, key: &str, by: i64) {
    if let Some(value) = node.labels().get(key) {
        *domains.entry((key.to_owned(), value.clone())).or_default() += by;
    }
}

fn at(domains: &Domains, node: &NodeInfo, key: &str) -> i64 {
    let Some(value) = node.labels().get(key) else { return 0 };
    domains.get(&(key.to_owned(), value.clone())).copied().unwrap_or(0)
}

fn check(counts: &Counts<'_>, node: &NodeInfo) -> Result<(), Refusal> {
    let pod = counts.pod;
    let has_keys = pod.affinity.iter().all(|term| node.labels().contains_key(&term.topology_key));
    let beside = pod.affinity.iter().all(|term| at(&counts.wanted, node, &term.topology_key) > 0);
    if !pod.affinity.is_empty() && !(has_keys && (beside || counts.first_of_its_kind)) {
        return Err(Refusal::lasting("node(s) didn't match pod affinity rules"));
    }
    if pod.anti_affinity.iter().any(|term| at(&counts.avoided, node, &term.topology_key) > 0) {
        return Err(Refusal::removable("node(s) didn't match pod anti-affinity rules"));
    }
    let guarded = |((key, value), count): (&(String, String), &i64)| {
        *count > 0 && node.labels().get(key) == Some(value)
    };
    if counts.kept_out.iter().any(guarded) {
        return Err(Refusal::removable("node(s) didn't satisfy existing pods anti-affinity rules"));
    }
    Ok(())
}

impl Score for InterPodAffinity {
    fn begin<'a>(
        &'a self,
        pod: &'a PodInfo,
        snapshot: &'a Snapshot,
        _: &'a [&'a NodeInfo],
    ) -> Option<Box<dyn NodeScore + 'a>> {
        let mut domains = Domains::new();
        for node in &snapshot.nodes {
            for other in &node.pods {
                weigh(&mut domains, pod, other, node, snapshot);
            }
        }
        (!domains.is_empty()).then(|| Box::new(Liked(domains)) as _)
    }
}

fn weigh(domains: &mut Domains, pod: &PodInfo, other: &PodInfo, node: &NodeInfo, snapshot: &Snapshot) {
    let mut add = |terms: &[AffinityTerm], target: &PodInfo, sign: i64| {
        let namespace = snapshot.namespace(target.namespace());
        for term in terms.iter().filter(|term| term.matches(target, namespace)) {
            // Required terms of existing pods attract with weight one.
            bump(domains, node, &term.topology_key, sign * term.weight.max(1));
        }
    };
    add(&pod.preferred_affinity, other, 1);
    add(&pod.preferred_anti_affinity, other, -1);
    add(&other.affinity, pod, 1);
    add(&other.preferred_affinity, pod, 1);
    add(&other.preferred_anti_affinity, pod, -1);
}

struct Liked(Domains);

impl NodeScore for Liked {
    fn score(&self, node: &NodeInfo) -> i64 {
        let here = |((key, value), _): &(&(String, String), &i64)| node.labels().get(key) == Some(value);
        self.0.iter().filter(here).map(|(_, weight)| weight).sum()
    }

    fn normalize(&self, scores: &mut [i64]) {
        let (least, most) =
            (scores.iter().min().copied().unwrap_or(0), scores.iter().max().copied().unwrap_or(0));
        for score in scores {
            *score = if most > least { (*score - least) * MAX_SCORE / (most - least) } else { 0 };
        }
    }
}
