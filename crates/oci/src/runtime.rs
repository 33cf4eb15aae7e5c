//! The agent's side: what sandboxes, containers and images there are, and who to ask to change them.
//!
//! This file is the table of contents: the contract's calls, each in the file of its subject. State is a [`Model`] in memory, on disk
//! as `records` say, and with the shims; [`restore`] puts the three together after a restart.

mod connection;
mod containers;
mod exec;
mod forward;
mod launch;
mod machine;
mod model;
mod restore;
mod sandboxes;
mod start;
mod stats;
mod terminal;

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use cgroup::Cgroups;
use node::{
    Container, ContainerConfig, ContainerFilter, ContainerRuntime, ContainerStats, ContainerStatus,
    ExecOptions, ExecOutput, FilesystemUsage, Image, LinuxResources, PullAuth, RuntimeCondition,
    RuntimeError, RuntimeEvent, RuntimeEventKind, RuntimeStatus, RuntimeVersion, Sandbox, SandboxConfig,
    SandboxFilter, SandboxStatus, Session, Stream,
};
use parking_lot::Mutex;
use tokio::sync::broadcast;

use crate::config::Config;
use crate::images::{ImageError, Images};
use crate::records::Places;
use model::Model;

/// How many events a listener may be behind.
const EVENTS: usize = 1024;

