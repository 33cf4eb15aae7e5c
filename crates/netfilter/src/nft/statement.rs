//! What a rule does with a packet for which its conditions hold: the second half of [`Rule`].

use std::net::IpAddr;
use std::time::Duration;

use super::expression::Expression;
use super::field::{self, Field};
use super::value::{Value, Verdict};
use super::{Family, Rule};

const META_MARK: u32 = 3;

impl Rule {
    /// The packet goes on to what follows this hook.
    pub fn accept(self) -> Self {
        self.verdict(Verdict::Accept)
    }

    /// The packet is gone.
    pub fn drop(self) -> Self {
        self.verdict(Verdict::Drop)
    }

    /// The rules of that chain, then the next rule.
    pub fn jump(self, chain: &str) -> Self {
        self.verdict(Verdict::Jump(chain.to_owned()))
    }

    /// The rules of that chain, and not back.
    pub fn goto(self, chain: &str) -> Self {
        self.verdict(Verdict::Goto(chain.to_owned()))
    }

    /// Any verdict.
    pub fn verdict(self, verdict: Verdict) -> Self {
        let text = verdict.to_string();
        self.part(text, [Expression::Verdict(verdict)])
    }

    /// The verdict that the map has for this key, if it has one.
    pub fn verdict_map(self, key: &[Field], map: &str) -> Self {
        let text = format!("{} vmap @{map}", field::joined(key));
        self.loaded(0, key).part(text, [Expression::VerdictMap { set: map.to_owned(), key: 0 }])
    }

    /// The sender is told that nobody listens ("port unreachable"), and the packet is gone.
    pub fn reject(self, family: Family) -> Self {
        let inet = family == Family::Inet;
        let reject = Expression::Reject { reset: false, inet, ip6: family == Family::Ip6 };
        self.part("reject".to_owned(), [reject])
    }

    /// The connection's destination becomes what the map has for the key: an address and a port.
    pub fn dnat_to_map(self, family: Family, key: &[Field], map: &str) -> Self {
        let text = format!("dnat {} addr . port to {} map @{map}", family.word(), field::joined(key));
        let into = key.iter().map(Field::registers).sum();
        let lookup = Expression::Lookup { set: map.to_owned(), key: 0, into: Some(into), inverted: false };
        self.loaded(0, key).part(text, [lookup]).nat(
            true,
            family,
            Some(into),
            Some(port_behind(family, into)),
        )
    }

    /// The connection's destination becomes this address and port.
    pub fn dnat(self, address: IpAddr, port: u16) -> Self {
        let (family, value) = (family_of(address), Value::Address(address).bytes());
        let behind = port_behind(family, 0);
        let text = format!("dnat {} to {}", family.word(), std::net::SocketAddr::new(address, port));
        let loads = [
            Expression::Immediate { value, register: 0 },
            Expression::Immediate { value: Value::Port(port).bytes(), register: behind },
        ];
        self.part(text, loads).nat(true, family, Some(0), Some(behind))
    }

    /// The connection's source becomes this address.
    pub fn snat(self, address: IpAddr) -> Self {
        let family = family_of(address);
        let text = format!("snat {} to {address}", family.word());
        let load = Expression::Immediate { value: Value::Address(address).bytes(), register: 0 };
        self.part(text, [load]).nat(false, family, Some(0), None)
    }

    /// The connection's source becomes an address of the interface that it leaves by, and a port drawn at random.
    pub fn masquerade(self) -> Self {
        self.part("masquerade fully-random".to_owned(), [Expression::Masquerade { random: true }])
    }

    /// The connection ends at this machine, on this port.
    pub fn redirect(self, port: u16) -> Self {
        let load = Expression::Immediate { value: Value::Port(port).bytes(), register: 0 };
        self.part(format!("redirect to :{port}"), [load, Expression::Redirect { port: 0 }])
    }

    /// Sets these bits of the packet's mark.
    pub fn mark_or(self, bits: u32) -> Self {
        self.mark(format!("meta mark set meta mark | {bits:#010x}"), !bits, bits)
    }

    /// Flips these bits of the packet's mark.
    pub fn mark_xor(self, bits: u32) -> Self {
        self.mark(format!("meta mark set meta mark ^ {bits:#010x}"), u32::MAX, bits)
    }

    /// Counts packets and bytes that come this far.
    pub fn counter(self) -> Self {
        self.part("counter".to_owned(), [Expression::Counter])
    }

    /// Only so many packets a second come further; `burst` more at once.
    pub fn limit(self, per_second: u64, burst: u32) -> Self {
        let text = format!("limit rate {per_second}/second burst {burst} packets");
        self.part(text, [Expression::Limit { rate: per_second, per: 1, burst }])
    }

    /// The dynamic map takes in this key with this data, or keeps the one it has for another `timeout`. The rule ends when it is full.
    pub fn learn(self, map: &str, key: &[Field], data: &[Field], timeout: Duration) -> Self {
        let (keys, values) = (field::joined(key), field::joined(data));
        let text = format!("update @{map} {{ {keys} timeout {}s : {values} }}", timeout.as_secs());
        let behind = key.iter().map(Field::registers).sum();
        let (set, timeout) = (map.to_owned(), Some(timeout));
        let learn = Expression::Learn { set, key: 0, data: (!data.is_empty()).then_some(behind), timeout };
        self.loaded(0, key).loaded(behind, data).part(text, [learn])
    }

    fn mark(self, text: String, mask: u32, xor: u32) -> Self {
        let (mask, xor) = (mask.to_ne_bytes().to_vec(), xor.to_ne_bytes().to_vec());
        let change = Expression::Bitwise { register: 0, mask, xor };
        self.part(text, [Field::Mark.load(0), change, Expression::SetMeta { key: META_MARK, register: 0 }])
    }

    fn nat(self, destination: bool, family: Family, address: Option<u32>, port: Option<u32>) -> Self {
        let ip6 = family == Family::Ip6;
        self.part(String::new(), [Expression::Nat { destination, ip6, address, port }])
    }
}

fn family_of(address: IpAddr) -> Family {
    if address.is_ipv4() { Family::Ip } else { Family::Ip6 }
}

fn port_behind(family: Family, address: u32) -> u32 {
    address + if family == Family::Ip6 { 4 } else { 1 }
}
