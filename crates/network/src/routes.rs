//! Ways to the pods of other nodes. Pure: from the cluster's nodes and this node's addresses to routes and VXLAN devices.
//!
//! A node on the same Ethernet is the gateway to its own pods. To any other a VXLAN device leads: its hardware address follows from the
//! node's address and its inner address from the node's pods' network, so nodes need not tell each other anything.

use std::net::IpAddr;

use ipnet::IpNet;
use netlink::Mac;

use crate::config::Mode;
use crate::names::{alone, node_address, vxlan_mac};
use crate::topology::{Peer, Topology};

/// A way to pods of another node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Way {
    /// The node itself is the gateway.
    Direct {
        /// The pods.
        cidr: IpNet,
        /// The node.
        gateway: IpAddr,
    },
    /// Through the VXLAN device.
    Tunnel {
        /// The pods.
        cidr: IpNet,
        /// The node.
        remote: IpAddr,
        /// The node's address inside.
        inner: IpAddr,
        /// Its device's hardware address.
        mac: Mac,
    },
}

/// A VXLAN device of this node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Device {
    /// For pods' networks of IPv6.
    pub(crate) six: bool,
    /// The node's address.
    pub(crate) local: IpAddr,
    /// The node's address inside.
    pub(crate) inner: IpAddr,
    /// Its hardware address.
    pub(crate) mac: Mac,
}

/// Everything about other nodes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The ways, sorted.
    pub(crate) ways: Vec<Way>,
    /// The devices that they need.
    pub(crate) devices: Vec<Device>,
    /// Where pods are seen with their own address: all pods, this node, and nodes that are reached directly.
    pub(crate) direct: Vec<IpNet>,
}

/// What is needed, given this node's networks (addresses of its links with their lengths).
pub(crate) fn plan(topology: &Topology, mode: Mode, links: &[IpNet], cluster: &[IpNet]) -> Plan {
    let mut plan = Plan { direct: cluster.to_vec(), ..Plan::default() };
    plan.direct.extend(topology.own.pod_cidrs.iter().copied());
    plan.direct.extend(topology.own.addresses.iter().copied().map(alone));
    for peer in &topology.peers {
        let near = |ip: &IpAddr| is_near(*ip, mode, links);
        plan.direct.extend(peer.addresses.iter().filter(|ip| near(ip)).copied().map(alone));
        for cidr in &peer.pod_cidrs {
            plan.direct.push(*cidr);
            match peer.address(*cidr) {
                Some(gateway) if near(&gateway) => plan.ways.push(Way::Direct { cidr: *cidr, gateway }),
                _ => plan.ways.extend(tunnel(&topology.own, peer, *cidr)),
            }
        }
    }
    for six in [false, true] {
        let needed = plan
            .ways
            .iter()
            .any(|way| matches!(way, Way::Tunnel { cidr, .. } if cidr.addr().is_ipv6() == six));
        if needed || mode == Mode::Vxlan {
            plan.devices.extend(device(&topology.own, six));
        }
    }
    plan.ways.sort();
    plan.direct.sort();
    plan.direct.dedup();
    plan
}

fn is_near(ip: IpAddr, mode: Mode, links: &[IpNet]) -> bool {
    match mode {
        Mode::HostGateway => true,
        Mode::Vxlan => false,
        Mode::Auto => links.iter().any(|net| net.contains(&ip)),
    }
}

/// The outer packets are of the pods' family if both nodes have it, else of the one that both have.
fn tunnel(own: &Peer, peer: &Peer, cidr: IpNet) -> Option<Way> {
    let ours = outer(own, cidr)?;
    let remote = peer.addresses.iter().copied().find(|ip| ip.is_ipv4() == ours.is_ipv4())?;
    Some(Way::Tunnel { cidr, remote, inner: node_address(cidr), mac: vxlan_mac(remote) })
}

fn outer(own: &Peer, cidr: IpNet) -> Option<IpAddr> {
    own.address(cidr).or_else(|| own.addresses.first().copied())
}

fn device(own: &Peer, six: bool) -> Option<Device> {
    let cidr = own.pod_cidrs.iter().copied().find(|cidr| cidr.addr().is_ipv6() == six)?;
    let local = outer(own, cidr)?;
    Some(Device { six, local, inner: node_address(cidr), mac: vxlan_mac(local) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(name: &str, addresses: &[&str], cidrs: &[&str]) -> Peer {
        Peer {
            name: name.into(),
            addresses: addresses.iter().map(|ip| ip.parse().unwrap()).collect(),
            pod_cidrs: cidrs.iter().map(|cidr| cidr.parse().unwrap()).collect(),
        }
    }

    fn ways(mode: Mode) -> (Vec<String>, usize, Vec<String>) {
        let topology = Topology {
            own: peer("a", &["172.31.0.2", "fd31::2"], &["10.244.0.0/24", "fd44:0:0:0::/64"]),
            peers: vec![
                peer("b", &["172.31.0.3", "fd31::3"], &["10.244.1.0/24", "fd44:0:0:1::/64"]),
                peer("c", &["172.31.1.4"], &["10.244.2.0/24"]),
                peer("d", &[], &["10.244.3.0/24"]),
                peer("e", &["172.31.0.5"], &[]),
            ],
        };
        let links: Vec<IpNet> = ["172.31.0.2/24", "fd31::2/64"].map(|net| net.parse().unwrap()).into();
        let plan = plan(&topology, mode, &links, &["10.244.0.0/16".parse().unwrap()]);
        let text = |way: &Way| match way {
            Way::Direct { cidr, gateway } => format!("{cidr} via {gateway}"),
            Way::Tunnel { cidr, remote, inner, .. } => format!("{cidr} via {inner} at {remote}"),
        };
        let alone = |net: &&IpNet| net.prefix_len() == net.max_prefix_len();
        let direct = plan.direct.iter().filter(alone).map(|net| net.addr().to_string()).collect();
        (plan.ways.iter().map(text).collect(), plan.devices.len(), direct)
    }

    #[test]
    fn near_nodes_are_gateways_and_far_ones_have_tunnels() {
        let near = ["10.244.1.0/24 via 172.31.0.3", "fd44:0:0:1::/64 via fd31::3"];
        let (auto, devices, direct) = ways(Mode::Auto);
        assert_eq!(auto, [near[0], near[1], "10.244.2.0/24 via 10.244.2.1 at 172.31.1.4"]);
        assert_eq!(
            (devices, direct),
            (
                1,
                vec![
                    "172.31.0.2".into(),
                    "172.31.0.3".into(),
                    "172.31.0.5".into(),
                    "fd31::2".into(),
                    "fd31::3".into()
                ]
            )
        );
        let (gateways, devices, direct) = ways(Mode::HostGateway);
        assert_eq!(gateways, [near[0], "10.244.2.0/24 via 172.31.1.4", near[1]]);
        assert_eq!((devices, direct.len()), (0, 6));
        let (tunnels, devices, direct) = ways(Mode::Vxlan);
        assert_eq!(tunnels[0], "10.244.1.0/24 via 10.244.1.1 at 172.31.0.3");
        assert_eq!((tunnels.len(), devices, direct.len()), (3, 2, 2));
    }
}
