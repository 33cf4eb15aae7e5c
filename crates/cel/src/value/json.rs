//! JSON to values and back.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;

use super::{List, Map, Value};
use crate::decl::{DeclType, Scalar};
use crate::error::{EvalError, Result};
use crate::time;

/// How deep a value may be to become JSON.
const MAX_DEPTH: usize = 500;

impl<'a> Value<'a> {
    /// The value of a JSON tree, read by its declared type if it has one.
    pub fn from_json(json: &'a Json, decl: Option<&Arc<DeclType>>) -> Result<Self> {
        match decl {
            Some(decl) => typed(json, decl),
            None => Ok(untyped(json)),
        }
    }

    /// The value as JSON. What has no form there is an error.
    pub fn to_json(&self) -> Result<Json> {
        self.to_json_at(0)
    }

    fn to_json_at(&self, depth: usize) -> Result<Json> {
        if depth > MAX_DEPTH {
            return Err(EvalError::new("value is nested too deeply"));
        }
        Ok(match self {
            Self::Null => Json::Null,
            Self::Bool(value) => Json::from(*value),
            Self::Int(value) => Json::from(*value),
            Self::Uint(value) => Json::from(*value),
            Self::Double(value) => Json::from(*value),
            Self::String(text) => Json::from(&**text),
            Self::Bytes(bytes) => Json::from(STANDARD.encode(bytes)),
            Self::Duration(_) | Self::Timestamp(_) | Self::Opaque(_) => Json::from(self.to_string()),
            Self::List(list) => {
                let items = list.iter().map(|item| item?.to_json_at(depth + 1));
                Json::Array(items.collect::<Result<_>>()?)
            }
            Self::Map(map) => {
                let entries = map.iter().map(|entry| {
                    let (key, value) = entry?;
                    Ok((key.to_string(), value.to_json_at(depth + 1)?))
                });
                Json::Object(entries.collect::<Result<_>>()?)
            }
            Self::Struct(made) => {
                let fields = made
                    .fields
                    .iter()
                    .map(|(name, value)| Ok((name.to_string(), value.to_json_at(depth + 1)?)));
                Json::Object(fields.collect::<Result<_>>()?)
            }
            Self::Optional(Some(inner)) => inner.to_json_at(depth + 1)?,
            Self::Optional(None) => Json::Null,
            Self::Type(_) | Self::Record(_) => {
                return Err(EvalError::new(format!("{} has no JSON form", self.type_name())));
            }
        })
    }
}

fn untyped<'a>(json: &'a Json) -> Value<'a> {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => match number.as_i64() {
            Some(value) => Value::Int(value),
            None => Value::Double(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::borrowed(text),
        Json::Array(items) => Value::List(List::json(items, None)),
        Json::Object(entries) => Value::Map(Map::json(entries, None)),
    }
}

fn typed<'a>(json: &'a Json, decl: &Arc<DeclType>) -> Result<Value<'a>> {
    let wrong =
        |wanted: &str| Err(EvalError::new(format!("invalid data, expected {wanted}, got {}", kind(json))));
    if json.is_null() {
        if decl.nullable() {
            return Ok(Value::Null);
        }
        return Err(EvalError::new("invalid data, got null for schema with nullable=false"));
    }
    let Some(scalar) = decl.scalar() else {
        return match json {
            Json::Array(items) if decl.is_list() => {
                Ok(Value::List(List::json(items, Some(Arc::clone(decl)))))
            }
            Json::Object(entries) if !decl.is_list() => {
                Ok(Value::Map(Map::json(entries, Some(Arc::clone(decl)))))
            }
            _ if decl.is_list() => wrong("an array"),
            _ => wrong("a map"),
        };
    };
    match (scalar, json) {
        (Scalar::Dyn | Scalar::IntOrString, _) => Ok(untyped(json)),
        (Scalar::Bool, Json::Bool(value)) => Ok(Value::Bool(*value)),
        (Scalar::Int, Json::Number(number)) => match number.as_i64() {
            Some(value) => Ok(Value::Int(value)),
            None => wrong("an int"),
        },
        (Scalar::Double, Json::Number(number)) => Ok(Value::Double(number.as_f64().unwrap_or(f64::NAN))),
        (Scalar::String, Json::String(text)) => Ok(Value::borrowed(text)),
        (Scalar::Bytes, Json::String(text)) => match STANDARD.decode(text) {
            Ok(bytes) => Ok(Value::Bytes(bytes.into())),
            Err(error) => Err(EvalError::new(format!("Invalid base64 encoded string: {error}"))),
        },
        (Scalar::Duration, Json::String(text)) => match time::parse_open_api_duration(text) {
            Some(nanos) => Ok(Value::Duration(nanos)),
            None => Err(EvalError::new(format!("Invalid duration {text}"))),
        },
        (Scalar::Date, Json::String(text)) => match time::parse_date(text) {
            Some(at) => Ok(Value::Timestamp(at)),
            None => Err(EvalError::new(format!("Invalid date formatted string {text}"))),
        },
        (Scalar::DateTime, Json::String(text)) => match time::parse_timestamp(text) {
            Ok(at) => Ok(Value::Timestamp(at)),
            Err(_) => Err(EvalError::new(format!("Invalid date-time formatted string {text}"))),
        },
        (Scalar::Bool, _) => wrong("a boolean"),
        (Scalar::Int, _) => wrong("an int"),
        (Scalar::Double, _) => wrong("a number"),
        _ => wrong("a string"),
    }
}

const fn kind(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "an array",
        Json::Object(_) => "a map",
    }
}
