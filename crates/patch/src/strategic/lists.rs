//! Merging a list of the patch into a list of the object: scalars by value, objects by their key.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::directives::PATCH;
use super::lookup::Found;
use super::order::{self, identities, identity};
use super::{Error, Mode, maps};

/// What the items of some lists are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Objects,
    Scalars,
}

/// The one kind of item that the lists have; `None` when they have no items.
pub(super) fn kind_of(lists: &[&[Value]]) -> Result<Option<Kind>, Error> {
    let mut items = lists.iter().flat_map(|list| list.iter());
    let Some(first) = items.next() else { return Ok(None) };
    if first.is_array() {
        return Err(Error::ListOfLists);
    }
    let name = crate::go_text::type_name(first);
    if first.is_null() || !items.all(|item| crate::go_text::type_name(item) == name) {
        return Err(Error::mixed(lists));
    }
    Ok(Some(if first.is_object() { Kind::Objects } else { Kind::Scalars }))
}

/// The merged list, in the order that upstream gives it.
pub(super) fn merge(
    original: Vec<Value>,
    patch: Vec<Value>,
    found: &Found<'_>,
    mode: Mode,
    deletes: bool,
) -> Result<Vec<Value>, Error> {
    let Some(kind) = kind_of(&[&original, &patch])? else { return Ok(original) };
    if kind == Kind::Scalars {
        if mode.run_directives && deletes {
            let gone: HashSet<_> = patch.iter().map(identity).collect();
            return Ok(original.into_iter().filter(|item| !gone.contains(&identity(item))).collect());
        }
        let server_order = identities(&original, None);
        let mut seen = HashSet::new();
        let both = original.into_iter().chain(patch.iter().cloned());
        let merged: Vec<Value> = both.filter(|item| seen.insert(identity(item))).collect();
        return order::arrange(merged, &patch, &server_order, None);
    }
    let Some(key) = found.merge_key else {
        return Err(Error::Other("cannot merge lists without merge key for struct".to_owned()));
    };
    let (original, patch) = special_items(original, patch, key)?;
    let server_order = identities(&original, Some(key));
    let wanted: Vec<Value> = patch.iter().map(|item| only_key(item, key)).collect();
    let merged = plain_items(original, patch, key, found, mode)?;
    order::arrange(merged, &wanted, &server_order, Some(key))
}

fn only_key(item: &Value, key: &str) -> Value {
    let value = item.get(key).map(|value| (key.to_owned(), value.clone()));
    Value::Object(value.into_iter().collect())
}

/// Carries out the items that are directives. A `replace` anywhere makes the rest of the patch the whole list.
fn special_items(
    mut original: Vec<Value>,
    patch: Vec<Value>,
    key: &str,
) -> Result<(Vec<Value>, Vec<Value>), Error> {
    let (mut rest, mut replaces) = (Vec::with_capacity(patch.len()), false);
    let mut gone = HashSet::new();
    for item in patch {
        let Value::Object(members) = item else { return Err(Error::not_a_map(&item)) };
        let Some(directive) = members.get(PATCH) else {
            rest.push(Value::Object(members));
            continue;
        };
        match directive.as_str() {
            Some("delete") => {
                let value = members.get(key).ok_or_else(|| Error::no_merge_key(&members, key))?;
                gone.insert(identity(value));
            }
            Some("replace") => replaces = true,
            Some("merge") => {
                return Err(Error::Other("merging lists cannot yet be specified in the patch".to_owned()));
            }
            _ => return Err(Error::directive(&directive.clone(), members)),
        }
    }
    // All at once: a list may be long, and so may be the list of what goes.
    if !gone.is_empty() {
        original.retain(|item| item.get(key).is_none_or(|value| !gone.contains(&identity(value))));
    }
    Ok(if replaces { (rest, Vec::new()) } else { (original, rest) })
}

/// Merges each item into the one with the same key, or adds it at the end.
fn plain_items(
    mut original: Vec<Value>,
    patch: Vec<Value>,
    key: &str,
    found: &Found<'_>,
    mode: Mode,
) -> Result<Vec<Value>, Error> {
    let mut index: HashMap<String, usize> = HashMap::new();
    for (at, item) in original.iter().enumerate() {
        if let Some(value) = item.get(key) {
            index.entry(identity(value)).or_insert(at);
        }
    }
    for item in patch {
        let Value::Object(members) = item else { return Err(Error::not_a_map(&item)) };
        let Some(value) = members.get(key) else { return Err(Error::no_merge_key(&members, key)) };
        let value = identity(value);
        match index.get(&value).map(|at| &mut original[*at]) {
            Some(Value::Object(old)) => maps::merge(old, members, found.schema, mode)?,
            _ => {
                index.insert(value, original.len());
                original.push(Value::Object(members));
            }
        }
    }
    Ok(original)
}
