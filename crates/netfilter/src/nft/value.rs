//! What sets hold and rules compare with: addresses, protocols, ports, numbers, verdicts.

use std::fmt;
use std::net::IpAddr;

use ipnet::IpNet;

/// The type of one field of a set's key or data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// An IPv4 address.
    Ipv4,
    /// An IPv6 address.
    Ipv6,
    /// A transport protocol.
    Protocol,
    /// A port of TCP, UDP or SCTP.
    Port,
    /// A 32-bit number in the machine's byte order.
    Mark,
    /// The name of an interface.
    Interface,
}

impl Type {
    /// `nft`'s number for it, so that the program lists our sets as what they are; the kernel ignores it.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Ipv4 => 7,
            Self::Ipv6 => 8,
            Self::Protocol => 12,
            Self::Port => 13,
            Self::Mark => 19,
            Self::Interface => 41,
        }
    }

    /// Bytes of a value, without padding.
    pub(crate) fn size(self) -> usize {
        match self {
            Self::Ipv4 | Self::Mark => 4,
            Self::Ipv6 | Self::Interface => 16,
            Self::Protocol => 1,
            Self::Port => 2,
        }
    }

    /// Its word in nftables' language.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Ipv4 => "ipv4_addr",
            Self::Ipv6 => "ipv6_addr",
            Self::Protocol => "inet_proto",
            Self::Port => "inet_service",
            Self::Mark => "mark",
            Self::Interface => "ifname",
        }
    }

    /// The type of addresses of the same family as this one.
    pub fn of_address(address: IpAddr) -> Self {
        if address.is_ipv4() { Self::Ipv4 } else { Self::Ipv6 }
    }
}

/// One field's value.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// An address.
    Address(IpAddr),
    /// All addresses of a network; only in sets with intervals.
    Net(IpNet),
    /// A transport protocol by its number.
    Protocol(u8),
    /// A port.
    Port(u16),
    /// A number in the machine's byte order.
    Mark(u32),
    /// The name of an interface.
    Interface(String),
}

impl Value {
    /// Its bytes; of a network the first address.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Address(address) => address_bytes(*address),
            Self::Net(net) => address_bytes(net.network()),
            Self::Protocol(number) => vec![*number],
            Self::Port(port) => port.to_be_bytes().to_vec(),
            Self::Mark(mark) => mark.to_ne_bytes().to_vec(),
            Self::Interface(name) => {
                let mut bytes = name.as_bytes().to_vec();
                bytes.resize(16, 0);
                bytes
            }
        }
    }

    /// The bytes of the last value it covers.
    pub(crate) fn last_bytes(&self) -> Vec<u8> {
        match self {
            Self::Net(net) => address_bytes(net.broadcast()),
            other => other.bytes(),
        }
    }
}

fn address_bytes(address: IpAddr) -> Vec<u8> {
    match address {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.octets().to_vec(),
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => address.fmt(f),
            Self::Net(net) => net.fmt(f),
            Self::Protocol(6) => f.write_str("tcp"),
            Self::Protocol(17) => f.write_str("udp"),
            Self::Protocol(132) => f.write_str("sctp"),
            Self::Protocol(number) => number.fmt(f),
            Self::Port(port) => port.fmt(f),
            Self::Mark(mark) => mark.fmt(f),
            Self::Interface(name) => write!(f, "{name:?}"),
        }
    }
}

/// What becomes of a packet.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// It goes on to what follows this hook.
    Accept,
    /// It is gone.
    Drop,
    /// Back to the chain that jumped here.
    Return,
    /// The rules of that chain, then back.
    Jump(String),
    /// The rules of that chain, and not back.
    Goto(String),
}

impl Verdict {
    /// The kernel's code for it.
    pub(crate) fn code(&self) -> i32 {
        match self {
            Self::Drop => 0,
            Self::Accept => 1,
            Self::Jump(_) => -3,
            Self::Goto(_) => -4,
            Self::Return => -5,
        }
    }

    /// The chain it leads to.
    pub(crate) fn chain(&self) -> Option<&str> {
        match self {
            Self::Jump(chain) | Self::Goto(chain) => Some(chain),
            _ => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accept => f.write_str("accept"),
            Self::Drop => f.write_str("drop"),
            Self::Return => f.write_str("return"),
            Self::Jump(chain) => write!(f, "jump {chain}"),
            Self::Goto(chain) => write!(f, "goto {chain}"),
        }
    }
}

/// A key as it stands in the kernel: every field padded to four bytes.
pub(crate) fn concatenated(values: &[Value], last: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    for value in values {
        bytes.extend(if last { value.last_bytes() } else { value.bytes() });
        if values.len() > 1 {
            bytes.resize(bytes.len().next_multiple_of(4), 0);
        }
    }
    bytes
}

/// The values of a key as it stands in the kernel.
pub(crate) fn separated(types: &[Type], mut bytes: &[u8]) -> Option<Vec<Value>> {
    let mut values = Vec::with_capacity(types.len());
    for one in types {
        let value = bytes.get(..one.size())?;
        bytes = bytes.get(one.size().next_multiple_of(4)..).unwrap_or_default();
        values.push(match one {
            Type::Ipv4 => Value::Address(IpAddr::from(<[u8; 4]>::try_from(value).ok()?)),
            Type::Ipv6 => Value::Address(IpAddr::from(<[u8; 16]>::try_from(value).ok()?)),
            Type::Protocol => Value::Protocol(*value.first()?),
            Type::Port => Value::Port(u16::from_be_bytes(value.try_into().ok()?)),
            Type::Mark => Value::Mark(u32::from_ne_bytes(value.try_into().ok()?)),
            Type::Interface => {
                let end = value.iter().position(|byte| *byte == 0).unwrap_or(value.len());
                Value::Interface(String::from_utf8_lossy(&value[..end]).into_owned())
            }
        });
    }
    Some(values)
}

/// Values as nftables writes a concatenation.
pub(crate) fn joined(values: &[Value]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" . ")
}
