//! Times and durations as the API writes them: RFC 3339 in UTC to the second ([`Time`]) or microsecond ([`MicroTime`]),
//! and Go's duration strings ([`Duration`]).
//!
//! These are values, not clocks: the present comes from `runtime::Clock`, and a caller hands it in as a `SystemTime`.

mod civil;
mod duration;
mod parse;

pub use duration::{Duration, ParseDurationError};
pub use parse::ParseTimeError;

use civil::Civil;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::time::SystemTime;

/// Seconds from Go's zero time, 0001-01-01, to the Unix epoch: that instant stands for "not set".
const ZERO_SECONDS: i64 = -62_135_596_800;

/// An instant to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(i64);

/// An instant to the microsecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MicroTime {
    seconds: i64,
    micros: u32,
}

impl Time {
    /// From seconds since the Unix epoch.
    pub const fn from_unix(seconds: i64) -> Self {
        Self(seconds)
    }

    /// Seconds since the Unix epoch.
    pub const fn unix(self) -> i64 {
        self.0
    }

    /// Whether this is the instant that stands for "not set".
    pub const fn is_zero(self) -> bool {
        self.0 == ZERO_SECONDS
    }
}

impl MicroTime {
    /// From seconds since the Unix epoch and the microseconds beyond them.
    pub const fn from_unix(seconds: i64, micros: u32) -> Self {
        Self { seconds: seconds + (micros / 1_000_000) as i64, micros: micros % 1_000_000 }
    }

    /// Seconds since the Unix epoch, and the microseconds beyond them.
    pub const fn unix(self) -> (i64, u32) {
        (self.seconds, self.micros)
    }

    /// Whether this is the instant that stands for "not set".
    pub const fn is_zero(self) -> bool {
        self.seconds == ZERO_SECONDS && self.micros == 0
    }
}

/// Whole seconds and the nanoseconds beyond them, also before the epoch.
fn split_system_time(at: SystemTime) -> (i64, u32) {
    match at.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => (i64::try_from(after.as_secs()).unwrap_or(i64::MAX), after.subsec_nanos()),
        Err(before) => {
            let before = before.duration();
            let seconds = i64::try_from(before.as_secs()).unwrap_or(i64::MAX);
            match before.subsec_nanos() {
                0 => (-seconds, 0),
                nanos => (-seconds - 1, 1_000_000_000 - nanos),
            }
        }
    }
}

impl From<SystemTime> for Time {
    fn from(at: SystemTime) -> Self {
        Self(split_system_time(at).0)
    }
}

impl From<SystemTime> for MicroTime {
    fn from(at: SystemTime) -> Self {
        let (seconds, nanos) = split_system_time(at);
        Self { seconds, micros: nanos / 1000 }
    }
}

impl From<MicroTime> for Time {
    fn from(at: MicroTime) -> Self {
        Self(at.seconds)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}Z", Civil::from_unix(self.0))
    }
}

impl fmt::Display for MicroTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:06}Z", Civil::from_unix(self.seconds), self.micros)
    }
}

impl FromStr for Time {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse::parse(text, parse::Layout::Seconds).map(|(seconds, _)| Self(seconds))
    }
}

impl FromStr for MicroTime {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse::parse(text, parse::Layout::Micros)
            .map(|(seconds, nanos)| Self { seconds, micros: nanos / 1000 })
    }
}

macro_rules! serde_as_text {
    ($name:ident, $zero:expr) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if self.is_zero() { serializer.serialize_none() } else { serializer.collect_str(self) }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                match Option::<std::borrow::Cow<'de, str>>::deserialize(deserializer)? {
                    None => Ok($zero),
                    Some(text) => text.parse().map_err(D::Error::custom),
                }
            }
        }
    };
}

serde_as_text!(Time, Time(ZERO_SECONDS));
serde_as_text!(MicroTime, MicroTime { seconds: ZERO_SECONDS, micros: 0 });

#[cfg(test)]
mod tests;
