//! Whom to remove so that a pod fits: the fewest, the least important, respecting disruption budgets where possible. Pure.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::sync::Arc;

use api::Resource as _;
use api::policy::v1::PodDisruptionBudget;

use crate::decide::{Begun, Plugins, Unfit};
use crate::node::NodeInfo;
use crate::pod::PodInfo;
use crate::selectors;
use crate::snapshot::Snapshot;

/// A node, and who has to leave it.
#[derive(Debug)]
pub struct Plan {
    pub node: String,
    pub victims: Vec<Arc<PodInfo>>,
    /// How many of them have a budget that does not allow it.
    violations: usize,
}

/// The best plan, if there is one; otherwise the unfit's words about preemption are filled in.
pub fn plan(
    plugins: &Plugins,
    pod: &PodInfo,
    snapshot: &Snapshot,
    budgets: &[Arc<PodDisruptionBudget>],
    unfit: &mut Unfit,
) -> Option<Plan> {
    let total = snapshot.nodes.len();
    if pod.spec().and_then(|spec| spec.preemption_policy.as_deref()) == Some("Never") {
        unfit.preemption = "preemption: not eligible due to preemptionPolicy=Never.".to_owned();
        return None;
    }
    let hopeless = |count: usize| {
        format!(
            "preemption: 0/{total} nodes are available: {count} Preemption is not helpful for scheduling."
        )
    };
    let worth_a_try = |node: &&Arc<NodeInfo>| {
        unfit.each.iter().any(|(name, refusal)| name == node.name() && refusal.removable)
    };
    let tried: Vec<&Arc<NodeInfo>> = snapshot.nodes.iter().filter(worth_a_try).collect();
    let plans: Vec<Plan> =
        tried.iter().filter_map(|node| on(plugins, pod, node, snapshot, budgets)).collect();
    if plans.is_empty() {
        let (helpless, without) = (total - tried.len(), tried.len());
        unfit.preemption = match (helpless, without) {
            (all, 0) => hopeless(all),
            (0, all) => format!(
                "preemption: 0/{total} nodes are available: {all} No preemption victims found for incoming pod."
            ),
            (some, others) => format!(
                "preemption: 0/{total} nodes are available: {others} No preemption victims found for incoming pod, {some} Preemption is not helpful for scheduling."
            ),
        };
    }
    plans.into_iter().min_by_key(cost)
}

fn cost(plan: &Plan) -> (usize, i32, i64, usize, Reverse<String>) {
    let highest = plan.victims.iter().map(|pod| pod.priority).max().unwrap_or(i32::MIN);
    let sum = plan.victims.iter().map(|pod| i64::from(pod.priority) + i64::from(i32::MAX)).sum();
    // Among equals, those that started last have the least to lose.
    let most_important = plan.victims.iter().filter(|pod| pod.priority == highest);
    let earliest = most_important.map(|pod| started(pod)).min().unwrap_or_default();
    (plan.violations, highest, sum, plan.victims.len(), Reverse(earliest))
}

fn started(pod: &PodInfo) -> String {
    let time = pod.pod.status.as_ref().and_then(|status| status.start_time.as_ref());
    time.map(api::time::render).unwrap_or_else(|| "9999".to_owned())
}

fn on(
    plugins: &Plugins,
    pod: &PodInfo,
    node: &Arc<NodeInfo>,
    snapshot: &Snapshot,
    budgets: &[Arc<PodDisruptionBudget>],
) -> Option<Plan> {
    let mut lower: Vec<Arc<PodInfo>> =
        node.pods.iter().filter(|other| other.priority < pod.priority).cloned().collect();
    if lower.is_empty() {
        return None;
    }
    let mut bare = (**node).clone();
    for victim in &lower {
        bare.remove(victim.uid());
    }
    if !fits(plugins, pod, &bare, snapshot) {
        return None;
    }
    lower.sort_by_key(|one| (Reverse(one.priority), started(one)));
    let (violating, others): (Vec<_>, Vec<_>) = split(lower, budgets);
    let (mut victims, mut violations) = (Vec::new(), 0);
    // Those protected by a budget are let back in first, the most important first.
    for (protected, candidates) in [(true, violating), (false, others)] {
        for candidate in candidates {
            let mut with = bare.clone();
            with.add(candidate.clone());
            if fits(plugins, pod, &with, snapshot) {
                bare = with;
            } else {
                violations += usize::from(protected);
                victims.push(candidate);
            }
        }
    }
    (!victims.is_empty()).then(|| Plan { node: node.name().to_owned(), victims, violations })
}

fn fits(plugins: &Plugins, pod: &PodInfo, node: &NodeInfo, snapshot: &Snapshot) -> bool {
    let snapshot = snapshot.with_node(Arc::new(node.clone()));
    Begun::new(plugins, pod, &snapshot).filter(node).is_ok()
}

/// Those whose removal a budget does not allow, and the others.
fn split(
    pods: Vec<Arc<PodInfo>>,
    budgets: &[Arc<PodDisruptionBudget>],
) -> (Vec<Arc<PodInfo>>, Vec<Arc<PodInfo>>) {
    let mut left: Vec<i32> = budgets
        .iter()
        .map(|one| one.status.as_ref().and_then(|status| status.disruptions_allowed).unwrap_or(0))
        .collect();
    let (mut violating, mut others) = (Vec::new(), Vec::new());
    for pod in pods {
        let mut violates = false;
        for (budget, left) in budgets.iter().zip(&mut left) {
            let selector = budget.spec.as_ref().and_then(|spec| spec.selector.as_ref());
            let means =
                budget.namespace() == pod.namespace() && selectors::labels(selector).matches(pod.labels());
            if means {
                *left -= 1;
                violates |= *left < 0;
            }
        }
        if violates { violating.push(pod) } else { others.push(pod) }
    }
    (violating, others)
}
