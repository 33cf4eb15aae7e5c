//! From one Service and its EndpointSlices to what this node does for it.
//!
//! The rules are those of upstream's proxy (`pkg/proxy`: serviceport, topology, and what its back ends have in common).

use std::net::IpAddr;

use api::core::v1::{Service, ServicePort, ServiceSpec};
use api::discovery::v1::EndpointSlice;
use ipnet::IpNet;

use super::endpoints::{self, Endpoint, Sorted};
use super::{Action, Front, HealthCheck, Kind, List, NodeFacts, Port, PortName, Protocol, ServiceName};

/// How long a client keeps its endpoint when the service does not say: three hours.
const AFFINITY: i32 = 10_800;
/// A service with this label is somebody else's to serve.
const OTHER_PROXY: &str = "service.kubernetes.io/service-proxy-name";

/// What one service comes to.
#[derive(Debug, Default, PartialEq)]
pub struct Resolved {
    /// Its ports, per family.
    pub ports: Vec<(PortName, Port)>,
    /// Its health-check port, if it has one.
    pub health: Option<HealthCheck>,
}

/// Resolves a service. Headless ones, ExternalNames and those of another proxy come to nothing.
pub fn resolve(service: &Service, slices: &[&EndpointSlice], node: &NodeFacts) -> Resolved {
    let mut resolved = Resolved::default();
    let Some(spec) = service.spec.as_ref().filter(|_| is_ours(service)) else { return resolved };
    let name = ServiceName {
        namespace: service.metadata.namespace.clone().unwrap_or_default(),
        name: service.metadata.name.clone().unwrap_or_default(),
    };
    let mut ready_here = 0;
    for cluster_ip in cluster_ips(spec) {
        for port in spec.ports.iter().flatten() {
            let Some(protocol) = Protocol::parse(port.protocol.as_deref()) else { continue };
            let name = PortName {
                service: name.clone(),
                port: port.name.clone().unwrap_or_default(),
                protocol,
                ip6: cluster_ip.is_ipv6(),
            };
            let all = endpoints::of_port(&name, slices.iter().copied(), node);
            let here = all.iter().filter(|endpoint| endpoint.local && endpoint.ready).count();
            ready_here = ready_here.max(here);
            let port = PortSource { service, spec, port, cluster_ip }.resolve(&all, protocol, node);
            resolved.ports.push((name, port));
        }
    }
    resolved.health = health_port(spec).map(|port| HealthCheck { port, local: ready_here });
    resolved
}

fn is_ours(service: &Service) -> bool {
    let external = service.spec.as_ref().is_some_and(|spec| spec.type_.as_deref() == Some("ExternalName"));
    let labels = service.metadata.labels.as_ref();
    !external && !labels.is_some_and(|labels| labels.contains_key(OTHER_PROXY))
}

/// The addresses within the cluster, one per family; "None" is a headless service's.
fn cluster_ips(spec: &ServiceSpec) -> Vec<IpAddr> {
    let several = spec.cluster_ips.iter().flatten().collect::<Vec<_>>();
    let all = if several.is_empty() { spec.cluster_ip.iter().collect() } else { several };
    all.into_iter().filter_map(|address| address.parse().ok()).collect()
}

fn is_external(spec: &ServiceSpec) -> bool {
    matches!(spec.type_.as_deref(), Some("NodePort" | "LoadBalancer"))
        || spec.external_ips.as_ref().is_some_and(|addresses| !addresses.is_empty())
}

fn external_policy_local(spec: &ServiceSpec) -> bool {
    is_external(spec) && spec.external_traffic_policy.as_deref() == Some("Local")
}

fn health_port(spec: &ServiceSpec) -> Option<u16> {
    let wanted = spec.type_.as_deref() == Some("LoadBalancer") && external_policy_local(spec);
    let port = spec.health_check_node_port.filter(|_| wanted)?;
    u16::try_from(port).ok().filter(|port| *port != 0)
}

/// One port of a service in one family, as the API says it.
struct PortSource<'a> {
    service: &'a Service,
    spec: &'a ServiceSpec,
    port: &'a ServicePort,
    cluster_ip: IpAddr,
}

