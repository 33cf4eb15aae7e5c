//! After a restart: what is on disk, what the shims say, and what is left of those that are gone.

use std::collections::HashMap;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::sync::Arc;

use nix::mount::{MntFlags, umount2};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::model::{ContainerEntry, Life, SandboxEntry};
use super::{OpenError, Runtime};
use crate::disk;
use crate::protocol::Report;
use crate::records::{ContainerRecord, SandboxRecord};

impl Runtime {
    /// Puts the model together.
    pub(super) async fn restore(&self) -> Result<(), OpenError> {
        let mut reports = HashMap::new();
        let mut alive = Vec::new();
        for id in names(&self.0.places.sandboxes())? {
            let dir = self.0.places.sandbox(&id);
            let record: Option<SandboxRecord> = disk::load(&dir.join("sandbox.json"))?;
            let Some(record) = record.filter(|record| record.ready) else {
                // The rest of a crash in the middle of making it: nobody has heard its name.
                self.sweep(&id).await;
                continue;
            };
            let entry = Arc::new(SandboxEntry::new(record.clone()));
            self.0.model.lock().sandboxes.insert(id.clone(), Arc::clone(&entry));
            if record.stopped {
                continue;
            }
            match self.connect(&entry).await {
                Ok(found) => {
                    reports.extend(found.into_iter().map(|report| (report.container.clone(), report)));
                    alive.push(id);
                }
                Err(error) => {
                    tracing::warn!(sandbox = %id, %error, "the sandbox did not survive");
                    let record = entry.update(|record| record.stopped = true);
                    disk::save(&dir.join("sandbox.json"), &record)?;
                    self.dismantle(&id);
                }
            }
        }
        self.restore_containers(&mut reports)?;
        if let Err(error) = self.0.config.network.retain(&alive).await {
            tracing::warn!(%error, "addresses of sandboxes that are gone were not taken back");
        }
        self.0.images.collect(&self.0.model.lock().layers())?;
        Ok(())
    }

    fn restore_containers(&self, reports: &mut HashMap<String, Report>) -> Result<(), OpenError> {
        for id in names(&self.0.places.containers())? {
            let dir = self.0.places.container(&id);
            let record: Option<ContainerRecord> = disk::load(&dir.join("container.json"))?;
            let known =
                |record: &ContainerRecord| self.0.model.lock().sandboxes.contains_key(&record.sandbox_id);
            let Some(record) = record.filter(known) else {
                disk::remove_tree(&dir)?;
                continue;
            };
            let life = match reports.remove(&id) {
                Some(report) => Life { started: report.started, exit: report.exit },
                None => Life {
                    started: disk::load(&dir.join("started.json"))?,
                    exit: disk::load(&dir.join("exit.json"))?,
                },
            };
            let has_shim = self.sandbox(&record.sandbox_id).is_ok_and(|entry| entry.shim().is_ok());
            let entry = Arc::new(ContainerEntry::new(record.clone(), life.clone()));
            self.0.model.lock().containers.insert(id, entry);
            if !has_shim && life.exit.is_none() {
                self.bury(&record, None);
            }
        }
        Ok(())
    }

    /// Removes a sandbox that never came to be.
    async fn sweep(&self, id: &str) {
        let _ = self.0.config.network.detach(id).await;
        if let Ok((connection, _)) =
            super::connection::Connection::open(&crate::records::socket(&self.0.places.run(id))).await
        {
            let _ = connection.call(crate::protocol::Call::Shutdown, Vec::new()).await;
        }
        self.end_shim(id);
        self.dismantle(id);
        let _ = disk::remove_tree(&self.0.places.sandbox(id));
    }

    /// Ends a shim that does not listen yet: it was started just before the crash.
    fn end_shim(&self, id: &str) {
        let dir = self.0.places.sandbox(id);
        for pid in self.0.groups.processes(&self.shims_group()).unwrap_or_default() {
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            let own = line.split(|byte| *byte == 0).any(|word| word == dir.as_os_str().as_bytes());
            if let (true, Ok(pid)) = (own, i32::try_from(pid)) {
                let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
            }
        }
    }

    /// Unmounts whatever a dead shim left below its run directory, inner mounts first.
    pub(super) fn dismantle(&self, sandbox_id: &str) {
        let run = self.0.places.run(sandbox_id);
        let text = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let mounts: Vec<&str> = text.lines().filter_map(|line| line.split(' ').nth(4)).collect();
        for place in mounts.into_iter().rev().filter(|place| std::path::Path::new(place).starts_with(&run)) {
            let _ = umount2(place, MntFlags::MNT_DETACH);
        }
        let _ = disk::remove_tree(&run);
    }
}

fn names(dir: &std::path::Path) -> std::io::Result<Vec<String>> {
    let mut names: Vec<String> =
        fs::read_dir(dir)?.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    Ok(names)
}
