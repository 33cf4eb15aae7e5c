//! A container's configuration to an OCI spec: one pure function. Everything read from the machine is in [`Input`].
//!
//! The spec is put together as JSON, which is what it is, and then read into the typed form, which checks it. What is mounted is in
//! `mounts`, capabilities in `capabilities`.

mod capabilities;
mod mounts;
#[cfg(test)]
mod tests;

pub use capabilities::{CapabilityError, all_names};

use std::path::PathBuf;

use node::{ContainerConfig, NamespaceMode, SandboxConfig};
use oci_spec::runtime::Spec;
use serde_json::{Value, json};

use crate::images::ImageConfig;
use crate::user::Ids;

/// Why there is no spec.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    /// Nothing to run.
    #[error("no command specified")]
    NoCommand,
    /// A capability that does not exist.
    #[error(transparent)]
    Capability(#[from] CapabilityError),
    /// It contradicts itself.
    #[error("{0}")]
    Invalid(String),
}

/// A device node as it is on the node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeviceNode {
    /// Where it shall be.
    pub path: String,
    /// `c` or `b`.
    pub kind: char,
    /// Its numbers.
    pub number: (u32, u32),
    /// Its permissions.
    pub mode: u32,
    /// Its owner.
    pub owner: (u32, u32),
    /// Some of `rwm`.
    pub access: String,
}

/// All that a spec depends on.
#[derive(Debug, Clone, Default)]
pub struct Input<'a> {
    /// The container.
    pub container: ContainerConfig,
    /// Its sandbox.
    pub sandbox: SandboxConfig,
    /// Its image.
    pub image: ImageConfig,
    /// Who it runs as.
    pub user: Ids,
    /// Where its root is mounted.
    pub rootfs: PathBuf,
    /// The sandbox's run directory: namespaces and shared memory.
    pub run: PathBuf,
    /// The sandbox's records: `resolv.conf`, `hostname`.
    pub sandbox_dir: PathBuf,
    /// Where images that are volumes are mounted, by the number of the mount.
    pub image_mounts: Vec<(usize, PathBuf)>,
    /// Its control group.
    pub cgroup: String,
    /// Whether control groups are v2.
    pub unified: bool,
    /// Where its control group is in each of v1's hierarchies.
    pub hierarchies: Vec<(String, PathBuf)>,
    /// The process whose processes it shall see.
    pub pid_target: Option<i32>,
    /// Devices: those asked for, and all of the node for a privileged container.
    pub devices: Vec<DeviceNode>,
    /// Capabilities that this node can give at all, with `CAP_`.
    pub available: &'a [String],
}

const PATH: &str = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// What a container must not see, as containerd has it.
const MASKED: &[&str] = &[
    "/proc/acpi",
    "/proc/asound",
    "/proc/interrupts",
    "/proc/kcore",
    "/proc/keys",
    "/proc/latency_stats",
    "/proc/timer_list",
    "/proc/timer_stats",
    "/proc/sched_debug",
    "/proc/scsi",
    "/sys/firmware",
    "/sys/devices/virtual/powercap",
];
/// What a container must not write.
const READ_ONLY: &[&str] = &["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"];

/// The spec of a container.
pub fn build(input: &Input<'_>) -> Result<Spec, SpecError> {
    let security = &input.container.security;
    let spec = json!({
        "ociVersion": "1.2.0",
        "process": process(input)?,
        "root": { "path": input.rootfs, "readonly": security.read_only_root },
        "mounts": mounts::build(input),
        "annotations": {},
        "linux": {
            "namespaces": namespaces(input),
            "cgroupsPath": input.cgroup,
            "resources": { "devices": device_rules(input) },
            "devices": input.devices.iter().map(device).collect::<Vec<_>>(),
            "maskedPaths": paths(security.privileged, security.masked_paths.as_deref(), MASKED),
            "readonlyPaths": paths(security.privileged, security.read_only_paths.as_deref(), READ_ONLY),
            "rootfsPropagation": mounts::root_propagation(&input.container.mounts),
        },
    });
    serde_json::from_value(spec).map_err(|error| SpecError::Invalid(error.to_string()))
}

/// The process of a command that joins a running container: everything like the first one's but what is run.
pub fn exec_process(first: &Value, command: &[String], tty: bool) -> Value {
    let mut process = first.clone();
    process["args"] = json!(command);
    process["terminal"] = json!(tty);
    if let (true, Some(env)) = (tty, process["env"].as_array_mut())
        && !env.iter().any(|one| one.as_str().is_some_and(|text| text.starts_with("TERM=")))
    {
        env.push(json!("TERM=xterm"));
    }
    process
}

