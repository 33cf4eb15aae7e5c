//! Laying a patch over an object, member by member.

use serde_json::{Map, Value};

use schema::Schema;

use super::directives::{DELETE_FROM, PATCH, SET_ORDER, drop_nulls, field_of, retain_keys, strip};
use super::{Error, Mode, lists, lookup, order};

/// Lays the patch over `original`.
pub(super) fn merge(
    original: &mut Map<String, Value>,
    mut patch: Map<String, Value>,
    schema: Option<&Schema>,
    mode: Mode,
) -> Result<(), Error> {
    if let Some(directive) = patch.get(PATCH) {
        match directive.as_str() {
            Some("replace") => {
                patch.remove(PATCH);
                *original = patch;
            }
            Some("delete") => original.clear(),
            _ => return Err(Error::directive(&directive.clone(), patch)),
        }
        return Ok(());
    }
    retain_keys(original, &mut patch, mode)?;
    if patch.keys().any(|key| key.starts_with(SET_ORDER)) {
        ordered_lists(original, &mut patch, schema, mode)?;
    }
    // Deletions from scalar lists come before the additions to the same list, whatever order the patch has them in.
    let mut members: Vec<_> = patch.into_iter().collect();
    members.sort_by_key(|(key, _)| !key.starts_with(DELETE_FROM));
    members.into_iter().try_for_each(|(key, value)| member(original, key, value, schema, mode))
}

fn member(
    original: &mut Map<String, Value>,
    key: String,
    value: Value,
    schema: Option<&Schema>,
    mode: Mode,
) -> Result<(), Error> {
    let deletes = key.starts_with(DELETE_FROM);
    if deletes && !mode.run_directives {
        original.insert(key, value);
        return Ok(());
    }
    let name = match deletes {
        true => field_of(&key, DELETE_FROM, Error::PrimitiveList)?.to_owned(),
        false => key,
    };
    if value.is_null() {
        original.remove(&name);
        if mode.drop_nulls {
            return Ok(());
        }
    }
    match (original.get_mut(&name), value) {
        (Some(Value::Object(old)), Value::Object(new)) => object(old, new, &name, schema, mode),
        (Some(Value::Array(old)), Value::Array(new)) => list(old, new, &name, schema, mode, deletes),
        (_, _) if deletes => Ok(()),
        (_, value) => {
            replace(original, name, value, mode);
            Ok(())
        }
    }
}

fn object(
    old: &mut Map<String, Value>,
    new: Map<String, Value>,
    name: &str,
    schema: Option<&Schema>,
    mode: Mode,
) -> Result<(), Error> {
    let found = lookup::field(schema, name)?;
    if found.replaces() {
        *old = new;
        return Ok(());
    }
    merge(old, new, found.schema, mode)
}

fn list(
    old: &mut Vec<Value>,
    new: Vec<Value>,
    name: &str,
    schema: Option<&Schema>,
    mode: Mode,
    deletes: bool,
) -> Result<(), Error> {
    let found = lookup::list(schema, name)?;
    *old = if found.strategy.merges() || deletes {
        lists::merge(std::mem::take(old), new, &found, mode, deletes)?
    } else {
        new
    };
    Ok(())
}

/// Puts a value where there was none, or one of another type.
fn replace(original: &mut Map<String, Value>, name: String, mut value: Value, mode: Mode) {
    if mode.drop_nulls {
        drop_nulls(&mut value);
    }
    match strip(value) {
        Some(value) => original.insert(name, value),
        None => original.remove(&name),
    };
}

/// Carries out every `$setElementOrder`, with the merge of the list it speaks of.
fn ordered_lists(
    original: &mut Map<String, Value>,
    patch: &mut Map<String, Value>,
    schema: Option<&Schema>,
    mode: Mode,
) -> Result<(), Error> {
    let keys: Vec<String> = patch.keys().filter(|key| key.starts_with(SET_ORDER)).cloned().collect();
    for key in keys {
        let Some(wanted) = patch.remove(&key) else { continue };
        if !mode.run_directives {
            match original.get(&key) {
                Some(other) if *other != wanted => return Err(Error::ElementOrder),
                Some(_) => {}
                None => {
                    original.insert(key.clone(), wanted.clone());
                }
            }
        }
        let Value::Array(wanted) = wanted else { return Err(Error::not_a_list(&wanted)) };
        let name = field_of(&key, SET_ORDER, Error::ElementOrder)?;
        ordered_list(original, patch, name, &wanted, schema, mode)?;
    }
    Ok(())
}

fn ordered_list(
    original: &mut Map<String, Value>,
    patch: &mut Map<String, Value>,
    name: &str,
    wanted: &[Value],
    schema: Option<&Schema>,
    mode: Mode,
) -> Result<(), Error> {
    let not_lists =
        [original.get(name), patch.get(name)].into_iter().flatten().find(|value| !value.is_array());
    if let Some(value) = not_lists {
        return Err(Error::not_a_list(value));
    }
    let found = lookup::list(schema, name)?;
    if let Some(Value::Array(items)) = patch.get(name) {
        order::check(items, wanted, found.merge_key)?;
    }
    let (old, new) = (take_list(original, name), take_list(patch, name));
    let server_order = order::identities(old.as_deref().unwrap_or_default(), found.merge_key);
    let merged = match (old, new) {
        (None, None) => return Ok(()),
        (None, Some(new)) => new.into_iter().filter_map(strip).collect(),
        (Some(old), new) if old.is_empty() && new.as_ref().is_none_or(Vec::is_empty) => {
            return Err(Error::Other("no elements in any of the given slices".to_owned()));
        }
        (Some(old), None) => old,
        (Some(old), Some(new)) if found.strategy.merges() => lists::merge(old, new, &found, mode, false)?,
        (Some(_), Some(new)) => new,
    };
    let merged = order::arrange(merged, wanted, &server_order, found.merge_key)?;
    original.insert(name.to_owned(), Value::Array(merged));
    Ok(())
}

fn take_list(members: &mut Map<String, Value>, name: &str) -> Option<Vec<Value>> {
    match members.remove(name) {
        Some(Value::Array(items)) => Some(items),
        _ => None,
    }
}
