//! Addresses of links.

use std::net::IpAddr;

use ipnet::IpNet;

use crate::requests::{family, ip, octets};
use crate::wire::{Message, attributes, u32_at};
use crate::{Error, Handle};

/// An address as the kernel shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address {
    /// The link that has it.
    pub link: u32,
    /// The address with the length of its network.
    pub address: IpNet,
    /// Whether it holds on this link only (169.254…, fe80…).
    pub link_local: bool,
}

impl Handle {
    /// All addresses.
    pub async fn addresses(&self) -> Result<Vec<Address>, Error> {
        self.dump(Message::new("list addresses", libc::RTM_GETADDR, 0, &[0; 8]), read).await
    }

    /// Gives a link an address; fine when it has it. It can be used at once: no other host is asked whether it has it too.
    pub async fn add_address(&self, link: u32, address: IpNet) -> Result<(), Error> {
        let what = format!("add address {address} to link {link}");
        let flags = libc::NLM_F_CREATE | libc::NLM_F_REPLACE;
        let mut message = Message::new(what, libc::RTM_NEWADDR, flags, &header(link, address));
        let bytes = octets(address.addr());
        message.attr(libc::IFA_LOCAL, &bytes).attr(libc::IFA_ADDRESS, &bytes);
        if let IpNet::V4(net) = address
            && net.prefix_len() < 31
        {
            message.attr(libc::IFA_BROADCAST, &net.broadcast().octets());
        }
        self.perform(message).await
    }

    /// Takes an address from a link. Succeeds when it is gone.
    pub async fn delete_address(&self, link: u32, address: IpNet) -> Result<(), Error> {
        let what = format!("delete address {address} of link {link}");
        let mut message = Message::new(what, libc::RTM_DELADDR, 0, &header(link, address));
        message.attr(libc::IFA_LOCAL, &octets(address.addr()));
        self.perform_gone(message).await
    }
}

/// `struct ifaddrmsg`.
fn header(link: u32, address: IpNet) -> [u8; 8] {
    let link_local = match address.addr() {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    };
    let scope = if link_local { libc::RT_SCOPE_LINK } else { libc::RT_SCOPE_UNIVERSE };
    let flags =
        if address.addr().is_ipv6() { u8::try_from(libc::IFA_F_NODAD).expect("a small flag") } else { 0 };
    let mut bytes = [family(address.addr()), address.prefix_len(), flags, scope, 0, 0, 0, 0];
    bytes[4..8].copy_from_slice(&link.to_ne_bytes());
    bytes
}

fn read(body: &[u8]) -> Option<Address> {
    let (length, scope, link) = (*body.get(1)?, *body.get(3)?, u32_at(body, 4)?);
    // With a peer, `ADDRESS` is the peer's and `LOCAL` is ours; IPv6 usually has only the former.
    let (mut local, mut address) = (None, None);
    for (kind, value) in attributes(body.get(8..)?) {
        match kind {
            libc::IFA_LOCAL => local = ip(value),
            libc::IFA_ADDRESS => address = ip(value),
            _ => {}
        }
    }
    let address = IpNet::new(local.or(address)?, length).ok()?;
    Some(Address { link, address, link_local: scope == libc::RT_SCOPE_LINK })
}
