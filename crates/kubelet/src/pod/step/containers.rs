//! Which containers start, and which are ended to be started again.

use node::ContainerState;

use super::{Effect, active};
use crate::pod::spec::{self, Role};
use crate::pod::state::{Attempt, Launch, State, Task, Waiting};

/// Ends containers that run but should not go on: not alive, never started, or not what the pod names any more.
pub(super) fn end_the_unwell(state: &mut State, effects: &mut Vec<Effect>) {
    let mut endings = Vec::new();
    for attempt in state.seen.running() {
        let Some((role, container)) = spec::container(&state.pod, &attempt.name) else { continue };
        if role == Role::Ephemeral || state.stopping(&attempt.id).is_some() {
            continue;
        }
        let probed = state.probed.get(&attempt.id);
        let kind = if role == Role::App { "Container" } else { "Init container" };
        let (what, probe) = if !attempt.hash.is_empty() && attempt.hash != spec::hash(&container) {
            ("definition changed", None)
        } else if probed.is_some_and(|probed| probed.liveness == Some(false)) {
            ("failed liveness probe", container.liveness_probe.as_ref())
        } else if probed.is_some_and(|probed| probed.startup == Some(false)) {
            ("failed startup probe", container.startup_probe.as_ref())
        } else {
            continue;
        };
        let policy = state.pod.spec.as_ref().is_some_and(|spec| spec::restarts(spec, role, &container, 137));
        let again = if policy { ", will be restarted" } else { "" };
        let grace = probe.and_then(|probe| probe.termination_grace_period_seconds);
        let grace = grace.unwrap_or_else(|| spec::termination_grace(&state.pod));
        let message = format!("{kind} {} {what}{again}", attempt.name);
        endings.push((attempt.id.clone(), attempt.name.clone(), grace, message));
    }
    for (id, container, grace, message) in endings {
        state.busy.insert(Task::Stop(id.clone(), grace));
        effects.push(Effect::StopContainer { id, container, grace, message });
    }
}

/// Whether any container is to be started, now or after a while.
pub(super) fn wants_start(state: &State) -> bool {
    let all = spec::containers(&state.pod);
    // As long as init containers have something to do, so has the pod.
    !active::initialized(state) || all.iter().any(|(role, container)| wants(state, *role, &container.name))
}

/// Whether all apps have ended for good: what sidecars do then keeps no pod alive.
pub(super) fn are_done(state: &State) -> bool {
    let apps = state.pod.spec.as_ref().map(|spec| spec.containers.as_slice()).unwrap_or_default();
    let ended = |name: &str| {
        let latest = state.seen.latest(name);
        latest.is_some_and(|attempt| attempt.state == ContainerState::Exited)
            && !wants(state, Role::App, name)
    };
    !apps.is_empty() && apps.iter().all(|container| ended(&container.name))
}

/// Whether this container is to be started, as far as it alone is concerned.
fn wants(state: &State, role: Role, name: &str) -> bool {
    let Some(spec) = &state.pod.spec else { return false };
    let Some((_, container)) = spec::container(&state.pod, name) else { return false };
    let Some(attempt) = state.seen.latest(name) else { return true };
    match attempt.state {
        ContainerState::Running => false,
        ContainerState::Created | ContainerState::Unknown => role != Role::Ephemeral,
        ContainerState::Exited => {
            let lost = state.seen.sandbox().is_some_and(|sandbox| sandbox.id != attempt.sandbox_id);
            // An init container has to do its work in every new sandbox.
            spec::restarts(spec, role, &container, attempt.exit_code)
                || (lost && role == Role::Init)
                || state.resize.restarting.contains(name)
        }
    }
}

/// Starts what can start now. Containers are started one by one, in order.
pub(super) fn start(state: &mut State, now: i64, effects: &mut Vec<Effect>) {
    if state.starts_something() {
        return;
    }
    for (role, name) in candidates(state) {
        if !wants(state, role, &name) || must_wait(state, now, &name, effects) {
            continue;
        }
        return launch(state, now, &name, effects);
    }
}

