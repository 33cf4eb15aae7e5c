//! The number inside a quantity: `i64` × 10^scale on the fast path, a big decimal on the slow one.

use super::Scale;
use super::decimal::Decimal;
use std::cmp::Ordering;

#[derive(Debug, Clone)]
pub(super) enum Amount {
    Small { value: i64, scale: Scale },
    Big(Box<Decimal>),
}

impl Default for Amount {
    fn default() -> Self {
        Self::Small { value: 0, scale: 0 }
    }
}

/// `base` × 10^`by`, unless that overflows.
pub(super) fn scale_up(base: i64, by: i64) -> Option<i64> {
    if base == 0 {
        return Some(0);
    }
    let by = u32::try_from(by).ok().filter(|by| *by <= 18)?;
    base.checked_mul(10_i64.pow(by))
}

/// `base` / 10^`by`, rounded away from zero; and whether nothing was lost.
pub(super) fn scale_down(base: i64, by: i64) -> (i64, bool) {
    if base == 0 || by == 0 {
        return (base, true);
    }
    let Some(divisor) = u32::try_from(by).ok().filter(|by| *by <= 18).map(|by| 10_i64.pow(by)) else {
        return (base.signum(), false);
    };
    let (quotient, remainder) = (base / divisor, base % divisor);
    if remainder == 0 { (quotient, true) } else { (quotient + base.signum(), false) }
}

impl Amount {
    pub fn to_decimal(&self) -> Decimal {
        match self {
            Self::Small { value, scale } => Decimal::new(*value, *scale),
            Self::Big(decimal) => (**decimal).clone(),
        }
    }

    pub fn exponent(&self) -> i32 {
        match self {
            Self::Small { scale, .. } => *scale,
            Self::Big(decimal) => decimal.exponent,
        }
    }

    pub fn sign(&self) -> i32 {
        match self {
            Self::Small { value, .. } => i32::try_from(value.signum()).unwrap_or(0),
            Self::Big(decimal) => decimal.sign(),
        }
    }

    pub fn cmp(&self, other: &Self) -> Ordering {
        if let (Self::Small { value: a, scale: s }, Self::Small { value: b, scale: t }) = (self, other) {
            // An i64 times 10^18 still fits an i128, so near scales compare without a big number.
            let (diff, wide) = (i64::from(*s) - i64::from(*t), |v: i64, by: i64| {
                i128::from(v) * 10_i128.pow(u32::try_from(by.max(0)).unwrap_or(0))
            });
            if diff.abs() <= 18 {
                return wide(*a, diff).cmp(&wide(*b, -diff));
            }
        }
        self.to_decimal().cmp(&other.to_decimal())
    }

    /// The sum on the fast path; `None` when it needs a big decimal.
    fn add_small(a: i64, s: Scale, b: i64, t: Scale) -> Option<Self> {
        if b == 0 {
            return Some(Self::Small { value: a, scale: s });
        }
        if a == 0 {
            return Some(Self::Small { value: b, scale: t });
        }
        let scale = s.min(t);
        let a = scale_up(a, i64::from(s) - i64::from(scale))?;
        let b = scale_up(b, i64::from(t) - i64::from(scale))?;
        Some(Self::Small { value: a.checked_add(b)?, scale })
    }

    pub fn add(&self, other: &Self) -> Self {
        if let (Self::Small { value: a, scale: s }, Self::Small { value: b, scale: t }) = (self, other)
            && let Some(sum) = Self::add_small(*a, *s, *b, *t)
        {
            return sum;
        }
        Self::Big(Box::new(self.to_decimal().add(&other.to_decimal())))
    }

    pub fn neg(&self) -> Self {
        match self {
            Self::Small { value, scale } => match value.checked_neg() {
                Some(value) => Self::Small { value, scale: *scale },
                None => Self::Big(Box::new(Decimal::new(*value, *scale).neg())),
            },
            Self::Big(decimal) => Self::Big(Box::new(decimal.neg())),
        }
    }

    /// The product, and whether its integer part still fits an `i64`.
    pub fn mul(&self, factor: i64) -> (Self, bool) {
        if let Self::Small { value, scale } = self {
            if *value == 0 {
                return (self.clone(), true);
            }
            if factor == 0 {
                return (Self::default(), true);
            }
            let product = value.checked_mul(factor);
            let fits = |product: i64| *scale <= 0 || scale_up(product, i64::from(*scale)).is_some();
            // A fraction that the multiplication does not clear counts as inexact on the fast path and moves to the
            // slow one, where only the size of the integer decides.
            let whole = |product: i64| *scale >= 0 || scale_down(product, -i64::from(*scale)).1;
            if let Some(product) = product.filter(|p| fits(*p) && whole(*p)) {
                return (Self::Small { value: product, scale: *scale }, true);
            }
        }
        let decimal = self.to_decimal();
        let product = Decimal { unscaled: decimal.unscaled * factor, exponent: decimal.exponent };
        let fits = i64::try_from(&product.unscaled).is_ok();
        (Self::Big(Box::new(product)), fits)
    }

    /// At a scale of at least `scale`, rounded away from zero; and whether nothing was lost.
    pub fn round_up(&self, scale: Scale) -> (Self, bool) {
        match self {
            Self::Small { value, scale: current } if *current < scale => {
                let (value, exact) = scale_down(*value, i64::from(scale) - i64::from(*current));
                (Self::Small { value, scale }, exact)
            }
            Self::Small { .. } => (self.clone(), true),
            Self::Big(decimal) => {
                let (decimal, exact) = decimal.round_up(scale);
                (Self::Big(Box::new(decimal)), exact)
            }
        }
    }
}
