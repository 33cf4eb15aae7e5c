//! Reading and writing one place of a document by JSON pointer, with upstream's texts for what is missing. Knows objects
//! and arrays; knows nothing of operations.

use serde_json::Value;

/// The object or array that holds the place, and the last segment of the pointer.
pub(super) fn holder<'d>(document: &'d mut Value, pointer: &str) -> Option<(&'d mut Value, String)> {
    let mut segments = pointer.split('/');
    segments.next()?;
    let mut segments = segments.map(unescape).peekable();
    let mut at = document;
    loop {
        let segment = segments.next()?;
        if segments.peek().is_none() {
            return matches!(at, Value::Object(_) | Value::Array(_)).then_some((at, segment));
        }
        at = match at {
            Value::Object(members) => members.get_mut(&segment)?,
            Value::Array(items) => {
                let index = existing(&segment, items.len()).ok()?;
                &mut items[index]
            }
            _ => return None,
        };
    }
}

fn unescape(segment: &str) -> String {
    if segment.contains('~') { segment.replace("~1", "/").replace("~0", "~") } else { segment.to_owned() }
}

/// The value at a key: `None` for an absent (or null) member; a bad index is an error.
pub(super) fn get<'d>(holder: &'d Value, key: &str) -> Result<Option<&'d Value>, String> {
    let found = match holder {
        Value::Object(members) => members.get(key),
        Value::Array(items) => Some(&items[existing(key, items.len())?]),
        _ => None,
    };
    Ok(found.filter(|value| !value.is_null()))
}

/// Adds a member, or inserts an item.
pub(super) fn add(holder: &mut Value, key: &str, value: Value) -> Result<(), String> {
    match holder {
        Value::Object(members) => {
            members.insert(key.to_owned(), value);
        }
        Value::Array(items) if key == "-" => items.push(value),
        Value::Array(items) => {
            let index =
                number(key).map_err(|e| format!("value was not a proper array index: '{key}': {e}"))?;
            let index = within(index, items.len() + 1)?;
            items.insert(index, value);
        }
        _ => {}
    }
    Ok(())
}

/// Sets a member, or an item that exists.
pub(super) fn set(holder: &mut Value, key: &str, value: Value) -> Result<(), String> {
    match holder {
        Value::Array(items) => {
            let index = existing(key, items.len())?;
            items[index] = value;
            Ok(())
        }
        other => add(other, key, value),
    }
}

/// Takes a member or an item out.
pub(super) fn remove(holder: &mut Value, key: &str) -> Result<Value, String> {
    match holder {
        Value::Object(members) => members
            .remove(key)
            .ok_or_else(|| format!("Unable to remove nonexistent key: {key}: missing value")),
        Value::Array(items) => {
            let index = existing(key, items.len())?;
            Ok(items.remove(index))
        }
        _ => Ok(Value::Null),
    }
}

fn existing(key: &str, length: usize) -> Result<usize, String> {
    within(number(key)?, length)
}

fn number(key: &str) -> Result<i64, String> {
    key.parse::<i64>().map_err(|e| {
        let reason = match e.kind() {
            std::num::IntErrorKind::PosOverflow | std::num::IntErrorKind::NegOverflow => "value out of range",
            _ => "invalid syntax",
        };
        format!("strconv.Atoi: parsing {}: {reason}", crate::go_text::quote(key))
    })
}

/// Negative numbers count from the end.
fn within(index: i64, length: usize) -> Result<usize, String> {
    let out = || format!("Unable to access invalid index: {index}: invalid index referenced");
    let length = i64::try_from(length).map_err(|_| out())?;
    let at = if index < 0 { index.checked_add(length).ok_or_else(out)? } else { index };
    if (0..length).contains(&at) { usize::try_from(at).map_err(|_| out()) } else { Err(out()) }
}

/// How nested a value is: nothing within is 0.
pub(super) fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
