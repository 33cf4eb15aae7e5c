//! What a plain scalar is: the YAML 1.1 rules of go-yaml v2, with `yes`, `0644` and dates that stay text.
//!
//! The emitter asks the same question to know which strings need quotes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::YamlError;

/// A scalar with its type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Resolved<'t> {
    Null,
    Bool(bool),
    Integer(i64),
    /// Beyond what a signed integer holds.
    Unsigned(u64),
    Float(f64),
    /// Looks like a date; used as text, but quoted on the way out.
    Timestamp(&'t str),
    Binary(Vec<u8>),
    Text(&'t str),
}

/// Resolves an untagged plain scalar.
pub(super) fn resolve(text: &str) -> Resolved<'_> {
    let Some(first) = text.bytes().next() else { return Resolved::Null };
    match first {
        b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~' => {
            word(text).unwrap_or(Resolved::Text(text))
        }
        b'.' => word(text).or_else(|| dotted_float(text)).unwrap_or(Resolved::Text(text)),
        b'0'..=b'9' | b'+' | b'-' => word(text)
            .or_else(|| is_timestamp(text).then_some(Resolved::Timestamp(text)))
            .or_else(|| number(text))
            .unwrap_or(Resolved::Text(text)),
        _ => Resolved::Text(text),
    }
}

/// Resolves a scalar with an explicit tag in its long form.
pub(super) fn resolve_tagged<'t>(tag: &str, text: &'t str) -> Result<Resolved<'t>, YamlError> {
    let Some(short) = tag.strip_prefix("tag:yaml.org,2002:") else { return Ok(Resolved::Text(text)) };
    let found = resolve(text);
    Ok(match (short, found) {
        ("str", _) => Resolved::Text(text),
        ("binary", _) => Resolved::Binary(
            STANDARD
                .decode(text.replace(['\n', '\r', ' '], ""))
                .map_err(|_| YamlError::content("!!binary value contains invalid base64 data"))?,
        ),
        ("float", Resolved::Integer(integer)) => Resolved::Float(integer as f64),
        ("null", found @ Resolved::Null)
        | ("bool", found @ Resolved::Bool(_))
        | ("int", found @ (Resolved::Integer(_) | Resolved::Unsigned(_)))
        | ("float", found @ Resolved::Float(_))
        | ("timestamp", found @ Resolved::Timestamp(_)) => found,
        ("null" | "bool" | "int" | "float" | "timestamp", found) => {
            let message = format!("cannot decode !!{} `{text}` as a !!{short}", short_tag(&found));
            return Err(YamlError::Content(message));
        }
        _ => Resolved::Text(text),
    })
}

const fn short_tag(resolved: &Resolved<'_>) -> &'static str {
    match resolved {
        Resolved::Null => "null",
        Resolved::Bool(_) => "bool",
        Resolved::Integer(_) | Resolved::Unsigned(_) => "int",
        Resolved::Float(_) => "float",
        Resolved::Timestamp(_) => "timestamp",
        Resolved::Binary(_) => "binary",
        Resolved::Text(_) => "str",
    }
}

fn word(text: &str) -> Option<Resolved<'_>> {
    Some(match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Resolved::Bool(true)
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Resolved::Bool(false)
        }
        "~" | "null" | "Null" | "NULL" => Resolved::Null,
        ".nan" | ".NaN" | ".NAN" => Resolved::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Resolved::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Resolved::Float(f64::NEG_INFINITY),
        _ => return None,
    })
}

/// A number that begins with its point. Go's own float syntax rules here, underscores excepted.
fn dotted_float(text: &str) -> Option<Resolved<'_>> {
    float(text)
}

