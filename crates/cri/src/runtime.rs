//! The contract of container runtimes, call by call, over CRI.

use std::time::Duration;

use ::runtime::Clock;
use async_trait::async_trait;
use node::{
    Container, ContainerConfig, ContainerFilter, ContainerRuntime, ContainerStats, ContainerStatus,
    ExecOptions, ExecOutput, FilesystemUsage, Image, LinuxResources, PullAuth, RuntimeCondition,
    RuntimeError, RuntimeEvent, RuntimeStatus, RuntimeVersion, Sandbox, SandboxConfig, SandboxFilter,
    SandboxStatus, Session, Stream,
};
use tokio::sync::broadcast;

use crate::rpc::{Incoming, Outgoing, Rpc, USUAL};
use crate::wire::{self, ById, Method};
use crate::{convert, events, streams};

/// How long making a sandbox may take: its image may have to be fetched, and its network made.
const SANDBOX: Duration = Duration::from_secs(240);

/// A runtime on a Unix socket.
pub struct Runtime {
    rpc: Rpc,
}

impl Runtime {
    /// Connects to `unix:///run/containerd/containerd.sock` or a plain path, and asks who is there.
    pub async fn connect(endpoint: &str, clock: Clock) -> Result<Self, RuntimeError> {
        let runtime = Self { rpc: Rpc::new(endpoint, clock)? };
        runtime.version().await?;
        Ok(runtime)
    }

    async fn call<Q: Outgoing, R: Incoming>(
        &self,
        method: &Method<Q, R>,
        request: Q,
        what: &str,
    ) -> Result<R, RuntimeError> {
        self.rpc.call(method, request, what, Some(USUAL)).await
    }

    /// A call about one thing.
    async fn by_id<R: Incoming>(&self, method: &Method<ById, R>, id: &str) -> Result<R, RuntimeError> {
        self.call(method, ById { id: id.to_owned() }, id).await
    }
}

/// That it is gone already is fine.
fn gone_is_fine<T>(done: Result<T, RuntimeError>) -> Result<(), RuntimeError> {
    match done {
        Err(error) if !error.is_not_found() => Err(error),
        _ => Ok(()),
    }
}

fn missing(what: &str) -> RuntimeError {
    RuntimeError::Other(format!("the runtime said nothing about {what}"))
}

#[async_trait]
impl ContainerRuntime for Runtime {
    async fn version(&self) -> Result<RuntimeVersion, RuntimeError> {
        let request = wire::VersionRequest { version: "v1".to_owned() };
        let version = self.call(&wire::VERSION, request, "version").await?;
        Ok(RuntimeVersion {
            name: version.runtime_name,
            version: version.runtime_version,
            api: version.runtime_api_version,
        })
    }

    async fn status(&self) -> Result<RuntimeStatus, RuntimeError> {
        let answer = self.call(&wire::STATUS, wire::StatusRequest {}, "status").await?;
        let condition = |condition: wire::RuntimeCondition| RuntimeCondition {
            kind: condition.kind,
            ok: condition.status,
            reason: condition.reason,
            message: condition.message,
        };
        Ok(RuntimeStatus {
            conditions: answer.status.unwrap_or_default().conditions.into_iter().map(condition).collect(),
            handlers: answer.runtime_handlers.into_iter().map(|handler| handler.name).collect(),
        })
    }

    async fn events(&self) -> Result<Option<broadcast::Receiver<RuntimeEvent>>, RuntimeError> {
        events::subscribe(&self.rpc).await
    }

    async fn run_sandbox(&self, config: &SandboxConfig, handler: &str) -> Result<String, RuntimeError> {
        let request = wire::RunPodSandboxRequest {
            config: Some(convert::sandbox_config(config)?),
            runtime_handler: handler.to_owned(),
        };
        let what = format!("sandbox of {}/{}", config.namespace, config.name);
        Ok(self.rpc.call(&wire::RUN_SANDBOX, request, &what, Some(SANDBOX)).await?.pod_sandbox_id)
    }

    async fn stop_sandbox(&self, id: &str) -> Result<(), RuntimeError> {
        gone_is_fine(self.by_id(&wire::STOP_SANDBOX, id).await)
    }

    async fn remove_sandbox(&self, id: &str) -> Result<(), RuntimeError> {
        gone_is_fine(self.by_id(&wire::REMOVE_SANDBOX, id).await)
    }