fn process(input: &Input<'_>) -> Result<Value, SpecError> {
    let Input { container, image, user, .. } = input;
    let capabilities = capabilities::of(&container.security, input.available)?;
    let cwd = [&container.working_dir, &image.working_dir].into_iter().find(|dir| !dir.is_empty());
    Ok(json!({
        "terminal": container.tty,
        "user": { "uid": user.0, "gid": user.1, "additionalGids": user.2 },
        "args": arguments(container, image)?,
        "env": environment(container, image, &input.sandbox.hostname),
        "cwd": cwd.map_or("/", |dir| dir.as_str()),
        "capabilities": { "bounding": capabilities, "effective": capabilities, "permitted": capabilities },
        "noNewPrivileges": container.security.no_new_privileges,
    }))
}

/// `command` replaces entry point and arguments of the image, `args` only its arguments.
fn arguments(container: &ContainerConfig, image: &ImageConfig) -> Result<Vec<String>, SpecError> {
    let (mut all, rest) = if container.command.is_empty() {
        let arguments = if container.args.is_empty() { &image.cmd } else { &container.args };
        (image.entrypoint.clone(), arguments)
    } else {
        (container.command.clone(), &container.args)
    };
    all.extend(rest.iter().cloned());
    if all.first().is_none_or(String::is_empty) { Err(SpecError::NoCommand) } else { Ok(all) }
}

/// The image's variables, then the container's: a later one replaces an earlier one of its name.
fn environment(container: &ContainerConfig, image: &ImageConfig, hostname: &str) -> Vec<String> {
    let mut all = vec![PATH.to_owned()];
    if !hostname.is_empty() {
        all.push(format!("HOSTNAME={hostname}"));
    }
    if container.tty {
        all.push("TERM=xterm".to_owned());
    }
    let own = container.env.iter().map(|(name, value)| format!("{name}={value}"));
    for one in image.env.iter().cloned().chain(own) {
        let name = one.split_once('=').map_or(one.as_str(), |(name, _)| name).to_owned();
        let same = |there: &String| there.split_once('=').is_some_and(|(there, _)| there == name);
        match all.iter().position(same) {
            Some(at) => all[at] = one,
            None => all.push(one),
        }
    }
    all
}

fn namespaces(input: &Input<'_>) -> Vec<Value> {
    let shared = &input.sandbox.security.namespaces;
    let security = &input.container.security;
    let mut all = vec![json!({ "type": "mount" })];
    if shared.network != NamespaceMode::Node {
        all.push(json!({ "type": "network", "path": input.run.join("net") }));
        all.push(json!({ "type": "uts", "path": input.run.join("uts") }));
    }
    if shared.ipc != NamespaceMode::Node {
        all.push(json!({ "type": "ipc", "path": input.run.join("ipc") }));
    }
    match (input.pid_target, security.pid) {
        (Some(pid), _) => all.push(json!({ "type": "pid", "path": format!("/proc/{pid}/ns/pid") })),
        (None, NamespaceMode::Container) => all.push(json!({ "type": "pid" })),
        (None, NamespaceMode::Pod) if shared.pid == NamespaceMode::Pod => {
            all.push(json!({ "type": "pid", "path": input.run.join("pid") }));
        }
        (None, NamespaceMode::Pod) if shared.pid != NamespaceMode::Node => all.push(json!({ "type": "pid" })),
        _ => {}
    }
    if input.unified && !security.privileged {
        all.push(json!({ "type": "cgroup" }));
    }
    all
}

/// Whether the container has processes of its own, which end with its first one.
pub fn has_own_pids(container: &ContainerConfig, sandbox: &SandboxConfig) -> bool {
    let mode = container.security.pid;
    container.security.pid_target.is_none()
        && (mode == NamespaceMode::Container
            || mode == NamespaceMode::Pod && sandbox.security.namespaces.pid == NamespaceMode::Container)
}

fn paths(privileged: bool, asked: Option<&[String]>, usual: &[&str]) -> Vec<String> {
    match (privileged, asked) {
        (true, _) => Vec::new(),
        (false, Some(asked)) => asked.to_vec(),
        (false, None) => usual.iter().map(|&path| path.to_owned()).collect(),
    }
}

fn device(node: &DeviceNode) -> Value {
    json!({
        "path": node.path,
        "type": node.kind.to_string(),
        "major": node.number.0,
        "minor": node.number.1,
        "fileMode": node.mode & 0o7777,
        "uid": node.owner.0,
        "gid": node.owner.1,
    })
}

/// Nothing, but what was asked for; libcontainer adds the harmless ones by itself.
fn device_rules(input: &Input<'_>) -> Vec<Value> {
    if input.container.security.privileged {
        return vec![json!({ "allow": true, "access": "rwm" })];
    }
    let mut rules = vec![json!({ "allow": false, "access": "rwm" })];
    rules.extend(input.devices.iter().map(|node| {
        let access = if node.access.is_empty() { "rwm" } else { &node.access };
        json!({ "allow": true, "type": node.kind.to_string(), "major": node.number.0, "minor": node.number.1, "access": access })
    }));
    rules
}
