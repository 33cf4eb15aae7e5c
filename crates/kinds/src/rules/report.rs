//! Short words for adding errors to a list while an object is judged.

use std::borrow::Cow;

use meta::{BadValue, ErrorList, FieldError, Path};

/// What the rules say of a value that must be at least nought.
pub const NOT_NEGATIVE: &str = "must be greater than or equal to 0";
/// What the rules say of a value that must be more than nought.
pub const POSITIVE: &str = "must be greater than zero";

/// Adding errors to a list.
pub trait Report {
    /// The value is malformed or out of bounds.
    fn invalid(&mut self, path: &Path<'_>, value: impl Into<BadValue>, detail: impl Into<String>);
    /// The value must be given and was not.
    fn required(&mut self, path: &Path<'_>, detail: &str);
    /// The value is not permitted here.
    fn forbidden(&mut self, path: &Path<'_>, detail: impl Into<String>);
    /// The value must be unique and is not.
    fn duplicate(&mut self, path: &Path<'_>, value: impl Into<BadValue>);
    /// The text must be given.
    fn need(&mut self, path: &Path<'_>, text: &str);
    /// Whatever a check of the text found.
    fn problems(&mut self, path: &Path<'_>, text: &str, problems: Vec<Cow<'static, str>>);
    /// The text must be one of a set, which is listed sorted.
    fn one_of(&mut self, path: &Path<'_>, text: &str, supported: &[&str]);
    /// The number must be at least nought.
    fn not_negative(&mut self, path: &Path<'_>, value: i64);
}

impl Report for ErrorList {
    fn invalid(&mut self, path: &Path<'_>, value: impl Into<BadValue>, detail: impl Into<String>) {
        self.push(FieldError::invalid(path, value, detail));
    }

    fn required(&mut self, path: &Path<'_>, detail: &str) {
        self.push(FieldError::required(path, detail));
    }

    fn forbidden(&mut self, path: &Path<'_>, detail: impl Into<String>) {
        self.push(FieldError::forbidden(path, detail));
    }

    fn duplicate(&mut self, path: &Path<'_>, value: impl Into<BadValue>) {
        self.push(FieldError::duplicate(path, value));
    }

    fn need(&mut self, path: &Path<'_>, text: &str) {
        if text.is_empty() {
            self.required(path, "");
        }
    }

    fn problems(&mut self, path: &Path<'_>, text: &str, problems: Vec<Cow<'static, str>>) {
        for problem in problems {
            self.invalid(path, text, problem);
        }
    }

    fn one_of(&mut self, path: &Path<'_>, text: &str, supported: &[&str]) {
        if !supported.contains(&text) {
            self.push(FieldError::not_in_set(path, BadValue::json(text), supported));
        }
    }

    fn not_negative(&mut self, path: &Path<'_>, value: i64) {
        if value < 0 {
            self.invalid(path, value, NOT_NEGATIVE);
        }
    }
}

/// The text of an optional field; empty if there is none.
pub fn text(field: &Option<String>) -> &str {
    field.as_deref().unwrap_or_default()
}

/// The items of an optional list.
pub fn list<T>(field: &Option<Vec<T>>) -> &[T] {
    field.as_deref().unwrap_or_default()
}
