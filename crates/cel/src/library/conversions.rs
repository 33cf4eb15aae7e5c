//! Conversions between types.

use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::time::{self, Timestamp};
use crate::value::Value;

pub(super) const TABLE: &[Decl] = &[
    Decl("type", "type", "(A) type(A)", Run::Values(type_of)),
    Decl("dyn", "to_dyn", "(A) dyn", Run::Values(identity)),
    Decl("bool", "bool_to_bool", "(bool) bool", Run::Values(to_bool)),
    Decl("bool", "string_to_bool", "(string) bool", Run::Values(to_bool)),
    Decl("bytes", "bytes_to_bytes", "(bytes) bytes", Run::Values(to_bytes)),
    Decl("bytes", "string_to_bytes", "(string) bytes", Run::Values(to_bytes)),
    Decl("double", "double_to_double", "(double) double", Run::Values(to_double)),
    Decl("double", "int64_to_double", "(int) double", Run::Values(to_double)),
    Decl("double", "string_to_double", "(string) double", Run::Values(to_double)),
    Decl("double", "uint64_to_double", "(uint) double", Run::Values(to_double)),
    Decl("duration", "duration_to_duration", "(duration) duration", Run::Values(to_duration)),
    Decl("duration", "int64_to_duration", "(int) duration", Run::Values(to_duration)),
    Decl("duration", "string_to_duration", "(string) duration", Run::Values(to_duration)),
    Decl("int", "int64_to_int64", "(int) int", Run::Values(to_int)),
    Decl("int", "double_to_int64", "(double) int", Run::Values(to_int)),
    Decl("int", "duration_to_int64", "(duration) int", Run::Values(to_int)),
    Decl("int", "string_to_int64", "(string) int", Run::Values(to_int)),
    Decl("int", "timestamp_to_int64", "(timestamp) int", Run::Values(to_int)),
    Decl("int", "uint64_to_int64", "(uint) int", Run::Values(to_int)),
    Decl("string", "string_to_string", "(string) string", Run::Values(to_string)),
    Decl("string", "bool_to_string", "(bool) string", Run::Values(to_string)),
    Decl("string", "bytes_to_string", "(bytes) string", Run::Values(to_string)),
    Decl("string", "double_to_string", "(double) string", Run::Values(to_string)),
    Decl("string", "duration_to_string", "(duration) string", Run::Values(to_string)),
    Decl("string", "int64_to_string", "(int) string", Run::Values(to_string)),
    Decl("string", "timestamp_to_string", "(timestamp) string", Run::Values(to_string)),
    Decl("string", "uint64_to_string", "(uint) string", Run::Values(to_string)),
    Decl("string", "ip_to_string", "(ip) string", Run::Values(to_string)),
    Decl("string", "cidr_to_string", "(cidr) string", Run::Values(to_string)),
    Decl("timestamp", "timestamp_to_timestamp", "(timestamp) timestamp", Run::Values(to_timestamp)),
    Decl("timestamp", "int64_to_timestamp", "(int) timestamp", Run::Values(to_timestamp)),
    Decl("timestamp", "string_to_timestamp", "(string) timestamp", Run::Values(to_timestamp)),
    Decl("uint", "uint64_to_uint64", "(uint) uint", Run::Values(to_uint)),
    Decl("uint", "double_to_uint64", "(double) uint", Run::Values(to_uint)),
    Decl("uint", "int64_to_uint64", "(int) uint", Run::Values(to_uint)),
    Decl("uint", "string_to_uint64", "(string) uint", Run::Values(to_uint)),
];

const TWO_63: f64 = 9_223_372_036_854_775_808.0;

fn failed(value: &Value<'_>, to: &str) -> EvalError {
    EvalError::new(format!("type conversion error from '{}' to '{to}'", value.type_name()))
}

fn one<'v, 'a>(args: &'v [Value<'a>]) -> Result<&'v Value<'a>> {
    args.first().ok_or_else(EvalError::no_such_overload)
}

fn identity<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    one(args).cloned()
}

fn type_of<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Type(one(args)?.type_of()))
}

