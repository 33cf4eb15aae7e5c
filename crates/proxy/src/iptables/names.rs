//! What our chains in iptables are called: upstream's names, hashes included.

use std::net::SocketAddr;

use sha2::{Digest, Sha256};

use crate::view::PortName;

/// Where connections to services start.
pub const SERVICES: &str = "KUBE-SERVICES";
/// What comes to ports of this node.
pub const NODE_PORTS: &str = "KUBE-NODEPORTS";
/// What leaves.
pub const POSTROUTING: &str = "KUBE-POSTROUTING";
/// Says that a source is to be hidden.
pub const MARK_MASQ: &str = "KUBE-MARK-MASQ";
/// Services without endpoints, as seen from outside.
pub const EXTERNAL: &str = "KUBE-EXTERNAL-SERVICES";
/// Lets through what belongs to services.
pub const FORWARD: &str = "KUBE-FORWARD";
/// Load balancers' addresses with a list of sources.
pub const FIREWALL: &str = "KUBE-PROXY-FIREWALL";

/// Chains that are always there, by table.
pub const FIXED: &[(&str, &[&str])] = &[
    ("filter", &[SERVICES, EXTERNAL, FORWARD, NODE_PORTS, FIREWALL]),
    ("nat", &[SERVICES, NODE_PORTS, POSTROUTING, MARK_MASQ]),
];

/// A rule of a built-in chain that leads to one of ours.
#[derive(Debug)]
pub struct Jump {
    /// The table.
    pub table: &'static str,
    /// The built-in chain.
    pub from: &'static str,
    /// Ours.
    pub to: &'static str,
    /// Only for packets that open a connection.
    pub new: bool,
    /// What a reader is told.
    pub comment: &'static str,
}

const fn jump(
    table: &'static str,
    from: &'static str,
    to: &'static str,
    new: bool,
    comment: &'static str,
) -> Jump {
    Jump { table, from, to, new, comment }
}

/// Every such rule.
pub const JUMPS: &[Jump] = &[
    jump("filter", "INPUT", EXTERNAL, true, "kubernetes externally-visible service portals"),
    jump("filter", "FORWARD", EXTERNAL, true, "kubernetes externally-visible service portals"),
    jump("filter", "INPUT", NODE_PORTS, false, "kubernetes health check service ports"),
    jump("filter", "FORWARD", SERVICES, true, "kubernetes service portals"),
    jump("filter", "OUTPUT", SERVICES, true, "kubernetes service portals"),
    jump("filter", "FORWARD", FORWARD, false, "kubernetes forwarding rules"),
    jump("filter", "INPUT", FIREWALL, true, "kubernetes load balancer firewall"),
    jump("filter", "OUTPUT", FIREWALL, true, "kubernetes load balancer firewall"),
    jump("filter", "FORWARD", FIREWALL, true, "kubernetes load balancer firewall"),
    jump("nat", "OUTPUT", SERVICES, false, "kubernetes service portals"),
    jump("nat", "PREROUTING", SERVICES, false, "kubernetes service portals"),
    jump("nat", "POSTROUTING", POSTROUTING, false, "kubernetes postrouting rules"),
];

const PREFIXES: &[&str] = &["KUBE-SVC-", "KUBE-SVL-", "KUBE-EXT-", "KUBE-FW-", "KUBE-SEP-"];

/// Whether a chain belongs to one service.
pub fn is_service_chain(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// The chains of one service port.
#[derive(Debug, Clone)]
pub struct Chains {
    hash: String,
    name: String,
    protocol: &'static str,
}

impl Chains {
    /// Those of this port.
    pub fn of(port: &PortName) -> Self {
        let (name, protocol) = (port.to_string(), port.protocol.word());
        Self { hash: hash(&[&name, protocol]), name, protocol }
    }

    /// To an endpoint anywhere.
    pub fn cluster(&self) -> String {
        format!("KUBE-SVC-{}", self.hash)
    }

    /// To an endpoint on this node.
    pub fn local(&self) -> String {
        format!("KUBE-SVL-{}", self.hash)
    }

    /// From outside.
    pub fn external(&self) -> String {
        format!("KUBE-EXT-{}", self.hash)
    }

    /// From sources that a load balancer admits.
    pub fn firewall(&self) -> String {
        format!("KUBE-FW-{}", self.hash)
    }

    /// To this endpoint.
    pub fn endpoint(&self, endpoint: SocketAddr) -> String {
        format!("KUBE-SEP-{}", hash(&[&self.name, self.protocol, &endpoint.to_string()]))
    }
}

/// The first sixteen letters of a SHA-256 in base 32: chains have short names.
fn hash(parts: &[&str]) -> String {
    let digest = Sha256::digest(parts.concat().as_bytes());
    let bit = |index: usize| usize::from(digest[index / 8] >> (7 - index % 8) & 1);
    let letter = |index: usize| (0..5).fold(0, |value, i| value << 1 | bit(index * 5 + i));
    (0..16).map(|index| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[letter(index)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_ones_that_every_cluster_shows() {
        // The two chains that every cluster has for its own API.
        assert_eq!(hash(&["default/kubernetes:https", "tcp"]), "NPX46M4PTMTKRN6Y");
        assert_eq!(hash(&["kube-system/kube-dns:dns", "udp"]), "TCOU7JCQXEZGVUNU");
    }
}
