//! Which address and name a node has when nobody says.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use anyhow::{Context, Result, bail};

/// The address from which this machine would talk to the world. Nothing is sent.
pub fn of_this_machine() -> Result<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    // An address for documentation, which is in no private range: the route to it is the default one.
    let far = SocketAddr::from(([192, 0, 2, 1], 9));
    let way = socket.connect(far).and_then(|()| socket.local_addr());
    let address =
        way.context("this machine has no default route, so its address must be given: --node-ip")?.ip();
    if address.is_loopback() || address.is_unspecified() {
        bail!("this machine's address is not known: give it with --node-ip");
    }
    Ok(address)
}

/// The host's name, as a node's name must be spelled.
pub fn host_name() -> Result<String> {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").context("reading the host's name")?;
    let name = name.trim().to_ascii_lowercase();
    if name.is_empty() || name == "(none)" {
        bail!("this machine has no name: give one with --node-name");
    }
    Ok(name)
}
