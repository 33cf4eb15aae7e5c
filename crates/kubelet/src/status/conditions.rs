//! The conditions of a pod that its kubelet owns.

use api::core::v1::{ContainerStatus, PodCondition, PodStatus};

use super::containers::Statuses;
use crate::pod::spec::{self, Role};
use crate::pod::state::State;
use crate::status::time;

/// The conditions that the kubelet owns; all others are kept as they are.
pub const OURS: &[&str] = &[
    "PodReadyToStartContainers",
    "Initialized",
    "Ready",
    "ContainersReady",
    "PodScheduled",
    "DisruptionTarget",
    "PodResizePending",
    "PodResizeInProgress",
];

/// True or false, with a reason.
struct Found {
    kind: &'static str,
    well: bool,
    reason: &'static str,
    message: String,
}

impl Found {
    fn new(kind: &'static str, well: bool, reason: &'static str, message: String) -> Self {
        Self { kind, well, reason, message }
    }
}

/// Puts the conditions into the status, whose phase is known.
pub(super) fn put(status: &mut PodStatus, state: &State, statuses: &Statuses, now: i64) {
    let phase = status.phase.clone().unwrap_or_default();
    let foreign = state.pod.status.iter().flat_map(|status| status.conditions.iter().flatten());
    let foreign = foreign.filter(|condition| !OURS.contains(&condition.type_.as_str()));
    let mut conditions: Vec<PodCondition> = foreign.cloned().collect();
    let containers_ready = containers_ready(state, statuses, &phase);
    let ready = ready(state, &conditions, &containers_ready);
    let sandbox_ready = state.seen.sandbox().is_some();
    let mut found = vec![
        Found::new("PodReadyToStartContainers", sandbox_ready, "", String::new()),
        initialized(state, statuses, &phase),
        ready,
        containers_ready,
        Found::new("PodScheduled", true, "", String::new()),
    ];
    if let Some(verdict) = state.verdict.as_ref().filter(|verdict| verdict.disruption) {
        let message = verdict.message.clone();
        found.insert(0, Found::new("DisruptionTarget", true, "TerminationByKubelet", message));
    } else if let Some(kept) = super::condition(&state.status, "DisruptionTarget") {
        conditions.push(kept.clone());
    }
    conditions.extend(resizing(state, now));
    conditions.extend(found.into_iter().map(|found| dated(found, state, now)));
    status.conditions = Some(conditions);
}

/// With the time of its last change.
fn dated(found: Found, state: &State, now: i64) -> PodCondition {
    let status = if found.well { "True" } else { "False" };
    let old = super::condition(&state.status, found.kind).filter(|old| old.status == status);
    let since = old.and_then(|old| old.last_transition_time.clone());
    PodCondition {
        type_: found.kind.into(),
        status: status.into(),
        reason: Some(found.reason.to_owned()).filter(|reason| !reason.is_empty()),
        message: Some(found.message).filter(|message| !message.is_empty()),
        last_transition_time: Some(since.unwrap_or_else(|| time(now))),
        observed_generation: state.pod.metadata.generation,
        ..PodCondition::default()
    }
}

/// What is there only as long as what the pod may use is to change.
fn resizing(state: &State, now: i64) -> impl Iterator<Item = PodCondition> {
    let pending = state.resize.pending.as_ref().map(|(pending, generation)| {
        let reason = if pending.infeasible { "Infeasible" } else { "Deferred" };
        ("PodResizePending", Some(reason), Some(pending.message.clone()), *generation)
    });
    let progress = state.resize.progress.as_ref().map(|progress| {
        let reason = progress.error.as_ref().map(|_| "Error");
        ("PodResizeInProgress", reason, progress.error.clone(), progress.generation)
    });
    let shown = [pending, progress].into_iter().flatten();
    shown.filter(|_| state.is_active()).map(move |(kind, reason, message, generation)| {
        let old = super::condition(&state.status, kind).filter(|old| old.reason.as_deref() == reason);
        let since = old.and_then(|old| old.last_transition_time.clone());
        PodCondition {
            type_: kind.into(),
            status: "True".into(),
            reason: reason.map(str::to_owned),
            message,
            last_transition_time: Some(since.unwrap_or_else(|| time(now))),
            observed_generation: Some(generation),
            ..PodCondition::default()
        }
    })
}

