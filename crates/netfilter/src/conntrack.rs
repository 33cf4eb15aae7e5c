//! Tracked connections: which there are, and forgetting some.
//!
//! A rule only decides on a connection's first packet; for UDP that decision would last as long as the client goes on sending. Whoever
//! takes an endpoint away asks here for what still leads to it, and has it forgotten.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;

use crate::socket::{ACK, DUMP, REQUEST, Socket};
use crate::wire::{Attributes, Head, Writer, attribute};

pub use crate::socket::Error;

const SUBSYSTEM: u16 = 1;
const GET: u16 = 1;
const DELETE: u16 = 2;
const ORIGINAL: u16 = 1;
const REPLY: u16 = 2;

/// One direction of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tuple {
    /// Who sends.
    pub source: IpAddr,
    /// Whom to.
    pub destination: IpAddr,
    /// The transport protocol's number.
    pub protocol: u8,
    /// From which port.
    pub source_port: u16,
    /// To which port.
    pub destination_port: u16,
}

/// A tracked connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// As its first packet came.
    pub original: Tuple,
    /// As answers are expected: their source is where the connection really leads.
    pub reply: Tuple,
    /// The zone it is tracked in.
    pub zone: u16,
}

/// A connection to the tracker of one network namespace. Calls block.
pub struct Conntrack(Socket);

impl Conntrack {
    /// Connects to the namespace at this path, or to that of the process.
    pub fn open(namespace: Option<&Path>) -> Result<Self, Error> {
        Ok(Self(Socket::open(namespace, 0)?))
    }

    /// The entries of one family for which `keep` holds.
    pub fn list(&mut self, ip6: bool, mut keep: impl FnMut(&Entry) -> bool) -> Result<Vec<Entry>, Error> {
        let mut out = Writer::default();
        out.message(head(GET, DUMP, family(ip6)), |_| {});
        let mut entries = Vec::new();
        self.0.dump(out.bytes(), |message| {
            let entry = parse(message.body());
            entries.extend(entry.filter(|entry| keep(entry)));
        })?;
        Ok(entries)
    }

    /// Forgets these; ones that are gone already are fine.
    pub fn forget(&mut self, entries: &[Entry]) -> Result<(), Error> {
        for entry in entries {
            let mut out = Writer::default();
            out.message(head(DELETE, ACK, family(entry.original.source.is_ipv6())), |out| {
                out.nest(ORIGINAL, |out| write(out, &entry.original));
                if entry.zone != 0 {
                    out.bytes(18, &entry.zone.to_be_bytes());
                }
            });
            self.0.send(out.bytes())?;
            match self.0.acknowledged() {
                Err(Error::Refused { errno: nix::errno::Errno::ENOENT, .. }) => {}
                other => other?,
            }
        }
        Ok(())
    }
}

fn family(ip6: bool) -> u8 {
    if ip6 { 10 } else { 2 }
}

fn head(kind: u16, flags: u16, family: u8) -> Head {
    Head { kind: (SUBSYSTEM << 8) | kind, flags: REQUEST | flags, sequence: 1, family, resource: 0 }
}

fn write(out: &mut Attributes<'_>, tuple: &Tuple) {
    out.nest(1, |out| match (tuple.source, tuple.destination) {
        (IpAddr::V4(source), IpAddr::V4(destination)) => {
            out.bytes(1, &source.octets());
            out.bytes(2, &destination.octets());
        }
        (IpAddr::V6(source), IpAddr::V6(destination)) => {
            out.bytes(3, &source.octets());
            out.bytes(4, &destination.octets());
        }
        // The tracker has no tuple of two families; this one matches nothing.
        _ => {}
    });
    out.nest(2, |out| {
        out.bytes(1, &[tuple.protocol]);
        out.bytes(2, &tuple.source_port.to_be_bytes());
        out.bytes(3, &tuple.destination_port.to_be_bytes());
    });
}

fn parse(attributes: &[u8]) -> Option<Entry> {
    let zone =
        attribute(attributes, 18).and_then(|bytes| bytes.try_into().ok()).map_or(0, u16::from_be_bytes);
    Some(Entry {
        original: tuple(attribute(attributes, ORIGINAL)?)?,
        reply: tuple(attribute(attributes, REPLY)?)?,
        zone,
    })
}

fn tuple(bytes: &[u8]) -> Option<Tuple> {
    let (addresses, transport) = (attribute(bytes, 1)?, attribute(bytes, 2)?);
    let address = |four: u16| {
        if let Some(bytes) = attribute(addresses, four) {
            return Some(IpAddr::V4(Ipv4Addr::from(<[u8; 4]>::try_from(bytes).ok()?)));
        }
        let bytes = attribute(addresses, four + 2)?;
        Some(IpAddr::V6(Ipv6Addr::from(<[u8; 16]>::try_from(bytes).ok()?)))
    };
    // Protocols without ports (ICMP) have other attributes here.
    let port = |kind| {
        attribute(transport, kind).and_then(|bytes| bytes.try_into().ok()).map_or(0, u16::from_be_bytes)
    };
    Some(Tuple {
        source: address(1)?,
        destination: address(2)?,
        protocol: *attribute(transport, 1)?.first()?,
        source_port: port(2),
        destination_port: port(3),
    })
}
