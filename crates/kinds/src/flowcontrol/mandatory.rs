//! The objects that every cluster has and that nobody changes.

use meta::{BadValue, ErrorList, Path};
use resource::Object;
use serde_json::{Value, json};

use crate::rules::object::keep;
use crate::rules::report::Report;
use crate::rules::seen::Seen;

fn everything(groups: &[&str]) -> Value {
    let subjects: Vec<Value> =
        groups.iter().map(|name| json!({"kind": "Group", "group": {"name": name}})).collect();
    json!([{
        "subjects": subjects,
        "resourceRules": [
            {"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"], "clusterScope": true, "namespaces": ["*"]},
        ],
        "nonResourceRules": [{"verbs": ["*"], "nonResourceURLs": ["*"]}],
    }])
}

/// The spec that a flow schema of this name must have.
pub fn flow_schema(name: &str) -> Option<Value> {
    match name {
        "exempt" => Some(json!({
            "priorityLevelConfiguration": {"name": "exempt"},
            "matchingPrecedence": 1,
            "rules": everything(&["system:masters"]),
        })),
        "catch-all" => Some(json!({
            "priorityLevelConfiguration": {"name": "catch-all"},
            "matchingPrecedence": 10_000,
            "distinguisherMethod": {"type": "ByUser"},
            "rules": everything(&["system:unauthenticated", "system:authenticated"]),
        })),
        _ => None,
    }
}

/// The spec that a priority level of this name must have; of `exempt`, all but `exempt` itself.
pub fn priority_level(name: &str) -> Option<Value> {
    match name {
        "exempt" => Some(json!({"type": "Exempt"})),
        "catch-all" => Some(json!({
            "type": "Limited",
            "limited": {"nominalConcurrencyShares": 5, "lendablePercent": 0, "limitResponse": {"type": "Reject"}},
        })),
        _ => None,
    }
}

/// The spec must be the wanted one; `but` names a member that may be anything.
pub fn same_spec(object: &Object, wanted: &Value, but: Option<&str>) -> ErrorList {
    let mut errors = ErrorList::new();
    let mut given = object.get("spec").cloned().unwrap_or(Value::Null);
    if let (Some(but), Value::Object(members)) = (but, &mut given) {
        members.remove(but);
    }
    if given != *wanted {
        let name = object.name();
        let except = but.map(|but| format!(" except the 'spec.{but}' field")).unwrap_or_default();
        let detail = format!("spec of '{name}'{except} must equal the fixed value");
        let shown = object.get("spec").map_or(BadValue::Null, BadValue::json);
        errors.invalid(&Path::new("spec"), shown, detail);
    }
    errors
}

/// The conditions of an object of this group: each has a type, and none twice.
pub fn condition_errors(object: &Object) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("status.conditions"));
    let mut seen = Seen::new();
    for (i, condition) in
        object.get("status.conditions").and_then(Value::as_array).into_iter().flatten().enumerate()
    {
        let kind = condition["type"].as_str().unwrap_or_default();
        let at = path.index(i);
        if seen.again(kind) {
            errors.duplicate(&at.child("type"), kind);
        }
        errors.need(&at.child("type"), kind);
    }
    errors
}

/// Through `/status` nothing else is changed.
pub fn keep_rest(new: &mut Object, old: &Object) {
    let (managers, revision) =
        (new.get("metadata.managedFields").cloned(), new.get("metadata.resourceVersion").cloned());
    keep(new, old, &["metadata", "spec"]);
    for (path, value) in [("metadata.managedFields", managers), ("metadata.resourceVersion", revision)] {
        match value {
            Some(value) => new.set(path, value),
            None => drop(new.remove(path)),
        }
    }
}
