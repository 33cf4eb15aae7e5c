//! Strategic merge patch: a merge patch that knows, from the schema, which lists are merged item by item and by which key,
//! and that takes directives (`$patch`, `$retainKeys`, `$setElementOrder/…`, `$deleteFromPrimitiveList/…`). Mirrors
//! upstream's `strategicpatch` package: results, order of list items and error texts.
//!
//! * [`apply`] lays a patch over an object.
//! * [`create_two_way`] makes the patch between two objects, [`create_three_way`] the one that client-side apply sends.
//!
//! Only for built-in kinds: custom resources answer [`Error::Unsupported`], which the caller decides.

mod conflicts;
mod diff;
mod diff_lists;
mod directives;
mod error;
mod lists;
mod lookup;
mod maps;
mod order;

use schema::Schema;
use serde_json::{Map, Value};

pub use error::{Class, Error};

/// How patches are merged: into an object, or into one another.
#[derive(Clone, Copy)]
struct Mode {
    /// Carry out `$deleteFromPrimitiveList`, `$setElementOrder` and `$retainKeys` instead of keeping them.
    run_directives: bool,
    /// Nulls that match nothing are dropped instead of kept.
    drop_nulls: bool,
}

/// Lays the patch over the object.
pub fn apply(object: Value, patch: &Value, schema: &Schema) -> Result<Value, Error> {
    let mut object = into_map(object)?;
    let patch = into_map(patch.clone())?;
    let mode = Mode { run_directives: true, drop_nulls: true };
    maps::merge(&mut object, patch, Some(schema), mode)?;
    Ok(Value::Object(object))
}

/// The patch that turns `original` into `modified`.
pub fn create_two_way(original: &Value, modified: &Value, schema: &Schema) -> Result<Value, Error> {
    let options = diff::Options { set_order: true, ..diff::Options::default() };
    diff::maps(as_map(original)?, as_map(modified)?, Some(schema), options).map(Value::Object)
}

/// The patch for `current` that brings what `modified` has, and deletes what `original` had and `modified` has not. With
/// `overwrite` off, changes that others made between `original` and `current` to what the patch touches are an error.
pub fn create_three_way(
    original: &Value,
    modified: &Value,
    current: &Value,
    schema: &Schema,
    overwrite: bool,
) -> Result<Value, Error> {
    let (original, modified, current) = (as_map(original)?, as_map(modified)?, as_map(current)?);
    let schema = Some(schema);
    let changes = diff::Options { set_order: true, ignore_deletions: true, ..diff::Options::default() };
    let changes = diff::maps(current, modified, schema, changes)?;
    let deletions = diff::Options { set_order: true, only_deletions: true, ..diff::Options::default() };
    let mut patch = diff::maps(original, modified, schema, deletions)?;
    maps::merge(&mut patch, changes, schema, Mode { run_directives: false, drop_nulls: false })?;
    if !overwrite {
        let theirs = diff::maps(original, current, schema, diff::Options::default())?;
        if conflicts::between(&patch, &theirs, schema)? {
            return Err(Error::Conflict(Value::Object(patch), Value::Object(theirs)));
        }
    }
    Ok(Value::Object(patch))
}

fn into_map(value: Value) -> Result<Map<String, Value>, Error> {
    match value {
        Value::Object(members) => Ok(members),
        Value::Null => Ok(Map::new()),
        _ => Err(Error::BadDocument),
    }
}

fn as_map(value: &Value) -> Result<&Map<String, Value>, Error> {
    value.as_object().ok_or(Error::BadDocument)
}
