//! `Priority`: the number and the manners of a pod's priority follow from its priority class.

use std::sync::Arc;

use async_trait::async_trait;
use meta::StatusError;
use resource::Object;
use serde_json::Value;

use crate::{Config, Plugin, Request};

const CLASSES: &str = "priorityclasses.scheduling.k8s.io";
const LOWER: &str = "PreemptLowerPriority";

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(Priority)
}

struct Priority;

#[async_trait]
impl Plugin for Priority {
    fn handles(&self, request: &Request<'_>) -> bool {
        (request.creates() || request.updates())
            && (request.is_whole("", "pods") || request.is_whole("scheduling.k8s.io", "priorityclasses"))
    }

    async fn mutate(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        if !request.is("", "pods") {
            return Ok(());
        }
        match request.old() {
            Some(old) => {
                keep(object, old);
                Ok(())
            }
            None => resolve(request, object).await,
        }
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let Some(class) = object.filter(|_| !request.is("", "pods")) else { return Ok(()) };
        if !is_default(class) {
            return Ok(());
        }
        match default_class(request) {
            Some(known) if request.creates() || known.name() != class.name() => {
                let why = format!(
                    "PriorityClass {} is already marked as default. Only one default can exist",
                    known.name()
                );
                Err(request.forbidden(object, why))
            }
            _ => Ok(()),
        }
    }
}

/// What the pod was given when it came stays; validation refuses every other change.
fn keep(pod: &mut Object, old: &Object) {
    for path in ["spec.priority", "spec.preemptionPolicy"] {
        if pod.get(path).is_none() && old.get(path).is_some() {
            pod.copy_from(old, path);
        }
    }
}

async fn resolve(request: &Request<'_>, pod: &mut Object) -> Result<(), StatusError> {
    let class = match pod.text("spec.priorityClassName") {
        "" => default_class(request),
        name => {
            let found = request.state.find(CLASSES, "", name).await?;
            let why = || format!("no PriorityClass with name {name} was found");
            Some(found.ok_or_else(|| request.forbidden(Some(pod), why()))?)
        }
    };
    let priority = class.as_ref().and_then(|class| class.int("value")).unwrap_or(0);
    let policy = match &class {
        Some(class) => class.get("preemptionPolicy").and_then(Value::as_str).map(str::to_owned),
        None => Some(LOWER.to_owned()),
    };
    if let Some(class) = &class {
        pod.set("spec.priorityClassName", class.name());
    }
    if let Some(given) = pod.int("spec.priority").filter(|given| *given != priority) {
        let why = format!(
            "the integer value of priority ({given}) must not be provided in pod spec; priority admission controller computed \
             {priority} from the given PriorityClass name"
        );
        return Err(request.forbidden(Some(pod), why));
    }
    pod.set("spec.priority", priority);
    let Some(policy) = policy else { return Ok(()) };
    let given = pod.get("spec.preemptionPolicy").and_then(Value::as_str);
    if let Some(given) = given.filter(|given| *given != policy) {
        let why = format!(
            "the string value of PreemptionPolicy ({given}) must not be provided in pod spec; priority admission controller \
             computed {policy} from the given PriorityClass name"
        );
        return Err(request.forbidden(Some(pod), why));
    }
    pod.set("spec.preemptionPolicy", policy);
    Ok(())
}

fn is_default(class: &Object) -> bool {
    class.get("globalDefault") == Some(&Value::Bool(true))
}

/// The class for pods that name none. Of several, which only a race can bring about, the lowest.
fn default_class(request: &Request<'_>) -> Option<Arc<Object>> {
    let classes = request.state.list(CLASSES, "").into_iter().filter(|class| is_default(class));
    classes.min_by_key(|class| class.int("value"))
}
