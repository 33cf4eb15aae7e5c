//! The operators. Those that decide what is evaluated at all are the evaluator's own.

use super::arguments::{count, list};
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::value::Value;

pub(super) const TABLE: &[Decl] = &[
    Decl("_?_:_", "conditional", "(bool, A, A) A", Run::Special),
    Decl("_&&_", "logical_and", "(bool, bool) bool", Run::Special),
    Decl("_||_", "logical_or", "(bool, bool) bool", Run::Special),
    Decl("!_", "logical_not", "(bool) bool", Run::Values(not)),
    Decl("@not_strictly_false", "not_strictly_false", "(bool) bool", Run::Special),
    Decl("_==_", "equals", "(A, A) bool", Run::Special),
    Decl("_!=_", "not_equals", "(A, A) bool", Run::Special),
    Decl("_+_", "add_bytes", "(bytes, bytes) bytes", Run::Values(add)),
    Decl("_+_", "add_double", "(double, double) double", Run::Values(add)),
    Decl("_+_", "add_duration_duration", "(duration, duration) duration", Run::Values(add)),
    Decl("_+_", "add_duration_timestamp", "(duration, timestamp) timestamp", Run::Values(add)),
    Decl("_+_", "add_timestamp_duration", "(timestamp, duration) timestamp", Run::Values(add)),
    Decl("_+_", "add_int64", "(int, int) int", Run::Values(add)),
    Decl("_+_", "add_list", "(list(A), list(A)) list(A)", Run::Values(add)),
    Decl("_+_", "add_string", "(string, string) string", Run::Values(add)),
    Decl("_+_", "add_uint64", "(uint, uint) uint", Run::Values(add)),
    Decl("_/_", "divide_double", "(double, double) double", Run::Values(divide)),
    Decl("_/_", "divide_int64", "(int, int) int", Run::Values(divide)),
    Decl("_/_", "divide_uint64", "(uint, uint) uint", Run::Values(divide)),
    Decl("_%_", "modulo_int64", "(int, int) int", Run::Values(modulo)),
    Decl("_%_", "modulo_uint64", "(uint, uint) uint", Run::Values(modulo)),
    Decl("_*_", "multiply_double", "(double, double) double", Run::Values(multiply)),
    Decl("_*_", "multiply_int64", "(int, int) int", Run::Values(multiply)),
    Decl("_*_", "multiply_uint64", "(uint, uint) uint", Run::Values(multiply)),
    Decl("-_", "negate_double", "(double) double", Run::Values(negate)),
    Decl("-_", "negate_int64", "(int) int", Run::Values(negate)),
    Decl("_-_", "subtract_double", "(double, double) double", Run::Values(subtract)),
    Decl("_-_", "subtract_duration_duration", "(duration, duration) duration", Run::Values(subtract)),
    Decl("_-_", "subtract_int64", "(int, int) int", Run::Values(subtract)),
    Decl("_-_", "subtract_timestamp_duration", "(timestamp, duration) timestamp", Run::Values(subtract)),
    Decl("_-_", "subtract_timestamp_timestamp", "(timestamp, timestamp) duration", Run::Values(subtract)),
    Decl("_-_", "subtract_uint64", "(uint, uint) uint", Run::Values(subtract)),
    Decl("_<_", "less_bool", "(bool, bool) bool", Run::Values(less)),
    Decl("_<_", "less_int64", "(int, int) bool", Run::Values(less)),
    Decl("_<_", "less_int64_double", "(int, double) bool", Run::Values(less)),
    Decl("_<_", "less_int64_uint64", "(int, uint) bool", Run::Values(less)),
    Decl("_<_", "less_uint64", "(uint, uint) bool", Run::Values(less)),
    Decl("_<_", "less_uint64_double", "(uint, double) bool", Run::Values(less)),
    Decl("_<_", "less_uint64_int64", "(uint, int) bool", Run::Values(less)),
    Decl("_<_", "less_double", "(double, double) bool", Run::Values(less)),
    Decl("_<_", "less_double_int64", "(double, int) bool", Run::Values(less)),
    Decl("_<_", "less_double_uint64", "(double, uint) bool", Run::Values(less)),
    Decl("_<_", "less_string", "(string, string) bool", Run::Values(less)),
    Decl("_<_", "less_bytes", "(bytes, bytes) bool", Run::Values(less)),
    Decl("_<_", "less_timestamp", "(timestamp, timestamp) bool", Run::Values(less)),
    Decl("_<_", "less_duration", "(duration, duration) bool", Run::Values(less)),
    Decl("_<=_", "less_equals_bool", "(bool, bool) bool", Run::Values(less_equals)),
    Decl("_<=_", "less_equals_int64", "(int, int) bool", Run::Values(less_equals)),
    Decl("_<=_", "less_equals_int64_double", "(int, double) bool", Run::Values(less_equals)),
    Decl("_<=_", "less_equals_int64_uint64", "(int, uint) bool", Run::Values(less_equals)),
    Decl("_<=_", "less_equals_uint64", "(uint, uint) bool", Run::Values(less_equals)),
    Decl("_<=_", "less_equals_uint64_double", "(uint, double) bool", Run::Values(less_equals)),
    Decl("_<=_", "less_equals_uint64_int64", "(uint, int) bool", Run::Values(less_equals)),
    Decl("_<=_", "less_equals_double", "(double, double) bool", Run::Values(less_equals)),
    Decl("_<=_", "less_equals_double_int64", "(double, int) bool", Run::Values(less_equals)),
    Decl("_<=_", "less_equals_double_uint64", "(double, uint) bool", Run::Values(less_equals)),
    Decl("_<=_", "less_equals_string", "(string, string) bool", Run::Values(less_equals)),
    Decl("_<=_", "less_equals_bytes", "(bytes, bytes) bool", Run::Values(less_equals)),
    Decl("_<=_", "less_equals_timestamp", "(timestamp, timestamp) bool", Run::Values(less_equals)),
    Decl("_<=_", "less_equals_duration", "(duration, duration) bool", Run::Values(less_equals)),
    Decl("_>_", "greater_bool", "(bool, bool) bool", Run::Values(greater)),
    Decl("_>_", "greater_int64", "(int, int) bool", Run::Values(greater)),
    Decl("_>_", "greater_int64_double", "(int, double) bool", Run::Values(greater)),
    Decl("_>_", "greater_int64_uint64", "(int, uint) bool", Run::Values(greater)),
    Decl("_>_", "greater_uint64", "(uint, uint) bool", Run::Values(greater)),
    Decl("_>_", "greater_uint64_double", "(uint, double) bool", Run::Values(greater)),
    Decl("_>_", "greater_uint64_int64", "(uint, int) bool", Run::Values(greater)),
    Decl("_>_", "greater_double", "(double, double) bool", Run::Values(greater)),
    Decl("_>_", "greater_double_int64", "(double, int) bool", Run::Values(greater)),
    Decl("_>_", "greater_double_uint64", "(double, uint) bool", Run::Values(greater)),
    Decl("_>_", "greater_string", "(string, string) bool", Run::Values(greater)),
    Decl("_>_", "greater_bytes", "(bytes, bytes) bool", Run::Values(greater)),
    Decl("_>_", "greater_timestamp", "(timestamp, timestamp) bool", Run::Values(greater)),
    Decl("_>_", "greater_duration", "(duration, duration) bool", Run::Values(greater)),
    Decl("_>=_", "greater_equals_bool", "(bool, bool) bool", Run::Values(greater_equals)),
    Decl("_>=_", "greater_equals_int64", "(int, int) bool", Run::Values(greater_equals)),
    Decl("_>=_", "greater_equals_int64_double", "(int, double) bool", Run::Values(greater_equals)),
    Decl("_>=_", "greater_equals_int64_uint64", "(int, uint) bool", Run::Values(greater_equals)),
    Decl("_>=_", "greater_equals_uint64", "(uint, uint) bool", Run::Values(greater_equals)),
    Decl("_>=_", "greater_equals_uint64_double", "(uint, double) bool", Run::Values(greater_equals)),
    Decl("_>=_", "greater_equals_uint64_int64", "(uint, int) bool", Run::Values(greater_equals)),
    Decl("_>=_", "greater_equals_double", "(double, double) bool", Run::Values(greater_equals)),
    Decl("_>=_", "greater_equals_double_int64", "(double, int) bool", Run::Values(greater_equals)),
    Decl("_>=_", "greater_equals_double_uint64", "(double, uint) bool", Run::Values(greater_equals)),
    Decl("_>=_", "greater_equals_string", "(string, string) bool", Run::Values(greater_equals)),
    Decl("_>=_", "greater_equals_bytes", "(bytes, bytes) bool", Run::Values(greater_equals)),
    Decl("_>=_", "greater_equals_timestamp", "(timestamp, timestamp) bool", Run::Values(greater_equals)),
    Decl("_>=_", "greater_equals_duration", "(duration, duration) bool", Run::Values(greater_equals)),
    Decl("_[_]", "index_list", "(list(A), int) A", Run::Special),
    Decl("_[_]", "index_map", "(map(A, B), A) B", Run::Special),
    Decl("_[_]", "optional_list_index_int", "(optional(list(V)), int) optional(V)", Run::Special),
    Decl("_[_]", "optional_map_index_value", "(optional(map(K, V)), K) optional(V)", Run::Special),
    Decl("@in", "in_list", "(A, list(A)) bool", Run::Values(is_in)),
    Decl("@in", "in_map", "(A, map(A, B)) bool", Run::Values(is_in)),
    Decl("size", "size_bytes", "(bytes) int", Run::Values(size)),
    Decl("size", "bytes_size", "bytes.() int", Run::Values(size)),
    Decl("size", "size_list", "(list(A)) int", Run::Values(size)),
    Decl("size", "list_size", "list(A).() int", Run::Values(size)),
    Decl("size", "size_map", "(map(A, B)) int", Run::Values(size)),
    Decl("size", "map_size", "map(A, B).() int", Run::Values(size)),
    Decl("size", "size_string", "(string) int", Run::Values(size)),
    Decl("size", "string_size", "string.() int", Run::Values(size)),
];

