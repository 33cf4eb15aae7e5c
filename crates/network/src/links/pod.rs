//! The link of a pod: made, found again, removed. Every step is safe to repeat.
//!
//! ```text
//!  pod                                   node
//!  eth0  10.244.0.5/32            nvp…   (no address)
//!  default via 169.254.1.1 ─────────►    10.244.0.5 dev nvp… scope link
//!  169.254.1.1 is at the node's end      10.244.0.5 is at the pod's end
//! ```
//!
//! Both ends know each other's hardware address, so nothing is asked on the link, and a pod can't answer for another.

use std::net::IpAddr;

use netlink::{Handle, Link, Neighbour, Netns, Rate, Route, Scope, Veth};
use node::Attachment;

use crate::Error;
use crate::names::{self, GATEWAY, GATEWAY6, HOST_MAC, PROTOCOL, alone};

/// Gives the namespace its link with addresses; makes what is missing and leaves what is right.
pub(crate) async fn attach(
    host: &Handle,
    node: &Netns,
    want: &Attachment,
    ips: &[IpAddr],
    mtu: u32,
) -> Result<(), Error> {
    let netns = Netns::open(&want.netns)?;
    let inside = Handle::within(&netns)?;
    let (near, far) = ends(host, &inside, &netns, want, mtu).await?;
    let lo = inside.link("lo").await?.ok_or_else(|| Error::Gone("lo".into()))?;
    inside.set_up(lo.index).await?;
    harden(node, &near, !want.host_ports.is_empty(), ips)?;
    host.set_up(near.index).await?;
    inside.set_up(far.index).await?;
    let far_mac = far.mac.ok_or_else(|| Error::Gone("the hardware address of a pod".into()))?;
    for ip in ips {
        inside.add_address(far.index, alone(*ip)).await?;
        let gateway = if ip.is_ipv4() { GATEWAY } else { GATEWAY6 };
        inside.replace_neighbour(&Neighbour { link: far.index, address: gateway, mac: HOST_MAC }).await?;
        for route in pod_routes(far.index, gateway) {
            inside.replace_route(&route).await?;
        }
        host.replace_neighbour(&Neighbour { link: near.index, address: *ip, mac: far_mac }).await?;
        let back =
            Route { link: Some(near.index), scope: Scope::Link, protocol: PROTOCOL, ..Route::to(alone(*ip)) };
        host.replace_route(&back).await?;
    }
    // What leaves the node's end enters the pod, and the other way round.
    limit(host, near.index, want.bandwidth.ingress).await?;
    limit(&inside, far.index, want.bandwidth.egress).await
}

/// Removes the link with its routes and neighbours. Succeeds when it is gone.
pub(crate) async fn detach(host: &Handle, sandbox_id: &str) -> Result<(), Error> {
    Ok(host.delete_link(&names::link(sandbox_id)).await?)
}

async fn ends(
    host: &Handle,
    inside: &Handle,
    netns: &Netns,
    want: &Attachment,
    mtu: u32,
) -> Result<(Link, Link), Error> {
    let name = names::link(&want.sandbox_id);
    let found = (host.link(&name).await?, inside.link(&want.interface).await?);
    if let (Some(near), Some(far)) = found {
        return Ok((near, far));
    }
    // Half of a pair is from an earlier namespace of the same sandbox.
    host.delete_link(&name).await?;
    let veth =
        Veth { name: &name, peer: &want.interface, peer_netns: netns, mtu: Some(mtu), mac: Some(HOST_MAC) };
    host.add_veth(&veth).await?;
    let near = host.link(&name).await?.ok_or(Error::Gone(name))?;
    let far = inside.link(&want.interface).await?.ok_or_else(|| Error::Gone(want.interface.clone()))?;
    Ok((near, far))
}

/// A pod may send only as itself; the node's loopback is opened to it only as far as host ports need.
fn harden(node: &Netns, near: &Link, loopback: bool, ips: &[IpAddr]) -> Result<(), Error> {
    let name = &near.name;
    node.set_sysctl(&format!("net/ipv4/conf/{name}/rp_filter"), "1")?;
    node.set_sysctl(&format!("net/ipv4/conf/{name}/route_localnet"), if loopback { "1" } else { "0" })?;
    if ips.iter().any(IpAddr::is_ipv6) {
        node.set_sysctl(&format!("net/ipv6/conf/{name}/accept_ra"), "0")?;
    }
    Ok(())
}

fn pod_routes(link: u32, gateway: IpAddr) -> [Route; 2] {
    let all = if gateway.is_ipv4() { "0.0.0.0/0" } else { "::/0" };
    let all = all.parse().expect("it is a network");
    [
        Route { link: Some(link), scope: Scope::Link, ..Route::to(alone(gateway)) },
        Route { link: Some(link), gateway: Some(gateway), onlink: true, ..Route::to(all) },
    ]
}

async fn limit(handle: &Handle, link: u32, bits: Option<u64>) -> Result<(), Error> {
    if let Some(bits) = bits.filter(|bits| *bits > 0) {
        handle.set_rate(link, Rate::of(bits)).await?;
    }
    Ok(())
}