fn number(text: &str) -> Option<Resolved<'_>> {
    let plain = text.replace('_', "");
    if let Some(integer) = integer(&plain) {
        return match i64::try_from(integer) {
            Ok(integer) => Some(Resolved::Integer(integer)),
            Err(_) if text.starts_with(['+', '-']) => float(&plain),
            Err(_) => u64::try_from(integer).ok().map(Resolved::Unsigned).or_else(|| float(&plain)),
        };
    }
    float(&plain)
}

fn float<'t>(plain: &str) -> Option<Resolved<'t>> {
    if !is_float(plain) {
        return None;
    }
    // Beyond the largest float Go reports an error, and the text stays text.
    plain.parse::<f64>().ok().filter(|float| float.is_finite()).map(Resolved::Float)
}

/// An integer with Go's prefixes: `0x`, `0o`, `0b`, and a bare `0` for octal.
fn integer(plain: &str) -> Option<i128> {
    let (negative, digits) = match plain.as_bytes().first()? {
        b'-' => (true, &plain[1..]),
        b'+' => (false, &plain[1..]),
        _ => (false, plain),
    };
    let (base, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'o' | b'O', ..] => (8, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
        return None;
    }
    let value = i128::from_str_radix(digits, base).ok()?;
    Some(if negative { -value } else { value })
}

/// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`
fn is_float(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut rest = text.strip_prefix(['+', '-']).unwrap_or(text);
    let whole = digits(rest);
    rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let count = digits(fraction);
        if whole == 0 && count == 0 {
            return false;
        }
        rest = &fraction[count..];
    } else if whole == 0 {
        return false;
    }
    match rest.strip_prefix(['e', 'E']) {
        None => rest.is_empty(),
        Some(exponent) => {
            let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            !exponent.is_empty() && digits(exponent) == exponent.len()
        }
    }
}

/// Whether the text is a date, or a date and time, in one of the forms that go-yaml knows.
fn is_timestamp(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() < 6 || !bytes[..4].iter().all(u8::is_ascii_digit) || bytes[4] != b'-' {
        return false;
    }
    let year: u32 = text[..4].parse().unwrap_or(0);
    let Some((month, rest)) = short_number(&text[5..], 1, 12) else { return false };
    let days = match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let Some((_, rest)) = rest.strip_prefix('-').and_then(|rest| short_number(rest, 1, days)) else {
        return false;
    };
    match rest.as_bytes().first() {
        None => true,
        Some(b'T' | b't') => clock(&rest[1..]).is_some_and(is_zone),
        Some(b' ') => clock(&rest[1..]).is_some_and(str::is_empty),
        Some(_) => false,
    }
}

/// Hours, minutes and seconds with an optional fraction; gives what follows.
fn clock(text: &str) -> Option<&str> {
    let (_, rest) = short_number(text, 0, 23)?;
    let (_, rest) = short_number(rest.strip_prefix(':')?, 0, 59)?;
    let (_, rest) = short_number(rest.strip_prefix(':')?, 0, 59)?;
    let Some(fraction) = rest.strip_prefix(['.', ',']) else { return Some(rest) };
    let count = fraction.bytes().take_while(u8::is_ascii_digit).count();
    (count > 0).then(|| &fraction[count..])
}

fn is_zone(text: &str) -> bool {
    if text == "Z" {
        return true;
    }
    let bytes = text.as_bytes();
    let digits = |range: std::ops::Range<usize>| bytes[range].iter().all(u8::is_ascii_digit);
    bytes.len() == 6
        && matches!(bytes[0], b'+' | b'-')
        && bytes[3] == b':'
        && digits(1..3)
        && digits(4..6)
        && text[1..3].parse::<u32>().is_ok_and(|hours| hours <= 24)
        && text[4..6].parse::<u32>().is_ok_and(|minutes| minutes < 60)
}

/// A number of one or two digits within bounds, and what follows.
fn short_number(text: &str, least: u32, most: u32) -> Option<(u32, &str)> {
    let count = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let number = text[..count].parse().ok()?;
    (least..=most).contains(&number).then(|| (number, &text[count..]))
}
