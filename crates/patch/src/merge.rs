//! RFC 7386: a tree laid over a tree, null meaning "remove". Also the making of such patches: from two trees, and the
//! three-way form that client-side apply uses for custom resources.
//!
//! Knows no schema: lists are always replaced. `strategic` is the merge that knows better.

use serde_json::{Map, Value};
use thiserror::Error;

/// Why a three-way patch cannot be made.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Error {
    /// A tree that must be an object is something else.
    #[error("Invalid JSON Document")]
    NotAnObject,
    /// What was deleted on one side was changed on the other. Both patches, for the message.
    #[error("patch:\n{0}\nconflicts with changes made from original to current:\n{1}\n")]
    Conflict(Value, Value),
}

/// Lays the patch over the target, in place.
pub fn apply(target: &mut Value, patch: &Value) {
    let (members, changes) = match (target, patch) {
        (Value::Object(members), Value::Object(changes)) => (members, changes),
        (target, Value::Array(_)) if target.is_object() => {
            *target = patch.clone();
            return;
        }
        (target, patch) => {
            *target = without_nulls(patch);
            return;
        }
    };
    for (name, change) in changes {
        if change.is_null() {
            members.remove(name);
        } else {
            match members.get_mut(name) {
                Some(member) => apply(member, change),
                None => {
                    members.insert(name.clone(), without_nulls(change));
                }
            }
        }
    }
}

/// What laying `value` over nothing gives. Nulls that are list items stay; those inside list items go, which the RFC does
/// not ask for but upstream does.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(_, member)| !member.is_null())
            .map(|(name, member)| (name.clone(), without_nulls(member)))
            .collect(),
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

/// The patch that turns `original` into `modified`. A null in `modified` cannot be expressed and reads as absence.
pub fn create(original: &Map<String, Value>, modified: &Map<String, Value>) -> Map<String, Value> {
    let mut patch = Map::new();
    for (name, new) in modified {
        match (original.get(name), new) {
            (Some(Value::Object(old)), Value::Object(new)) => {
                let inner = create(old, new);
                if !inner.is_empty() {
                    patch.insert(name.clone(), Value::Object(inner));
                }
            }
            (Some(old), new) if old == new => {}
            (_, new) => {
                patch.insert(name.clone(), new.clone());
            }
        }
    }
    for name in original.keys().filter(|name| !modified.contains_key(*name)) {
        patch.insert(name.clone(), Value::Null);
    }
    patch
}

/// The patch for `current` that carries over what changed in `modified` (against `current`) and what `modified` no longer
/// has (against `original`).
pub fn create_three_way(original: &Value, modified: &Value, current: &Value) -> Result<Value, Error> {
    let object = |value: &Value| match value {
        Value::Object(members) => Ok(members.clone()),
        Value::Null => Ok(Map::new()),
        _ => Err(Error::NotAnObject),
    };
    let (original, modified, current) = (object(original)?, object(modified)?, object(current)?);
    let changes = only(&create(&current, &modified), false);
    let deletions = only(&create(&original, &modified), true);
    let (changes, deletions) = (Value::Object(changes), Value::Object(deletions));
    if conflicting(&changes, &deletions) {
        return Err(Error::Conflict(changes, deletions));
    }
    let mut patch = deletions;
    overlay(&mut patch, &changes);
    Ok(patch)
}

/// Only the nulls of a patch, or everything but them.
fn only(patch: &Map<String, Value>, nulls: bool) -> Map<String, Value> {
    let mut kept = Map::new();
    for (name, value) in patch {
        let keep = match value {
            Value::Null => nulls.then_some(Value::Null),
            Value::Object(members) if members.is_empty() => (!nulls).then(|| value.clone()),
            Value::Object(members) => {
                let inner = only(members, nulls);
                (!inner.is_empty()).then_some(Value::Object(inner))
            }
            other => (!nulls).then(|| other.clone()),
        };
        if let Some(keep) = keep {
            kept.insert(name.clone(), keep);
        }
    }
    kept
}

fn conflicting(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            left.iter().any(|(name, l)| right.get(name).is_some_and(|r| conflicting(l, r)))
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() != right.len() || left.iter().zip(right).any(|(l, r)| conflicting(l, r))
        }
        (left, right) => left != right,
    }
}

/// Puts one patch over another; unlike [`apply`], nulls of the lower one stay.
fn overlay(lower: &mut Value, upper: &Value) {
    match (lower, upper) {
        (Value::Object(lower), Value::Object(upper)) => {
            for (name, value) in upper {
                match lower.get_mut(name) {
                    Some(member) => overlay(member, value),
                    None => {
                        lower.insert(name.clone(), value.clone());
                    }
                }
            }
        }
        (lower, upper) => *lower = upper.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rfc_examples() {
        let cases = [
            (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
            (json!({"a": "b"}), json!({"b": "c"}), json!({"a": "b", "b": "c"})),
            (json!({"a": "b"}), json!({"a": null}), json!({})),
            (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
            (json!({"a": {"b": "c"}}), json!({"a": {"b": "d", "c": null}}), json!({"a": {"b": "d"}})),
            (json!({"a": [{"b": "c"}]}), json!({"a": [1]}), json!({"a": [1]})),
            (json!(["a", "b"]), json!(["c", "d"]), json!(["c", "d"])),
            (json!({"a": "foo"}), json!(null), json!(null)),
            (json!({"e": null}), json!({"a": 1}), json!({"e": null, "a": 1})),
            (json!([1, 2]), json!({"a": "b", "c": null}), json!({"a": "b"})),
            (json!({}), json!({"a": {"bb": {"ccc": null}}}), json!({"a": {"bb": {}}})),
        ];
        for (mut target, patch, expected) in cases {
            apply(&mut target, &patch);
            assert_eq!(target, expected, "{patch}");
        }
    }

    #[test]
    fn three_way_carries_changes_and_deletions() {
        let original = json!({"spec": {"a": 1, "gone": 2}});
        let modified = json!({"spec": {"a": 3}});
        let current = json!({"spec": {"a": 1, "gone": 2, "theirs": 4}, "status": {}});
        let patch = create_three_way(&original, &modified, &current).unwrap();
        assert_eq!(patch, json!({"spec": {"a": 3, "gone": null}}));
    }
}
