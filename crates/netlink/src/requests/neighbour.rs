//! Neighbours: which hardware address an address has, and where a VXLAN device sends frames.

use std::net::IpAddr;

use crate::requests::{family, ip, octets};
use crate::wire::{Message, attributes, u16_at, u32_at};
use crate::{Error, Handle, Mac};

/// `NTF_SELF`: the device's own table, not that of its bridge.
const SELF: u8 = 2;

/// An address on a link, fixed by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Neighbour {
    /// The link.
    pub link: u32,
    /// The address.
    pub address: IpAddr,
    /// Who has it.
    pub mac: Mac,
}

/// Where a VXLAN device sends frames for a hardware address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Forward {
    /// The VXLAN device.
    pub link: u32,
    /// The receiver of the frames.
    pub mac: Mac,
    /// The host that has it.
    pub remote: IpAddr,
}

impl Handle {
    /// Neighbours that were fixed by hand.
    pub async fn neighbours(&self) -> Result<Vec<Neighbour>, Error> {
        let mut all = Vec::new();
        for family in [libc::AF_INET, libc::AF_INET6] {
            let family = u8::try_from(family).expect("families are small");
            let message = Message::new("list neighbours", libc::RTM_GETNEIGH, 0, &header(family, 0, 0, 0));
            all.extend(self.dump(message, read).await?);
        }
        Ok(all)
    }

    /// Fixes an address, in place of what was known of it.
    pub async fn replace_neighbour(&self, neighbour: &Neighbour) -> Result<(), Error> {
        let what = format!("fix neighbour {}", neighbour.address);
        let flags = libc::NLM_F_CREATE | libc::NLM_F_REPLACE;
        self.perform(neighbour_message(what, libc::RTM_NEWNEIGH, flags, neighbour)).await
    }

    /// Forgets an address. Succeeds when it is gone.
    pub async fn delete_neighbour(&self, neighbour: &Neighbour) -> Result<(), Error> {
        let what = format!("forget neighbour {}", neighbour.address);
        self.perform_gone(neighbour_message(what, libc::RTM_DELNEIGH, 0, neighbour)).await
    }

    /// Where the VXLAN devices send frames.
    pub async fn forwards(&self) -> Result<Vec<Forward>, Error> {
        let bridge = u8::try_from(libc::AF_BRIDGE).expect("families are small");
        let message = Message::new("list forwards", libc::RTM_GETNEIGH, 0, &header(bridge, 0, 0, 0));
        self.dump(message, read_forward).await
    }

    /// Tells a VXLAN device where to send.
    pub async fn replace_forward(&self, forward: &Forward) -> Result<(), Error> {
        let flags = libc::NLM_F_CREATE | libc::NLM_F_REPLACE;
        self.perform(forward_message("add forward", libc::RTM_NEWNEIGH, flags, forward)).await
    }

    /// Forgets it. Succeeds when it is gone.
    pub async fn delete_forward(&self, forward: &Forward) -> Result<(), Error> {
        self.perform_gone(forward_message("delete forward", libc::RTM_DELNEIGH, 0, forward)).await
    }
}

fn neighbour_message(what: String, kind: u16, flags: i32, neighbour: &Neighbour) -> Message {
    let fixed = header(family(neighbour.address), neighbour.link, libc::NUD_PERMANENT, 0);
    let mut message = Message::new(what, kind, flags, &fixed);
    message.attr(libc::NDA_DST, &octets(neighbour.address)).attr(libc::NDA_LLADDR, &neighbour.mac);
    message
}

fn forward_message(what: &str, kind: u16, flags: i32, forward: &Forward) -> Message {
    let bridge = u8::try_from(libc::AF_BRIDGE).expect("families are small");
    let fixed = header(bridge, forward.link, libc::NUD_PERMANENT | libc::NUD_NOARP, SELF);
    let mut message = Message::new(format!("{what} to {}", forward.remote), kind, flags, &fixed);
    message.attr(libc::NDA_LLADDR, &forward.mac).attr(libc::NDA_DST, &octets(forward.remote));
    message
}

/// `struct ndmsg`.
fn header(family: u8, link: u32, state: u16, flags: u8) -> [u8; 12] {
    let mut bytes = [0; 12];
    bytes[0] = family;
    bytes[4..8].copy_from_slice(&link.to_ne_bytes());
    bytes[8..10].copy_from_slice(&state.to_ne_bytes());
    bytes[10] = flags;
    bytes
}

fn read(body: &[u8]) -> Option<Neighbour> {
    if u16_at(body, 8)? & libc::NUD_PERMANENT == 0 {
        return None;
    }
    let (address, mac) = ends(body)?;
    Some(Neighbour { link: u32_at(body, 4)?, address, mac })
}

fn read_forward(body: &[u8]) -> Option<Forward> {
    let (remote, mac) = ends(body)?;
    Some(Forward { link: u32_at(body, 4)?, mac, remote })
}

fn ends(body: &[u8]) -> Option<(IpAddr, Mac)> {
    let (mut address, mut mac) = (None, None);
    for (kind, value) in attributes(body.get(12..)?) {
        match kind {
            libc::NDA_DST => address = ip(value),
            libc::NDA_LLADDR => mac = value.try_into().ok(),
            _ => {}
        }
    }
    Some((address?, mac?))
}
