//! One decision: which nodes can run the pod, and which of them is best. Pure, but for the die among equals.

#[cfg(test)]
pub(crate) mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::config::Profile;
use crate::framework::{Filtering, NodeFilter, Refusal};
use crate::node::NodeInfo;
use crate::plugins::{self, Plugin};
use crate::pod::PodInfo;
use crate::snapshot::Snapshot;

/// The plugins of a profile, looked up once.
pub struct Plugins {
    filters: Vec<&'static Plugin>,
    scores: Vec<(&'static Plugin, i64)>,
}

impl Plugins {
    /// Or the first name that no plugin has.
    pub fn of(profile: &Profile) -> Result<Self, String> {
        let find = |name: &String| plugins::find(name).ok_or_else(|| name.clone());
        let filters = profile.filters.iter().map(find).collect::<Result<_, _>>()?;
        let scores = profile
            .scores
            .iter()
            .map(|(name, weight)| Ok((find(name)?, *weight)))
            .collect::<Result<_, String>>()?;
        Ok(Self { filters, scores })
    }
}

/// Why a pod fits nowhere.
#[derive(Debug, Clone, Default)]
pub struct Unfit {
    /// How many nodes there are.
    pub nodes: usize,
    /// Per node that was looked at.
    pub each: Vec<(String, Refusal)>,
    /// The plugins that refused.
    pub plugins: Vec<&'static str>,
    /// What preemption said.
    pub preemption: String,
}

impl Unfit {
    /// In upstream's words: `0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable.`
    pub fn message(&self) -> String {
        if self.nodes == 0 {
            return "no nodes available to schedule pods".to_owned();
        }
        let mut message = format!("0/{} nodes are available:", self.nodes);
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for reason in self.each.iter().flat_map(|(_, refusal)| &refusal.reasons) {
            *counts.entry(reason).or_default() += 1;
        }
        let mut parts: Vec<String> =
            counts.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        parts.sort();
        if !parts.is_empty() {
            message.push_str(&format!(" {}.", parts.join(", ")));
        }
        if !self.preemption.is_empty() {
            message.push_str(&format!(" {}", self.preemption));
        }
        message
    }
}

/// The filters of a profile, begun for one pod.
pub struct Begun<'a> {
    filters: Vec<(&'static str, Box<dyn NodeFilter + 'a>)>,
}

impl<'a> Begun<'a> {
    /// Begins all filters.
    pub fn new(plugins: &Plugins, pod: &'a PodInfo, snapshot: &'a Snapshot) -> Self {
        let begin = |plugin: &&'static Plugin| match plugin.filter?.begin(pod, snapshot) {
            Filtering::Skip => None,
            Filtering::Each(begun) => Some((plugin.name, begun)),
        };
        Self { filters: plugins.filters.iter().filter_map(begin).collect() }
    }

    /// The first refusal, with who refused.
    pub fn filter(&self, node: &NodeInfo) -> Result<(), (&'static str, Refusal)> {
        for (name, filter) in &self.filters {
            filter.filter(node).map_err(|refusal| (*name, refusal))?;
        }
        Ok(())
    }
}

/// The node for the pod, or why there is none.
pub fn decide(plugins: &Plugins, pod: &PodInfo, snapshot: &Snapshot) -> Result<Arc<NodeInfo>, Unfit> {
    let fitting = feasible(plugins, pod, snapshot)?;
    match fitting.as_slice() {
        [only] => Ok((*only).clone()),
        many => Ok(best(plugins, pod, snapshot, many).clone()),
    }
}

fn feasible<'a>(
    plugins: &Plugins,
    pod: &PodInfo,
    snapshot: &'a Snapshot,
) -> Result<Vec<&'a Arc<NodeInfo>>, Unfit> {
    let mut unfit = Unfit { nodes: snapshot.nodes.len(), ..Unfit::default() };
    let begun = Begun::new(plugins, pod, snapshot);
    let mut fitting = Vec::new();
    let enough = enough(snapshot.nodes.len());
    // Starting at a random node spreads the work when not all nodes are looked at.
    let start = if enough < snapshot.nodes.len() { fastrand::usize(..snapshot.nodes.len()) } else { 0 };
    let (head, tail) = snapshot.nodes.split_at(start);
    for node in tail.iter().chain(head) {
        match begun.filter(node) {
            Ok(()) => fitting.push(node),
            Err((name, refusal)) => {
                if !unfit.plugins.contains(&name) {
                    unfit.plugins.push(name);
                }
                unfit.each.push((node.name().to_owned(), refusal));
            }
        }
        if fitting.len() >= enough {
            break;
        }
    }
    if fitting.is_empty() { Err(unfit) } else { Ok(fitting) }
}

/// How many fitting nodes are enough to choose from: all of a hundred, a falling share of more, as upstream.
fn enough(nodes: usize) -> usize {
    const ALWAYS: usize = 100;
    if nodes <= ALWAYS {
        return nodes;
    }
    let percent = 50_usize.saturating_sub(nodes / 125).max(5);
    (nodes * percent / 100).max(ALWAYS)
}

fn best<'a>(
    plugins: &Plugins,
    pod: &PodInfo,
    snapshot: &Snapshot,
    fitting: &[&'a Arc<NodeInfo>],
) -> &'a Arc<NodeInfo> {
    let candidates: Vec<&NodeInfo> = fitting.iter().map(|node| &***node).collect();
    let mut totals = vec![0_i64; fitting.len()];
    for (plugin, weight) in &plugins.scores {
        let Some(score) = plugin.score else { continue };
        let Some(begun) = score.begin(pod, snapshot, &candidates) else { continue };
        let mut scores: Vec<i64> = candidates.iter().map(|node| begun.score(node)).collect();
        begun.normalize(&mut scores);
        for (total, score) in totals.iter_mut().zip(scores) {
            *total += score * weight;
        }
    }
    let highest = totals.iter().copied().max().unwrap_or(0);
    let equals: Vec<usize> = (0..totals.len()).filter(|at| totals[*at] == highest).collect();
    fitting[equals[fastrand::usize(..equals.len())]]
}