/// Why the runtime can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// No control groups.
    #[error(transparent)]
    Cgroups(#[from] cgroup::Error),
    /// Its images can't be read.
    #[error("the images: {0}")]
    Images(#[from] ImageError),
    /// Its directories can't be made or read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// The embedded container runtime. Cheap to clone.
#[derive(Clone)]
pub struct Runtime(Arc<Inner>);

struct Inner {
    config: Config,
    places: Places,
    images: Images,
    groups: Cgroups,
    capabilities: Vec<String>,
    model: Mutex<Model>,
    /// Held for reading by those who start a shim: their common control group must stay meanwhile.
    launching: tokio::sync::RwLock<()>,
    events: broadcast::Sender<RuntimeEvent>,
}

impl Runtime {
    /// Opens the runtime and finds again what an earlier one left running.
    pub async fn open(config: Config) -> Result<Self, OpenError> {
        let places = Places { state: config.state_dir.clone(), run: config.run_dir.clone() };
        for dir in [places.sandboxes(), places.containers(), places.run.clone()] {
            std::fs::create_dir_all(dir)?;
        }
        let private = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        std::fs::set_permissions(&places.run, private)?;
        let inner = Inner {
            images: Images::open(&config.state_dir.join("images"), &config.insecure_registries)?,
            groups: Cgroups::detect(&config.cgroup_root)?,
            capabilities: machine::capabilities(),
            model: Mutex::new(Model::default()),
            launching: tokio::sync::RwLock::default(),
            events: broadcast::Sender::new(EVENTS),
            places,
            config,
        };
        let runtime = Self(Arc::new(inner));
        runtime.restore().await?;
        Ok(runtime)
    }

    /// The images, for whoever imports them.
    pub fn images(&self) -> &Images {
        &self.0.images
    }

    /// Takes images from a file; gives their names.
    pub async fn import(&self, file: &Path) -> Result<Vec<String>, RuntimeError> {
        let (images, file) = (self.0.images.clone(), file.to_owned());
        blocking(move || images.import(&file).map_err(image_error)).await
    }

    fn tell(&self, kind: RuntimeEventKind, sandbox_id: &str, container_id: &str, pod_uid: &str) {
        // Nobody listening is fine.
        let _ = self.0.events.send(RuntimeEvent {
            kind,
            sandbox_id: sandbox_id.to_owned(),
            container_id: container_id.to_owned(),
            pod_uid: pod_uid.to_owned(),
        });
    }

    fn now(&self) -> i64 {
        let since = self.0.config.clock.now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
    }
}

#[async_trait]
impl ContainerRuntime for Runtime {
    async fn version(&self) -> Result<RuntimeVersion, RuntimeError> {
        let (name, version) = ("navarch".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        Ok(RuntimeVersion { name, version, api: "v1".to_owned() })
    }

    async fn status(&self) -> Result<RuntimeStatus, RuntimeError> {
        let condition = |kind: &str, result: Result<(), String>| RuntimeCondition {
            kind: kind.to_owned(),
            ok: result.is_ok(),
            reason: if result.is_ok() { String::new() } else { format!("{kind}Not") },
            message: result.err().unwrap_or_default(),
        };
        let mut network = condition("NetworkReady", self.0.config.network.ready());
        if !network.ok {
            network.reason = "NetworkPluginNotReady".to_owned();
        }
        let conditions = vec![condition("RuntimeReady", Ok(())), network];
        Ok(RuntimeStatus { conditions, handlers: vec![String::new()] })
    }

    async fn events(&self) -> Result<Option<broadcast::Receiver<RuntimeEvent>>, RuntimeError> {
        Ok(Some(self.0.events.subscribe()))
    }

    async fn run_sandbox(&self, config: &SandboxConfig, handler: &str) -> Result<String, RuntimeError> {
        self.sandbox_run(config, handler).await
    }

    async fn stop_sandbox(&self, id: &str) -> Result<(), RuntimeError> {
        self.sandbox_stop(id).await
    }

    async fn remove_sandbox(&self, id: &str) -> Result<(), RuntimeError> {
        self.sandbox_remove(id).await
    }

    async fn sandbox_status(&self, id: &str) -> Result<SandboxStatus, RuntimeError> {
        Ok(self.sandbox(id)?.status())
    }

    async fn list_sandboxes(&self, filter: &SandboxFilter) -> Result<Vec<Sandbox>, RuntimeError> {
        Ok(self.0.model.lock().sandboxes(filter))
    }

    async fn create_container(
        &self,
        sandbox_id: &str,
        config: &ContainerConfig,
        sandbox: &SandboxConfig,
    ) -> Result<String, RuntimeError> {
        self.container_create(sandbox_id, config, sandbox).await
    }

    async fn start_container(&self, id: &str) -> Result<(), RuntimeError> {
        self.container_start(id).await
    }

    async fn stop_container(&self, id: &str, grace_seconds: i64) -> Result<(), RuntimeError> {
        self.container_stop(id, grace_seconds).await
    }

    async fn remove_container(&self, id: &str) -> Result<(), RuntimeError> {
        self.container_remove(id).await
    }

    async fn container_status(&self, id: &str) -> Result<ContainerStatus, RuntimeError> {
        let container = self.container(id)?;
        let sandbox = self.sandbox(&container.sandbox_id)?;
        Ok(container.status(&sandbox.record().config.log_directory))
    }

    async fn list_containers(&self, filter: &ContainerFilter) -> Result<Vec<Container>, RuntimeError> {
        Ok(self.0.model.lock().containers(filter).iter().map(|entry| entry.listed()).collect())
    }

    async fn update_resources(&self, id: &str, resources: &LinuxResources) -> Result<(), RuntimeError> {
        self.container_update(id, resources).await
    }

    async fn reopen_log(&self, id: &str) -> Result<(), RuntimeError> {
        self.container_reopen_log(id).await
    }

    async fn exec_sync(
        &self,
        id: &str,
        command: &[String],
        timeout: i64,
    ) -> Result<ExecOutput, RuntimeError> {
        self.exec_to_its_end(id, command, timeout).await
    }

    async fn exec(&self, id: &str, options: &ExecOptions) -> Result<Session, RuntimeError> {
        self.exec_session(id, options).await
    }

    async fn attach(&self, id: &str, options: &ExecOptions) -> Result<Session, RuntimeError> {
        self.attach_session(id, options).await
    }

    async fn port_forward(&self, sandbox_id: &str, port: u16) -> Result<Box<dyn Stream>, RuntimeError> {
        self.forward(sandbox_id, port).await
    }

    async fn container_stats(&self, id: &str) -> Result<ContainerStats, RuntimeError> {
        self.stats_of(self.container(id)?).await
    }

    async fn list_stats(&self, filter: &ContainerFilter) -> Result<Vec<ContainerStats>, RuntimeError> {
        let entries = self.0.model.lock().containers(filter);
        let mut all = Vec::new();
        for entry in entries {
            all.push(self.stats_of(entry).await?);
        }
        Ok(all)
    }

    async fn list_images(&self) -> Result<Vec<Image>, RuntimeError> {
        self.0.images.list().map_err(image_error)
    }

    async fn image(&self, reference: &str) -> Result<Option<Image>, RuntimeError> {
        self.0.images.get(reference).map_err(image_error)
    }

    async fn pull_image(&self, reference: &str, auth: &PullAuth) -> Result<String, RuntimeError> {
        self.0.images.pull(reference, auth).await.map_err(image_error)
    }

    async fn remove_image(&self, reference: &str) -> Result<(), RuntimeError> {
        let in_use = self.0.model.lock().layers();
        let (images, reference) = (self.0.images.clone(), reference.to_owned());
        blocking(move || images.remove(&reference, &in_use).map_err(image_error)).await
    }

    async fn image_filesystem(&self) -> Result<Vec<FilesystemUsage>, RuntimeError> {
        Ok(vec![self.0.images.usage().map_err(image_error)?])
    }
}

fn image_error(error: ImageError) -> RuntimeError {
    match error {
        ImageError::Name { .. } => RuntimeError::Invalid(error.to_string()),
        other => RuntimeError::Image(other.to_string()),
    }
}

fn other(error: impl std::fmt::Display) -> RuntimeError {
    RuntimeError::Other(error.to_string())
}

/// Runs what waits for the disk or the kernel on a thread that may wait.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, RuntimeError> + Send + 'static,
) -> Result<T, RuntimeError> {
    tokio::task::spawn_blocking(work).await.map_err(other)?
}
