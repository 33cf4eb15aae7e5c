//! Names, numbers and addresses by which the network knows its own: what carries one of them was made here and is removed by `cleanup`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::IpNet;
use netlink::Mac;

/// The node's ends of pods' links begin so.
pub(crate) const LINK_PREFIX: &str = "nvp";
/// The VXLAN devices, of IPv4 and IPv6 underlays.
pub(crate) const VXLAN: [&str; 2] = ["nvx4", "nvx6"];
/// The VXLAN network's number.
pub(crate) const VXLAN_ID: u32 = 78;
/// `proto` of our routes.
pub(crate) const PROTOCOL: u8 = 78;
/// The table of rules.
pub(crate) const TABLE: &str = "navarch-network";
/// The hardware address of every node end of a pod's link: pods are told it, so nobody ever asks.
pub(crate) const HOST_MAC: Mac = *b"navarc";
/// The pods' gateway, which nobody has: only its hardware address counts.
pub(crate) const GATEWAY: IpAddr = IpAddr::V4(Ipv4Addr::new(169, 254, 1, 1));
/// The same for IPv6.
pub(crate) const GATEWAY6: IpAddr = IpAddr::V6(Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 1));

/// The node's end of a sandbox's link. 48 bits of a hash: names of interfaces have 15 characters.
pub(crate) fn link(sandbox_id: &str) -> String {
    format!("{LINK_PREFIX}{:012x}", hash(sandbox_id.as_bytes()) & 0xffff_ffff_ffff)
}

/// The hardware address of a node's VXLAN device. Every node can tell every other's from its address, so none is published.
pub(crate) fn vxlan_mac(node: IpAddr) -> Mac {
    let bytes = match node {
        IpAddr::V4(ip) => ip.octets(),
        IpAddr::V6(ip) => (hash(&ip.octets()) as u32).to_be_bytes(),
    };
    [0x6e, 0x76, bytes[0], bytes[1], bytes[2], bytes[3]]
}

/// The first address of a pods' network, which is the node's own: VXLAN devices have it, and no pod gets it.
pub(crate) fn node_address(cidr: IpNet) -> IpAddr {
    match cidr.network() {
        IpAddr::V4(ip) => Ipv4Addr::from_bits(ip.to_bits() | 1).into(),
        IpAddr::V6(ip) => Ipv6Addr::from_bits(ip.to_bits() | 1).into(),
    }
}

/// An address alone, as a network.
pub(crate) fn alone(ip: IpAddr) -> IpNet {
    IpNet::from(ip)
}

/// FNV-1a: stable between runs and versions, which the standard library's hashes are not.
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_and_stay() {
        assert_eq!(link("sandbox"), "nvp6336da5a2a44");
        assert!(link(&"x".repeat(64)).len() <= 15);
        assert_eq!(vxlan_mac("10.0.0.9".parse().unwrap()), [0x6e, 0x76, 10, 0, 0, 9]);
        assert_eq!(node_address("10.244.3.0/24".parse().unwrap()).to_string(), "10.244.3.1");
        assert_eq!(node_address("fd00:3::/64".parse().unwrap()).to_string(), "fd00:3::1");
    }
}
