//! What may change of a pod through `/resize`: processor and memory.

use api::core::v1::{Container, PodSpec, ResourceRequirements};
use meta::{BadValue, ErrorList, Path};
use serde_json::Value;

use super::qos;
use super::update::Pair;
use crate::rules::internal;
use crate::rules::report::{Report, list};
use crate::rules::resources::List;

/// What is wrong with a resized pod.
pub fn validate(pair: &Pair<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let (spec, old) =
        (pair.pod.spec.clone().unwrap_or_default(), pair.before.spec.clone().unwrap_or_default());
    if pair.is_mirror() {
        errors.forbidden(&Path::new(""), "static pods cannot be resized");
        return errors;
    }
    if old.os.as_ref().is_some_and(|os| os.name == "windows") {
        errors.forbidden(&Path::new(""), "windows pods cannot be resized");
        return errors;
    }
    errors.append(pair.common());
    let path = Path::new("spec");
    let class = pair.old.text("status.qosClass");
    let class = if class.is_empty() { qos::of_spec(&old) } else { class };
    if class != qos::of_spec(&spec) {
        let value = BadValue::json(pair.new.text("status.qosClass"));
        errors.invalid(&path, value, "Pod QOS Class may not change as a result of resizing");
    }
    if !is_supported(pair) {
        errors.forbidden(&path, "Pod running on node without support for resize");
    }
    whole_pod(&spec, &old, &path, &mut errors);
    let before = errors.len();
    order("containers", &spec.containers, &old.containers, &path, &mut errors);
    order("initContainers", list(&spec.init_containers), list(&old.init_containers), &path, &mut errors);
    if errors.len() > before {
        return errors;
    }
    let pairs = [
        ("initContainers", list(&spec.init_containers), list(&old.init_containers)),
        ("containers", spec.containers.as_slice(), old.containers.as_slice()),
    ];
    for (field, new, old) in pairs {
        let at = path.child(field);
        for (index, (new, old)) in new.iter().zip(old).enumerate() {
            removed(
                new.resources.as_ref(),
                old.resources.as_ref(),
                &at.index(index).child("resources"),
                "resource",
                &mut errors,
            );
        }
    }
    only_compute(pair, &path, &mut errors);
    errors
}

/// A node says that it can resize by reporting the resources of running containers.
fn is_supported(pair: &Pair<'_>) -> bool {
    let statuses = pair.old.get("status.containerStatuses").and_then(Value::as_array).into_iter().flatten();
    let running =
        statuses.into_iter().find(|status| status.pointer("/state/running").is_some_and(Value::is_object));
    running.is_none_or(|status| status.get("resources").is_some_and(Value::is_object))
}

fn order(field: &str, new: &[Container], old: &[Container], path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child(field);
    if new.len() != old.len() {
        return errors.forbidden(&at, format!("{field} may not be added or removed on resize"));
    }
    for (index, _) in new.iter().zip(old).enumerate().filter(|(_, (new, old))| new.name != old.name) {
        errors.forbidden(
            &at.index(index).child("name"),
            format!("{field} may not be renamed or reordered on resize"),
        );
    }
}

fn whole_pod(spec: &PodSpec, old: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let given = |r: &Option<ResourceRequirements>| {
        let count = |list: Option<&List>| list.map_or(0, |list| list.len());
        r.as_ref().is_some_and(|r| count(r.requests.as_ref()) + count(r.limits.as_ref()) > 0)
    };
    if !given(&spec.resources) && !given(&old.resources) {
        return;
    }
    let at = path.child("resources");
    if old.resources.is_some() && spec.resources.is_none() {
        return errors.forbidden(&at, "pod-level resources cannot be removed");
    }
    if old.resources.is_some() {
        removed(spec.resources.as_ref(), old.resources.as_ref(), &at, "pod-level resource", errors);
    }
}

