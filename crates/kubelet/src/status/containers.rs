//! The statuses of containers: what the runtime has, what starting them says, and what was known before.

use api::core::v1::{
    Container, ContainerState, ContainerStateRunning, ContainerStateTerminated, ContainerStateWaiting,
    ContainerStatus, ContainerUser, LinuxContainerUser, PodStatus, VolumeMountStatus,
};
use node::ContainerState as Seen;

use crate::pod::spec::{self, Role};
use crate::pod::state::{Attempt, State};
use crate::status::time;

/// The statuses of all containers, by role.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Statuses {
    pub init: Vec<ContainerStatus>,
    pub apps: Vec<ContainerStatus>,
    pub ephemeral: Vec<ContainerStatus>,
}

impl Statuses {
    pub fn find(&self, name: &str) -> Option<&ContainerStatus> {
        self.init.iter().chain(&self.apps).find(|status| status.name == name)
    }

    /// Puts them where they belong.
    pub fn into_status(self, status: &mut PodStatus) {
        let some = |list: Vec<ContainerStatus>| (!list.is_empty()).then_some(list);
        status.init_container_statuses = some(self.init);
        status.container_statuses = some(self.apps);
        status.ephemeral_container_statuses = some(self.ephemeral);
    }
}

pub(super) fn render(state: &State, runtime: &str) -> Statuses {
    let mut statuses = Statuses::default();
    let all = spec::containers(&state.pod);
    let has_init = all.iter().any(|(role, _)| matches!(role, Role::Init | Role::Sidecar));
    for (role, container) in &all {
        let status = one(state, *role, container, has_init, runtime);
        match role {
            Role::Init | Role::Sidecar => statuses.init.push(status),
            Role::App => statuses.apps.push(status),
            Role::Ephemeral => statuses.ephemeral.push(status),
        }
    }
    // In the order of names, as clients expect.
    statuses.apps.sort_by(|a, b| a.name.cmp(&b.name));
    statuses
}

fn one(state: &State, role: Role, container: &Container, has_init: bool, runtime: &str) -> ContainerStatus {
    let old = known(state, role, &container.name);
    let mut attempts = state.seen.attempts.iter().filter(|attempt| attempt.name == container.name);
    let mut status = match attempts.next() {
        Some(attempt) => {
            let mut status = from_attempt(state, container, attempt, runtime);
            if matches!(attempt.state, Seen::Created | Seen::Unknown) {
                status.state = Some(waits(initial(has_init).into(), None));
            }
            status.last_state = match attempts.next() {
                Some(before) => Some(attempt_state(before, runtime)),
                None => old.and_then(|old| old.last_state.clone()).filter(|_| attempt.attempt > 0),
            };
            status
        }
        None => from_memory(state, container, old, has_init),
    };
    status.volume_mounts = mounts(container);
    if role != Role::Ephemeral {
        let runs = status.state.as_ref().is_some_and(|now| now.running.is_some());
        status.resources = super::resources::of_container(state, container, runs);
        status.allocated_resources =
            container.resources.as_ref().and_then(|resources| resources.requests.clone());
    }
    let launch = state.launches.get(&container.name).and_then(|launch| launch.waiting.as_ref());
    let runs = status.state.as_ref().is_some_and(|now| now.running.is_some());
    if let Some(waiting) = launch.filter(|_| !runs && state.is_active()) {
        if status.state.as_ref().is_some_and(|now| now.terminated.is_some()) {
            status.last_state = status.state.take();
        }
        let (reason, message) = (waiting.reason.clone(), waiting.message.clone());
        status.state = Some(waits(reason, Some(message)));
    }
    status
}

/// What was known of a container before.
fn known<'a>(state: &'a State, role: Role, name: &str) -> Option<&'a ContainerStatus> {
    let list = match role {
        Role::Init | Role::Sidecar => &state.status.init_container_statuses,
        Role::App => &state.status.container_statuses,
        Role::Ephemeral => &state.status.ephemeral_container_statuses,
    };
    list.iter().flatten().find(|status| status.name == name)
}

fn from_attempt(state: &State, container: &Container, attempt: &Attempt, runtime: &str) -> ContainerStatus {
    let runs = attempt.state == Seen::Running;
    let user = attempt.user.clone().filter(|_| runs).map(|(uid, gid, groups)| ContainerUser {
        linux: Some(LinuxContainerUser { uid, gid, supplemental_groups: Some(groups) }),
    });
    let init_done = attempt.state == Seen::Exited && attempt.exit_code == 0;
    let role = spec::container(&state.pod, &attempt.name).map(|(role, _)| role);
    ContainerStatus {
        name: attempt.name.clone(),
        image: if attempt.image.is_empty() {
            container.image.clone().unwrap_or_default()
        } else {
            attempt.image.clone()
        },
        image_id: attempt.image_id.clone(),
        container_id: Some(format!("{runtime}://{}", attempt.id)),
        restart_count: i32::try_from(attempt.attempt).unwrap_or(i32::MAX),
        ready: if role == Some(Role::Init) { init_done } else { runs && state.is_ready(attempt) },
        started: Some(runs && state.has_started(attempt)),
        state: Some(attempt_state(attempt, runtime)),
        user,
        ..ContainerStatus::default()
    }
}

