//! What was found as text.

use serde_json::Value;

use crate::eval::Found;

/// What one part of a template found, with blanks between. Objects and lists are JSON.
pub(crate) fn results(results: &[Found<'_>], out: &mut String) {
    for (index, value) in results.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        match value.as_ref() {
            Value::Object(_) | Value::Array(_) => out.push_str(&value.to_string()),
            Value::Null => out.push_str("null"),
            other => out.push_str(&go_value(other)),
        }
    }
}

/// The same as one list of indented JSON.
pub(crate) fn results_as_json(results: &[Found<'_>], out: &mut String) {
    let list: Value = results.iter().map(|value| value.as_ref().clone()).collect();
    let mut text = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b"    ");
    let mut writer = serde_json::Serializer::with_formatter(&mut text, formatter);
    serde::Serialize::serialize(&list, &mut writer).expect("a tree has string keys only");
    out.push_str(&String::from_utf8_lossy(&text));
    out.push('\n');
}

/// A tree as Go's `%v` shows it: `map[a:1 b:[x y]]`.
pub fn go_value(value: &Value) -> String {
    match value {
        Value::Null => "<nil>".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => whole.to_string(),
            (None, Some(float)) => meta::go::format_float(float),
            (None, None) => number.to_string(),
        },
        Value::String(text) => text.clone(),
        Value::Array(items) => format!("[{}]", items.iter().map(go_value).collect::<Vec<_>>().join(" ")),
        Value::Object(members) => {
            let members: Vec<_> =
                members.iter().map(|(key, value)| format!("{key}:{}", go_value(value))).collect();
            format!("map[{}]", members.join(" "))
        }
    }
}
