//! Arithmetic and comparison. Quantities are equal when their numbers are, whatever they are spelled like.

use super::{Quantity, Scale};
use std::cmp::Ordering;
use std::ops::{AddAssign, Neg, SubAssign};

impl Quantity {
    /// Whether the number is zero.
    pub fn is_zero(&self) -> bool {
        self.amount.sign() == 0
    }

    /// -1, 0 or 1.
    pub fn sign(&self) -> i32 {
        self.amount.sign()
    }

    /// Multiplies in place; `false` when the product no longer has a 64-bit integer part.
    pub fn mul(&mut self, factor: i64) -> bool {
        let (amount, exact) = self.amount.mul(factor);
        (self.amount, self.text) = (amount, None);
        exact
    }

    /// Rounds away from zero to `scale`; `false` when precision was lost. What is coarser already keeps its spelling.
    pub fn round_up(&mut self, scale: Scale) -> bool {
        if let super::Amount::Small { scale: current, .. } = &self.amount
            && *current >= scale
        {
            return true;
        }
        let (amount, exact) = self.amount.round_up(scale);
        (self.amount, self.text) = (amount, None);
        exact
    }

    fn take_format_if_zero(&mut self, other: &Self) {
        self.text = None;
        if self.is_zero() {
            self.format = other.format;
        }
    }
}

/// Adds in place; a zero takes over the family of suffixes of what is added to it.
impl AddAssign<&Quantity> for Quantity {
    fn add_assign(&mut self, other: &Quantity) {
        self.take_format_if_zero(other);
        self.amount = self.amount.add(&other.amount);
    }
}

/// Subtracts in place; a zero takes over the family of suffixes of what is taken from it.
impl SubAssign<&Quantity> for Quantity {
    fn sub_assign(&mut self, other: &Quantity) {
        self.take_format_if_zero(other);
        self.amount = self.amount.add(&other.amount.neg());
    }
}

impl Neg for Quantity {
    type Output = Self;

    fn neg(self) -> Self {
        Self { amount: self.amount.neg(), format: self.format, text: None }
    }
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        self.amount.cmp(&other.amount).is_eq()
    }
}

impl Eq for Quantity {}

impl PartialOrd for Quantity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Quantity {
    fn cmp(&self, other: &Self) -> Ordering {
        self.amount.cmp(&other.amount)
    }
}
