//! What the agent knows in memory: sandboxes and containers by id, each with the latest state of its life.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use node::{
    Container, ContainerFilter, ContainerState, ContainerStatus, LinuxResources, RuntimeError, Sandbox,
    SandboxFilter, SandboxState, SandboxStatus,
};
use parking_lot::Mutex;
use tokio::sync::watch;

use super::Runtime;
use super::connection::Connection;
use crate::records::{ContainerRecord, Exit, SandboxRecord, Started};

/// Everything by id.
#[derive(Default)]
pub struct Model {
    pub sandboxes: BTreeMap<String, Arc<SandboxEntry>>,
    pub containers: BTreeMap<String, Arc<ContainerEntry>>,
}

/// A sandbox.
pub struct SandboxEntry {
    pub id: String,
    state: Mutex<SandboxRecord>,
    /// The way to its shim; none once it is stopped.
    connection: Mutex<Option<Connection>>,
    /// One change at a time.
    pub changing: tokio::sync::Mutex<()>,
}

/// How far a container has come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Life {
    pub started: Option<Started>,
    pub exit: Option<Exit>,
}

/// A container.
pub struct ContainerEntry {
    pub id: String,
    pub sandbox_id: String,
    pub record: ContainerRecord,
    /// The limits that it has now.
    pub resources: Mutex<LinuxResources>,
    pub life: watch::Sender<Life>,
    /// One change at a time.
    pub changing: tokio::sync::Mutex<()>,
}

impl Model {
    pub fn sandboxes(&self, filter: &SandboxFilter) -> Vec<Sandbox> {
        let fits = |sandbox: &Sandbox| {
            filter.id.as_ref().is_none_or(|id| *id == sandbox.id)
                && filter.state.is_none_or(|state| state == sandbox.state)
                && filter.labels.iter().all(|(key, value)| sandbox.labels.get(key) == Some(value))
        };
        self.sandboxes.values().map(|entry| entry.listed()).filter(fits).collect()
    }

    pub fn containers(&self, filter: &ContainerFilter) -> Vec<Arc<ContainerEntry>> {
        let fits = |entry: &&Arc<ContainerEntry>| {
            filter.id.as_ref().is_none_or(|id| *id == entry.id)
                && filter.sandbox_id.as_ref().is_none_or(|id| *id == entry.sandbox_id)
                && filter.state.is_none_or(|state| state == entry.state())
                && filter.labels.iter().all(|(key, value)| entry.record.config.labels.get(key) == Some(value))
        };
        self.containers.values().filter(fits).cloned().collect()
    }

    pub fn containers_of(&self, sandbox_id: &str) -> Vec<Arc<ContainerEntry>> {
        self.containers.values().filter(|entry| entry.sandbox_id == sandbox_id).cloned().collect()
    }

    /// Layers that containers stand on.
    pub fn layers(&self) -> BTreeSet<String> {
        let of = |entry: &Arc<ContainerEntry>| {
            entry.record.layers.iter().chain(&entry.record.volume_layers).cloned().collect::<Vec<_>>()
        };
        self.containers.values().flat_map(of).collect()
    }
}

impl Runtime {
    pub(super) fn sandbox(&self, id: &str) -> Result<Arc<SandboxEntry>, RuntimeError> {
        let found = self.0.model.lock().sandboxes.get(id).cloned();
        found.ok_or_else(|| RuntimeError::NotFound(format!("sandbox {id}")))
    }

    pub(super) fn container(&self, id: &str) -> Result<Arc<ContainerEntry>, RuntimeError> {
        let found = self.0.model.lock().containers.get(id).cloned();
        found.ok_or_else(|| RuntimeError::NotFound(format!("container {id}")))
    }
}

impl SandboxEntry {
    pub fn new(record: SandboxRecord) -> Self {
        Self {
            id: record.id.clone(),
            state: Mutex::new(record),
            connection: Mutex::new(None),
            changing: tokio::sync::Mutex::new(()),
        }
    }

    pub fn record(&self) -> SandboxRecord {
        self.state.lock().clone()
    }

