//! A quantity as a plain number: rounded up at a scale, exact, or as a float.

use super::amount::{Amount, scale_down, scale_up};
use super::decimal::Decimal;
use super::{MILLI, Quantity, Scale};
use num_bigint::BigInt;

impl Quantity {
    /// The number rounded up to a whole one; see [`Quantity::scaled_value`] for what does not fit.
    pub fn value(&self) -> i64 {
        self.scaled_value(0)
    }

    /// The number in thousandths, rounded up; see [`Quantity::scaled_value`] for what does not fit.
    pub fn milli_value(&self) -> i64 {
        self.scaled_value(MILLI)
    }

    /// The number in units of 10^`scale`, rounded up. What does not fit wraps or gives 0, as upstream: check
    /// [`Quantity::value`] first where that can happen.
    pub fn scaled_value(&self, scale: Scale) -> i64 {
        match &self.amount {
            Amount::Small { value, scale: current } => {
                let shift = i64::from(*current) - i64::from(scale);
                if shift < 0 { scale_down(*value, -shift).0 } else { overflowing_scale_up(*value, shift) }
            }
            Amount::Big(decimal) => {
                let shift = i64::from(decimal.exponent) - i64::from(scale);
                if shift >= 0 {
                    let factor = u32::try_from(shift).map_or(0, |shift| 10_i64.wrapping_pow(shift));
                    return low_bits(&decimal.unscaled).wrapping_mul(factor);
                }
                let (rounded, exact) = decimal.round_up(scale);
                let value = low_bits(&rounded.unscaled);
                if exact || decimal.sign() > 0 { value } else { negative_scaled(decimal, -shift, value) }
            }
        }
    }

    /// The number when it is whole and on the fast path.
    pub fn as_i64(&self) -> Option<i64> {
        match &self.amount {
            Amount::Small { value, scale } if *scale >= 0 => scale_up(*value, i64::from(*scale)),
            _ => None,
        }
    }

    /// The nearest float.
    pub fn as_f64(&self) -> f64 {
        let decimal = self.amount.to_decimal();
        // The standard library rounds a decimal text correctly, and takes any exponent.
        format!("{}e{}", decimal.unscaled, decimal.exponent).parse().unwrap_or(f64::NAN)
    }

    /// A float that may be off in the last digits, as upstream's fast conversion is.
    pub fn as_approximate_f64(&self) -> f64 {
        match &self.amount {
            #[allow(clippy::cast_precision_loss)]
            Amount::Small { value, scale: 0 } => *value as f64,
            #[allow(clippy::cast_precision_loss)]
            Amount::Small { value, scale } => *value as f64 * power_of_ten(*scale),
            Amount::Big(decimal) => {
                let base: f64 = decimal.unscaled.to_string().parse().unwrap_or(f64::NAN);
                base * power_of_ten(decimal.exponent)
            }
        }
    }
}

/// Rounding of a negative number that was not exact. `away` is the quotient rounded away from zero.
fn negative_scaled(decimal: &Decimal, places: i64, away: i64) -> i64 {
    // A quotient truncated towards zero is one above `away`, and upstream then adds one more. Past 64 bits it divides
    // towards the negative side instead, and adding one gives the truncated quotient.
    let short = places < 19 && i64::try_from(&decimal.unscaled).is_ok();
    if short { away.wrapping_add(2) } else { away.wrapping_add(1) }
}

/// What does not fit wraps for the steps upstream has a shortcut for and is 0 for the others.
fn overflowing_scale_up(value: i64, by: i64) -> i64 {
    match by {
        1 | 2 | 3 | 6 | 9 if value != i64::MIN => {
            value.wrapping_mul(10_i64.wrapping_pow(u32::try_from(by).unwrap_or(0)))
        }
        by => scale_up(value, by).unwrap_or(0),
    }
}

fn low_bits(value: &BigInt) -> i64 {
    let low = value & BigInt::from(u64::MAX);
    u64::try_from(low).map_or(0, u64::cast_signed)
}

/// Parsed rather than multiplied up: exact, and infinite or zero where a float ends.
fn power_of_ten(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(f64::NAN)
}
