//! `resource.Quantity`: a fixed-point number with a unit suffix, exact in every operation.
//!
//! The value is an `i64` times a power of ten while that fits and a big decimal otherwise, as upstream keeps it, because
//! the choice shows in rounding, in overflow and in which spellings are printed back untouched. Printing keeps the family
//! of suffix (`Mi`, `M`, `e6`) the quantity was written in. Called by scheduling, quota, validation and printing.

mod amount;
mod convert;
mod decimal;
mod format;
mod ops;
mod parse;
mod serde_impl;

use amount::Amount;

pub use parse::ParseQuantityError;

/// The family of suffixes a quantity prints with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Format {
    /// Powers of ten by letter: `m`, none, `k`, `M`.
    #[default]
    DecimalSi,
    /// Powers of 1024: `Ki`, `Mi`.
    BinarySi,
    /// Powers of ten by number: `12e6`.
    DecimalExponent,
}

/// A power of ten that a value is read at; [`Quantity::scaled_value`].
pub type Scale = i32;

/// The scale of a thousandth.
pub const MILLI: Scale = -3;
/// The scale of the smallest fraction a quantity can hold.
pub const NANO: Scale = -9;

/// A number with a unit, as in `500m`, `1.5Gi` or `1e3`.
#[derive(Debug, Clone, Default)]
pub struct Quantity {
    amount: Amount,
    format: Format,
    /// The spelling it was read from, where that spelling already counts as canonical.
    text: Option<Box<str>>,
}

impl Quantity {
    /// A whole number.
    pub const fn new(value: i64, format: Format) -> Self {
        Self::scaled(value, 0, format)
    }

    /// A number of thousandths.
    pub const fn milli(value: i64, format: Format) -> Self {
        Self::scaled(value, MILLI, format)
    }

    /// `value` times ten to the power of `scale`.
    pub const fn scaled(value: i64, scale: Scale, format: Format) -> Self {
        Self { amount: Amount::Small { value, scale }, format, text: None }
    }

    /// Zero.
    pub const fn zero() -> Self {
        Self::new(0, Format::DecimalSi)
    }

    /// The family of suffixes this quantity prints with.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// The same number printed in another family.
    pub fn with_format(mut self, format: Format) -> Self {
        self.format = format;
        self.text = None;
        self
    }
}
