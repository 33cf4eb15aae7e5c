//! From a stateful set and its pods to what must be done next. Pure. In order, one pod after the other is made, waited for, and removed;
//! in parallel, all at once.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use api::apps::v1::{ControllerRevision, StatefulSet, StatefulSetStatus};
use api::core::v1::{PersistentVolumeClaim, Pod};
use api::{IntOrString, Resource as _};

use super::identity;
use super::retention::{self, Owners};
use crate::amount::{self, count, int};
use crate::pods;

/// What is seen.
pub struct Observed<'a> {
    pub set: &'a StatefulSet,
    /// The revision that pods have before a roll-out, and the one that they get by it.
    pub current: &'a ControllerRevision,
    pub update: &'a ControllerRevision,
    pub pods: &'a [Arc<Pod>],
    pub claims: &'a (dyn Fn(&str) -> Option<Arc<PersistentVolumeClaim>> + Sync),
    pub now: SystemTime,
}

/// One thing to do.
#[derive(Debug, PartialEq)]
pub enum Step {
    /// A pod that is missing, with its claims.
    Create(Pod),
    Delete(Arc<Pod>),
    /// The claims that a pod waits for.
    Provide(Pod),
    /// A pod that does not say who it is, or does not use its claims.
    Repair(Pod),
    /// A claim whose owners change.
    Own(PersistentVolumeClaim),
    /// A claim that somebody else manages.
    Foreign(String),
}

/// What is to be done, and what the status says.
#[derive(Debug)]
pub struct Plan {
    pub steps: Vec<Step>,
    pub status: StatefulSetStatus,
    /// When to look again if nothing happens.
    pub after: Option<Duration>,
}

pub fn plan(observed: &Observed<'_>) -> Plan {
    let set = observed.set;
    let mut plan = Plan { steps: Vec::new(), status: status(observed), after: None };
    if !set.is_being_deleted() {
        let replicas = replicas(observed);
        let condemned = condemned(observed);
        let settled =
            establish(observed, &replicas, &mut plan) && shrink(observed, &replicas, condemned, &mut plan);
        if settled {
            roll(observed, &replicas, &mut plan);
        }
    }
    complete(set, &mut plan.status);
    plan.after = pods::next_available(observed.pods.iter().map(|pod| &**pod), patience(set), observed.now);
    plan
}

/// A place in the set: the pod there, or the one that should be.
enum Replica {
    There(Arc<Pod>),
    Missing(Pod),
}

fn replicas(observed: &Observed<'_>) -> Vec<Replica> {
    let set = observed.set;
    let place = |ordinal: i32| match observed.pods.iter().find(|pod| identity::ordinal(pod) == Some(ordinal))
    {
        Some(pod) => Replica::There(pod.clone()),
        None => Replica::Missing(identity::make(set, observed.current, observed.update, ordinal)),
    };
    (identity::start(set)..identity::start(set) + identity::replicas(set)).map(place).collect()
}

/// Pods that the set no longer wants, the last first.
fn condemned(observed: &Observed<'_>) -> Vec<Arc<Pod>> {
    let unwanted = |pod: &&Arc<Pod>| {
        identity::ordinal(pod).is_some_and(|ordinal| !identity::is_in_range(observed.set, ordinal))
    };
    let mut pods: Vec<_> = observed.pods.iter().filter(unwanted).cloned().collect();
    pods.sort_by_key(|pod| std::cmp::Reverse(identity::ordinal(pod)));
    pods
}

fn is_parallel(set: &StatefulSet) -> bool {
    set.spec.as_ref().and_then(|spec| spec.pod_management_policy.as_deref()) == Some("Parallel")
}

/// For how long pods must be ready to count as available.
fn patience(set: &StatefulSet) -> i32 {
    set.spec.as_ref().and_then(|spec| spec.min_ready_seconds).unwrap_or_default()
}

fn is_available(observed: &Observed<'_>, pod: &Pod) -> bool {
    pods::phase(pod) == "Running" && pods::is_available(pod, patience(observed.set), observed.now)
}

