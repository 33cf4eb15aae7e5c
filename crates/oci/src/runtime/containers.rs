//! Containers: made, stopped, changed, removed. `start` has its own file.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use node::{ContainerConfig, LinuxResources, RuntimeError, RuntimeEventKind, SandboxConfig, SandboxState};

use super::model::{ContainerEntry, Life};
use super::{Runtime, blocking, image_error, other};
use crate::disk;
use crate::images::{ImageRecord, image_id};
use crate::protocol::Call;
use crate::records::{ContainerRecord, new_id};
use crate::user;

/// How long a killed container may take to be gone: longer means that it hangs in the kernel.
const KILLED: Duration = Duration::from_secs(30);

impl Runtime {
    pub(super) async fn container_create(
        &self,
        sandbox_id: &str,
        config: &ContainerConfig,
        _sandbox: &SandboxConfig,
    ) -> Result<String, RuntimeError> {
        let sandbox = self.sandbox(sandbox_id)?;
        if sandbox.listed().state != SandboxState::Ready {
            return Err(RuntimeError::State(format!("sandbox {sandbox_id} is not running")));
        }
        let taken = (self.0.model.lock().containers_of(sandbox_id).iter()).any(|there| {
            there.record.config.name == config.name && there.record.config.attempt == config.attempt
        });
        if taken {
            return Err(RuntimeError::Exists(format!(
                "container {}_{} of sandbox {sandbox_id}",
                config.name, config.attempt
            )));
        }
        let image = self.present(&config.image)?;
        let mut volume_layers = Vec::new();
        for mount in config.mounts.iter().filter_map(|mount| mount.image.as_ref()) {
            volume_layers.extend(self.present(mount)?.layers);
        }
        let passwd = self.0.images.read_file(&image.layers, "etc/passwd");
        let group = self.0.images.read_file(&image.layers, "etc/group");
        let user = user::resolve(&config.security, &image.config.user, &passwd, &group)
            .map_err(|error| RuntimeError::Invalid(error.to_string()))?;
        let id = new_id();
        let record = ContainerRecord {
            cgroup: format!("{}/{id}", self.pod_group(&sandbox.record())),
            id: id.clone(),
            sandbox_id: sandbox_id.to_owned(),
            config: config.clone(),
            created_at: self.now(),
            image_ref: image.id.clone(),
            image_id: image_id(&image, &config.image),
            layers: image.layers.clone(),
            volume_layers,
            user,
            stop_signal: stop_signal(config, &image),
        };
        let dir = self.0.places.container(&id);
        for folder in ["upper", "work"] {
            fs::create_dir_all(dir.join(folder)).map_err(other)?;
        }
        disk::save(&dir.join("container.json"), &record).map_err(other)?;
        let entry = Arc::new(ContainerEntry::new(record, Life::default()));
        self.0.model.lock().containers.insert(id.clone(), entry);
        self.tell(RuntimeEventKind::Created, sandbox_id, &id, &sandbox.record().config.uid);
        Ok(id)
    }

    /// An image that must be here.
    pub(super) fn present(&self, name: &str) -> Result<ImageRecord, RuntimeError> {
        let found = self.0.images.find(name).map_err(image_error)?;
        found.ok_or_else(|| RuntimeError::NotFound(format!("image {name}")))
    }

    pub(super) async fn container_stop(&self, id: &str, grace_seconds: i64) -> Result<(), RuntimeError> {
        let Ok(container) = self.container(id) else { return Ok(()) };
        if container.running().is_err() {
            return Ok(());
        }
        let grace = u64::try_from(grace_seconds).unwrap_or(0);
        if grace > 0 {
            let shim = self.sandbox(&container.sandbox_id)?.shim()?;
            let signal = signal_number(&container.record.stop_signal);
            let call = Call::Kill { container: id.to_owned(), signal, all: false };
            match shim.call(call, Vec::new()).await {
                Ok(_) | Err(RuntimeError::State(_)) => {}
                Err(error) => tracing::warn!(container = %id, %error, "the container was not asked to end"),
            }
            if self.wait_for_end(&container, Duration::from_secs(grace)).await {
                return Ok(());
            }
        }
        self.kill(&container).await
    }

