//! Faults on request: which operation fails, and how much of it was done.

/// What an operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    List,
    Open,
    Create,
    Rename,
    Remove,
    SyncDir,
    Len,
    Read,
    Write,
    Sync,
    SetLen,
}

/// How an operation fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Nothing was done. A sync lost what it was for.
    Before,
    /// Half of it was done.
    Partly,
    /// All of it was done, and it failed all the same.
    After,
}

/// The `nth` operation of a kind on a file whose name contains `name` fails, and so do the ones after it if it `lasts`.
#[derive(Debug, Clone)]
pub struct Fault {
    pub kind: Kind,
    pub name: &'static str,
    pub nth: usize,
    pub how: How,
    pub lasts: bool,
    seen: usize,
}

impl Fault {
    /// A fault that happens once.
    pub fn once(kind: Kind, name: &'static str, nth: usize, how: How) -> Self {
        Self { kind, name, nth, how, lasts: false, seen: 0 }
    }

    /// Whether it has happened.
    pub fn happened(&self) -> bool {
        self.seen > self.nth
    }

    pub(super) fn strikes(&mut self, kind: Kind, name: &str) -> Option<How> {
        if kind != self.kind || !name.contains(self.name) {
            return None;
        }
        self.seen += 1;
        let strikes = self.seen == self.nth + 1 || self.lasts && self.seen > self.nth;
        strikes.then_some(self.how)
    }
}
