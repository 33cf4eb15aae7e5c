//! Label keys ("qualified names") and values, and the keys and paths that a domain must prefix.

use super::dns::{dns1123_subdomain, dns1123_subdomain_in};
use super::message::{Messages, Unit, check, empty_error, max_len_error, regex_error};
use crate::field::{ErrorList, FieldError, Path};

/// The longest label value.
pub const LABEL_VALUE_MAX: usize = 63;
const NAME_MAX: usize = 63;

const NAME: &str = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const NAME_RULE: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
                         alphanumeric character";

fn name_error() -> String {
    regex_error(NAME_RULE, NAME, &["MyName", "my.name", "123-abc"])
}

fn is_name(value: &[u8]) -> bool {
    let inner = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    match value {
        [] => false,
        [first, rest @ ..] => {
            first.is_ascii_alphanumeric()
                && value[value.len() - 1].is_ascii_alphanumeric()
                && rest.iter().all(inner)
        }
    }
}

/// A label key: a name, optionally behind a DNS subdomain and a slash.
pub fn qualified_name(value: &str) -> Messages {
    let mut messages = Messages::new();
    let mut parts = value.split('/');
    let name = match (parts.next(), parts.next(), parts.next()) {
        (Some(name), None, _) => name,
        (Some(prefix), Some(name), None) => {
            if prefix.is_empty() {
                messages.push(format!("prefix part {}", empty_error()).into());
            } else {
                let problems = dns1123_subdomain_in(prefix, Unit::Bytes);
                messages.extend(problems.iter().map(|problem| format!("prefix part {problem}").into()));
            }
            name
        }
        _ => {
            let message = format!(
                "a valid label key {} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
                name_error()
            );
            return vec![message.into()];
        }
    };
    if name.is_empty() {
        messages.push(format!("name part {}", empty_error()).into());
    } else if name.len() > NAME_MAX {
        messages.push(format!("name part {}", max_len_error(NAME_MAX, Unit::Bytes)).into());
    }
    if !is_name(name.as_bytes()) {
        messages.push(format!("name part {}", name_error()).into());
    }
    messages
}

/// A label value.
pub fn label_value(value: &str) -> Messages {
    let matches = |value: &[u8]| value.is_empty() || is_name(value);
    check(value, LABEL_VALUE_MAX, Unit::Bytes, matches, || {
        regex_error(
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must \
             start and end with an alphanumeric character",
            &format!("({NAME})?"),
            &["MyValue", "my_value", "12345"],
        )
    })
}

/// A label key that must have a prefix.
pub fn prefixed_label_key(value: &str) -> Messages {
    let messages = qualified_name(value);
    if !messages.is_empty() || value.contains('/') {
        return messages;
    }
    vec!["must include a prefix (e.g. 'example.com/key')".into()]
}

/// A key behind a domain, as in `acme.io/foo`.
pub fn domain_prefixed_key(path: &Path<'_>, key: &str) -> ErrorList {
    if key.is_empty() {
        return FieldError::required(path, "").into();
    }
    let problems = qualified_name(key);
    if problems.is_empty() && !key.contains('/') {
        let detail = "must be a domain-prefixed key (such as \"acme.io/foo\")";
        return FieldError::invalid(path, key, detail).into();
    }
    problems.into_iter().map(|problem| FieldError::invalid(path, key, problem)).collect()
}

/// An HTTP path behind a domain, as in `acme.io/foo`.
pub fn domain_prefixed_path(path: &Path<'_>, value: &str) -> ErrorList {
    if value.is_empty() {
        return FieldError::required(path, "").into();
    }
    let (host, rest) = match value.split_once('/') {
        Some((host, rest)) if !host.is_empty() && !rest.is_empty() => (host, rest),
        _ => {
            let detail = "must be a domain-prefixed path (such as \"acme.io/foo\")";
            return FieldError::invalid(path, value, detail).into();
        }
    };
    let problems = dns1123_subdomain(host).into_iter();
    let mut errors: ErrorList = problems.map(|problem| FieldError::invalid(path, host, problem)).collect();
    if !rest.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-._~%!$&'()*+,;=:".contains(&b)) {
        let detail = regex_error("Invalid path", r"[A-Za-z0-9/\-._~%!$&'()*+,;=:]+", &[]);
        errors.push(FieldError::invalid(path, rest, detail));
    }
    errors
}
