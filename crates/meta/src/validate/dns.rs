//! DNS labels and subdomains in the dialects the API knows.

use super::message::{Messages, Unit, check, regex_error};
use crate::field::{ErrorList, FieldError, Path};

/// The longest RFC 1123 label.
pub const DNS1123_LABEL_MAX: usize = 63;
/// The longest RFC 1123 subdomain.
pub const DNS1123_SUBDOMAIN_MAX: usize = 253;
/// The longest RFC 1035 label.
pub const DNS1035_LABEL_MAX: usize = 63;

const LABEL: &str = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const SUBDOMAIN: &str = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";

fn lower(b: u8) -> bool {
    b.is_ascii_lowercase() || b.is_ascii_digit()
}

/// First and last of `edge`, everything between of `edge` or `inner`.
fn bounded(value: &[u8], edge: fn(u8) -> bool, inner: fn(u8) -> bool) -> bool {
    match value {
        [] => false,
        [one] => edge(*one),
        [first, middle @ .., last] => {
            edge(*first) && edge(*last) && middle.iter().all(|b| edge(*b) || inner(*b))
        }
    }
}

fn is_label(value: &[u8]) -> bool {
    bounded(value, lower, |b| b == b'-')
}

pub(super) fn is_subdomain(value: &[u8]) -> bool {
    value.split(|b| *b == b'.').all(is_label)
}

/// A DNS label in lower case (RFC 1123).
pub fn dns1123_label(value: &str) -> Messages {
    dns1123_label_in(value, Unit::Characters)
}

/// [`dns1123_label`] with the length limit worded in `unit`.
pub fn dns1123_label_in(value: &str, unit: Unit) -> Messages {
    check(value, DNS1123_LABEL_MAX, unit, is_label, || {
        if is_subdomain(value.as_bytes()) {
            return "must not contain dots".to_owned();
        }
        regex_error(
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and \
             end with an alphanumeric character",
            LABEL,
            &["my-name", "123-abc"],
        )
    })
}

/// A DNS subdomain in lower case (RFC 1123).
pub fn dns1123_subdomain(value: &str) -> Messages {
    dns1123_subdomain_in(value, Unit::Characters)
}

/// [`dns1123_subdomain`] with the length limit worded in `unit`.
pub fn dns1123_subdomain_in(value: &str, unit: Unit) -> Messages {
    check(value, DNS1123_SUBDOMAIN_MAX, unit, is_subdomain, || {
        regex_error(
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must \
             start and end with an alphanumeric character",
            SUBDOMAIN,
            &["example.com"],
        )
    })
}

/// A DNS subdomain in any case, for the names of drivers.
pub fn dns1123_subdomain_caseless(value: &str) -> Messages {
    let label = |part: &[u8]| bounded(part, |b| b.is_ascii_alphanumeric(), |b| b == b'-');
    let matches = |value: &[u8]| value.split(|b| *b == b'.').all(label);
    check(value, DNS1123_SUBDOMAIN_MAX, Unit::Bytes, matches, || {
        regex_error(
            "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with \
             an alphanumeric character",
            SUBDOMAIN,
            &["Example.com"],
        )
    })
}

/// A DNS subdomain whose labels may hold underscores, for search paths.
pub fn dns1123_subdomain_with_underscore(value: &str) -> Messages {
    let label =
        |part: &[u8]| bounded(part.strip_prefix(b"_").unwrap_or(part), lower, |b| b == b'-' || b == b'_');
    let matches = |value: &[u8]| value.split(|b| *b == b'.').all(label);
    check(value, DNS1123_SUBDOMAIN_MAX, Unit::Characters, matches, || {
        regex_error(
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and \
             must start and end with an alphanumeric character",
            r"_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*",
            &["example.com"],
        )
    })
}

/// A DNS label that starts with a letter (RFC 1035), as a Service's name must be.
pub fn dns1035_label(value: &str) -> Messages {
    let matches = |value: &[u8]| is_label(value) && value[0].is_ascii_lowercase();
    check(value, DNS1035_LABEL_MAX, Unit::Characters, matches, || {
        regex_error(
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic \
             character, and end with an alphanumeric character",
            "[a-z]([-a-z0-9]*[a-z0-9])?",
            &["my-name", "abc-123"],
        )
    })
}

/// A subdomain below a wildcard, as in `*.example.com`.
pub fn wildcard_dns1123_subdomain(value: &str) -> Messages {
    let matches = |value: &[u8]| value.strip_prefix(b"*.").is_some_and(is_subdomain);
    check(value, DNS1123_SUBDOMAIN_MAX, Unit::Characters, matches, || {
        regex_error(
            "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must \
             consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
            &format!(r"\*\.{SUBDOMAIN}"),
            &["*.example.com"],
        )
    })
}

fn domain_errors(path: &Path<'_>, name: &str, segments: usize, words: &str) -> ErrorList {
    if name.is_empty() {
        return FieldError::required(path, "").into();
    }
    let messages = dns1123_subdomain(name);
    if !messages.is_empty() {
        return FieldError::invalid(path, name, messages.join(",")).into();
    }
    if name.split('.').count() < segments {
        let detail = format!("should be a domain with at least {words} segments separated by dots");
        return FieldError::invalid(path, name, detail).into();
    }
    ErrorList::new()
}

/// A domain of at least three segments, as a group's webhook is named.
pub fn fully_qualified_name(path: &Path<'_>, name: &str) -> ErrorList {
    domain_errors(path, name, 3, "three")
}

/// A domain of at least two segments, each a label; one trailing dot is allowed.
pub fn fully_qualified_domain_name(path: &Path<'_>, name: &str) -> ErrorList {
    if name.is_empty() {
        return FieldError::required(path, "").into();
    }
    let name = name.strip_suffix('.').unwrap_or(name);
    if name.is_empty() {
        return FieldError::invalid(path, name, dns1123_subdomain(name).join(",")).into();
    }
    let errors = domain_errors(path, name, 2, "two");
    if !errors.is_empty() {
        return errors;
    }
    for label in name.split('.') {
        let messages = dns1123_label(label);
        if !messages.is_empty() {
            return FieldError::invalid(path, label, messages.join(",")).into();
        }
    }
    ErrorList::new()
}
