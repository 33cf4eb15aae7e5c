//! When somebody changes the size: one set just gets it; in the middle of a roll-out all sets grow or shrink in proportion, so that the
//! risk stays what it was. Pure.

use std::sync::Arc;

use api::Resource as _;
use api::apps::v1::{Deployment, ReplicaSet};

use super::facts::{DESIRED, MAX, Wanted, available, by_age, replicas, total};
use super::plan::Action;
use super::revision::Sets;

/// Brings the sets to the deployment's size.
pub fn plan(deployment: &Deployment, sets: &Sets) -> Vec<Action> {
    let wanted = Wanted(deployment);
    let scale = |set: &Arc<ReplicaSet>, to: i32| Action::Scale { set: set.clone(), to };
    if let Some(only) = active_or_latest(sets) {
        let stale = only.annotation(DESIRED) != Some(&wanted.replicas().to_string());
        let differs = replicas(&only) != wanted.replicas();
        return if differs || stale { vec![scale(&only, wanted.replicas())] } else { Vec::new() };
    }
    if is_saturated(deployment, sets.new.as_deref()) {
        return sets.old.iter().filter(|set| replicas(set) > 0).map(|set| scale(set, 0)).collect();
    }
    if wanted.recreates() { Vec::new() } else { in_proportion(deployment, sets) }
}

/// The only set with pods; without any the present or the youngest. `None` if several have pods.
fn active_or_latest(sets: &Sets) -> Option<Arc<ReplicaSet>> {
    let active: Vec<_> = sets.all().into_iter().filter(|set| replicas(set) > 0).collect();
    match active.as_slice() {
        [] => sets.new.clone().or_else(|| {
            let mut old = sets.old.clone();
            by_age(&mut old);
            old.pop()
        }),
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// Whether the new set has all pods, and they work.
fn is_saturated(deployment: &Deployment, new: Option<&ReplicaSet>) -> bool {
    let wanted = Wanted(deployment).replicas();
    new.is_some_and(|new| {
        let desired = new.annotation(DESIRED).and_then(|text| text.parse::<i32>().ok());
        replicas(new) == wanted && desired == Some(wanted) && available(new) == wanted
    })
}

fn in_proportion(deployment: &Deployment, sets: &Sets) -> Vec<Action> {
    let wanted = Wanted(deployment);
    let mut active: Vec<_> = sets.all().into_iter().filter(|set| replicas(set) > 0).collect();
    let allowed = if wanted.replicas() > 0 { wanted.replicas() + wanted.surge() } else { 0 };
    let difference = allowed - total(&active, replicas);
    by_age(&mut active);
    if difference > 0 {
        // Of equal sets the younger grows first.
        active.reverse();
    }
    active.sort_by_key(|set| std::cmp::Reverse(replicas(set)));
    let mut given = 0;
    let mut sizes = Vec::new();
    for set in &active {
        let share = fraction(deployment, set);
        let left = difference - given;
        let share = match difference.signum() {
            1 => share.min(left),
            -1 => share.max(left),
            _ => 0,
        };
        given += share;
        sizes.push(replicas(set) + share);
    }
    if let Some(first) = sizes.first_mut() {
        *first = (*first + difference - given).max(0);
    }
    let scaled = active.iter().zip(sizes);
    let stale = |set: &ReplicaSet| set.annotation(DESIRED) != Some(&wanted.replicas().to_string());
    let scaled = scaled.filter(|(set, to)| replicas(set) != *to || stale(set));
    scaled.map(|(set, to)| Action::Scale { set: set.clone(), to }).collect()
}

/// By how much a set would change if all kept their shares exactly.
fn fraction(deployment: &Deployment, set: &ReplicaSet) -> i32 {
    let wanted = Wanted(deployment);
    if wanted.replicas() == 0 {
        return -replicas(set);
    }
    let max = f64::from(wanted.replicas() + wanted.surge());
    let annotated = set.annotation(MAX).and_then(|text| text.parse::<i32>().ok()).filter(|max| *max > 0);
    let shown = deployment.status.as_ref().and_then(|status| status.replicas).filter(|shown| *shown > 0);
    let Some(before) = annotated.or(shown) else { return 0 };
    let size = f64::from(replicas(set)) * max / f64::from(before);
    #[expect(clippy::cast_possible_truncation, reason = "it is rounded and far below the limit")]
    let size = size.round() as i32;
    size - replicas(set)
}
