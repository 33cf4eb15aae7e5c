//! Optional values.

use super::arguments::{items, list};
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::value::Value;

pub(super) const TABLE: &[Decl] = &[
    Decl("optional.of", "optional_of", "(V) optional(V)", Run::Values(of)),
    Decl("optional.ofNonZeroValue", "optional_ofNonZeroValue", "(V) optional(V)", Run::Values(of_non_zero)),
    Decl("optional.none", "optional_none", "() optional(V)", Run::Values(none)),
    Decl("value", "optional_value", "optional(V).() V", Run::Values(value)),
    Decl("hasValue", "optional_hasValue", "optional(V).() bool", Run::Values(has_value)),
    Decl("or", "optional_or_optional", "optional(V).(optional(V)) optional(V)", Run::Special),
    Decl("orValue", "optional_orValue_value", "optional(V).(V) V", Run::Special),
    Decl("_?._", "select_optional_field", "(dyn, string) optional(V)", Run::Special),
    Decl("_[?_]", "list_optindex_optional_int", "(list(V), int) optional(V)", Run::Special),
    Decl(
        "_[?_]",
        "optional_list_optindex_optional_int",
        "(optional(list(V)), int) optional(V)",
        Run::Special,
    ),
    Decl("_[?_]", "map_optindex_optional_value", "(map(K, V), K) optional(V)", Run::Special),
    Decl(
        "_[?_]",
        "optional_map_optindex_optional_value",
        "(optional(map(K, V)), K) optional(V)",
        Run::Special,
    ),
    Decl("last", "list_last", "list(V).() optional(V)", Run::Values(last)),
    Decl("first", "list_first", "list(V).() optional(V)", Run::Values(first)),
    Decl("optional.unwrap", "optional_unwrap", "(list(optional(V))) list(V)", Run::Values(unwrap)),
    Decl("unwrapOpt", "optional_unwrapOpt", "list(optional(V)).() list(V)", Run::Values(unwrap)),
];

fn of<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    args.first().cloned().map(Value::some).ok_or_else(EvalError::no_such_overload)
}

fn of_non_zero<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    match args.first() {
        Some(value) if value.is_zero() => Ok(Value::Optional(None)),
        _ => of(args),
    }
}

fn none<'a>(_: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Optional(None))
}

fn value<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    match args.first() {
        Some(Value::Optional(Some(inner))) => Ok((**inner).clone()),
        Some(Value::Optional(None)) => Err(EvalError::new("optional.none() dereference")),
        _ => Err(EvalError::no_such_overload()),
    }
}

fn has_value<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    match args.first() {
        Some(Value::Optional(inner)) => Ok(Value::Bool(inner.is_some())),
        _ => Err(EvalError::no_such_overload()),
    }
}

fn first<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(list(args, 0)?.get(0).transpose()?.map_or(Value::Optional(None), Value::some))
}

fn last<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let list = list(args, 0)?;
    let item = list.len().checked_sub(1).and_then(|at| list.get(at)).transpose()?;
    Ok(item.map_or(Value::Optional(None), Value::some))
}

fn unwrap<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let mut found = Vec::new();
    for item in items(args, 0)? {
        match item {
            Value::Optional(Some(inner)) => found.push((*inner).clone()),
            Value::Optional(None) => {}
            other => return Err(EvalError::new(format!("value {other} is not optional"))),
        }
    }
    Ok(Value::list(found))
}
