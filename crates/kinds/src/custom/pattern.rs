//! Regular expressions of schemas, compiled once. Go's classes are ASCII where those of our library are not.

use std::collections::HashMap;

use regex::Regex;
use schema::{Additional, Schema, Type};

/// The patterns of a schema by their text; those that cannot be compiled are missing.
#[derive(Default)]
pub(super) struct Patterns(HashMap<String, Regex>);

impl Patterns {
    /// All patterns of a schema and of everything below it.
    pub(super) fn of(schema: &Schema) -> Self {
        let mut patterns = Self::default();
        patterns.add(schema);
        patterns
    }

    /// Whether a text matches; `None` if the pattern is none.
    pub(super) fn matches(&self, pattern: &str, text: &str) -> Option<bool> {
        Some(self.0.get(pattern)?.is_match(text))
    }

    fn add(&mut self, schema: &Schema) {
        if let Some(validations) = schema.extra.as_ref().and_then(|extra| extra.validations.as_ref()) {
            if let Some(pattern) = &validations.pattern
                && let Ok(compiled) = Regex::new(&ascii(pattern))
            {
                self.0.insert(pattern.clone(), compiled);
            }
            let nested = validations.all_of.iter().chain(&validations.any_of).chain(&validations.one_of);
            nested.chain(&validations.not).for_each(|schema| self.add(schema));
        }
        match &schema.ty {
            Type::Array(items) => self.add(items),
            Type::Object(object) => {
                object.fields.iter().for_each(|field| self.add(&field.schema));
                if let Additional::Values(values) = &object.additional {
                    self.add(values);
                }
            }
            _ => {}
        }
    }
}

/// The pattern with Go's meaning of its classes.
fn ascii(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('d') => out.push_str("[0-9]"),
            Some('D') => out.push_str("[^0-9]"),
            Some('w') => out.push_str("[0-9A-Za-z_]"),
            Some('W') => out.push_str("[^0-9A-Za-z_]"),
            Some('s') => out.push_str("[\\t\\n\\f\\r ]"),
            Some('S') => out.push_str("[^\\t\\n\\f\\r ]"),
            Some('b') => out.push_str("(?-u:\\b)"),
            Some('B') => out.push_str("(?-u:\\B)"),
            Some(other) => out.extend(['\\', other]),
            None => out.push('\\'),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_those_of_go() {
        let matches = |pattern: &str, text: &str| Regex::new(&ascii(pattern)).unwrap().is_match(text);
        assert!(matches(r"^\d+$", "12"));
        assert!(!matches(r"^\d+$", "١٢"));
        assert!(matches(r"^[\w.-]+$", "a_b.c-d"));
        assert!(!matches(r"^\w+$", "é"));
        assert!(matches(r"\bfoo\b", "a foo b"));
        assert!(matches(r"^a\.b$", "a.b"));
    }
}
