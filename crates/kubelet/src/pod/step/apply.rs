//! What an input changes of what is known. Nothing is decided here.

use std::sync::Arc;

use api::core::v1::Pod;

use super::{Effect, ImageFailure, Input, resize};
use crate::backoff::SECOND;
use crate::pod::spec;
use crate::pod::state::{Life, Observation, ProbeKind, State, Task, Volumes, Waiting};

/// Until a container that could not be made is tried again.
const RETRY: i64 = 10 * SECOND;
/// Until the reason of a failed pull gives way to the fact that it waits.
const PULL_ERROR_SHOWN: i64 = 2 * SECOND;

pub(super) fn apply(state: &mut State, now: i64, input: Input, effects: &mut Vec<Effect>) {
    match input {
        Input::Pod(pod) => wanted(state, now, pod, effects),
        Input::Removed => removed(state, now, effects),
        Input::End(verdict, grace) => {
            if state.is_active() {
                state.verdict = Some(verdict);
                begin_ending(state, now, grace, effects);
            }
        }
        Input::Seen(seen) => see(state, seen),
        Input::Probed { id, kind, well } => {
            let probed = state.probed.entry(id).or_default();
            match kind {
                ProbeKind::Startup => probed.startup = Some(well),
                ProbeKind::Liveness => probed.liveness = Some(well),
                ProbeKind::Readiness => probed.readiness = Some(well),
            }
        }
        Input::Volumes(result) => {
            state.busy.remove(&Task::Volumes);
            if outcome(state, now, "volumes", result) {
                state.volumes = Volumes::Ready;
            }
        }
        Input::Sandbox(result) => {
            state.busy.remove(&Task::Sandbox);
            outcome(state, now, "sandbox", result);
        }
        Input::SandboxStopped(id, result) => {
            state.busy.remove(&Task::StopSandbox(id));
            outcome(state, now, "stop", result);
        }
        Input::Image(container, result) => image(state, now, &container, result),
        Input::Started(container, result) => started(state, now, &container, result),
        Input::Stopped(id, grace) => {
            state.busy.remove(&Task::Stop(id, grace));
        }
        Input::Allocated(answer) => match *answer {
            Ok(allocation) => resize::promised(state, allocation, effects),
            Err(pending) => resize::refused(state, pending, effects),
        },
        Input::Room => state.resize.asked = None,
        Input::Resized(result) => resize::told(state, now, result, effects),
        Input::TornDown(result) => {
            state.busy.remove(&Task::TearDown);
            if outcome(state, now, "teardown", result) {
                state.volumes = Volumes::Absent;
                state.life = Life::Terminated { clean: true };
            }
        }
        Input::Deleted(result) => {
            state.busy.remove(&Task::Delete);
            state.deleted = outcome(state, now, "delete", result);
        }
        Input::Cleared(result) => {
            state.busy.remove(&Task::Remove);
            if outcome(state, now, "clear", result) {
                state.life = Life::Gone;
            }
        }
        Input::Changed => {
            state.retry_at = 0;
            let failed = |launch: &&mut crate::pod::state::Launch| {
                launch.waiting.as_ref().is_some_and(|waiting| waiting.reason == "CreateContainerConfigError")
            };
            state.launches.values_mut().filter(failed).for_each(|launch| launch.retry_at = 0);
        }
        Input::Time => {}
    }
}

/// Notes success or failure of something that is tried again; gives whether it was a success.
fn outcome(state: &mut State, now: i64, what: &str, result: Result<(), String>) -> bool {
    match result {
        Ok(()) => state.failures.forget(what),
        Err(_) => {
            state.failures.next(what, now, now);
            state.retry_at = state.failures.until_since_update(what, now).unwrap_or(now);
            return false;
        }
    }
    true
}

fn wanted(state: &mut State, now: i64, pod: Arc<Pod>, effects: &mut Vec<Effect>) {
    state.pod = match &state.allocation {
        Some(allocation) => allocation.apply(&pod),
        None => pod.clone(),
    };
    state.wanted = pod;
    if !state.deletion_requested() {
        return;
    }
    let grace = state.pod.metadata.deletion_grace_period_seconds;
    let grace = grace.unwrap_or_else(|| spec::termination_grace(&state.pod));
    match &mut state.life {
        Life::Active => begin_ending(state, now, grace, effects),
        // A second request may only be more urgent.
        Life::Terminating { grace: given, .. } => *given = (*given).min(grace),
        Life::Terminated { .. } | Life::Gone => {}
    }
}

fn removed(state: &mut State, now: i64, effects: &mut Vec<Effect>) {
    state.removed = true;
    if state.is_active() {
        let grace = spec::termination_grace(&state.pod);
        begin_ending(state, now, grace, effects);
    }
}

/// From now on its containers are to end.
pub(super) fn begin_ending(state: &mut State, now: i64, grace: i64, effects: &mut Vec<Effect>) {
    state.life = Life::Terminating { since: now, grace: grace.max(0) };
    state.retry_at = 0;
    if state.starts_something() {
        effects.push(Effect::CancelStarts);
    }
}

fn see(state: &mut State, seen: Observation) {
    if !state.looked {
        state.looked = true;
        adopt(state, &seen);
    }
    state.probed.retain(|id, _| seen.attempts.iter().any(|attempt| attempt.id == *id));
    state.seen = seen;
}

/// Containers that ran before this kubelet did are as ready as its predecessor said, until probes say otherwise.
fn adopt(state: &mut State, seen: &Observation) {
    let status = &state.status;
    let lists = [&status.init_container_statuses, &status.container_statuses];
    for old in lists.into_iter().flatten().flatten() {
        let id = old.container_id.as_deref().and_then(|id| id.split_once("://")).map(|(_, id)| id);
        let found = seen.running().find(|attempt| Some(attempt.id.as_str()) == id);
        let Some(attempt) = found else { continue };
        let probed = state.probed.entry(attempt.id.clone()).or_default();
        probed.startup = old.started.filter(|started| *started);
        probed.readiness = Some(old.ready);
    }
}

fn image(state: &mut State, now: i64, container: &str, result: Result<(), ImageFailure>) {
    state.busy.remove(&Task::Start(container.to_owned()));
    let image = spec::container(&state.pod, container).and_then(|(_, found)| found.image.clone());
    let image = image.unwrap_or_default();
    let launch = state.launches.entry(container.to_owned()).or_default();
    let failure = match result {
        Ok(()) => {
            launch.image_ready = true;
            state.pulls.forget(&image);
            state.pull_errors.remove(&image);
            return;
        }
        Err(failure) => failure,
    };
    launch.retry_at = now + RETRY;
    if failure.pull_failed {
        state.pulls.next(&image, now, now);
        let text = format!("{}: {}", failure.waiting.reason, failure.waiting.message);
        state.pull_errors.insert(image, text);
        launch.retry_at = now + PULL_ERROR_SHOWN;
    } else if failure.backed_off {
        launch.retry_at = state.pulls.until_since_update(&image, now).unwrap_or(now);
    }
    launch.waiting = Some(failure.waiting);
}

fn started(state: &mut State, now: i64, container: &str, result: Result<(), Waiting>) {
    state.busy.remove(&Task::Start(container.to_owned()));
    let launch = state.launches.entry(container.to_owned()).or_default();
    launch.image_ready = false;
    match result {
        Ok(()) => {
            launch.waiting = None;
            launch.retry_at = 0;
            state.resize.restarting.remove(container);
        }
        Err(waiting) => {
            launch.waiting = Some(waiting);
            launch.retry_at = now + RETRY;
        }
    }
}
