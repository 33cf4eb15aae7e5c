//! The conditions of a request: what was decided on it.

use api::certificates::v1::{CertificateSigningRequest, CertificateSigningRequestCondition};
use meta::{BadValue, ErrorList, Path, Time, go};
use resource::Object;
use serde_json::Value;

use crate::rules::object::{default, has, items};
use crate::rules::report::{Report, list};
use crate::rules::seen::{Seen, any_repeats};

/// Conditions that are there or not, but never false.
const DECISIONS: [&str; 3] = ["Approved", "Denied", "Failed"];

fn of(request: &CertificateSigningRequest) -> &[CertificateSigningRequestCondition] {
    request.status.as_ref().map_or(&[], |status| list(&status.conditions))
}

/// Fills in what old clients leave out.
pub fn defaults(object: &mut Object) {
    if let Some(status) = object.tree_mut().get_mut("status") {
        items(status, "conditions").for_each(|condition| default(condition, "status", "True"));
    }
}

fn listed(object: &Object) -> &[Value] {
    object.get("status.conditions").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Makes approvals and denials as they were, unless their number changed: that is judged later.
pub fn keep_decision(new: &mut Object, old: &Object) {
    let old = listed(old).to_vec();
    for kind in ["Approved", "Denied"] {
        let before: Vec<&Value> = old.iter().filter(|condition| condition["type"] == kind).collect();
        let Some(status) = new.tree_mut().get_mut("status") else { return };
        let mut given: Vec<&mut Value> =
            items(status, "conditions").filter(|condition| condition["type"] == kind).collect();
        if given.len() == before.len() {
            given.iter_mut().zip(before).for_each(|(given, before)| **given = before.clone());
        }
    }
}

/// Fills in when conditions were set and when they changed.
pub fn stamp(new: &mut Object, old: &Object, now: Time) {
    let (old, now) = (listed(old).to_vec(), now.to_string());
    let Some(status) = new.tree_mut().get_mut("status") else { return };
    for condition in items(status, "conditions") {
        default(condition, "lastUpdateTime", now.as_str());
        if !has(condition, "lastTransitionTime") {
            let same = |before: &&Value| {
                before["type"] == condition["type"]
                    && before["status"] == condition["status"]
                    && has(before, "lastTransitionTime")
            };
            let since =
                old.iter().find(same).map_or(Value::from(now.as_str()), |b| b["lastTransitionTime"].clone());
            condition["lastTransitionTime"] = since;
        }
    }
}

/// What is wrong with the conditions; what was wrong in `old` may stay.
pub fn validate(request: &CertificateSigningRequest, old: Option<&CertificateSigningRequest>) -> ErrorList {
    let path = Path::new("status.conditions");
    let mut errors = ErrorList::new();
    let before = old.map_or(&[][..], of);
    let has_both = |list: &[CertificateSigningRequestCondition]| {
        ["Approved", "Denied"].iter().all(|kind| list.iter().any(|one| one.type_ == *kind))
    };
    let may_repeat = any_repeats(before.iter().map(|one| &one.type_));
    let (mut seen, mut decided) = (Seen::new(), [false, false]);
    let may_be_empty = before.iter().any(|one| one.type_.is_empty());
    let given = of(request);
    for (i, one) in given.iter().enumerate() {
        let at = path.index(i);
        if one.type_.is_empty() && !may_be_empty {
            errors.required(&at.child("type"), "");
        }
        let allowed: &[&str] =
            if DECISIONS.contains(&one.type_.as_str()) { &["True"] } else { &["False", "True", "Unknown"] };
        if one.status.is_empty() {
            errors.required(&at.child("status"), "");
        } else {
            errors.one_of(&at.child("status"), &one.status, allowed);
        }
        let decides = ["Approved", "Denied"].iter().position(|kind| one.type_ == *kind);
        if let Some(which) = decides {
            decided[which] = true;
        }
        let conflict = decides.is_some() && decided == [true, true];
        if conflict && !has_both(before) {
            let detail = "Approved and Denied conditions are mutually exclusive";
            errors.invalid(&path, BadValue::json(&one.type_), detail);
        }
        if seen.again(&one.type_) && !may_repeat {
            errors.duplicate(&at.child("type"), BadValue::json(&one.type_));
        }
    }
    errors
}

/// `may_decide`: the change comes through `/approval`.
pub fn change_errors(
    new: &CertificateSigningRequest,
    old: &CertificateSigningRequest,
    may_decide: bool,
) -> ErrorList {
    let path = Path::new("status.conditions");
    let mut errors = ErrorList::new();
    fn find<'a>(
        request: &'a CertificateSigningRequest,
        kind: &str,
    ) -> Vec<&'a CertificateSigningRequestCondition> {
        of(request).iter().filter(|one| one.type_ == kind).collect()
    }
    for kind in DECISIONS {
        if find(new, kind).len() < find(old, kind).len() {
            errors
                .forbidden(&path, format!("updates may not remove a condition of type {}", go::quote(kind)));
        }
    }
    if !may_decide {
        for kind in ["Approved", "Denied"] {
            let (given, before) = (find(new, kind), find(old, kind));
            if given.len() > before.len() {
                errors
                    .forbidden(&path, format!("updates may not add a condition of type {}", go::quote(kind)));
            } else if given.len() == before.len() && given != before {
                errors.forbidden(
                    &path,
                    format!("updates may not modify a condition of type {}", go::quote(kind)),
                );
            }
        }
    }
    errors
}

/// `Approved,Issued`
pub fn state(object: &Object) -> String {
    let is = |kind: &str| listed(object).iter().any(|condition| condition["type"] == kind);
    let decision = match () {
        () if is("Denied") => "Denied",
        () if is("Approved") => "Approved",
        () => "Pending",
    };
    let failed = if is("Failed") { ",Failed" } else { "" };
    let issued = if object.text("status.certificate").is_empty() { "" } else { ",Issued" };
    format!("{decision}{failed}{issued}")
}