    async fn sandbox_status(&self, id: &str) -> Result<SandboxStatus, RuntimeError> {
        let answer = self.by_id(&wire::SANDBOX_STATUS, id).await?;
        answer.status.map(convert::sandbox_status).ok_or_else(|| missing(id))
    }

    async fn list_sandboxes(&self, filter: &SandboxFilter) -> Result<Vec<Sandbox>, RuntimeError> {
        let request = wire::ListPodSandboxRequest { filter: Some(convert::sandbox_filter(filter)) };
        let answer = self.call(&wire::LIST_SANDBOXES, request, "sandboxes").await?;
        Ok(answer.items.into_iter().map(convert::sandbox_of).collect())
    }

    async fn create_container(
        &self,
        sandbox_id: &str,
        config: &ContainerConfig,
        sandbox: &SandboxConfig,
    ) -> Result<String, RuntimeError> {
        let request = wire::CreateContainerRequest {
            pod_sandbox_id: sandbox_id.to_owned(),
            config: Some(convert::container_config(config, &sandbox.security.namespaces)),
            sandbox_config: Some(convert::sandbox_config(sandbox)?),
        };
        Ok(self.call(&wire::CREATE_CONTAINER, request, &config.name).await?.container_id)
    }

    async fn start_container(&self, id: &str) -> Result<(), RuntimeError> {
        self.by_id(&wire::START_CONTAINER, id).await.map(drop)
    }

    async fn stop_container(&self, id: &str, grace_seconds: i64) -> Result<(), RuntimeError> {
        let grace = grace_seconds.max(0);
        let request = wire::StopContainerRequest { container_id: id.to_owned(), timeout: grace };
        let longest = USUAL + Duration::from_secs(grace.unsigned_abs());
        gone_is_fine(self.rpc.call(&wire::STOP_CONTAINER, request, id, Some(longest)).await)
    }

    async fn remove_container(&self, id: &str) -> Result<(), RuntimeError> {
        gone_is_fine(self.by_id(&wire::REMOVE_CONTAINER, id).await)
    }

    async fn container_status(&self, id: &str) -> Result<ContainerStatus, RuntimeError> {
        let answer = self.by_id(&wire::CONTAINER_STATUS, id).await?;
        let status = answer.status.ok_or_else(|| missing(id))?;
        // The answer does not name the sandbox; the list does.
        let filter = ContainerFilter { id: Some(status.id.clone()), ..ContainerFilter::default() };
        let sandbox = self.list_containers(&filter).await?.pop().map(|found| found.sandbox_id);
        Ok(convert::container_status(status, sandbox.unwrap_or_default()))
    }

    async fn list_containers(&self, filter: &ContainerFilter) -> Result<Vec<Container>, RuntimeError> {
        let request = wire::ListContainersRequest { filter: Some(convert::container_filter(filter)) };
        let answer = self.call(&wire::LIST_CONTAINERS, request, "containers").await?;
        Ok(answer.containers.into_iter().map(convert::container_of).collect())
    }

    async fn update_resources(&self, id: &str, resources: &LinuxResources) -> Result<(), RuntimeError> {
        let request = wire::UpdateContainerResourcesRequest {
            container_id: id.to_owned(),
            linux: Some(convert::resources(resources)),
        };
        self.call(&wire::UPDATE_RESOURCES, request, id).await.map(drop)
    }

    async fn reopen_log(&self, id: &str) -> Result<(), RuntimeError> {
        self.by_id(&wire::REOPEN_LOG, id).await.map(drop)
    }

    async fn exec_sync(
        &self,
        id: &str,
        command: &[String],
        timeout_seconds: i64,
    ) -> Result<ExecOutput, RuntimeError> {
        let timeout = timeout_seconds.max(0);
        let request = wire::ExecSyncRequest { container_id: id.to_owned(), cmd: command.to_vec(), timeout };
        // The runtime counts the time; this side only sees to it that the call ends at all.
        let longest = (timeout > 0).then(|| USUAL + Duration::from_secs(timeout.unsigned_abs()));
        let answer = self.rpc.call(&wire::EXEC_SYNC, request, id, longest).await?;
        Ok(ExecOutput { stdout: answer.stdout, stderr: answer.stderr, exit_code: answer.exit_code })
    }

