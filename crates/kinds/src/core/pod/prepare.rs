//! Making new and changed pods ready.

use resource::{Context, Object, Part};
use serde_json::{Value, json};

use super::qos;
use crate::rules::object::{has, items, made, member, same, text};
use crate::rules::pod_spec::annotations::APP_ARMOR;
use crate::rules::pod_spec::disabled;

/// A new pod: pending, with its class, and with what its labels select merged into its selectors.
pub fn create(pod: &mut Object, cx: &Context<'_>) {
    pod.set("status", json!({"phase": "Pending", "qosClass": qos::of(pod)}));
    if !same(pod.get("spec.schedulingGates"), None) {
        let condition = json!({
            "type": "PodScheduled", "status": "False", "reason": "SchedulingGated",
            "message": "Scheduling is blocked due to non-empty scheduling gates",
            "lastProbeTime": null, "lastTransitionTime": cx.now.to_string(),
        });
        pod.set("status.conditions", json!([condition]));
    }
    disabled::drop(made(pod.tree_mut(), "spec"), None);
    merge_label_keys(pod);
    app_armor_of_annotations(pod);
}

fn merge_label_keys(pod: &mut Object) {
    let labels = pod.get("metadata.labels").cloned().unwrap_or_default();
    let Some(spec) = pod.tree_mut().get_mut("spec") else { return };
    for constraint in items(spec, "topologySpreadConstraints") {
        merge(constraint, "matchLabelKeys", "In", &labels);
    }
    let Some(affinity) = member(spec, "affinity") else { return };
    for kind in ["podAffinity", "podAntiAffinity"] {
        let Some(own) = member(affinity, kind) else { continue };
        for weighted in items(own, "preferredDuringSchedulingIgnoredDuringExecution") {
            if let Some(term) = member(weighted, "podAffinityTerm") {
                merge(term, "matchLabelKeys", "In", &labels);
                merge(term, "mismatchLabelKeys", "NotIn", &labels);
            }
        }
        for term in items(own, "requiredDuringSchedulingIgnoredDuringExecution") {
            merge(term, "matchLabelKeys", "In", &labels);
            merge(term, "mismatchLabelKeys", "NotIn", &labels);
        }
    }
}

/// The pod's own value of each key becomes a requirement of the selector.
fn merge(term: &mut Value, keys: &str, operator: &str, labels: &Value) {
    let keys: Vec<String> = term
        .get(keys)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|key| key.as_str().map(str::to_owned))
        .collect();
    let Some(selector) = member(term, "labelSelector") else { return };
    for key in keys {
        let Some(value) = labels.get(&key) else { continue };
        let requirement = json!({"key": key, "operator": operator, "values": [value]});
        match selector.get_mut("matchExpressions").and_then(Value::as_array_mut) {
            Some(expressions) => expressions.push(requirement),
            None => selector["matchExpressions"] = json!([requirement]),
        }
    }
}

/// Profiles that are given by annotation become fields.
fn app_armor_of_annotations(pod: &mut Object) {
    if pod.text("spec.os.name") == "windows" {
        return;
    }
    let annotations = pod.get("metadata.annotations").and_then(Value::as_object).cloned().unwrap_or_default();
    let of_pod = pod.get("spec.securityContext.appArmorProfile").cloned();
    let Some(spec) = pod.tree_mut().get_mut("spec") else { return };
    for kind in ["initContainers", "containers", "ephemeralContainers"] {
        for container in items(spec, kind) {
            let annotation =
                annotations.get(&format!("{APP_ARMOR}{}", text(container, "name"))).and_then(Value::as_str);
            let profile = match annotation {
                Some("unconfined") => json!({"type": "Unconfined"}),
                Some("runtime/default") => json!({"type": "RuntimeDefault"}),
                Some(other) => {
                    match other.strip_prefix("localhost/").filter(|name| !name.trim().is_empty()) {
                        Some(name) => json!({"type": "Localhost", "localhostProfile": name}),
                        None => continue,
                    }
                }
                None => continue,
            };
            let own = container.get("securityContext").is_some_and(|context| has(context, "appArmorProfile"));
            if !own && of_pod.as_ref() != Some(&profile) {
                made(container, "securityContext")["appArmorProfile"] = profile;
            }
        }
    }
}