/// The containers whose turn it is, in order.
fn candidates(state: &State) -> Vec<(Role, String)> {
    let all = spec::containers(&state.pod);
    let named = |wanted: &[Role]| {
        let some = all.iter().filter(|(role, _)| wanted.contains(role));
        some.map(|(role, container)| (*role, container.name.clone())).collect::<Vec<_>>()
    };
    let mut turn = named(&[Role::Ephemeral]);
    if active::initialized(state) {
        turn.extend(named(&[Role::Sidecar]));
        turn.extend(named(&[Role::App]));
        return turn;
    }
    for (role, name) in named(&[Role::Init, Role::Sidecar]) {
        let done = has_passed(state, role, &name);
        if !done || role == Role::Sidecar {
            turn.push((role, name));
        }
        if !done {
            break;
        }
    }
    turn
}

/// Whether the next init container may begin after this one.
fn has_passed(state: &State, role: Role, name: &str) -> bool {
    let Some(sandbox) = state.seen.sandbox() else { return false };
    let Some(attempt) = state.seen.latest(name).filter(|attempt| attempt.sandbox_id == sandbox.id) else {
        return false;
    };
    match attempt.state {
        ContainerState::Running => role == Role::Sidecar && state.has_started(attempt),
        ContainerState::Exited => role == Role::Init && attempt.exit_code == 0,
        ContainerState::Created | ContainerState::Unknown => false,
    }
}

/// Whether the container failed not long ago.
fn must_wait(state: &mut State, now: i64, name: &str, effects: &mut Vec<Effect>) -> bool {
    let retry_at = state.launches.get(name).map_or(0, |launch| launch.retry_at);
    if retry_at > now {
        state.wake_at(retry_at);
        return true;
    }
    let ended = state.seen.latest(name).filter(|attempt| attempt.state == ContainerState::Exited);
    let Some(finished) = ended.map(|attempt| attempt.finished_at) else { return false };
    let Some((until, delay)) = state.crashes.until(name, finished, now) else { return false };
    state.wake_at(until);
    let pod = spec::described(&state.pod);
    let launch = state.launches.entry(name.to_owned()).or_default();
    let delay = meta::Duration::from_nanos(delay);
    let message = format!("back-off {delay} restarting failed container={name} pod={pod}");
    let waiting = Waiting { reason: "CrashLoopBackOff".into(), message };
    if launch.waiting.as_ref() != Some(&waiting) {
        launch.waiting = Some(waiting);
        effects.push(Effect::Event {
            warning: true,
            reason: "BackOff",
            message: format!("Back-off restarting failed container {name} in pod {pod}"),
            container: Some(name.to_owned()),
        });
    }
    true
}

/// The next thing towards a running container: its image, then itself.
fn launch(state: &mut State, now: i64, name: &str, effects: &mut Vec<Effect>) {
    state.busy.insert(Task::Start(name.to_owned()));
    let launch = state.launches.entry(name.to_owned()).or_default();
    if !launch.image_ready {
        let image = spec::container(&state.pod, name).and_then(|(_, found)| found.image.clone());
        let image = image.unwrap_or_default();
        let may_pull = state.pulls.until_since_update(&image, now).is_none();
        let last_error = state.pull_errors.get(&image).cloned();
        effects.push(Effect::EnsureImage { container: name.to_owned(), may_pull, last_error });
        return;
    }
    if let Some(attempt) = state.seen.latest(name).filter(|attempt| attempt.state == ContainerState::Exited) {
        let finished = attempt.finished_at;
        state.crashes.next(name, finished, now);
    }
    let attempt = next_attempt(state, name);
    effects.push(Effect::StartContainer { container: name.to_owned(), attempt });
}

/// The number of the next attempt: one more than the last that is known, be it to the API only.
fn next_attempt(state: &State, name: &str) -> u32 {
    if let Some(Attempt { attempt, .. }) = state.seen.latest(name) {
        return attempt + 1;
    }
    let status = &state.status;
    let lists = [&status.init_container_statuses, &status.container_statuses];
    let old = lists.into_iter().flatten().flatten().find(|old| old.name == name);
    let Some(old) = old else { return 0 };
    let count = u32::try_from(old.restart_count).unwrap_or(0);
    let ran = old.container_id.as_deref().is_some_and(|id| !id.is_empty());
    if ran { count + 1 } else { count }
}

/// Forgets how starting went, for a pod that is ending.
pub(super) fn forget_launches(state: &mut State) {
    state
        .launches
        .values_mut()
        .for_each(|launch| *launch = Launch { waiting: launch.waiting.take(), ..Launch::default() });
}
