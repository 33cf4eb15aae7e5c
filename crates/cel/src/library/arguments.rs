//! Arguments of library functions by type; a wrong one, which only dynamic types let through, is "no such overload".

use meta::Quantity;

use crate::error::{EvalError, Result};
use crate::value::{List, Map, Opaque, Value};

pub(crate) fn text<'v>(args: &'v [Value<'_>], at: usize) -> Result<&'v str> {
    args.get(at).and_then(Value::as_str).ok_or_else(EvalError::no_such_overload)
}

pub(crate) fn int(args: &[Value<'_>], at: usize) -> Result<i64> {
    match args.get(at) {
        Some(Value::Int(value)) => Ok(*value),
        _ => Err(EvalError::no_such_overload()),
    }
}

pub(crate) fn boolean(args: &[Value<'_>], at: usize) -> Result<bool> {
    args.get(at).and_then(Value::as_bool).ok_or_else(EvalError::no_such_overload)
}

pub(crate) fn list<'v, 'a>(args: &'v [Value<'a>], at: usize) -> Result<&'v List<'a>> {
    match args.get(at) {
        Some(Value::List(list)) => Ok(list),
        _ => Err(EvalError::no_such_overload()),
    }
}

pub(crate) fn map<'v, 'a>(args: &'v [Value<'a>], at: usize) -> Result<&'v Map<'a>> {
    match args.get(at) {
        Some(Value::Map(map)) => Ok(map),
        _ => Err(EvalError::no_such_overload()),
    }
}

pub(crate) fn opaque<'v>(args: &'v [Value<'_>], at: usize) -> Result<&'v Opaque> {
    match args.get(at) {
        Some(Value::Opaque(value)) => Ok(&value.0),
        _ => Err(EvalError::no_such_overload()),
    }
}

pub(crate) fn quantity<'v>(args: &'v [Value<'_>], at: usize) -> Result<&'v Quantity> {
    match opaque(args, at)? {
        Opaque::Quantity(quantity) => Ok(quantity),
        _ => Err(EvalError::no_such_overload()),
    }
}

/// The items of a list.
pub(crate) fn items<'a>(args: &[Value<'a>], at: usize) -> Result<Vec<Value<'a>>> {
    list(args, at)?.iter().collect()
}

pub(crate) fn count(length: usize) -> Value<'static> {
    Value::Int(i64::try_from(length).unwrap_or(i64::MAX))
}
