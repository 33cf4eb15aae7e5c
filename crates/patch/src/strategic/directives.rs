//! The directives: their spellings, and those that are simple enough to be carried out on the spot.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{Error, Mode};

/// What to do with an object or a list item.
pub(super) const PATCH: &str = "$patch";
/// Which members an object keeps.
pub(super) const RETAIN_KEYS: &str = "$retainKeys";
/// `$setElementOrder/<field>`: the order of a merged list.
pub(super) const SET_ORDER: &str = "$setElementOrder";
/// `$deleteFromPrimitiveList/<field>`: what to take out of a list of scalars.
pub(super) const DELETE_FROM: &str = "$deleteFromPrimitiveList";

/// The field that a parallel-list directive speaks of.
pub(super) fn field_of<'k>(key: &'k str, prefix: &str, error: Error) -> Result<&'k str, Error> {
    match key.split_once('/') {
        Some((found, field)) if found == prefix => Ok(field),
        _ => Err(error),
    }
}

pub(super) fn is_delete(item: &Value) -> bool {
    item.get(PATCH).is_some_and(|directive| directive == "delete")
}

/// Drops every object that has a `$patch`: directives that found nothing to work on. `None` when that is the value itself.
pub(super) fn strip(value: Value) -> Option<Value> {
    match value {
        Value::Object(members) if members.contains_key(PATCH) => None,
        Value::Object(members) => {
            Some(members.into_iter().filter_map(|(name, value)| Some((name, strip(value)?))).collect())
        }
        Value::Array(items) => Some(items.into_iter().filter_map(strip).collect()),
        scalar => Some(scalar),
    }
}

/// Drops members that are null, at any depth.
pub(super) fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => members.retain(|_, member| {
            drop_nulls(member);
            !member.is_null()
        }),
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

/// Takes `$retainKeys` out of the patch and carries it out: members that it does not name go.
pub(super) fn retain_keys(
    original: &mut Map<String, Value>,
    patch: &mut Map<String, Value>,
    mode: Mode,
) -> Result<(), Error> {
    let Some(retain) = patch.remove(RETAIN_KEYS) else { return Ok(()) };
    if !mode.run_directives {
        return match original.get(RETAIN_KEYS) {
            Some(other) if *other != retain => Err(Error::Other(format!(
                "{} and {} are not deep equal: this may happen when calculating the 3-way diff patch",
                crate::go_text::plain(other),
                crate::go_text::plain(&retain)
            ))),
            Some(_) => Ok(()),
            None => {
                original.insert(RETAIN_KEYS.to_owned(), retain);
                Ok(())
            }
        };
    }
    let Value::Array(retain) = retain else { return Err(Error::RetainKeys) };
    let retain: HashSet<&str> = retain.iter().filter_map(Value::as_str).collect();
    let retained = |name: &str| retain.contains(name);
    let sets = |(name, value): (&String, &Value)| {
        !value.is_null() && !name.starts_with(DELETE_FROM) && !name.starts_with(SET_ORDER) && !retained(name)
    };
    if patch.iter().any(sets) {
        return Err(Error::RetainKeys);
    }
    original.retain(|name, _| retained(name));
    Ok(())
}
