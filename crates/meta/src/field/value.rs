//! The offending value inside a field error, and how Go's formatting renders each type of it.

use crate::go;
use serde::Serialize;

/// A value a validation refused, kept in the form its message needs.
#[derive(Debug, Clone, PartialEq)]
pub enum BadValue {
    /// Leave the value out of the message.
    Omitted,
    /// A nil pointer, map or slice.
    Null,
    /// A boolean, printed bare.
    Bool(bool),
    /// An integer, printed bare.
    Int(i64),
    /// A float, printed as Go's `%v` does.
    Float(f64),
    /// A plain string, printed as Go's `%q` does.
    Str(String),
    /// Anything else, already rendered as JSON.
    Json(String),
}

impl BadValue {
    /// A struct, list, map, or one of upstream's named string types: all that Go renders through `encoding/json`.
    pub fn json<T: Serialize + ?Sized>(value: &T) -> Self {
        go::to_json(value).map_or(Self::Null, Self::Json)
    }

    /// The value as it stands in a message; `None` when it is left out.
    pub(super) fn render(&self) -> Option<String> {
        Some(match self {
            Self::Omitted => return None,
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Int(value) => value.to_string(),
            Self::Float(value) => go::format_float(*value),
            Self::Str(value) => go::quote(value),
            Self::Json(value) => value.clone(),
        })
    }
}

macro_rules! bad_value_from {
    ($($from:ty => $variant:ident),+ $(,)?) => {
        $(impl From<$from> for BadValue {
            fn from(value: $from) -> Self {
                Self::$variant(value.into())
            }
        })+
    };
}

bad_value_from!(bool => Bool, i32 => Int, i64 => Int, u16 => Int, u32 => Int, f64 => Float, &str => Str, &String => Str, String => Str);

impl From<usize> for BadValue {
    fn from(value: usize) -> Self {
        Self::Int(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

impl<T: Into<BadValue>> From<Option<T>> for BadValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl From<&serde_json::Value> for BadValue {
    fn from(value: &serde_json::Value) -> Self {
        match value {
            serde_json::Value::Null => Self::Null,
            serde_json::Value::Bool(value) => Self::Bool(*value),
            serde_json::Value::String(value) => Self::Str(value.clone()),
            serde_json::Value::Number(number) => match number.as_i64() {
                Some(value) => Self::Int(value),
                None => number.as_f64().map_or(Self::Null, Self::Float),
            },
            other => Self::json(other),
        }
    }
}
