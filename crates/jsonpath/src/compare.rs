//! The comparisons of filters, as Go's templates compare: only like with like.

use std::cmp::Ordering;

use serde_json::Value;

use crate::Error;

/// Whether a comparison holds.
pub(crate) fn holds(left: &Value, operator: &str, right: &Value) -> Result<bool, Error> {
    match operator {
        "==" => Ok(order(left, right)? == Ordering::Equal),
        "!=" => Ok(order(left, right)? != Ordering::Equal),
        "<" | ">" | "<=" | ">=" => {
            if left.is_boolean() {
                return Err(Error::new("invalid type for comparison"));
            }
            let order = order(left, right)?;
            Ok(match operator {
                "<" => order.is_lt(),
                ">" => order.is_gt(),
                "<=" => order.is_le(),
                _ => order.is_ge(),
            })
        }
        other => Err(Error::new(format!("unrecognized filter operator {other}"))),
    }
}

fn order(left: &Value, right: &Value) -> Result<Ordering, Error> {
    match (left, right) {
        (Value::String(left), Value::String(right)) => Ok(left.cmp(right)),
        (Value::Bool(left), Value::Bool(right)) => Ok(left.cmp(right)),
        (Value::Number(l), Value::Number(r)) => match (l.as_i64(), r.as_i64()) {
            (Some(l), Some(r)) => Ok(l.cmp(&r)),
            (None, None) => {
                let (l, r) = (l.as_f64().unwrap_or_default(), r.as_f64().unwrap_or_default());
                l.partial_cmp(&r).ok_or_else(|| Error::new("invalid type for comparison"))
            }
            _ => Err(Error::new("incompatible types for comparison")),
        },
        (
            Value::String(_) | Value::Bool(_) | Value::Number(_),
            Value::String(_) | Value::Bool(_) | Value::Number(_),
        ) => Err(Error::new("incompatible types for comparison")),
        _ => Err(Error::new("invalid type for comparison")),
    }
}