    async fn exec(&self, id: &str, options: &ExecOptions) -> Result<Session, RuntimeError> {
        let request = wire::ExecRequest {
            container_id: id.to_owned(),
            cmd: options.command.clone(),
            tty: options.tty,
            stdin: options.stdin,
            stdout: options.stdout,
            stderr: options.stderr && !options.tty,
        };
        let url = self.call(&wire::EXEC, request, id).await?.url;
        streams::session(&url, options, self.rpc.clock()).await
    }

    async fn attach(&self, id: &str, options: &ExecOptions) -> Result<Session, RuntimeError> {
        let request = wire::AttachRequest {
            container_id: id.to_owned(),
            stdin: options.stdin,
            tty: options.tty,
            stdout: options.stdout,
            stderr: options.stderr && !options.tty,
        };
        let url = self.call(&wire::ATTACH, request, id).await?.url;
        streams::session(&url, options, self.rpc.clock()).await
    }

    async fn port_forward(&self, sandbox_id: &str, port: u16) -> Result<Box<dyn Stream>, RuntimeError> {
        let request =
            wire::PortForwardRequest { pod_sandbox_id: sandbox_id.to_owned(), port: vec![i32::from(port)] };
        let url = self.call(&wire::PORT_FORWARD, request, sandbox_id).await?.url;
        Ok(Box::new(streams::port(&url, port, self.rpc.clock()).await?))
    }

    async fn container_stats(&self, id: &str) -> Result<ContainerStats, RuntimeError> {
        let answer = self.by_id(&wire::CONTAINER_STATS, id).await?;
        answer.stats.map(convert::stats_of).ok_or_else(|| missing(id))
    }

    async fn list_stats(&self, filter: &ContainerFilter) -> Result<Vec<ContainerStats>, RuntimeError> {
        let request = wire::ListContainerStatsRequest { filter: Some(convert::stats_filter(filter)) };
        let answer = self.call(&wire::LIST_STATS, request, "statistics").await?;
        let mut stats: Vec<ContainerStats> = answer.stats.into_iter().map(convert::stats_of).collect();
        if filter.state.is_some() {
            let wanted = self.list_containers(filter).await?;
            stats.retain(|stats| wanted.iter().any(|container| container.id == stats.id));
        }
        Ok(stats)
    }

    async fn list_images(&self) -> Result<Vec<Image>, RuntimeError> {
        let answer = self.call(&wire::LIST_IMAGES, wire::ListImagesRequest {}, "images").await?;
        Ok(answer.images.into_iter().map(convert::image_of).collect())
    }

    async fn image(&self, reference: &str) -> Result<Option<Image>, RuntimeError> {
        let request = wire::ImageStatusRequest { image: Some(convert::image_spec(reference)) };
        let answer = self.call(&wire::IMAGE_STATUS, request, reference).await?;
        Ok(answer.image.map(convert::image_of))
    }

    async fn pull_image(&self, reference: &str, auth: &PullAuth) -> Result<String, RuntimeError> {
        let mut tries: Vec<_> =
            auth.secrets.iter().map(|secret| Some(convert::auth_config(secret))).collect();
        if tries.is_empty() {
            tries.push(None);
        }
        let mut last = RuntimeError::Image(reference.to_owned());
        for auth in tries {
            let request = wire::PullImageRequest { image: Some(convert::image_spec(reference)), auth };
            // Large images over thin lines take what they take.
            match self.rpc.call(&wire::PULL_IMAGE, request, reference, None).await {
                Ok(answer) => return Ok(answer.image_ref),
                Err(RuntimeError::Other(words)) => last = RuntimeError::Image(words),
                Err(RuntimeError::NotFound(_)) => {
                    last = RuntimeError::Image(format!("{reference}: not found"));
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    async fn remove_image(&self, reference: &str) -> Result<(), RuntimeError> {
        let request = wire::RemoveImageRequest { image: Some(convert::image_spec(reference)) };
        gone_is_fine(self.call(&wire::REMOVE_IMAGE, request, reference).await)
    }

    async fn image_filesystem(&self) -> Result<Vec<FilesystemUsage>, RuntimeError> {
        let answer = self
            .call(&wire::IMAGE_FILESYSTEM, wire::ImageFsInfoRequest {}, "the images' file system")
            .await?;
        Ok(answer.image_filesystems.into_iter().map(convert::filesystem).collect())
    }
}
