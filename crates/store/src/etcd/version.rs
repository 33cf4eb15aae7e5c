//! etcd's version, and what hangs on it.

use std::fmt;

/// A server's version. A pre-release comes before its release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// The first number.
    pub major: u32,
    /// The second.
    pub minor: u32,
    /// The third.
    pub patch: u32,
    /// Whether it is the release itself, not something before it.
    pub release: bool,
}

impl Version {
    /// Reads `3.5.13` or `3.6.0-rc.1`.
    pub fn parse(text: &str) -> Option<Self> {
        let (numbers, release) = match text.split_once('-') {
            Some((numbers, _)) => (numbers, false),
            None => (text.split('+').next()?, true),
        };
        let mut parts = numbers.split('.').map(|part| part.parse().ok());
        let version = Self { major: parts.next()??, minor: parts.next()??, patch: parts.next()??, release };
        parts.next().is_none().then_some(version)
    }

    /// Whether an answer to a request for progress can be believed. Before these versions it could overtake events that were still
    /// on their way to the watcher.
    pub fn progress_on_request(self) -> bool {
        let fixed = |minor, patch| Self { major: 3, minor, patch, release: true };
        match (self.major, self.minor) {
            (3, 4) => self >= fixed(4, 31),
            _ => self >= fixed(5, 13) && (self.minor == 5 || self.release || self.patch > 0),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { major, minor, patch, release } = self;
        write!(f, "{major}.{minor}.{patch}{}", if *release { "" } else { "-pre" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_fixed_versions_are_trusted_with_progress() {
        for (text, trusted) in [
            ("3.3.27", false),
            ("3.4.0", false),
            ("3.4.23", false),
            ("3.4.30", false),
            ("3.4.31", true),
            ("3.4.37", true),
            ("3.5.0", false),
            ("3.5.1", false),
            ("3.5.12", false),
            ("3.5.13-rc.0", false),
            ("3.5.13", true),
            ("3.5.21", true),
            ("3.5.21+build", true),
            ("3.6.0-alpha.0", false),
            ("3.6.0", true),
            ("3.6.1-pre", true),
            ("3.10.0", true),
            ("4.0.0", true),
        ] {
            let version = Version::parse(text).unwrap_or_else(|| panic!("{text} is not understood"));
            assert_eq!(version.progress_on_request(), trusted, "{text}");
        }
    }

    #[test]
    fn what_is_no_version_is_not_taken_for_one() {
        for text in ["", "3", "3.5", "3.5.x", "3.5.1.2", "v3.5.1", "not decided"] {
            assert_eq!(Version::parse(text), None, "{text}");
        }
    }
}