impl PortSource<'_> {
    fn resolve(&self, all: &[Endpoint], protocol: Protocol, node: &NodeFacts) -> Port {
        let spec = self.spec;
        let internal_local = spec.internal_traffic_policy.as_deref() == Some("Local");
        let mut fronts = self.fronts(node);
        let external = fronts.iter().any(|front| front.kind != Kind::ClusterIp);
        let external_local = external_policy_local(spec) && external;
        // Traffic from outside needs the cluster's endpoints even under a local policy: pods and the node itself use them.
        let sorted =
            endpoints::sort(all, !internal_local || external, internal_local || external_local, node);
        for front in &mut fronts {
            front.action = action(front.kind, internal_local, external_local, &sorted);
        }
        let in_use = |address| sorted.cluster.contains(address) || sorted.local.contains(address);
        let mut hairpin: Vec<_> = all
            .iter()
            .filter(|endpoint| endpoint.local && in_use(&endpoint.address))
            .map(|endpoint| endpoint.address.ip())
            .collect();
        hairpin.dedup();
        let udp = protocol == Protocol::Udp;
        let serving = all.iter().filter(|endpoint| endpoint.serving && udp).map(|endpoint| endpoint.address);
        Port {
            fronts,
            hairpin,
            affinity: self.affinity(),
            serving: serving.collect(),
            cluster: sorted.cluster,
            local: sorted.local,
        }
    }

    fn fronts(&self, node: &NodeFacts) -> Vec<Front> {
        let port = u16::try_from(self.port.port).unwrap_or_default();
        let front =
            |kind, address, port| Front { kind, address, port, sources: Vec::new(), action: Action::Reject };
        let mut fronts = vec![front(Kind::ClusterIp, Some(self.cluster_ip), port)];
        for address in self.same_family(self.spec.external_ips.iter().flatten().map(String::as_str)) {
            fronts.push(front(Kind::ExternalIp, Some(address), port));
        }
        let balancers = self.load_balancers();
        let sources = self.sources(&balancers, node);
        for address in balancers {
            let front = front(Kind::LoadBalancer, Some(address), port);
            fronts.push(Front { sources: sources.clone(), ..front });
        }
        let node_port = self.port.node_port.and_then(|port| u16::try_from(port).ok());
        if let Some(port) = node_port.filter(|port| *port != 0) {
            fronts.push(front(Kind::NodePort, None, port));
        }
        fronts
    }

    fn same_family<'a>(&self, addresses: impl Iterator<Item = &'a str>) -> Vec<IpAddr> {
        let parsed = addresses.filter_map(|address| address.trim().parse().ok());
        parsed.filter(|address: &IpAddr| address.is_ipv6() == self.cluster_ip.is_ipv6()).collect()
    }

    /// Addresses of load balancers that leave packets as they are; one that proxies connects by itself and needs no rules.
    fn load_balancers(&self) -> Vec<IpAddr> {
        let status = self.service.status.as_ref().and_then(|status| status.load_balancer.as_ref());
        let ingress = status.and_then(|status| status.ingress.as_ref()).into_iter().flatten();
        let unchanged = ingress.filter(|one| one.ip_mode.as_deref().is_none_or(|mode| mode == "VIP"));
        self.same_family(unchanged.filter_map(|one| one.ip.as_deref()))
    }

    /// Who may use the load balancer. A range of zero length admits everybody; a node that may, may also under the balancer's own
    /// address, which it has when that address is on one of its interfaces.
    fn sources(&self, balancers: &[IpAddr], node: &NodeFacts) -> Vec<IpNet> {
        let ranges = self.spec.load_balancer_source_ranges.iter().flatten();
        let mut sources: Vec<IpNet> = ranges.filter_map(|range| range.trim().parse().ok()).collect();
        sources.retain(|range| range.network().is_ipv6() == self.cluster_ip.is_ipv6());
        if sources.iter().any(|range| range.prefix_len() == 0) {
            return Vec::new();
        }
        if node.addresses.iter().any(|address| sources.iter().any(|range| range.contains(address))) {
            sources.extend(balancers.iter().map(|address| IpNet::from(*address)));
        }
        sources.iter_mut().for_each(|range| *range = range.trunc());
        sources.sort();
        sources.dedup();
        sources
    }

    fn affinity(&self) -> Option<u32> {
        (self.spec.session_affinity.as_deref() == Some("ClientIP")).then(|| {
            let config = self.spec.session_affinity_config.as_ref();
            let client = config.and_then(|config| config.client_ip.as_ref());
            let seconds = client.and_then(|client| client.timeout_seconds).unwrap_or(AFFINITY);
            u32::try_from(seconds).unwrap_or_default().max(1)
        })
    }
}

fn action(kind: Kind, internal_local: bool, external_local: bool, sorted: &Sorted) -> Action {
    if !sorted.any {
        return Action::Reject;
    }
    match (kind, internal_local, external_local) {
        (Kind::ClusterIp, true, _) if sorted.local.is_empty() => Action::Drop,
        (Kind::ClusterIp, true, _) => Action::Internal(List::Local),
        (Kind::ClusterIp, false, _) => Action::Internal(List::Cluster),
        (_, _, true) => Action::ExternalLocal,
        (_, _, false) => Action::External,
    }
}
