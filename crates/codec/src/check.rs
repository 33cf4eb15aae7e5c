//! Whether a tree can be decoded as a built-in type, and if not, what Go's decoder would say.
//!
//! Two halves: the JSON types of values, which [`schema::strict`] judges on a text, and the texts of quantities, times and
//! durations, which are judged here with the parsers of `meta`. Called on request bodies (through
//! [`crate::json::decode_typed`]) and on the results of patches.

mod texts;

use schema::Definition;
use schema::strict::{self, FieldError};
use serde_json::Value;

pub(crate) use texts::check_texts;

/// Why a tree does not fit a type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// A value of the wrong JSON type.
    #[error(transparent)]
    Json(#[from] strict::DecodeError),
    /// A text that its type's own decoder rejects: a time, a quantity, a duration, a schema.
    #[error("{0}")]
    Text(String),
}

/// Checks a tree against a type. Null stands for absent everywhere.
pub fn check(value: &Value, definition: &'static Definition) -> Result<(), TypeError> {
    check_strictly(value, definition).map(drop)
}

/// Like [`check`], and gives the unknown fields, in the order of their names.
pub fn check_strictly(value: &Value, definition: &'static Definition) -> Result<Vec<FieldError>, TypeError> {
    let bytes = crate::json::to_vec(value);
    let strict = strict::check(&crate::json::as_text(&bytes), definition);
    if let Some(error) = strict.decode {
        return Err(error.into());
    }
    check_texts(value, definition)?;
    Ok(strict.fields)
}
