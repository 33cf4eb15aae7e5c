//! A container runtime that runs nothing: containers run when started and end when told. It writes logs, answers probes as told, and
//! keeps a record of what it was asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use async_trait::async_trait;
use node::*;
use parking_lot::Mutex;
use tokio::sync::{broadcast, oneshot};

#[derive(Default)]
struct World {
    sandboxes: BTreeMap<String, SandboxStatus>,
    containers: BTreeMap<String, ContainerStatus>,
    configs: BTreeMap<String, ContainerConfig>,
    log_dirs: BTreeMap<String, String>,
    images: BTreeSet<String>,
    refused: BTreeSet<String>,
    failing: BTreeSet<String>,
    record: Vec<String>,
    next: u32,
}

pub struct Pretend {
    world: Mutex<World>,
    events: broadcast::Sender<RuntimeEvent>,
}

impl Pretend {
    pub fn new() -> Arc<Self> {
        Arc::new(Self { world: Mutex::default(), events: broadcast::channel(256).0 })
    }

    /// What was asked for since the last time.
    pub fn record(&self) -> Vec<String> {
        std::mem::take(&mut self.world.lock().record)
    }

    pub fn refuse_image(&self, image: &str, refuse: bool) {
        let mut world = self.world.lock();
        if refuse {
            world.refused.insert(image.into())
        } else {
            world.refused.remove(image)
        };
    }

    /// Probes and hooks by command in this container fail.
    pub fn fail_commands(&self, container: &str, fail: bool) {
        let mut world = self.world.lock();
        if fail {
            world.failing.insert(container.into())
        } else {
            world.failing.remove(container)
        };
    }

    pub fn config(&self, container: &str) -> ContainerConfig {
        let world = self.world.lock();
        world
            .configs
            .values()
            .filter(|config| config.name == container)
            .max_by_key(|config| config.attempt)
            .unwrap()
            .clone()
    }

    pub fn is_empty(&self) -> bool {
        let world = self.world.lock();
        world.sandboxes.is_empty() && world.containers.is_empty()
    }

    /// A running container ends by itself.
    pub fn exit(&self, container: &str, code: i32) {
        let id = {
            let world = self.world.lock();
            let running = world.containers.values();
            let mut running = running.filter(|status| status.container.state == ContainerState::Running);
            running.find(|status| status.container.name == container).unwrap().container.id.clone()
        };
        self.end(&id, code);
    }

    fn end(&self, id: &str, code: i32) {
        let mut world = self.world.lock();
        let Some(status) = world.containers.get_mut(id) else { return };
        if status.container.state != ContainerState::Exited {
            status.container.state = ContainerState::Exited;
            status.exit_code = code;
            status.finished_at = now();
            let (sandbox, uid) = (status.container.sandbox_id.clone(), uid_of(&status.container));
            drop(world);
            self.tell(RuntimeEventKind::Stopped, &sandbox, id, &uid);
        }
    }

    fn tell(&self, kind: RuntimeEventKind, sandbox: &str, container: &str, uid: &str) {
        let event = RuntimeEvent {
            kind,
            sandbox_id: sandbox.into(),
            container_id: container.into(),
            pod_uid: uid.into(),
        };
        let _ = self.events.send(event);
    }

    fn note(&self, text: String) {
        self.world.lock().record.push(text);
    }
}

#[expect(clippy::disallowed_methods, reason = "a runtime is another process, with a clock of its own")]
fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_nanos()).unwrap()
}

fn uid_of(container: &Container) -> String {
    container.labels.get("io.kubernetes.pod.uid").cloned().unwrap_or_default()
}

fn fits(labels: &BTreeMap<String, String>, wanted: &BTreeMap<String, String>) -> bool {
    wanted.iter().all(|(key, value)| labels.get(key) == Some(value))
}

#[async_trait]
impl ContainerRuntime for Pretend {
    async fn version(&self) -> Result<RuntimeVersion, RuntimeError> {
        Ok(RuntimeVersion { name: "pretend".into(), version: "1".into(), api: "v1".into() })
    }

    async fn status(&self) -> Result<RuntimeStatus, RuntimeError> {
        Ok(RuntimeStatus::default())
    }

    async fn events(&self) -> Result<Option<broadcast::Receiver<RuntimeEvent>>, RuntimeError> {
        Ok(Some(self.events.subscribe()))
    }

