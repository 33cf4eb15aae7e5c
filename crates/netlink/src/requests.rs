//! What is said to the kernel about each kind of object: one file each.

pub(crate) mod address;
pub(crate) mod link;
pub(crate) mod neighbour;
pub(crate) mod qdisc;
pub(crate) mod route;
pub(crate) mod rule;

use std::net::IpAddr;

/// `AF_INET` or `AF_INET6`.
pub(crate) fn family(ip: IpAddr) -> u8 {
    let family = if ip.is_ipv4() { libc::AF_INET } else { libc::AF_INET6 };
    u8::try_from(family).expect("families are small")
}

/// An address as the kernel has it.
pub(crate) fn octets(ip: IpAddr) -> Vec<u8> {
    match ip {
        IpAddr::V4(ip) => ip.octets().to_vec(),
        IpAddr::V6(ip) => ip.octets().to_vec(),
    }
}

/// An address from the kernel.
pub(crate) fn ip(bytes: &[u8]) -> Option<IpAddr> {
    if let Ok(four) = <[u8; 4]>::try_from(bytes) {
        return Some(IpAddr::from(four));
    }
    <[u8; 16]>::try_from(bytes).ok().map(IpAddr::from)
}
