//! The phase of a pod: one word for all its containers.

use api::core::v1::ContainerStatus;

use super::containers::Statuses;
use crate::pod::spec::{self, Role};
use crate::pod::state::State;

/// How many containers are how.
#[derive(Default)]
struct Count {
    pending_init: usize,
    pending_sidecars: usize,
    failed_for_good: usize,
    unknown: usize,
    running: usize,
    waiting: usize,
    stopped: usize,
    stopped_for_good: usize,
    succeeded: usize,
}

/// The phase; `over`: no container will be started again, whatever its policy.
pub(super) fn of(state: &State, statuses: &Statuses, over: bool) -> &'static str {
    let Some(pod_spec) = &state.pod.spec else { return "Pending" };
    let mut count = Count::default();
    for (role, container) in spec::containers(&state.pod) {
        let status = statuses.find(&container.name);
        let again = |code: i32| {
            spec::restarts(pod_spec, role, &container, code)
                || state.resize.restarting.contains(&container.name)
        };
        match role {
            Role::Init => count.init(status, again),
            Role::Sidecar => count.sidecar(status),
            Role::App => count.app(status, again),
            Role::Ephemeral => {}
        }
    }
    let initialized = has_started_app(state);
    if count.failed_for_good > 0 {
        return "Failed";
    }
    if count.pending_init > 0 || (count.pending_sidecars > 0 && !initialized) || count.waiting > 0 {
        return "Pending";
    }
    if count.running > 0 && count.unknown == 0 {
        return "Running";
    }
    if count.running == 0 && count.stopped > 0 && count.unknown == 0 {
        return match (count.stopped == count.succeeded, over || count.stopped == count.stopped_for_good) {
            (_, false) => "Running",
            (true, true) => "Succeeded",
            (false, true) => "Failed",
        };
    }
    "Pending"
}

/// Whether an app was started in the sandbox of now.
fn has_started_app(state: &State) -> bool {
    let sandbox = state.seen.sandboxes.first().map(|sandbox| sandbox.id.as_str());
    let apps = state.pod.spec.iter().flat_map(|spec| &spec.containers);
    apps.into_iter().any(|container| {
        state
            .seen
            .latest(&container.name)
            .is_some_and(|attempt| Some(attempt.sandbox_id.as_str()) == sandbox && attempt.started_at > 0)
    })
}

impl Count {
    fn init(&mut self, status: Option<&ContainerStatus>, again: impl Fn(i32) -> bool) {
        match ended(status) {
            Some((code, _)) if code != 0 => self.failed_for_good += usize::from(!again(code)),
            Some((_, true)) => {}
            _ => self.pending_init += 1,
        }
    }

    fn sidecar(&mut self, status: Option<&ContainerStatus>) {
        let Some(status) = status else {
            self.unknown += 1;
            return;
        };
        let state = status.state.as_ref();
        if state.is_some_and(|state| state.running.is_some()) {
            self.running += 1;
            self.pending_sidecars += usize::from(status.started != Some(true));
        } else if ended(Some(status)).is_none() {
            self.waiting += 1;
            self.pending_sidecars += 1;
        }
    }

    fn app(&mut self, status: Option<&ContainerStatus>, again: impl Fn(i32) -> bool) {
        let Some(status) = status else {
            self.unknown += 1;
            return;
        };
        if status.state.as_ref().is_some_and(|state| state.running.is_some()) {
            self.running += 1;
            return;
        }
        match ended(Some(status)) {
            Some((code, now)) => {
                self.stopped += 1;
                self.succeeded += usize::from(now && code == 0);
                self.stopped_for_good += usize::from(!again(code));
            }
            None => self.waiting += 1,
        }
    }
}

/// The exit code of a container that ended, and whether that is its state and not only its last one.
fn ended(status: Option<&ContainerStatus>) -> Option<(i32, bool)> {
    let status = status?;
    let state = status.state.as_ref();
    if let Some(terminated) = state.and_then(|state| state.terminated.as_ref()) {
        return Some((terminated.exit_code, true));
    }
    if state.is_some_and(|state| state.running.is_some()) {
        return None;
    }
    let last = status.last_state.as_ref().and_then(|state| state.terminated.as_ref());
    last.map(|terminated| (terminated.exit_code, false))
}
