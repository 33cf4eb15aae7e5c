//! What to do next for one pod: `(state, input) → (state, effects)`, without I/O.
//!
//! Every input first changes what is known (`apply`); then one look at everything decides (`active` or `ending`), so that it does not
//! matter in which order things are learnt. An effect is asked for once: it stays in `state.busy` until its outcome comes back as an input.

mod active;
mod apply;
mod containers;
mod ending;
mod resize;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use api::core::v1::Pod;

use crate::pod::spec::Role;
use crate::pod::state::{Life, Observation, ProbeKind, State, Verdict, Waiting};
use crate::resize::{Allocation, Pending};

/// Something that was learnt.
#[derive(Debug, Clone)]
pub enum Input {
    /// The pod as it is wanted now.
    Pod(Arc<Pod>),
    /// The source does not have it any more.
    Removed,
    /// It has to end, with so many seconds of grace.
    End(Verdict, i64),
    /// What the runtime has.
    Seen(Observation),
    /// A probe changed its mind.
    Probed {
        /// The container's id.
        id: String,
        /// Which probe.
        kind: ProbeKind,
        /// Its new mind.
        well: bool,
    },
    /// Volumes are there, or why not.
    Volumes(Result<(), String>),
    /// The sandbox runs, or why not.
    Sandbox(Result<(), String>),
    /// A sandbox was ended, or why not.
    SandboxStopped(String, Result<(), String>),
    /// The image of a container is there, or why not.
    Image(String, Result<(), ImageFailure>),
    /// A container runs, or why not.
    Started(String, Result<(), Waiting>),
    /// A container was ended.
    Stopped(String, i64),
    /// The node has promised what is wanted now, or why not.
    Allocated(Box<Result<Allocation, Pending>>),
    /// There is room for what the pod waits for.
    Room,
    /// Cgroups were told what the pod may use now, or why not.
    Resized(Result<(), String>),
    /// Volumes and cgroups are gone, or why not.
    TornDown(Result<(), String>),
    /// The API was told to forget it, or why not.
    Deleted(Result<(), String>),
    /// Nothing is left of it, or why something is.
    Cleared(Result<(), String>),
    /// Something is due.
    Time,
    /// Something that it depends on changed: what failed may be tried again at once.
    Changed,
}

/// Why an image is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageFailure {
    /// `ErrImagePull`, `ErrImageNeverPull`, `InvalidImageName`, …
    pub waiting: Waiting,
    /// It was pulled, and that failed: the next pull has to wait.
    pub pull_failed: bool,
    /// It was not pulled because the last failure is not long ago.
    pub backed_off: bool,
}

/// Something to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Set up all volumes.
    SetUpVolumes,
    /// Make a sandbox.
    RunSandbox {
        /// Which attempt.
        attempt: u32,
    },
    /// End a sandbox.
    StopSandbox {
        /// Its id.
        id: String,
    },
    /// See that the image of a container is there.
    EnsureImage {
        /// The container's name.
        container: String,
        /// Whether it may be pulled now.
        may_pull: bool,
        /// What the last pull said.
        last_error: Option<String>,
    },
    /// Make and start a container, and run its hook.
    StartContainer {
        /// Its name.
        container: String,
        /// Which attempt.
        attempt: u32,
    },
    /// Run its hook and end a container.
    StopContainer {
        /// Its id.
        id: String,
        /// Its name.
        container: String,
        /// Seconds that it has.
        grace: i64,
        /// What the event says.
        message: String,
    },
    /// Ask the node to promise what is wanted now.
    Allocate,
    /// What was asked for is not wanted any more.
    Withdraw,
    /// Tell cgroups what the pod may use now.
    Resize,
    /// Whatever is starting need not go on.
    CancelStarts,
    /// Take down volumes and cgroups.
    TearDown,
    /// Tell the API to forget it.
    Delete,
    /// Remove sandboxes, containers, directories.
    Clear,
    /// Tell users.
    Event {
        /// Whether it is bad news.
        warning: bool,
        /// In a word.
        reason: &'static str,
        /// In a sentence.
        message: String,
        /// About which container, if about one.
        container: Option<String>,
    },
}

/// What follows from an input.
pub fn step(mut state: State, now: i64, input: Input) -> (State, Vec<Effect>) {
    let mut effects = Vec::new();
    state.wake = None;
    apply::apply(&mut state, now, input, &mut effects);
    // Before the runtime was asked, nothing is known that could be acted upon.
    if state.looked {
        match state.life {
            Life::Active => active::decide(&mut state, now, &mut effects),
            Life::Terminating { .. } | Life::Terminated { .. } => {}
            Life::Gone => {}
        }
        // `active` may have found that it is over.
        if matches!(state.life, Life::Terminating { .. } | Life::Terminated { .. }) {
            ending::decide(&mut state, now, &mut effects);
        }
    }
    (state, effects)
}

/// The role of a container of this pod; those it does not name (any more) count as apps.
fn role_of(state: &State, name: &str) -> Role {
    crate::pod::spec::container(&state.pod, name).map_or(Role::App, |(role, _)| role)
}
