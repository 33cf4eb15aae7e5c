//! Endpoints of a service port: read from its slices, and sorted into those that each kind of traffic uses.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};

use api::discovery::v1::{Endpoint as ApiEndpoint, EndpointSlice};

use super::topology::Topology;
use super::{NodeFacts, PortName, Protocol};

/// One endpoint, with what decides whether it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    pub address: SocketAddr,
    pub ready: bool,
    pub serving: bool,
    pub terminating: bool,
    /// On this node.
    pub local: bool,
    pub zones: Vec<String>,
    pub nodes: Vec<String>,
}

/// The endpoints of one port, in order of address. Where two slices have the same one, the one that is not about to end counts.
pub fn of_port<'a>(
    name: &PortName,
    slices: impl Iterator<Item = &'a EndpointSlice>,
    node: &NodeFacts,
) -> Vec<Endpoint> {
    let mut found: BTreeMap<SocketAddr, Endpoint> = BTreeMap::new();
    let family = if name.ip6 { "IPv6" } else { "IPv4" };
    for slice in slices.filter(|slice| slice.address_type == family) {
        for port in slice.ports.iter().flatten() {
            let same = port.name.as_deref().unwrap_or_default() == name.port
                && Protocol::parse(port.protocol.as_deref()) == Some(name.protocol);
            let Some(number) = port.port.and_then(|port| u16::try_from(port).ok()).filter(|port| *port != 0)
            else {
                continue;
            };
            for endpoint in slice.endpoints.iter().flatten().filter(|_| same) {
                let Some(endpoint) = read(endpoint, number, node) else { continue };
                let known = found.contains_key(&endpoint.address);
                if !known || !endpoint.terminating {
                    found.insert(endpoint.address, endpoint);
                }
            }
        }
    }
    found.into_values().collect()
}

fn read(endpoint: &ApiEndpoint, port: u16, node: &NodeFacts) -> Option<Endpoint> {
    let address: IpAddr = endpoint.addresses.first()?.parse().ok()?;
    let conditions = endpoint.conditions.as_ref();
    let hints = endpoint.hints.as_ref();
    let zones = hints.and_then(|hints| hints.for_zones.as_ref());
    let nodes = hints.and_then(|hints| hints.for_nodes.as_ref());
    Some(Endpoint {
        address: SocketAddr::new(address, port),
        ready: conditions.and_then(|conditions| conditions.ready).unwrap_or(true),
        serving: conditions.and_then(|conditions| conditions.serving).unwrap_or(true),
        terminating: conditions.and_then(|conditions| conditions.terminating).unwrap_or(false),
        local: endpoint.node_name.as_deref() == Some(&node.name),
        zones: zones.into_iter().flatten().map(|zone| zone.name.clone()).collect(),
        nodes: nodes.into_iter().flatten().map(|node| node.name.clone()).collect(),
    })
}

/// Which endpoints each policy uses.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sorted {
    /// For traffic that may leave the node.
    pub cluster: Vec<SocketAddr>,
    /// For traffic that must not.
    pub local: Vec<SocketAddr>,
    /// Whether any node has a usable one.
    pub any: bool,
}

/// Sorts: ready ones count, the terminating ones that still serve where no other is ready, for each policy by itself.
pub fn sort(all: &[Endpoint], uses_cluster: bool, uses_local: bool, node: &NodeFacts) -> Sorted {
    let mut sorted = Sorted::default();
    let last_resort = |endpoint: &&Endpoint| endpoint.serving && endpoint.terminating;
    let addresses = |some: Vec<&Endpoint>| some.iter().map(|endpoint| endpoint.address).collect::<Vec<_>>();
    if uses_cluster {
        let topology = Topology::of(all, node);
        let mut chosen: Vec<_> =
            all.iter().filter(|endpoint| endpoint.ready && topology.allows(endpoint, node)).collect();
        if chosen.is_empty() {
            chosen = all.iter().filter(last_resort).collect();
        }
        sorted.any |= !chosen.is_empty();
        sorted.cluster = addresses(chosen);
    }
    if uses_local {
        sorted.any |= all.iter().any(|endpoint| endpoint.ready || last_resort(&endpoint));
        let here = || all.iter().filter(|endpoint| endpoint.local);
        let mut chosen: Vec<_> = here().filter(|endpoint| endpoint.ready).collect();
        if chosen.is_empty() {
            chosen = here().filter(last_resort).collect();
        }
        sorted.local = addresses(chosen);
    }
    sorted
}
