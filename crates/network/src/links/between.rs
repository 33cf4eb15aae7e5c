//! Ways to other nodes, as `routes` plans them: what is missing is made, what is no longer wanted is removed.

use netlink::{Forward, Handle, Link, Neighbour, Netns, Route, Vxlan};

use crate::Error;
use crate::names::{PROTOCOL, VXLAN, VXLAN_ID, alone};
use crate::routes::{Device, Plan, Way};

/// What a VXLAN device needs beside the plan.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tunnels {
    /// The UDP port.
    pub(crate) port: u16,
    /// The largest packet of the way out.
    pub(crate) outer_mtu: u32,
}

/// What the kernel is told.
#[derive(Debug, Default)]
struct Wanted {
    routes: Vec<Route>,
    neighbours: Vec<Neighbour>,
    forwards: Vec<Forward>,
}

/// Makes the kernel's state the plan's.
pub(crate) async fn apply(host: &Handle, node: &Netns, plan: &Plan, tunnels: Tunnels) -> Result<(), Error> {
    for device in &plan.devices {
        ensure(host, node, device, tunnels).await?;
    }
    for (at, name) in VXLAN.iter().enumerate() {
        if !plan.devices.iter().any(|device| usize::from(device.six) == at) {
            host.delete_link(name).await?;
        }
    }
    let links = host.links().await?;
    let wanted = wanted(plan, &links);
    for neighbour in &wanted.neighbours {
        host.replace_neighbour(neighbour).await?;
    }
    for forward in &wanted.forwards {
        host.replace_forward(forward).await?;
    }
    for route in &wanted.routes {
        // One way that can't be gone must not keep the others closed.
        if let Err(error) = host.replace_route(route).await {
            tracing::warn!(%error, "pods of a node can't be reached");
        }
    }
    sweep(host, &links, &wanted).await
}

fn wanted(plan: &Plan, links: &[Link]) -> Wanted {
    let mut wanted = Wanted::default();
    for way in &plan.ways {
        match *way {
            Way::Direct { cidr, gateway } => {
                wanted.routes.push(Route { gateway: Some(gateway), protocol: PROTOCOL, ..Route::to(cidr) });
            }
            Way::Tunnel { cidr, remote, inner, mac } => {
                let six = cidr.addr().is_ipv6();
                let device = links.iter().find(|link| link.name == VXLAN[usize::from(six)]);
                let Some(link) = device.map(|link| link.index) else { continue };
                let source = plan.devices.iter().find(|device| device.six == six).map(|device| device.inner);
                let route =
                    Route { gateway: Some(inner), link: Some(link), source, onlink: true, ..Route::to(cidr) };
                wanted.routes.push(Route { protocol: PROTOCOL, ..route });
                wanted.neighbours.push(Neighbour { link, address: inner, mac });
                wanted.forwards.push(Forward { link, mac, remote });
            }
        }
    }
    wanted
}

/// Removes what an earlier plan left.
async fn sweep(host: &Handle, links: &[Link], wanted: &Wanted) -> Result<(), Error> {
    let is_tunnel =
        |index| links.iter().any(|link| link.index == index && VXLAN.contains(&link.name.as_str()));
    // Routes to this node's own pods have no gateway, and are none of this plan's business.
    let ours = |route: &Route| route.protocol == PROTOCOL && route.gateway.is_some();
    for route in host.routes().await?.into_iter().filter(ours) {
        if !wanted.routes.iter().any(|wanted| wanted.destination == route.destination) {
            host.delete_route(&route).await?;
        }
    }
    for neighbour in host.neighbours().await?.into_iter().filter(|neighbour| is_tunnel(neighbour.link)) {
        if !wanted.neighbours.contains(&neighbour) {
            host.delete_neighbour(&neighbour).await?;
        }
    }
    for forward in host.forwards().await?.into_iter().filter(|forward| is_tunnel(forward.link)) {
        if !wanted.forwards.contains(&forward) {
            host.delete_forward(&forward).await?;
        }
    }
    Ok(())
}

/// Makes a device, anew if it is not the one that is wanted.
async fn ensure(host: &Handle, node: &Netns, device: &Device, tunnels: Tunnels) -> Result<(), Error> {
    let name = VXLAN[usize::from(device.six)];
    // Ethernet, IP, UDP and VXLAN around each frame.
    let overhead = if device.local.is_ipv4() { 50 } else { 70 };
    let mtu = tunnels.outer_mtu.saturating_sub(overhead).max(1280);
    let right = host.link(name).await?.filter(|link| link.mac == Some(device.mac) && link.mtu == mtu);
    if right.is_none() {
        host.delete_link(name).await?;
        let (local, mac) = (device.local, device.mac);
        host.add_vxlan(&Vxlan {
            name,
            id: VXLAN_ID + u32::from(device.six),
            port: tunnels.port,
            local,
            mtu,
            mac,
        })
        .await?;
    }
    let index = host.link(name).await?.ok_or_else(|| Error::Gone(name.into()))?.index;
    host.set_up(index).await?;
    host.add_address(index, alone(device.inner)).await?;
    // Answers to the node's own packets may come another way than by the tunnel.
    node.set_sysctl(&format!("net/ipv4/conf/{name}/rp_filter"), "2")?;
    Ok(())
}
