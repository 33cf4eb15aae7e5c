//! `IntOrString`: a field that takes a number or a text, the text often a percentage. Called by the kinds that have
//! ports, surges and budgets.

use crate::go;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// A number or a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum IntOrString {
    /// A number.
    Int(i32),
    /// A text: a name or a percentage.
    String(String),
}

/// Which way a percentage that does not come out whole is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// To the next larger number.
    Up,
    /// To the next smaller number.
    Down,
}

/// Why a value cannot be scaled.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScaleError {
    /// A text without a percent sign.
    #[error("invalid value for IntOrString: invalid type: string is not a percentage")]
    NotPercentage,
    /// A percent sign behind something that is no number.
    #[error("invalid value for IntOrString: invalid value {}: {source}", go::quote(.text))]
    BadNumber {
        /// The text as given.
        text: String,
        /// What the digits failed on.
        source: go::NumError,
    },
}

impl IntOrString {
    /// A number when the text is one, otherwise the text: how the command line reads it.
    pub fn parse(text: &str) -> Self {
        match go::parse_int(text).ok().and_then(|value| i32::try_from(value).ok()) {
            Some(value) => Self::Int(value),
            None => Self::String(text.to_owned()),
        }
    }

    /// The number, or the number that the text spells, or 0.
    pub fn int_value(&self) -> i64 {
        match self {
            Self::Int(value) => i64::from(*value),
            Self::String(text) => go::atoi(text).unwrap_or(0),
        }
    }

    /// The number, or the percentage of `total`.
    pub fn scaled(&self, total: i64, rounding: Rounding) -> Result<i64, ScaleError> {
        let text = match self {
            Self::Int(value) => return Ok(i64::from(*value)),
            Self::String(text) => text,
        };
        let digits = text.strip_suffix('%').ok_or(ScaleError::NotPercentage)?;
        let percent =
            go::atoi(digits).map_err(|source| ScaleError::BadNumber { text: text.clone(), source })?;
        let product = i128::from(percent) * i128::from(total);
        let whole = product.div_euclid(100);
        let rest = i128::from(rounding == Rounding::Up && product.rem_euclid(100) != 0);
        let clamped = (whole + rest).clamp(i64::MIN.into(), i64::MAX.into());
        Ok(i64::try_from(clamped).unwrap_or(i64::MAX))
    }
}

impl Default for IntOrString {
    fn default() -> Self {
        Self::Int(0)
    }
}

impl From<i32> for IntOrString {
    fn from(value: i32) -> Self {
        Self::Int(value)
    }
}

impl From<&str> for IntOrString {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

impl fmt::Display for IntOrString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::String(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales() {
        let table: [(IntOrString, i64, Rounding, i64); 7] = [
            (3.into(), 10, Rounding::Up, 3),
            ("25%".into(), 10, Rounding::Up, 3),
            ("25%".into(), 10, Rounding::Down, 2),
            ("0%".into(), 10, Rounding::Up, 0),
            ("150%".into(), 3, Rounding::Down, 4),
            ("-25%".into(), 10, Rounding::Up, -2),
            ("-25%".into(), 10, Rounding::Down, -3),
        ];
        for (value, total, rounding, want) in table {
            assert_eq!(value.scaled(total, rounding), Ok(want), "{value} of {total}");
        }
    }

    #[test]
    fn refuses_what_is_no_percentage() {
        let text = |v: &str| IntOrString::from(v).scaled(1, Rounding::Up).unwrap_err().to_string();
        assert_eq!(text("3"), "invalid value for IntOrString: invalid type: string is not a percentage");
        assert_eq!(
            text("x%"),
            r#"invalid value for IntOrString: invalid value "x%": strconv.Atoi: parsing "x": invalid syntax"#
        );
    }

    #[test]
    fn reads_and_writes_both_forms() {
        assert_eq!(IntOrString::parse("80"), IntOrString::Int(80));
        assert_eq!(IntOrString::parse("3000000000"), IntOrString::String("3000000000".into()));
        assert_eq!(serde_json::from_str::<IntOrString>("\"http\"").unwrap(), "http".into());
        assert_eq!(serde_json::to_string(&IntOrString::Int(8)).unwrap(), "8");
        assert_eq!(IntOrString::from("12").int_value(), 12);
        assert!(serde_json::from_str::<IntOrString>("1.5").is_err());
    }
}
