//! nftables without the `nft` program: typed rules, transactions over netlink, and word of what others change.
//!
//! ```no_run
//! use netfilter::nft::{Batch, Chain, Connection, Family, Field, Hook, Rule, Table, priority};
//! let table = Table::new(Family::Inet, "example");
//! let mut batch = Batch::new(&table);
//! batch.add_table();
//! batch.add_chain(Chain::nat("postrouting", Hook::Postrouting, priority::SNAT));
//! batch.add_rule("postrouting", Rule::new().interface(Field::OutputInterface, "eth0").masquerade());
//! Connection::open(None)?.commit(&batch)?;
//! # Ok::<(), netfilter::nft::Error>(())
//! ```
//!
//! A batch is all or nothing: packets see the state before it or the state after it. Everything prints as nftables' own language would
//! say it (where that language can), which is what logs, errors and golden files show.

mod batch;
mod chain;
mod command;
mod connection;
mod encode;
mod expression;
mod field;
mod rule;
mod set;
mod statement;
mod value;
mod watch;

pub use batch::Batch;
pub use chain::{Chain, Hook, Policy, priority};
pub use connection::{Connection, Error};
pub use expression::Expression;
pub use field::Field;
pub use rule::{Compare, Rule};
pub use set::{Data, Element, Set};
pub use value::{Type, Value, Verdict};
pub use watch::Watch;

/// Which packets a table sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// IPv4 only.
    Ip,
    /// IPv6 only.
    Ip6,
    /// Both.
    Inet,
}

impl Family {
    /// The number that netfilter gives it.
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Ip => 2,
            Self::Ip6 => 10,
            Self::Inet => 1,
        }
    }

    /// Its word in nftables' language.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ip => "ip",
            Self::Ip6 => "ip6",
            Self::Inet => "inet",
        }
    }
}

/// A table by family and name. Nothing is in the kernel until a batch adds it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Table {
    /// Which packets it sees.
    pub family: Family,
    /// Its name, unique within the family.
    pub name: String,
}

impl Table {
    /// The table of this family and name.
    pub fn new(family: Family, name: &str) -> Self {
        Self { family, name: name.to_owned() }
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.family.word(), self.name)
    }
}
