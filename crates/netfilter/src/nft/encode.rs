//! Expressions as attributes: the name of each and its numbered parts, as `linux/netfilter/nf_tables.h` defines them.

use super::expression::{Base, Expression};
use super::{Compare, Verdict};
use crate::wire::Attributes;

const LIST_ELEMENT: u16 = 1;
/// The kernel's number of our register 0.
const FIRST_REGISTER: u32 = 8;
/// Registers that hold a verdict have their own number.
const VERDICT_REGISTER: u32 = 0;

/// One expression as an element of a rule's list.
pub fn expression(out: &mut Attributes<'_>, expression: &Expression) {
    out.nest(LIST_ELEMENT, |out| {
        out.string(1, name(expression));
        out.nest(2, |out| body(out, expression));
    });
}

/// A verdict as data.
pub fn verdict(out: &mut Attributes<'_>, verdict: &Verdict) {
    out.nest(2, |out| {
        out.bytes(1, &verdict.code().to_be_bytes());
        if let Some(chain) = verdict.chain() {
            out.string(2, chain);
        }
    });
}

fn name(expression: &Expression) -> &'static str {
    match expression {
        Expression::Payload { .. } => "payload",
        Expression::Meta { .. } | Expression::SetMeta { .. } => "meta",
        Expression::Connection { .. } => "ct",
        Expression::AddressType { .. } => "fib",
        Expression::Random { .. } => "numgen",
        Expression::Immediate { .. } | Expression::Verdict(_) => "immediate",
        Expression::Compare { .. } => "cmp",
        Expression::Bitwise { .. } => "bitwise",
        Expression::Lookup { .. } | Expression::VerdictMap { .. } => "lookup",
        Expression::Learn { .. } => "dynset",
        Expression::Nat { .. } => "nat",
        Expression::Masquerade { .. } => "masq",
        Expression::Redirect { .. } => "redir",
        Expression::Reject { .. } => "reject",
        Expression::Counter => "counter",
        Expression::Limit { .. } => "limit",
    }
}

fn body(out: &mut Attributes<'_>, expression: &Expression) {
    match expression {
        Expression::Payload { .. }
        | Expression::Meta { .. }
        | Expression::Connection { .. }
        | Expression::AddressType { .. }
        | Expression::Random { .. }
        | Expression::Immediate { .. } => load(out, expression),
        Expression::Compare { .. } | Expression::Bitwise { .. } => arithmetic(out, expression),
        Expression::Lookup { .. } | Expression::VerdictMap { .. } | Expression::Learn { .. } => {
            sets(out, expression);
        }
        _ => statement(out, expression),
    }
}

fn register(index: u32) -> u32 {
    FIRST_REGISTER + index
}

fn value(out: &mut Attributes<'_>, kind: u16, bytes: &[u8]) {
    out.nest(kind, |out| out.bytes(1, bytes));
}

fn load(out: &mut Attributes<'_>, expression: &Expression) {
    match expression {
        Expression::Payload { base, offset, length, register: into } => {
            out.u32(1, register(*into));
            out.u32(2, if *base == Base::Network { 1 } else { 2 });
            out.u32(3, *offset);
            out.u32(4, *length);
        }
        Expression::Meta { key, register: into } => {
            out.u32(1, register(*into));
            out.u32(2, *key);
        }
        Expression::Connection { key, original, register: into } => {
            out.u32(1, register(*into));
            out.u32(2, *key);
            if *original {
                out.bytes(3, &[0]);
            }
        }
        Expression::AddressType { flags, register: into } => {
            out.u32(1, register(*into));
            out.u32(2, 3);
            out.u32(3, *flags);
        }
        Expression::Random { modulus, offset, register: into } => {
            out.u32(1, register(*into));
            out.u32(2, *modulus);
            out.u32(3, 1);
            out.u32(4, *offset);
        }
        Expression::Immediate { value: bytes, register: into } => {
            out.u32(1, register(*into));
            value(out, 2, bytes);
        }
        _ => {}
    }
}

fn arithmetic(out: &mut Attributes<'_>, expression: &Expression) {
    match expression {
        Expression::Compare { register: from, how, value: bytes } => {
            out.u32(1, register(*from));
            out.u32(2, if *how == Compare::Equal { 0 } else { 1 });
            value(out, 3, bytes);
        }
        Expression::Bitwise { register: at, mask, xor } => {
            out.u32(1, register(*at));
            out.u32(2, register(*at));
            out.u32(3, u32::try_from(mask.len()).expect("a mask is as long as a field"));
            value(out, 4, mask);
            value(out, 5, xor);
        }
        _ => {}
    }
}

/// A dynamic set's element is added, or its time begins again.
const UPDATE: u32 = 1;

fn sets(out: &mut Attributes<'_>, expression: &Expression) {
    match expression {
        Expression::Lookup { set, key, into, inverted } => {
            out.string(1, set);
            out.u32(2, register(*key));
            if let Some(into) = into {
                out.u32(3, register(*into));
            }
            if *inverted {
                out.u32(5, 1);
            }
        }
        Expression::VerdictMap { set, key } => {
            out.string(1, set);
            out.u32(2, register(*key));
            out.u32(3, VERDICT_REGISTER);
        }
        Expression::Learn { set, key, data, timeout } => {
            out.string(1, set);
            out.u32(3, UPDATE);
            out.u32(4, register(*key));
            if let Some(data) = data {
                out.u32(5, register(*data));
            }
            if let Some(timeout) = timeout {
                out.u64(6, u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX));
            }
        }
        _ => {}
    }
}

/// Behind `NF_NAT_RANGE_PROTO_RANDOM_FULLY`: source ports are drawn, so that two connections do not race for one.
const FULLY_RANDOM: u32 = 0x10;

fn statement(out: &mut Attributes<'_>, expression: &Expression) {
    match expression {
        Expression::SetMeta { key, register: from } => {
            out.u32(2, *key);
            out.u32(3, register(*from));
        }
        Expression::Verdict(what) => {
            out.u32(1, VERDICT_REGISTER);
            out.nest(2, |out| verdict(out, what));
        }
        Expression::Nat { destination, ip6, address, port } => {
            out.u32(1, u32::from(*destination));
            out.u32(2, if *ip6 { 10 } else { 2 });
            if let Some(address) = address {
                out.u32(3, register(*address));
            }
            if let Some(port) = port {
                out.u32(5, register(*port));
            }
        }
        Expression::Masquerade { random: true } => out.u32(1, FULLY_RANDOM),
        Expression::Redirect { port } => out.u32(1, register(*port)),
        Expression::Reject { reset, inet, ip6 } => reject(out, *reset, *inet, *ip6),
        Expression::Counter => {
            out.u64(1, 0);
            out.u64(2, 0);
        }
        Expression::Limit { rate, per, burst } => {
            out.u64(1, *rate);
            out.u64(2, *per);
            out.u32(3, *burst);
        }
        _ => {}
    }
}

fn reject(out: &mut Attributes<'_>, reset: bool, inet: bool, ip6: bool) {
    let (kind, code) = match (reset, inet, ip6) {
        (true, _, _) => (1, 0),
        // A table of both families has codes of its own; 1 is "port unreachable" there.
        (false, true, _) => (2, 1),
        (false, false, true) => (0, 4),
        (false, false, false) => (0, 3),
    };
    out.u32(1, kind);
    out.bytes(2, &[code]);
}
