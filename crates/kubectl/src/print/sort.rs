//! By a field: `--sort-by=.metadata.creationTimestamp`.

use std::cmp::Ordering;

use jsonpath::JsonPath;
use meta::Quantity;
use serde_json::Value;

use crate::error::{Result, bail, plain};

/// Sorts objects.
pub fn sort_objects(objects: &mut [Value], field: &str) -> Result {
    sort(objects, field, |object| object)
}

/// Sorts the rows of a table by the objects that came with them.
pub fn sort_table(table: &mut Value, field: &str) -> Result {
    static NULL: Value = Value::Null;
    match table.get_mut("rows").and_then(Value::as_array_mut) {
        Some(rows) if !rows.is_empty() => sort(rows, field, |row| row.get("object").unwrap_or(&NULL)),
        _ => Ok(()),
    }
}

fn sort(items: &mut [Value], field: &str, object: impl Fn(&Value) -> &Value) -> Result {
    if items.is_empty() {
        return Ok(());
    }
    let field = jsonpath::relaxed(field).unwrap_or_else(|_| field.to_owned());
    let path = JsonPath::parse(&field)
        .map_err(|error| plain(format!("sorting error: {error}")))?
        .allow_missing(true);
    let mut keyed: Vec<(Option<Value>, Value)> = Vec::with_capacity(items.len());
    for item in items.iter() {
        let found = path.find(object(item))?;
        let key = found.first().and_then(|values| values.first()).map(|value| value.as_ref().clone());
        keyed.push((key, item.clone()));
    }
    if keyed.iter().all(|(key, _)| key.is_none()) {
        bail!("couldn't find any field with path {} in the list of objects", meta::go::quote(&field));
    }
    let mut unsortable = None;
    keyed.sort_by(|(left, _), (right, _)| match (left, right) {
        (None, None) => Ordering::Equal,
        (None, _) => Ordering::Less,
        (_, None) => Ordering::Greater,
        (Some(left), Some(right)) => order(left, right).unwrap_or_else(|kind| {
            unsortable = Some(kind);
            Ordering::Equal
        }),
    });
    if let Some(kind) = unsortable {
        bail!("Field {field} is an unsortable type: {kind}");
    }
    for (item, (_, sorted)) in items.iter_mut().zip(keyed) {
        *item = sorted;
    }
    Ok(())
}

fn order(left: &Value, right: &Value) -> std::result::Result<Ordering, &'static str> {
    match (left, right) {
        (Value::Number(l), Value::Number(r)) => {
            let (l, r) = (l.as_f64().unwrap_or_default(), r.as_f64().unwrap_or_default());
            Ok(l.partial_cmp(&r).unwrap_or(Ordering::Equal))
        }
        (Value::String(left), Value::String(right)) => {
            match (left.parse::<Quantity>(), right.parse::<Quantity>()) {
                (Ok(l), Ok(r)) => Ok(l.cmp(&r)),
                _ => Ok(left.cmp(right)),
            }
        }
        (Value::Null, Value::Null) => Ok(Ordering::Equal),
        (Value::Null, _) => Ok(Ordering::Less),
        (_, Value::Null) => Ok(Ordering::Greater),
        (Value::Array(left), Value::Array(right)) => {
            for (l, r) in left.iter().zip(right) {
                match order(l, r)? {
                    Ordering::Equal => {}
                    other => return Ok(other),
                }
            }
            Ok(Ordering::Equal)
        }
        (Value::Bool(_), _) => Err("bool"),
        (Value::Object(_), _) => Err("map"),
        _ => Err("interface"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_quantities_and_absence_have_an_order() {
        let mut objects = [json!({"n": "10Mi"}), json!({}), json!({"n": "1Gi"}), json!({"n": "5Mi"})];
        sort_objects(&mut objects, "n").unwrap();
        assert_eq!(
            objects.map(|object| object["n"].clone()),
            [Value::Null, json!("5Mi"), json!("10Mi"), json!("1Gi")]
        );
        let error = sort_objects(&mut [json!({}), json!({})], ".nope").unwrap_err();
        assert_eq!(error.to_string(), "couldn't find any field with path \"{.nope}\" in the list of objects");
    }
}
