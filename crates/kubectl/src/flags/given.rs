//! What was given on a command line.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Flag, Kind};

/// The flags of a command line, with their defaults.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    pub(super) known: BTreeMap<&'static str, &'static Flag>,
    pub(super) given: BTreeMap<&'static str, Vec<String>>,
}

impl Flags {
    /// Whether the flag was given.
    pub fn changed(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    /// Whether the verb has the flag.
    pub fn has(&self, name: &str) -> bool {
        self.known.contains_key(name)
    }

    /// A text; of several the last.
    pub fn text(&self, name: &str) -> &str {
        match self.given.get(name).and_then(|values| values.last()) {
            Some(value) => value,
            None => self.known.get(name).map_or("", |flag| flag.default),
        }
    }

    /// A text, unless it is empty.
    pub fn some(&self, name: &str) -> Option<&str> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }

    /// A text of a flag that every verb takes, unless it is empty or the verb has a flag of its own by that name.
    pub fn global(&self, name: &str) -> Option<&str> {
        let own = self
            .known
            .get(name)
            .is_some_and(|flag| !super::GLOBAL.iter().any(|global| std::ptr::eq(global, *flag)));
        self.some(name).filter(|_| !own)
    }

    /// Whether a switch is on.
    pub fn on(&self, name: &str) -> bool {
        truth(self.text(name)).unwrap_or(false)
    }

    /// All texts of a flag that takes several.
    pub fn list(&self, name: &str) -> Vec<String> {
        let Some(values) = self.given.get(name) else { return Vec::new() };
        match self.known.get(name).map(|flag| flag.kind) {
            Some(Kind::List) => values.iter().flat_map(|value| split(value)).collect(),
            _ => values.clone(),
        }
    }

    /// A number.
    pub fn int(&self, name: &str) -> i64 {
        self.text(name).parse().unwrap_or_default()
    }

    /// A span of time.
    pub fn duration(&self, name: &str) -> Duration {
        nanoseconds(self.text(name))
            .and_then(|nanos| u64::try_from(nanos).ok())
            .map_or(Duration::ZERO, Duration::from_nanos)
    }

    /// A span of time that may be below zero, in nanoseconds.
    pub fn nanos(&self, name: &str) -> i64 {
        nanoseconds(self.text(name)).unwrap_or_default()
    }
}

pub(super) fn nanoseconds(text: &str) -> Option<i64> {
    if text.is_empty() {
        return Some(0);
    }
    text.parse::<meta::Duration>().ok().map(meta::Duration::as_nanos)
}

/// Go's `strconv.ParseBool`.
pub(super) fn truth(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

/// One line of comma-separated values, with double quotes where a value has commas itself.
fn split(text: &str) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    let (mut values, mut value, mut quoted) = (Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                value.push('"');
            }
            '"' if quoted || value.is_empty() => quoted = !quoted,
            ',' if !quoted => values.push(std::mem::take(&mut value)),
            other => value.push(other),
        }
    }
    values.push(value);
    values
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn lists_split_at_commas_outside_quotes() {
        assert_eq!(split("a,b"), ["a", "b"]);
        assert_eq!(split(r#""a,b",c"#), ["a,b", "c"]);
        assert_eq!(split("a="), ["a="]);
    }
}
