//! Sandboxes.

use node::{
    NamespaceMode, Namespaces, Protocol, RuntimeError, Sandbox, SandboxConfig, SandboxFilter, SandboxState,
    SandboxStatus, SeccompProfile,
};

use super::container::resources;
use crate::wire;

pub(crate) const fn mode(mode: NamespaceMode) -> i32 {
    match mode {
        NamespaceMode::Pod => 0,
        NamespaceMode::Container => 1,
        NamespaceMode::Node => 2,
    }
}

const fn mode_of(number: i32) -> NamespaceMode {
    match number {
        0 => NamespaceMode::Pod,
        2 => NamespaceMode::Node,
        _ => NamespaceMode::Container,
    }
}

pub(crate) fn namespaces(namespaces: &Namespaces) -> wire::NamespaceOption {
    wire::NamespaceOption {
        network: mode(namespaces.network),
        pid: mode(namespaces.pid),
        ipc: mode(namespaces.ipc),
        target_id: String::new(),
    }
}

pub(crate) fn seccomp(profile: &SeccompProfile) -> wire::SecurityProfile {
    let (profile_type, localhost_ref) = match profile {
        SeccompProfile::RuntimeDefault => (0, String::new()),
        SeccompProfile::Unconfined => (1, String::new()),
        SeccompProfile::Localhost(path) => (2, path.clone()),
    };
    wire::SecurityProfile { profile_type, localhost_ref }
}

pub(crate) fn number(value: Option<i64>) -> Option<wire::Int64Value> {
    value.map(|value| wire::Int64Value { value })
}

/// A sandbox to be made. Users of its own would need mappings that the contract does not carry.
pub(crate) fn sandbox_config(config: &SandboxConfig) -> Result<wire::PodSandboxConfig, RuntimeError> {
    if config.security.namespaces.user_namespace {
        return Err(RuntimeError::Unsupported("a user namespace".to_owned()));
    }
    let metadata = wire::PodSandboxMetadata {
        name: config.name.clone(),
        uid: config.uid.clone(),
        namespace: config.namespace.clone(),
        attempt: config.attempt,
    };
    let dns = config.dns.as_ref().map(|dns| wire::DnsConfig {
        servers: dns.servers.clone(),
        searches: dns.searches.clone(),
        options: dns.options.clone(),
    });
    let port = |port: &node::HostPort| wire::PortMapping {
        protocol: match port.protocol {
            Protocol::Tcp => 0,
            Protocol::Udp => 1,
            Protocol::Sctp => 2,
        },
        container_port: i32::from(port.container_port),
        host_port: i32::from(port.host_port),
        host_ip: port.host_ip.clone(),
    };
    Ok(wire::PodSandboxConfig {
        metadata: Some(metadata),
        hostname: config.hostname.clone(),
        log_directory: config.log_directory.clone(),
        dns_config: dns,
        port_mappings: config.host_ports.iter().map(port).collect(),
        labels: config.labels.clone(),
        annotations: config.annotations.clone(),
        linux: Some(linux(config)),
    })
}

fn linux(config: &SandboxConfig) -> wire::LinuxPodSandboxConfig {
    let security = &config.security;
    wire::LinuxPodSandboxConfig {
        cgroup_parent: config.cgroup_parent.clone(),
        security_context: Some(wire::LinuxSandboxSecurityContext {
            namespace_options: Some(namespaces(&security.namespaces)),
            run_as_user: number(security.run_as_user),
            run_as_group: number(security.run_as_group),
            readonly_rootfs: security.read_only_root,
            supplemental_groups: security.supplemental_groups.clone(),
            supplemental_groups_policy: 0,
            privileged: security.privileged,
            seccomp: Some(seccomp(&security.seccomp)),
        }),
        sysctls: config.sysctls.clone(),
        resources: Some(resources(&config.resources)),
    }
}

fn state_of(number: i32) -> SandboxState {
    if number == 0 { SandboxState::Ready } else { SandboxState::NotReady }
}

/// A sandbox in a list.
pub(crate) fn sandbox_of(sandbox: wire::PodSandbox) -> Sandbox {
    let metadata = sandbox.metadata.unwrap_or_default();
    Sandbox {
        id: sandbox.id,
        name: metadata.name,
        namespace: metadata.namespace,
        uid: metadata.uid,
        attempt: metadata.attempt,
        state: state_of(sandbox.state),
        created_at: sandbox.created_at,
        labels: sandbox.labels,
        annotations: sandbox.annotations,
    }
}

/// A sandbox with all that is known.
pub(crate) fn sandbox_status(status: wire::PodSandboxStatus) -> SandboxStatus {
    let network = status.network.unwrap_or_default();
    let mut ips: Vec<String> = (!network.ip.is_empty()).then_some(network.ip).into_iter().collect();
    ips.extend(network.additional_ips.into_iter().map(|more| more.ip));
    let options = status.linux.and_then(|linux| linux.namespaces).and_then(|namespaces| namespaces.options);
    let options = options.unwrap_or_default();
    let sandbox = wire::PodSandbox {
        id: status.id,
        metadata: status.metadata,
        state: status.state,
        created_at: status.created_at,
        labels: status.labels,
        annotations: status.annotations,
    };
    SandboxStatus {
        sandbox: sandbox_of(sandbox),
        ips,
        namespaces: Namespaces {
            network: mode_of(options.network),
            pid: mode_of(options.pid),
            ipc: mode_of(options.ipc),
            user_namespace: false,
        },
    }
}

/// Which sandboxes.
pub(crate) fn sandbox_filter(filter: &SandboxFilter) -> wire::PodSandboxFilter {
    let state = |state| wire::PodSandboxStateValue { state: i32::from(state != SandboxState::Ready) };
    wire::PodSandboxFilter {
        id: filter.id.clone().unwrap_or_default(),
        state: filter.state.map(state),
        label_selector: filter.labels.clone(),
    }
}
