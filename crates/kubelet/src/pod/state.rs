//! Everything that is known about one pod: what is wanted, what the runtime has, what was tried and how it went.
//!
//! Plain data; only `step` changes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use api::core::v1::{Pod, PodStatus};
use node::ContainerState;

use crate::backoff::Backoff;
use crate::pod::spec;
use crate::resize::{Actuated, Allocation, Pending};

/// A sandbox as the runtime has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SandboxSeen {
    /// Its id.
    pub id: String,
    /// Which attempt.
    pub attempt: u32,
    /// Whether it is usable.
    pub ready: bool,
    /// Its addresses.
    pub ips: Vec<String>,
}

/// A container as the runtime has it: one attempt to run what the pod names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Its id.
    pub id: String,
    /// Its sandbox.
    pub sandbox_id: String,
    /// Its name in the pod.
    pub name: String,
    /// Which attempt: the restart count.
    pub attempt: u32,
    /// Where in its life it is.
    pub state: ContainerState,
    /// Nanoseconds since 1970; 0 if not yet.
    pub started_at: i64,
    /// Nanoseconds since 1970; 0 if not yet.
    pub finished_at: i64,
    /// What it ended with.
    pub exit_code: i32,
    /// Why it ended.
    pub reason: String,
    /// Its last words.
    pub message: String,
    /// The image as it was asked for.
    pub image: String,
    /// The image with its digest.
    pub image_id: String,
    /// The hash it was made with.
    pub hash: String,
    /// User, group and groups of its first process.
    pub user: Option<(i64, i64, Vec<i64>)>,
}

/// What the runtime has of this pod, newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Observation {
    /// Sandboxes.
    pub sandboxes: Vec<SandboxSeen>,
    /// Containers.
    pub attempts: Vec<Attempt>,
    /// What their cgroups were told.
    pub actuated: Actuated,
}

impl Observation {
    /// The newest attempt of a container.
    pub fn latest(&self, name: &str) -> Option<&Attempt> {
        self.attempts.iter().find(|attempt| attempt.name == name)
    }

    /// The sandbox that containers go into.
    pub fn sandbox(&self) -> Option<&SandboxSeen> {
        self.sandboxes.first().filter(|sandbox| sandbox.ready)
    }

    /// Containers that run.
    pub fn running(&self) -> impl Iterator<Item = &Attempt> {
        self.attempts.iter().filter(|attempt| attempt.state == ContainerState::Running)
    }
}

/// What probes have found out about one container. `None`: nothing yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Probed {
    /// It has started.
    pub startup: Option<bool>,
    /// It is alive.
    pub liveness: Option<bool>,
    /// It can serve.
    pub readiness: Option<bool>,
}

/// Which probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProbeKind {
    /// Has it started?
    Startup,
    /// Is it alive?
    Liveness,
    /// Can it serve?
    Readiness,
}

/// Why a container does not run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Waiting {
    /// `CrashLoopBackOff`, `ErrImagePull`, …
    pub reason: String,
    /// In a sentence.
    pub message: String,
}

/// How starting a container goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Launch {
    /// Why it does not run.
    pub waiting: Option<Waiting>,
    /// Not before; nanoseconds since 1970.
    pub retry_at: i64,
    /// The image is there.
    pub image_ready: bool,
}

/// How the pod's volumes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Volumes {
    /// Not there.
    Absent,
    /// There.
    Ready,
}

/// Something the actor is doing for this pod.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    /// Setting up volumes.
    Volumes,
    /// Making a sandbox.
    Sandbox,
    /// Ending a sandbox.
    StopSandbox(String),
    /// Fetching the image of a container, or starting it.
    Start(String),
    /// Telling cgroups what the pod may use now.
    Resize,
    /// Ending a container, with so many seconds of grace.
    Stop(String, i64),
    /// Taking down volumes and cgroups.
    TearDown,
    /// Deleting the pod from the API.
    Delete,
    /// Removing sandboxes, containers, directories.
    Remove,
}

/// A phase that was decided from outside of the containers, with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// `DeadlineExceeded`, `Evicted`, `OutOfcpu`, …
    pub reason: String,
    /// In a sentence.
    pub message: String,
    /// The condition `DisruptionTarget` says so, too.
    pub disruption: bool,
}

/// Where in its life the pod is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Life {
    /// Its containers are to run.
    Active,
    /// Its containers are to end.
    Terminating {
        /// Since when; nanoseconds since 1970.
        since: i64,
        /// Seconds that they have.
        grace: i64,
    },
    /// No container runs and none will.
    Terminated {
        /// Volumes and cgroups are gone.
        clean: bool,
    },
    /// Nothing is left of it.
    Gone,
}

/// A change of what the pod may use that is being carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// Of which generation of the pod.
    pub generation: i64,
    /// Why it does not go on.
    pub error: Option<String>,
}

/// How changing what the pod may use goes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Resize {
    /// What was asked for last.
    pub asked: Option<Allocation>,
    /// Why it waits, and which generation of the pod does.
    pub pending: Option<(Pending, i64)>,
    /// What is being carried out.
    pub progress: Option<Progress>,
    /// Containers that were ended to be started with it.
    pub restarting: BTreeSet<String>,
    /// Not tried again before; nanoseconds since 1970.
    pub retry_at: i64,
}

