//! Writes: one or more conditional changes that happen together, at one revision, or not at all.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;

use crate::{KeyValue, Revision};

/// The most writes that one transaction may hold (etcd's default).
pub const MAX_WRITES: usize = 128;

/// The largest transaction, keys and values together: etcd's default request limit, so that both back ends refuse the same.
pub const MAX_BYTES: usize = 1_536 * 1024;

/// What a write requires of its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// Nothing: write whatever is there.
    Any,
    /// The key does not exist.
    Absent,
    /// The key exists and was last changed at this revision.
    At(Revision),
}

impl Expect {
    /// Whether the requirement holds for a key in this state.
    pub fn holds(self, current: Option<Revision>) -> bool {
        match self {
            Self::Any => true,
            Self::Absent => current.is_none(),
            Self::At(revision) => current == Some(revision),
        }
    }
}

/// One part of a transaction. A key may appear only once in it.
#[derive(Debug, Clone)]
pub enum Write {
    /// Sets a key to a value.
    Put {
        /// The key; not empty.
        key: Bytes,
        /// Its new value.
        value: Bytes,
        /// What must hold before.
        expect: Expect,
        /// The key deletes itself when this much time has passed without another write to it: never before, and soon after.
        /// Each write sets it anew; without one, the key stays. Whole seconds on etcd, rounded up.
        ttl: Option<Duration>,
    },
    /// Removes a key. Removing what isn't there is no error with [`Expect::Any`], and changes nothing.
    Delete {
        /// The key.
        key: Bytes,
        /// What must hold before.
        expect: Expect,
    },
    /// Changes nothing; the transaction happens only if this holds too.
    Check {
        /// The key.
        key: Bytes,
        /// What must hold.
        expect: Expect,
    },
}

impl Write {
    /// The key that the write is about.
    pub fn key(&self) -> &Bytes {
        match self {
            Self::Put { key, .. } | Self::Delete { key, .. } | Self::Check { key, .. } => key,
        }
    }

    /// What the write requires of its key.
    pub fn expect(&self) -> Expect {
        match self {
            Self::Put { expect, .. } | Self::Delete { expect, .. } | Self::Check { expect, .. } => *expect,
        }
    }
}

/// What a transaction did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteResult {
    /// The revision of the transaction, or the store's current one if it changed nothing.
    pub revision: Revision,
    /// One answer for each write, in their order.
    pub written: Vec<Written>,
}

/// What one write of a transaction did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// What the key held before; `None` if it did not exist.
    pub previous: Option<KeyValue>,
}

/// A transaction that did not happen, because one of its requirements did not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The store's revision when the requirements were checked.
    pub revision: Revision,
    /// The first write whose requirement did not hold, counted from 0.
    pub index: usize,
    /// Its key.
    pub key: Bytes,
    /// What it required.
    pub expected: Expect,
    /// What its key held instead, so that the caller can try again without another read.
    pub current: Option<KeyValue>,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key.escape_ascii();
        match (&self.current, self.expected) {
            (Some(current), Expect::Absent) => {
                write!(f, "key {key} already exists, at revision {}", current.mod_revision)
            }
            (Some(current), Expect::At(expected)) => {
                write!(f, "key {key} is at revision {}, not {expected}", current.mod_revision)
            }
            (None, _) => write!(f, "key {key} does not exist"),
            (Some(_), Expect::Any) => write!(f, "key {key} has changed"),
        }
    }
}
