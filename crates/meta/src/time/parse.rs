//! Reading RFC 3339 the way Go's `time.Parse` does, leniencies and error texts included.

use super::civil::{Civil, days_in_month};
use crate::go;
use thiserror::Error;

/// Why a text is no time.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseTimeError {
    /// A part of the text is not what the layout has there.
    #[error(
        "parsing time {} as {}: cannot parse {} as {}",
        go::quote(.text), go::quote(.layout), go::quote(.rest), go::quote(.element)
    )]
    Mismatch {
        /// The whole text.
        text: String,
        /// Go's layout string.
        layout: &'static str,
        /// The text from the part on.
        rest: String,
        /// The part of the layout.
        element: &'static str,
    },
    /// A part is a number no calendar has.
    #[error("parsing time {}: {what} out of range", go::quote(.text))]
    OutOfRange {
        /// The whole text.
        text: String,
        /// Which part.
        what: &'static str,
    },
    /// Something follows the time.
    #[error("parsing time {}: extra text: {}", go::quote(.text), go::quote(.rest))]
    Extra {
        /// The whole text.
        text: String,
        /// What follows.
        rest: String,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    Seconds,
    Micros,
}

impl Layout {
    const fn text(self) -> &'static str {
        match self {
            Self::Seconds => "2006-01-02T15:04:05Z07:00",
            Self::Micros => "2006-01-02T15:04:05.000000Z07:00",
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    layout: Layout,
}

type Parsed<T> = Result<T, ParseTimeError>;

impl<'a> Reader<'a> {
    fn mismatch(&self, rest: &str, element: &'static str) -> ParseTimeError {
        let (text, layout) = (self.text.to_owned(), self.layout.text());
        ParseTimeError::Mismatch { text, layout, rest: rest.to_owned(), element }
    }

    fn out_of_range(&self, what: &'static str) -> ParseTimeError {
        ParseTimeError::OutOfRange { text: self.text.to_owned(), what }
    }

    fn literal(&mut self, expected: &'static str) -> Parsed<()> {
        self.rest = self.rest.strip_prefix(expected).ok_or_else(|| self.mismatch(self.rest, expected))?;
        Ok(())
    }

    /// A number of at least `min` and at most `max` digits.
    fn number(&mut self, min: usize, max: usize, element: &'static str) -> Parsed<i64> {
        let digits = self.rest.bytes().take(max).take_while(u8::is_ascii_digit).count();
        if digits < min {
            return Err(self.mismatch(self.rest, element));
        }
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        Ok(number.bytes().fold(0, |value, b| value * 10 + i64::from(b - b'0')))
    }

    fn ranged(&self, value: i64, from: i64, to: i64, what: &'static str) -> Parsed<i64> {
        if (from..=to).contains(&value) { Ok(value) } else { Err(self.out_of_range(what)) }
    }

    /// The nanoseconds of a fraction: six digits exactly in the micro layout, any number or none otherwise.
    fn fraction(&mut self) -> Parsed<u32> {
        let digits = match self.rest.strip_prefix(['.', ',']) {
            Some(rest) => rest.bytes().take_while(u8::is_ascii_digit).count(),
            None => 0,
        };
        let taken = match self.layout {
            Layout::Seconds => digits,
            Layout::Micros if digits >= 6 => 6,
            Layout::Micros => return Err(self.mismatch(self.rest, ".000000")),
        };
        if taken == 0 {
            return Ok(0);
        }
        let (fraction, rest) = self.rest.split_at(taken + 1);
        self.rest = rest;
        let nine = fraction[1..].bytes().chain(std::iter::repeat(b'0')).take(9);
        Ok(nine.fold(0, |value, b| value * 10 + u32::from(b - b'0')))
    }

    /// The zone's offset in seconds.
    fn zone(&mut self) -> Parsed<i64> {
        const ELEMENT: &str = "Z07:00";
        if let Some(rest) = self.rest.strip_prefix('Z') {
            self.rest = rest;
            return Ok(0);
        }
        let start = self.rest;
        let fail = |reader: &Self| reader.mismatch(start, ELEMENT);
        let bytes = start.as_bytes();
        if bytes.len() < 6 || bytes[3] != b':' || ![1, 2, 4, 5].iter().all(|i| bytes[*i].is_ascii_digit()) {
            return Err(fail(self));
        }
        let pair = |at: usize| i64::from(bytes[at] - b'0') * 10 + i64::from(bytes[at + 1] - b'0');
        let hours = self.ranged(pair(1), 0, 24, "time zone offset hour")?;
        let minutes = self.ranged(pair(4), 0, 60, "time zone offset minute")?;
        let sign = match bytes[0] {
            b'+' => 1,
            b'-' => -1,
            _ => return Err(fail(self)),
        };
        self.rest = &start[6..];
        Ok(sign * (hours * 3600 + minutes * 60))
    }
}

/// Seconds since the Unix epoch, and the nanoseconds beyond them.
pub(super) fn parse(text: &str, layout: Layout) -> Parsed<(i64, u32)> {
    let mut reader = Reader { text, rest: text, layout };
    let year = reader.number(4, 4, "2006")?;
    reader.literal("-")?;
    let month = reader.number(2, 2, "01")?;
    let month = reader.ranged(month, 1, 12, "month")?;
    reader.literal("-")?;
    let day = reader.number(2, 2, "02")?;
    reader.literal("T")?;
    // Go takes an hour of one digit.
    let hour = reader.number(1, 2, "15")?;
    let hour = reader.ranged(hour, 0, 23, "hour")?;
    reader.literal(":")?;
    let minute = reader.number(2, 2, "04")?;
    let minute = reader.ranged(minute, 0, 59, "minute")?;
    reader.literal(":")?;
    let second = reader.number(2, 2, "05")?;
    let second = reader.ranged(second, 0, 59, "second")?;
    let nanos = reader.fraction()?;
    let offset = reader.zone()?;
    if !reader.rest.is_empty() {
        return Err(ParseTimeError::Extra { text: text.to_owned(), rest: reader.rest.to_owned() });
    }
    let day = reader.ranged(day, 1, days_in_month(year, month), "day")?;
    Ok((Civil { year, month, day, hour, minute, second }.to_unix() - offset, nanos))
}
