//! The start of a container: its spec, its filter, its mounts, and the shim that does it.

use std::fs;
use std::path::{Path, PathBuf};

use cgroup::Version;
use node::{RuntimeError, RuntimeEventKind, SeccompProfile};
use oci_spec::runtime::Spec;

use super::model::{ContainerEntry, Life, SandboxEntry};
use super::{Runtime, machine, other};
use crate::disk;
use crate::protocol::{Call, Reply, Start};
use crate::records::{Exit, rootfs};
use crate::seccomp::{self, Instruction, Profile};
use crate::spec::{self, Input};

impl Runtime {
    pub(super) async fn container_start(&self, id: &str) -> Result<(), RuntimeError> {
        let container = self.container(id)?;
        let _one = container.changing.lock().await;
        if *container.life.borrow() != Life::default() {
            return Err(RuntimeError::State(format!("container {id} was started before")));
        }
        let sandbox = self.sandbox(&container.sandbox_id)?;
        let shim = sandbox.shim()?;
        let asked = match self.prepare(&container, &sandbox) {
            Ok(start) => shim.call(Call::Start(Box::new(start)), Vec::new()).await,
            Err(error) => Err(error),
        };
        match asked {
            Ok((Reply::Started(started), _)) => {
                container.life.send_modify(|life| life.started = Some(started));
                self.tell(RuntimeEventKind::Started, &sandbox.id, id, &sandbox.record().config.uid);
                Ok(())
            }
            Ok((reply, _)) => Err(RuntimeError::Other(format!("the shim answered {reply:?}"))),
            Err(error) => {
                let words = format!("unable to start container process: {error}");
                let exit = Exit {
                    code: 128,
                    at: self.now(),
                    reason: "StartError".to_owned(),
                    message: words.clone(),
                };
                let _ = disk::save(&self.0.places.container(id).join("exit.json"), &exit);
                self.exited(id, exit);
                Err(RuntimeError::Other(words))
            }
        }
    }

    /// Everything that the shim needs; the spec is on disk.
    fn prepare(&self, container: &ContainerEntry, sandbox: &SandboxEntry) -> Result<Start, RuntimeError> {
        let record = &container.record;
        let config = &record.config;
        let pod = sandbox.record();
        let run = self.0.places.run(&sandbox.id);
        for mount in config.mounts.iter().filter(|mount| mount.image.is_none()) {
            make_source(Path::new(&mount.host_path))?;
        }
        let image_mounts = self.image_mounts(container, &run)?;
        let pid_target =
            config.security.pid_target.as_ref().map(|id| self.container(id)?.running()).transpose()?;
        let input = Input {
            container: config.clone(),
            sandbox: pod.config.clone(),
            image: self.present(&record.image_ref)?.config,
            user: record.user.clone(),
            rootfs: rootfs(&run, &record.id),
            sandbox_dir: self.0.places.sandbox(&sandbox.id),
            image_mounts: image_mounts.iter().map(|(number, place, _)| (*number, place.clone())).collect(),
            run,
            cgroup: record.cgroup.clone(),
            hierarchies: self.0.groups.folders(&record.cgroup),
            unified: self.0.groups.version() == Version::V2,
            pid_target,
            devices: machine::devices(config)?,
            available: &self.0.capabilities,
        };
        let spec = spec::build(&input).map_err(|error| RuntimeError::Invalid(error.to_string()))?;
        let dir = self.0.places.container(&record.id);
        disk::save(&dir.join("spec.json"), &spec).map_err(other)?;
        let log = Some(&config.log_path).filter(|path| !path.is_empty());
        Ok(Start {
            id: record.id.clone(),
            dir,
            layers_dir: self.0.images.layers_dir(),
            layers: record.layers.clone(),
            image_mounts: image_mounts.into_iter().map(|(_, place, layers)| (place, layers)).collect(),
            log: log.map(|path| Path::new(&pod.config.log_directory).join(path)),
            tty: config.tty,
            stdin: config.stdin,
            stdin_once: config.stdin_once,
            cgroup: record.cgroup.clone(),
            resources: container.resources.lock().clone(),
            seccomp: self.filter(container, &spec)?,
            own_pids: spec::has_own_pids(config, &pod.config),
        })
    }

    /// Images that are volumes: number of the mount, where, and their layers.
    fn image_mounts(
        &self,
        container: &ContainerEntry,
        run: &Path,
    ) -> Result<Vec<(usize, PathBuf, Vec<String>)>, RuntimeError> {
        let mut all = Vec::new();
        for (number, mount) in container.record.config.mounts.iter().enumerate() {
            if let Some(name) = &mount.image {
                let place =
                    run.join("root").join(format!("{}-{number}", crate::records::short(&container.id)));
                all.push((number, place, self.present(name)?.layers));
            }
        }
        Ok(all)
    }

    /// The filter of system calls; a privileged container has none.
    fn filter(
        &self,
        container: &ContainerEntry,
        spec: &Spec,
    ) -> Result<Option<Vec<Instruction>>, RuntimeError> {
        let security = &container.record.config.security;
        let profile = match &security.seccomp {
            _ if security.privileged => return Ok(None),
            SeccompProfile::Unconfined => return Ok(None),
            SeccompProfile::RuntimeDefault => seccomp::default_profile(),
            SeccompProfile::Localhost(path) => {
                let path = self.0.config.seccomp_dir.join(path);
                let bytes = fs::read(&path).map_err(|error| {
                    RuntimeError::Invalid(format!("the seccomp profile {}: {error}", path.display()))
                })?;
                Profile::parse(&bytes).map_err(|error| RuntimeError::Invalid(error.to_string()))?
            }
        };
        let value = serde_json::to_value(spec).map_err(other)?;
        let names = value["process"]["capabilities"]["bounding"].as_array().cloned().unwrap_or_default();
        let names: Vec<String> = names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect();
        seccomp::compile(&profile, &names).map(Some).map_err(|error| RuntimeError::Invalid(error.to_string()))
    }
}

/// A volume's source that is not there becomes a folder, as CRI wants it.
fn make_source(path: &Path) -> Result<(), RuntimeError> {
    if fs::metadata(path).is_ok() {
        return Ok(());
    }
    fs::create_dir_all(path)
        .map_err(|error| RuntimeError::Other(format!("failed to make {}: {error}", path.display())))
}
