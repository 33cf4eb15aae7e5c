//! What is on disk about sandboxes and containers, and where.
//!
//! `S` is the state directory, `R` the run directory:
//!
//! | path | written by | what |
//! |---|---|---|
//! | `S/sandboxes/<id>/sandbox.json` | agent | [`SandboxRecord`] |
//! | `S/sandboxes/<id>/{resolv.conf,hostname}` | agent | mounted into containers |
//! | `S/containers/<id>/container.json` | agent | [`ContainerRecord`] |
//! | `S/containers/<id>/{upper,work}` | kernel | the writable layer |
//! | `S/containers/<id>/spec.json` | agent | the OCI spec, at the start |
//! | `S/containers/<id>/bundle/config.json` | shim | the same as libcontainer gets it |
//! | `S/containers/<id>/{started,exit}.json` | shim | [`Started`], [`Exit`] |
//! | `R/<short id>/` | shim | socket, namespaces, shared memory, root mounts |

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use node::{ContainerConfig, SandboxConfig};
use serde::{Deserialize, Serialize};

/// A sandbox on disk.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct SandboxRecord {
    /// The runtime's id.
    pub id: String,
    /// As it was asked for.
    pub config: SandboxConfig,
    /// Nanoseconds since 1970.
    pub created_at: i64,
    /// Its addresses.
    pub ips: Vec<IpAddr>,
    /// It came up once: a record without this is the rest of a crash.
    pub ready: bool,
    /// It was stopped, or its shim died.
    pub stopped: bool,
}

/// A container on disk.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ContainerRecord {
    /// The runtime's id.
    pub id: String,
    /// Its sandbox.
    pub sandbox_id: String,
    /// As it was asked for.
    pub config: ContainerConfig,
    /// Nanoseconds since 1970.
    pub created_at: i64,
    /// The image's id.
    pub image_ref: String,
    /// The image with its digest.
    pub image_id: String,
    /// Folder names of its layers, the lowest first.
    pub layers: Vec<String>,
    /// Layers of images that are mounted as volumes.
    pub volume_layers: Vec<String>,
    /// User, group and groups.
    pub user: (u32, u32, Vec<u32>),
    /// The signal that asks it to end.
    pub stop_signal: String,
    /// Its control group.
    pub cgroup: String,
}

/// It runs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Started {
    /// The process as the node sees it.
    pub pid: i32,
    /// Nanoseconds since 1970.
    pub at: i64,
}

/// It ended.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exit {
    /// 128 + the signal's number for a signal.
    pub code: i32,
    /// Nanoseconds since 1970.
    pub at: i64,
    /// `Completed`, `Error`, `OOMKilled`, `StartError`, `Unknown`.
    pub reason: String,
    /// More words.
    pub message: String,
}

/// Where things are.
#[derive(Debug, Clone)]
pub struct Places {
    /// The state directory.
    pub state: PathBuf,
    /// The run directory.
    pub run: PathBuf,
}

impl Places {
    pub fn sandboxes(&self) -> PathBuf {
        self.state.join("sandboxes")
    }

    pub fn containers(&self) -> PathBuf {
        self.state.join("containers")
    }

    pub fn sandbox(&self, id: &str) -> PathBuf {
        self.sandboxes().join(id)
    }

    pub fn container(&self, id: &str) -> PathBuf {
        self.containers().join(id)
    }

    /// Where the shim of a sandbox keeps its socket and mounts.
    pub fn run(&self, sandbox_id: &str) -> PathBuf {
        self.run.join(short(sandbox_id))
    }
}

/// The socket of the shim whose run directory this is.
pub fn socket(run: &Path) -> PathBuf {
    run.join("sock")
}

/// Where a container's root is mounted while it runs.
pub fn rootfs(run: &Path, container_id: &str) -> PathBuf {
    run.join("root").join(short(container_id))
}

/// Enough of an id to be unique on a node; sockets' names are limited.
pub fn short(id: &str) -> &str {
    id.get(..16).unwrap_or(id)
}

/// A new id: 64 hexadecimal digits, as every runtime has them.
pub fn new_id() -> String {
    (0..4).map(|_| format!("{:016x}", fastrand::u64(..))).collect()
}
