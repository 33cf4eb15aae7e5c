//! Equal parts of one large range, each taken or free. Pure.

use std::collections::HashSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What a node gets, in bits of prefix: 256 addresses.
const V4_NODE_BITS: u32 = 24;
const V6_NODE_BITS: u32 = 64;

/// The parts of a range.
#[derive(Debug)]
pub struct Ranges {
    base: u128,
    is_v6: bool,
    bits: u32,
    node_bits: u32,
    taken: HashSet<u128>,
}

impl Ranges {
    /// From `10.244.0.0/16`.
    pub fn parse(text: &str) -> Option<Self> {
        let (address, bits) = split(text)?;
        let is_v6 = address.is_ipv6();
        let node_bits = if is_v6 { V6_NODE_BITS } else { V4_NODE_BITS }.max(bits);
        Some(Self { base: number(address), is_v6, bits, node_bits, taken: HashSet::new() })
    }

    fn width(&self) -> u32 {
        if self.is_v6 { 128 } else { 32 }
    }

    fn count(&self) -> u128 {
        1 << (self.node_bits - self.bits).min(64)
    }

    /// Only these are taken; those of other ranges don't matter.
    pub fn reset(&mut self, used: impl Iterator<Item = String>) {
        self.taken.clear();
        let shift = self.width() - self.node_bits;
        for (address, _) in used.filter_map(|text| split(&text)) {
            if address.is_ipv6() != self.is_v6 || number(address) < self.base {
                continue;
            }
            let at = (number(address) - self.base) >> shift;
            if at < self.count() {
                self.taken.insert(at);
            }
        }
    }

    /// The first free part.
    pub fn take(&mut self) -> Option<String> {
        let count = self.count();
        let at = (0..count).find(|at| !self.taken.contains(at))?;
        self.taken.insert(at);
        let address = self.base + (at << (self.width() - self.node_bits));
        let address: IpAddr = if self.is_v6 {
            Ipv6Addr::from(address).into()
        } else {
            Ipv4Addr::from(u32::try_from(address).ok()?).into()
        };
        Some(format!("{address}/{}", self.node_bits))
    }
}

fn split(text: &str) -> Option<(IpAddr, u32)> {
    let (address, bits) = text.split_once('/')?;
    Some((address.parse().ok()?, bits.parse().ok()?))
}

fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => u128::from(u32::from(address)),
        IpAddr::V6(address) => u128::from(address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_handed_out_once() {
        let mut ranges = Ranges::parse("10.244.0.0/22").unwrap();
        ranges.reset(
            ["10.244.1.0/24".to_owned(), "10.99.0.0/24".to_owned(), "fd00::/64".to_owned()].into_iter(),
        );
        let all: Vec<_> = std::iter::from_fn(|| ranges.take()).collect();
        assert_eq!(all, ["10.244.0.0/24", "10.244.2.0/24", "10.244.3.0/24"]);
        let mut six = Ranges::parse("fd00:1::/56").unwrap();
        assert_eq!(six.take().unwrap(), "fd00:1::/64");
        assert_eq!(six.take().unwrap(), "fd00:1:0:1::/64");
    }
}