fn overflow() -> EvalError {
    EvalError::new("integer overflow")
}

fn unsigned_overflow() -> EvalError {
    EvalError::new("unsigned integer overflow")
}

fn duration_overflow() -> EvalError {
    EvalError::new("duration overflow")
}

fn not<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    super::arguments::boolean(args, 0).map(|value| Value::Bool(!value))
}

pub(crate) fn add<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(match args {
        [Value::Int(a), Value::Int(b)] => Value::Int(a.checked_add(*b).ok_or_else(overflow)?),
        [Value::Uint(a), Value::Uint(b)] => Value::Uint(a.checked_add(*b).ok_or_else(unsigned_overflow)?),
        [Value::Double(a), Value::Double(b)] => Value::Double(a + b),
        [Value::String(a), Value::String(b)] => Value::text([&**a, &**b].concat()),
        [Value::Bytes(a), Value::Bytes(b)] => Value::Bytes([&**a, &**b].concat().into()),
        [Value::Duration(a), Value::Duration(b)] => {
            Value::Duration(a.checked_add(*b).ok_or_else(duration_overflow)?)
        }
        [Value::Timestamp(at), Value::Duration(by)] | [Value::Duration(by), Value::Timestamp(at)] => {
            Value::Timestamp(at.add(*by)?)
        }
        [Value::List(a), Value::List(b)] => Value::List(a.join(b)?),
        _ => return Err(EvalError::no_such_overload()),
    })
}

