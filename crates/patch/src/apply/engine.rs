//! Server-side apply, start to end: check the configuration, lay it over the live object, remove what is no longer
//! applied, find conflicts, record ownership.

use std::borrow::Cow;

use serde_json::Value;
use thiserror::Error;

use super::compare::compare;
use super::conflict::Conflicts;
use super::equality::objects_equal;
use super::managed::{self, Entry, Operation};
use super::track::{in_version, release, strip_meta, track};
use super::zero::empty_object;
use super::{Cx, DecodeError, FieldSet, fields_of, last_applied, merge, remove, validate};

/// Who owns what an object had before anybody applied to it.
const BEFORE_FIRST_APPLY: &str = "before-first-apply";

/// The result of an apply.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// The object, with its new `metadata.managedFields`. Not yet defaulted.
    pub object: Value,
    /// Whether anything but the record differs from the live object.
    pub changed: bool,
}

/// Why a configuration cannot be applied. The texts are upstream's.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ApplyError {
    /// Others own what it would change: 409.
    #[error("{0}")]
    Conflicts(Conflicts),
    /// The request makes no sense: 400.
    #[error("{0}")]
    BadRequest(String),
    /// It does not fit the schema: 500, as upstream answers.
    #[error("{0}")]
    Invalid(String),
    /// The live object's record cannot be read: 500.
    #[error("failed to decode managed fields: {0}")]
    Decode(#[from] DecodeError),
}

/// Applies a configuration to the live object, or creates the object from it.
pub fn apply(live: Option<&Value>, config: &Value, cx: &Cx<'_>) -> Result<Applied, ApplyError> {
    let mut entries = managed::read(live.and_then(managed::of).cloned())?;
    check(config, cx)?;
    if let (Some(live), true) = (live, entries.is_empty()) {
        let before = empty_object(cx.schema);
        track(&before, live, &mut entries, cx, BEFORE_FIRST_APPLY);
    }
    let attempt = |force| run(live, config, entries.clone(), cx, force);
    let mut applied = match attempt(cx.force) {
        Err(ApplyError::Conflicts(conflicts)) if cx.manager == last_applied::MANAGER => {
            last_applied::resolve(conflicts, live, cx).map_err(ApplyError::Conflicts)?;
            attempt(true)
        }
        other => other,
    }?;
    if cx.manager == last_applied::MANAGER {
        last_applied::refresh(&mut applied.object, config);
    }
    Ok(applied)
}

fn check(config: &Value, cx: &Cx<'_>) -> Result<(), ApplyError> {
    let text = |name: &str| config.get(name).and_then(Value::as_str).unwrap_or_default();
    let (version, kind) = (text("apiVersion"), text("kind"));
    let (group, short) = version.rsplit_once('/').unwrap_or(("", version));
    if (version, kind) != (cx.api_version, cx.kind) {
        return Err(ApplyError::BadRequest(format!("invalid object type: {group}/{short}, Kind={kind}")));
    }
    if managed::of(config).is_some() {
        return Err(ApplyError::BadRequest("metadata.managedFields must be nil".to_owned()));
    }
    validate::check(config, cx.schema).map_err(|problem| {
        let meta = |name: &str| {
            config.get("metadata").and_then(|meta| meta.get(name)).and_then(Value::as_str).unwrap_or_default()
        };
        ApplyError::Invalid(format!(
            "failed to create typed patch object ({}/{}; {group}/{short}, Kind={kind}): {problem}",
            meta("namespace"),
            meta("name"),
        ))
    })
}

/// One attempt.
fn run(
    live: Option<&Value>,
    config: &Value,
    mut entries: Vec<Entry>,
    cx: &Cx<'_>,
    force: bool,
) -> Result<Applied, ApplyError> {
    entries.iter_mut().for_each(|entry| entry.align(cx.schema));
    let mut object = live.cloned().unwrap_or_else(|| Value::Object(serde_json::Map::new()));
    managed::take(&mut object);
    let mut object = merge::merge(object, config, cx.schema)
        .map_err(|problem| ApplyError::Invalid(format!("failed to merge config: {problem}")))?;

    let mut set = fields_of(config, cx.schema);
    if let Some(reset) = cx.reset_fields {
        set = set.recursive_difference(reset);
    }
    let (mine, last) = claim(&mut entries, set, cx);
    prune(&mut object, &entries, &last, cx);

    let empty;
    let before = match live {
        Some(live) => live,
        None => {
            empty = empty_object(cx.schema);
            &empty
        }
    };
    let changed = live.is_none_or(|live| !objects_equal(live, &object));
    yield_fields(before, &object, &mut entries, &mine, cx, force)?;
    finish(&mut entries, &mine, changed, cx);
    managed::put(&mut object, managed::write(entries));
    Ok(Applied { object, changed })
}

