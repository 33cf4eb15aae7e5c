//! Field selectors: `metadata.name=x,status.phase!=Running`, values escaped with backslashes.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Fields that a selector can be matched against.
pub trait FieldLookup {
    /// The value of the field; empty when the object does not have it.
    fn field(&self, name: &str) -> &str;
}

impl FieldLookup for [(&str, &str)] {
    fn field(&self, name: &str) -> &str {
        self.iter().find(|(field, _)| *field == name).map_or("", |(_, value)| value)
    }
}

impl FieldLookup for std::collections::BTreeMap<String, String> {
    fn field(&self, name: &str) -> &str {
        self.get(name).map_or("", String::as_str)
    }
}

/// How a field relates to its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldOperator {
    /// The field has the value; written `=` or `==`.
    Equals,
    /// The field has another value.
    NotEquals,
}

/// One term of a field selector.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FieldRequirement {
    /// The field.
    pub field: String,
    /// The operator.
    pub operator: FieldOperator,
    /// The value, unescaped.
    pub value: String,
}

/// Terms that all must hold; none selects everything.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct FieldSelector(Vec<FieldRequirement>);

/// Why a text is no field selector; the texts are upstream's.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseFieldSelectorError {
    /// A term without an operator.
    #[error("invalid selector: '{selector}'; can't understand '{term}'")]
    NoOperator {
        /// The whole selector.
        selector: String,
        /// The term.
        term: String,
    },
    /// A backslash before something that needs none.
    #[error("invalid field selector: invalid escape sequence: {0}")]
    Escape(String),
    /// A separator inside a value without a backslash; the message gives its code.
    #[error("invalid field selector: unescaped character in value: {}", u32::from(*.0))]
    Unescaped(char),
}

/// Escapes a value so that it can stand in a field selector.
pub fn escape_value(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for c in value.chars() {
        if matches!(c, '\\' | ',' | '=') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn unescape_value(value: &str) -> Result<String, ParseFieldSelectorError> {
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(escaped @ ('\\' | ',' | '=')) => out.push(escaped),
                Some(other) => return Err(ParseFieldSelectorError::Escape(format!("\\{other}"))),
                None => return Err(ParseFieldSelectorError::Escape("\\".to_owned())),
            },
            ',' | '=' => return Err(ParseFieldSelectorError::Unescaped(c)),
            c => out.push(c),
        }
    }
    Ok(out)
}

/// The terms between commas that no backslash escapes.
fn split_terms(text: &str) -> Vec<&str> {
    let (mut terms, mut start, mut escaped) = (Vec::new(), 0, false);
    for (at, b) in text.bytes().enumerate() {
        match b {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b',' => {
                terms.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    terms.push(&text[start..]);
    terms
}

/// Field, operator and value at the first operator in the term.
fn split_term(term: &str) -> Option<(&str, FieldOperator, &str)> {
    for (at, b) in term.bytes().enumerate() {
        let rest = &term.as_bytes()[at + 1..];
        match b {
            b'!' if rest.starts_with(b"=") => {
                return Some((&term[..at], FieldOperator::NotEquals, &term[at + 2..]));
            }
            b'=' if rest.starts_with(b"=") => {
                return Some((&term[..at], FieldOperator::Equals, &term[at + 2..]));
            }
            b'=' => return Some((&term[..at], FieldOperator::Equals, &term[at + 1..])),
            _ => {}
        }
    }
    None
}

impl FieldSelector {
    /// Selects every object.
    pub const fn everything() -> Self {
        Self(Vec::new())
    }

    /// Selects by one field.
    pub fn equals(field: impl Into<String>, value: impl Into<String>) -> Self {
        let (field, value) = (field.into(), value.into());
        Self(vec![FieldRequirement { field, operator: FieldOperator::Equals, value }])
    }

    /// From terms; kept in the order given.
    pub fn from_requirements(requirements: Vec<FieldRequirement>) -> Self {
        Self(requirements)
    }

    /// The terms.
    pub fn requirements(&self) -> &[FieldRequirement] {
        &self.0
    }

    /// Whether it selects every object.
    pub fn is_everything(&self) -> bool {
        self.0.is_empty()
    }

    /// The value that the field must have, if a term says so.
    pub fn exact_match(&self, field: &str) -> Option<&str> {
        let exact = |one: &&FieldRequirement| one.field == field && one.operator == FieldOperator::Equals;
        self.0.iter().find(exact).map(|one| one.value.as_str())
    }

    /// Whether the fields satisfy the selector.
    pub fn matches<F: FieldLookup + ?Sized>(&self, fields: &F) -> bool {
        self.0
            .iter()
            .all(|one| (fields.field(&one.field) == one.value) == (one.operator == FieldOperator::Equals))
    }

    /// With every term rewritten; a term whose field and value both become empty is dropped.
    pub fn transform<E>(
        self,
        mut rewrite: impl FnMut(String, String) -> Result<(String, String), E>,
    ) -> Result<Self, E> {
        let mut terms = Vec::with_capacity(self.0.len());
        for term in self.0 {
            let (field, value) = rewrite(term.field, term.value)?;
            if !field.is_empty() || !value.is_empty() {
                terms.push(FieldRequirement { field, operator: term.operator, value });
            }
        }
        Ok(Self(terms))
    }
}

impl FromStr for FieldSelector {
    type Err = ParseFieldSelectorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut terms = split_terms(text);
        terms.sort_unstable();
        let mut requirements = Vec::with_capacity(terms.len());
        for term in terms.into_iter().filter(|term| !term.is_empty()) {
            let (field, operator, value) = split_term(term).ok_or_else(|| {
                ParseFieldSelectorError::NoOperator { selector: text.to_owned(), term: term.to_owned() }
            })?;
            requirements.push(FieldRequirement {
                field: field.to_owned(),
                operator,
                value: unescape_value(value)?,
            });
        }
        Ok(Self(requirements))
    }
}

impl fmt::Display for FieldSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, one) in self.0.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            let operator = if one.operator == FieldOperator::Equals { "=" } else { "!=" };
            write!(f, "{comma}{}{operator}{}", one.field, escape_value(&one.value))?;
        }
        Ok(())
    }
}