/// The single address and the list of addresses say the same; the single one counts where they differ.
pub fn addresses(pod: &mut Object) {
    for (one, all) in [("status.podIP", "status.podIPs"), ("status.hostIP", "status.hostIPs")] {
        let ip = pod.text(one).to_owned();
        let first =
            pod.get(all).and_then(|ips| ips.get(0)).and_then(|ip| ip.get("ip")).and_then(Value::as_str);
        let first = first.map(str::to_owned);
        if one == "status.hostIP" {
            continue;
        }
        match first {
            Some(first) if ip.is_empty() => pod.set(one, first),
            Some(first) if first != ip => pod.set(all, json!([{"ip": ip}])),
            None if !ip.is_empty() => pod.set(all, json!([{"ip": ip}])),
            _ => {}
        }
    }
}

/// A changed pod: each path may change its own part only.
pub fn update(part: Part<'_>, new: &mut Object, old: &Object) {
    change(part, new, old);
    disabled::drop(made(new.tree_mut(), "spec"), old.get("spec"));
}

fn change(part: Part<'_>, new: &mut Object, old: &Object) {
    match part {
        Part::Main => new.copy_from(old, "status"),
        Part::Status => of_status(new, old),
        Part::View("ephemeralcontainers") => {
            let containers = new.get("spec.ephemeralContainers").cloned();
            only(new, old, |kept| match containers {
                Some(containers) => kept.set("spec.ephemeralContainers", containers),
                None => drop(kept.remove("spec.ephemeralContainers")),
            });
        }
        Part::View(_) => of_resize(new, old),
    }
}

/// Everything is as it was but for what `change` does.
fn only(new: &mut Object, old: &Object, change: impl FnOnce(&mut Object)) {
    let mut kept = old.clone();
    for path in ["metadata.resourceVersion", "metadata.managedFields"] {
        kept.copy_from(new, path);
    }
    change(&mut kept);
    *new = kept;
}

fn of_status(new: &mut Object, old: &Object) {
    new.copy_from(old, "spec");
    new.copy_from(old, "metadata.ownerReferences");
    new.copy_from(old, "metadata.deletionTimestamp");
    if new.text("status.qosClass").is_empty() {
        new.copy_from(old, "status.qosClass");
    }
    if new.int("status.observedGeneration").unwrap_or(0) == 0 {
        new.copy_from(old, "status.observedGeneration");
    }
    let known: Vec<(String, Value)> = old
        .get("status.conditions")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|condition| {
            Some((text(condition, "type").to_owned(), condition.get("observedGeneration")?.clone()))
        })
        .collect();
    if let Some(status) = new.tree_mut().get_mut("status") {
        for condition in items(status, "conditions") {
            let generation = condition.get("observedGeneration").and_then(Value::as_i64).unwrap_or(0);
            if generation == 0
                && let Some((_, known)) = known.iter().find(|(kind, _)| kind == text(condition, "type"))
            {
                condition["observedGeneration"] = known.clone();
            }
        }
    }
}

/// Resources and resize policies of the same containers, and resources of the pod.
fn of_resize(new: &mut Object, old: &Object) {
    let names = |pod: &Object, kind: &str| -> Vec<String> {
        let items = pod.get(kind).and_then(Value::as_array).into_iter().flatten();
        items.map(|container| text(container, "name").to_owned()).collect()
    };
    let kinds = ["spec.containers", "spec.initContainers"];
    if kinds.iter().any(|kind| names(new, kind).len() != names(old, kind).len()) {
        return;
    }
    let wanted = new.clone();
    only(new, old, |kept| {
        kept.copy_from(&wanted, "spec.resources");
        for kind in kinds {
            if names(&wanted, kind) != names(old, kind) {
                kept.copy_from(&wanted, kind);
                continue;
            }
            let from = wanted.get(kind).and_then(Value::as_array).cloned().unwrap_or_default();
            let field = kind.trim_start_matches("spec.");
            let Some(spec) = kept.tree_mut().get_mut("spec") else { continue };
            for (container, wanted) in items(spec, field).zip(&from) {
                for part in ["resources", "resizePolicy"] {
                    match wanted.get(part) {
                        Some(value) => container[part] = value.clone(),
                        None => drop(container.as_object_mut().map(|members| members.remove(part))),
                    }
                }
            }
        }
    });
}