fn is_unavailable(observed: &Observed<'_>, pod: &Pod) -> bool {
    !is_available(observed, pod) || pod.is_being_deleted()
}

/// Makes and repairs pods. Whether what comes after may be done too.
fn establish(observed: &Observed<'_>, replicas: &[Replica], plan: &mut Plan) -> bool {
    let orderly = !is_parallel(observed.set);
    for replica in replicas {
        let done = match replica {
            Replica::Missing(pod) => {
                if !must_wait(observed, pod) {
                    plan.steps.push(Step::Create(pod.clone()));
                }
                false
            }
            Replica::There(pod) => keep(observed, pod, plan),
        };
        if orderly && !done {
            return false;
        }
    }
    true
}

/// Whether a claim of the pod must go with the pod before it first.
fn must_wait(observed: &Observed<'_>, pod: &Pod) -> bool {
    own_claims(observed, pod).any(|claim| retention::must_wait(observed.set, &claim, pod))
}

fn own_claims<'a>(
    observed: &'a Observed<'_>,
    pod: &Pod,
) -> impl Iterator<Item = Arc<PersistentVolumeClaim>> + use<'a> {
    let ordinal = identity::ordinal(pod).unwrap_or_default();
    let claims = identity::claims(observed.set, ordinal).into_iter();
    claims.filter_map(|(_, claim)| (observed.claims)(claim.name()))
}

/// Looks after a pod that is there. Whether the next one may be looked at in an orderly set.
fn keep(observed: &Observed<'_>, pod: &Arc<Pod>, plan: &mut Plan) -> bool {
    if pods::is_terminal(pod) {
        if !pod.is_being_deleted() {
            plan.steps.push(Step::Delete(pod.clone()));
        }
        return false;
    }
    let set = observed.set;
    let ordinal = identity::ordinal(pod).unwrap_or_default();
    let claims = identity::claims(set, ordinal);
    if pods::phase(pod) == "Pending"
        && claims.iter().any(|(_, claim)| (observed.claims)(claim.name()).is_none())
    {
        plan.steps.push(Step::Provide(Pod::clone(pod)));
    }
    own(observed, pod, plan);
    if !is_parallel(set) && is_unavailable(observed, pod) {
        return false;
    }
    if !identity::has_identity(set, pod) || !identity::has_storage(set, pod) {
        let mut fixed = Pod::clone(pod);
        identity::identify(&mut fixed, ordinal);
        identity::store(set, &mut fixed, ordinal);
        plan.steps.push(Step::Repair(fixed));
    }
    true
}

/// Brings the owners of a pod's claims in line with the policy.
fn own(observed: &Observed<'_>, pod: &Pod, plan: &mut Plan) {
    for claim in own_claims(observed, pod) {
        if let Owners::Become(owners) = retention::owners(&claim, observed.set, pod) {
            if retention::is_foreign(&claim, observed.set, pod) {
                plan.steps.push(Step::Foreign(claim.name().to_owned()));
            }
            let mut claim = PersistentVolumeClaim::clone(&claim);
            claim.meta_mut().owner_references = (!owners.is_empty()).then_some(owners);
            plan.steps.push(Step::Own(claim));
        }
    }
}

/// Removes pods that are too many. Whether what comes after may be done too.
fn shrink(observed: &Observed<'_>, replicas: &[Replica], condemned: Vec<Arc<Pod>>, plan: &mut Plan) -> bool {
    let orderly = !is_parallel(observed.set);
    let ill = |pod: &&Arc<Pod>| is_unavailable(observed, pod);
    // Of several ill pods the first is the one that the set may lose.
    let there = replicas.iter().filter_map(|replica| match replica {
        Replica::There(pod) => Some(pod),
        Replica::Missing(_) => None,
    });
    let first_ill = there.chain(condemned.iter().rev()).find(ill).map(|pod| pod.uid().to_owned());
    for pod in &condemned {
        own(observed, pod, plan);
    }
    for pod in condemned {
        if pod.is_being_deleted() {
            if orderly {
                return false;
            }
            continue;
        }
        let healthy = is_available(observed, &pod);
        if orderly && !healthy && first_ill.as_deref() != Some(pod.uid()) {
            return false;
        }
        plan.steps.push(Step::Delete(pod));
        if orderly {
            return false;
        }
    }
    true
}

