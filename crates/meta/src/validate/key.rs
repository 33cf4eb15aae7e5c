//! Names of environment variables, ConfigMap keys, HTTP headers and C identifiers.

use super::dns::DNS1123_SUBDOMAIN_MAX;
use super::message::{Messages, Unit, check, empty_error, regex_error};

/// A name that a path would read as "here" or "up".
fn directory_step(value: &str) -> Option<&'static str> {
    match value {
        "." => Some("must not be '.'"),
        ".." => Some("must not be '..'"),
        _ if value.starts_with("..") => Some("must not start with '..'"),
        _ => None,
    }
}

/// The name of an environment variable.
pub fn env_var_name(value: &str) -> Messages {
    let letter = |b: &u8| b.is_ascii_alphabetic() || matches!(b, b'-' | b'.' | b'_');
    let matches = |value: &[u8]| match value {
        [] => false,
        [first, rest @ ..] => letter(first) && rest.iter().all(|b| letter(b) || b.is_ascii_digit()),
    };
    let mut messages = check(value, usize::MAX, Unit::Characters, matches, || {
        regex_error(
            "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and \
             must not start with a digit",
            "[-._a-zA-Z][-._a-zA-Z0-9]*",
            &["my.env-name", "MY_ENV.NAME", "MyEnvName1"],
        )
    });
    messages.extend(directory_step(value).map(Into::into));
    messages
}

/// The name of an environment variable by the relaxed rule.
pub fn relaxed_env_var_name(value: &str) -> Messages {
    let mut messages = Messages::new();
    if value.is_empty() {
        messages.push(format!("environment variable name {}", empty_error()).into());
    }
    if !value.bytes().all(|b| matches!(b, b' '..=b'~') && b != b'=') {
        let rule = "a valid environment variable name must consist only of printable ASCII characters other than '='";
        messages.push(rule.into());
    }
    messages
}

/// A key of a ConfigMap or Secret.
pub fn config_map_key(value: &str) -> Messages {
    let one = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_');
    let matches = |value: &[u8]| !value.is_empty() && value.iter().all(one);
    let mut messages = check(value, DNS1123_SUBDOMAIN_MAX, Unit::Characters, matches, || {
        regex_error(
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
            "[-._a-zA-Z0-9]+",
            &["key.name", "KEY_NAME", "key-name"],
        )
    });
    messages.extend(directory_step(value).map(Into::into));
    messages
}

/// The name of an HTTP header.
pub fn http_header_name(value: &str) -> Messages {
    let one = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
    let matches = |value: &[u8]| !value.is_empty() && value.iter().all(one);
    check(value, usize::MAX, Unit::Characters, matches, || {
        let rule = "a valid HTTP header must consist of alphanumeric characters or '-'";
        regex_error(rule, "[-A-Za-z0-9]+", &["X-Header-Name"])
    })
}

/// An identifier as C has them.
pub fn c_identifier(value: &str) -> Messages {
    let letter = |b: &u8| b.is_ascii_alphabetic() || *b == b'_';
    let matches = |value: &[u8]| match value {
        [] => false,
        [first, rest @ ..] => letter(first) && rest.iter().all(|b| letter(b) || b.is_ascii_digit()),
    };
    check(value, usize::MAX, Unit::Characters, matches, || {
        regex_error(
            "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric \
             characters or '_'",
            "[A-Za-z_][A-Za-z0-9_]*",
            &["my_name", "MY_NAME", "MyName"],
        )
    })
}
