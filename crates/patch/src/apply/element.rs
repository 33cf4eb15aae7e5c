//! One step of a path through an object: a field, a list item told apart by its keys, a list item that is its own
//! identity, or an index. With the order, the JSON form and the human form that the API uses.

use std::cmp::Ordering;
use std::fmt;

use serde_json::Value;
use thiserror::Error;

use super::equality::compare_values;
use crate::go_text::{number_text, quote};

/// One step of a path.
#[derive(Clone, Debug)]
pub enum PathElement {
    /// A member of an object: `f:name`.
    Field(Box<str>),
    /// The item of a list whose key fields have these values, sorted by name: `k:{"name":"x"}`.
    Key(Box<[(Box<str>, Value)]>),
    /// The item of a set with this value: `v:"x"`.
    Value(Value),
    /// An item by position: `i:0`.
    Index(i64),
}

/// Why a step cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ElementError {
    /// Shorter than its two-character prefix.
    #[error("key must be 2 characters long:")]
    TooShort,
    /// The second character is not a colon.
    #[error("missing colon: {0}")]
    NoColon(String),
    /// The part after the prefix is not what the prefix says.
    #[error("{0}")]
    Content(String),
}

impl PathElement {
    /// A field step.
    pub fn field(name: &str) -> Self {
        Self::Field(name.into())
    }

    /// A key step; the fields are sorted here.
    pub fn key(mut fields: Vec<(Box<str>, Value)>) -> Self {
        fields.sort_by(|a, b| a.0.cmp(&b.0));
        Self::Key(fields.into())
    }

    /// Reads the JSON form. `None`: a kind of step that this version does not know; such steps are dropped.
    pub fn read(text: &str) -> Result<Option<Self>, ElementError> {
        let prefix = text.as_bytes();
        if prefix.len() < 2 {
            return Err(ElementError::TooShort);
        }
        if prefix[1] != b':' {
            return Err(ElementError::NoColon(text.to_owned()));
        }
        let content = &text[2..];
        Ok(Some(match prefix[0] {
            b'f' => Self::Field(content.into()),
            b'v' => Self::Value(json(content)?),
            b'k' => match json(content)? {
                Value::Object(fields) => {
                    Self::key(fields.into_iter().map(|(name, value)| (name.into(), value)).collect())
                }
                _ => return Err(ElementError::Content(format!("expected an object: {content}"))),
            },
            b'i' => {
                Self::Index(content.parse().map_err(|e| ElementError::Content(format!("{content}: {e}")))?)
            }
            _ => return Ok(None),
        }))
    }

    /// The JSON form.
    pub fn write(&self) -> String {
        match self {
            Self::Field(name) => format!("f:{name}"),
            Self::Value(value) => format!("v:{value}"),
            Self::Index(index) => format!("i:{index}"),
            Self::Key(fields) => {
                let mut out = String::from("k:{");
                for (index, (name, value)) in fields.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    out.push_str(&Value::from(&**name).to_string());
                    out.push(':');
                    out.push_str(&value.to_string());
                }
                out.push('}');
                out
            }
        }
    }

    const fn rank(&self) -> u8 {
        match self {
            Self::Field(_) => 0,
            Self::Key(_) => 1,
            Self::Value(_) => 2,
            Self::Index(_) => 3,
        }
    }
}

fn json(text: &str) -> Result<Value, ElementError> {
    serde_json::from_str(text).map_err(|e| ElementError::Content(e.to_string()))
}

impl Ord for PathElement {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Field(a), Self::Field(b)) => a.cmp(b),
            (Self::Key(a), Self::Key(b)) => {
                let pairs = a.iter().zip(b.iter());
                let by_field = pairs
                    .map(|((an, av), (bn, bv))| an.cmp(bn).then_with(|| compare_values(av, bv)))
                    .find(|order| order.is_ne());
                by_field.unwrap_or_else(|| a.len().cmp(&b.len()))
            }
            (Self::Value(a), Self::Value(b)) => compare_values(a, b),
            (Self::Index(a), Self::Index(b)) => a.cmp(b),
            (a, b) => a.rank().cmp(&b.rank()),
        }
    }
}

impl PartialOrd for PathElement {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for PathElement {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for PathElement {}

/// The human form, as conflicts print it: `.name`, `[name="x"]`, `[="x"]`, `[0]`.
impl fmt::Display for PathElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => write!(f, ".{name}"),
            Self::Index(index) => write!(f, "[{index}]"),
            Self::Value(value) => write!(f, "[={}]", human(value)),
            Self::Key(fields) => {
                f.write_str("[")?;
                for (index, (name, value)) in fields.iter().enumerate() {
                    let comma = if index > 0 { "," } else { "" };
                    write!(f, "{comma}{name}={}", human(value))?;
                }
                f.write_str("]")
            }
        }
    }
}

fn human(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        Value::Number(number) => number_text(number),
        Value::Array(items) => format!("[{}]", items.iter().map(human).collect::<Vec<_>>().join(",")),
        Value::Object(members) => members.iter().map(|(name, v)| format!("{name}={}", human(v))).collect(),
        other => other.to_string(),
    }
}
