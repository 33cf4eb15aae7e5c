//! The `scale` subresource shows one field of its parent under another name: ownership of `spec.replicas` (or wherever a
//! custom resource keeps it) is translated on the way out and on the way back.

use std::collections::BTreeMap;

use serde_json::Value;

use super::managed::{self, Entry};
use super::{DecodeError, FieldSet, Path, PathElement};

const SCALE_VERSION: &str = "autoscaling/v1";

/// Where each version of the parent keeps its replicas; `None` for a version without the subresource.
pub type ReplicasPaths = BTreeMap<String, Option<Vec<PathElement>>>;

fn in_scale() -> FieldSet {
    FieldSet::of_fields([&["spec", "replicas"][..]])
}

/// The record of a Scale: everyone who owns the parent's replicas.
pub fn record_of_scale(parent: Option<&Value>, paths: &ReplicasPaths) -> Result<Option<Value>, DecodeError> {
    let mut entries = managed::read(parent.cloned())?;
    entries.retain_mut(|entry| {
        let Some(Some(path)) = paths.get(&entry.api_version) else { return false };
        let owns = entry.set.has(path);
        if owns {
            entry.replace(in_scale());
            entry.api_version = SCALE_VERSION.to_owned();
        }
        owns
    });
    Ok(managed::write(entries))
}

/// The parent's record after a write to its Scale: owners that the Scale no longer shows lose the field, new ones get it
/// in the parent's version. As upstream has it, new owners have no time.
pub fn record_of_parent(
    parent: Option<&Value>,
    scale: Option<&Value>,
    api_version: &str,
    paths: &ReplicasPaths,
) -> Result<Option<Value>, DecodeError> {
    let mut scale_entries = managed::read(scale.cloned())?;
    let mut entries: Vec<Entry> = Vec::new();
    for mut entry in managed::read(parent.cloned())? {
        let Some(path) = paths.get(&entry.api_version) else { continue };
        if let Some(path) = path.as_ref().filter(|path| entry.set.has(path)) {
            yield_to(&mut entry, &mut scale_entries, path);
        }
        if !entry.set.is_empty() {
            entries.push(entry);
        }
    }
    if let Some(Some(path)) = paths.get(api_version) {
        adopt(&mut entries, scale_entries, api_version, path);
    }
    Ok(managed::write(entries))
}

/// An owner in the parent stays one if the Scale shows it still; then there is nothing left to adopt.
fn yield_to(entry: &mut Entry, scale_entries: &mut Vec<Entry>, path: &Path) {
    let mut as_scale = entry.clone();
    as_scale.api_version = SCALE_VERSION.to_owned();
    match scale_entries.iter().position(|other| other.same_manager(&as_scale)) {
        Some(at) => drop(scale_entries.remove(at)),
        None => {
            let mut gone = FieldSet::new();
            gone.insert(path);
            entry.subtract(&gone);
        }
    }
}

/// New owners of the Scale's replicas own the parent's.
fn adopt(entries: &mut Vec<Entry>, scale_entries: Vec<Entry>, api_version: &str, path: &Path) {
    let replicas = in_scale();
    for mut entry in scale_entries.into_iter().filter(|entry| replicas.is_subset(&entry.set)) {
        let mut set = FieldSet::new();
        set.insert(path);
        entry.replace(set);
        entry.api_version = api_version.to_owned();
        entry.time = None;
        match entries.iter_mut().find(|other| other.same_manager(&entry)) {
            Some(other) => other.replace(other.set.union(&entry.set)),
            None => entries.push(entry),
        }
    }
}
