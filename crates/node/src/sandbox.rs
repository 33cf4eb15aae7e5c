//! Sandboxes: what the containers of a pod share.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{HostPort, LinuxResources};

/// Whose namespace it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NamespaceMode {
    /// The pod's.
    #[default]
    Pod,
    /// Each container its own.
    Container,
    /// The node's.
    Node,
}

/// The namespaces of a pod.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Namespaces {
    /// Network: `Pod` or `Node`.
    pub network: NamespaceMode,
    /// Processes; `Container` unless the pod shares them.
    pub pid: NamespaceMode,
    /// IPC: `Pod` or `Node`.
    pub ipc: NamespaceMode,
    /// Users: `Node` unless the pod has users of its own.
    pub user_namespace: bool,
}

/// Which system calls are allowed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeccompProfile {
    /// All.
    #[default]
    Unconfined,
    /// What the runtime thinks is sound.
    RuntimeDefault,
    /// A profile file on the node.
    Localhost(String),
}

/// What the sandbox itself may do, and what its containers get if they don't say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxSecurity {
    /// The namespaces.
    pub namespaces: Namespaces,
    /// The user.
    pub run_as_user: Option<i64>,
    /// The group.
    pub run_as_group: Option<i64>,
    /// More groups.
    pub supplemental_groups: Vec<i64>,
    /// Whether a container in it will be privileged.
    pub privileged: bool,
    /// Whether its root is read-only.
    pub read_only_root: bool,
    /// Its system calls.
    pub seccomp: SeccompProfile,
}

/// What goes into `/etc/resolv.conf`. Written by the kubelet, mounted by the runtime.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DnsConfig {
    /// `nameserver` lines.
    pub servers: Vec<String>,
    /// The `search` line.
    pub searches: Vec<String>,
    /// The `options` line.
    pub options: Vec<String>,
}

/// Everything about a sandbox to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxConfig {
    /// The pod's name.
    pub name: String,
    /// The pod's namespace.
    pub namespace: String,
    /// The pod's UID.
    pub uid: String,
    /// Which attempt this is; a new sandbox of the same pod has the next number.
    pub attempt: u32,
    /// Its host name; empty with the node's network.
    pub hostname: String,
    /// Where its containers' logs go.
    pub log_directory: String,
    /// The resolver; `None` takes the node's.
    pub dns: Option<DnsConfig>,
    /// Ports of the node that lead to it.
    pub host_ports: Vec<HostPort>,
    /// Labels, to be found by.
    pub labels: BTreeMap<String, String>,
    /// Annotations, kept as they are.
    pub annotations: BTreeMap<String, String>,
    /// The cgroup below which the pod lives, as a path from the controllers' root: `/kubepods/besteffort/pod…`.
    pub cgroup_parent: String,
    /// `sysctl`s of its namespaces.
    pub sysctls: BTreeMap<String, String>,
    /// What it may do.
    pub security: SandboxSecurity,
    /// Limits of the sandbox itself.
    pub resources: LinuxResources,
}

/// Whether it is usable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SandboxState {
    /// It is.
    Ready,
    /// It ended, or was ended.
    NotReady,
}

/// A sandbox in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    /// The runtime's id.
    pub id: String,
    /// The pod's name.
    pub name: String,
    /// The pod's namespace.
    pub namespace: String,
    /// The pod's UID.
    pub uid: String,
    /// Which attempt.
    pub attempt: u32,
    /// Whether it is usable.
    pub state: SandboxState,
    /// Nanoseconds since 1970.
    pub created_at: i64,
    /// As given.
    pub labels: BTreeMap<String, String>,
    /// As given.
    pub annotations: BTreeMap<String, String>,
}

/// A sandbox with all that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SandboxStatus {
    /// What lists show.
    pub sandbox: Sandbox,
    /// Its addresses, the first one first; empty with the node's network.
    pub ips: Vec<String>,
    /// The namespaces it was made with.
    pub namespaces: Namespaces,
}

/// Which sandboxes; an empty filter means all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SandboxFilter {
    /// By id.
    pub id: Option<String>,
    /// By state.
    pub state: Option<SandboxState>,
    /// By labels, all of them.
    pub labels: BTreeMap<String, String>,
}