fn removed(
    new: Option<&ResourceRequirements>,
    old: Option<&ResourceRequirements>,
    path: &Path<'_>,
    what: &str,
    errors: &mut ErrorList,
) {
    let parts = [
        ("requests", new.and_then(|r| r.requests.as_ref()), old.and_then(|r| r.requests.as_ref())),
        ("limits", new.and_then(|r| r.limits.as_ref()), old.and_then(|r| r.limits.as_ref())),
    ];
    for (field, new, old) in parts {
        let mut known = old.into_iter().flat_map(List::keys);
        if known.any(|name| !new.is_some_and(|new| new.contains_key(name))) {
            errors.forbidden(&path.child(field), format!("{what} {field} cannot be removed"));
        }
    }
}

/// Nothing else than processor and memory has changed.
fn only_compute(pair: &Pair<'_>, path: &Path<'_>, errors: &mut ErrorList) {
    let (mut new, old) = (spec(pair.new), spec(pair.old));
    for kind in ["containers", "initContainers"] {
        let before = old.get(kind).and_then(Value::as_array).cloned().unwrap_or_default();
        for (index, (container, old)) in crate::rules::object::items(&mut new, kind).zip(&before).enumerate()
        {
            let changed = differ("Container", container, old);
            forget_compute(container, old);
            if differ("Container", container, old) {
                if kind == "containers" {
                    errors.forbidden(path, "only cpu and memory resources are mutable");
                } else {
                    let detail = "only cpu and memory resources for init or sidecar containers are mutable";
                    errors.forbidden(&path.child(kind).index(index), detail);
                }
            }
            let policies = container.get("resizePolicy").and_then(Value::as_array).into_iter().flatten();
            let restarts = policies.filter(|policy| policy["restartPolicy"] == "RestartContainer").count();
            if kind == "initContainers" && changed && container["restartPolicy"] != "Always" {
                for _ in 0..restarts {
                    let detail = "non-sidecar init containers with a resize policy of RestartContainer cannot be resized";
                    errors.forbidden(&path.child(kind).index(index), detail);
                }
            }
        }
    }
    if new.get("resources").is_some() || old.get("resources").is_some() {
        forget_compute(&mut new, &old);
        if differ("*ResourceRequirements", &new["resources"], old.get("resources").unwrap_or(&Value::Null)) {
            errors.forbidden(path, "only cpu and memory resources are mutable at pod-level");
        }
    }
    if errors.is_empty() && differ("PodSpec", &new, &old) {
        errors.forbidden(path, "only cpu and memory resources are mutable");
    }
}

fn spec(pod: &resource::Object) -> Value {
    internal::pod_spec(pod.get("spec").unwrap_or(&Value::Null))
}

fn differ(kind: &str, a: &Value, b: &Value) -> bool {
    internal::compact(kind, Some(a)) != internal::compact(kind, Some(b))
}

/// Processor and memory are as they were; claims are not looked at.
fn forget_compute(holder: &mut Value, old: &Value) {
    let none = Value::Null;
    let before = old.get("resources").unwrap_or(&none);
    if before.is_null() && holder.get("resources").is_none_or(Value::is_null) {
        return;
    }
    let mut resources = serde_json::Map::new();
    for part in ["limits", "requests"] {
        let now = holder.pointer(&format!("/resources/{part}")).and_then(Value::as_object).cloned();
        let was = before.get(part).and_then(Value::as_object);
        if now.is_none() && was.is_none() {
            continue;
        }
        let mut list = now.unwrap_or_default();
        for name in ["cpu", "memory"] {
            list.remove(name);
            if let Some(value) = was.and_then(|was| was.get(name)) {
                list.insert(name.to_owned(), value.clone());
            }
        }
        if !list.is_empty() || was.is_some() {
            resources.insert(part.to_owned(), Value::Object(list));
        }
    }
    if resources.is_empty() && before.is_null() {
        holder.as_object_mut().map(|members| members.remove("resources"));
    } else {
        holder["resources"] = Value::Object(resources);
    }
}
