//! One field error: its kind, where, what value, and the texts made of them.

use super::{BadValue, Path};
use crate::go;
use std::fmt;

/// What is wrong with a field; each kind is also the `reason` of a `Status` cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The value refers to something that is not there.
    NotFound,
    /// The value must be given and was not.
    Required,
    /// The value must be unique and is not.
    Duplicate,
    /// The value is malformed or out of bounds.
    Invalid,
    /// The value is not one of an enumeration.
    NotSupported,
    /// The value is well formed but not permitted here.
    Forbidden,
    /// The value is too long; the message leaves it out.
    TooLong,
    /// The value is too short.
    TooShort,
    /// The list has too many items.
    TooMany,
    /// The list has too few items.
    TooFew,
    /// The failure is the server's own.
    Internal,
    /// The value has the wrong type for the schema.
    TypeInvalid,
}

impl ErrorKind {
    /// The machine-readable reason in a `Status` cause.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::NotFound => "FieldValueNotFound",
            Self::Required => "FieldValueRequired",
            Self::Duplicate => "FieldValueDuplicate",
            Self::Invalid => "FieldValueInvalid",
            Self::NotSupported => "FieldValueNotSupported",
            Self::Forbidden => "FieldValueForbidden",
            Self::TooLong => "FieldValueTooLong",
            Self::TooShort => "FieldValueTooShort",
            Self::TooMany => "FieldValueTooMany",
            Self::TooFew => "FieldValueTooFew",
            Self::Internal => "InternalError",
            Self::TypeInvalid => "FieldValueTypeInvalid",
        }
    }

    /// The words a message opens with.
    pub const fn title(self) -> &'static str {
        match self {
            Self::NotFound => "Not found",
            Self::Required => "Required value",
            Self::Duplicate => "Duplicate value",
            Self::Invalid | Self::TypeInvalid => "Invalid value",
            Self::NotSupported => "Unsupported value",
            Self::Forbidden => "Forbidden",
            Self::TooLong => "Too long",
            Self::TooShort => "Too short",
            Self::TooMany => "Too many",
            Self::TooFew => "Too few",
            Self::Internal => "Internal error",
        }
    }

    const fn shows_value(self) -> bool {
        !matches!(self, Self::Required | Self::Forbidden | Self::TooLong | Self::TooShort | Self::Internal)
    }
}

/// A validation failure at one field.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// The rendered path.
    pub field: String,
    /// The value that was refused.
    pub value: BadValue,
    /// What a user can do about it; may be empty.
    pub detail: String,
}

fn count(bound: &str, number: usize, unit: &str) -> String {
    format!("{bound} {number} {unit}{}", if number == 1 { "" } else { "s" })
}

impl FieldError {
    fn new(kind: ErrorKind, path: &Path<'_>, value: BadValue, detail: impl Into<String>) -> Self {
        Self { kind, field: path.to_string(), value, detail: detail.into() }
    }

    /// The value refers to something that is not there.
    pub fn not_found(path: &Path<'_>, value: impl Into<BadValue>) -> Self {
        Self::new(ErrorKind::NotFound, path, value.into(), "")
    }

    /// The value must be given and was not.
    pub fn required(path: &Path<'_>, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Required, path, BadValue::Str(String::new()), detail)
    }

    /// The value must be unique and is not.
    pub fn duplicate(path: &Path<'_>, value: impl Into<BadValue>) -> Self {
        Self::new(ErrorKind::Duplicate, path, value.into(), "")
    }

    /// The value is malformed or out of bounds.
    pub fn invalid(path: &Path<'_>, value: impl Into<BadValue>, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, path, value.into(), detail)
    }

    /// The value is not one of an enumeration; `supported` is listed in the order given.
    pub fn not_supported<S: AsRef<str>>(
        path: &Path<'_>,
        value: impl Into<BadValue>,
        supported: &[S],
    ) -> Self {
        let quoted: Vec<String> = supported.iter().map(|value| go::quote(value.as_ref())).collect();
        let detail = if quoted.is_empty() {
            String::new()
        } else {
            format!("supported values: {}", quoted.join(", "))
        };
        Self::new(ErrorKind::NotSupported, path, value.into(), detail)
    }

    /// Like [`FieldError::not_supported`] for an enumeration that upstream keeps as a set, and so lists sorted.
    pub fn not_in_set<S: AsRef<str>>(path: &Path<'_>, value: impl Into<BadValue>, supported: &[S]) -> Self {
        let mut sorted: Vec<&str> = supported.iter().map(AsRef::as_ref).collect();
        sorted.sort_unstable();
        Self::not_supported(path, value, &sorted)
    }

    /// The value is well formed but not permitted here.
    pub fn forbidden(path: &Path<'_>, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Forbidden, path, BadValue::Str(String::new()), detail)
    }

    /// The value has more than `max` bytes.
    pub fn too_long(path: &Path<'_>, max: usize) -> Self {
        Self::new(ErrorKind::TooLong, path, BadValue::Omitted, count("may not be more than", max, "byte"))
    }

