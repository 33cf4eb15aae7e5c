//! A pod whose containers are to run: volumes, then the sandbox, then containers.

use super::apply::begin_ending;
use super::{Effect, containers, resize};
use crate::backoff::SECOND;
use crate::pod::spec::{self, Role};
use crate::pod::state::{State, Task, Verdict, Volumes};
use crate::status;

pub(super) fn decide(state: &mut State, now: i64, effects: &mut Vec<Effect>) {
    if let Some(verdict) = over_deadline(state, now) {
        state.verdict = Some(verdict);
        let grace = spec::termination_grace(&state.pod);
        return begin_ending(state, now, grace, effects);
    }
    // What has ended stays so, also for a kubelet that was not there.
    let ended =
        spec::is_final(state.status.phase.as_deref()) || spec::is_final(Some(status::phase_now(state)));
    if ended || containers::are_done(state) {
        let grace = spec::termination_grace(&state.pod);
        return begin_ending(state, now, grace, effects);
    }
    if resize::ask(state, effects) {
        return;
    }
    containers::end_the_unwell(state, effects);
    if state.volumes == Volumes::Absent {
        if is_due(state, now) && state.busy.insert(Task::Volumes) {
            effects.push(Effect::SetUpVolumes);
        }
        return;
    }
    if resize::carry_out(state, now, effects)
        && containers::wants_start(state)
        && sandbox(state, now, effects)
    {
        containers::start(state, now, effects);
    }
}

/// Whether the pod ran longer than it may.
fn over_deadline(state: &mut State, now: i64) -> Option<Verdict> {
    let seconds = state.pod.spec.as_ref()?.active_deadline_seconds?;
    let start = state.status.start_time.as_ref()?;
    let due = start.0.as_second().saturating_mul(SECOND).saturating_add(seconds.saturating_mul(SECOND));
    if due > now {
        state.wake_at(due);
        return None;
    }
    Some(Verdict {
        reason: "DeadlineExceeded".into(),
        message: "Pod was active on the node longer than the specified deadline".into(),
        disruption: false,
    })
}

/// Whether what failed may be tried again now.
fn is_due(state: &mut State, now: i64) -> bool {
    if state.retry_at > now {
        state.wake_at(state.retry_at);
        return false;
    }
    true
}

/// Sees to a sandbox; gives whether there is one that containers can go into.
fn sandbox(state: &mut State, now: i64, effects: &mut Vec<Effect>) -> bool {
    if state.busy.contains(&Task::Sandbox) {
        return false;
    }
    if state.seen.sandbox().is_some() {
        return true;
    }
    let old = state.seen.sandboxes.first().cloned();
    let Some(old) = old else {
        if is_due(state, now) {
            state.busy.insert(Task::Sandbox);
            effects.push(Effect::RunSandbox { attempt: 0 });
        }
        return false;
    };
    // Its containers have lost what they shared: they end with it, and begin again in the next one.
    if state.seen.running().any(|attempt| attempt.sandbox_id == old.id) {
        if state.busy.insert(Task::StopSandbox(old.id.clone())) {
            effects.push(changed());
            effects.push(Effect::StopSandbox { id: old.id });
        }
        return false;
    }
    if !state.busy.contains(&Task::StopSandbox(old.id.clone())) && is_due(state, now) {
        state.busy.insert(Task::Sandbox);
        effects.push(Effect::RunSandbox { attempt: old.attempt + 1 });
    }
    false
}

fn changed() -> Effect {
    Effect::Event {
        warning: false,
        reason: "SandboxChanged",
        message: "Pod sandbox changed, it will be killed and re-created.".into(),
        container: None,
    }
}

/// Whether every init container has done its work, so that apps may start. Once an app was made in this sandbox, they have.
pub(super) fn initialized(state: &State) -> bool {
    let Some(sandbox) = state.seen.sandbox() else { return false };
    let here = |name: &str| state.seen.latest(name).filter(|attempt| attempt.sandbox_id == sandbox.id);
    let all = spec::containers(&state.pod);
    if all.iter().any(|(role, container)| *role == Role::App && here(&container.name).is_some()) {
        return true;
    }
    all.iter().all(|(role, container)| match role {
        Role::Init => here(&container.name)
            .is_some_and(|attempt| attempt.state == node::ContainerState::Exited && attempt.exit_code == 0),
        Role::Sidecar => here(&container.name).is_some_and(|attempt| {
            attempt.state == node::ContainerState::Running && state.has_started(attempt)
        }),
        Role::App | Role::Ephemeral => true,
    })
}
