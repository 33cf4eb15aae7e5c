//! `RuntimeClass`: what a pod's runtime costs beside its containers, and where it runs, follow from its runtime class.

use std::sync::Arc;

use async_trait::async_trait;
use meta::StatusError;
use resource::Object;
use serde_json::{Value, json};

use crate::{Config, Plugin, Request, amounts, pods};

const MISMATCH: &str = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(RuntimeClass)
}

struct RuntimeClass;

#[async_trait]
impl Plugin for RuntimeClass {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.creates() && request.is_whole("", "pods")
    }

    async fn mutate(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let Some(class) = class(request, object).await? else { return Ok(()) };
        if class.get("overhead").is_some() {
            let fixed = class.get("overhead.podFixed");
            let given = amounts::of_tree(object.get("spec.overhead"));
            if !given.is_empty() && given != amounts::of_tree(fixed) {
                return Err(request.forbidden(Some(object), MISMATCH));
            }
            match fixed {
                Some(fixed) => object.set("spec.overhead", fixed.clone()),
                None => drop(object.remove("spec.overhead")),
            }
        }
        match class.get("scheduling") {
            Some(scheduling) => schedule(request, object, scheduling),
            None => Ok(()),
        }
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let Some(pod) = object else { return Ok(()) };
        let class = class(request, pod).await?;
        let overhead = pod.get("spec.overhead");
        match class.as_ref().filter(|class| class.get("overhead").is_some()) {
            Some(class) => {
                let same = amounts::of_tree(class.get("overhead.podFixed")) == amounts::of_tree(overhead);
                if same { Ok(()) } else { Err(request.forbidden(object, MISMATCH)) }
            }
            None if overhead.is_some() => {
                let why =
                    "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead";
                Err(request.forbidden(object, why))
            }
            None => Ok(()),
        }
    }
}

async fn class(request: &Request<'_>, pod: &Object) -> Result<Option<Arc<Object>>, StatusError> {
    let Some(name) = pod.get("spec.runtimeClassName").and_then(Value::as_str) else { return Ok(None) };
    let found = request.state.find("runtimeclasses.node.k8s.io", "", name).await?;
    let refuse = || request.forbidden(Some(pod), format!("pod rejected: RuntimeClass {name:?} not found"));
    found.map(Some).ok_or_else(refuse)
}

/// The pod runs where the class's nodes are.
fn schedule(request: &Request<'_>, pod: &mut Object, scheduling: &Value) -> Result<(), StatusError> {
    for (key, value) in scheduling.get("nodeSelector").and_then(Value::as_object).into_iter().flatten() {
        let given = pod.get("spec.nodeSelector").and_then(|selector| selector.get(key));
        if let Some(given) = given.filter(|given| *given != value) {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let why = format!(
                "conflict: runtimeClass.scheduling.nodeSelector[{key}] = {}; pod.spec.nodeSelector[{key}] = {}",
                text(value),
                text(given)
            );
            return Err(request.forbidden(Some(pod), why));
        }
        pods::map_mut(pod, "spec.nodeSelector").insert(key.clone(), value.clone());
    }
    let more = scheduling.get("tolerations").and_then(Value::as_array).into_iter().flatten().cloned();
    let all: Vec<Value> = pods::items(pod, "tolerations").cloned().chain(more).collect();
    if !all.is_empty() {
        pod.set("spec.tolerations", json!(merged(&all)));
    }
    Ok(())
}

/// The tolerations without those that another one covers; of equal ones the first stays.
fn merged(all: &[Value]) -> Vec<Value> {
    let mut merged: Vec<Value> = Vec::new();
    for (index, one) in all.iter().enumerate() {
        let before = merged.iter().any(|other| covers(other, one));
        let after = all[index + 1..].iter().any(|other| other != one && covers(other, one));
        if !before && !after {
            merged.push(one.clone());
        }
    }
    merged
}

/// Whether a toleration tolerates all that another one does.
fn covers(wide: &Value, narrow: &Value) -> bool {
    let text = |toleration: &Value, name: &str| -> String {
        toleration.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let (operator, key, effect) = (text(wide, "operator"), text(wide, "key"), text(wide, "effect"));
    if wide == narrow {
        return true;
    }
    if text(narrow, "key") != key && (!key.is_empty() || operator != "Exists") {
        return false;
    }
    if text(narrow, "effect") != effect && !effect.is_empty() {
        return false;
    }
    if effect == "NoExecute"
        && let Some(seconds) = wide.get("tolerationSeconds").and_then(Value::as_i64)
        && narrow.get("tolerationSeconds").and_then(Value::as_i64).is_none_or(|other| other > seconds)
    {
        return false;
    }
    match operator.as_str() {
        "" | "Equal" => text(narrow, "operator") == "Equal" && text(narrow, "value") == text(wide, "value"),
        "Exists" => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tolerations_that_another_covers_go() {
        let any = json!({"operator": "Exists"});
        let gpu = json!({"key": "gpu", "operator": "Equal", "value": "a", "effect": "NoSchedule"});
        let short = json!({"key": "k", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 5});
        let long = json!({"key": "k", "operator": "Exists", "effect": "NoExecute"});
        assert_eq!(merged(&[gpu.clone(), any.clone(), short.clone()]), vec![any.clone()]);
        assert_eq!(merged(&[gpu.clone(), gpu.clone()]), vec![gpu.clone()]);
        assert_eq!(merged(&[short.clone(), long.clone()]), vec![long.clone()]);
        assert_eq!(merged(&[gpu.clone(), long.clone()]), vec![gpu, long]);
    }
}
