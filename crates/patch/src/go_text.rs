//! JSON values as Go prints them (`%v`, `%#v`, `%q`, `%T`): error texts of the API quote values this way, and clients
//! match on them.
//!
//! Not a general formatter: only what JSON can hold. Used by the error types of every sibling module.

use std::fmt::Write;

use serde_json::{Number, Value};

/// `%v`: maps as `map[a:1 b:2]`, lists as `[a b]`, strings bare, null as `<nil>`.
pub(crate) fn plain(value: &Value) -> String {
    let mut out = String::new();
    write_plain(value, &mut out);
    out
}

fn write_plain(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("<nil>"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&number_text(number)),
        Value::String(text) => out.push_str(text),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(' ');
                }
                write_plain(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push_str("map[");
            for (index, (name, member)) in sorted(members).into_iter().enumerate() {
                if index > 0 {
                    out.push(' ');
                }
                let _ = write!(out, "{name}:");
                write_plain(member, out);
            }
            out.push(']');
        }
    }
}

/// `%#v`: Go syntax, as `map[string]interface {}{"a":1}`.
pub(crate) fn syntax(value: &Value) -> String {
    match value {
        Value::Null => "interface {}(nil)".to_owned(),
        Value::String(text) => quote(text),
        Value::Array(items) => {
            format!("[]interface {{}}{{{}}}", items.iter().map(syntax).collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) => {
            let members =
                sorted(members).into_iter().map(|(name, v)| format!("{}:{}", quote(name), syntax(v)));
            format!("map[string]interface {{}}{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        scalar => plain(scalar),
    }
}

/// `%T`: the Go type that the JSON decoder chooses.
pub(crate) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float64",
        Value::Number(_) => "int64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}

/// What `encoding/json` calls the value in "cannot unmarshal … into": `array`, `object`, `string`, `number`, `bool`.
pub(crate) fn json_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// `%q`: double quotes, Go escapes.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            control if control.is_ascii_control() => {
                let _ = write!(out, "\\x{:02x}", u32::from(control));
            }
            control if control.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// A number as `%v` prints it: floats switch to exponents below 1e-4 and from 1e21 on.
pub(crate) fn number_text(number: &Number) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() => {
            let size = float.abs();
            if float != 0.0 && !(1e-4..1e21).contains(&size) { exponent(float) } else { format!("{float}") }
        }
        _ => number.to_string(),
    }
}

fn exponent(float: f64) -> String {
    let text = format!("{float:e}");
    match text.split_once('e') {
        Some((digits, power)) => match power.strip_prefix('-') {
            Some(power) => format!("{digits}e-{power:0>2}"),
            None => format!("{digits}e+{power:0>2}"),
        },
        None => text,
    }
}

/// Go sorts map keys when it prints them; a JSON map keeps whatever order it was built with.
fn sorted(members: &serde_json::Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut members: Vec<_> = members.iter().collect();
    members.sort_unstable_by_key(|(name, _)| *name);
    members
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn prints_values_as_go_does() {
        let value = json!({"b": [1, "x", null, true], "a": {"c": 1.5}});
        assert_eq!(plain(&value), "map[a:map[c:1.5] b:[1 x <nil> true]]");
        assert_eq!(syntax(&json!({"a": ["x"]})), "map[string]interface {}{\"a\":[]interface {}{\"x\"}}");
        assert_eq!(type_name(&json!(1)), "int64");
        assert_eq!(plain(&json!(1e21)), "1e+21");
        assert_eq!(plain(&json!(0.00001)), "1e-05");
        assert_eq!(plain(&json!(100_000.5)), "100000.5");
        assert_eq!(quote("a\"\n\u{1}é"), "\"a\\\"\\n\\x01é\"");
    }
}
