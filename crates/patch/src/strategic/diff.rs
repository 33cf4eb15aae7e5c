//! The patch between two objects, member by member.

use serde_json::{Map, Value};

use schema::Schema;

use super::directives::{DELETE_FROM, PATCH, RETAIN_KEYS, SET_ORDER};
use super::{Error, diff_lists, lookup};

/// What a patch is made of.
#[derive(Clone, Copy, Default)]
pub(super) struct Options {
    /// Say the order of merged lists.
    pub(super) set_order: bool,
    /// Leave out changes and additions.
    pub(super) only_deletions: bool,
    /// Leave out deletions.
    pub(super) ignore_deletions: bool,
    /// Say which members the object keeps.
    pub(super) retain_keys: bool,
}

/// The patch that turns one object into the other.
pub(super) fn maps(
    original: &Map<String, Value>,
    modified: &Map<String, Value>,
    schema: Option<&Schema>,
    options: Options,
) -> Result<Map<String, Value>, Error> {
    let mut patch = Map::new();
    for (name, new) in modified {
        match original.get(name) {
            None if options.only_deletions => {}
            None => {
                patch.insert(name.clone(), new.clone());
            }
            Some(old) => member(name, old, new, &mut patch, schema, options)?,
        }
    }
    if !options.ignore_deletions {
        for name in original.keys().filter(|name| !modified.contains_key(*name)) {
            patch.insert(name.clone(), Value::Null);
        }
    }
    if options.retain_keys {
        retain(original, modified, &mut patch);
    }
    Ok(patch)
}

fn retain(original: &Map<String, Value>, modified: &Map<String, Value>, patch: &mut Map<String, Value>) {
    let mut names: Vec<&String> =
        modified.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| name).collect();
    let drops = original.iter().any(|(name, value)| !value.is_null() && !modified.contains_key(name));
    if !names.is_empty() && (!patch.is_empty() || drops) {
        names.sort_unstable();
        let names = names.into_iter().map(|name| Value::from(name.as_str())).collect();
        patch.insert(RETAIN_KEYS.to_owned(), Value::Array(names));
    }
}

fn member(
    name: &str,
    old: &Value,
    new: &Value,
    patch: &mut Map<String, Value>,
    schema: Option<&Schema>,
    options: Options,
) -> Result<(), Error> {
    match (old, new) {
        _ if name == PATCH => {
            if !old.is_string() || !new.is_string() {
                return Err(Error::Other(format!("invalid value for special key: {PATCH}")));
            }
            if old != new {
                patch.insert(name.to_owned(), new.clone());
            }
            Ok(())
        }
        (Value::Object(old), Value::Object(new)) => object(name, old, new, patch, schema, options),
        (Value::Array(old), Value::Array(new)) => list(name, old, new, patch, schema, options),
        _ => {
            replace(name, old, new, patch, options);
            Ok(())
        }
    }
}

fn replace(name: &str, old: &Value, new: &Value, patch: &mut Map<String, Value>, options: Options) {
    if !options.only_deletions && old != new {
        patch.insert(name.to_owned(), new.clone());
    }
}

fn object(
    name: &str,
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    patch: &mut Map<String, Value>,
    schema: Option<&Schema>,
    options: Options,
) -> Result<(), Error> {
    let found = match lookup::field(schema, name) {
        Ok(found) => found,
        Err(_) if old == new => return Ok(()),
        Err(error) => return Err(error),
    };
    if found.replaces() {
        if !options.only_deletions {
            patch.insert(name.to_owned(), Value::Object(new.clone()));
        }
        return Ok(());
    }
    let options = Options { retain_keys: found.strategy.retains_keys(), ..options };
    let inner = maps(old, new, found.schema, options)?;
    if !inner.is_empty() {
        patch.insert(name.to_owned(), Value::Object(inner));
    }
    Ok(())
}

fn list(
    name: &str,
    old: &[Value],
    new: &[Value],
    patch: &mut Map<String, Value>,
    schema: Option<&Schema>,
    options: Options,
) -> Result<(), Error> {
    let found = match lookup::list(schema, name) {
        Ok(found) => found,
        Err(_) if old == new => return Ok(()),
        Err(error) => return Err(error),
    };
    if !found.strategy.merges() {
        if !options.only_deletions && old != new {
            patch.insert(name.to_owned(), Value::Array(new.to_vec()));
        }
        return Ok(());
    }
    let options = Options { retain_keys: found.strategy.retains_keys(), ..options };
    let lists = diff_lists::lists(old, new, &found, options)?;
    let mut put = |key: String, list: Vec<Value>| {
        if !list.is_empty() {
            patch.insert(key, Value::Array(list));
        }
    };
    put(name.to_owned(), lists.patch);
    put(format!("{DELETE_FROM}/{name}"), lists.deletions);
    put(format!("{SET_ORDER}/{name}"), lists.order);
    Ok(())
}
