//! `LimitRanger`: containers, pods and claims stay within the limits of their namespace, and containers that name none get its
//! defaults.

mod constraints;

use std::collections::BTreeMap;

use api::Typed;
use api::core::v1::{Container, LimitRange, LimitRangeItem};
use async_trait::async_trait;
use meta::StatusError;
use resource::Object;
use serde_json::{Map, Value, json};

use crate::amounts::{self, Amounts};
use crate::{Config, Plugin, Request, pods};
use constraints::Usage;

/// On a pod: what was filled in.
const ANNOTATION: &str = "kubernetes.io/limit-ranger";

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(LimitRanger)
}

struct LimitRanger;

#[async_trait]
impl Plugin for LimitRanger {
    fn handles(&self, request: &Request<'_>) -> bool {
        // What a pod asks for cannot change, but by a resize.
        let pods = request.is("", "pods")
            && match request.subresource() {
                "" => request.creates(),
                "resize" => request.updates(),
                _ => false,
            };
        let claims = request.is_whole("", "persistentvolumeclaims") && !request.deletes();
        (pods || claims) && !request.old().is_some_and(Object::is_terminating)
    }

    async fn mutate(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        if request.is("", "pods") {
            for range in ranges(request)? {
                fill(object, &range);
            }
        }
        Ok(())
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let Some(object) = object else { return Ok(()) };
        for range in ranges(request)? {
            let problems = if request.is("", "pods") {
                of_pod(object, &range)?
            } else {
                let requests = amounts::of_tree(object.get("spec.resources.requests"));
                let of = |item| constraints::of_claim(item, &requests);
                items(&range, "PersistentVolumeClaim").flat_map(of).collect()
            };
            if !problems.is_empty() {
                return Err(request.forbidden(Some(object), aggregate(problems)));
            }
        }
        Ok(())
    }
}

fn ranges(request: &Request<'_>) -> Result<Vec<LimitRange>, StatusError> {
    let found = request.state.list("limitranges", request.namespace());
    found.iter().map(|range| LimitRange::decode(range.tree()).map_err(StatusError::internal)).collect()
}

fn items<'a>(range: &'a LimitRange, of: &'a str) -> impl Iterator<Item = &'a LimitRangeItem> {
    range.spec.iter().flat_map(|spec| &spec.limits).filter(move |item| item.type_ == of)
}

/// Several problems as upstream joins them: each once.
fn aggregate(problems: Vec<String>) -> String {
    let mut once: Vec<String> = Vec::new();
    for problem in problems {
        if !once.contains(&problem) {
            once.push(problem);
        }
    }
    if once.len() == 1 { once.remove(0) } else { format!("[{}]", once.join(", ")) }
}

/// Gives containers the defaults that they lack, and notes it on the pod.
fn fill(pod: &mut Object, range: &LimitRange) {
    let (mut limits, mut requests) = (BTreeMap::new(), BTreeMap::new());
    for item in items(range, "Container") {
        limits.extend(item.default.iter().flatten());
        requests.extend(item.default_request.iter().flatten());
    }
    let mut notes = Vec::new();
    for (list, what) in [("containers", "container"), ("initContainers", "init container")] {
        for container in pods::items_mut(pod, list) {
            let name = container.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
            // Both before both notes: upstream looks at limits first and notes requests first.
            let set_limits = fill_in(container, "limits", &limits);
            let set_requests = fill_in(container, "requests", &requests);
            for (set, kind) in [(set_requests, "request"), (set_limits, "limit")] {
                if !set.is_empty() {
                    notes.push(format!("{} {kind} for {what} {name}", set.join(", ")));
                }
            }
        }
    }
    if !notes.is_empty() {
        let note = format!("LimitRanger plugin set: {}", notes.join("; "));
        pods::map_mut(pod, "metadata.annotations").insert(ANNOTATION.to_owned(), note.into());
    }
}

/// Sets what the container does not; says what was set.
fn fill_in(container: &mut Value, part: &str, defaults: &BTreeMap<&String, &api::Quantity>) -> Vec<String> {
    if defaults.is_empty() {
        return Vec::new();
    }
    if !container.get("resources").is_some_and(Value::is_object) {
        container["resources"] = json!({});
    }
    if !container["resources"].get(part).is_some_and(Value::is_object) {
        container["resources"][part] = Value::Object(Map::new());
    }
    let Value::Object(list) = &mut container["resources"][part] else { return Vec::new() };
    let mut set = Vec::new();
    for (name, amount) in defaults {
        if !list.contains_key(*name) {
            list.insert((*name).clone(), amount.0.clone().into());
            set.push((*name).clone());
        }
    }
    set
}

fn of_pod(pod: &Object, range: &LimitRange) -> Result<Vec<String>, StatusError> {
    let spec = pods::spec(pod)?;
    let usage = |container: &Container| -> (Amounts, Amounts) {
        let resources = container.resources.as_ref();
        (
            amounts::of_list(resources.and_then(|resources| resources.requests.as_ref())),
            amounts::of_list(resources.and_then(|resources| resources.limits.as_ref())),
        )
    };
    let containers: Vec<_> =
        spec.containers.iter().chain(spec.init_containers.iter().flatten()).map(usage).collect();
    let whole = (amounts::pod_requests(&spec), amounts::pod_limits(&spec));
    let mut problems = Vec::new();
    for item in range.spec.iter().flat_map(|spec| &spec.limits) {
        let used = match item.type_.as_str() {
            "Container" => containers.as_slice(),
            "Pod" => std::slice::from_ref(&whole),
            _ => continue,
        };
        for (requests, limits) in used {
            problems.extend(constraints::of(item, &Usage { requests, limits }));
        }
    }
    Ok(problems)
}
