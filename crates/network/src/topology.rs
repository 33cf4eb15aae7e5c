//! The cluster's nodes as the network sees them. Pure: from `Node` objects to addresses and networks.

use std::net::IpAddr;

use api::core::v1::Node;
use ipnet::IpNet;

/// A node.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Peer {
    /// Its name.
    pub name: String,
    /// Its addresses, the first of each family.
    pub addresses: Vec<IpAddr>,
    /// Its pods' networks.
    pub pod_cidrs: Vec<IpNet>,
}

impl Peer {
    /// Its address of a family.
    pub(crate) fn address(&self, like: IpNet) -> Option<IpAddr> {
        self.addresses.iter().copied().find(|ip| ip.is_ipv4() == like.addr().is_ipv4())
    }
}

/// This node and the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Topology {
    /// This node; without addresses and networks while it is not known.
    pub own: Peer,
    /// The others, by name.
    pub peers: Vec<Peer>,
}

impl Topology {
    /// Sorts nodes into this one and the others.
    pub fn sort(own: &str, nodes: impl IntoIterator<Item = Peer>) -> Self {
        let mut topology = Self { own: Peer { name: own.to_owned(), ..Peer::default() }, peers: Vec::new() };
        for peer in nodes {
            if peer.name == own {
                topology.own = peer;
            } else {
                topology.peers.push(peer);
            }
        }
        topology.peers.sort();
        topology
    }
}

impl Peer {
    /// What the network needs of a node.
    pub fn of(node: &Node) -> Self {
        let spec = node.spec.as_ref();
        let cidrs = spec.and_then(|spec| spec.pod_cidrs.clone()).unwrap_or_default();
        let single = spec.and_then(|spec| spec.pod_cidr.clone()).filter(|_| cidrs.is_empty());
        let addresses = node.status.iter().flat_map(|status| status.addresses.iter().flatten());
        let internal = addresses.filter(|address| address.type_ == "InternalIP");
        let mut found: Vec<IpAddr> = Vec::new();
        for ip in internal.filter_map(|address| address.address.parse::<IpAddr>().ok()) {
            if !found.iter().any(|other| other.is_ipv4() == ip.is_ipv4()) {
                found.push(ip);
            }
        }
        Self {
            name: node.metadata.name.clone().unwrap_or_default(),
            addresses: found,
            pod_cidrs: cidrs.iter().chain(&single).filter_map(|cidr| cidr.parse().ok()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use api::core::v1::{NodeAddress, NodeSpec, NodeStatus};

    use super::*;

    fn node(name: &str, addresses: &[(&str, &str)], cidrs: &[&str]) -> Node {
        let mut node = Node::default();
        node.metadata.name = Some(name.into());
        let pod_cidrs = Some(cidrs.iter().map(ToString::to_string).collect());
        node.spec = Some(NodeSpec { pod_cidrs, ..NodeSpec::default() });
        let address =
            |(kind, ip): &(&str, &str)| NodeAddress { type_: (*kind).into(), address: (*ip).into() };
        let addresses = Some(addresses.iter().map(address).collect());
        node.status = Some(NodeStatus { addresses, ..NodeStatus::default() });
        node
    }

    #[test]
    fn internal_addresses_and_networks_are_taken_one_per_family() {
        let nodes = [
            node(
                "b",
                &[("Hostname", "b"), ("InternalIP", "10.0.0.2"), ("InternalIP", "10.9.0.2")],
                &["10.244.1.0/24"],
            ),
            node(
                "a",
                &[("ExternalIP", "1.2.3.4"), ("InternalIP", "fd00::1"), ("InternalIP", "10.0.0.1")],
                &["10.244.0.0/24", "fd01::/64"],
            ),
            node("c", &[], &["nonsense"]),
        ];
        let topology = Topology::sort("a", nodes.iter().map(Peer::of));
        assert_eq!(
            topology.own.addresses,
            ["fd00::1".parse::<IpAddr>().unwrap(), "10.0.0.1".parse().unwrap()]
        );
        assert_eq!(topology.own.pod_cidrs.len(), 2);
        let peers: Vec<_> =
            topology.peers.iter().map(|p| (p.name.as_str(), p.addresses.len(), p.pod_cidrs.len())).collect();
        assert_eq!(peers, [("b", 1, 1), ("c", 0, 0)]);
        assert_eq!(
            Topology::sort("x", nodes.iter().map(Peer::of)).own,
            Peer { name: "x".into(), ..Peer::default() }
        );
    }
}
