//! A pod that is to use more or less than it does: first the node has to promise it, then cgroups are told, or containers started anew.

use super::Effect;
use crate::pod::spec::{self, Role};
use crate::pod::state::{Progress, State, Task};
use crate::resize::{Pending, Plan, words};
use crate::resources::Amounts;

/// Until a change that failed is tried again.
pub(super) const RETRY: i64 = 10 * crate::backoff::SECOND;

/// Asks for what is wanted, once; gives whether the answer is still to come.
pub(super) fn ask(state: &mut State, effects: &mut Vec<Effect>) -> bool {
    let Some(allocation) = &state.allocation else { return false };
    if allocation.is_of(&state.wanted) {
        state.resize.asked = None;
        if state.resize.pending.take().is_some() {
            effects.push(Effect::Withdraw);
        }
        return false;
    }
    let wanted = crate::resize::Allocation::of(&state.wanted);
    if state.resize.asked.as_ref() == Some(&wanted) {
        return false;
    }
    state.resize.asked = Some(wanted);
    effects.push(Effect::Allocate);
    true
}

/// The node has promised it.
pub(super) fn promised(state: &mut State, allocation: crate::resize::Allocation, effects: &mut Vec<Effect>) {
    state.pod = allocation.apply(&state.wanted);
    state.allocation = Some(allocation);
    let generation = generation(state);
    state.resize.pending = None;
    state.resize.retry_at = 0;
    state.resize.progress = Some(Progress { generation, error: None });
    effects.push(event(false, "ResizeStarted", words::of("started", &state.wanted, generation, "")));
}

/// The node has no room for it.
pub(super) fn refused(state: &mut State, pending: Pending, effects: &mut Vec<Effect>) {
    let generation = generation(state);
    let known = state.resize.pending.as_ref();
    if known.is_none_or(|(old, of)| old.infeasible != pending.infeasible || *of != generation) {
        let word = if pending.infeasible { "Infeasible" } else { "Deferred" };
        let reason = if pending.infeasible { "ResizeInfeasible" } else { "ResizeDeferred" };
        let text = words::of(word, &state.wanted, generation, &pending.message);
        effects.push(event(true, reason, text));
    }
    state.resize.pending = Some((pending, generation));
}

/// Cgroups were told, or why not.
pub(super) fn told(state: &mut State, now: i64, result: Result<(), String>, effects: &mut Vec<Effect>) {
    state.busy.remove(&Task::Resize);
    let Err(error) = result else { return state.resize.retry_at = 0 };
    state.resize.retry_at = now + RETRY;
    let generation = generation(state);
    let progress = state.resize.progress.get_or_insert(Progress { generation, error: None });
    if progress.error.as_ref() != Some(&error) {
        progress.error = Some(error.clone());
        let text = words::of("error", &state.pod, progress.generation, &error);
        effects.push(event(true, "ResizeError", text));
    }
}

/// Has cgroups told what was promised; gives whether containers may be started meanwhile.
pub(super) fn carry_out(state: &mut State, now: i64, effects: &mut Vec<Effect>) -> bool {
    if state.allocation.is_none() || state.busy.contains(&Task::Resize) {
        return !state.busy.contains(&Task::Resize);
    }
    let plan = Plan::of(&state.pod, &state.seen);
    if plan.is_empty() {
        if state.resize.restarting.is_empty() {
            complete(state, effects);
        }
        return true;
    }
    let generation = generation(state);
    state.resize.progress.get_or_insert(Progress { generation, error: None });
    if end_those_to_restart(state, &plan, effects) {
        return false;
    }
    if state.resize.retry_at > now {
        state.wake_at(state.resize.retry_at);
        return true;
    }
    state.busy.insert(Task::Resize);
    effects.push(Effect::Resize);
    false
}

fn complete(state: &mut State, effects: &mut Vec<Effect>) {
    if let Some(progress) = state.resize.progress.take() {
        let text = words::of("completed", &state.pod, progress.generation, "");
        effects.push(event(false, "ResizeCompleted", text));
    }
}

/// Ends the containers that want to be started anew for it; gives whether there are any that run.
fn end_those_to_restart(state: &mut State, plan: &Plan, effects: &mut Vec<Effect>) -> bool {
    let mut any = false;
    for change in &plan.changes {
        let Some((role, container)) = spec::container(&state.pod, &change.name) else { continue };
        let policy = |resource: &str| {
            let mut all = container.resize_policy.iter().flatten();
            all.any(|policy| policy.resource_name == resource && policy.restart_policy == "RestartContainer")
        };
        let cpu = |of: &Amounts| (of.cpu_request, of.cpu_limit);
        let memory = |of: &Amounts| (of.memory_request, of.memory_limit);
        let restart = (policy("cpu") && cpu(&change.have) != cpu(&change.want))
            || (policy("memory") && memory(&change.have) != memory(&change.want));
        if role == Role::Init || !restart {
            continue;
        }
        any = true;
        if state.stopping(&change.id).is_none() {
            let grace = spec::termination_grace(&state.pod);
            state.busy.insert(Task::Stop(change.id.clone(), grace));
            state.resize.restarting.insert(change.name.clone());
            effects.push(Effect::StopContainer {
                id: change.id.clone(),
                container: change.name.clone(),
                grace,
                message: format!("Container {} resize requires restart", change.name),
            });
        }
    }
    any
}

fn generation(state: &State) -> i64 {
    state.wanted.metadata.generation.unwrap_or(0)
}

fn event(warning: bool, reason: &'static str, message: String) -> Effect {
    Effect::Event { warning, reason, message, container: None }
}
