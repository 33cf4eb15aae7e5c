//! The sentences that checks are made of.

use std::borrow::Cow;

/// What is wrong with a value, one sentence each; empty when nothing is.
pub type Messages = Vec<Cow<'static, str>>;

/// What a length limit counts, in words: upstream's older checks say characters where the newer ones say bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// The older checks.
    Characters,
    /// The checks that declarative validation and label keys use.
    Bytes,
}

/// A value longer than `max`.
pub fn max_len_error(max: usize, unit: Unit) -> String {
    let unit = match unit {
        Unit::Characters => "characters",
        Unit::Bytes => "bytes",
    };
    format!("must be no more than {max} {unit}")
}

/// A value that does not match `regex`.
pub fn regex_error(message: &str, regex: &str, examples: &[&str]) -> String {
    let mut text = format!("{message} (");
    for (at, example) in examples.iter().enumerate() {
        text.push_str(if at == 0 { "e.g. " } else { " or " });
        text.push_str(&format!("'{example}', "));
    }
    text.push_str(&format!("regex used for validation is '{regex}')"));
    text
}

/// A value that must not be empty.
pub const fn empty_error() -> &'static str {
    "must be non-empty"
}

/// A number outside `low..=high`.
pub fn inclusive_range_error(low: i64, high: i64) -> String {
    format!("must be between {low} and {high}, inclusive")
}

/// Collects the messages of a check that has a length limit and a form.
pub(super) fn check(
    value: &str,
    max: usize,
    unit: Unit,
    matches: impl FnOnce(&[u8]) -> bool,
    otherwise: impl FnOnce() -> String,
) -> Messages {
    let mut messages = Messages::new();
    if value.len() > max {
        messages.push(max_len_error(max, unit).into());
    }
    if !matches(value.as_bytes()) {
        messages.push(otherwise().into());
    }
    messages
}