fn subtract<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(match args {
        [Value::Int(a), Value::Int(b)] => Value::Int(a.checked_sub(*b).ok_or_else(overflow)?),
        [Value::Uint(a), Value::Uint(b)] => Value::Uint(a.checked_sub(*b).ok_or_else(unsigned_overflow)?),
        [Value::Double(a), Value::Double(b)] => Value::Double(a - b),
        [Value::Duration(a), Value::Duration(b)] => {
            Value::Duration(a.checked_sub(*b).ok_or_else(duration_overflow)?)
        }
        [Value::Timestamp(at), Value::Duration(by)] => Value::Timestamp(at.sub(*by)?),
        [Value::Timestamp(a), Value::Timestamp(b)] => Value::Duration(a.since(*b)?),
        _ => return Err(EvalError::no_such_overload()),
    })
}

fn multiply<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(match args {
        [Value::Int(a), Value::Int(b)] => Value::Int(a.checked_mul(*b).ok_or_else(overflow)?),
        [Value::Uint(a), Value::Uint(b)] => Value::Uint(a.checked_mul(*b).ok_or_else(unsigned_overflow)?),
        [Value::Double(a), Value::Double(b)] => Value::Double(a * b),
        _ => return Err(EvalError::no_such_overload()),
    })
}

fn divide<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let by_zero = || EvalError::new("division by zero");
    Ok(match args {
        [Value::Int(_), Value::Int(0)] | [Value::Uint(_), Value::Uint(0)] => return Err(by_zero()),
        [Value::Int(a), Value::Int(b)] => Value::Int(a.checked_div(*b).ok_or_else(overflow)?),
        [Value::Uint(a), Value::Uint(b)] => Value::Uint(a / b),
        [Value::Double(a), Value::Double(b)] => Value::Double(a / b),
        _ => return Err(EvalError::no_such_overload()),
    })
}

