//! Formats of texts. Those that a stock server does not know are no rule at all.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use meta::{ErrorKind, Time, go, validate};
use regex::Regex;
use schema::{Flags, Schema, Type};

use super::{Against, Findings};

impl Against<'_> {
    /// A text in the format that its schema names.
    pub(super) fn format(&self, schema: &Schema, text: &str, path: &str) -> Findings {
        let Some(format) = of(schema) else { return Findings::default() };
        if fits(&format.replace('-', ""), text) {
            return Findings::default();
        }
        let detail = format!("{path} in body must be of type {format}: {}", go::quote(text));
        self.error(ErrorKind::TypeInvalid, path, text, detail).into()
    }
}

/// The format that a schema names, if it is known for its type.
pub(super) fn of(schema: &Schema) -> Option<&str> {
    let format = schema.format_name()?;
    let known = match &schema.ty {
        _ if schema.has(Flags::INT_OR_STRING) => false,
        Type::Any | Type::String => KNOWN.contains(&format.replace('-', "").as_str()),
        Type::Integer => matches!(format, "int32" | "int64"),
        Type::Number => matches!(format, "float" | "double"),
        _ => false,
    };
    known.then_some(format)
}

/// The formats of texts, without the dashes that some have.
const KNOWN: [&str; 26] = [
    "bsonobjectid",
    "uri",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "cidr",
    "mac",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
    "isbn",
    "isbn10",
    "isbn13",
    "creditcard",
    "ssn",
    "hexcolor",
    "rgbcolor",
    "byte",
    "password",
    "date",
    "duration",
    "datetime",
    "k8sshortname",
    "k8slongname",
];

fn fits(format: &str, text: &str) -> bool {
    match format {
        "datetime" => text.parse::<Time>().is_ok(),
        "date" => text.len() == 10 && format!("{text}T00:00:00Z").parse::<Time>().is_ok(),
        "byte" => STANDARD.decode(text).is_ok(),
        "ipv4" => text.parse::<Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<Ipv6Addr>().is_ok(),
        "cidr" => validate::parse_cidr_sloppy(text).is_some(),
        "duration" => text.parse::<meta::time::Duration>().is_ok() || DURATION.is_match(text),
        "k8sshortname" => validate::dns1123_label(text).is_empty(),
        "k8slongname" => validate::dns1123_subdomain(text).is_empty(),
        "hostname" => {
            HOSTNAME.is_match(text) && text.len() <= 255 && text.split('.').all(|part| part.len() <= 63)
        }
        "isbn" => isbn10(text) || isbn13(text),
        "isbn10" => isbn10(text),
        "isbn13" => isbn13(text),
        "creditcard" => luhn(text),
        other => SHAPES.iter().find(|(name, _)| *name == other).is_none_or(|(_, shape)| shape.is_match(text)),
    }
}

static SHAPES: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
    let shapes = [
        ("bsonobjectid", "^[0-9a-fA-F]{24}$"),
        ("uri", r"^(/[^\s]*|[A-Za-z][A-Za-z0-9+.-]*:[^\s]+)$"),
        ("email", r#"^([^<>@\s",;]+@[^<>@\s",;]+|[^<>]*<[^<>@\s]+@[^<>@\s]+>)$"#),
        (
            "mac",
            r"^([0-9A-Fa-f]{2}([:-][0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{2}([:-][0-9A-Fa-f]{2}){7}|[0-9A-Fa-f]{4}(\.[0-9A-Fa-f]{4}){2,3})$",
        ),
        ("uuid", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$"),
        ("uuid3", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$"),
        ("uuid4", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$"),
        ("uuid5", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$"),
        ("ssn", "^[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}$"),
        ("hexcolor", "^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"),
        (
            "rgbcolor",
            r"^rgb\(\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*\)$",
        ),
    ];
    shapes.into_iter().filter_map(|(name, shape)| Some((name, Regex::new(shape).ok()?))).collect()
});

/// A duration as Scala writes it.
static DURATION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(\d+(\.\d+)?\s*(ns|nano|nanosecond|nanoseconds|nanos|us|µs|micro|micros|microsecond|microseconds|ms|milli|millis|millisecond|milliseconds|s|sec|secs|second|seconds|m|min|mins|minute|minutes|h|hr|hrs|hour|hours|d|day|days|w|wk|wks|week|weeks)\s*)+$").expect("it is a constant")
});

static HOSTNAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$").expect("it is a constant")
});

/// The digits of a number, without dashes and spaces; an X counts ten.
fn digits(text: &str) -> Option<Vec<u32>> {
    let plain = text.chars().filter(|c| !matches!(c, '-' | ' '));
    plain.map(|c| if c == 'X' { Some(10) } else { c.to_digit(10) }).collect()
}

fn isbn10(text: &str) -> bool {
    digits(text)
        .filter(|digits| digits.len() == 10)
        .is_some_and(|digits| (1..).zip(&digits).map(|(at, digit)| at * digit).sum::<u32>() % 11 == 0)
}

fn isbn13(text: &str) -> bool {
    digits(text).filter(|digits| digits.len() == 13).is_some_and(|digits| {
        [1, 3].iter().cycle().zip(&digits).map(|(weight, digit)| weight * digit).sum::<u32>() % 10 == 0
    })
}

fn luhn(text: &str) -> bool {
    digits(text).filter(|digits| (13..=19).contains(&digits.len())).is_some_and(|digits| {
        let weigh = |(at, digit): (usize, &u32)| match (at % 2, digit * 2) {
            (0, _) => *digit,
            (_, double) if double > 9 => double - 9,
            (_, double) => double,
        };
        digits.iter().rev().enumerate().map(weigh).sum::<u32>() % 10 == 0
    })
}
