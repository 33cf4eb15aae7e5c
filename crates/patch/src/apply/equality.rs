//! When two values are the same, and which comes first: numbers by size whatever their notation (1 and 1.0 are equal).

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

/// Deep equality.
pub(super) fn values_equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => compare_numbers(a, b).is_eq(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| values_equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| values_equal(a, b)))
        }
        (a, b) => a == b,
    }
}

/// Whether two objects are equal but for `metadata.managedFields`.
pub(super) fn objects_equal(a: &Value, b: &Value) -> bool {
    let (Value::Object(a), Value::Object(b)) = (a, b) else { return values_equal(a, b) };
    a.len() == b.len()
        && a.iter().all(|(name, a)| {
            b.get(name).is_some_and(|b| match (name.as_str(), a, b) {
                ("metadata", Value::Object(a), Value::Object(b)) => metas_equal(a, b),
                (_, a, b) => values_equal(a, b),
            })
        })
}

fn metas_equal(a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    let size = |meta: &Map<String, Value>| meta.len() - usize::from(meta.contains_key("managedFields"));
    size(a) == size(b)
        && a.iter()
            .filter(|(name, _)| *name != "managedFields")
            .all(|(name, a)| b.get(name).is_some_and(|b| values_equal(a, b)))
}

/// Numbers, strings, booleans, lists, objects, null: in this order.
pub(super) fn compare_values(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => compare_numbers(a, b),
        (Value::String(a), Value::String(b)) => a.cmp(b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Array(a), Value::Array(b)) => {
            let by_item = a.iter().zip(b).map(|(a, b)| compare_values(a, b)).find(|order| order.is_ne());
            by_item.unwrap_or_else(|| a.len().cmp(&b.len()))
        }
        (Value::Object(a), Value::Object(b)) => compare_maps(a, b),
        (a, b) => rank(a).cmp(&rank(b)),
    }
}

const fn rank(value: &Value) -> u8 {
    match value {
        Value::Number(_) => 0,
        Value::String(_) => 1,
        Value::Bool(_) => 2,
        Value::Array(_) => 3,
        Value::Object(_) => 4,
        Value::Null => 5,
    }
}

fn compare_numbers(a: &Number, b: &Number) -> Ordering {
    match (a.as_i64(), b.as_i64()) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => match (a.as_u64(), b.as_u64()) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => {
                let float = |n: &Number| n.as_f64().unwrap_or(f64::NAN);
                let (a, b) = (float(a), float(b));
                if a == b { Ordering::Equal } else { a.total_cmp(&b) }
            }
        },
    }
}

fn compare_maps(a: &Map<String, Value>, b: &Map<String, Value>) -> Ordering {
    let sorted = |map: &Map<String, Value>| {
        let mut names: Vec<String> = map.keys().cloned().collect();
        names.sort_unstable();
        names
    };
    let (a_names, b_names) = (sorted(a), sorted(b));
    a_names
        .iter()
        .zip(&b_names)
        .map(|(an, bn)| an.cmp(bn).then_with(|| compare_values(&a[an.as_str()], &b[bn.as_str()])))
        .find(|order| order.is_ne())
        .unwrap_or_else(|| a_names.len().cmp(&b_names.len()))
}
