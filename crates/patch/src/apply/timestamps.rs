//! A write that changed nothing but timestamps in the record is no write at all.

use serde_json::Value;

use super::equality::objects_equal;
use super::managed;

/// Puts the old record (and resource version) back if the new object differs from the old one in nothing but the times of
/// its managers; says whether it did. To be called last, when admission and defaulting are through.
pub fn keep_timestamps(old: &Value, new: &mut Value) -> bool {
    let (Some(before), Some(after)) = (entries(old), entries(new)) else { return false };
    if before.len() != after.len() || before == after {
        return false;
    }
    if !before.iter().zip(after).all(|(a, b)| same_but_time(a, b)) {
        return false;
    }
    let version = old.get("metadata").and_then(|meta| meta.get("resourceVersion")).cloned();
    let mut candidate = new.clone();
    if let (Some(meta), Some(version)) =
        (candidate.get_mut("metadata").and_then(Value::as_object_mut), version)
    {
        meta.insert("resourceVersion".to_owned(), version);
    }
    if !objects_equal(old, &candidate) {
        return false;
    }
    let record = managed::of(old).cloned();
    managed::put(&mut candidate, record);
    *new = candidate;
    true
}

fn entries(object: &Value) -> Option<&Vec<Value>> {
    managed::of(object)?.as_array()
}

fn same_but_time(a: &Value, b: &Value) -> bool {
    let (Value::Object(a), Value::Object(b)) = (a, b) else { return a == b };
    let rest = |map: &serde_json::Map<String, Value>| map.len() - usize::from(map.contains_key("time"));
    rest(a) == rest(b)
        && a.iter().filter(|(name, _)| *name != "time").all(|(name, value)| b.get(name) == Some(value))
}
