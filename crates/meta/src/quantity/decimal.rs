//! A big decimal: an arbitrary integer times a power of ten. The slow path of quantities, so plain rather than fast, but
//! bounded: no operation builds a number whose size a hostile exponent chose.

use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;

/// How many decimal places two numbers may be apart before an exact sum is given up; far beyond any real resource.
const MAX_ALIGNMENT: i64 = 4096;

/// `unscaled` × 10^`exponent`.
#[derive(Debug, Clone)]
pub(super) struct Decimal {
    pub unscaled: BigInt,
    pub exponent: i32,
}

pub(super) fn pow10(exponent: u32) -> BigInt {
    BigInt::from(10).pow(exponent)
}

impl Decimal {
    pub fn new(unscaled: impl Into<BigInt>, exponent: i32) -> Self {
        Self { unscaled: unscaled.into(), exponent }
    }

    pub fn sign(&self) -> i32 {
        match self.unscaled.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        }
    }

    /// The power of ten just above the number, near enough to tell distant numbers apart without computing either.
    fn magnitude(&self) -> (i64, i64) {
        let bits = i64::try_from(self.unscaled.bits()).unwrap_or(i64::MAX / 4);
        // log10(2) lies between 0.30102 and 0.30103.
        let (low, high) = ((bits - 1) * 30_102 / 100_000, bits * 30_103 / 100_000 + 1);
        (i64::from(self.exponent) + low, i64::from(self.exponent) + high)
    }

    /// Both numbers at the smaller of the two exponents; `None` when they are too far apart.
    fn align(&self, other: &Self) -> Option<(BigInt, BigInt, i32)> {
        let exponent = self.exponent.min(other.exponent);
        let scale = |d: &Self| -> Option<BigInt> {
            let shift = i64::from(d.exponent) - i64::from(exponent);
            (shift <= MAX_ALIGNMENT || d.sign() == 0).then(|| {
                if d.sign() == 0 {
                    BigInt::ZERO
                } else {
                    &d.unscaled * pow10(u32::try_from(shift).unwrap_or(0))
                }
            })
        };
        Some((scale(self)?, scale(other)?, exponent))
    }

    /// The exact sum, or the larger of two numbers too far apart to matter to each other.
    pub fn add(&self, other: &Self) -> Self {
        match self.align(other) {
            Some((a, b, exponent)) => Self { unscaled: a + b, exponent },
            None if self.magnitude() >= other.magnitude() => self.clone(),
            None => other.clone(),
        }
    }

    pub fn neg(&self) -> Self {
        Self { unscaled: -&self.unscaled, exponent: self.exponent }
    }

    pub fn cmp(&self, other: &Self) -> Ordering {
        let by_sign = self.sign().cmp(&other.sign());
        if by_sign != Ordering::Equal || self.sign() == 0 {
            return by_sign;
        }
        let flip = |order: Ordering| if self.sign() < 0 { order.reverse() } else { order };
        let (a, b) = (self.magnitude(), other.magnitude());
        if a.1 < b.0 {
            return flip(Ordering::Less);
        }
        if b.1 < a.0 {
            return flip(Ordering::Greater);
        }
        // Near in magnitude, so the shift is bounded by the digits that one of the two already holds.
        let exponent = self.exponent.min(other.exponent);
        let shifted = |d: &Self| {
            let shift = i64::from(d.exponent) - i64::from(exponent);
            &d.unscaled * pow10(u32::try_from(shift).unwrap_or(0))
        };
        shifted(self).cmp(&shifted(other))
    }

    /// At an exponent of at least `exponent`, rounded away from zero; and whether nothing was lost.
    pub fn round_up(&self, exponent: i32) -> (Self, bool) {
        if self.sign() == 0 {
            return (Self::new(0, exponent), true);
        }
        if self.exponent >= exponent {
            return (self.clone(), true);
        }
        if self.magnitude().1 < i64::from(exponent) {
            return (Self::new(self.sign(), exponent), false);
        }
        let shift = i64::from(exponent) - i64::from(self.exponent);
        let divisor = pow10(u32::try_from(shift).unwrap_or(0));
        let mut quotient = &self.unscaled / &divisor;
        let exact = (&quotient * &divisor) == self.unscaled;
        if !exact {
            quotient += self.sign();
        }
        (Self { unscaled: quotient, exponent }, exact)
    }

    /// With every factor of `base` moved out of the integer: the rest, and how often it was divided.
    pub fn without_factors(value: &BigInt, base: u32) -> (BigInt, i32) {
        let (mut value, mut times) = (value.clone(), 0);
        while value != BigInt::ZERO && (&value % base) == BigInt::ZERO {
            value /= base;
            times += 1;
        }
        (value, times)
    }
}
