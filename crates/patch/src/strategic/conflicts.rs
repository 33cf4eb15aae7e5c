//! Whether two patches want different things of the same place.

use std::collections::HashMap;

use serde_json::{Map, Value};

use schema::{PatchStrategy, Schema};

use super::Error;
use super::directives::{PATCH, RETAIN_KEYS};
use super::lists::{Kind, kind_of};
use super::lookup::{self, Found};
use crate::go_text::plain;

/// Whether the patches contradict one another.
pub(super) fn between(
    left: &Map<String, Value>,
    right: &Map<String, Value>,
    schema: Option<&Schema>,
) -> Result<bool, Error> {
    if left.get(PATCH) != right.get(PATCH) {
        return Ok(true);
    }
    for (name, l) in left.iter().filter(|(name, _)| *name != PATCH && *name != RETAIN_KEYS) {
        let Some(r) = right.get(name) else { continue };
        let found = match l {
            Value::Object(_) => lookup::field(schema, name)?,
            // Directives on lists are lists of their own, and the schema knows nothing of them.
            Value::Array(_) if !name.starts_with('$') => lookup::list(schema, name)?,
            _ => Found { schema: None, strategy: PatchStrategy::Unset, merge_key: None },
        };
        if values(l, r, &found)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn values(left: &Value, right: &Value, found: &Found<'_>) -> Result<bool, Error> {
    match (left, right) {
        (Value::Object(l), Value::Object(r)) if found.replaces() => Ok(l.get(PATCH) != r.get(PATCH)),
        (Value::Object(l), Value::Object(r)) => between(l, r, found.schema),
        (Value::Array(l), Value::Array(r)) => lists(l, r, found),
        (l, r) => Ok(l != r),
    }
}

fn lists(left: &[Value], right: &[Value], found: &Found<'_>) -> Result<bool, Error> {
    let kind = kind_of(&[left, right])?;
    if found.strategy.merges() {
        let (Some(Kind::Objects), Some(key)) = (kind, found.merge_key) else { return Ok(false) };
        let others: HashMap<String, &Value> =
            right.iter().filter_map(|item| Some((plain(item.get(key)?), item))).collect();
        for item in left {
            let Some(value) = item.get(key) else { continue };
            if let (Value::Object(l), Some(Value::Object(r))) = (item, others.get(&plain(value)))
                && between(l, r, found.schema)?
            {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    if left.len() != right.len() {
        return Ok(true);
    }
    let bare = Found { schema: found.schema, strategy: PatchStrategy::Unset, merge_key: None };
    for (l, r) in left.iter().zip(right) {
        if values(l, r, &bare)? {
            return Ok(true);
        }
    }
    Ok(false)
}