    pub fn update(&self, change: impl FnOnce(&mut SandboxRecord)) -> SandboxRecord {
        let mut state = self.state.lock();
        change(&mut state);
        state.clone()
    }

    pub fn connect(&self, connection: Option<Connection>) {
        *self.connection.lock() = connection;
    }

    /// The way to its shim.
    pub fn shim(&self) -> Result<Connection, RuntimeError> {
        let connection = self.connection.lock().clone();
        connection.ok_or_else(|| RuntimeError::State(format!("sandbox {} is not running", self.id)))
    }

    pub fn listed(&self) -> Sandbox {
        let record = self.state.lock();
        let config = &record.config;
        Sandbox {
            id: record.id.clone(),
            name: config.name.clone(),
            namespace: config.namespace.clone(),
            uid: config.uid.clone(),
            attempt: config.attempt,
            state: if record.ready && !record.stopped { SandboxState::Ready } else { SandboxState::NotReady },
            created_at: record.created_at,
            labels: config.labels.clone(),
            annotations: config.annotations.clone(),
        }
    }

    pub fn status(&self) -> SandboxStatus {
        let sandbox = self.listed();
        let record = self.state.lock();
        SandboxStatus {
            sandbox,
            ips: record.ips.iter().map(ToString::to_string).collect(),
            namespaces: record.config.security.namespaces.clone(),
        }
    }
}

impl ContainerEntry {
    pub fn new(record: ContainerRecord, life: Life) -> Self {
        Self {
            id: record.id.clone(),
            sandbox_id: record.sandbox_id.clone(),
            resources: Mutex::new(record.config.resources.clone()),
            record,
            life: watch::Sender::new(life),
            changing: tokio::sync::Mutex::new(()),
        }
    }

    pub fn state(&self) -> ContainerState {
        match &*self.life.borrow() {
            Life { exit: Some(_), .. } => ContainerState::Exited,
            Life { started: Some(_), .. } => ContainerState::Running,
            Life { .. } => ContainerState::Created,
        }
    }

    /// Its process, if it runs.
    pub fn running(&self) -> Result<i32, RuntimeError> {
        match &*self.life.borrow() {
            Life { started: Some(started), exit: None } => Ok(started.pid),
            _ => Err(RuntimeError::State(format!("container {} is not running", self.id))),
        }
    }

    /// It ended; `false` if that was known.
    pub fn ended(&self, exit: Exit) -> bool {
        self.life.send_if_modified(|life| {
            let news = life.exit.is_none();
            life.exit.get_or_insert(exit);
            news
        })
    }

    pub fn listed(&self) -> Container {
        let record = &self.record;
        Container {
            id: record.id.clone(),
            sandbox_id: record.sandbox_id.clone(),
            name: record.config.name.clone(),
            attempt: record.config.attempt,
            image: record.config.image.clone(),
            image_ref: record.image_ref.clone(),
            state: self.state(),
            created_at: record.created_at,
            labels: record.config.labels.clone(),
            annotations: record.config.annotations.clone(),
        }
    }

    pub fn status(&self, log_directory: &str) -> ContainerStatus {
        let life = self.life.borrow().clone();
        let exit = life.exit.unwrap_or_default();
        let (uid, gid, groups) = &self.record.user;
        let log = &self.record.config.log_path;
        let log = if log.is_empty() {
            String::new()
        } else {
            Path::new(log_directory).join(log).display().to_string()
        };
        ContainerStatus {
            container: self.listed(),
            started_at: life.started.map_or(0, |started| started.at),
            finished_at: exit.at,
            exit_code: exit.code,
            reason: exit.reason,
            message: exit.message,
            image_id: self.record.image_id.clone(),
            log_path: log,
            mounts: self.record.config.mounts.clone(),
            resources: Some(self.resources.lock().clone()),
            user: Some((
                i64::from(*uid),
                i64::from(*gid),
                groups.iter().map(|group| i64::from(*group)).collect(),
            )),
            stop_signal: Some(self.record.stop_signal.clone()),
        }
    }
}
