//! Keys, values and the revision that orders them.

use std::fmt;

use bytes::Bytes;

/// A point in the store's history. Each write transaction makes the next one; 0 is before the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Revision(pub u64);

impl Revision {
    /// Before the first write.
    pub const ZERO: Self = Self(0);

    /// The revision after this one.
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A key with its value and history, as it was at some revision. Cloning shares the bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct KeyValue {
    /// The key.
    pub key: Bytes,
    /// The value, which the store never looks into.
    pub value: Bytes,
    /// The revision that created the key (most recently, if it was deleted in between).
    pub create_revision: Revision,
    /// The revision that last changed the key.
    pub mod_revision: Revision,
    /// How many times the key was written since its creation; the creation counts.
    pub version: u64,
}

impl fmt::Debug for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, value, create_revision, mod_revision, version } = self;
        write!(
            f,
            "{}@{mod_revision} (created {create_revision}, version {version}, {} bytes)",
            key.escape_ascii(),
            value.len()
        )
    }
}

/// The keys from `start` up to, not including, `end`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct KeyRange {
    /// The first key of the range.
    pub start: Bytes,
    /// The first key past the range; `None` is the end of the key space.
    pub end: Option<Bytes>,
}

impl KeyRange {
    /// Every key.
    pub fn all() -> Self {
        Self { start: Bytes::new(), end: None }
    }

    /// One key.
    pub fn key(key: impl Into<Bytes>) -> Self {
        let start = key.into();
        let mut end = Vec::with_capacity(start.len() + 1);
        end.extend_from_slice(&start);
        end.push(0);
        Self { start, end: Some(end.into()) }
    }

    /// Every key that begins with `prefix`.
    pub fn prefix(prefix: impl Into<Bytes>) -> Self {
        let start = prefix.into();
        // The first key past a prefix is the prefix with its last byte raised by one; trailing 0xff bytes cannot be raised.
        let end = start.iter().rposition(|&b| b != 0xff).map(|last| {
            let mut end = start[..=last].to_vec();
            end[last] += 1;
            end.into()
        });
        Self { start, end }
    }

    /// The rest of this range, after `key`: how a chunked list continues.
    pub fn after(&self, key: &[u8]) -> Self {
        let mut start = Vec::with_capacity(key.len() + 1);
        start.extend_from_slice(key);
        start.push(0);
        Self { start: self.start.clone().max(start.into()), end: self.end.clone() }
    }

    /// Whether `key` lies in the range.
    pub fn contains(&self, key: &[u8]) -> bool {
        key >= self.start.as_ref() && self.end.as_ref().is_none_or(|end| key < end.as_ref())
    }
}

impl fmt::Debug for KeyRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.end {
            Some(end) => write!(f, "[{}, {})", self.start.escape_ascii(), end.escape_ascii()),
            None => write!(f, "[{}, …)", self.start.escape_ascii()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_where_its_last_raisable_byte_is_raised() {
        for (prefix, end) in
            [(&b"/a/"[..], Some(&b"/a0"[..])), (b"a\xff", Some(b"b")), (b"\xff\xff", None), (b"", None)]
        {
            assert_eq!(KeyRange::prefix(prefix).end.as_deref(), end, "prefix {}", prefix.escape_ascii());
        }
    }

    #[test]
    fn ranges_contain_what_they_say() {
        let pods = KeyRange::prefix("/pods/");
        assert!(pods.contains(b"/pods/") && pods.contains(b"/pods/x") && !pods.contains(b"/pods"));
        assert!(!pods.contains(b"/pods0") && KeyRange::all().contains(b"\xff\xff"));
        let one = KeyRange::key("a");
        assert!(one.contains(b"a") && !one.contains(b"a\0") && !one.contains(b""));
        let rest = pods.after(b"/pods/b");
        assert!(!rest.contains(b"/pods/b") && rest.contains(b"/pods/b\0") && rest.contains(b"/pods/c"));
    }
}