impl Resize {
    /// As a kubelet before this one told the API.
    fn known(status: &PodStatus) -> Self {
        let mut resize = Self::default();
        for condition in status.conditions.iter().flatten() {
            let generation = condition.observed_generation.unwrap_or(0);
            let message = condition.message.clone().unwrap_or_default();
            match condition.type_.as_str() {
                "PodResizePending" => {
                    let infeasible = condition.reason.as_deref() == Some("Infeasible");
                    resize.pending = Some((Pending { infeasible, message }, generation));
                }
                "PodResizeInProgress" => {
                    let error = Some(message).filter(|message| !message.is_empty());
                    resize.progress = Some(Progress { generation, error });
                }
                _ => {}
            }
        }
        resize
    }
}

/// Everything about one pod.
#[derive(Debug, Clone)]
pub struct State {
    /// What is wanted, with what the node has promised of it.
    pub pod: Arc<Pod>,
    /// What is wanted.
    pub wanted: Arc<Pod>,
    /// What the node has promised; nothing if it has not taken the pod.
    pub allocation: Option<Allocation>,
    /// How changing that goes.
    pub resize: Resize,
    /// The source does not have it any more.
    pub removed: bool,
    /// The API has been told to forget it.
    pub deleted: bool,
    /// Where in its life it is.
    pub life: Life,
    /// What the runtime has.
    pub seen: Observation,
    /// The runtime was asked.
    pub looked: bool,
    /// How its volumes are.
    pub volumes: Volumes,
    /// Volumes or sandbox are not tried before; nanoseconds since 1970.
    pub retry_at: i64,
    /// How starting each container goes.
    pub launches: BTreeMap<String, Launch>,
    /// What probes found out, by container id.
    pub probed: BTreeMap<String, Probed>,
    /// What goes on.
    pub busy: BTreeSet<Task>,
    /// Restarts of containers.
    pub crashes: Backoff,
    /// Pulls of images.
    pub pulls: Backoff,
    /// What the last pull of an image said.
    pub pull_errors: BTreeMap<String, String>,
    /// Failures of volumes and sandboxes.
    pub failures: Backoff,
    /// Why it ended, if not by its containers.
    pub verdict: Option<Verdict>,
    /// The status as it was last rendered, or as the API had it.
    pub status: PodStatus,
    /// When something is due again; nanoseconds since 1970.
    pub wake: Option<i64>,
}

impl State {
    /// A pod of which nothing is known but what is wanted.
    pub fn new(pod: Arc<Pod>) -> Self {
        let status = pod.status.clone().unwrap_or_default();
        Self {
            wanted: pod.clone(),
            pod,
            allocation: None,
            resize: Resize::known(&status),
            removed: false,
            deleted: false,
            life: Life::Active,
            seen: Observation::default(),
            looked: false,
            volumes: Volumes::Absent,
            retry_at: 0,
            launches: BTreeMap::new(),
            probed: BTreeMap::new(),
            busy: BTreeSet::new(),
            crashes: Backoff::new(10, 300),
            pulls: Backoff::new(10, 300),
            pull_errors: BTreeMap::new(),
            failures: Backoff::new(1, 60),
            verdict: None,
            status,
            wake: None,
        }
    }

    /// Whether the API wants it to end.
    pub fn deletion_requested(&self) -> bool {
        self.pod.metadata.deletion_timestamp.is_some()
    }

    /// Whether its containers are to run.
    pub fn is_active(&self) -> bool {
        self.life == Life::Active
    }

    /// Whether something is done about starting this container.
    pub fn is_starting(&self, container: &str) -> bool {
        self.busy.contains(&Task::Start(container.to_owned()))
    }

    /// Whether a container is started at all right now; they are started one by one.
    pub fn starts_something(&self) -> bool {
        self.busy.iter().any(|task| matches!(task, Task::Start(_)))
    }

    /// The grace that a container was given to end, if it was.
    pub fn stopping(&self, id: &str) -> Option<i64> {
        self.busy.iter().find_map(|task| match task {
            Task::Stop(stopping, grace) if stopping == id => Some(*grace),
            _ => None,
        })
    }

    /// Whether a running container has started by its own word.
    pub fn has_started(&self, attempt: &Attempt) -> bool {
        let Some((_, container)) = spec::container(&self.pod, &attempt.name) else { return true };
        let probed = self.probed.get(&attempt.id);
        let hooked = !self.is_starting(&attempt.name);
        hooked
            && (container.startup_probe.is_none() || probed.and_then(|probed| probed.startup) == Some(true))
    }

    /// Whether a running container can serve.
    pub fn is_ready(&self, attempt: &Attempt) -> bool {
        let Some((role, container)) = spec::container(&self.pod, &attempt.name) else { return false };
        if role == spec::Role::Ephemeral {
            return false;
        }
        let probed = self.probed.get(&attempt.id).and_then(|probed| probed.readiness);
        self.has_started(attempt) && (container.readiness_probe.is_none() || probed == Some(true))
    }

    /// Asks to be woken at this time, if nothing is due earlier.
    pub(crate) fn wake_at(&mut self, at: i64) {
        self.wake = Some(self.wake.map_or(at, |wake| wake.min(at)));
    }
}
