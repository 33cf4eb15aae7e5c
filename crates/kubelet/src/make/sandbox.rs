//! The request for a sandbox.

use std::collections::BTreeMap;

use api::core::v1::Pod;
use node::{HostPort, Protocol, SandboxConfig, SandboxSecurity, SeccompProfile};

use crate::config::Config;
use crate::make::{dns, hostname, security};
use crate::pod::spec;
use crate::{names, resources};

/// What the runtime is asked for.
pub fn of(pod: &Pod, attempt: u32, config: &Config, resolver: &dns::Names) -> Result<SandboxConfig, String> {
    let (namespace, name, uid) = (spec::namespace(pod), spec::name(pod), spec::uid(pod));
    let mut labels: BTreeMap<String, String> = pod.metadata.labels.clone().unwrap_or_default();
    labels.insert(names::POD_NAME.into(), name.into());
    labels.insert(names::POD_NAMESPACE.into(), namespace.into());
    labels.insert(names::POD_UID.into(), uid.into());
    let hostname = match spec::host_network(pod) {
        true => String::new(),
        false => hostname::for_kernel(pod, &config.cluster_domain)?,
    };
    let context = pod.spec.as_ref().and_then(|spec| spec.security_context.clone()).unwrap_or_default();
    let sysctls = context.sysctls.iter().flatten();
    let privileged = |container: &api::core::v1::Container| {
        container.security_context.as_ref().and_then(|own| own.privileged).unwrap_or(false)
    };
    Ok(SandboxConfig {
        name: name.into(),
        namespace: namespace.into(),
        uid: uid.into(),
        attempt,
        hostname,
        log_directory: config.pod_log_dir(namespace, name, uid).display().to_string(),
        dns: Some(dns::of(pod, resolver)),
        host_ports: host_ports(pod),
        labels,
        annotations: pod.metadata.annotations.clone().unwrap_or_default(),
        cgroup_parent: resources::cgroup_path(&config.cgroup_root, pod),
        sysctls: sysctls.map(|sysctl| (sysctl.name.clone(), sysctl.value.clone())).collect(),
        security: SandboxSecurity {
            namespaces: security::namespaces(pod),
            run_as_user: context.run_as_user,
            run_as_group: context.run_as_group,
            supplemental_groups: context
                .fs_group
                .into_iter()
                .chain(context.supplemental_groups.unwrap_or_default())
                .collect(),
            privileged: spec::containers(pod).iter().any(|(_, container)| privileged(container)),
            read_only_root: false,
            seccomp: SeccompProfile::RuntimeDefault,
        },
        resources: node::LinuxResources::default(),
    })
}

/// The ports of the node that lead to the pod.
fn host_ports(pod: &Pod) -> Vec<HostPort> {
    if spec::host_network(pod) {
        return Vec::new();
    }
    let containers = spec::containers(pod);
    let ports = containers.iter().flat_map(|(_, container)| container.ports.iter().flatten());
    ports
        .filter_map(|port| {
            Some(HostPort {
                protocol: match port.protocol.as_deref() {
                    Some("UDP") => Protocol::Udp,
                    Some("SCTP") => Protocol::Sctp,
                    _ => Protocol::Tcp,
                },
                container_port: u16::try_from(port.container_port).ok()?,
                host_port: u16::try_from(port.host_port?).ok().filter(|port| *port > 0)?,
                host_ip: port.host_ip.clone().unwrap_or_default(),
            })
        })
        .collect()
}
