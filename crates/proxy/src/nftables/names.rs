//! What our things in nftables are called.

use netfilter::nft::{Family, Table};

/// Our table in each family. The stock proxy's has the same name: where one takes the other's place, it takes its table.
pub const TABLE: &str = "kube-proxy";

/// Chains that are always there.
pub mod chain {
    /// Packets that come in.
    pub const PREROUTING: &str = "nat-prerouting";
    /// Packets from this machine.
    pub const OUTPUT: &str = "nat-output";
    /// Packets for this machine.
    pub const INPUT: &str = "nat-input";
    /// Packets that leave.
    pub const POSTROUTING: &str = "nat-postrouting";
    /// Where both of the first go: which service is it?
    pub const SERVICES: &str = "services";
    /// Where services without endpoints lead.
    pub const REJECT: &str = "reject";
    /// Which client got which endpoint.
    pub const LEARN: &str = "affinity";
}

/// Sets and maps; all of them are always there.
pub mod set {
    /// (address, protocol, port) → plan.
    pub const SERVICES: &str = "services";
    /// (protocol, port) → plan, on the node's own addresses.
    pub const NODE_PORTS: &str = "node-ports";
    /// (address, protocol, port, index) → endpoint.
    pub const ENDPOINTS: &str = "endpoints";
    /// (protocol, port, index) → endpoint.
    pub const NODE_PORT_ENDPOINTS: &str = "node-port-endpoints";
    /// Addresses of services: their other ports are refused.
    pub const CLUSTER_IPS: &str = "cluster-ips";
    /// (pod, pod) for pods of this node, which may reach themselves through a service.
    pub const HAIRPIN: &str = "hairpin";
    /// (address, protocol, port) with a list of sources.
    pub const GUARDED: &str = "guarded";
    /// (address, protocol, port, source) that are admitted.
    pub const SOURCES: &str = "sources";
    /// (address, protocol, port) → for how long clients keep their endpoint.
    pub const STICKY: &str = "sticky";
    /// The same for node ports.
    pub const STICKY_NODE_PORTS: &str = "sticky-node-ports";
    /// (client, address, protocol, port) → endpoint, filled by packets.
    pub const AFFINITY: &str = "clients";
}

/// The table of a family.
pub fn table(ip6: bool) -> Table {
    Table::new(family(ip6), TABLE)
}

/// The family.
pub fn family(ip6: bool) -> Family {
    if ip6 { Family::Ip6 } else { Family::Ip }
}

/// The chain that keeps clients for so many seconds.
pub fn learn(seconds: u32) -> String {
    format!("affinity-{seconds}")
}
