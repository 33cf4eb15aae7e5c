//! From a deployment and its replica sets to the next step of its roll-out. Pure. Each step is small: what it changes comes back as an
//! event, and the next step is planned on what is there then.

use std::sync::Arc;

use api::Resource as _;
use api::apps::v1::{Deployment, ReplicaSet};

use super::facts::{DESIRED, Wanted, available, by_age, replicas, revision, status, total};
use super::revision::{self as revisions, Sets};
use super::scale;

/// What is seen.
pub struct Observed<'a> {
    pub deployment: &'a Deployment,
    pub sets: &'a Sets,
    /// Whether a pod of an old set has not ended yet.
    pub old_pods_run: bool,
}

/// One change of the API.
#[derive(Debug, PartialEq)]
pub enum Action {
    /// Make the set of the present template.
    Create(ReplicaSet),
    /// Bring a set to a size.
    Scale { set: Arc<ReplicaSet>, to: i32 },
    /// Bring the annotations of a set up to date.
    Update(ReplicaSet),
    /// Show the revision on the deployment.
    Show(i64),
    /// Remove a set that is not needed even to go back to.
    Delete(Arc<ReplicaSet>),
}

/// What is to be done now, in order.
pub fn plan(observed: &Observed<'_>) -> Vec<Action> {
    let wanted = Wanted(observed.deployment);
    let mut actions = up_to_date(observed);
    if wanted.is_paused() {
        actions.extend(scale::plan(observed.deployment, observed.sets));
        actions.extend(clean_up(observed));
        return actions;
    }
    if is_scaling(observed) {
        actions.extend(scale::plan(observed.deployment, observed.sets));
        return actions;
    }
    let steps = if wanted.recreates() { recreate(observed) } else { roll(observed) };
    let settled = steps.is_empty();
    actions.extend(steps);
    if settled && is_complete(observed.deployment) {
        actions.extend(clean_up(observed));
    }
    actions
}

fn scale(set: &Arc<ReplicaSet>, to: i32) -> Option<Action> {
    (replicas(set) != to).then(|| Action::Scale { set: set.clone(), to })
}

/// The set of the present template carries the right annotations, and the deployment shows its revision.
fn up_to_date(observed: &Observed<'_>) -> Vec<Action> {
    let Some(new) = &observed.sets.new else { return Vec::new() };
    let number = observed.sets.next_revision();
    let scaling = is_scaling(observed);
    let mut updated = revisions::brought_up_to_date(new, observed.deployment, number);
    if scaling && let Some(desired) = new.annotation(DESIRED) {
        // Scaling is noticed by these annotations: they change together with the size.
        let annotations = updated.meta_mut().annotations.get_or_insert_default();
        annotations.insert(DESIRED.to_owned(), desired.to_owned());
        let max = new.annotation(super::facts::MAX).unwrap_or_default().to_owned();
        annotations.insert(super::facts::MAX.to_owned(), max);
    }
    let number = revision(updated.annotation(super::facts::REVISION));
    let update = (updated != **new).then_some(Action::Update(updated));
    let shown = revision(observed.deployment.annotation(super::facts::REVISION));
    let show = (shown != number).then_some(Action::Show(number));
    update.into_iter().chain(show).collect()
}

/// Whether somebody changed the size since a set was last scaled.
fn is_scaling(observed: &Observed<'_>) -> bool {
    let wanted = Wanted(observed.deployment).replicas();
    let active = observed.sets.all().into_iter().filter(|set| replicas(set) > 0);
    active.filter_map(|set| set.annotation(DESIRED)?.parse::<i32>().ok()).any(|desired| desired != wanted)
}

