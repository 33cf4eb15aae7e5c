//! Tracking of creates, updates and patches other than apply: who writes a field comes to own it, and whoever owned it
//! before does not any more.

use std::borrow::Cow;

use serde_json::Value;

use super::cap::cap;
use super::compare::{Comparison, compare};
use super::equality::objects_equal;
use super::managed::{self, Entry, Operation};
use super::zero::empty_object;
use super::{Cx, FieldSet, PathElement};

/// Writes the new object's `metadata.managedFields`, given the object before (`None` on create). What the client sent in
/// that field counts: an empty list, or a list with one empty entry, ends the tracking.
pub fn track_update(old: Option<&Value>, new: &mut Value, cx: &Cx<'_>) {
    let sent = managed::take(new);
    let stored = old.and_then(managed::of);
    let in_store = old.is_some_and(|old| {
        old.get("metadata")
            .and_then(|meta| meta.get("uid"))
            .and_then(Value::as_str)
            .is_some_and(|uid| !uid.is_empty())
    });
    if let (Some(old), Some(stored)) = (old, stored)
        && in_store
        && sent.as_ref().is_none_or(|sent| sent == stored || !cx.subresource.is_empty())
        && objects_equal(old, new)
    {
        managed::put(new, Some(stored.clone()));
        return;
    }
    let mut entries = entries(sent, stored, cx);
    if entries.is_empty() && in_store {
        return;
    }
    let before = old.map_or_else(|| Cow::Owned(empty_object(cx.schema)), Cow::Borrowed);
    track(&before, new, &mut entries, cx, cx.manager_name());
    cap(&mut entries);
    managed::put(new, managed::write(entries));
}

/// The record to start from: what was sent if it is good for anything, else what is stored.
fn entries(sent: Option<Value>, stored: Option<&Value>, cx: &Cx<'_>) -> Vec<Entry> {
    if cx.subresource.is_empty() {
        if sent.as_ref().is_some_and(is_reset) {
            return Vec::new();
        }
        if let Ok(entries) = managed::read(sent)
            && !entries.is_empty()
        {
            return entries;
        }
    }
    managed::read(stored.cloned()).unwrap_or_default()
}

fn is_reset(sent: &Value) -> bool {
    match sent.as_array().map(Vec::as_slice) {
        Some([]) => true,
        Some([only]) => only.as_object().is_some_and(|entry| entry.values().all(Value::is_null)),
        _ => false,
    }
}

/// Gives `manager` what it changed. Neither tree's own record is looked at.
pub(super) fn track(before: &Value, after: &Value, entries: &mut Vec<Entry>, cx: &Cx<'_>, manager: &str) {
    entries.iter_mut().for_each(|entry| entry.align(cx.schema));
    let mut comparison = compare(before, after, cx.schema);
    if let Some(reset) = cx.reset_fields {
        comparison.exclude(reset);
    }
    release(entries, &comparison, cx, None);
    let mut taken = comparison.added;
    taken.extend(&comparison.modified);
    strip_meta(&mut taken);
    if taken.is_empty() {
        return;
    }
    let mut mine = Entry::new(manager, Operation::Update, cx.api_version, cx.subresource);
    mine.time = Some(cx.now.to_owned());
    match entries.iter_mut().find(|entry| entry.same_manager(&mine)) {
        Some(entry) => {
            taken.extend(&entry.set);
            entry.replace(taken);
            entry.time = mine.time;
        }
        None => {
            mine.set = taken;
            entries.push(mine);
        }
    }
}

/// Takes what changed away from everyone but the entry at `except`; whoever is left with nothing, or is of a version that
/// is not served, goes.
pub(super) fn release(entries: &mut Vec<Entry>, changes: &Comparison, cx: &Cx<'_>, except: Option<&Entry>) {
    if entries.is_empty() {
        return;
    }
    let mut changed = changes.modified.union(&changes.added);
    changed.extend(&changes.removed);
    entries.retain_mut(|entry| {
        if !except.is_some_and(|own| own.same_manager(entry)) {
            match in_version(&changed, cx, &entry.api_version) {
                Some(changed) => entry.subtract(&changed),
                None => return false,
            }
        }
        !entry.set.is_empty()
    });
}

/// A set of the request's version, in another.
pub(super) fn in_version<'f>(set: &'f FieldSet, cx: &Cx<'_>, version: &str) -> Option<Cow<'f, FieldSet>> {
    if version == cx.api_version {
        Some(Cow::Borrowed(set))
    } else {
        (cx.convert)(set, cx.api_version, version).map(Cow::Owned)
    }
}

/// Fields that identify the object or that the server writes: nobody owns them.
pub(super) fn strip_meta(set: &mut FieldSet) {
    const TOP: [&str; 3] = ["apiVersion", "kind", "metadata"];
    const META: [&str; 9] = [
        "name",
        "namespace",
        "creationTimestamp",
        "selfLink",
        "uid",
        "clusterName",
        "generation",
        "managedFields",
        "resourceVersion",
    ];
    let is = |element: &PathElement, names: &[&str]| matches!(element, PathElement::Field(name) if names.contains(&&**name));
    set.nodes.retain_mut(|node| {
        if is(&node.element, &TOP) {
            node.member = false;
        }
        if is(&node.element, &["metadata"]) {
            node.children.nodes.retain_mut(|child| {
                child.member &= !is(&child.element, &META);
                child.member || !child.children.is_empty()
            });
        }
        node.member || !node.children.is_empty()
    });
}