    async fn run_sandbox(&self, config: &SandboxConfig, _handler: &str) -> Result<String, RuntimeError> {
        self.note(format!("sandbox {} {}", config.name, config.attempt));
        let mut world = self.world.lock();
        world.next += 1;
        let id = format!("s{}", world.next);
        let ip = format!("127.0.1.{}", world.next);
        world.log_dirs.insert(id.clone(), config.log_directory.clone());
        let sandbox = Sandbox {
            id: id.clone(),
            name: config.name.clone(),
            namespace: config.namespace.clone(),
            uid: config.uid.clone(),
            attempt: config.attempt,
            state: SandboxState::Ready,
            created_at: now(),
            labels: config.labels.clone(),
            annotations: config.annotations.clone(),
        };
        let status = SandboxStatus { sandbox, ips: vec![ip], namespaces: config.security.namespaces.clone() };
        world.sandboxes.insert(id.clone(), status);
        Ok(id)
    }

    async fn stop_sandbox(&self, id: &str) -> Result<(), RuntimeError> {
        self.note("stop sandbox".into());
        let inside: Vec<String> = {
            let mut world = self.world.lock();
            if let Some(status) = world.sandboxes.get_mut(id) {
                status.sandbox.state = SandboxState::NotReady;
            }
            let inside = world.containers.values().filter(|status| status.container.sandbox_id == id);
            inside.map(|status| status.container.id.clone()).collect()
        };
        inside.iter().for_each(|id| self.end(id, 137));
        Ok(())
    }

    async fn remove_sandbox(&self, id: &str) -> Result<(), RuntimeError> {
        let mut world = self.world.lock();
        world.sandboxes.remove(id);
        world.containers.retain(|_, status| status.container.sandbox_id != id);
        Ok(())
    }

    async fn sandbox_status(&self, id: &str) -> Result<SandboxStatus, RuntimeError> {
        self.world.lock().sandboxes.get(id).cloned().ok_or_else(|| RuntimeError::NotFound(id.into()))
    }

    async fn list_sandboxes(&self, filter: &SandboxFilter) -> Result<Vec<Sandbox>, RuntimeError> {
        let world = self.world.lock();
        let all = world.sandboxes.values().map(|status| &status.sandbox);
        Ok(all.filter(|sandbox| fits(&sandbox.labels, &filter.labels)).cloned().collect())
    }

    async fn create_container(
        &self,
        sandbox_id: &str,
        config: &ContainerConfig,
        _sandbox: &SandboxConfig,
    ) -> Result<String, RuntimeError> {
        let mut world = self.world.lock();
        world.next += 1;
        let id = format!("c{}", world.next);
        let container = Container {
            id: id.clone(),
            sandbox_id: sandbox_id.into(),
            name: config.name.clone(),
            attempt: config.attempt,
            image: config.image.clone(),
            image_ref: format!("sha256:{}", config.image),
            state: ContainerState::Created,
            created_at: now(),
            labels: config.labels.clone(),
            annotations: config.annotations.clone(),
        };
        let log = format!("{}/{}", world.log_dirs[sandbox_id], config.log_path);
        let status = ContainerStatus {
            container,
            started_at: 0,
            finished_at: 0,
            exit_code: 0,
            reason: String::new(),
            message: String::new(),
            image_id: format!("{}@sha256:0", config.image),
            log_path: log,
            mounts: config.mounts.clone(),
            resources: None,
            user: None,
            stop_signal: None,
        };
        world.containers.insert(id.clone(), status);
        world.configs.insert(id.clone(), config.clone());
        Ok(id)
    }

