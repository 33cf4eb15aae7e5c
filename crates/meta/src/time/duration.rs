//! Go's `time.Duration` strings, such as `1h2m3.5s`.

use crate::go;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A span of time in nanoseconds, which may be negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Duration(i64);

/// Why a text is no duration.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseDurationError {
    /// The text has the wrong shape or is out of range.
    #[error("time: invalid duration {}", go::quote(.0))]
    Invalid(String),
    /// A number without a unit.
    #[error("time: missing unit in duration {}", go::quote(.0))]
    MissingUnit(String),
    /// A unit that does not exist.
    #[error("time: unknown unit {} in duration {}", go::quote(.unit), go::quote(.text))]
    UnknownUnit {
        /// The unit.
        unit: String,
        /// The whole text.
        text: String,
    },
}

impl Duration {
    /// From nanoseconds.
    pub const fn from_nanos(nanos: i64) -> Self {
        Self(nanos)
    }

    /// From whole seconds; what does not fit stops at the bound.
    pub const fn from_secs(seconds: i64) -> Self {
        Self(seconds.saturating_mul(1_000_000_000))
    }

    /// In nanoseconds.
    pub const fn as_nanos(self) -> i64 {
        self.0
    }

    /// As a standard duration; `None` when negative.
    pub fn to_std(self) -> Option<std::time::Duration> {
        u64::try_from(self.0).ok().map(std::time::Duration::from_nanos)
    }
}

fn unit_nanos(unit: &str) -> Option<u64> {
    Some(match unit {
        "ns" => 1,
        "us" | "µs" | "μs" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    })
}

/// One number with its unit, in nanoseconds, and what follows it.
fn parse_term<'a>(text: &str, rest: &'a str) -> Result<(u64, &'a str), ParseDurationError> {
    let invalid = || ParseDurationError::Invalid(text.to_owned());
    let digits = |s: &str| s.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, mut rest) = rest.split_at(digits(rest));
    let mut fraction = "";
    if let Some(after) = rest.strip_prefix('.') {
        (fraction, rest) = after.split_at(digits(after));
    }
    if whole.is_empty() && fraction.is_empty() {
        return Err(invalid());
    }
    let end = rest.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(rest.len());
    let (unit, rest) = rest.split_at(end);
    if unit.is_empty() {
        return Err(ParseDurationError::MissingUnit(text.to_owned()));
    }
    let nanos = unit_nanos(unit)
        .ok_or_else(|| ParseDurationError::UnknownUnit { unit: unit.to_owned(), text: text.to_owned() })?;
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| invalid())? };
    let whole = whole.checked_mul(nanos).ok_or_else(invalid)?;
    Ok((whole.checked_add(fraction_nanos(fraction, nanos)).ok_or_else(invalid)?, rest))
}

/// A fraction of a unit; digits finer than a nanosecond of the longest unit do not count.
fn fraction_nanos(fraction: &str, unit: u64) -> u64 {
    let (mut value, mut scale) = (0_u128, 1_u128);
    for b in fraction.bytes().take(18) {
        value = value * 10 + u128::from(b - b'0');
        scale *= 10;
    }
    u64::try_from(value * u128::from(unit) / scale).unwrap_or(u64::MAX)
}

impl FromStr for Duration {
    type Err = ParseDurationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = || ParseDurationError::Invalid(text.to_owned());
        let negative = text.starts_with('-');
        let mut rest = text.strip_prefix(['+', '-']).unwrap_or(text);
        if rest == "0" {
            return Ok(Self(0));
        }
        if rest.is_empty() {
            return Err(invalid());
        }
        let mut total = 0_u64;
        while !rest.is_empty() {
            let (nanos, after) = parse_term(text, rest)?;
            total = total.checked_add(nanos).filter(|total| *total <= 1 << 63).ok_or_else(invalid)?;
            rest = after;
        }
        if negative {
            return Ok(Self(0_i64.wrapping_sub_unsigned(total)));
        }
        i64::try_from(total).map(Self).map_err(|_| invalid())
    }
}

/// Writes `value / 10^digits` without trailing zeros.
fn write_fraction(f: &mut fmt::Formatter<'_>, value: u64, digits: usize) -> fmt::Result {
    let scale = 10_u64.pow(u32::try_from(digits).unwrap_or(0));
    write!(f, "{}", value / scale)?;
    let fraction = format!("{:0digits$}", value % scale);
    match fraction.trim_end_matches('0') {
        "" => Ok(()),
        fraction => write!(f, ".{fraction}"),
    }
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.0.unsigned_abs();
        if self.0 < 0 {
            f.write_str("-")?;
        }
        match nanos {
            0 => f.write_str("0s"),
            1..1_000 => write!(f, "{nanos}ns"),
            1_000..1_000_000 => write_fraction(f, nanos, 3).and_then(|()| f.write_str("µs")),
            1_000_000..1_000_000_000 => write_fraction(f, nanos, 6).and_then(|()| f.write_str("ms")),
            _ => {
                const MINUTE: u64 = 60_000_000_000;
                let minutes = nanos / MINUTE;
                if minutes >= 60 {
                    write!(f, "{}h", minutes / 60)?;
                }
                if minutes > 0 {
                    write!(f, "{}m", minutes % 60)?;
                }
                write_fraction(f, nanos % MINUTE, 9)?;
                f.write_str("s")
            }
        }
    }
}

impl Serialize for Duration {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Duration {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        std::borrow::Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
