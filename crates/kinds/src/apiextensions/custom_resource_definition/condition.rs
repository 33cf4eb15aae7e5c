//! Conditions of a definition: how far the server has come with it.

use meta::Time;
use resource::Object;
use serde_json::{Value, json};

/// One condition to be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition<'a> {
    /// `Established`
    pub kind: &'a str,
    /// Whether it holds.
    pub holds: bool,
    /// Why, in a word.
    pub reason: &'a str,
    /// Why, in a sentence.
    pub message: &'a str,
}

/// The condition of this type.
pub fn find<'o>(definition: &'o Object, kind: &str) -> Option<&'o Value> {
    let conditions = definition.get("status.conditions").and_then(Value::as_array).into_iter().flatten();
    conditions.into_iter().find(|one| one["type"] == kind)
}

/// Whether the condition of this type holds.
pub fn holds(definition: &Object, kind: &str) -> bool {
    find(definition, kind).is_some_and(|one| one["status"] == "True")
}

/// Sets a condition. Its time is that of the last change from yes to no or back.
pub fn set(definition: &mut Object, condition: &Condition<'_>, now: Time) {
    let status = if condition.holds { "True" } else { "False" };
    let since = find(definition, condition.kind)
        .filter(|old| old["status"] == status)
        .and_then(|old| old["lastTransitionTime"].as_str())
        .map_or_else(|| now.to_string(), str::to_owned);
    let made = json!({
        "type": condition.kind,
        "status": status,
        "lastTransitionTime": since,
        "reason": condition.reason,
        "message": condition.message,
    });
    let mut all = definition.get("status.conditions").and_then(Value::as_array).cloned().unwrap_or_default();
    match all.iter_mut().find(|one| one["type"] == condition.kind) {
        Some(old) => *old = made,
        None => all.push(made),
    }
    definition.set("status.conditions", all);
}
