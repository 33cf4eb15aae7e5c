//! Strict decoding: what Go's decoder would say about a JSON *text* — unknown fields, duplicate fields, wrong types —
//! in the words and the order in which it says it.
//!
//! A tree cannot answer this: it has lost duplicates, the order of members and the spelling of numbers. `apiserver` runs
//! [`check`] on request bodies of built-in kinds and [`duplicates`] on those of custom resources. Keys are matched
//! exactly, as the target version does. The contents of quantities, times and durations are judged by those who parse
//! them; here only that they are of the right JSON type. The text is known to be valid JSON; if it is not, the check
//! stops where it no longer understands.

mod go;
mod scan;
mod walk;

use std::fmt;

use crate::Definition;

/// What was found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The first value that cannot be decoded: the request fails with it, whatever the validation level.
    pub decode: Option<DecodeError>,
    /// Unknown and duplicate fields, in the order of the text, each once, at most a hundred.
    pub fields: Vec<FieldError>,
}

/// A field that strict validation rejects and lenient validation warns about. Displayed as the server words it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldError {
    /// The type has no such field.
    Unknown(String),
    /// The field is there twice.
    Duplicate(String),
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(path) => write!(f, "unknown field {path:?}"),
            Self::Duplicate(path) => write!(f, "duplicate field {path:?}"),
        }
    }
}

/// A value of the wrong type, displayed as Go words it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A member of a struct.
    #[error("json: cannot unmarshal {value} into Go struct field {owner}.{path} of type {go_type}")]
    Field {
        /// What was found: `string`, `number 1.5`.
        value: String,
        /// The Go struct that has the field.
        owner: &'static str,
        /// The field's path from the root, without list indexes and map keys.
        path: String,
        /// What was wanted.
        go_type: String,
    },
    /// The root itself.
    #[error("json: cannot unmarshal {value} into Go value of type {go_type}")]
    Root {
        /// What was found.
        value: String,
        /// What was wanted.
        go_type: String,
    },
    /// Text that should be base64.
    #[error("illegal base64 data at input byte {0}")]
    Base64(usize),
}

/// Checks a text against a built-in type.
pub fn check(text: &str, definition: &'static Definition) -> Findings {
    walk::typed(text, definition)
}

/// Duplicate fields of a text without regard to a type.
pub fn duplicates(text: &str) -> Vec<FieldError> {
    walk::untyped(text).fields
}
