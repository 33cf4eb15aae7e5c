//! The request for a container.

use std::collections::BTreeMap;
use std::path::Path;

use api::core::v1::{Container, Pod, VolumeMount};
use node::{ContainerConfig, ContainerSecurity, Mount, Propagation};
use volume::PodVolumes;

use crate::environment::expand;
use crate::pod::spec;
use crate::{names, resources};

/// What is known when the container is made.
pub struct Given<'a> {
    /// The pod.
    pub pod: &'a Pod,
    /// The container.
    pub container: &'a Container,
    /// Which attempt.
    pub attempt: u32,
    /// Its environment.
    pub env: Vec<(String, String)>,
    /// What it may do.
    pub security: ContainerSecurity,
    /// What is mounted.
    pub mounts: Vec<Mount>,
    /// Bytes of memory of the node.
    pub node_memory: i64,
}

/// What the runtime is asked for.
pub fn of(given: Given<'_>) -> ContainerConfig {
    let Given { pod, container, attempt, env, security, mounts, node_memory } = given;
    let known: BTreeMap<&str, &str> =
        env.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let expanded = |words: &Option<Vec<String>>| -> Vec<String> {
        let words = words.iter().flatten();
        words.map(|word| expand(word, |name| known.get(name).map(|value| (*value).to_owned()))).collect()
    };
    ContainerConfig {
        name: container.name.clone(),
        attempt,
        image: container.image.clone().unwrap_or_default(),
        command: expanded(&container.command),
        args: expanded(&container.args),
        working_dir: container.working_dir.clone().unwrap_or_default(),
        mounts,
        devices: Vec::new(),
        labels: labels(pod, container),
        annotations: annotations(pod, container, attempt),
        log_path: format!("{}/{attempt}.log", container.name),
        stdin: container.stdin.unwrap_or(false),
        stdin_once: container.stdin_once.unwrap_or(false),
        tty: container.tty.unwrap_or(false),
        resources: resources::of_container(pod, container, node_memory),
        security,
        stop_signal: container.lifecycle.as_ref().and_then(|lifecycle| lifecycle.stop_signal.clone()),
        env,
    }
}

fn labels(pod: &Pod, container: &Container) -> BTreeMap<String, String> {
    let pairs = [
        (names::POD_NAME, spec::name(pod)),
        (names::POD_NAMESPACE, spec::namespace(pod)),
        (names::POD_UID, spec::uid(pod)),
        (names::CONTAINER_NAME, container.name.as_str()),
    ];
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

fn annotations(pod: &Pod, container: &Container, attempt: u32) -> BTreeMap<String, String> {
    let pairs = [
        (names::CONTAINER_HASH, spec::hash(container)),
        (names::RESTART_COUNT, attempt.to_string()),
        (names::TERMINATION_MESSAGE_PATH, message_path(container).to_owned()),
        (
            names::TERMINATION_MESSAGE_POLICY,
            container.termination_message_policy.clone().unwrap_or_else(|| "File".into()),
        ),
        (names::TERMINATION_GRACE, spec::termination_grace(pod).to_string()),
    ];
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Where the container leaves its last words.
pub fn message_path(container: &Container) -> &str {
    container
        .termination_message_path
        .as_deref()
        .filter(|path| !path.is_empty())
        .unwrap_or("/dev/termination-log")
}

/// The mounts of volumes, sub-paths aside: those are given as paths by the caller, by their index.
pub fn volume_mounts(
    container: &Container,
    volumes: &PodVolumes,
    sub_paths: &BTreeMap<usize, std::path::PathBuf>,
) -> Result<Vec<Mount>, String> {
    let wanted = container.volume_mounts.iter().flatten().enumerate();
    wanted
        .map(|(index, mount)| {
            let found = volumes.mounted.get(&mount.name);
            let found = found.ok_or_else(|| {
                format!(
                    "cannot find volume \"{}\" to mount into container \"{}\"",
                    mount.name, container.name
                )
            })?;
            let path = sub_paths.get(&index).map(|path| path.as_path()).or(found.path.as_deref());
            Ok(Mount {
                container_path: absolute(mount, container),
                host_path: path.map(|path: &Path| path.display().to_string()).unwrap_or_default(),
                read_only: mount.read_only.unwrap_or(false) || found.read_only,
                recursive_read_only: mount.recursive_read_only.as_deref() == Some("Enabled"),
                propagation: match mount.mount_propagation.as_deref() {
                    Some("HostToContainer") => Propagation::HostToContainer,
                    Some("Bidirectional") => Propagation::Bidirectional,
                    _ => Propagation::Private,
                },
                image: found.image.clone(),
                image_sub_path: found.image.as_ref().and(mount.sub_path.clone()).unwrap_or_default(),
            })
        })
        .collect()
}

/// A relative mount path is within the working directory or the root.
fn absolute(mount: &VolumeMount, container: &Container) -> String {
    if mount.mount_path.starts_with('/') {
        return mount.mount_path.clone();
    }
    let base = container.working_dir.as_deref().unwrap_or("/");
    format!("{}/{}", base.trim_end_matches('/'), mount.mount_path)
}

/// One file or directory of the node.
pub fn bind(host_path: &Path, container_path: &str, read_only: bool) -> Mount {
    Mount {
        container_path: container_path.to_owned(),
        host_path: host_path.display().to_string(),
        read_only,
        ..Mount::default()
    }
}