/// Replaces pods of old templates, the last first.
fn roll(observed: &Observed<'_>, replicas: &[Replica], plan: &mut Plan) {
    let strategy = identity::spec(observed.set).update_strategy.unwrap_or_default();
    if strategy.type_.as_deref() == Some("OnDelete") {
        return;
    }
    let rolling = strategy.rolling_update.unwrap_or_default();
    let from = usize::try_from(rolling.partition.unwrap_or_default()).unwrap_or_default();
    // What is to be made in this very round is not there yet.
    let pod = |replica: &Replica| match replica {
        Replica::There(pod) => Some(pod.clone()),
        Replica::Missing(_) => None,
    };
    let is_old = |pod: &Pod| identity::revision(pod) != observed.update.name() && !pod.is_being_deleted();
    let lacking = |replica: &&Replica| pod(replica).is_none_or(|pod| is_unavailable(observed, &pod));
    let Some(most) = &rolling.max_unavailable else {
        for replica in replicas.iter().skip(from).rev() {
            match pod(replica) {
                Some(pod) if is_old(&pod) => return replace(plan, pod),
                Some(pod) if !is_unavailable(observed, &pod) => {}
                _ => return,
            }
        }
        return;
    };
    let room = allowed(most, observed.set).saturating_sub(replicas.iter().filter(lacking).count());
    let old = replicas.iter().skip(from).rev().filter_map(pod).filter(|pod| is_old(pod));
    old.take(room).collect::<Vec<_>>().into_iter().for_each(|pod| replace(plan, pod));
}

/// How many may be missing at the same time; at least one.
fn allowed(most: &IntOrString, set: &StatefulSet) -> usize {
    usize::try_from(amount::scaled(most, identity::replicas(set), false)).unwrap_or_default().max(1)
}

fn replace(plan: &mut Plan, pod: Arc<Pod>) {
    plan.steps.push(Step::Delete(pod));
    let current = plan.status.current_replicas.unwrap_or_default();
    plan.status.current_replicas = Some(current - 1).filter(|count| *count > 0);
}

fn status(observed: &Observed<'_>) -> StatefulSetStatus {
    let (set, pods) = (observed.set, observed.pods);
    let number = |test: &dyn Fn(&Pod) -> bool| pods.iter().filter(|pod| test(pod)).count();
    let ready = |pod: &Pod| pods::phase(pod) == "Running" && pods::is_ready(pod);
    let of = |revision: &str, pod: &Pod| !pod.is_being_deleted() && identity::revision(pod) == revision;
    let before = set.status.clone().unwrap_or_default();
    StatefulSetStatus {
        observed_generation: set.meta().generation,
        replicas: int(pods.len()),
        ready_replicas: count(number(&ready)),
        available_replicas: Some(int(number(&|pod| is_available(observed, pod)))),
        current_replicas: count(number(&|pod| of(observed.current.name(), pod))),
        updated_replicas: count(number(&|pod| of(observed.update.name(), pod))),
        current_revision: Some(observed.current.name().to_owned()),
        update_revision: Some(observed.update.name().to_owned()),
        collision_count: Some(before.collision_count.unwrap_or_default()),
        conditions: before.conditions,
    }
}

/// When all pods have the new template, it is the current one.
fn complete(set: &StatefulSet, status: &mut StatefulSetStatus) {
    let strategy = set.spec.as_ref().and_then(|spec| spec.update_strategy.as_ref()?.type_.as_deref());
    let all = Some(identity::replicas(set)).filter(|all| *all > 0);
    let whole =
        status.updated_replicas == all && status.ready_replicas == all && Some(status.replicas) == all;
    let empty = all.is_none() && status.replicas == 0;
    if strategy.is_none_or(|name| name == "RollingUpdate") && (whole || empty) {
        status.current_replicas = status.updated_replicas;
        status.current_revision.clone_from(&status.update_revision);
    }
}
