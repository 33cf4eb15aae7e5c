//! A pod whose containers are to end: apps, then sidecars in reverse order, then the sandbox, volumes, and at last the pod itself.

use node::ContainerState;

use super::{Effect, containers, role_of};
use crate::backoff::SECOND;
use crate::pod::spec::{self, Role};
use crate::pod::state::{Life, State, Task};

/// What containers get at least when their hooks and the others took all the time.
const LEAST_GRACE: i64 = 2;

pub(super) fn decide(state: &mut State, now: i64, effects: &mut Vec<Effect>) {
    match state.life {
        Life::Terminating { since, grace } => terminate(state, now, since, grace, effects),
        Life::Terminated { clean: false } => {
            if is_due(state, now) && state.busy.insert(Task::TearDown) {
                effects.push(Effect::TearDown);
            }
        }
        Life::Terminated { clean: true } => leave(state, now, effects),
        Life::Active | Life::Gone => {}
    }
}

fn is_due(state: &mut State, now: i64) -> bool {
    if state.retry_at > now {
        state.wake_at(state.retry_at);
        return false;
    }
    true
}

fn terminate(state: &mut State, now: i64, since: i64, grace: i64, effects: &mut Vec<Effect>) {
    if state.starts_something() {
        return;
    }
    containers::forget_launches(state);
    let left = if grace == 0 { 0 } else { (grace - (now - since) / SECOND).max(LEAST_GRACE) };
    let (sidecars, others): (Vec<_>, Vec<_>) = state
        .seen
        .running()
        .map(|attempt| (attempt.id.clone(), attempt.name.clone()))
        .partition(|(_, name)| role_of(state, name) == Role::Sidecar);
    let others_run = !others.is_empty();
    for (id, name) in others {
        stop(state, id, name, left, effects);
    }
    if !others_run && let Some((id, name)) = last_sidecar(state, sidecars.clone()) {
        stop(state, id, name, left, effects);
    }
    if others_run || !sidecars.is_empty() || state.busy.iter().any(|task| matches!(task, Task::Stop(..))) {
        return;
    }
    end_sandboxes(state, now, effects);
}

/// The sidecar that was started last: they end in reverse order.
fn last_sidecar(state: &State, running: Vec<(String, String)>) -> Option<(String, String)> {
    let order: Vec<String> =
        spec::containers(&state.pod).iter().map(|(_, container)| container.name.clone()).collect();
    running.into_iter().max_by_key(|(_, name)| order.iter().position(|other| other == name))
}

/// Asks for the end of a container, again only if it is to be quicker.
fn stop(state: &mut State, id: String, container: String, grace: i64, effects: &mut Vec<Effect>) {
    if let Some(given) = state.stopping(&id) {
        // The clock runs for what was given, too: only a shorter deadline than that is news.
        let asked = match state.life {
            Life::Terminating { grace, .. } => grace,
            _ => grace,
        };
        if asked >= given {
            return;
        }
        state.busy.remove(&Task::Stop(id.clone(), given));
    }
    let message = format!("Stopping container {container}");
    state.busy.insert(Task::Stop(id.clone(), grace));
    effects.push(Effect::StopContainer { id, container, grace, message });
}

fn end_sandboxes(state: &mut State, now: i64, effects: &mut Vec<Effect>) {
    let ready: Vec<String> = state
        .seen
        .sandboxes
        .iter()
        .filter(|sandbox| sandbox.ready)
        .map(|sandbox| sandbox.id.clone())
        .collect();
    if ready.is_empty() {
        if state.busy.is_empty() && !state.seen.attempts.iter().any(is_alive) {
            state.life = Life::Terminated { clean: false };
            decide(state, now, effects);
        }
        return;
    }
    if !is_due(state, now) {
        return;
    }
    for id in ready {
        if state.busy.insert(Task::StopSandbox(id.clone())) {
            effects.push(Effect::StopSandbox { id });
        }
    }
}

fn is_alive(attempt: &crate::pod::state::Attempt) -> bool {
    attempt.state == ContainerState::Running
}

/// Nothing of it runs: the API may forget it if it was asked to, and then so do we.
fn leave(state: &mut State, now: i64, effects: &mut Vec<Effect>) {
    if !is_due(state, now) {
        return;
    }
    if state.removed {
        if state.busy.insert(Task::Remove) {
            effects.push(Effect::Clear);
        }
    } else if state.deletion_requested() && !state.deleted && state.busy.insert(Task::Delete) {
        effects.push(Effect::Delete);
    }
}
