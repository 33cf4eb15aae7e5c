//! Chains: lists of rules, some of them hung into the path of packets.

/// A place in the path of packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hook {
    /// As they come in, before it is decided where they go.
    Prerouting,
    /// For this machine.
    Input,
    /// Through this machine.
    Forward,
    /// From this machine.
    Output,
    /// As they leave.
    Postrouting,
}

impl Hook {
    pub(super) fn number(self) -> u32 {
        match self {
            Self::Prerouting => 0,
            Self::Input => 1,
            Self::Forward => 2,
            Self::Output => 3,
            Self::Postrouting => 4,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Prerouting => "prerouting",
            Self::Input => "input",
            Self::Forward => "forward",
            Self::Output => "output",
            Self::Postrouting => "postrouting",
        }
    }
}

/// The usual priorities of base chains; lower ones see packets first.
pub mod priority {
    /// Before connections are looked up.
    pub const RAW: i32 = -300;
    /// Where destinations are rewritten.
    pub const DNAT: i32 = -100;
    /// Where packets are let through or not.
    pub const FILTER: i32 = 0;
    /// Where sources are rewritten.
    pub const SNAT: i32 = 100;
}

/// What becomes of packets that no rule decided on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// They go on.
    Accept,
    /// They are gone.
    Drop,
}

/// Where a base chain hangs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub nat: bool,
    pub hook: Hook,
    pub priority: i32,
    pub policy: Policy,
}

/// A chain to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    pub(super) name: String,
    pub(super) place: Option<Place>,
}

impl Chain {
    /// A chain that is only reached from others.
    pub fn regular(name: &str) -> Self {
        Self { name: name.to_owned(), place: None }
    }

    /// A base chain that sees every packet at this hook.
    pub fn filter(name: &str, hook: Hook, priority: i32) -> Self {
        Self {
            name: name.to_owned(),
            place: Some(Place { nat: false, hook, priority, policy: Policy::Accept }),
        }
    }

    /// A base chain that sees the first packet of each connection at this hook, and may rewrite the connection.
    pub fn nat(name: &str, hook: Hook, priority: i32) -> Self {
        Self {
            name: name.to_owned(),
            place: Some(Place { nat: true, hook, priority, policy: Policy::Accept }),
        }
    }

    /// What becomes of packets that no rule of this base chain decided on (else they go on).
    pub fn policy(mut self, policy: Policy) -> Self {
        if let Some(place) = &mut self.place {
            place.policy = policy;
        }
        self
    }
}

impl std::fmt::Display for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)?;
        let Some(place) = &self.place else { return Ok(()) };
        let kind = if place.nat { "nat" } else { "filter" };
        let policy = if place.policy == Policy::Drop { " policy drop;" } else { "" };
        write!(f, " {{ type {kind} hook {} priority {};{policy} }}", place.hook.word(), place.priority)
    }
}
