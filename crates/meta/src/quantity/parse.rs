//! Reading a quantity from text.

use super::amount::Amount;
use super::decimal::Decimal;
use super::{Format, NANO, Quantity, Scale};
use num_bigint::BigInt;
use std::str::FromStr;
use thiserror::Error;

/// Why a text is no quantity; the texts are upstream's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ParseQuantityError {
    /// The text as a whole has the wrong shape.
    #[error("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'")]
    Format,
    /// The digits cannot be read.
    #[error("unable to parse numeric part of quantity")]
    Numeric,
    /// What follows the digits is no suffix.
    #[error("unable to parse quantity's suffix")]
    Suffix,
}

/// The most decimal digits an `i64` always holds.
const SAFE_DIGITS: i64 = 18;

struct Parts<'a> {
    negative: bool,
    /// Sign, digits and point: everything before the suffix.
    number: &'a str,
    whole: &'a str,
    fraction: &'a str,
    suffix: &'a str,
}

struct Suffix {
    binary: bool,
    exponent: i32,
    format: Format,
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn split(text: &str) -> Result<Parts<'_>, ParseQuantityError> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let trimmed = unsigned.trim_start_matches('0');
    if trimmed.is_empty() {
        return Ok(Parts {
            negative: text.starts_with('-'),
            number: "0",
            whole: "0",
            fraction: "",
            suffix: "",
        });
    }
    let (whole, rest) = trimmed.split_at(digits(trimmed));
    let (fraction, suffix) = match rest.strip_prefix('.') {
        Some(rest) => rest.split_at(digits(rest)),
        None => ("", rest),
    };
    let letters = suffix.bytes().take_while(|b| b"eEinumkKMGTP".contains(b)).count();
    let exponent = &suffix[letters..];
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if digits(exponent) != exponent.len() {
        return Err(ParseQuantityError::Format);
    }
    let number = &text[..text.len() - suffix.len()];
    let whole = if whole.is_empty() { "0" } else { whole };
    Ok(Parts { negative: text.starts_with('-'), number, whole, fraction, suffix })
}

fn interpret(suffix: &str) -> Result<Suffix, ParseQuantityError> {
    let decimal = |exponent| Ok(Suffix { binary: false, exponent, format: Format::DecimalSi });
    let binary = |exponent| Ok(Suffix { binary: true, exponent, format: Format::BinarySi });
    match suffix {
        "" => decimal(0),
        "n" => decimal(-9),
        "u" => decimal(-6),
        "m" => decimal(-3),
        "k" => decimal(3),
        "M" => decimal(6),
        "G" => decimal(9),
        "T" => decimal(12),
        "P" => decimal(15),
        "E" => decimal(18),
        "Ki" => binary(10),
        "Mi" => binary(20),
        "Gi" => binary(30),
        "Ti" => binary(40),
        "Pi" => binary(50),
        "Ei" => binary(60),
        _ => {
            let number = suffix.strip_prefix(['e', 'E']).ok_or(ParseQuantityError::Suffix)?;
            let wide: i64 = number.parse().map_err(|_| ParseQuantityError::Suffix)?;
            // Upstream narrows the exponent without a check; a wrapped exponent is part of its behaviour.
            #[allow(clippy::cast_possible_truncation)]
            let exponent = wide as i32;
            Ok(Suffix { binary: false, exponent, format: Format::DecimalExponent })
        }
    }
}

/// The fast path: everything fits an `i64`. `None` sends the text down the slow path.
fn parse_small(text: &str, parts: &Parts<'_>, suffix: &Suffix) -> Option<Quantity> {
    let length = i64::try_from(parts.whole.len() + parts.fraction.len()).ok()?;
    let (mut scale, factor, room): (Scale, i64, i64) = if suffix.binary {
        if !parts.fraction.is_empty() {
            return None;
        }
        (0, 1 << suffix.exponent, 15 - length - i64::from(suffix.exponent) * 3 / 10 - 1)
    } else {
        (suffix.exponent, 1, SAFE_DIGITS - length)
    };
    if room < 0 {
        return None;
    }
    scale = scale.wrapping_sub(i32::try_from(parts.fraction.len()).ok()?);
    if scale < NANO {
        return None;
    }
    let combine = |value: i64, b: u8| value * 10 + i64::from(b - b'0');
    let unsigned = parts.whole.bytes().chain(parts.fraction.bytes()).fold(0, combine);
    let product = unsigned.checked_mul(factor)?;
    let value = if parts.negative { -product } else { product };
    let canonical = if suffix.binary {
        unsigned & 7 != 0
    } else {
        scale % 3 == 0 && !parts.whole.starts_with('0') && !ends_in_thousand(parts)
    };
    let text = canonical.then(|| text.into());
    Some(Quantity { amount: Amount::Small { value, scale }, format: suffix.format, text })
}

fn ends_in_thousand(parts: &Parts<'_>) -> bool {
    let zeros = |text: &str| text.bytes().rev().take_while(|b| *b == b'0').count();
    let fraction = zeros(parts.fraction);
    let total = if fraction == parts.fraction.len() { fraction + zeros(parts.whole) } else { fraction };
    total >= 3
}

/// How many digits a number may have. What is computed with grows with the square of it, and who wants a million digits wants only
/// that; nothing real has thirty.
const MAX_DIGITS: usize = 1024;

/// The slow path: more digits than fit an `i64`. Fractions finer than a nano are rounded away from zero, and a binary quantity is
/// capped at the largest `i64`.
fn parse_big(parts: &Parts<'_>, suffix: &Suffix) -> Result<Quantity, ParseQuantityError> {
    if !parts.number.bytes().any(|b| b.is_ascii_digit()) {
        return Err(ParseQuantityError::Numeric);
    }
    if parts.whole.len() + parts.fraction.len() > MAX_DIGITS {
        return Err(ParseQuantityError::Numeric);
    }
    let all_digits = [parts.whole, parts.fraction].concat();
    let mut unscaled = BigInt::parse_bytes(all_digits.as_bytes(), 10).ok_or(ParseQuantityError::Numeric)?;
    let places = i32::try_from(parts.fraction.len()).map_err(|_| ParseQuantityError::Numeric)?;
    let exponent = if suffix.binary {
        unscaled <<= suffix.exponent;
        -places
    } else {
        suffix.exponent.wrapping_sub(places)
    };
    let mut decimal = Decimal { unscaled, exponent };
    if decimal.sign() != 0 {
        decimal = decimal.round_up(NANO).0;
    }
    let mut format = suffix.format;
    if suffix.binary {
        let cap = Decimal::new(i64::MAX, 0);
        if decimal.cmp(&cap).is_gt() {
            decimal = cap;
        }
        if decimal.sign() > 0 && decimal.cmp(&Decimal::new(1, 0)).is_lt() {
            format = Format::DecimalSi;
        }
    }
    if parts.negative {
        decimal = decimal.neg();
    }
    Ok(Quantity { amount: Amount::Big(Box::new(decimal)), format, text: None })
}

impl FromStr for Quantity {
    type Err = ParseQuantityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() {
            return Err(ParseQuantityError::Format);
        }
        let parts = split(text)?;
        let suffix = interpret(parts.suffix)?;
        match parse_small(text, &parts, &suffix) {
            Some(quantity) => Ok(quantity),
            None => parse_big(&parts, &suffix),
        }
    }
}
