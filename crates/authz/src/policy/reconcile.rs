//! What is added to a role or binding that is there already, so that it gives at least what this version needs. What an operator has
//! added stays, and an object whose annotation says so is left alone.
//!
//! Upstream's counterpart is `component-helpers/auth/rbac/reconciliation`.

use resource::Object;
use serde_json::Value;

use crate::rbac::{Rule, missing};

const AUTO_UPDATE: &str = "rbac.authorization.kubernetes.io/autoupdate";

/// The role with what it lacks; `None` if it lacks nothing or is not to be changed.
pub fn merged_role(found: &Object, wanted: &Value) -> Option<Object> {
    let mut merged = marked(found, wanted)?;
    if let Some(rule) = wanted.get("aggregationRule") {
        if found.get("aggregationRule") != Some(rule) {
            merged.set("aggregationRule", rule.clone());
        }
    } else {
        let owned = Rule::all_of(found.get("rules"));
        let lacking = missing(&owned, &Rule::all_of(wanted.get("rules")));
        if !lacking.is_empty() {
            let mut rules = found.get("rules").and_then(Value::as_array).cloned().unwrap_or_default();
            rules.extend(lacking.iter().map(Rule::tree));
            merged.set("rules", rules);
        }
    }
    (merged != *found).then_some(merged)
}

/// The binding with the subjects that it lacks; `None` if it lacks none or is not to be changed.
pub fn merged_binding(found: &Object, wanted: &Value) -> Option<Object> {
    let mut merged = marked(found, wanted)?;
    let mut subjects = found.get("subjects").and_then(Value::as_array).cloned().unwrap_or_default();
    let before = subjects.len();
    for subject in wanted["subjects"].as_array().into_iter().flatten() {
        if !subjects.contains(subject) {
            subjects.push(subject.clone());
        }
    }
    if subjects.len() > before {
        merged.set("subjects", subjects);
    }
    (merged != *found).then_some(merged)
}

/// With the labels and annotations of the wanted object, unless it is not to be changed.
fn marked(found: &Object, wanted: &Value) -> Option<Object> {
    if found.annotation(AUTO_UPDATE) == Some("false") {
        return None;
    }
    let mut merged = found.clone();
    for field in ["labels", "annotations"] {
        for (key, value) in wanted["metadata"][field].as_object().into_iter().flatten() {
            let path = format!("metadata.{field}");
            let mut all = merged.get(&path).cloned().unwrap_or_else(|| serde_json::json!({}));
            if all.get(key).is_none() {
                all[key] = value.clone();
                merged.set(&path, all);
            }
        }
    }
    Some(merged)
}
