//! The contract of container runtimes, in CRI's shape.

use async_trait::async_trait;
use tokio::sync::broadcast;

use crate::{
    Container, ContainerConfig, ContainerFilter, ContainerStats, ContainerStatus, ExecOptions, ExecOutput,
    FilesystemUsage, Image, LinuxResources, PullAuth, RuntimeError, Sandbox, SandboxConfig, SandboxFilter,
    SandboxStatus, Session, Stream,
};

/// Who the runtime is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuntimeVersion {
    /// `containerd`, `navarch`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The version of the contract that it speaks: `v1`.
    pub api: String,
}

/// One thing that is well or not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuntimeCondition {
    /// `RuntimeReady`, `NetworkReady`.
    pub kind: String,
    /// Whether it is well.
    pub ok: bool,
    /// A word for why not.
    pub reason: String,
    /// A sentence for why not.
    pub message: String,
}

/// How the runtime is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuntimeStatus {
    /// Its conditions.
    pub conditions: Vec<RuntimeCondition>,
    /// The handlers that a `RuntimeClass` may name; the empty one is the default.
    pub handlers: Vec<String>,
}

/// What happened to a sandbox or container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuntimeEventKind {
    /// It was made.
    Created,
    /// It runs.
    Started,
    /// It ended.
    Stopped,
    /// It is gone.
    Deleted,
}

/// Something happened, and who it concerns should look again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuntimeEvent {
    /// What.
    pub kind: RuntimeEventKind,
    /// The sandbox.
    pub sandbox_id: String,
    /// The container; empty when it is about the sandbox itself.
    pub container_id: String,
    /// The pod's UID.
    pub pod_uid: String,
}

/// Runs pods' sandboxes and containers. Ids are the runtime's own; calls that make things fail when they exist, calls that end or remove
/// things succeed when they are gone.
#[async_trait]
pub trait ContainerRuntime: Send + Sync + 'static {
    /// Who it is.
    async fn version(&self) -> Result<RuntimeVersion, RuntimeError>;
    /// How it is.
    async fn status(&self) -> Result<RuntimeStatus, RuntimeError>;
    /// What happens from now on. A receiver that lags behind must look at everything again. A runtime that can't tell gives `None`,
    /// and the caller has to look from time to time.
    async fn events(&self) -> Result<Option<broadcast::Receiver<RuntimeEvent>>, RuntimeError>;

    /// Makes a sandbox with its namespaces and network, running when this returns.
    async fn run_sandbox(&self, config: &SandboxConfig, handler: &str) -> Result<String, RuntimeError>;
    /// Ends everything in it and takes its network down.
    async fn stop_sandbox(&self, id: &str) -> Result<(), RuntimeError>;
    /// Removes it with its containers.
    async fn remove_sandbox(&self, id: &str) -> Result<(), RuntimeError>;
    /// How it is.
    async fn sandbox_status(&self, id: &str) -> Result<SandboxStatus, RuntimeError>;
    /// All that match.
    async fn list_sandboxes(&self, filter: &SandboxFilter) -> Result<Vec<Sandbox>, RuntimeError>;

    /// Makes a container in a sandbox, not started.
    async fn create_container(
        &self,
        sandbox_id: &str,
        config: &ContainerConfig,
        sandbox: &SandboxConfig,
    ) -> Result<String, RuntimeError>;
    /// Starts it.
    async fn start_container(&self, id: &str) -> Result<(), RuntimeError>;
    /// Asks it to end, and kills it after `grace_seconds`.
    async fn stop_container(&self, id: &str, grace_seconds: i64) -> Result<(), RuntimeError>;
    /// Removes it, running or not. Its log stays.
    async fn remove_container(&self, id: &str) -> Result<(), RuntimeError>;
    /// How it is.
    async fn container_status(&self, id: &str) -> Result<ContainerStatus, RuntimeError>;
    /// All that match.
    async fn list_containers(&self, filter: &ContainerFilter) -> Result<Vec<Container>, RuntimeError>;
    /// Changes the limits of a running container.
    async fn update_resources(&self, id: &str, resources: &LinuxResources) -> Result<(), RuntimeError>;
    /// Opens its log file anew, after it was moved away.
    async fn reopen_log(&self, id: &str) -> Result<(), RuntimeError>;

    /// Runs a command to its end, or kills it after `timeout_seconds` (0: no limit) and answers `Timeout`.
    async fn exec_sync(
        &self,
        id: &str,
        command: &[String],
        timeout_seconds: i64,
    ) -> Result<ExecOutput, RuntimeError>;
    /// Runs a command with streams.
    async fn exec(&self, id: &str, options: &ExecOptions) -> Result<Session, RuntimeError>;
    /// Joins the streams of the container's first process; `command` of the options is not looked at.
    async fn attach(&self, id: &str, options: &ExecOptions) -> Result<Session, RuntimeError>;
    /// A connection to a port of the sandbox's loopback address.
    async fn port_forward(&self, sandbox_id: &str, port: u16) -> Result<Box<dyn Stream>, RuntimeError>;

    /// What it uses now.
    async fn container_stats(&self, id: &str) -> Result<ContainerStats, RuntimeError>;
    /// What all that match use now.
    async fn list_stats(&self, filter: &ContainerFilter) -> Result<Vec<ContainerStats>, RuntimeError>;

    /// All images.
    async fn list_images(&self) -> Result<Vec<Image>, RuntimeError>;
    /// The image that a reference means, if it is there.
    async fn image(&self, reference: &str) -> Result<Option<Image>, RuntimeError>;
    /// Fetches it; gives its id.
    async fn pull_image(&self, reference: &str, auth: &PullAuth) -> Result<String, RuntimeError>;
    /// Removes it.
    async fn remove_image(&self, reference: &str) -> Result<(), RuntimeError>;
    /// What images take.
    async fn image_filesystem(&self) -> Result<Vec<FilesystemUsage>, RuntimeError>;
}
