//! The rules that make a kind special. Every method defaults to "nothing special"; a kind's file overrides what it needs.
//!
//! The engine calls them in this order, on objects in the hub version:
//! create: `defaults` → mutating admission → `defaults` → (metadata filled in) → `prepare_create` → `validate` → `warnings`;
//! update: `defaults` → mutating admission → `defaults` → `prepare_update` → `validate_update` → `warnings`.
//! All are pure functions of their arguments. Upstream's counterpart is the `rest` strategy of each registry package.

use std::borrow::Cow;
use std::time::Duration;

use meta::{ErrorList, Time};

use crate::Object;

/// Who asks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct User {
    /// The name.
    pub name: String,
    /// A unique id, if the authenticator knows one.
    pub uid: String,
    /// The groups.
    pub groups: Vec<String>,
    /// What else the authenticator said.
    pub extra: Vec<(String, Vec<String>)>,
}

/// What the rules may know of the request.
#[derive(Debug, Clone)]
pub struct Context<'a> {
    /// Who asks.
    pub user: &'a User,
    /// The time of the request.
    pub now: Time,
    /// Whether nothing will be stored.
    pub dry_run: bool,
}

/// Through which path an object is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'a> {
    /// The object itself.
    Main,
    /// Its `/status`.
    Status,
    /// Another view of it, by its name: `resize`, `approval`, …
    View(&'a str),
}

/// What happens to the dependents of a deleted object when the client does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Propagation {
    /// They go too, later.
    Background,
    /// They stay.
    Orphan,
}

/// How an object goes, when deletion is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delete {
    /// At once (finalizers permitting).
    Now,
    /// After a grace period of this many seconds, or when somebody confirms it with a period of zero.
    Gracefully(i64),
}

/// The rules of one kind.
pub trait Strategy: Send + Sync + 'static {
    /// Fills in what the client left out. Must be idempotent.
    fn defaults(&self, _object: &mut Object) {}

    /// Makes a new object ready: drops what clients may not set (status), sets what follows from the rest.
    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        object.remove("status");
    }

    /// What is wrong with the name of an object; by default it must be a DNS subdomain. `prefix`: it is a `generateName`.
    fn validate_name(&self, name: &str, prefix: bool) -> Vec<Cow<'static, str>> {
        meta::names::dns_subdomain(name, prefix)
    }

    /// What is wrong with a new object, besides its metadata. A custom resource is judged in the version that the client speaks,
    /// which its `apiVersion` tells.
    fn validate(&self, _object: &Object, _cx: &Context<'_>) -> ErrorList {
        ErrorList::new()
    }

    /// Makes a changed object ready: resets what this part may not change.
    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        match part {
            Part::Main => new.copy_from(old, "status"),
            Part::Status | Part::View(_) => keep_all_but_status(new, old),
        }
    }

    /// What is wrong with a changed object, besides its metadata. The default checks it like a new one.
    fn validate_update(&self, part: Part<'_>, new: &Object, _old: &Object, cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => self.validate(new, cx),
            Part::Status | Part::View(_) => ErrorList::new(),
        }
    }

    /// What a client should know though it is not wrong.
    fn warnings(&self, _new: &Object, _old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        Vec::new()
    }

    /// Whether `PUT` may create an object.
    fn allow_create_on_update(&self) -> bool {
        false
    }

    /// Whether `PUT` without a resource version replaces whatever is there.
    fn allow_unconditional_update(&self) -> bool {
        true
    }

    /// Whether two objects want the same, so that `metadata.generation` stays. By default everything but metadata and status counts.
    fn same_generation(&self, new: &Object, old: &Object) -> bool {
        desired(new).eq(desired(old))
    }

    /// How an object goes when `grace` (from the request) or nothing was asked for.
    fn delete(&self, _object: &Object, _grace: Option<i64>) -> Delete {
        Delete::Now
    }

    /// Whether something must still be done before an object that is being deleted may go.
    fn is_pending(&self, object: &Object) -> bool {
        object.finalizers().next().is_some()
    }

    /// Marks an object whose deletion begins but cannot end yet, beyond what the engine marks (`Namespace` sets its phase).
    fn begin_delete(&self, _object: &mut Object, _cx: &Context<'_>) {}

    /// Whether the answer to a deletion is the object that went, not a `Status`.
    fn returns_deleted(&self) -> bool {
        false
    }

    /// The fields, written with dots, that a write through this part cannot change: nobody comes to own them by it.
    fn resets(&self, part: Part<'_>) -> &'static [&'static str] {
        match part {
            Part::Main => &["status"],
            Part::Status | Part::View(_) => &["spec"],
        }
    }

    /// Why an object cannot be deleted by anybody, if it cannot.
    fn stays(&self, _object: &Object) -> Option<&'static str> {
        None
    }

    /// What happens to dependents when the client does not say.
    fn default_propagation(&self) -> Propagation {
        Propagation::Background
    }

    /// The value of a field that [`Kind::selectable`](crate::Kind::selectable) names; empty if unset.
    fn field<'a>(&self, object: &'a Object, path: &str) -> Cow<'a, str> {
        match object.get(path) {
            Some(serde_json::Value::String(text)) => Cow::Borrowed(text),
            Some(other) => Cow::Owned(other.to_string()),
            None => Cow::Borrowed(""),
        }
    }

    /// The path in the stored version of a field that clients of this group select by under another name.
    fn field_label(&self, _group: &str, _label: &str) -> Option<String> {
        None
    }

    /// The cells of [`Kind::columns`](crate::Kind::columns), without the first (the name) and, when the kind lists none, the age.
    fn cells(&self, _object: &Object, _now: Time) -> Vec<serde_json::Value> {
        Vec::new()
    }

    /// The same for one of the kind's versions, where they differ in what they print.
    fn cells_in(&self, _served: usize, object: &Object, now: Time) -> Vec<serde_json::Value> {
        self.cells(object, now)
    }

    /// What is to be said of a whole row of [`Strategy::cells`], as conditions of a table's row.
    fn row_conditions(&self, _object: &Object) -> Vec<serde_json::Value> {
        Vec::new()
    }

    /// An annotation that upstream keeps as a field of its own, and which is therefore missing where only metadata is shown.
    fn hidden_annotation(&self) -> Option<&'static str> {
        None
    }

    /// What an object that is not there is said to be one of, where that is not the resource.
    fn missing_as(&self) -> Option<&'static str> {
        None
    }

    /// How long an object lives without being written again.
    fn ttl(&self, _object: &Object) -> Option<Duration> {
        None
    }
}

/// A kind about which there is nothing special.
pub struct Plain;

impl Strategy for Plain {}

/// Makes an object what it was, but for its status, its record of managers and the revision that the client saw: what a write
/// through `/status` leaves.
pub fn keep_all_but_status(new: &mut Object, old: &Object) {
    let status = new.remove("status");
    let mut kept = old.clone();
    // The revision that the client claims to have seen decides on conflicts, and managers are tracked by the engine.
    for path in ["metadata.resourceVersion", "metadata.managedFields"] {
        kept.copy_from(new, path);
    }
    match status {
        Some(status) => kept.set("status", status),
        None => drop(kept.remove("status")),
    }
    *new = kept;
}

fn desired(object: &Object) -> impl Iterator<Item = (&String, &serde_json::Value)> {
    let members = object.tree().as_object().into_iter().flatten();
    members.filter(|(name, _)| !matches!(name.as_str(), "metadata" | "status" | "apiVersion" | "kind"))
}