fn to_bool<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let value = one(args)?;
    match value {
        Value::Bool(value) => Ok(Value::Bool(*value)),
        Value::String(text) => match &**text {
            "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(Value::Bool(true)),
            "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(Value::Bool(false)),
            _ => Err(failed(value, "bool")),
        },
        other => Err(failed(other, "bool")),
    }
}

fn to_bytes<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    match one(args)? {
        Value::Bytes(bytes) => Ok(Value::Bytes(bytes.clone())),
        Value::String(text) => Ok(Value::Bytes(text.as_bytes().into())),
        other => Err(failed(other, "bytes")),
    }
}

#[allow(clippy::cast_precision_loss)]
fn to_double<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let value = one(args)?;
    Ok(Value::Double(match value {
        Value::Double(value) => *value,
        Value::Int(value) => *value as f64,
        Value::Uint(value) => *value as f64,
        Value::String(text) => parse_float(text).ok_or_else(|| failed(value, "double"))?,
        other => return Err(failed(other, "double")),
    }))
}

/// As Go reads floats: no white space, `inf` and `nan` in any case.
fn parse_float(text: &str) -> Option<f64> {
    let number: f64 = text.parse().ok()?;
    let spelled = text.trim_start_matches(['+', '-']).starts_with(|char: char| char.is_ascii_alphabetic());
    (number.is_finite() || spelled).then_some(number)
}

fn to_duration<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    match one(args)? {
        Value::Duration(nanos) | Value::Int(nanos) => Ok(Value::Duration(*nanos)),
        value @ Value::String(text) => time::parse_duration(text)
            .map(Value::Duration)
            .map_err(|_| failed(value, "google.protobuf.Duration")),
        other => Err(failed(other, "google.protobuf.Duration")),
    }
}

#[allow(clippy::cast_possible_truncation)]
fn to_int<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let overflow = || EvalError::new("integer overflow");
    let value = one(args)?;
    Ok(Value::Int(match value {
        Value::Int(value) | Value::Duration(value) => *value,
        Value::Uint(value) => i64::try_from(*value).map_err(|_| overflow())?,
        Value::Double(value) if value.is_finite() && *value > -TWO_63 && *value < TWO_63 => *value as i64,
        Value::Double(_) => return Err(overflow()),
        Value::String(text) => meta::go::parse_int(text).map_err(|_| failed(value, "int"))?,
        Value::Timestamp(at) => at.seconds(),
        other => return Err(failed(other, "int")),
    }))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn to_uint<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let overflow = || EvalError::new("unsigned integer overflow");
    let value = one(args)?;
    Ok(Value::Uint(match value {
        Value::Uint(value) => *value,
        Value::Int(value) => u64::try_from(*value).map_err(|_| overflow())?,
        Value::Double(value) if value.is_finite() && *value >= 0.0 && *value < 2.0 * TWO_63 => *value as u64,
        Value::Double(_) => return Err(overflow()),
        Value::String(text) => meta::go::parse_uint(text).map_err(|_| failed(value, "uint"))?,
        other => return Err(failed(other, "uint")),
    }))
}

fn to_string<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    match one(args)? {
        Value::String(text) => Ok(Value::String(text.clone())),
        Value::Bytes(bytes) => std::str::from_utf8(bytes)
            .map(Value::text)
            .map_err(|_| EvalError::new("invalid UTF-8 in bytes, cannot convert to string")),
        value @ (Value::Bool(_)
        | Value::Double(_)
        | Value::Duration(_)
        | Value::Int(_)
        | Value::Timestamp(_)
        | Value::Uint(_)
        | Value::Opaque(_)) => Ok(Value::text(value.to_string())),
        other => Err(failed(other, "string")),
    }
}

fn to_timestamp<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    match one(args)? {
        Value::Timestamp(at) => Ok(Value::Timestamp(*at)),
        Value::Int(seconds) => Timestamp::new(*seconds, 0).map(Value::Timestamp),
        value @ Value::String(text) => time::parse_timestamp(text)
            .map(Value::Timestamp)
            .map_err(|_| failed(value, "google.protobuf.Timestamp")),
        other => Err(failed(other, "google.protobuf.Timestamp")),
    }
}
