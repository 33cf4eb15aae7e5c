//! Links: virtual Ethernet pairs, bridges, VXLAN devices, and what every link has.

use std::net::IpAddr;
use std::os::fd::AsRawFd;

use crate::requests::octets;
use crate::wire::{Message, attributes, text, u16_at, u32_at};
use crate::{Error, Handle, Mac, Netns};

const CREATE: i32 = libc::NLM_F_CREATE | libc::NLM_F_EXCL;
/// `VETH_INFO_PEER`.
const PEER: u16 = 1;

/// A link as the kernel shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Its number in the namespace.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Its kind, if it is a virtual one: `veth`, `vxlan`.
    pub kind: String,
    /// Whether it is up.
    pub up: bool,
    /// Whether it is the loopback.
    pub loopback: bool,
    /// The largest packet.
    pub mtu: u32,
    /// Its hardware address.
    pub mac: Option<Mac>,
    /// The bridge that it belongs to.
    pub master: Option<u32>,
}

/// A pair of links to be made, the peer directly in its own namespace.
#[derive(Debug, Clone)]
pub struct Veth<'a> {
    /// The near end.
    pub name: &'a str,
    /// The far end.
    pub peer: &'a str,
    /// Where the far end is put.
    pub peer_netns: &'a Netns,
    /// The largest packet of both; `None` leaves the kernel's.
    pub mtu: Option<u32>,
    /// The hardware address of the near end; `None` lets the kernel choose.
    pub mac: Option<Mac>,
}

/// A VXLAN device to be made. Where frames go is told by [`crate::Forward`]: nothing is learned.
#[derive(Debug, Clone)]
pub struct Vxlan<'a> {
    /// Its name.
    pub name: &'a str,
    /// The network's number.
    pub id: u32,
    /// The UDP port.
    pub port: u16,
    /// The address that packets leave from.
    pub local: IpAddr,
    /// The largest packet.
    pub mtu: u32,
    /// Its hardware address.
    pub mac: Mac,
}

impl Handle {
    /// All links.
    pub async fn links(&self) -> Result<Vec<Link>, Error> {
        self.dump(Message::new("list links", libc::RTM_GETLINK, 0, &header(0, 0, 0)), read).await
    }

    /// The link of that name.
    pub async fn link(&self, name: &str) -> Result<Option<Link>, Error> {
        Ok(self.links().await?.into_iter().find(|link| link.name == name))
    }

    /// Makes a pair. `is_exists` when the near name is taken.
    pub async fn add_veth(&self, veth: &Veth<'_>) -> Result<(), Error> {
        let what = format!("add link {} with peer {}", veth.name, veth.peer);
        let mut message = Message::new(what, libc::RTM_NEWLINK, CREATE, &header(0, 0, 0));
        message.text(libc::IFLA_IFNAME, veth.name);
        if let Some(mac) = veth.mac {
            message.attr(libc::IFLA_ADDRESS, &mac);
        }
        if let Some(mtu) = veth.mtu {
            message.number(libc::IFLA_MTU, mtu);
        }
        let namespace = veth.peer_netns.file();
        let descriptor = namespace.as_raw_fd().cast_unsigned();
        message.nested(libc::IFLA_LINKINFO, &[], |info| {
            info.text(libc::IFLA_INFO_KIND, "veth").nested(libc::IFLA_INFO_DATA, &[], |data| {
                data.nested(PEER, &header(0, 0, 0), |peer| {
                    peer.text(libc::IFLA_IFNAME, veth.peer).number(libc::IFLA_NET_NS_FD, descriptor);
                    if let Some(mtu) = veth.mtu {
                        peer.number(libc::IFLA_MTU, mtu);
                    }
                });
            });
        });
        let done = self.perform(message).await;
        drop(namespace);
        done
    }

    /// Makes a bridge.
    pub async fn add_bridge(&self, name: &str) -> Result<(), Error> {
        let what = format!("add bridge {name}");
        let mut message = Message::new(what, libc::RTM_NEWLINK, CREATE, &header(0, 0, 0));
        message.text(libc::IFLA_IFNAME, name).nested(libc::IFLA_LINKINFO, &[], |info| {
            info.text(libc::IFLA_INFO_KIND, "bridge");
        });
        self.perform(message).await
    }

