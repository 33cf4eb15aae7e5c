//! Flows of UDP that lead to endpoints which no longer serve: a client that goes on sending would never be sent elsewhere.
//!
//! Which flows those are is decided here, purely; forgetting them is `netfilter`'s.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::net::{IpAddr, SocketAddr};
use std::path::Path;

use netfilter::conntrack::{Conntrack, Entry, Error};

use crate::view::{PortName, Protocol, View};

const UDP: u8 = 17;

/// Where flows to UDP fronts may lead.
#[derive(Debug, Default)]
struct Serving<'a> {
    addresses: HashMap<(IpAddr, u16), HashSet<&'a SocketAddr>>,
    node_ports: HashMap<u16, HashSet<&'a SocketAddr>>,
}

impl<'a> Serving<'a> {
    /// Of these ports. One without any endpoint is left out: its flows have nowhere better to go.
    fn of(view: &'a View, ports: impl Iterator<Item = &'a PortName>) -> Self {
        let mut serving = Self::default();
        for name in ports.filter(|name| name.protocol == Protocol::Udp) {
            let Some(port) = view.ports.get(name).filter(|port| !port.serving.is_empty()) else { continue };
            for front in &port.fronts {
                let to: HashSet<_> = port.serving.iter().collect();
                match front.address {
                    Some(address) => serving.addresses.insert((address, front.port), to),
                    None => serving.node_ports.insert(front.port, to),
                };
            }
        }
        serving
    }

    fn is_stale(&self, entry: &Entry) -> bool {
        let (to, port) = (entry.original.destination, entry.original.destination_port);
        let leads = SocketAddr::new(entry.reply.source, entry.reply.source_port);
        let elsewhere = |serving: &HashSet<&SocketAddr>| !serving.contains(&leads);
        entry.original.protocol == UDP
            && (self.addresses.get(&(to, port)).is_some_and(elsewhere)
                || self.node_ports.get(&port).is_some_and(elsewhere))
    }
}

/// Forgets flows of these ports that lead to nobody who serves them; returns how many there were.
pub fn clean(namespace: Option<&Path>, view: &View, changed: &BTreeSet<PortName>) -> Result<usize, Error> {
    let serving = Serving::of(view, changed.iter());
    let mut count = 0;
    if serving.addresses.is_empty() && serving.node_ports.is_empty() {
        return Ok(count);
    }
    let mut conntrack = Conntrack::open(namespace)?;
    for ip6 in [false, true] {
        if changed.iter().any(|name| name.ip6 == ip6) {
            let stale = conntrack.list(ip6, |entry| serving.is_stale(entry))?;
            conntrack.forget(&stale)?;
            count += stale.len();
        }
    }
    Ok(count)
}