/// Makes the manager's entry hold the new set; gives a copy of the entry and what it held before, in this version.
fn claim(entries: &mut Vec<Entry>, set: FieldSet, cx: &Cx<'_>) -> (Entry, Option<FieldSet>) {
    let mut mine = Entry::new(cx.manager_name(), Operation::Apply, cx.api_version, cx.subresource);
    let mut last = None;
    match entries.iter_mut().find(|entry| entry.same_manager(&mine)) {
        Some(entry) => {
            last = if entry.api_version == cx.api_version {
                Some(entry.set.clone())
            } else {
                (cx.convert)(&entry.set, &entry.api_version, cx.api_version)
            };
            entry.replace(set);
            entry.api_version = cx.api_version.to_owned();
            mine.time.clone_from(&entry.time);
        }
        None => {
            let mut entry = mine.clone();
            entry.replace(set);
            entries.push(entry);
        }
    }
    (mine, last)
}

/// Removes what the manager applied last time and nobody owns now.
fn prune(object: &mut Value, entries: &[Entry], last: &Option<FieldSet>, cx: &Cx<'_>) {
    let Some(last) = last.as_ref().filter(|last| !last.is_empty()) else { return };
    let own = entries.iter().filter(|entry| entry.operation == Operation::Apply);
    let is_mine = |entry: &&Entry| entry.manager == cx.manager_name() && entry.subresource == cx.subresource;
    // Nothing was dropped from the configuration, so nothing can go: the common case.
    if own.filter(is_mine).any(|entry| last.is_subset(&entry.set)) {
        return;
    }
    let mut owned = FieldSet::new();
    for entry in entries {
        let set = if entry.api_version == cx.api_version {
            Some(Cow::Borrowed(&entry.set))
        } else {
            (cx.convert)(&entry.set, &entry.api_version, cx.api_version).map(Cow::Owned)
        };
        if let Some(set) = set {
            owned.extend(&set);
        }
    }
    remove::prune(object, last, &owned, cx.schema);
}

/// Finds who else owns what changes: an error, unless forced; then they lose it.
fn yield_fields(
    before: &Value,
    after: &Value,
    entries: &mut Vec<Entry>,
    mine: &Entry,
    cx: &Cx<'_>,
    force: bool,
) -> Result<(), ApplyError> {
    let mut comparison = compare(before, after, cx.schema);
    if let Some(reset) = cx.reset_fields {
        comparison.exclude(reset);
    }
    if !force {
        let taken = comparison.modified.union(&comparison.added);
        let lost = entries.iter().filter(|entry| !entry.same_manager(mine)).filter_map(|entry| {
            let taken = in_version(&taken, cx, &entry.api_version)?;
            Some((entry, entry.set.intersection(&taken))).filter(|(_, set)| !set.is_empty())
        });
        let conflicts = Conflicts::of(lost);
        if !conflicts.0.is_empty() {
            return Err(ApplyError::Conflicts(conflicts));
        }
    }
    release(entries, &comparison, cx, Some(mine));
    Ok(())
}

/// The manager's own entry: without the fields that are nobody's, and with a new time if the object changed. An entry that
/// is new although nothing changed has no time at all, as upstream has it.
fn finish(entries: &mut Vec<Entry>, mine: &Entry, changed: bool, cx: &Cx<'_>) {
    entries.retain_mut(|entry| {
        if !entry.same_manager(mine) {
            return true;
        }
        let mut set = entry.set.clone();
        strip_meta(&mut set);
        entry.replace(set);
        if changed {
            entry.time = Some(cx.now.to_owned());
        }
        !entry.set.is_empty()
    });
}
