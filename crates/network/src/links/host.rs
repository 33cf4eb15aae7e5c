//! The node itself: which of its links leads out, and the switches that make it a router.

use ipnet::IpNet;
use netlink::{Handle, Link, Netns};

use crate::Error;
use crate::names::{LINK_PREFIX, VXLAN};
use crate::topology::Peer;

/// The link that leads to other nodes, and the networks that are directly on this node's links.
#[derive(Debug, Clone)]
pub(crate) struct Uplink {
    /// The link.
    pub(crate) link: Link,
    /// Addresses of links other than our own, with the lengths of their networks.
    pub(crate) networks: Vec<IpNet>,
}

/// Finds it: the link that has the node's address, else the one of the default route.
pub(crate) async fn uplink(host: &Handle, own: &Peer) -> Result<Uplink, Error> {
    let links = host.links().await?;
    let foreign = |link: &Link| {
        !link.loopback && !link.name.starts_with(LINK_PREFIX) && !VXLAN.contains(&link.name.as_str())
    };
    let mut networks = Vec::new();
    let mut found = None;
    for address in host.addresses().await?.into_iter().filter(|address| !address.link_local) {
        let Some(link) = links.iter().find(|link| link.index == address.link && foreign(link)) else {
            continue;
        };
        networks.push(address.address);
        if own.addresses.contains(&address.address.addr()) {
            found = Some(link.clone());
        }
    }
    if found.is_none() {
        let routes = host.routes().await?;
        let default = routes
            .iter()
            .filter(|route| route.destination.prefix_len() == 0)
            .min_by_key(|route| route.metric);
        found = default.and_then(|route| links.iter().find(|link| Some(link.index) == route.link)).cloned();
    }
    Ok(Uplink { link: found.ok_or(Error::NoUplink)?, networks })
}

/// Makes the node forward packets of the families that its pods have.
pub(crate) fn forward(node: &Netns, cidrs: &[IpNet]) -> Result<(), Error> {
    if cidrs.iter().any(|cidr| cidr.addr().is_ipv4()) {
        node.set_sysctl("net.ipv4.ip_forward", "1")?;
    }
    if cidrs.iter().any(|cidr| cidr.addr().is_ipv6()) && node.sysctl("net.ipv6.conf.all.forwarding")? != "1" {
        keep_advertisements(node)?;
        node.set_sysctl("net.ipv6.conf.all.forwarding", "1")?;
    }
    Ok(())
}

/// A router ignores advertisements of routers unless told otherwise; a node that got its address or route by one must go on.
fn keep_advertisements(node: &Netns) -> Result<(), Error> {
    let names = node.run(|| {
        let entries = std::fs::read_dir("/proc/sys/net/ipv6/conf").into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect::<Vec<_>>()
    })?;
    for name in names.iter().filter(|name| *name != "all") {
        let accept = format!("net/ipv6/conf/{name}/accept_ra");
        if node.sysctl(&accept).is_ok_and(|value| value == "1") {
            node.set_sysctl(&accept, "2")?;
        }
    }
    Ok(())
}
