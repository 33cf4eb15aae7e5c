//! How far a roll-out is, and whether it still moves. Pure.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use api::apps::v1::{Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet};
use api::{Resource as _, time};

use super::facts::{Wanted, available, replicas, status as of, total};
use super::revision::Sets;

const PROGRESSING: &str = "Progressing";
const AVAILABLE: &str = "Available";
const FAILURE: &str = "ReplicaFailure";
const NEW_AVAILABLE: &str = "NewReplicaSetAvailable";
const TIMED_OUT: &str = "ProgressDeadlineExceeded";

/// A condition in the making.
struct Said<'a>(&'a str, &'a str, &'a str, String);

/// The status as it should be now.
pub fn status(deployment: &Deployment, sets: &Sets, now: SystemTime) -> DeploymentStatus {
    let (wanted, all) = (Wanted(deployment), sets.all());
    let count = |number: i32| (number > 0).then_some(number);
    let old = deployment.status.clone().unwrap_or_default();
    let ready = |set: &ReplicaSet| of(set).ready_replicas.unwrap_or_default();
    let terminating = |set: &ReplicaSet| of(set).terminating_replicas.unwrap_or_default();
    let enough = total(&all, available) >= wanted.replicas() - wanted.max_unavailable();
    let mut new = DeploymentStatus {
        observed_generation: deployment.meta().generation,
        replicas: count(total(&all, |set| of(set).replicas)),
        updated_replicas: count(sets.new.as_ref().map_or(0, |new| of(new).replicas)),
        ready_replicas: count(total(&all, ready)),
        available_replicas: count(total(&all, available)),
        unavailable_replicas: count(total(&all, replicas) - total(&all, available)),
        terminating_replicas: Some(total(&all, terminating)),
        collision_count: old.collision_count,
        conditions: old.conditions.clone(),
    };
    let said = match enough {
        true => Said(
            AVAILABLE,
            "True",
            "MinimumReplicasAvailable",
            "Deployment has minimum availability.".to_owned(),
        ),
        false => Said(
            AVAILABLE,
            "False",
            "MinimumReplicasUnavailable",
            "Deployment does not have minimum availability.".to_owned(),
        ),
    };
    set(&mut new, said, now);
    progress(deployment, sets, &old, &mut new, now);
    failures(&all, &mut new, now);
    new
}

fn find<'a>(status: &'a DeploymentStatus, type_: &str) -> Option<&'a DeploymentCondition> {
    status.conditions.iter().flatten().find(|condition| condition.type_ == type_)
}

fn remove(status: &mut DeploymentStatus, type_: &str) {
    if let Some(conditions) = status.conditions.as_mut() {
        conditions.retain(|condition| condition.type_ != type_);
    }
    status.conditions = status.conditions.take().filter(|conditions| !conditions.is_empty());
}

/// Says something, unless that is said already; since when it holds is kept while it holds.
fn set(status: &mut DeploymentStatus, Said(type_, value, reason, message): Said<'_>, now: SystemTime) {
    let current = find(status, type_).cloned();
    if current.as_ref().is_some_and(|one| one.status == value && one.reason.as_deref() == Some(reason)) {
        return;
    }
    renew(status, Said(type_, value, reason, message), now);
}

/// Says something anew.
fn renew(status: &mut DeploymentStatus, Said(type_, value, reason, message): Said<'_>, now: SystemTime) {
    let since = find(status, type_)
        .filter(|one| one.status == value)
        .and_then(|one| one.last_transition_time.clone());
    remove(status, type_);
    status.conditions.get_or_insert_default().push(DeploymentCondition {
        type_: type_.to_owned(),
        status: value.to_owned(),
        reason: Some(reason.to_owned()),
        message: Some(message),
        last_update_time: Some(time::time(now)),
        last_transition_time: since.or_else(|| Some(time::time(now))),
    });
}

