//! Ways to other nodes, as `routes` plans them: what is missing is made, what is no longer wanted is removed.

use netlink::{Forward, Handle, Neighbour, Netns, Route, Vxlan};

use crate::Error;
use crate::names::{LINK_PREFIX, PROTOCOL, VXLAN, VXLAN_ID, alone};
use crate::routes::{Device, Plan, Way};

/// What a VXLAN device needs beside the plan.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tunnels {
    /// The UDP port.
    pub(crate) port: u16,
    /// The largest packet of the way out.
    pub(crate) outer_mtu: u32,
}

/// Makes the kernel's state the plan's.
pub(crate) async fn apply(host: &Handle, node: &Netns, plan: &Plan, tunnels: Tunnels) -> Result<(), Error> {
    for device in &plan.devices {
        ensure(host, node, device, tunnels).await?;
    }
    for name in
        VXLAN.iter().enumerate().filter(|(at, _)| !plan.devices.iter().any(|d| usize::from(d.six) == *at))
    {
        host.delete_link(name.1).await?;
    }
    let links = host.links().await?;
    let index = |name: &str| links.iter().find(|link| link.name == name).map(|link| link.index);
    let (mut routes, mut neighbours, mut forwards) = (Vec::new(), Vec::new(), Vec::new());
    for way in &plan.ways {
        match *way {
            Way::Direct { cidr, gateway } => {
                routes.push(Route { gateway: Some(gateway), protocol: PROTOCOL, ..Route::to(cidr) });
            }
            Way::Tunnel { cidr, remote, inner, mac } => {
                let six = cidr.addr().is_ipv6();
                let Some(link) = index(VXLAN[usize::from(six)]) else { continue };
                let source = plan.devices.iter().find(|device| device.six == six).map(|device| device.inner);
                let route =
                    Route { gateway: Some(inner), link: Some(link), source, onlink: true, ..Route::to(cidr) };
                routes.push(Route { protocol: PROTOCOL, ..route });
                neighbours.push(Neighbour { link, address: inner, mac });
                forwards.push(Forward { link, mac, remote });
            }
        }
    }
    for neighbour in &neighbours {
        host.replace_neighbour(neighbour).await?;
    }
    for forward in &forwards {
        host.replace_forward(forward).await?;
    }
    for route in &routes {
        // One way that can't be gone must not keep the others closed.
        if let Err(error) = host.replace_route(route).await {
            tracing::warn!(%error, "pods of a node can't be reached");
        }
    }
    sweep(host, &routes, &neighbours, &forwards).await
}

/// Removes what an earlier plan left.
async fn sweep(
    host: &Handle,
    routes: &[Route],
    neighbours: &[Neighbour],
    forwards: &[Forward],
) -> Result<(), Error> {
    let links = host.links().await?;
    let pods: Vec<u32> = links.iter().filter(|l| l.name.starts_with(LINK_PREFIX)).map(|l| l.index).collect();
    let tunnels: Vec<u32> =
        links.iter().filter(|l| VXLAN.contains(&l.name.as_str())).map(|l| l.index).collect();
    for route in host.routes().await?.into_iter().filter(|route| route.protocol == PROTOCOL) {
        let of_pod = route.link.is_some_and(|link| pods.contains(&link));
        if !of_pod && !routes.iter().any(|wanted| wanted.destination == route.destination) {
            host.delete_route(&route).await?;
        }
    }
    for neighbour in host.neighbours().await?.into_iter().filter(|n| tunnels.contains(&n.link)) {
        if !neighbours.contains(&neighbour) {
            host.delete_neighbour(&neighbour).await?;
        }
    }
    for forward in host.forwards().await?.into_iter().filter(|forward| tunnels.contains(&forward.link)) {
        if !forwards.contains(&forward) {
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
