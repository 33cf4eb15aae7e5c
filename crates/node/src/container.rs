//! Containers: what is to run, and how it runs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{LinuxResources, NamespaceMode, SeccompProfile};

/// Whether mounts made on one side show on the other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Propagation {
    /// No.
    #[default]
    Private,
    /// The node's show in the container.
    HostToContainer,
    /// Both ways.
    Bidirectional,
}

/// A directory or file of the node, shown in the container.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mount {
    /// Where in the container.
    pub container_path: String,
    /// Where on the node; made as a directory when it is not there.
    pub host_path: String,
    /// Not to be written.
    pub read_only: bool,
    /// That goes for mounts below it, too.
    pub recursive_read_only: bool,
    /// How mounts spread.
    pub propagation: Propagation,
    /// Not a path of the node but an image with this reference; `host_path` is empty then.
    pub image: Option<String>,
    /// A path within the image.
    pub image_sub_path: String,
}

/// A device of the node, shown in the container.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// Where in the container.
    pub container_path: String,
    /// Where on the node.
    pub host_path: String,
    /// Some of `rwm`.
    pub permissions: String,
}

/// What the container may do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContainerSecurity {
    /// Everything.
    pub privileged: bool,
    /// Capabilities beyond the runtime's default, without `CAP_`; `ALL` is all.
    pub add_capabilities: Vec<String>,
    /// Capabilities it does not get.
    pub drop_capabilities: Vec<String>,
    /// Whose processes it sees: `Container`, `Pod` or `Node`, or with `pid_target` those of another container.
    pub pid: NamespaceMode,
    /// The id of the container whose process namespace it joins.
    pub pid_target: Option<String>,
    /// The user by number.
    pub run_as_user: Option<i64>,
    /// The user by a name that the image knows.
    pub run_as_username: Option<String>,
    /// The group.
    pub run_as_group: Option<i64>,
    /// More groups.
    pub supplemental_groups: Vec<i64>,
    /// Take only `supplemental_groups`, not those which the image gives the user.
    pub strict_groups: bool,
    /// Its root is read-only.
    pub read_only_root: bool,
    /// No set-uid.
    pub no_new_privileges: bool,
    /// Its system calls.
    pub seccomp: SeccompProfile,
    /// Paths that can't be seen; `None` takes the runtime's list.
    pub masked_paths: Option<Vec<String>>,
    /// Paths that can't be written; `None` takes the runtime's list.
    pub read_only_paths: Option<Vec<String>>,
}

/// Everything about a container to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContainerConfig {
    /// Its name in the pod.
    pub name: String,
    /// Which attempt this is: the restart count.
    pub attempt: u32,
    /// The image's reference or id, present on the node.
    pub image: String,
    /// Replaces the image's entry point; empty keeps it.
    pub command: Vec<String>,
    /// Replaces the image's arguments; empty keeps them unless `command` is given.
    pub args: Vec<String>,
    /// Replaces the image's working directory; empty keeps it.
    pub working_dir: String,
    /// The environment, added to the image's.
    pub env: Vec<(String, String)>,
    /// What is mounted.
    pub mounts: Vec<Mount>,
    /// Devices.
    pub devices: Vec<Device>,
    /// Labels, to be found by.
    pub labels: BTreeMap<String, String>,
    /// Annotations, kept as they are.
    pub annotations: BTreeMap<String, String>,
    /// Its log, relative to the sandbox's log directory; lines in CRI's format.
    pub log_path: String,
    /// Whether there is a standard input.
    pub stdin: bool,
    /// It is closed when the first client leaves.
    pub stdin_once: bool,
    /// Whether there is a terminal.
    pub tty: bool,
    /// Limits.
    pub resources: LinuxResources,
    /// What it may do.
    pub security: ContainerSecurity,
    /// The signal that asks it to end, if not the image's: `SIGTERM`.
    pub stop_signal: Option<String>,
}

/// Where in its life it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ContainerState {
    /// Made.
    Created,
    /// Runs.
    Running,
    /// Ended.
    Exited,
    /// The runtime does not know.
    Unknown,
}

/// A container in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Container {
    /// The runtime's id.
    pub id: String,
    /// Its sandbox.
    pub sandbox_id: String,
    /// Its name in the pod.
    pub name: String,
    /// Which attempt.
    pub attempt: u32,
    /// The image as it was asked for.
    pub image: String,
    /// The image's id.
    pub image_ref: String,
    /// Where in its life it is.
    pub state: ContainerState,
    /// Nanoseconds since 1970.
    pub created_at: i64,
    /// As given.
    pub labels: BTreeMap<String, String>,
    /// As given.
    pub annotations: BTreeMap<String, String>,
}

/// A container with all that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContainerStatus {
    /// What lists show.
    pub container: Container,
    /// Nanoseconds since 1970; 0 if it never started.
    pub started_at: i64,
    /// Nanoseconds since 1970; 0 if it has not ended.
    pub finished_at: i64,
    /// What it ended with; 128 + the signal's number for a signal.
    pub exit_code: i32,
    /// `Completed`, `Error`, `OOMKilled`, `StartError`, `ContainerCannotRun`.
    pub reason: String,
    /// More words.
    pub message: String,
    /// The image with its digest, as pods show it: `name@sha256:…`.
    pub image_id: String,
    /// Where its log is.
    pub log_path: String,
    /// What is mounted.
    pub mounts: Vec<Mount>,
    /// The limits it has.
    pub resources: Option<LinuxResources>,
    /// User, group and groups of its first process.
    pub user: Option<(i64, i64, Vec<i64>)>,
    /// The signal that asks it to end.
    pub stop_signal: Option<String>,
}

/// Which containers; an empty filter means all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContainerFilter {
    /// By id.
    pub id: Option<String>,
    /// By sandbox.
    pub sandbox_id: Option<String>,
    /// By state.
    pub state: Option<ContainerState>,
    /// By labels, all of them.
    pub labels: BTreeMap<String, String>,
}
