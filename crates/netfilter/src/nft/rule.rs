//! A rule, put together from parts that read like nftables' language: conditions first, then what is done (`statement.rs`).
//!
//! Each part loads what it needs into registers from 0 up, so parts never disturb one another. No part looks up what another lookup
//! gave: the kernel could, but `nft` 1.0.6 ends with an assertion when it is to list such a rule.

use ipnet::IpNet;

use super::expression::Expression;
use super::field::{self, Field, STATE_NEW, TYPE_LOCAL};
use super::value::Value;

/// How a condition compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    /// Holds for the value.
    Equal,
    /// Holds for every other.
    Different,
}

impl Compare {
    fn word(self) -> &'static str {
        match self {
            Self::Equal => "",
            Self::Different => "!= ",
        }
    }
}

/// A rule: conditions and statements in order. It prints as nftables' language says it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rule {
    pub(super) expressions: Vec<Expression>,
    pub(super) text: Vec<String>,
    pub(super) comment: Option<String>,
}

impl Rule {
    /// A rule that holds for every packet and does nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What a reader of `nft list ruleset` is told.
    pub fn comment(mut self, comment: impl Into<String>) -> Self {
        self.comment = Some(comment.into());
        self
    }

    /// The field is (or is not) this value.
    pub fn compare(self, field: Field, how: Compare, value: Value) -> Self {
        let text = format!("{field} {}{value}", how.word());
        let load = field.load(0);
        self.part(text, [load, Expression::Compare { register: 0, how, value: value.bytes() }])
    }

    /// The field is this value.
    pub fn is(self, field: Field, value: Value) -> Self {
        self.compare(field, Compare::Equal, value)
    }

    /// The address is (or is not) in this network.
    pub fn within(self, field: Field, how: Compare, net: IpNet) -> Self {
        let text = format!("{field} {}{net}", how.word());
        let mask = Value::Address(net.netmask()).bytes();
        let bits = Expression::Bitwise { register: 0, xor: vec![0; mask.len()], mask };
        let compare = Expression::Compare { register: 0, how, value: Value::Net(net).bytes() };
        self.part(text, [field.load(0), bits, compare])
    }

    /// At least one of these bits is set (or, with [`Compare::Different`], none).
    pub fn bits(self, field: Field, how: Compare, bits: u32) -> Self {
        // "Any of them" is "not all of them clear".
        let (how, word) = match how {
            Compare::Equal => (Compare::Different, "!="),
            Compare::Different => (Compare::Equal, "=="),
        };
        let text = format!("{field} & {bits:#010x} {word} 0");
        let mask = Expression::Bitwise { register: 0, mask: bits.to_ne_bytes().to_vec(), xor: vec![0; 4] };
        self.part(text, [field.load(0), mask, Expression::Compare { register: 0, how, value: vec![0; 4] }])
    }

    /// The packet opens a connection.
    pub fn new_connection(self) -> Self {
        let mut rule = self.bits(Field::ConnectionState, Compare::Equal, STATE_NEW);
        rule.reword("ct state new");
        rule
    }

    /// The connection's destination was rewritten.
    pub fn rewritten(self) -> Self {
        let mut rule = self.bits(Field::ConnectionStatus, Compare::Equal, 0x20);
        rule.reword("ct status dnat");
        rule
    }

    /// The address (give [`Field::SourceType`] or [`Field::DestinationType`]) is one of this machine's own.
    pub fn local(self, field: Field) -> Self {
        let text = format!("{field} local");
        let value = TYPE_LOCAL.to_ne_bytes().to_vec();
        let compare = Expression::Compare { register: 0, how: Compare::Equal, value };
        self.part(text, [field.load(0), compare])
    }

    /// The interface has this name; one that ends in `*` stands for all that begin with it.
    pub fn interface(self, field: Field, name: &str) -> Self {
        self.interface_is(field, Compare::Equal, name)
    }

    /// The interface has (or has not) this name; one that ends in `*` stands for all that begin with it.
    pub fn interface_is(self, field: Field, how: Compare, name: &str) -> Self {
        let text = format!("{field} {}{name:?}", how.word());
        let value = match name.strip_suffix('*') {
            Some(prefix) => prefix.as_bytes().to_vec(),
            None => Value::Interface(name.to_owned()).bytes(),
        };
        self.part(text, [field.load(0), Expression::Compare { register: 0, how, value }])
    }

    /// The key is (or is not) in the set.
    pub fn in_set(self, key: &[Field], how: Compare, set: &str) -> Self {
        let text = format!("{} {}@{set}", field::joined(key), how.word());
        let inverted = how == Compare::Different;
        let lookup = Expression::Lookup { set: set.to_owned(), key: 0, into: None, inverted };
        self.loaded(0, key).part(text, [lookup])
    }

    /// The instructions, in order.
    pub fn expressions(&self) -> &[Expression] {
        &self.expressions
    }

    /// Loads fields side by side from this register on.
    pub(super) fn loaded(mut self, mut register: u32, fields: &[Field]) -> Self {
        for field in fields {
            self.expressions.push(field.load(register));
            register += field.registers();
        }
        self
    }

    pub(super) fn part<const N: usize>(mut self, text: String, expressions: [Expression; N]) -> Self {
        self.expressions.extend(expressions);
        if !text.is_empty() {
            self.text.push(text);
        }
        self
    }

    fn reword(&mut self, text: &str) {
        self.text.pop();
        self.text.push(text.to_owned());
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text.join(" "))?;
        match &self.comment {
            Some(comment) => write!(f, " comment {comment:?}"),
            None => Ok(()),
        }
    }
}
