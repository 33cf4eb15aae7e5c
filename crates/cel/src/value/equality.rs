//! Equality and order of values. Numbers compare by value, whatever their type.

use std::cmp::Ordering;

use super::list::position;
use super::{List, Map, Opaque, Value};
use crate::error::{EvalError, Result};

/// How many parts two values may be compared by: shared parts can make a small value a large tree.
const MAX_PARTS: u32 = 10_000_000;
/// How deep values are compared.
const MAX_DEPTH: u32 = 400;

struct Budget {
    parts: u32,
    depth: u32,
}

impl Value<'_> {
    /// Whether the values are equal. Values of different types are not, except numbers.
    pub fn equals(&self, other: &Value<'_>) -> Result<bool> {
        equal(self, other, &mut Budget { parts: MAX_PARTS, depth: MAX_DEPTH })
    }

    /// How two values are ordered; an error for those without an order.
    pub(crate) fn compare(&self, other: &Value<'_>) -> Result<Ordering> {
        Ok(match (self, other) {
            (Self::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Self::String(a), Value::String(b)) => (**a).cmp(&**b),
            (Self::Bytes(a), Value::Bytes(b)) => a.cmp(b),
            (Self::Duration(a), Value::Duration(b)) => a.cmp(b),
            (Self::Timestamp(a), Value::Timestamp(b)) => a.cmp(b),
            _ => match numeric(self, other) {
                Some(Some(order)) => order,
                Some(None) => return Err(EvalError::new("NaN values cannot be ordered")),
                None => return Err(EvalError::no_such_overload()),
            },
        })
    }
}

/// The order of two numbers: `None` when one is no number, `Some(None)` when one is NaN.
fn numeric(one: &Value<'_>, two: &Value<'_>) -> Option<Option<Ordering>> {
    Some(match (one, two) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Uint(a), Value::Uint(b)) => Some(a.cmp(b)),
        (Value::Int(a), Value::Uint(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
        (Value::Uint(a), Value::Int(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
        (Value::Double(a), Value::Double(b)) => a.partial_cmp(b),
        (Value::Int(a), Value::Double(b)) => with_float(i128::from(*a), *b),
        (Value::Uint(a), Value::Double(b)) => with_float(i128::from(*a), *b),
        (Value::Double(a), Value::Int(b)) => with_float(i128::from(*b), *a).map(Ordering::reverse),
        (Value::Double(a), Value::Uint(b)) => with_float(i128::from(*b), *a).map(Ordering::reverse),
        _ => return None,
    })
}

fn with_float(whole: i128, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float >= 2.0_f64.powi(65) {
        return Some(Ordering::Less);
    }
    if float <= -2.0_f64.powi(65) {
        return Some(Ordering::Greater);
    }
    let floor = float.floor();
    Some(whole.cmp(&(floor as i128)).then(if float > floor { Ordering::Less } else { Ordering::Equal }))
}

fn equal(one: &Value<'_>, two: &Value<'_>, budget: &mut Budget) -> Result<bool> {
    if budget.parts == 0 || budget.depth == 0 {
        return Err(EvalError::cost_limit());
    }
    budget.parts -= 1;
    budget.depth -= 1;
    let result = match (one, two) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::String(a), Value::String(b)) => **a == **b,
        (Value::Bytes(a), Value::Bytes(b)) => a == b,
        (Value::Duration(a), Value::Duration(b)) => a == b,
        (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
        (Value::Type(a), Value::Type(b)) => a.name() == b.name(),
        (Value::List(a), Value::List(b)) => lists(a, b, budget)?,
        (Value::Map(a), Value::Map(b)) => maps(a, b, budget)?,
        (Value::Optional(a), Value::Optional(b)) => match (a, b) {
            (None, None) => true,
            (Some(a), Some(b)) => equal(a, b, budget)?,
            _ => false,
        },
        (Value::Struct(a), Value::Struct(b)) => {
            let mut same = a.name == b.name && a.fields.len() == b.fields.len();
            for (name, value) in &a.fields {
                same = same
                    && b.get(name).map(|other| equal(value, other, budget)).transpose()?.unwrap_or(false);
            }
            same
        }
        (Value::Opaque(a), Value::Opaque(b)) => Opaque::equal(&a.0, &b.0),
        _ => numeric(one, two).flatten() == Some(Ordering::Equal),
    };
    budget.depth += 1;
    Ok(result)
}

fn lists(one: &List<'_>, two: &List<'_>, budget: &mut Budget) -> Result<bool> {
    if one.len() != two.len() {
        return Ok(false);
    }
    let set = one.decl().or(two.decl()).is_some_and(|decl| decl.is_set());
    let keys = one.decl().or(two.decl()).and_then(|decl| decl.map_keys());
    if set || keys.is_some() {
        let others: Vec<_> = two.iter().collect::<Result<_>>()?;
        for item in one.iter() {
            let item = item?;
            let found = match keys {
                Some(keys) => match position(&others, &item, keys)? {
                    Some(at) => equal(&item, &others[at], budget)?,
                    None => false,
                },
                None => {
                    let mut found = false;
                    for other in &others {
                        found = found || equal(&item, other, budget)?;
                    }
                    found
                }
            };
            if !found {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    for (a, b) in one.iter().zip(two.iter()) {
        if !equal(&a?, &b?, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn maps(one: &Map<'_>, two: &Map<'_>, budget: &mut Budget) -> Result<bool> {
    if one.len() != two.len() || !one.unknown_equal(two) {
        return Ok(false);
    }
    for entry in one.iter() {
        let (key, value) = entry?;
        match two.get(&key)? {
            Some(other) if equal(&value, &other, budget)? => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}