fn modulo<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let by_zero = || EvalError::new("modulus by zero");
    Ok(match args {
        [Value::Int(_), Value::Int(0)] | [Value::Uint(_), Value::Uint(0)] => return Err(by_zero()),
        [Value::Int(a), Value::Int(b)] => Value::Int(a.checked_rem(*b).ok_or_else(overflow)?),
        [Value::Uint(a), Value::Uint(b)] => Value::Uint(a % b),
        _ => return Err(EvalError::no_such_overload()),
    })
}

fn negate<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(match args {
        [Value::Int(a)] => Value::Int(a.checked_neg().ok_or_else(overflow)?),
        [Value::Double(a)] => Value::Double(-a),
        _ => return Err(EvalError::no_such_overload()),
    })
}

fn compare(args: &[Value<'_>]) -> Result<std::cmp::Ordering> {
    match args {
        [one, two] => one.compare(two),
        _ => Err(EvalError::no_such_overload()),
    }
}

fn less<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    compare(args).map(|order| Value::Bool(order.is_lt()))
}

fn less_equals<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    compare(args).map(|order| Value::Bool(order.is_le()))
}

fn greater<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    compare(args).map(|order| Value::Bool(order.is_gt()))
}

fn greater_equals<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    compare(args).map(|order| Value::Bool(order.is_ge()))
}

fn is_in<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    match args {
        [item, Value::List(_)] => {
            for other in list(args, 1)?.iter() {
                if item.equals(&other?)? {
                    return Ok(Value::Bool(true));
                }
            }
            Ok(Value::Bool(false))
        }
        [key, Value::Map(map)] => Ok(Value::Bool(map.get(key)?.is_some())),
        _ => Err(EvalError::no_such_overload()),
    }
}

fn size<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let size = args.first().and_then(Value::size).ok_or_else(EvalError::no_such_overload)?;
    Ok(count(usize::try_from(size).unwrap_or(usize::MAX)))
}
