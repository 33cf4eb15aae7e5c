//! Kubernetes' functions of lists.

use std::cmp::Ordering;

use super::arguments::{items, list};
use super::operators::add;
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::value::Value;

pub(super) const TABLE: &[Decl] = &[
    Decl("isSorted", "list_int_is_sorted_bool", "list(int).() bool", Run::Values(is_sorted)),
    Decl("isSorted", "list_uint_is_sorted_bool", "list(uint).() bool", Run::Values(is_sorted)),
    Decl("isSorted", "list_double_is_sorted_bool", "list(double).() bool", Run::Values(is_sorted)),
    Decl("isSorted", "list_bool_is_sorted_bool", "list(bool).() bool", Run::Values(is_sorted)),
    Decl("isSorted", "list_duration_is_sorted_bool", "list(duration).() bool", Run::Values(is_sorted)),
    Decl("isSorted", "list_timestamp_is_sorted_bool", "list(timestamp).() bool", Run::Values(is_sorted)),
    Decl("isSorted", "list_string_is_sorted_bool", "list(string).() bool", Run::Values(is_sorted)),
    Decl("isSorted", "list_bytes_is_sorted_bool", "list(bytes).() bool", Run::Values(is_sorted)),
    Decl("sum", "list_int_sum_int", "list(int).() int", Run::Values(sum_int)),
    Decl("sum", "list_uint_sum_uint", "list(uint).() uint", Run::Values(sum_uint)),
    Decl("sum", "list_double_sum_double", "list(double).() double", Run::Values(sum_double)),
    Decl("sum", "list_duration_sum_duration", "list(duration).() duration", Run::Values(sum_duration)),
    Decl("max", "list_int_max_int", "list(int).() int", Run::Values(max)),
    Decl("max", "list_uint_max_uint", "list(uint).() uint", Run::Values(max)),
    Decl("max", "list_double_max_double", "list(double).() double", Run::Values(max)),
    Decl("max", "list_bool_max_bool", "list(bool).() bool", Run::Values(max)),
    Decl("max", "list_duration_max_duration", "list(duration).() duration", Run::Values(max)),
    Decl("max", "list_timestamp_max_timestamp", "list(timestamp).() timestamp", Run::Values(max)),
    Decl("max", "list_string_max_string", "list(string).() string", Run::Values(max)),
    Decl("max", "list_bytes_max_bytes", "list(bytes).() bytes", Run::Values(max)),
    Decl("min", "list_int_min_int", "list(int).() int", Run::Values(min)),
    Decl("min", "list_uint_min_uint", "list(uint).() uint", Run::Values(min)),
    Decl("min", "list_double_min_double", "list(double).() double", Run::Values(min)),
    Decl("min", "list_bool_min_bool", "list(bool).() bool", Run::Values(min)),
    Decl("min", "list_duration_min_duration", "list(duration).() duration", Run::Values(min)),
    Decl("min", "list_timestamp_min_timestamp", "list(timestamp).() timestamp", Run::Values(min)),
    Decl("min", "list_string_min_string", "list(string).() string", Run::Values(min)),
    Decl("min", "list_bytes_min_bytes", "list(bytes).() bytes", Run::Values(min)),
    Decl("indexOf", "list_a_index_of_int", "list(A).(A) int", Run::Values(index_of)),
    Decl("lastIndexOf", "list_a_last_index_of_int", "list(A).(A) int", Run::Values(last_index_of)),
];

fn is_sorted<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let mut before: Option<Value<'a>> = None;
    for item in list(args, 0)?.iter() {
        let item = item?;
        if let Some(before) = &before
            && before.compare(&item)?.is_gt()
        {
            return Ok(Value::Bool(false));
        }
        before = Some(item);
    }
    Ok(Value::Bool(true))
}

fn sum<'a>(args: &[Value<'a>], zero: Value<'a>) -> Result<Value<'a>> {
    let mut total = zero;
    for item in list(args, 0)?.iter() {
        total = add(&[total, item?])?;
    }
    Ok(total)
}

fn sum_int<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    sum(args, Value::Int(0))
}

fn sum_uint<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    sum(args, Value::Uint(0))
}

fn sum_double<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    sum(args, Value::Double(0.0))
}

fn sum_duration<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    sum(args, Value::Duration(0))
}

fn extreme<'a>(args: &[Value<'a>], name: &str, replace: Ordering) -> Result<Value<'a>> {
    let mut best: Option<Value<'a>> = None;
    for item in list(args, 0)?.iter() {
        let item = item?;
        best = Some(match best {
            Some(best) if best.compare(&item)? != replace => best,
            _ => item,
        });
    }
    best.ok_or_else(|| EvalError::new(format!("{name} called on empty list")))
}

fn max<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    extreme(args, "max", Ordering::Less)
}

fn min<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    extreme(args, "min", Ordering::Greater)
}

fn find<'a>(args: &[Value<'a>], last: bool) -> Result<Value<'a>> {
    let items = items(args, 0)?;
    let wanted = args.get(1).ok_or_else(EvalError::no_such_overload)?;
    let mut found = -1;
    for (at, item) in items.iter().enumerate() {
        if item.equals(wanted)? {
            found = i64::try_from(at).unwrap_or(i64::MAX);
            if !last {
                break;
            }
        }
    }
    Ok(Value::Int(found))
}

fn index_of<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    find(args, false)
}

fn last_index_of<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    find(args, true)
}
