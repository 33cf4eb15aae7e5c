//! Containers to be made, and in lists.

use node::{
    Container, ContainerConfig, ContainerFilter, ContainerSecurity, ContainerState, LinuxResources, Mount,
    Propagation,
};

use super::image::image_spec;
use super::sandbox::{mode, number, seccomp};
use super::signal;
use crate::wire;

/// What containers can't see unless somebody says otherwise. The interface has no list of the runtime's own: an empty one hides nothing.
const MASKED: &[&str] = &[
    "/proc/asound",
    "/proc/acpi",
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
/// What they can't write, likewise.
const READ_ONLY: &[&str] = &["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"];

/// Limits.
pub(crate) fn resources(resources: &LinuxResources) -> wire::LinuxContainerResources {
    let page = |(size, limit): &(String, u64)| wire::HugepageLimit { page_size: size.clone(), limit: *limit };
    let mut unified = resources.unified.clone();
    if resources.pids_limit > 0 {
        // The interface has no field for it.
        unified.entry("pids.max".to_owned()).or_insert_with(|| resources.pids_limit.to_string());
    }
    wire::LinuxContainerResources {
        cpu_period: resources.cpu_period,
        cpu_quota: resources.cpu_quota,
        cpu_shares: resources.cpu_shares,
        memory_limit_in_bytes: resources.memory_limit,
        oom_score_adj: resources.oom_score_adj,
        cpuset_cpus: resources.cpuset_cpus.clone(),
        cpuset_mems: resources.cpuset_mems.clone(),
        hugepage_limits: resources.hugepage_limits.iter().map(page).collect(),
        unified,
        memory_swap_limit_in_bytes: resources.memory_swap_limit,
    }
}

fn mount(mount: &Mount) -> wire::Mount {
    wire::Mount {
        container_path: mount.container_path.clone(),
        host_path: mount.host_path.clone(),
        readonly: mount.read_only,
        propagation: match mount.propagation {
            Propagation::Private => 0,
            Propagation::HostToContainer => 1,
            Propagation::Bidirectional => 2,
        },
        recursive_read_only: mount.recursive_read_only,
        image: mount.image.as_deref().map(image_spec),
        image_sub_path: mount.image_sub_path.clone(),
    }
}

fn security(security: &ContainerSecurity, sandbox: &node::Namespaces) -> wire::LinuxContainerSecurityContext {
    let paths = |given: &Option<Vec<String>>, usual: &[&str]| match given {
        Some(paths) => paths.clone(),
        None if security.privileged => Vec::new(),
        None => usual.iter().map(|path| (*path).to_owned()).collect(),
    };
    let namespaces = wire::NamespaceOption {
        network: mode(sandbox.network),
        pid: if security.pid_target.is_some() { 3 } else { mode(security.pid) },
        ipc: mode(sandbox.ipc),
        target_id: security.pid_target.clone().unwrap_or_default(),
    };
    wire::LinuxContainerSecurityContext {
        capabilities: Some(wire::Capability {
            add_capabilities: security.add_capabilities.clone(),
            drop_capabilities: security.drop_capabilities.clone(),
        }),
        privileged: security.privileged,
        namespace_options: Some(namespaces),
        run_as_user: number(security.run_as_user),
        run_as_group: number(security.run_as_group),
        run_as_username: security.run_as_username.clone().unwrap_or_default(),
        readonly_rootfs: security.read_only_root,
        supplemental_groups: security.supplemental_groups.clone(),
        supplemental_groups_policy: i32::from(security.strict_groups),
        no_new_privs: security.no_new_privileges,
        masked_paths: paths(&security.masked_paths, MASKED),
        readonly_paths: paths(&security.read_only_paths, READ_ONLY),
        seccomp: Some(seccomp(&security.seccomp)),
    }
}

/// A container to be made.
pub(crate) fn container_config(
    config: &ContainerConfig,
    sandbox: &node::Namespaces,
) -> wire::ContainerConfig {
    let device = |device: &node::Device| wire::Device {
        container_path: device.container_path.clone(),
        host_path: device.host_path.clone(),
        permissions: device.permissions.clone(),
    };
    let pair = |(key, value): &(String, String)| wire::KeyValue {
        key: key.clone(),
        value: value.clone().into_bytes(),
    };
    wire::ContainerConfig {
        metadata: Some(wire::ContainerMetadata { name: config.name.clone(), attempt: config.attempt }),
        image: Some(image_spec(&config.image)),
        command: config.command.clone(),
        args: config.args.clone(),
        working_dir: config.working_dir.clone(),
        envs: config.env.iter().map(pair).collect(),
        mounts: config.mounts.iter().map(mount).collect(),
        devices: config.devices.iter().map(device).collect(),
        labels: config.labels.clone(),
        annotations: config.annotations.clone(),
        log_path: config.log_path.clone(),
        stdin: config.stdin,
        stdin_once: config.stdin_once,
        tty: config.tty,
        linux: Some(wire::LinuxContainerConfig {
            resources: Some(resources(&config.resources)),
            security_context: Some(security(&config.security, sandbox)),
        }),
        stop_signal: signal::number(config.stop_signal.as_deref()),
    }
}

pub(crate) const fn state_of(number: i32) -> ContainerState {
    match number {
        0 => ContainerState::Created,
        1 => ContainerState::Running,
        2 => ContainerState::Exited,
        _ => ContainerState::Unknown,
    }
}

/// A container in a list.
pub(crate) fn container_of(container: wire::Container) -> Container {
    let metadata = container.metadata.unwrap_or_default();
    // Runtimes of old name the image by its reference only.
    let image_ref = if container.image_id.is_empty() { container.image_ref } else { container.image_id };
    Container {
        id: container.id,
        sandbox_id: container.pod_sandbox_id,
        name: metadata.name,
        attempt: metadata.attempt,
        image: container.image.unwrap_or_default().image,
        image_ref,
        state: state_of(container.state),
        created_at: container.created_at,
        labels: container.labels,
        annotations: container.annotations,
    }
}

/// Which containers.
pub(crate) fn container_filter(filter: &ContainerFilter) -> wire::ContainerFilter {
    let state = |state| wire::ContainerStateValue {
        state: match state {
            ContainerState::Created => 0,
            ContainerState::Running => 1,
            ContainerState::Exited => 2,
            ContainerState::Unknown => 3,
        },
    };
    wire::ContainerFilter {
        id: filter.id.clone().unwrap_or_default(),
        state: filter.state.map(state),
        pod_sandbox_id: filter.sandbox_id.clone().unwrap_or_default(),
        label_selector: filter.labels.clone(),
    }
}
