//! The addresses of a network, handed out to services. The first and, in IPv4, the last are nobody's; of large networks only the
//! first 65,536 addresses are used, as upstream does.

use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use parking_lot::Mutex;

use super::Bitmap;

/// More addresses than this are not used of one network.
const MOST: u128 = 1 << 16;

/// An address with the length of its prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network {
    base: IpAddr,
    prefix: u8,
}

/// Why an address is not handed out. The texts are upstream's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// All are taken.
    #[error("range is full")]
    Full,
    /// This one is taken.
    #[error("provided IP is already allocated")]
    Taken,
    /// This one is not of the network.
    #[error("the provided IP ({1}) is not in the valid range. The range of valid IPs is {0}")]
    NotInRange(Network, IpAddr),
    /// This one is of none of the networks.
    #[error("the provided network does not match the current range")]
    NoNetwork,
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (base, prefix) =
            meta::validate::parse_cidr_sloppy(text).ok_or(format!("invalid CIDR address: {text}"))?;
        Ok(Self::new(base, prefix))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.base, self.prefix)
    }
}

fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => u32::from(address).into(),
        IpAddr::V6(address) => address.into(),
    }
}

impl Network {
    /// The network of an address; bits behind the prefix are cleared.
    pub fn new(address: IpAddr, prefix: u8) -> Self {
        let bits = if address.is_ipv4() { 32 } else { 128 };
        let host = u32::from(bits - prefix.min(bits));
        let base = number(address).checked_shr(host).unwrap_or(0).checked_shl(host).unwrap_or(0);
        Self { base: Self::address(address.is_ipv4(), base), prefix }
    }

    fn address(v4: bool, value: u128) -> IpAddr {
        if v4 { Ipv4Addr::from(value as u32).into() } else { Ipv6Addr::from(value).into() }
    }

    /// Whether it is of IPv6.
    pub fn is_ipv6(&self) -> bool {
        self.base.is_ipv6()
    }

    /// Whether an address is of the network.
    pub fn contains(&self, address: IpAddr) -> bool {
        address.is_ipv4() == self.base.is_ipv4() && Self::new(address, self.prefix).base == self.base
    }

    /// How many addresses can be handed out.
    fn usable(&self) -> usize {
        let bits: u8 = if self.is_ipv6() { 128 } else { 32 };
        let host = u32::from(bits - self.prefix);
        let all = 1_u128.checked_shl(host).unwrap_or(u128::MAX).min(MOST);
        let lost = if self.is_ipv6() { 1 } else { 2 };
        usize::try_from(all.saturating_sub(lost)).unwrap_or(0)
    }
}

/// The addresses of one network, or of several of one family.
pub struct AddressAllocator {
    networks: Vec<(Network, Mutex<Bitmap>)>,
}

impl AddressAllocator {
    /// Of these networks, in the order in which they are used.
    pub fn new(networks: impl IntoIterator<Item = Network>) -> Self {
        let map = |network: Network| {
            let size = network.usable();
            // A part for those who ask by name, as large as upstream makes it.
            let reserved = if size < 16 { 0 } else { (size / 16).clamp(16, 256) };
            (network, Mutex::new(Bitmap::new(size, reserved)))
        };
        Self { networks: networks.into_iter().map(map).collect() }
    }

    /// One allocator for each family that the networks are of: IPv4 first.
    pub fn by_family(networks: &[Network]) -> HashMap<bool, Self> {
        let of = |ipv6: bool| networks.iter().copied().filter(move |network| network.is_ipv6() == ipv6);
        [false, true]
            .into_iter()
            .filter(|ipv6| of(*ipv6).next().is_some())
            .map(|ipv6| (ipv6, Self::new(of(ipv6))))
            .collect()
    }