    async fn start_container(&self, id: &str) -> Result<(), RuntimeError> {
        let mut world = self.world.lock();
        let status = world.containers.get_mut(id).ok_or_else(|| RuntimeError::NotFound(id.into()))?;
        status.container.state = ContainerState::Running;
        status.started_at = now();
        let text = format!("start {} {}", status.container.name, status.container.attempt);
        let path = std::path::PathBuf::from(&status.log_path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(
            &path,
            format!("2026-01-01T00:00:00.000000000Z stdout F hello from {}\n", status.container.name),
        )
        .unwrap();
        let (sandbox, uid) = (status.container.sandbox_id.clone(), uid_of(&status.container));
        world.record.push(text);
        drop(world);
        self.tell(RuntimeEventKind::Started, &sandbox, id, &uid);
        Ok(())
    }

    async fn stop_container(&self, id: &str, grace: i64) -> Result<(), RuntimeError> {
        let name = self.world.lock().containers.get(id).map(|status| status.container.name.clone());
        self.note(format!("stop {} {grace}", name.unwrap_or_default()));
        self.end(id, 143);
        Ok(())
    }

    async fn remove_container(&self, id: &str) -> Result<(), RuntimeError> {
        self.world.lock().containers.remove(id);
        Ok(())
    }

    async fn container_status(&self, id: &str) -> Result<ContainerStatus, RuntimeError> {
        self.world.lock().containers.get(id).cloned().ok_or_else(|| RuntimeError::NotFound(id.into()))
    }

    async fn list_containers(&self, filter: &ContainerFilter) -> Result<Vec<Container>, RuntimeError> {
        let world = self.world.lock();
        let all = world.containers.values().map(|status| &status.container);
        let fitting = all.filter(|container| {
            fits(&container.labels, &filter.labels)
                && filter.sandbox_id.as_ref().is_none_or(|id| *id == container.sandbox_id)
                && filter.state.is_none_or(|state| state == container.state)
        });
        Ok(fitting.cloned().collect())
    }

    async fn update_resources(&self, id: &str, limits: &LinuxResources) -> Result<(), RuntimeError> {
        let mut world = self.world.lock();
        let name = world.containers[id].container.name.clone();
        let LinuxResources { cpu_shares, cpu_quota, memory_limit, .. } = limits;
        world.record.push(format!("update {name} {cpu_shares} {cpu_quota} {memory_limit}"));
        Ok(())
    }

    async fn reopen_log(&self, _: &str) -> Result<(), RuntimeError> {
        Ok(())
    }

    async fn exec_sync(&self, id: &str, command: &[String], _: i64) -> Result<ExecOutput, RuntimeError> {
        let world = self.world.lock();
        let name = world.containers.get(id).map(|status| status.container.name.clone()).unwrap_or_default();
        let exit_code = i32::from(world.failing.contains(&name));
        Ok(ExecOutput { stdout: command.join(" ").into_bytes(), stderr: Vec::new(), exit_code })
    }

    /// Answers what it is told, until its input ends; then ends with 7.
    async fn exec(&self, _: &str, _: &ExecOptions) -> Result<Session, RuntimeError> {
        let (ours, theirs) = tokio::io::duplex(1024);
        let (mut read, mut write) = tokio::io::split(ours);
        let (tell, exit) = oneshot::channel();
        tokio::spawn(async move {
            let _ = tokio::io::copy(&mut read, &mut write).await;
            drop(write);
            let _ = tell.send(Ok(7));
        });
        let (stdout, stdin) = tokio::io::split(theirs);
        Ok(Session {
            stdin: Some(Box::new(stdin)),
            stdout: Some(Box::new(stdout)),
            stderr: None,
            resize: None,
            exit,
        })
    }

    async fn attach(&self, id: &str, options: &ExecOptions) -> Result<Session, RuntimeError> {
        self.exec(id, options).await
    }

    async fn port_forward(&self, _: &str, port: u16) -> Result<Box<dyn Stream>, RuntimeError> {
        let (mut ours, theirs) = tokio::io::duplex(64);
        tokio::spawn(async move {
            let _ = tokio::io::AsyncWriteExt::write_all(&mut ours, format!("port {port}").as_bytes()).await;
        });
        Ok(Box::new(theirs))
    }

    async fn container_stats(&self, id: &str) -> Result<ContainerStats, RuntimeError> {
        let memory = MemoryUsage { usage: 1 << 20, ..MemoryUsage::default() };
        Ok(ContainerStats { id: id.into(), memory, ..ContainerStats::default() })
    }

    async fn list_stats(&self, _: &ContainerFilter) -> Result<Vec<ContainerStats>, RuntimeError> {
        let world = self.world.lock();
        let stats = world.containers.values().map(|status| ContainerStats {
            id: status.container.id.clone(),
            name: status.container.name.clone(),
            labels: status.container.labels.clone(),
            cpu: CpuUsage { timestamp: now(), usage_nanos: 5 },
            ..ContainerStats::default()
        });
        Ok(stats.collect())
    }

    async fn list_images(&self) -> Result<Vec<Image>, RuntimeError> {
        let world = self.world.lock();
        Ok(world
            .images
            .iter()
            .map(|name| Image { id: name.clone(), tags: vec![name.clone()], ..Image::default() })
            .collect())
    }

    async fn image(&self, reference: &str) -> Result<Option<Image>, RuntimeError> {
        let found = self.world.lock().images.contains(reference);
        Ok(found.then(|| Image { id: reference.into(), uid: Some(1000), ..Image::default() }))
    }

    async fn pull_image(&self, reference: &str, auth: &PullAuth) -> Result<String, RuntimeError> {
        self.note(
            format!(
                "pull {reference} {}",
                auth.secrets.iter().map(|secret| secret.username.as_str()).collect::<Vec<_>>().join(",")
            )
            .trim()
            .to_owned(),
        );
        let mut world = self.world.lock();
        if world.refused.contains(reference) {
            return Err(RuntimeError::Image(format!("{reference}: no such image")));
        }
        world.images.insert(reference.into());
        Ok(reference.into())
    }

    async fn remove_image(&self, reference: &str) -> Result<(), RuntimeError> {
        self.world.lock().images.remove(reference);
        Ok(())
    }

    async fn image_filesystem(&self) -> Result<Vec<FilesystemUsage>, RuntimeError> {
        Ok(Vec::new())
    }
}