    /// Makes a VXLAN device.
    pub async fn add_vxlan(&self, vxlan: &Vxlan<'_>) -> Result<(), Error> {
        let what = format!("add vxlan {}", vxlan.name);
        let mut message = Message::new(what, libc::RTM_NEWLINK, CREATE, &header(0, 0, 0));
        message.text(libc::IFLA_IFNAME, vxlan.name).number(libc::IFLA_MTU, vxlan.mtu);
        message.attr(libc::IFLA_ADDRESS, &vxlan.mac);
        message.nested(libc::IFLA_LINKINFO, &[], |info| {
            info.text(libc::IFLA_INFO_KIND, "vxlan").nested(libc::IFLA_INFO_DATA, &[], |data| {
                // IFLA_VXLAN_ID, _LEARNING, _PORT (in network order), _LOCAL or _LOCAL6
                data.number(1, vxlan.id).attr(7, &[0]).attr(15, &vxlan.port.to_be_bytes());
                data.attr(if vxlan.local.is_ipv4() { 4 } else { 17 }, &octets(vxlan.local));
            });
        });
        self.perform(message).await
    }

    /// Sets a link up.
    pub async fn set_up(&self, index: u32) -> Result<(), Error> {
        let up = libc::IFF_UP.cast_unsigned();
        self.perform(Message::new(
            format!("set link {index} up"),
            libc::RTM_NEWLINK,
            0,
            &header(index, up, up),
        ))
        .await
    }

    /// Takes a link down: nothing goes through it any more.
    pub async fn set_down(&self, index: u32) -> Result<(), Error> {
        let up = libc::IFF_UP.cast_unsigned();
        self.perform(Message::new(
            format!("set link {index} down"),
            libc::RTM_NEWLINK,
            0,
            &header(index, 0, up),
        ))
        .await
    }

    /// Sets the largest packet of a link.
    pub async fn set_mtu(&self, index: u32, mtu: u32) -> Result<(), Error> {
        let what = format!("set MTU of link {index} to {mtu}");
        let mut message = Message::new(what, libc::RTM_NEWLINK, 0, &header(index, 0, 0));
        message.number(libc::IFLA_MTU, mtu);
        self.perform(message).await
    }

    /// Makes a link a port of a bridge.
    pub async fn set_master(&self, index: u32, bridge: u32) -> Result<(), Error> {
        let what = format!("make link {index} a port of {bridge}");
        let mut message = Message::new(what, libc::RTM_NEWLINK, 0, &header(index, 0, 0));
        message.number(libc::IFLA_MASTER, bridge);
        self.perform(message).await
    }

    /// Removes a link, and its peer if it has one. Succeeds when it is gone.
    pub async fn delete_link(&self, name: &str) -> Result<(), Error> {
        let mut message = Message::new(format!("delete link {name}"), libc::RTM_DELLINK, 0, &header(0, 0, 0));
        message.text(libc::IFLA_IFNAME, name);
        self.perform_gone(message).await
    }
}

/// `struct ifinfomsg`.
fn header(index: u32, flags: u32, change: u32) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[4..8].copy_from_slice(&index.to_ne_bytes());
    bytes[8..12].copy_from_slice(&flags.to_ne_bytes());
    bytes[12..16].copy_from_slice(&change.to_ne_bytes());
    bytes
}

fn read(body: &[u8]) -> Option<Link> {
    let flags = u32_at(body, 8)?;
    let mut link = Link {
        index: u32_at(body, 4)?,
        name: String::new(),
        kind: String::new(),
        up: flags & libc::IFF_UP.cast_unsigned() != 0,
        loopback: u16_at(body, 2)? == libc::ARPHRD_LOOPBACK,
        mtu: 0,
        mac: None,
        master: None,
    };
    for (kind, value) in attributes(body.get(16..)?) {
        match kind {
            libc::IFLA_IFNAME => link.name = text(value),
            libc::IFLA_MTU => link.mtu = u32_at(value, 0)?,
            libc::IFLA_ADDRESS => link.mac = value.try_into().ok(),
            libc::IFLA_MASTER => link.master = u32_at(value, 0),
            libc::IFLA_LINKINFO => {
                let found = attributes(value).find(|(kind, _)| *kind == libc::IFLA_INFO_KIND);
                link.kind = found.map_or_else(String::new, |(_, value)| text(value));
            }
            _ => {}
        }
    }
    Some(link)
}
