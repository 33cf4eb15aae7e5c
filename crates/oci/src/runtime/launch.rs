//! Brings up the shim of a sandbox, connects to it, and follows what it tells.

use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::process::{Command, Stdio};
use std::sync::Arc;

use node::{RuntimeError, RuntimeEventKind};
use tokio::sync::mpsc;

use super::connection::Connection;
use super::model::SandboxEntry;
use super::{Runtime, blocking, other};
use crate::disk;
use crate::protocol::{Call, Event, Reply, Report, VERSION};
use crate::records::{Exit, SandboxRecord, socket};
use crate::shim::ShimConfig;

impl Runtime {
    /// The control group of shims.
    pub(super) fn shims_group(&self) -> String {
        format!("{}/shims", self.0.config.cgroup_prefix.trim_end_matches('/'))
    }

    pub(super) fn shim_config(&self, record: &SandboxRecord) -> ShimConfig {
        ShimConfig {
            id: record.id.clone(),
            run: self.0.places.run(&record.id),
            cgroup_root: self.0.config.cgroup_root.clone(),
            cgroup: self.shims_group(),
            namespaces: record.config.security.namespaces.clone(),
            hostname: record.config.hostname.clone(),
            sysctls: record.config.sysctls.clone(),
        }
    }

    /// Starts a shim; it serves when this returns.
    pub(super) async fn launch(&self, record: &SandboxRecord) -> Result<(), RuntimeError> {
        let dir = self.0.places.sandbox(&record.id);
        let run = self.0.places.run(&record.id);
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&run).map_err(other)?;
        disk::save(&dir.join("shim.json"), &self.shim_config(record)).map_err(other)?;
        let _comes = self.0.launching.read().await;
        let [program, arguments @ ..] = self.0.config.shim.as_slice() else {
            return Err(RuntimeError::Other("no program for shims is configured".to_owned()));
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .arg(&dir)
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        blocking(move || {
            let output = command.stderr(Stdio::piped()).output().map_err(other)?;
            if output.status.success() {
                return Ok(());
            }
            let words = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Err(RuntimeError::Other(format!("failed to start the sandbox: {words}")))
        })
        .await
    }

    /// Connects to a shim; gives what it knows of its containers.
    pub(super) async fn connect(&self, entry: &Arc<SandboxEntry>) -> Result<Vec<Report>, RuntimeError> {
        let path = socket(&self.0.places.run(&entry.id));
        let (connection, events) = Connection::open(&path).await.map_err(other)?;
        let (reply, _) = connection.call(Call::Hello { version: VERSION }, Vec::new()).await?;
        let Reply::Hello { containers, .. } = reply else {
            return Err(RuntimeError::Other("the shim speaks another language".to_owned()));
        };
        entry.connect(Some(connection));
        let (weak, entry) = (Arc::downgrade(&self.0), Arc::clone(entry));
        tokio::spawn(async move {
            follow(&weak, &entry, events).await;
            if let Some(inner) = weak.upgrade() {
                Self(inner).shim_gone(&entry).await;
            }
        });
        Ok(containers)
    }

    /// A container ended.
    pub(super) fn exited(&self, container_id: &str, exit: Exit) {
        let Ok(container) = self.container(container_id) else { return };
        if container.ended(exit) {
            let uid = self
                .sandbox(&container.sandbox_id)
                .map(|entry| entry.record().config.uid)
                .unwrap_or_default();
            self.tell(RuntimeEventKind::Stopped, &container.sandbox_id, container_id, &uid);
        }
    }

    /// A shim is gone: sent away, or killed together with all hope for its containers.
    ///
    /// Whoever stops or removes the sandbox meanwhile waits, so that a removed one leaves nothing to be taken down.
    async fn shim_gone(&self, entry: &SandboxEntry) {
        entry.connect(None);
        let _one = entry.changing.lock().await;
        if entry.record().stopped {
            return;
        }
        tracing::warn!(sandbox = %entry.id, "the sandbox's shim died; its containers are ended");
        let record = entry.update(|record| record.stopped = true);
        let _ = disk::save(&self.0.places.sandbox(&entry.id).join("sandbox.json"), &record);
        let containers = self.0.model.lock().containers_of(&entry.id);
        for container in containers {
            self.bury(&container.record, None);
        }
        self.dismantle(&entry.id);
        self.tell(RuntimeEventKind::Stopped, &entry.id, "", &record.config.uid);
    }

    /// Ends what is left of a container without a shim, and writes down that nobody saw how it ended.
    pub(super) fn bury(&self, record: &crate::records::ContainerRecord, seen: Option<Exit>) {
        let dir = self.0.places.container(&record.id);
        let _ = self.0.groups.kill(&record.cgroup);
        let _ = self.0.groups.remove(&record.cgroup);
        let on_disk = disk::load(&dir.join("exit.json")).ok().flatten();
        let started = dir.join("started.json").exists();
        let exit = seen.or(on_disk).or_else(|| {
            started.then(|| Exit {
                code: 255,
                at: self.now(),
                reason: "Unknown".to_owned(),
                message: String::new(),
            })
        });
        if let Some(exit) = exit {
            let _ = disk::save(&dir.join("exit.json"), &exit);
            self.exited(&record.id, exit);
        }
    }
}

async fn follow(
    runtime: &std::sync::Weak<super::Inner>,
    entry: &SandboxEntry,
    mut events: mpsc::UnboundedReceiver<Event>,
) {
    while let Some(event) = events.recv().await {
        let Some(inner) = runtime.upgrade() else { return };
        match event {
            Event::Exited { container, exit } => Runtime(inner).exited(&container, exit),
            Event::ExecExited { exec, .. } => {
                tracing::debug!(sandbox = %entry.id, %exec, "an unknown command ended")
            }
        }
    }
}
