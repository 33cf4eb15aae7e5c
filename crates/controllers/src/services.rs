//! Facts about services and their pods that the loops of endpoints share.

use std::net::IpAddr;

use api::core::v1::{Pod, Service, ServicePort};
use api::{IntOrString, Resource as _};
use informer::{Event, Informer, Key};

use crate::{pods, selector};

/// On endpoints of services without an address of their own.
pub const HEADLESS: &str = "service.kubernetes.io/headless";

/// Whether the service has no address of its own.
pub fn is_headless(service: &Service) -> bool {
    let address = service.spec.as_ref().and_then(|spec| spec.cluster_ip.as_deref()).unwrap_or_default();
    matches!(address, "" | "None")
}

/// The families of addresses that the service has.
pub fn families(service: &Service) -> Vec<String> {
    let spec = service.spec.as_ref();
    let given = spec.and_then(|spec| spec.ip_families.clone()).filter(|families| !families.is_empty());
    given.unwrap_or_else(|| {
        let address = spec.and_then(|spec| spec.cluster_ip.as_deref()).unwrap_or_default();
        vec![family(address).to_owned()]
    })
}

/// `IPv4` or `IPv6`.
pub fn family(address: &str) -> &'static str {
    if address.contains(':') { "IPv6" } else { "IPv4" }
}

/// The addresses of a pod, in their usual form.
pub fn addresses(pod: &Pod) -> Vec<String> {
    let Some(status) = pod.status.as_ref() else { return Vec::new() };
    let many = status.pod_ips.iter().flatten().map(|one| one.ip.as_str());
    let all: Vec<&str> = many.filter(|ip| !ip.is_empty()).collect();
    let all = if all.is_empty() { status.pod_ip.iter().map(String::as_str).collect() } else { all };
    all.into_iter().filter_map(|ip| ip.parse::<IpAddr>().ok()).map(|ip| ip.to_string()).collect()
}

/// Whether a pod can be an endpoint at all.
pub fn belongs(pod: &Pod, though_leaving: bool) -> bool {
    !pods::is_terminal(pod) && !addresses(pod).is_empty() && (though_leaving || !pod.is_being_deleted())
}

/// The name under which DNS shows the pod within its service, if it has one.
pub fn hostname(service: &Service, pod: &Pod) -> Option<String> {
    let spec = pod.spec.as_ref()?;
    let within = spec.subdomain.as_deref() == Some(service.name()) && service.namespace() == pod.namespace();
    spec.hostname.clone().filter(|name| within && !name.is_empty())
}

/// The number of the port on the pod that a port of the service leads to.
pub fn target_port(pod: &Pod, port: &ServicePort) -> Option<i32> {
    match port.target_port.as_ref() {
        None => Some(port.port),
        Some(IntOrString::Int(0)) => Some(port.port),
        Some(IntOrString::Int(number)) => Some(*number),
        Some(IntOrString::String(name)) => {
            let spec = pod.spec.as_ref()?;
            let protocol = |text: Option<&str>| text.unwrap_or("TCP").to_owned();
            let sidecar = |restart: Option<&str>| restart == Some("Always");
            let inits = spec.init_containers.iter().flatten();
            let inits = inits.filter(|one| sidecar(one.restart_policy.as_deref()));
            let mut ports = spec.containers.iter().chain(inits).flat_map(|one| one.ports.iter().flatten());
            let wanted = protocol(port.protocol.as_deref());
            let found = ports
                .find(|one| one.name.as_deref() == Some(name) && protocol(one.protocol.as_deref()) == wanted);
            found.map(|one| one.container_port)
        }
    }
}

/// The services that an event of a pod concerns: those that select it, before or after.
pub fn concerned(services: &Informer<Service>, event: &Event<Pod>) -> Vec<Key> {
    let (old, new) = match event {
        Event::Updated { old, new } => (Some(old), new),
        Event::Added(pod) | Event::Deleted(pod) => (None, pod),
    };
    if old.is_some_and(|old| shown(old) == shown(new)) {
        return Vec::new();
    }
    let selects = |service: &Service| {
        let select = selector::of_map(service.spec.as_ref().and_then(|spec| spec.selector.as_ref()));
        selector::matches(&select, &**new) || old.is_some_and(|old| selector::matches(&select, &**old))
    };
    let all = services.list_in(new.namespace()).into_iter();
    all.filter(|service| selects(service)).map(|service| Key::of(&*service)).collect()
}

/// What of a pod shows in endpoints.
fn shown(pod: &Pod) -> impl PartialEq + '_ {
    let names = pod.spec.as_ref().map(|spec| (&spec.hostname, &spec.subdomain));
    let state = (pods::is_ready(pod), pods::is_terminal(pod), pod.is_being_deleted());
    (&pod.meta().labels, addresses(pod), pods::node(pod), names, state)
}
