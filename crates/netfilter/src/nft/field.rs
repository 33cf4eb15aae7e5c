//! What a rule can look at: fields of the packet, facts the kernel knows of it, and numbers that are made up.

use super::Family;
use super::expression::{Base, Expression};

/// One thing to load into registers: alone, or beside others as a concatenated key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field {
    /// The packet's source address (of a table that sees this family only, or behind a check of it).
    SourceAddress(Family),
    /// The packet's destination address.
    DestinationAddress(Family),
    /// The source port of TCP, UDP or SCTP.
    SourcePort,
    /// The destination port of TCP, UDP or SCTP.
    DestinationPort,
    /// The transport protocol.
    Protocol,
    /// IPv4 or IPv6, as netfilter numbers them; for tables that see both.
    NetworkProtocol,
    /// The packet's mark.
    Mark,
    /// The mark of its connection.
    ConnectionMark,
    /// The state of its connection: a set of bits.
    ConnectionState,
    /// What was done to its connection: a set of bits.
    ConnectionStatus,
    /// Where its connection's first packet was sent, before anything was rewritten.
    OriginalAddress(Family),
    /// To which port its connection's first packet was sent, before anything was rewritten.
    OriginalPort,
    /// The name of the interface it came by.
    InputInterface,
    /// The name of the interface it leaves by.
    OutputInterface,
    /// What kind of address the routing table says its source is.
    SourceType,
    /// What kind of address the routing table says its destination is.
    DestinationType,
    /// A random number below `modulus`, plus `offset`.
    Random {
        /// How many numbers there are.
        modulus: u32,
        /// The least of them.
        offset: u32,
    },
}

/// The connection is a new one.
pub(crate) const STATE_NEW: u32 = 8;
/// The routing table's word for "an address of this machine".
pub(crate) const TYPE_LOCAL: u32 = 2;

impl Field {
    /// Bytes it takes in registers, without padding.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::SourceAddress(Family::Ip6)
            | Self::DestinationAddress(Family::Ip6)
            | Self::OriginalAddress(Family::Ip6) => 16,
            Self::SourcePort | Self::DestinationPort | Self::OriginalPort => 2,
            Self::Protocol | Self::NetworkProtocol => 1,
            Self::InputInterface | Self::OutputInterface => 16,
            _ => 4,
        }
    }

    /// How many 32-bit registers it takes.
    pub(crate) fn registers(&self) -> u32 {
        u32::try_from(self.size().div_ceil(4)).expect("a field has at most sixteen bytes")
    }

    /// The expression that loads it.
    pub(crate) fn load(&self, register: u32) -> Expression {
        let network = |offset, length| Expression::Payload { base: Base::Network, offset, length, register };
        let transport = |offset| Expression::Payload { base: Base::Transport, offset, length: 2, register };
        let meta = |key| Expression::Meta { key, register };
        let connection = |key| Expression::Connection { key, original: false, register };
        let original = |key| Expression::Connection { key, original: true, register };
        match self {
            Self::SourceAddress(Family::Ip6) => network(8, 16),
            Self::DestinationAddress(Family::Ip6) => network(24, 16),
            Self::SourceAddress(_) => network(12, 4),
            Self::DestinationAddress(_) => network(16, 4),
            Self::SourcePort => transport(0),
            Self::DestinationPort => transport(2),
            Self::Mark => meta(3),
            Self::InputInterface => meta(6),
            Self::OutputInterface => meta(7),
            Self::NetworkProtocol => meta(15),
            Self::Protocol => meta(16),
            Self::ConnectionState => connection(0),
            Self::ConnectionStatus => connection(2),
            Self::ConnectionMark => connection(3),
            Self::OriginalAddress(Family::Ip6) => original(22),
            Self::OriginalAddress(_) => original(20),
            Self::OriginalPort => original(12),
            Self::SourceType => Expression::AddressType { flags: 1, register },
            Self::DestinationType => Expression::AddressType { flags: 2, register },
            Self::Random { modulus, offset } => {
                Expression::Random { modulus: *modulus, offset: *offset, register }
            }
        }
    }
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::SourceAddress(family) => write!(f, "{} saddr", family.word()),
            Self::DestinationAddress(family) => write!(f, "{} daddr", family.word()),
            Self::SourcePort => f.write_str("th sport"),
            Self::DestinationPort => f.write_str("th dport"),
            Self::Protocol => f.write_str("meta l4proto"),
            Self::NetworkProtocol => f.write_str("meta nfproto"),
            Self::Mark => f.write_str("meta mark"),
            Self::ConnectionMark => f.write_str("ct mark"),
            Self::ConnectionState => f.write_str("ct state"),
            Self::ConnectionStatus => f.write_str("ct status"),
            Self::OriginalAddress(family) => write!(f, "ct original {} daddr", family.word()),
            Self::OriginalPort => f.write_str("ct original proto-dst"),
            Self::InputInterface => f.write_str("iifname"),
            Self::OutputInterface => f.write_str("oifname"),
            Self::SourceType => f.write_str("fib saddr type"),
            Self::DestinationType => f.write_str("fib daddr type"),
            Self::Random { modulus, offset: 0 } => write!(f, "numgen random mod {modulus}"),
            Self::Random { modulus, offset } => write!(f, "numgen random mod {modulus} offset {offset}"),
        }
    }
}

/// Fields as nftables writes a concatenation.
pub(crate) fn joined(fields: &[Field]) -> String {
    fields.iter().map(ToString::to_string).collect::<Vec<_>>().join(" . ")
}