/// Bit by bit: first more of the new, then fewer of the old.
fn roll(observed: &Observed<'_>) -> Vec<Action> {
    let (deployment, sets) = (observed.deployment, observed.sets);
    let Some(new) = &sets.new else {
        let size = new_size(deployment, &sets.old, 0);
        return vec![Action::Create(revisions::make(deployment, size, sets.next_revision()))];
    };
    let wanted = Wanted(deployment).replicas();
    let size =
        if replicas(new) >= wanted { wanted } else { new_size(deployment, &sets.all(), replicas(new)) };
    if let Some(step) = scale(new, size) {
        return vec![step];
    }
    shrink_old(deployment, sets, new)
}

/// How large the new set may be so that there are not too many pods in all.
fn new_size(deployment: &Deployment, sets: &[Arc<ReplicaSet>], now: i32) -> i32 {
    let wanted = Wanted(deployment);
    if wanted.recreates() {
        return wanted.replicas();
    }
    let room = wanted.replicas() + wanted.surge() - total(sets, replicas);
    if room <= 0 { now } else { now + room.min(wanted.replicas() - now) }
}

/// How far the old sets may shrink so that enough pods are available: what does not work goes first.
fn shrink_old(deployment: &Deployment, sets: &Sets, new: &ReplicaSet) -> Vec<Action> {
    let (wanted, all) = (Wanted(deployment), sets.all());
    if total(&sets.old, replicas) == 0 {
        return Vec::new();
    }
    let least = wanted.replicas() - wanted.max_unavailable();
    let mut room = total(&all, replicas) - least - (replicas(new) - available(new));
    if room <= 0 {
        return Vec::new();
    }
    let mut old: Vec<_> = sets.old.iter().filter(|set| replicas(set) > 0).cloned().collect();
    by_age(&mut old);
    let mut sizes: Vec<i32> = old.iter().map(|set| replicas(set)).collect();
    for (set, size) in old.iter().zip(&mut sizes) {
        let unhealthy = (*size - available(set)).clamp(0, room.max(0));
        (*size, room) = (*size - unhealthy, room - unhealthy);
    }
    let mut spare = total(&all, available) - least;
    for size in &mut sizes {
        let step = spare.clamp(0, *size);
        (*size, spare) = (*size - step, spare - step);
    }
    old.iter().zip(sizes).filter_map(|(set, size)| scale(set, size)).collect()
}

/// All at once: first none of the old, then all of the new.
fn recreate(observed: &Observed<'_>) -> Vec<Action> {
    let (deployment, sets) = (observed.deployment, observed.sets);
    let down: Vec<_> = sets.old.iter().filter_map(|set| scale(set, 0)).collect();
    if !down.is_empty() || observed.old_pods_run {
        return down;
    }
    let wanted = Wanted(deployment).replicas();
    match &sets.new {
        None => vec![Action::Create(revisions::make(deployment, wanted, sets.next_revision()))],
        Some(new) => scale(new, wanted).into_iter().collect(),
    }
}

/// Whether all pods are of the present template, and available.
pub fn is_complete(deployment: &Deployment) -> bool {
    let (wanted, status) = (Wanted(deployment).replicas(), deployment.status.clone().unwrap_or_default());
    status.updated_replicas.unwrap_or_default() == wanted
        && status.replicas.unwrap_or_default() == wanted
        && status.available_replicas.unwrap_or_default() == wanted
        && status.observed_generation >= deployment.meta().generation
}

/// Old sets beyond the limit of the history go, the oldest revisions first.
fn clean_up(observed: &Observed<'_>) -> Vec<Action> {
    let Some(limit) = Wanted(observed.deployment).history_limit() else { return Vec::new() };
    let mut old: Vec<_> = observed.sets.old.iter().filter(|set| !set.is_being_deleted()).cloned().collect();
    let surplus = old.len().saturating_sub(limit);
    old.sort_by_key(|set| revision(set.annotation(super::facts::REVISION)));
    old.truncate(surplus);
    old.retain(|set| {
        let status = status(set);
        status.replicas == 0 && replicas(set) == 0 && status.observed_generation >= set.meta().generation
    });
    old.into_iter().map(Action::Delete).collect()
}

#[cfg(test)]
mod tests;