fn progress(
    deployment: &Deployment,
    sets: &Sets,
    old: &DeploymentStatus,
    new: &mut DeploymentStatus,
    now: SystemTime,
) {
    let wanted = Wanted(deployment);
    if wanted.deadline().is_none() {
        return remove(new, PROGRESSING);
    }
    let reason = find(old, PROGRESSING).and_then(|one| one.reason.clone()).unwrap_or_default();
    if wanted.is_paused() {
        if reason != TIMED_OUT {
            let message = "Deployment is paused".to_owned();
            set(new, Said(PROGRESSING, "Unknown", "DeploymentPaused", message), now);
        }
        return;
    }
    if reason == "DeploymentPaused" {
        let message = "Deployment is resumed".to_owned();
        return renew(new, Said(PROGRESSING, "Unknown", "DeploymentResumed", message), now);
    }
    let (name, kind) = match &sets.new {
        Some(set) => (set.name(), "ReplicaSet"),
        None => (deployment.name(), "Deployment"),
    };
    let say = |what: &str| format!("{kind} \"{name}\" {what}");
    // Once it is there it stays so until the template changes.
    if new.replicas == new.updated_replicas && reason == NEW_AVAILABLE {
        return;
    }
    let is_complete =
        super::plan::is_complete(&Deployment { status: Some(new.clone()), ..deployment.clone() });
    if is_complete {
        set(new, Said(PROGRESSING, "True", NEW_AVAILABLE, say("has successfully progressed.")), now);
    } else if reason.is_empty() && sets.new.is_some() {
        let reason = if replicas_made(old) { "FoundNewReplicaSet" } else { "NewReplicaSetCreated" };
        let what = if replicas_made(old) { "Found new replica set" } else { "Created new replica set" };
        set(new, Said(PROGRESSING, "True", reason, format!("{what} \"{name}\"")), now);
    } else if moves(old, new) || reason == NEW_AVAILABLE {
        renew(new, Said(PROGRESSING, "True", "ReplicaSetUpdated", say("is progressing.")), now);
    } else if left(deployment, old, now).is_some_and(|left| left.is_zero()) {
        set(new, Said(PROGRESSING, "False", TIMED_OUT, say("has timed out progressing.")), now);
    }
}

fn replicas_made(old: &DeploymentStatus) -> bool {
    old.replicas.unwrap_or_default() > 0
}

/// Whether the roll-out came nearer to its end since the last look.
fn moves(old: &DeploymentStatus, new: &DeploymentStatus) -> bool {
    let number = |count: Option<i32>| count.unwrap_or_default();
    let rest = |status: &DeploymentStatus| number(status.replicas) - number(status.updated_replicas);
    number(new.updated_replicas) > number(old.updated_replicas)
        || rest(new) < rest(old)
        || number(new.ready_replicas) > number(old.ready_replicas)
        || number(new.available_replicas) > number(old.available_replicas)
}

/// How long until a roll-out that does not move counts as stuck.
pub fn left(deployment: &Deployment, status: &DeploymentStatus, now: SystemTime) -> Option<Duration> {
    let wanted = Wanted(deployment);
    let seconds = wanted.deadline().filter(|_| !wanted.is_paused())?;
    let condition = find(status, PROGRESSING)?;
    let reason = condition.reason.as_deref().unwrap_or_default();
    if matches!(reason, NEW_AVAILABLE | TIMED_OUT) {
        return None;
    }
    let from = time::system(condition.last_update_time.as_ref()?);
    let until = from + Duration::from_secs(u64::try_from(seconds).unwrap_or_default());
    Some(until.duration_since(now).unwrap_or_default())
}

/// What a set cannot do its deployment cannot either.
fn failures(sets: &[Arc<ReplicaSet>], status: &mut DeploymentStatus, now: SystemTime) {
    let conditions = sets.iter().rev().filter_map(|set| set.status.as_ref()?.conditions.as_ref());
    match conditions.flatten().find(|condition| condition.type_ == FAILURE) {
        None => remove(status, FAILURE),
        Some(failure) => {
            let reason = failure.reason.clone().unwrap_or_default();
            let message = failure.message.clone().unwrap_or_default();
            set(status, Said(FAILURE, &failure.status, &reason, message), now);
        }
    }
}
