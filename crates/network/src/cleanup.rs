//! Removes everything that the network ever made on this node, whoever made it: found by name and number, not by memory.

use std::io;
use std::path::Path;

use netlink::{Handle, Netns};

use crate::Error;
use crate::filter::Filter;
use crate::names::{LINK_PREFIX, PROTOCOL, VXLAN};

/// Removes links, routes, rules and leases. `netns` is the node's network namespace. Safe to repeat.
pub async fn cleanup(netns: &Netns, data_dir: &Path) -> Result<(), Error> {
    let host = Handle::within(netns)?;
    for link in host.links().await? {
        if link.name.starts_with(LINK_PREFIX) || VXLAN.contains(&link.name.as_str()) {
            host.delete_link(&link.name).await?;
        }
    }
    for route in host.routes().await?.into_iter().filter(|route| route.protocol == PROTOCOL) {
        host.delete_route(&route).await?;
    }
    Filter::new(netns.clone()).remove().await?;
    match std::fs::remove_dir_all(data_dir) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            Err(Error::Disk { path: data_dir.into(), source })
        }
        _ => Ok(()),
    }
}
