//! A size or a cost that is known to lie between two numbers; arithmetic stops at the largest number.

/// From `min` to `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub min: u64,
    pub max: u64,
}

impl Range {
    pub const ZERO: Self = Self::fixed(0);
    pub const UNKNOWN: Self = Self { min: 0, max: u64::MAX };

    pub const fn fixed(size: u64) -> Self {
        Self { min: size, max: size }
    }

    /// What a union of sizes starts from.
    pub const fn nothing(count: usize) -> Self {
        Self { min: if count == 0 { 0 } else { u64::MAX }, max: 0 }
    }

    pub const fn add(self, other: Self) -> Self {
        Self { min: self.min.saturating_add(other.min), max: self.max.saturating_add(other.max) }
    }

    pub const fn multiply(self, other: Self) -> Self {
        Self { min: self.min.saturating_mul(other.min), max: self.max.saturating_mul(other.max) }
    }

    pub fn scale(self, factor: f64) -> Self {
        Self { min: scale(self.min, factor), max: scale(self.max, factor) }
    }

    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn scale(size: u64, factor: f64) -> u64 {
    // A float that is too large becomes the largest integer.
    (size as f64 * factor).ceil() as u64
}