    fn place(&self, address: IpAddr) -> Option<(&Mutex<Bitmap>, usize)> {
        let (network, map) = self.networks.iter().find(|(network, _)| network.contains(address))?;
        let offset = number(address).checked_sub(number(network.base) + 1)?;
        let offset = usize::try_from(offset).ok().filter(|offset| *offset < network.usable())?;
        Some((map, offset))
    }

    /// Takes an address.
    pub fn take(&self, address: IpAddr) -> Result<(), AddressError> {
        let (map, offset) = self.place(address).ok_or_else(|| {
            let network = self.networks.iter().find(|(network, _)| network.contains(address));
            network
                .map_or(AddressError::NoNetwork, |(network, _)| AddressError::NotInRange(*network, address))
        })?;
        if map.lock().take(offset) { Ok(()) } else { Err(AddressError::Taken) }
    }

    /// Takes any address.
    pub fn take_any(&self) -> Result<IpAddr, AddressError> {
        for (network, map) in &self.networks {
            if let Some(offset) = map.lock().take_any(|bound| fastrand::usize(..bound)) {
                let value = number(network.base) + 1 + offset as u128;
                return Ok(Network::address(!network.is_ipv6(), value));
            }
        }
        Err(AddressError::Full)
    }

    /// Gives an address back; one that was not taken is no error.
    pub fn release(&self, address: IpAddr) {
        if let Some((map, offset)) = self.place(address) {
            map.lock().release(offset);
        }
    }

    /// Whether an address is taken.
    pub fn has(&self, address: IpAddr) -> bool {
        self.place(address).is_some_and(|(map, offset)| map.lock().has(offset))
    }

    /// How many addresses are free, and how many are taken.
    pub fn counts(&self) -> (usize, usize) {
        self.networks.iter().fold((0, 0), |(free, taken), (_, map)| {
            let map = map.lock();
            (free + map.free(), taken + map.taken())
        })
    }

    /// The addresses that are taken.
    pub(super) fn all(&self) -> Vec<IpAddr> {
        let of = |(network, map): &(Network, Mutex<Bitmap>)| {
            let address = |offset: usize| {
                Network::address(!network.is_ipv6(), number(network.base) + 1 + offset as u128)
            };
            map.lock().iter().map(address).collect::<Vec<_>>()
        };
        self.networks.iter().flat_map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_a_small_network() {
        let addresses = AddressAllocator::new(["10.0.0.0/29".parse().unwrap()]);
        let taken: std::collections::BTreeSet<_> = (0..6).map(|_| addresses.take_any().unwrap()).collect();
        let expected: Vec<IpAddr> = (1..7).map(|n| format!("10.0.0.{n}").parse().unwrap()).collect();
        assert_eq!(taken.into_iter().collect::<Vec<_>>(), expected);
        assert_eq!(addresses.take_any(), Err(AddressError::Full));
        addresses.release("10.0.0.3".parse().unwrap());
        assert_eq!(addresses.take_any(), Ok("10.0.0.3".parse().unwrap()));
        assert_eq!(
            addresses.take("10.0.0.3".parse().unwrap()).unwrap_err().to_string(),
            "provided IP is already allocated"
        );
        let error = addresses.take("10.0.0.7".parse().unwrap()).unwrap_err();
        let expected =
            "the provided IP (10.0.0.7) is not in the valid range. The range of valid IPs is 10.0.0.0/29";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn large_networks_of_both_families() {
        let networks: Vec<Network> =
            ["10.96.0.0/12", "fd00::/108"].iter().map(|text| text.parse().unwrap()).collect();
        let families = AddressAllocator::by_family(&networks);
        for (ipv6, addresses) in &families {
            let one = addresses.take_any().unwrap();
            assert!(one.is_ipv6() == *ipv6 && networks.iter().any(|network| network.contains(one)));
            assert!(addresses.has(one));
            assert_eq!(addresses.counts().1, 1);
        }
        families[&true].take("fd00::1".parse().unwrap()).unwrap();
        assert_eq!(families[&true].take("fd01::1".parse().unwrap()), Err(AddressError::NoNetwork));
    }
}
