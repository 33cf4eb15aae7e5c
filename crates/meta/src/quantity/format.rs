//! Printing a quantity in canonical form: no fraction, the largest suffix of its family that loses nothing.

use super::amount::Amount;
use super::decimal::Decimal;
use super::{Format, Quantity};
use num_bigint::BigInt;
use std::fmt;

/// Above this power of ten a number is not multiplied out to look for factors of 1024.
const MAX_BINARY_EXPONENT: i32 = 4096;

const BINARY: [&str; 7] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

fn decimal_suffix(exponent: i32) -> &'static str {
    match exponent {
        -9 => "n",
        -6 => "u",
        -3 => "m",
        3 => "k",
        6 => "M",
        9 => "G",
        12 => "T",
        15 => "P",
        18 => "E",
        // Upstream has no suffix beyond these and prints none, though the number is then another one.
        _ => "",
    }
}

/// The mantissa and an exponent that is a multiple of three, on the fast path.
fn canonical_small(value: i64, scale: i32) -> Option<(i64, i32)> {
    let (mut mantissa, mut exponent) = (value, scale);
    while mantissa != 0 && mantissa % 10 == 0 {
        mantissa /= 10;
        exponent = exponent.checked_add(1)?;
    }
    let excess = exponent.rem_euclid(3);
    let mantissa = mantissa.checked_mul(10_i64.pow(u32::try_from(excess).ok()?))?;
    Some((mantissa, exponent.checked_sub(excess)?))
}

fn canonical_big(decimal: &Decimal) -> (BigInt, i32) {
    let (mantissa, times) = Decimal::without_factors(&decimal.unscaled, 10);
    let exponent = decimal.exponent.wrapping_add(times);
    let excess = exponent.rem_euclid(3);
    (mantissa * 10_i64.pow(u32::try_from(excess).unwrap_or(0)), exponent.wrapping_sub(excess))
}

impl Quantity {
    fn write_decimal(&self, f: &mut fmt::Formatter<'_>, exponent_form: bool) -> fmt::Result {
        let small = match &self.amount {
            Amount::Small { value, scale } => canonical_small(*value, *scale),
            Amount::Big(_) => None,
        };
        let exponent = match small {
            Some((mantissa, exponent)) => {
                write!(f, "{mantissa}")?;
                exponent
            }
            None => {
                let (mantissa, exponent) = canonical_big(&self.amount.to_decimal());
                write!(f, "{mantissa}")?;
                exponent
            }
        };
        match (exponent_form, exponent) {
            (true, 0) => Ok(()),
            (true, exponent) => write!(f, "e{exponent}"),
            (false, exponent) => f.write_str(decimal_suffix(exponent)),
        }
    }

    /// Whether the binary family can show the number: whole, of at least 1024, and not beyond all measure.
    fn shows_as_binary(&self) -> bool {
        if self.amount.exponent() > MAX_BINARY_EXPONENT {
            return false;
        }
        let bound = Amount::Small { value: 1024, scale: 0 };
        let magnitude = if self.amount.sign() < 0 { self.amount.neg() } else { self.amount.clone() };
        magnitude.cmp(&bound).is_ge() && self.amount.round_up(0).1
    }

    fn write_binary(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(value) = self.as_i64() {
            let (mut value, mut power) = (value, 0);
            while value % 1024 == 0 && value != 0 {
                value /= 1024;
                power += 1;
            }
            return write!(f, "{value}{}", BINARY.get(power).copied().unwrap_or(""));
        }
        let whole = self.amount.to_decimal().round_up(0).0;
        let whole = &whole.unscaled * super::decimal::pow10(u32::try_from(whole.exponent).unwrap_or(0));
        let (value, power) = Decimal::without_factors(&whole, 1024);
        let suffix = usize::try_from(power).ok().and_then(|power| BINARY.get(power));
        write!(f, "{value}{}", suffix.copied().unwrap_or(""))
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = &self.text {
            return f.write_str(text);
        }
        if self.amount.sign() == 0 {
            return f.write_str("0");
        }
        match self.format {
            Format::BinarySi if self.shows_as_binary() => self.write_binary(f),
            Format::BinarySi | Format::DecimalSi => self.write_decimal(f, false),
            Format::DecimalExponent => self.write_decimal(f, true),
        }
    }
}
