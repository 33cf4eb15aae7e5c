//! Lists as sets.

use super::arguments::items;
use super::{Decl, Run};
use crate::error::Result;
use crate::value::Value;

pub(super) const TABLE: &[Decl] = &[
    Decl("sets.contains", "list_sets_contains_list", "(list(T), list(T)) bool", Run::Values(contains)),
    Decl("sets.equivalent", "list_sets_equivalent_list", "(list(T), list(T)) bool", Run::Values(equivalent)),
    Decl("sets.intersects", "list_sets_intersects_list", "(list(T), list(T)) bool", Run::Values(intersects)),
];

fn has(items: &[Value<'_>], wanted: &Value<'_>) -> Result<bool> {
    for item in items {
        if item.equals(wanted)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn has_all(items: &[Value<'_>], wanted: &[Value<'_>]) -> Result<bool> {
    for one in wanted {
        if !has(items, one)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn contains<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    has_all(&items(args, 0)?, &items(args, 1)?).map(Value::Bool)
}

fn equivalent<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let (one, two) = (items(args, 0)?, items(args, 1)?);
    Ok(Value::Bool(has_all(&one, &two)? && has_all(&two, &one)?))
}

fn intersects<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let (one, two) = (items(args, 0)?, items(args, 1)?);
    for item in &one {
        if has(&two, item)? {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}
