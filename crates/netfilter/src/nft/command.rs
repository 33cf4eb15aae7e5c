//! Commands as netlink messages: the numbers and attributes of `linux/netfilter/nf_tables.h`.

use super::batch::Command;
use super::chain::{Chain, Policy};
use super::encode;
use super::set::{Data, DataType, Element, Set};
use super::value::{Type, concatenated};
use super::{Rule, Table};
use crate::socket::REQUEST;
use crate::wire::{Attributes, Head, Writer};

/// nftables' number among netfilter's parts.
pub const SUBSYSTEM: u16 = 10;
const CREATE: u16 = 0x400;
const APPEND: u16 = 0x800;
/// A list of elements is one attribute, and those end at 64 KiB.
const LIST: usize = 48 << 10;
const VERDICT: u32 = 0xffff_ff00;

/// The commands' numbers.
pub mod kind {
    pub const NEW_TABLE: u16 = 0;
    pub const GET_TABLE: u16 = 1;
    pub const DELETE_TABLE: u16 = 2;
    pub const NEW_CHAIN: u16 = 3;
    pub const GET_CHAIN: u16 = 4;
    pub const DELETE_CHAIN: u16 = 5;
    pub const NEW_RULE: u16 = 6;
    pub const DELETE_RULE: u16 = 8;
    pub const NEW_SET: u16 = 9;
    pub const DELETE_SET: u16 = 11;
    pub const NEW_ELEMENT: u16 = 12;
    pub const GET_ELEMENT: u16 = 13;
    pub const DELETE_ELEMENT: u16 = 14;
}

/// Writes one command, as several messages where one would be too long; returns the last sequence number it used.
pub fn write(out: &mut Writer, table: &Table, command: &Command, sequence: u32) -> u32 {
    let head = |kind: u16, flags: u16| head(table, kind, flags, sequence);
    match command {
        Command::AddTable => out.message(head(kind::NEW_TABLE, CREATE), |out| {
            out.string(1, &table.name);
            out.u32(2, 0);
        }),
        Command::DeleteTable => {
            out.message(head(kind::DELETE_TABLE, 0), |out| out.string(1, &table.name));
        }
        Command::AddChain(chain) => {
            out.message(head(kind::NEW_CHAIN, CREATE), |out| add_chain(out, table, chain));
        }
        Command::DeleteChain(name) => out.message(head(kind::DELETE_CHAIN, 0), |out| {
            out.string(1, &table.name);
            out.string(3, name);
        }),
        Command::FlushChain(name) => out.message(head(kind::DELETE_RULE, 0), |out| {
            out.string(1, &table.name);
            out.string(2, name);
        }),
        Command::AddRule { chain, rule } => {
            out.message(head(kind::NEW_RULE, CREATE | APPEND), |out| add_rule(out, table, chain, rule));
        }
        Command::AddSet(set) => {
            out.message(head(kind::NEW_SET, CREATE), |out| add_set(out, table, set, sequence));
        }
        Command::DeleteSet(name) => out.message(head(kind::DELETE_SET, 0), |out| {
            out.string(1, &table.name);
            out.string(2, name);
        }),
        Command::FlushSet(name) => out.message(head(kind::DELETE_ELEMENT, 0), |out| {
            out.string(1, &table.name);
            out.string(2, name);
        }),
        Command::AddElements { set, intervals, elements } => {
            return lists(out, table, (kind::NEW_ELEMENT, CREATE), set, *intervals, elements, sequence);
        }
        Command::DeleteElements { set, intervals, elements } => {
            return lists(out, table, (kind::DELETE_ELEMENT, 0), set, *intervals, elements, sequence);
        }
    }
    sequence
}

/// The header of a message about this table.
pub fn head(table: &Table, kind: u16, flags: u16, sequence: u32) -> Head {
    let kind = (SUBSYSTEM << 8) | kind;
    Head { kind, flags: REQUEST | flags, sequence, family: table.family.number(), resource: 0 }
}

fn add_chain(out: &mut Attributes<'_>, table: &Table, chain: &Chain) {
    out.string(1, &table.name);
    out.string(3, &chain.name);
    let Some(place) = &chain.place else { return };
    out.nest(4, |out| {
        out.u32(1, place.hook.number());
        out.bytes(2, &place.priority.to_be_bytes());
    });
    out.u32(5, u32::from(place.policy == Policy::Accept));
    out.string(7, if place.nat { "nat" } else { "filter" });
}

fn add_rule(out: &mut Attributes<'_>, table: &Table, chain: &str, rule: &Rule) {
    out.string(1, &table.name);
    out.string(2, chain);
    out.nest(4, |out| rule.expressions.iter().for_each(|one| encode::expression(out, one)));
    if let Some(comment) = &rule.comment {
        out.bytes(7, &note(0, comment));
    }
}

