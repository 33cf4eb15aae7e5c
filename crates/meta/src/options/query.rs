//! A query string taken apart, the way Go's `net/url` does it.

use crate::go::{self, NumError};
use std::borrow::Cow;

/// The parameters of a query string, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

/// Decodes `+` and `%XX`; `None` when a percent sign is not followed by two hexadecimal digits.
fn decode(text: &str) -> Option<Cow<'_, str>> {
    if !text.bytes().any(|b| matches!(b, b'+' | b'%')) {
        return Some(Cow::Borrowed(text));
    }
    let hex = |b: u8| char::from(b).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(b) = bytes.next() {
        out.push(match b {
            b'+' => b' ',
            b'%' => hex(bytes.next()?)? << 4 | hex(bytes.next()?)?,
            b => b,
        });
    }
    Some(match String::from_utf8(out) {
        Ok(text) => Cow::Owned(text),
        Err(error) => Cow::Owned(String::from_utf8_lossy(error.as_bytes()).into_owned()),
    })
}

impl<'a> Query<'a> {
    /// Takes a query string apart. A parameter that cannot be decoded or holds a semicolon is dropped.
    pub fn parse(text: &'a str) -> Self {
        let pair = |part: &'a str| {
            if part.is_empty() || part.contains(';') {
                return None;
            }
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            Some((decode(key)?, decode(value)?))
        };
        Self(text.split('&').filter_map(pair).collect())
    }

    /// The first value of a parameter.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| &**value)
    }

    /// Every value of a parameter.
    pub fn all<'q>(&'q self, key: &'q str) -> impl Iterator<Item = &'q str> {
        self.0.iter().filter(move |(name, _)| name == key).map(|(_, value)| &**value)
    }

    /// The parameters in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (&**key, &**value))
    }

    /// Whether there are no parameters.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn text(&self, key: &str) -> String {
        self.get(key).unwrap_or_default().to_owned()
    }

    /// True unless the value is `0` or `false` in any case; also when the parameter stands without a value.
    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        self.get(key).map(|value| value != "0" && !value.eq_ignore_ascii_case("false"))
    }

    pub(super) fn integer(&self, key: &str) -> Result<Option<i64>, NumError> {
        self.get(key).map(go::parse_int).transpose()
    }

    pub(super) fn texts(&self, key: &str) -> Vec<String> {
        self.all(key).map(ToOwned::to_owned).collect()
    }
}

impl<'a> FromIterator<(&'a str, &'a str)> for Query<'a> {
    fn from_iter<I: IntoIterator<Item = (&'a str, &'a str)>>(pairs: I) -> Self {
        Self(pairs.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    }
}