/// A list of names as upstream prints it: `[a b]`.
fn listed(names: &[&str]) -> String {
    format!("[{}]", names.join(" "))
}

/// The complaint about containers, `""` if there is none.
fn complaint(unknown: &[&str], others: &[&str], word: &str) -> String {
    let mut parts = Vec::new();
    if !unknown.is_empty() {
        parts.push(format!("containers with unknown status: {}", listed(unknown)));
    }
    if !others.is_empty() {
        parts.push(format!("containers with {word} status: {}", listed(others)));
    }
    parts.join(", ")
}

fn containers_ready(state: &State, statuses: &Statuses, phase: &str) -> Found {
    let kind = "ContainersReady";
    match phase {
        "Succeeded" => return Found::new(kind, false, "PodCompleted", String::new()),
        "Failed" => return Found::new(kind, false, "PodFailed", String::new()),
        _ => {}
    }
    let mut unready: Vec<&str> = Vec::new();
    let all = spec::containers(&state.pod);
    let init = all.iter().filter(|(role, _)| *role == Role::Sidecar);
    let apps = all.iter().filter(|(role, _)| *role == Role::App);
    for (_, container) in init.chain(apps) {
        if !statuses.find(&container.name).is_some_and(|status| status.ready) {
            unready.push(&container.name);
        }
    }
    match complaint(&[], &unready, "unready") {
        message if message.is_empty() => Found::new(kind, true, "", message),
        message => Found::new(kind, false, "ContainersNotReady", message),
    }
}

fn ready(state: &State, others: &[PodCondition], containers: &Found) -> Found {
    if !containers.well {
        return Found {
            kind: "Ready",
            well: false,
            reason: containers.reason,
            message: containers.message.clone(),
        };
    }
    let gates = state.pod.spec.iter().flat_map(|spec| spec.readiness_gates.iter().flatten());
    let mut missing = Vec::new();
    for gate in gates {
        let name = &gate.condition_type;
        match others.iter().find(|condition| condition.type_ == *name) {
            None => missing
                .push(format!("corresponding condition of pod readiness gate \"{name}\" does not exist.")),
            Some(condition) if condition.status != "True" => missing.push(format!(
                "the status of pod readiness gate \"{name}\" is not \"True\", but {}",
                condition.status
            )),
            Some(_) => {}
        }
    }
    match missing.join(", ") {
        message if message.is_empty() => Found::new("Ready", true, "", message),
        message => Found::new("Ready", false, "ReadinessGatesNotReady", message),
    }
}

fn initialized(state: &State, statuses: &Statuses, phase: &str) -> Found {
    let kind = "Initialized";
    if phase == "Succeeded" {
        return Found::new(kind, true, "PodCompleted", String::new());
    }
    let done = |status: &ContainerStatus, role: Role| match role {
        Role::Sidecar => status.started == Some(true) || began(status),
        _ => status
            .state
            .as_ref()
            .and_then(|now| now.terminated.as_ref())
            .is_some_and(|end| end.exit_code == 0),
    };
    let any_app = statuses.apps.iter().any(began);
    let incomplete: Vec<&str> = statuses
        .init
        .iter()
        .filter(|status| {
            let role = spec::container(&state.pod, &status.name).map_or(Role::Init, |(role, _)| role);
            !done(status, role)
        })
        .map(|status| status.name.as_str())
        .collect();
    match complaint(&[], &incomplete, "incomplete") {
        message if message.is_empty() || any_app => Found::new(kind, true, "", String::new()),
        message => Found::new(kind, false, "ContainersNotInitialized", message),
    }
}

/// Whether a container has run at all.
fn began(status: &ContainerStatus) -> bool {
    let now = status.state.as_ref().is_some_and(|now| now.running.is_some() || now.terminated.is_some());
    now || status.last_state.as_ref().is_some_and(|last| last.terminated.is_some())
}