    /// The value has more than `max` characters.
    pub fn too_long_characters(path: &Path<'_>, max: usize) -> Self {
        Self::new(
            ErrorKind::TooLong,
            path,
            BadValue::Omitted,
            count("may not be more than", max, "character"),
        )
    }

    /// The value is too long, the bound being unknown.
    pub fn too_long_unbounded(path: &Path<'_>) -> Self {
        Self::new(ErrorKind::TooLong, path, BadValue::Omitted, "value is too long")
    }

    /// The value has fewer than `min` characters.
    pub fn too_short(path: &Path<'_>, value: impl Into<BadValue>, min: usize) -> Self {
        Self::new(ErrorKind::TooShort, path, value.into(), count("must be at least", min, "character"))
    }

    /// The list has more than `max` items; `actual` is shown when known.
    pub fn too_many(path: &Path<'_>, actual: Option<usize>, max: usize) -> Self {
        let value = actual.map_or(BadValue::Omitted, Into::into);
        Self::new(ErrorKind::TooMany, path, value, count("must have at most", max, "item"))
    }

    /// The list has fewer than `min` items.
    pub fn too_few(path: &Path<'_>, actual: usize, min: usize) -> Self {
        Self::new(ErrorKind::TooFew, path, actual.into(), count("must have at least", min, "item"))
    }

    /// The failure is the server's own.
    pub fn internal(path: &Path<'_>, error: impl fmt::Display) -> Self {
        Self::new(ErrorKind::Internal, path, BadValue::Omitted, error.to_string())
    }

    /// The value has the wrong type for the schema.
    pub fn type_invalid(path: &Path<'_>, value: impl Into<BadValue>, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::TypeInvalid, path, value.into(), detail)
    }

    /// The message without the path, as a `Status` cause carries it.
    pub fn body(&self) -> String {
        let mut text = self.kind.title().to_owned();
        if let Some(value) = self.value.render().filter(|_| self.kind.shows_value()) {
            text.push_str(": ");
            text.push_str(&value);
        }
        if !self.detail.is_empty() {
            text.push_str(": ");
            text.push_str(&self.detail);
        }
        text
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.body())
    }
}

impl std::error::Error for FieldError {}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_of_every_kind() {
        let p = Path::new("spec");
        let p = p.child("x");
        let table = [
            (FieldError::not_found(&p, "no"), r#"spec.x: Not found: "no""#),
            (FieldError::required(&p, ""), "spec.x: Required value"),
            (FieldError::required(&p, "why"), "spec.x: Required value: why"),
            (FieldError::duplicate(&p, 7_i64), "spec.x: Duplicate value: 7"),
            (FieldError::invalid(&p, "f\"oo", "detail"), r#"spec.x: Invalid value: "f\"oo": detail"#),
            (FieldError::invalid(&p, BadValue::Null, "d"), "spec.x: Invalid value: null: d"),
            (FieldError::invalid(&p, 1.5, ""), "spec.x: Invalid value: 1.5"),
            (FieldError::invalid(&p, None::<bool>, "d"), "spec.x: Invalid value: null: d"),
            (FieldError::invalid(&p, &json!({"a":"<"}), "d"), r#"spec.x: Invalid value: {"a":"\u003c"}: d"#),
            (
                FieldError::not_supported(&p, "Z", &["b", "a"]),
                r#"spec.x: Unsupported value: "Z": supported values: "b", "a""#,
            ),
            (
                FieldError::not_in_set(&p, "Z", &["b", "a"]),
                r#"spec.x: Unsupported value: "Z": supported values: "a", "b""#,
            ),
            (FieldError::not_supported::<&str>(&p, "Z", &[]), r#"spec.x: Unsupported value: "Z""#),
            (FieldError::forbidden(&p, "no"), "spec.x: Forbidden: no"),
            (FieldError::too_long(&p, 5), "spec.x: Too long: may not be more than 5 bytes"),
            (FieldError::too_long(&p, 1), "spec.x: Too long: may not be more than 1 byte"),
            (FieldError::too_long_characters(&p, 2), "spec.x: Too long: may not be more than 2 characters"),
            (FieldError::too_short(&p, "", 1), "spec.x: Too short: must be at least 1 character"),
            (FieldError::too_many(&p, Some(3), 2), "spec.x: Too many: 3: must have at most 2 items"),
            (FieldError::too_many(&p, None, 1), "spec.x: Too many: must have at most 1 item"),
            (FieldError::too_few(&p, 0, 1), "spec.x: Too few: 0: must have at least 1 item"),
            (FieldError::internal(&p, "boom"), "spec.x: Internal error: boom"),
            (FieldError::type_invalid(&p, "string", "d"), r#"spec.x: Invalid value: "string": d"#),
        ];
        for (error, want) in table {
            assert_eq!(error.to_string(), want);
        }
    }
}
