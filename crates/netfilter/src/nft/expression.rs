//! The kernel's instructions, of which a rule is made: each reads and writes registers, and may end the rule.
//!
//! Only the ones that this project uses. Their bytes are made in `encode.rs`; rules are put together in `rule.rs`.

use std::time::Duration;

use super::{Compare, Verdict};

/// Where in the packet an offset counts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// The IP header.
    Network,
    /// The header of TCP, UDP or SCTP.
    Transport,
}

/// One instruction. Registers are numbered from 0 in words of 32 bits; there are sixteen.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the kernel's own; the variants say what they do")]
pub enum Expression {
    /// Loads bytes of the packet.
    Payload { base: Base, offset: u32, length: u32, register: u32 },
    /// Loads a fact about the packet.
    Meta { key: u32, register: u32 },
    /// Stores a fact about the packet.
    SetMeta { key: u32, register: u32 },
    /// Loads a fact about the packet's connection; some are those of its first packet (`original`).
    Connection { key: u32, original: bool, register: u32 },
    /// Loads what kind of address the routing table says the source (1) or destination (2) is.
    AddressType { flags: u32, register: u32 },
    /// Loads a random number.
    Random { modulus: u32, offset: u32, register: u32 },
    /// Loads a constant.
    Immediate { value: Vec<u8>, register: u32 },
    /// Ends the rule unless the comparison holds.
    Compare { register: u32, how: Compare, value: Vec<u8> },
    /// `(register & mask) ^ xor`, in place.
    Bitwise { register: u32, mask: Vec<u8>, xor: Vec<u8> },
    /// Ends the rule unless the key is in the set (or is, when inverted); of a map, loads the data.
    Lookup { set: String, key: u32, into: Option<u32>, inverted: bool },
    /// The verdict of a verdict map for this key, if it has one.
    VerdictMap { set: String, key: u32 },
    /// Puts what this packet has into a dynamic set, or makes it last longer.
    Learn { set: String, key: u32, data: Option<u32>, timeout: Option<Duration> },
    /// A verdict.
    Verdict(Verdict),
    /// Rewrites the destination (or the source) of the connection.
    Nat { destination: bool, ip6: bool, address: Option<u32>, port: Option<u32> },
    /// Rewrites the source to the address of the interface the packet leaves by.
    Masquerade { random: bool },
    /// Rewrites the destination to this machine.
    Redirect { port: u32 },
    /// Answers with "port unreachable" (of the family) or a TCP reset, and drops.
    Reject { reset: bool, inet: bool, ip6: bool },
    /// Counts packets and bytes.
    Counter,
    /// Ends the rule when there are more packets than this; `per` seconds.
    Limit { rate: u64, per: u64, burst: u32 },
}
