//! The list extension library, version 3.

use std::cmp::Ordering;

use super::arguments::{int, items, list};
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::value::Value;

pub(super) const TABLE: &[Decl] = &[
    Decl("slice", "list_slice", "list(T).(int, int) list(T)", Run::Values(slice)),
    Decl("flatten", "list_flatten", "list(list(T)).() list(T)", Run::Values(flatten)),
    Decl("flatten", "list_flatten_int", "list(dyn).(int) list(dyn)", Run::Values(flatten)),
    Decl("sort", "list_int_sort", "list(int).() list(int)", Run::Values(sort)),
    Decl("sort", "list_uint_sort", "list(uint).() list(uint)", Run::Values(sort)),
    Decl("sort", "list_double_sort", "list(double).() list(double)", Run::Values(sort)),
    Decl("sort", "list_bool_sort", "list(bool).() list(bool)", Run::Values(sort)),
    Decl("sort", "list_google.protobuf.Duration_sort", "list(duration).() list(duration)", Run::Values(sort)),
    Decl(
        "sort",
        "list_google.protobuf.Timestamp_sort",
        "list(timestamp).() list(timestamp)",
        Run::Values(sort),
    ),
    Decl("sort", "list_string_sort", "list(string).() list(string)", Run::Values(sort)),
    Decl("sort", "list_bytes_sort", "list(bytes).() list(bytes)", Run::Values(sort)),
    Decl(
        "@sortByAssociatedKeys",
        "list_int_sortByAssociatedKeys",
        "list(T).(list(int)) list(T)",
        Run::Values(sort_by),
    ),
    Decl(
        "@sortByAssociatedKeys",
        "list_uint_sortByAssociatedKeys",
        "list(T).(list(uint)) list(T)",
        Run::Values(sort_by),
    ),
    Decl(
        "@sortByAssociatedKeys",
        "list_double_sortByAssociatedKeys",
        "list(T).(list(double)) list(T)",
        Run::Values(sort_by),
    ),
    Decl(
        "@sortByAssociatedKeys",
        "list_bool_sortByAssociatedKeys",
        "list(T).(list(bool)) list(T)",
        Run::Values(sort_by),
    ),
    Decl(
        "@sortByAssociatedKeys",
        "list_google.protobuf.Duration_sortByAssociatedKeys",
        "list(T).(list(duration)) list(T)",
        Run::Values(sort_by),
    ),
    Decl(
        "@sortByAssociatedKeys",
        "list_google.protobuf.Timestamp_sortByAssociatedKeys",
        "list(T).(list(timestamp)) list(T)",
        Run::Values(sort_by),
    ),
    Decl(
        "@sortByAssociatedKeys",
        "list_string_sortByAssociatedKeys",
        "list(T).(list(string)) list(T)",
        Run::Values(sort_by),
    ),
    Decl(
        "@sortByAssociatedKeys",
        "list_bytes_sortByAssociatedKeys",
        "list(T).(list(bytes)) list(T)",
        Run::Values(sort_by),
    ),
    Decl("lists.range", "lists_range", "(int) list(int)", Run::Values(range)),
    Decl("reverse", "list_reverse", "list(T).() list(T)", Run::Values(reverse)),
    Decl("distinct", "list_distinct", "list(T).() list(T)", Run::Values(distinct)),
];

/// The most items that are made at once: what a longer list would cost is never allowed.
const MAX_ITEMS: i64 = 10_000_000;
/// How deep lists are flattened.
const MAX_LEVEL: i64 = 500;

fn slice<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let list = list(args, 0)?;
    let (start, end) = (int(args, 1)?, int(args, 2)?);
    let failed = |why: String| EvalError::new(format!("cannot slice({start}, {end}), {why}"));
    let (Ok(from), Ok(to)) = (usize::try_from(start), usize::try_from(end)) else {
        return Err(failed("negative indexes not supported".into()));
    };
    if from > to {
        return Err(failed("start index must be less than or equal to end index".into()));
    }
    if to > list.len() {
        return Err(failed(format!("list is length {}", list.len())));
    }
    Ok(Value::list((from..to).filter_map(|at| list.get(at)).collect::<Result<_>>()?))
}

fn flatten<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let level = if args.len() > 1 { int(args, 1)? } else { 1 };
    if level < 0 {
        return Err(EvalError::new("level must be non-negative"));
    }
    let mut out = Vec::new();
    flatten_into(items(args, 0)?, level.min(MAX_LEVEL), &mut out)?;
    Ok(Value::list(out))
}

fn flatten_into<'a>(items: Vec<Value<'a>>, level: i64, out: &mut Vec<Value<'a>>) -> Result<()> {
    for item in items {
        match item {
            Value::List(inner) if level > 0 => {
                flatten_into(inner.iter().collect::<Result<_>>()?, level - 1, out)?;
            }
            other => out.push(other),
        }
        if i64::try_from(out.len()).unwrap_or(i64::MAX) > MAX_ITEMS {
            return Err(EvalError::cost_limit());
        }
    }
    Ok(())
}

/// Sorts by keys, which must all be of one type that has an order.
fn sorted<'a>(values: Vec<Value<'a>>, keys: Vec<Value<'a>>) -> Result<Value<'a>> {
    let Some(first) = keys.first() else { return Ok(Value::list(values)) };
    if first.compare(first).is_err() {
        return Err(EvalError::new("list elements must be comparable"));
    }
    let kind = first.type_of();
    if keys.iter().any(|key| key.type_of() != kind) {
        return Err(EvalError::new("list elements must have the same type"));
    }
    let mut pairs: Vec<_> = keys.into_iter().zip(values).collect();
    pairs.sort_by(|(a, _), (b, _)| a.compare(b).unwrap_or(Ordering::Equal));
    Ok(Value::list(pairs.into_iter().map(|(_, value)| value).collect()))
}

fn sort<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let values = items(args, 0)?;
    sorted(values.clone(), values)
}

fn sort_by<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let (values, keys) = (items(args, 0)?, items(args, 1)?);
    if values.len() != keys.len() {
        return Err(EvalError::new(format!(
            "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got {} and {} elements respectively",
            values.len(),
            keys.len()
        )));
    }
    sorted(values, keys)
}

fn range<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let end = int(args, 0)?;
    if end > MAX_ITEMS {
        return Err(EvalError::cost_limit());
    }
    Ok(Value::list((0..end).map(Value::Int).collect()))
}

fn reverse<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let mut values = items(args, 0)?;
    values.reverse();
    Ok(Value::list(values))
}

fn distinct<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let mut out: Vec<Value<'a>> = Vec::new();
    for item in items(args, 0)? {
        let mut known = false;
        for before in &out {
            known = known || before.equals(&item)?;
        }
        if !known {
            out.push(item);
        }
    }
    Ok(Value::list(out))
}