    /// Kills all of a container, and waits until it is over.
    pub(super) async fn kill(&self, container: &ContainerEntry) -> Result<(), RuntimeError> {
        let shim = self.sandbox(&container.sandbox_id)?.shim()?;
        let call = Call::Kill { container: container.id.clone(), signal: libc::SIGKILL, all: true };
        match shim.call(call, Vec::new()).await {
            Ok(_) | Err(RuntimeError::State(_) | RuntimeError::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
        if self.wait_for_end(container, KILLED).await {
            return Ok(());
        }
        Err(RuntimeError::Timeout(format!("killing container {}", container.id)))
    }

    /// Whether it ended within that time.
    async fn wait_for_end(&self, container: &ContainerEntry, most: Duration) -> bool {
        let mut life = container.life.subscribe();
        tokio::select! {
            ended = life.wait_for(|life| life.exit.is_some()) => ended.is_ok(),
            () = self.0.config.clock.sleep(most) => false,
        }
    }

    pub(super) async fn container_remove(&self, id: &str) -> Result<(), RuntimeError> {
        let Ok(container) = self.container(id) else { return Ok(()) };
        let _one = container.changing.lock().await;
        if container.running().is_ok() {
            self.kill(&container).await?;
        }
        let sandbox = self.sandbox(&container.sandbox_id)?;
        if let Ok(shim) = sandbox.shim() {
            match shim.call(Call::Forget { container: id.to_owned() }, Vec::new()).await {
                Ok(_) | Err(RuntimeError::NotFound(_)) => {}
                Err(error) => return Err(error),
            }
        }
        let (runtime, cgroup) = (self.clone(), container.record.cgroup.clone());
        let dir = self.0.places.container(id);
        blocking(move || {
            let _ = runtime.0.groups.remove(&cgroup);
            disk::remove_tree(&dir).map_err(other)
        })
        .await?;
        self.0.model.lock().containers.remove(id);
        self.tell(RuntimeEventKind::Deleted, &container.sandbox_id, id, &sandbox.record().config.uid);
        Ok(())
    }

    pub(super) async fn container_update(
        &self,
        id: &str,
        resources: &LinuxResources,
    ) -> Result<(), RuntimeError> {
        let container = self.container(id)?;
        let _one = container.changing.lock().await;
        let merged = merge(&container.resources.lock(), resources);
        if container.running().is_ok() {
            let limits = crate::shim::limits(&merged);
            let (runtime, cgroup) = (self.clone(), container.record.cgroup.clone());
            blocking(move || runtime.0.groups.update(&cgroup, &limits).map_err(other)).await?;
        }
        let mut record = container.record.clone();
        record.config.resources = merged.clone();
        disk::save(&self.0.places.container(id).join("container.json"), &record).map_err(other)?;
        *container.resources.lock() = merged;
        Ok(())
    }

    pub(super) async fn container_reopen_log(&self, id: &str) -> Result<(), RuntimeError> {
        let container = self.container(id)?;
        container.running()?;
        let shim = self.sandbox(&container.sandbox_id)?.shim()?;
        shim.call(Call::ReopenLog { container: id.to_owned() }, Vec::new()).await.map(drop)
    }
}

/// What is asked for over what is there; 0 and empty leave it.
fn merge(there: &LinuxResources, asked: &LinuxResources) -> LinuxResources {
    let number = |asked: i64, there: i64| if asked == 0 { there } else { asked };
    let text = |asked: &String, there: &String| if asked.is_empty() { there.clone() } else { asked.clone() };
    LinuxResources {
        cpu_period: number(asked.cpu_period, there.cpu_period),
        cpu_quota: number(asked.cpu_quota, there.cpu_quota),
        cpu_shares: number(asked.cpu_shares, there.cpu_shares),
        memory_limit: number(asked.memory_limit, there.memory_limit),
        memory_swap_limit: number(asked.memory_swap_limit, there.memory_swap_limit),
        oom_score_adj: number(asked.oom_score_adj, there.oom_score_adj),
        cpuset_cpus: text(&asked.cpuset_cpus, &there.cpuset_cpus),
        cpuset_mems: text(&asked.cpuset_mems, &there.cpuset_mems),
        pids_limit: number(asked.pids_limit, there.pids_limit),
        hugepage_limits: if asked.hugepage_limits.is_empty() {
            there.hugepage_limits.clone()
        } else {
            asked.hugepage_limits.clone()
        },
        unified: there
            .unified
            .iter()
            .chain(&asked.unified)
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
    }
}

fn stop_signal(config: &ContainerConfig, image: &ImageRecord) -> String {
    let image = Some(&image.config.stop_signal).filter(|signal| !signal.is_empty());
    config
        .stop_signal
        .as_ref()
        .filter(|signal| !signal.is_empty())
        .or(image)
        .cloned()
        .unwrap_or_else(|| "SIGTERM".to_owned())
}

/// `SIGTERM`, `TERM`, `15`, `SIGRTMIN+3`.
fn signal_number(text: &str) -> i32 {
    if let Ok(number) = text.parse() {
        return number;
    }
    let name = text.trim_start_matches("SIG");
    if let Some(offset) = name.strip_prefix("RTMIN") {
        return libc::SIGRTMIN() + offset.trim_start_matches('+').parse::<i32>().unwrap_or(0);
    }
    format!("SIG{name}").parse::<nix::sys::signal::Signal>().map_or(libc::SIGTERM, |signal| signal as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_by_name_and_number() {
        for (text, expected) in
            [("SIGTERM", 15), ("QUIT", 3), ("9", 9), ("SIGRTMIN+3", libc::SIGRTMIN() + 3), ("?", 15)]
        {
            assert_eq!(signal_number(text), expected, "{text}");
        }
    }

    #[test]
    fn an_update_leaves_what_it_does_not_name() {
        let there = LinuxResources {
            cpu_shares: 5,
            memory_limit: 10,
            cpuset_cpus: "0".into(),
            ..LinuxResources::default()
        };
        let asked = LinuxResources { memory_limit: 20, ..LinuxResources::default() };
        let merged = merge(&there, &asked);
        assert_eq!((merged.cpu_shares, merged.memory_limit, merged.cpuset_cpus.as_str()), (5, 20, "0"));
    }
}
