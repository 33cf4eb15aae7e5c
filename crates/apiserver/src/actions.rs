//! Subresources that do something: what a scheduler says of a pod, and what drains a node. Plugged into the registry, which lets
//! admission judge the body first; called by `rest/act.rs`.

mod binding;
mod budget;
mod eviction;

use std::sync::Arc;

use meta::{StatusError, Time};
use registry::{Object, Registry, Target};
use serde_json::{Value, json};

/// Puts all of them in.
pub(crate) fn install(registry: &Registry) {
    registry.set_action("", "pods", "binding", Arc::new(binding::Bind));
    registry.set_action("", "bindings", "", Arc::new(binding::Bind));
    registry.set_action("", "pods", "eviction", Arc::new(eviction::Evict));
}

/// A pod by its place.
fn pod(registry: &Registry, namespace: &str, name: &str) -> Result<Target, StatusError> {
    let (kind, served) = registry.resolve("", "v1", "pods").ok_or_else(crate::answer::no_resource)?;
    let (namespace, name) = (namespace.to_owned(), name.to_owned());
    Ok(Target { kind, served, namespace, name, subresource: String::new() })
}

/// Sets a condition among an object's; the time of its change stays when its status does.
fn set_condition(object: &mut Object, mut condition: Value, now: Time) {
    let mut conditions =
        object.get("status.conditions").and_then(Value::as_array).cloned().unwrap_or_default();
    let known = conditions.iter_mut().find(|known| known["type"] == condition["type"]);
    let since = known
        .as_ref()
        .filter(|known| known["status"] == condition["status"])
        .and_then(|known| known.get("lastTransitionTime").cloned());
    condition["lastTransitionTime"] = since.unwrap_or_else(|| json!(now.to_string()));
    match known {
        Some(known) => *known = condition,
        None => conditions.push(condition),
    }
    object.set("status.conditions", conditions);
}
