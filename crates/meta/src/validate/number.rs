//! Ports, percentages, user and group numbers.

use super::message::{Messages, Unit, inclusive_range_error, max_len_error, regex_error};
use crate::field::{FieldError, Path};

/// A number within `low..=high`.
pub fn in_range(value: i64, low: i64, high: i64) -> Messages {
    if (low..=high).contains(&value) {
        Messages::new()
    } else {
        vec![inclusive_range_error(low, high).into()]
    }
}

/// A port number other than 0.
pub fn port_number(value: i64) -> Messages {
    in_range(value, 1, 65_535)
}

/// A Unix user number.
pub fn user_id(value: i64) -> Messages {
    in_range(value, 0, i64::from(i32::MAX))
}

/// A Unix group number.
pub fn group_id(value: i64) -> Messages {
    in_range(value, 0, i64::from(i32::MAX))
}

/// A number that is not negative, answered as a field error.
pub fn non_negative(value: i64, path: &Path<'_>) -> Option<FieldError> {
    (value < 0).then(|| FieldError::invalid(path, value, "must be greater than or equal to 0"))
}

/// The name of a port (RFC 6335, lower case only).
pub fn port_name(value: &str) -> Messages {
    const MAX: usize = 15;
    let bytes = value.as_bytes();
    let mut messages = Messages::new();
    if bytes.len() > MAX {
        messages.push(max_len_error(MAX, Unit::Characters).into());
    }
    let one = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-';
    if bytes.is_empty() || !bytes.iter().all(one) {
        messages.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)".into());
    }
    if !bytes.iter().any(u8::is_ascii_lowercase) {
        messages.push("must contain at least one letter (a-z)".into());
    }
    if value.contains("--") {
        messages.push("must not contain consecutive hyphens".into());
    }
    if value.starts_with('-') || value.ends_with('-') {
        messages.push("must not begin or end with a hyphen".into());
    }
    messages
}

/// A percentage such as `93%`.
pub fn percent(value: &str) -> Messages {
    let digits = value.strip_suffix('%').unwrap_or("");
    if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
        return Messages::new();
    }
    let rule = "a valid percent string must be a numeric string followed by an ending '%'";
    vec![regex_error(rule, "[0-9]+%", &["1%", "93%"]).into()]
}