fn add_set(out: &mut Attributes<'_>, table: &Table, set: &Set, id: u32) {
    out.string(1, &table.name);
    out.string(2, &set.name);
    out.u32(3, flags(set));
    out.u32(4, type_number(&set.key));
    out.u32(5, type_size(&set.key));
    match &set.data {
        Some(DataType::Values(data)) => {
            out.u32(6, type_number(data));
            out.u32(7, type_size(data));
        }
        Some(DataType::Verdict) => out.u32(6, VERDICT),
        None => {}
    }
    out.nest(9, |out| describe(out, set));
    out.u32(10, id);
    let mut notes = Vec::new();
    // `nft` lists numbers in the machine's byte order right only when told so.
    notes.extend(order(0, &set.key));
    if let Some(DataType::Values(data)) = &set.data {
        notes.extend(order(1, data));
    }
    if let Some(comment) = &set.comment {
        notes.extend(note(7, comment));
    }
    out.bytes(13, &notes);
}

fn flags(set: &Set) -> u32 {
    let mut flags = 0;
    for (given, bits) in [
        (set.intervals, 0x4),
        (set.data.is_some(), 0x8),
        (set.dynamic.is_some() || set.timeout.is_some(), 0x10),
        (set.dynamic.is_some(), 0x20),
        (set.intervals && set.key.len() > 1, 0x80),
    ] {
        flags |= if given { bits } else { 0 };
    }
    flags
}

fn describe(out: &mut Attributes<'_>, set: &Set) {
    if let Some(size) = set.dynamic {
        out.u32(1, size);
    }
    if set.intervals && set.key.len() > 1 {
        out.nest(2, |out| {
            for field in &set.key {
                out.nest(1, |out| out.u32(1, length(field.size())));
            }
        });
    }
}

/// Types of a concatenation are packed, six bits each.
fn type_number(types: &[Type]) -> u32 {
    types.iter().fold(0, |number, one| (number << 6) | one.number())
}

fn type_size(types: &[Type]) -> u32 {
    match types {
        [one] => length(one.size()),
        many => many.iter().map(|one| length(one.size().next_multiple_of(4))).sum(),
    }
}

fn length(size: usize) -> u32 {
    u32::try_from(size).expect("fields have a few bytes")
}

fn lists(
    out: &mut Writer,
    table: &Table,
    (kind, flags): (u16, u16),
    set: &str,
    intervals: bool,
    elements: &[Element],
    mut sequence: u32,
) -> u32 {
    let mut rest = elements.iter().peekable();
    loop {
        out.message(head(table, kind, flags, sequence), |out| {
            out.string(1, &table.name);
            out.string(2, set);
            out.nest(3, |out| {
                let limit = out.len() + LIST;
                while let Some(one) = rest.next_if(|_| out.len() < limit) {
                    element(out, one, intervals, kind == kind::NEW_ELEMENT);
                }
            });
        });
        if rest.peek().is_none() {
            return sequence;
        }
        sequence += 1;
    }
}

fn element(out: &mut Attributes<'_>, element: &Element, intervals: bool, add: bool) {
    let (first, last) = (concatenated(&element.key, false), concatenated(&element.key, true));
    out.nest(1, |out| {
        out.nest(1, |out| out.bytes(1, &first));
        if add {
            content(out, element);
        }
        if intervals && element.key.len() > 1 {
            out.nest(10, |out| out.bytes(1, &last));
        }
    });
    // A plain set of intervals is a list of their limits: where each begins, and the first value behind it.
    if intervals
        && element.key.len() == 1
        && let Some(behind) = successor(last)
    {
        out.nest(1, |out| {
            out.nest(1, |out| out.bytes(1, &behind));
            out.u32(3, 1);
        });
    }
}

fn content(out: &mut Attributes<'_>, element: &Element) {
    match &element.data {
        Some(Data::Values(values)) => out.nest(2, |out| out.bytes(1, &concatenated(values, false))),
        Some(Data::Verdict(verdict)) => out.nest(2, |out| encode::verdict(out, verdict)),
        None => {}
    }
    if let Some(comment) = &element.comment {
        out.bytes(6, &note(0, comment));
    }
}

/// The value after this one; none after the greatest.
fn successor(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    for byte in bytes.iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            return Some(bytes);
        }
    }
    None
}

/// A note for `nft` in its own format: kind, length, text with a zero behind it. Cut to the length it allows.
fn note(kind: u8, text: &str) -> Vec<u8> {
    let text = &text.as_bytes()[..text.floor_char_boundary(120)];
    let mut bytes = vec![kind, u8::try_from(text.len() + 1).expect("cut above")];
    bytes.extend_from_slice(text);
    bytes.push(0);
    bytes
}

fn order(kind: u8, types: &[Type]) -> Vec<u8> {
    let order: u32 = if types == [Type::Mark] || types == [Type::Interface] { 1 } else { 2 };
    let mut bytes = vec![kind, 4];
    bytes.extend(order.to_ne_bytes());
    bytes
}
