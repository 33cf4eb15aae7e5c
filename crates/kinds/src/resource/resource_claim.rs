//! `ResourceClaim`: somebody asks for devices, and gets them.

use meta::{BadValue, ErrorList, FieldError, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use super::{GROUP, claims, lists};
use crate::describe;
use crate::printing::{age, age_of, name, text};
use crate::rules::internal;
use crate::rules::object::{keep, made, same, text as of};
use crate::rules::report::Report;

/// The most users of a claim.
const MAX_USERS: usize = 256;

/// The descriptor.
pub fn kind() -> Kind {
    let words = "A summary of the current state (allocated, pending, reserved, etc.).";
    describe::namespaced(GROUP, "v1", "ResourceClaim", "resourceclaims")
        .status()
        .columns(vec![name(), text("State", words), age()])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        claims::defaults(made(object.tree_mut(), "spec"));
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let mut errors = ErrorList::new();
        claims::validate(object.get("spec").unwrap_or(&Value::Null), &Path::new("spec"), &mut errors);
        errors
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        keep(new, old, if part == Part::Main { &["status"] } else { &["spec"] });
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => {
                let mut errors = ErrorList::new();
                if !same(new.get("spec"), old.get("spec")) {
                    let shown = internal::shown("ResourceClaimSpec", new.get("spec"));
                    errors.invalid(&Path::new("spec"), shown, "field is immutable");
                }
                errors
            }
            Part::Status | Part::View(_) => status_errors(new, old),
        }
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let mut states = Vec::new();
        if object.is_terminating() {
            states.push("deleted");
        }
        if object.get("status.allocation").is_some() {
            states.push("allocated");
            if users(object).next().is_some() {
                states.push("reserved");
            }
        } else if !object.is_terminating() {
            states.push("pending");
        }
        vec![states.join(",").into(), age_of(object, now)]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}

fn users(object: &Object) -> impl Iterator<Item = &Value> {
    object.get("status.reservedFor").and_then(Value::as_array).into_iter().flatten()
}

fn status_errors(new: &Object, old: &Object) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("status"));
    let status = new.get("status").unwrap_or(&Value::Null);
    let judge = |user: &Value, at: &Path<'_>, errors: &mut ErrorList| {
        for field in ["resource", "name", "uid"] {
            errors.need(&at.child(field), of(user, field));
        }
    };
    let by_uid: fn(&Value) -> &str = |user| of(user, "uid");
    lists::validate(status, "reservedFor", MAX_USERS, &path, &mut errors, Some(by_uid), judge);
    let at = path.child("reservedFor");
    if users(new).next().is_some() {
        if new.get("status.allocation").is_none() {
            errors.forbidden(&at, "may not be specified when `allocated` is not set");
        } else if new.is_terminating() && users(new).any(|user| !users(old).any(|other| other == user)) {
            let detail =
                "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set";
            errors.forbidden(&at, detail);
        }
    }
    let (allocation, before) = (new.get("status.allocation"), old.get("status.allocation"));
    if let (Some(allocation), Some(before)) = (allocation, before)
        && allocation != before
    {
        let shown = BadValue::json(allocation);
        errors.push(FieldError::invalid(&path.child("allocation"), shown, "field is immutable"));
    }
    errors
}
