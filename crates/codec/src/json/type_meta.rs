//! The first look at a request body: which version and kind it claims to be, and the errors that upstream gives then.

use serde_json::Value;

/// What a document claims to be. Both may be empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TypeMeta<'a> {
    /// `apiVersion`
    pub api_version: &'a str,
    /// `kind`
    pub kind: &'a str,
}

/// Why no version and kind can be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeMetaError {
    /// The document is not an object.
    #[error(
        "json: cannot unmarshal {0} into Go value of type struct {{ APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" }}"
    )]
    NotAnObject(&'static str),
    /// One of the two is not a string.
    #[error("json: cannot unmarshal {found} into Go struct field .{field} of type string")]
    NotAString {
        /// What it is instead.
        found: &'static str,
        /// Which one.
        field: &'static str,
    },
}

/// Reads apiVersion and kind from a tree.
pub fn type_meta(value: &Value) -> Result<TypeMeta<'_>, TypeMetaError> {
    let members = match value {
        Value::Object(members) => members,
        Value::Null => return Ok(TypeMeta::default()),
        other => return Err(TypeMetaError::NotAnObject(kind_of(other))),
    };
    let text = |field| match members.get(field) {
        None | Some(Value::Null) => Ok(""),
        Some(Value::String(text)) => Ok(text.as_str()),
        Some(other) => Err(TypeMetaError::NotAString { found: kind_of(other), field }),
    };
    Ok(TypeMeta { api_version: text("apiVersion")?, kind: text("kind")? })
}

/// Go's word for what a JSON value is.
pub(crate) const fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// The start of a body as error messages show it: as text if it looks like a JSON object, else in hexadecimal.
pub fn summarize(body: &[u8], limit: usize) -> String {
    let shown = &body[..body.len().min(limit)];
    let mut text = match body.first() {
        None => return "<empty>".to_owned(),
        Some(b'{') => String::from_utf8_lossy(shown).into_owned(),
        Some(_) => shown.iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    if body.len() > limit {
        text.push_str(" ...");
    }
    text
}
