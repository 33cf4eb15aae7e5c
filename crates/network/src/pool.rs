//! Which addresses are whose. Pure: taken, given back, remembered; kept on disk by `state`.
//!
//! Addresses are handed out in a circle, so that one just given back rests as long as possible: caches and connections of its former
//! owner die out before somebody else answers there.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::IpNet;
use node::HostPort;
use serde::{Deserialize, Serialize};

use crate::names::node_address;

/// What a sandbox holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lease {
    /// The pod, for people who read the file.
    pub(crate) pod: String,
    /// Its addresses, in the order of the networks.
    pub(crate) ips: Vec<IpAddr>,
    /// Ports of the node that lead to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) host_ports: Vec<HostPort>,
}

/// The leases of a node, and where the circle stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pool {
    /// By sandbox.
    pub(crate) leases: BTreeMap<String, Lease>,
    /// The last address given out of each network.
    last: BTreeMap<IpNet, IpAddr>,
}

/// A network without a free address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exhausted(pub(crate) IpNet);

impl Pool {
    /// One address of each network for a sandbox; those that it holds already, if it does.
    pub(crate) fn take(
        &mut self,
        sandbox: &str,
        pod: &str,
        cidrs: &[IpNet],
    ) -> Result<Vec<IpAddr>, Exhausted> {
        if let Some(lease) = self.leases.get(sandbox) {
            return Ok(lease.ips.clone());
        }
        let taken: BTreeSet<IpAddr> =
            self.leases.values().flat_map(|lease| lease.ips.iter().copied()).collect();
        let mut ips = Vec::new();
        for cidr in cidrs {
            let last = self.last.get(cidr).copied();
            ips.push(next(*cidr, last, &taken).ok_or(Exhausted(*cidr))?);
        }
        for (cidr, ip) in cidrs.iter().zip(&ips) {
            self.last.insert(*cidr, *ip);
        }
        self.leases.insert(
            sandbox.to_owned(),
            Lease { pod: pod.to_owned(), ips: ips.clone(), host_ports: Vec::new() },
        );
        Ok(ips)
    }

    /// Gives back what a sandbox holds; whether it held anything.
    pub(crate) fn give_back(&mut self, sandbox: &str) -> Option<Lease> {
        self.leases.remove(sandbox)
    }
}

/// The first free address after `last`, going round. The network's own, the node's and the broadcast address are never given.
fn next(cidr: IpNet, last: Option<IpAddr>, taken: &BTreeSet<IpAddr>) -> Option<IpAddr> {
    let bits = |ip: IpAddr| match ip {
        IpAddr::V4(ip) => u128::from(ip.to_bits()),
        IpAddr::V6(ip) => ip.to_bits(),
    };
    let ip = |bits: u128| match cidr {
        IpNet::V4(_) => IpAddr::V4(Ipv4Addr::from_bits(u32::try_from(bits).unwrap_or(u32::MAX))),
        IpNet::V6(_) => IpAddr::V6(Ipv6Addr::from_bits(bits)),
    };
    let lowest = bits(node_address(cidr)).checked_add(1)?;
    let highest = bits(cidr.broadcast()).checked_sub(1)?;
    if lowest > highest {
        return None;
    }
    let start =
        last.map(bits).filter(|last| (lowest..highest).contains(last)).map_or(lowest, |last| last + 1);
    (start..=highest).chain(lowest..start).map(ip).find(|ip| !taken.contains(ip))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cidrs(all: &[&str]) -> Vec<IpNet> {
        all.iter().map(|cidr| cidr.parse().unwrap()).collect()
    }

    fn take(pool: &mut Pool, sandbox: &str, all: &[&str]) -> Result<Vec<String>, Exhausted> {
        Ok(pool.take(sandbox, "ns/pod", &cidrs(all))?.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_sandbox_keeps_its_addresses_and_others_get_the_next() {
        let (mut pool, both) = (Pool::default(), ["10.0.0.0/24", "fd00::/64"]);
        assert_eq!(take(&mut pool, "a", &both).unwrap(), ["10.0.0.2", "fd00::2"]);
        assert_eq!(take(&mut pool, "b", &both).unwrap(), ["10.0.0.3", "fd00::3"]);
        assert_eq!(take(&mut pool, "a", &both).unwrap(), ["10.0.0.2", "fd00::2"]);
    }

    #[test]
    fn an_address_rests_until_the_circle_is_round_also_after_a_restart() {
        let (mut pool, cidr) = (Pool::default(), ["10.0.0.0/29"]);
        assert_eq!(take(&mut pool, "a", &cidr).unwrap(), ["10.0.0.2"]);
        assert!(pool.give_back("a").is_some() && pool.give_back("a").is_none());
        let text = serde_json::to_string(&pool).unwrap();
        let mut pool: Pool = serde_json::from_str(&text).unwrap();
        let given: Vec<_> =
            ["b", "c", "d", "e", "f"].map(|name| take(&mut pool, name, &cidr).unwrap().remove(0)).into();
        assert_eq!(given, ["10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6", "10.0.0.2"]);
        assert_eq!(take(&mut pool, "g", &cidr), Err(Exhausted("10.0.0.0/29".parse().unwrap())));
        pool.give_back("d");
        assert_eq!(take(&mut pool, "g", &cidr).unwrap(), ["10.0.0.5"]);
    }

    #[test]
    fn networks_too_small_for_pods_are_exhausted() {
        for cidr in ["10.0.0.0/31", "10.0.0.0/32", "10.0.0.0/30", "fd00::/127"] {
            let mut pool = Pool::default();
            let first = take(&mut pool, "a", &[cidr]);
            assert_eq!(first.is_ok(), cidr == "10.0.0.0/30", "{cidr}");
            assert!(take(&mut pool, "b", &[cidr]).is_err(), "{cidr}");
        }
        assert!(Pool::default().take("a", "p", &cidrs(&["0.0.0.0/0", "::/0"])).is_ok());
    }

    #[test]
    fn a_family_without_room_takes_nothing_of_the_other() {
        let mut pool = Pool::default();
        assert!(take(&mut pool, "a", &["10.0.0.0/24", "fd00::/128"]).is_err());
        assert_eq!(pool, Pool::default());
    }
}