/// The state of an attempt.
fn attempt_state(attempt: &Attempt, runtime: &str) -> ContainerState {
    let some = |nanos: i64| Some(time(nanos));
    match attempt.state {
        Seen::Running => ContainerState {
            running: Some(ContainerStateRunning { started_at: some(attempt.started_at) }),
            ..ContainerState::default()
        },
        Seen::Exited => ContainerState {
            terminated: Some(ContainerStateTerminated {
                exit_code: attempt.exit_code,
                reason: Some(match attempt.reason.as_str() {
                    "" if attempt.exit_code == 0 => "Completed".into(),
                    "" => "Error".into(),
                    reason => reason.into(),
                }),
                message: Some(attempt.message.clone()).filter(|message| !message.is_empty()),
                started_at: some(attempt.started_at),
                finished_at: some(attempt.finished_at),
                container_id: Some(format!("{runtime}://{}", attempt.id)),
                ..ContainerStateTerminated::default()
            }),
            ..ContainerState::default()
        },
        Seen::Created | Seen::Unknown => waits("ContainerCreating".into(), None),
    }
}

fn waits(reason: String, message: Option<String>) -> ContainerState {
    let message = message.filter(|message| !message.is_empty());
    let waiting = ContainerStateWaiting { reason: Some(reason), message };
    ContainerState { waiting: Some(waiting), ..ContainerState::default() }
}

/// Why a container that never ran does not run: a pod with init containers is initializing until its apps run.
fn initial(has_init: bool) -> &'static str {
    if has_init { "PodInitializing" } else { "ContainerCreating" }
}

/// The status of a container that the runtime does not have.
fn from_memory(
    state: &State,
    container: &Container,
    old: Option<&ContainerStatus>,
    has_init: bool,
) -> ContainerStatus {
    if let Some(old) = old.filter(|old| old.state.as_ref().is_some_and(|now| now.terminated.is_some())) {
        return old.clone();
    }
    let mut status = ContainerStatus {
        name: container.name.clone(),
        image: container.image.clone().unwrap_or_default(),
        state: Some(waits(initial(has_init).into(), None)),
        started: Some(false),
        ..ContainerStatus::default()
    };
    let Some(old) = old else { return status };
    status.restart_count = old.restart_count;
    status.last_state = old.last_state.clone();
    let ran = old.state.as_ref().is_some_and(|now| now.running.is_some());
    if ran && status.last_state.as_ref().is_none_or(|last| last.terminated.is_none()) {
        status.last_state = Some(lost(
            "The container could not be located when the pod was deleted.  The container used to be Running",
        ));
        status.restart_count += i32::from(!state.deletion_requested());
    }
    status
}

/// A container that ended without a witness.
fn lost(message: &str) -> ContainerState {
    ContainerState {
        terminated: Some(ContainerStateTerminated {
            exit_code: 137,
            reason: Some("ContainerStatusUnknown".into()),
            message: Some(message.into()),
            ..ContainerStateTerminated::default()
        }),
        ..ContainerState::default()
    }
}

/// When all is over, every container has ended: those nobody saw end, with an error.
pub(super) fn settle(statuses: &mut Statuses) {
    let ended = |status: &ContainerStatus| status.state.as_ref().is_some_and(|now| now.terminated.is_some());
    let message = "The container could not be located when the pod was terminated";
    let begun = |status: &ContainerStatus| {
        let was = status.last_state.as_ref().is_some_and(|last| last.terminated.is_some());
        ended(status) || was || status.state.as_ref().is_some_and(|now| now.running.is_some())
    };
    let last_begun = statuses.init.iter().rposition(begun).map_or(0, |last| last + 1);
    let initialized = statuses.init.iter().all(ended);
    for status in &mut statuses.init[..last_begun] {
        if !ended(status) {
            status.state = Some(lost(message));
        }
    }
    for status in statuses.apps.iter_mut().filter(|status| initialized && !ended(status)) {
        status.state = Some(lost(message));
    }
    for status in statuses.init.iter_mut().chain(&mut statuses.apps) {
        status.started = Some(false);
    }
}

/// What is mounted, as the specification has it.
fn mounts(container: &Container) -> Option<Vec<VolumeMountStatus>> {
    let mounts = container.volume_mounts.as_ref()?;
    let shown = |mount: &api::core::v1::VolumeMount| VolumeMountStatus {
        name: mount.name.clone(),
        mount_path: mount.mount_path.clone(),
        read_only: mount.read_only,
        recursive_read_only: mount.read_only.filter(|on| *on).map(|_| "Disabled".into()),
        ..VolumeMountStatus::default()
    };
    Some(mounts.iter().map(shown).collect())
}
