//! Which names a definition gets, and what its conditions say. Pure. Upstream: the naming, establishing and API approval controllers
//! of `apiextensions-apiserver`, in one step.

use std::collections::HashSet;
use std::sync::Arc;

use kinds::apiextensions::custom_resource_definition::condition::{self, Condition};
use kinds::apiextensions::custom_resource_definition::{APPROVAL, ESTABLISHED};
use meta::{Time, go};
use registry::Object;
use serde_json::{Map, Value};

const NAMES: &str = "NamesAccepted";
const APPROVED: &str = "KubernetesAPIApprovalPolicyConformant";

/// The names that definitions of a group have.
#[derive(Debug, Default)]
pub(super) struct Claimed {
    resources: HashSet<String>,
    kinds: HashSet<String>,
}

impl Claimed {
    /// Those of all definitions of the group.
    pub(super) fn of<'d>(definitions: impl Iterator<Item = &'d Arc<Object>>, group: &str) -> Self {
        let mut claimed = Self::default();
        for definition in definitions.filter(|definition| definition.text("spec.group") == group) {
            let Some(names) = definition.get("status.acceptedNames") else { continue };
            let text = |name: &str| names[name].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
            let short = names["shortNames"].as_array().into_iter().flatten().filter_map(Value::as_str);
            claimed.resources.extend([text("plural"), text("singular")].into_iter().flatten());
            claimed.resources.extend(short.map(str::to_owned));
            claimed.kinds.extend([text("kind"), text("listKind")].into_iter().flatten());
        }
        claimed
    }
}

/// Gives a definition the names that it can have, and the conditions that follow.
pub(super) fn settle(definition: &mut Object, claimed: &Claimed, now: Time) {
    let conflict = accept(definition, claimed);
    let (holds, reason, message) = match &conflict {
        Some((reason, message)) => (false, *reason, message.as_str()),
        None => (true, "NoConflicts", "no conflicts found"),
    };
    condition::set(definition, &Condition { kind: NAMES, holds, reason, message }, now);
    if !condition::holds(definition, ESTABLISHED) {
        let (reason, message) = if holds {
            ("InitialNamesAccepted", "the initial names have been accepted")
        } else {
            ("NotAccepted", "not all names are accepted")
        };
        condition::set(definition, &Condition { kind: ESTABLISHED, holds, reason, message }, now);
    }
    approve(definition, now);
}

/// Accepts what can be accepted of the names; says what cannot.
fn accept(definition: &mut Object, claimed: &Claimed) -> Option<(&'static str, String)> {
    let wanted = definition.get("spec.names").cloned().unwrap_or(Value::Null);
    let had = definition.get("status.acceptedNames").cloned().unwrap_or(Value::Null);
    let mut accepted: Map<String, Value> = had.as_object().cloned().unwrap_or_default();
    let mut conflict = None;
    for (field, taken, reason) in [
        ("plural", &claimed.resources, "PluralConflict"),
        ("singular", &claimed.resources, "SingularConflict"),
        ("shortNames", &claimed.resources, "ShortNamesConflict"),
        ("kind", &claimed.kinds, "KindConflict"),
        ("listKind", &claimed.kinds, "ListKindConflict"),
    ] {
        match refusal(&wanted[field], &had[field], taken) {
            Some(message) => conflict = Some((reason, message)),
            None => put(&mut accepted, field, &wanted[field]),
        }
    }
    put(&mut accepted, "categories", &wanted["categories"]);
    definition.set("status.acceptedNames", accepted);
    conflict
}

fn put(names: &mut Map<String, Value>, field: &str, value: &Value) {
    match value {
        Value::Null => drop(names.remove(field)),
        value => drop(names.insert(field.to_owned(), value.clone())),
    }
}

/// Why a name, or one of several, cannot be had.
fn refusal(wanted: &Value, had: &Value, taken: &HashSet<String>) -> Option<String> {
    let in_use = |name: &str| taken.contains(name).then(|| format!("{} is already in use", go::quote(name)));
    match wanted {
        _ if wanted == had => None,
        Value::Array(names) => {
            let own = |name: &Value| had.as_array().is_some_and(|had| had.contains(name));
            let new = names.iter().filter(|name| !own(name)).filter_map(Value::as_str);
            let found: Vec<String> = new.filter_map(in_use).collect();
            match found.as_slice() {
                [] => None,
                [one] => Some(one.clone()),
                many => Some(format!("[{}]", many.join(", "))),
            }
        }
        name => in_use(name.as_str().unwrap_or_default()),
    }
}

/// What the annotation of a group of the community says.
fn approve(definition: &mut Object, now: Time) {
    let group = format!(".{}", definition.text("spec.group"));
    if !group.ends_with(".k8s.io") && !group.ends_with(".kubernetes.io") {
        return;
    }
    let given = definition.annotation(APPROVAL).unwrap_or_default().to_owned();
    let (scheme, rest) = given.split_once("://").unwrap_or_default();
    let is_address = !scheme.is_empty() && !rest.split('/').next().unwrap_or_default().is_empty();
    let (words, see) = (
        format!("protected groups must have approval annotation {}", go::quote(APPROVAL)),
        "see https://github.com/kubernetes/enhancements/pull/1111",
    );
    let (holds, reason, message) = match given.as_str() {
        "" => (false, "MissingAnnotation", format!("{words}, {see}")),
        text if text.starts_with("unapproved") => {
            (false, "UnapprovedAnnotation", format!("not approved: {}", go::quote(text)))
        }
        text if is_address => (true, "ApprovedAnnotation", format!("approved in {text}")),
        _ => {
            let more = format!("{words} with either a URL or a reason starting with \"unapproved\", {see}");
            (false, "InvalidAnnotation", more)
        }
    };
    condition::set(definition, &Condition { kind: APPROVED, holds, reason, message: &message }, now);
}

#[cfg(test)]
mod tests;
