//! `string.format(list)`: text with values put in, in the way of American English.

use super::arguments::{items, text};
use super::strings_ext::quoted;
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::value::Value;

pub(super) const TABLE: &[Decl] =
    &[Decl("format", "string_format", "string.(list(dyn)) string", Run::Values(format))];

const DEFAULT_PRECISION: usize = 6;
const MAX_PRECISION: usize = 1000;
/// How deep values are shown.
const MAX_DEPTH: usize = 100;

fn failed(message: impl std::fmt::Display) -> EvalError {
    EvalError::new(format!("error during formatting: {message}"))
}

fn format<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let values = items(args, 1)?;
    let mut out = String::new();
    let mut used = 0;
    let mut rest = text(args, 0)?;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        let precision = precision(&mut rest)?;
        let verb = rest.chars().next().ok_or_else(|| EvalError::new("unexpected end of string"))?;
        let value = values.get(used).ok_or_else(|| EvalError::new(format!("index {used} out of range")))?;
        out.push_str(&clause(verb, precision, value)?);
        used += 1;
        rest = &rest[verb.len_utf8()..];
    }
    out.push_str(rest);
    Ok(Value::text(out))
}

fn precision(rest: &mut &str) -> Result<Option<usize>> {
    let Some(after) = rest.strip_prefix('.') else { return Ok(None) };
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    if digits == after.len() {
        return Err(EvalError::new(
            "error while parsing precision: could not find end of precision specifier",
        ));
    }
    let number = after[..digits].parse().map_err(|_| {
        EvalError::new("error while parsing precision: error while converting precision to integer")
    })?;
    *rest = &after[digits..];
    Ok(Some(std::cmp::min(number, MAX_PRECISION)))
}

fn clause(verb: char, precision: Option<usize>, value: &Value<'_>) -> Result<String> {
    let wrong = |wanted: &str| failed(format!("{wanted}, was given {}", value.type_name()));
    match verb {
        's' => plain(value, 0),
        'd' => match value {
            Value::Int(_) | Value::Uint(_) => Ok(value.to_string()),
            Value::Double(number) if !number.is_finite() => Ok(not_finite(*number)),
            _ => Err(wrong("decimal clause can only be used on integers")),
        },
        'f' => float(value, precision, fixed)
            .ok_or_else(|| wrong("fixed-point clause can only be used on doubles")),
        'e' => float(value, precision, scientific)
            .ok_or_else(|| wrong("scientific clause can only be used on doubles")),
        'b' => match value {
            Value::Int(number) => Ok(signed(*number, |number| format!("{number:b}"))),
            Value::Uint(number) => Ok(format!("{number:b}")),
            Value::Bool(value) => Ok(if *value { "1" } else { "0" }.into()),
            _ => Err(wrong("only integers and bools can be formatted as binary")),
        },
        'o' => match value {
            Value::Int(number) => Ok(signed(*number, |number| format!("{number:o}"))),
            Value::Uint(number) => Ok(format!("{number:o}")),
            _ => Err(wrong("octal clause can only be used on integers")),
        },
        'x' | 'X' => {
            let text = match value {
                Value::Int(number) => signed(*number, |number| format!("{number:x}")),
                Value::Uint(number) => format!("{number:x}"),
                Value::String(text) => hex(text.as_bytes()),
                Value::Bytes(bytes) => hex(bytes),
                _ => return Err(wrong("only integers, byte buffers, and strings can be formatted as hex")),
            };
            Ok(if verb == 'X' { text.to_ascii_uppercase() } else { text })
        }
        other => Err(EvalError::new(format!(
            "could not parse formatting clause: unrecognized formatting clause \"{other}\""
        ))),
    }
}

fn signed(number: i64, show: impl Fn(u64) -> String) -> String {
    format!("{}{}", if number < 0 { "-" } else { "" }, show(number.unsigned_abs()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn not_finite(number: f64) -> String {
    if number.is_nan() {
        "NaN".into()
    } else if number > 0.0 {
        "Infinity".into()
    } else {
        "-Infinity".into()
    }
}

#[allow(clippy::cast_precision_loss)]
fn float(value: &Value<'_>, precision: Option<usize>, show: fn(f64, usize) -> String) -> Option<String> {
    let number = match value {
        Value::Double(number) => *number,
        Value::Int(number) => *number as f64,
        Value::Uint(number) => *number as f64,
        Value::String(text) => match &**text {
            "NaN" => f64::NAN,
            "Infinity" => f64::INFINITY,
            "-Infinity" => f64::NEG_INFINITY,
            _ => return None,
        },
        _ => return None,
    };
    Some(if number.is_finite() {
        show(number, precision.unwrap_or(DEFAULT_PRECISION))
    } else {
        not_finite(number)
    })
}

/// With commas between thousands.
fn fixed(number: f64, precision: usize) -> String {
    let text = format!("{:.precision$}", number.abs());
    let (whole, fraction) = text.split_once('.').map_or((&*text, None), |(w, f)| (w, Some(f)));
    let mut out = String::new();
    if number.is_sign_negative() && number != 0.0 {
        out.push('-');
    }
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// With a raised exponent of ten.
fn scientific(number: f64, precision: usize) -> String {
    let text = format!("{number:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = exponent.strip_prefix('-').map_or(("", exponent), |digits| ("⁻", digits));
    let raised: String = format!("{digits:0>2}")
        .chars()
        .filter_map(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit.to_digit(10)? as usize))
        .collect();
    format!("{mantissa}×10{sign}{raised}")
}

/// As `%s` shows a value: a string as it is.
fn plain(value: &Value<'_>, depth: usize) -> Result<String> {
    match value {
        Value::List(_) | Value::Map(_) => nested(value, depth),
        Value::Double(number) if !number.is_finite() => Ok(not_finite(*number)),
        Value::Struct(_) | Value::Optional(_) | Value::Record(_) => Err(failed(format!(
            "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given {}",
            value.type_name()
        ))),
        other => Ok(other.to_string()),
    }
}

/// As a value is shown within a list or map.
fn nested(value: &Value<'_>, depth: usize) -> Result<String> {
    if depth > MAX_DEPTH {
        return Err(failed("value is nested too deeply"));
    }
    Ok(match value {
        Value::String(text) => quoted(text),
        Value::Bytes(bytes) => format!("b{}", quoted(&String::from_utf8_lossy(bytes))),
        Value::Double(number) if number.is_finite() => fixed(*number, DEFAULT_PRECISION),
        Value::Double(number) => quoted(&not_finite(*number)),
        Value::Timestamp(_) => format!("timestamp(\"{value}\")"),
        Value::Duration(_) => format!("duration(\"{value}\")"),
        Value::List(list) => {
            let items: Vec<String> =
                list.iter().map(|item| nested(&item?, depth + 1)).collect::<Result<_>>()?;
            format!("[{}]", items.join(", "))
        }
        Value::Map(map) => {
            let mut entries: Vec<String> = map
                .iter()
                .map(|entry| {
                    let (key, value) = entry?;
                    Ok(format!("{}: {}", nested(&key, depth + 1)?, nested(&value, depth + 1)?))
                })
                .collect::<Result<_>>()?;
            entries.sort();
            format!("{{{}}}", entries.join(", "))
        }
        other => plain(other, depth + 1)?,
    })
}
