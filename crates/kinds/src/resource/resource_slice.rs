//! `ResourceSlice`: devices that a driver offers, on a node or for several.

use meta::validate::object_meta::immutable_field;
use meta::{BadValue, ErrorList, FieldError, Path, Time, names, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use super::lists::{self, by_name, each};
use super::{GROUP, devices};
use crate::describe;
use crate::printing::{age, age_of, name, text};
use crate::rules::object::{default, has, items, text as of};
use crate::rules::quantity;
use crate::rules::report::Report;
use crate::rules::volumes::sources::csi_driver_name;

const MAX_DEVICES: usize = 128;
/// The most devices if some have taints or use counters.
const MAX_DEVICES_ADVANCED: usize = 64;
const MAX_COUNTER_SETS: usize = 8;
const MAX_COUNTERS: usize = 32;
const MAX_POOL_NAME: usize = 253;

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster(GROUP, "v1", "ResourceSlice", "resourceslices")
        .generation()
        .selectable(&["spec.nodeName", "spec.driver"])
        .columns(vec![
            name(),
            text("Node", "io.k8s.api.resource.v1.ResourceSliceSpec#nodeName"),
            text("Driver", "io.k8s.api.resource.v1.ResourceSliceSpec#driver"),
            text("Pool", "io.k8s.api.resource.v1.ResourcePool#name"),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let Some(spec) = object.tree_mut().get_mut("spec") else { return };
        items(spec, "sharedCounters").for_each(settle_counters);
        for device in items(spec, "devices") {
            for (_, capacity) in
                device.get_mut("capacity").and_then(Value::as_object_mut).into_iter().flatten()
            {
                quantity::settle(capacity, "value");
            }
            items(device, "consumesCounters").for_each(settle_counters);
            for (_, mapping) in device
                .get_mut("nodeAllocatableResourceMappings")
                .and_then(Value::as_object_mut)
                .into_iter()
                .flatten()
            {
                default(mapping, "allocationMultiplier", "1");
            }
        }
    }

    fn prepare_create(&self, object: &mut Object, cx: &Context<'_>) {
        stamp_taints(object, cx.now);
    }

    fn prepare_update(&self, _part: Part<'_>, new: &mut Object, _old: &Object, cx: &Context<'_>) {
        stamp_taints(new, cx.now);
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        spec_errors(object, None)
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        spec_errors(new, Some(old))
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        vec![
            object.text("spec.nodeName").into(),
            object.text("spec.driver").into(),
            object.text("spec.pool.name").into(),
            age_of(object, now),
        ]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}

fn settle_counters(set: &mut Value) {
    for (_, counter) in set.get_mut("counters").and_then(Value::as_object_mut).into_iter().flatten() {
        quantity::settle(counter, "value");
    }
}

/// Taints say since when they are there.
fn stamp_taints(object: &mut Object, now: Time) {
    let Some(spec) = object.tree_mut().get_mut("spec") else { return };
    for device in items(spec, "devices") {
        items(device, "taints").for_each(|taint| default(taint, "timeAdded", now.to_string()));
    }
}

fn spec_errors(object: &Object, old: Option<&Object>) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("spec"));
    let spec = object.get("spec").cloned().unwrap_or(Value::Null);
    csi_driver_name(of(&spec, "driver"), &path.child("driver"), &mut errors);
    pool_errors(&spec["pool"], &path.child("pool"), &mut errors);
    if let Some(old) = old {
        for field in ["pool.name", "driver"] {
            let at = format!("spec.{field}");
            errors.append(immutable_field(&object.text(&at), &old.text(&at), &path.child(field)));
        }
        let node = |object: &Object| object.get("spec.nodeName").cloned();
        errors.append(immutable_field(&node(object), &node(old), &path.child("nodeName")));
    }
    let fields = ["nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection"];
    let words = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
    node_errors(&spec, &fields, words, &path, &mut errors);
    if has(&spec, "sharedCounters") && has(&spec, "devices") {
        errors.invalid(&path, "", "only one of `sharedCounters` or `devices` is allowed");
    }
    let advanced =
        |device: &&Value| !each(device, "taints").is_empty() || !each(device, "consumesCounters").is_empty();
    let most = if each(&spec, "devices").iter().any(advanced) { MAX_DEVICES_ADVANCED } else { MAX_DEVICES };
    let on_each = spec["perDeviceNodeSelection"] == true;
    let judge =
        |device: &Value, at: &Path<'_>, errors: &mut ErrorList| device_errors(device, on_each, at, errors);
    lists::validate(&spec, "devices", most, &path, &mut errors, Some(by_name), judge);
    let judge = |set: &Value, at: &Path<'_>, errors: &mut ErrorList| counter_errors(set, "name", at, errors);
    lists::validate(&spec, "sharedCounters", MAX_COUNTER_SETS, &path, &mut errors, Some(by_name), judge);
    errors
}

fn pool_errors(pool: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let (name, at) = (of(pool, "name"), path.child("name"));
    if name.is_empty() {
        errors.required(&at, "");
    } else {
        if name.len() > MAX_POOL_NAME {
            errors.push(FieldError::too_long(&at, MAX_POOL_NAME));
        }
        name.split('/').for_each(|part| errors.problems(&at, part, validate::dns1123_subdomain(part)));
    }
    let (count, generation) =
        (pool["resourceSliceCount"].as_i64().unwrap_or(0), pool["generation"].as_i64().unwrap_or(0));
    if count <= 0 {
        errors.invalid(&path.child("resourceSliceCount"), count, "must be greater than zero");
    }
    if generation < 0 {
        errors.invalid(&path.child("generation"), generation, "must be greater than or equal to zero");
    }
}

/// Devices are in one place or another, said in one of these ways.
fn node_errors(tree: &Value, fields: &[&str], words: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let mut chosen = Vec::new();
    for field in fields.iter().filter(|field| has(tree, field)) {
        let at = path.child(field);
        match &tree[*field] {
            Value::String(name) if name.is_empty() => {
                errors.invalid(&at, "", "must be either unset or set to a non-empty string");
                continue;
            }
            Value::String(name) => errors.problems(&at, name, names::dns_subdomain(name, false)),
            Value::Bool(false) => {
                errors.invalid(&at, false, "must be either unset or set to true");
                continue;
            }
            Value::Object(selector) => {
                let terms = selector.get("nodeSelectorTerms").and_then(Value::as_array).map_or(0, Vec::len);
                if terms != 1 {
                    let shown = selector.get("nodeSelectorTerms").map_or(BadValue::Null, BadValue::json);
                    let detail = "must have exactly one node selector term";
                    errors.invalid(&at.child("nodeSelectorTerms"), shown, detail);
                }
            }
            _ => {}
        }
        chosen.push(format!("`{field}`"));
    }
    match chosen.len() {
        0 => errors.required(path, words),
        1 => {}
        _ => {
            let shown = format!("{{{}}}", chosen.join(", "));
            errors.invalid(path, shown, format!("{words}, but multiple fields are set"));
        }
    }
}

fn device_errors(device: &Value, on_each: bool, path: &Path<'_>, errors: &mut ErrorList) {
    devices::validate(device, path, errors);
    let judge =
        |used: &Value, at: &Path<'_>, errors: &mut ErrorList| counter_errors(used, "counterSet", at, errors);
    let by_set: fn(&Value) -> &str = |used| of(used, "counterSet");
    lists::validate(device, "consumesCounters", 2, path, errors, Some(by_set), judge);
    let fields = ["nodeName", "nodeSelector", "allNodes"];
    if on_each {
        let words = "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is \
                     set to true in the ResourceSlice spec";
        node_errors(device, &fields, words, path, errors);
    } else if fields.iter().any(|field| has(device, field)) {
        let detail = "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in \
                      the ResourceSlice spec";
        errors.invalid(path, BadValue::Null, detail);
    }
    devices::binding(device, path, errors);
}

/// Counters that devices share; `field` names the set.
fn counter_errors(set: &Value, field: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let (name, at) = (of(set, field), path.child(field));
    if name.is_empty() {
        errors.required(&at, "");
    } else {
        errors.problems(&at, name, validate::dns1123_label(name));
    }
    let (counters, at) = (set["counters"].as_object(), path.child("counters"));
    let count = counters.map_or(0, serde_json::Map::len);
    if count == 0 {
        errors.required(&at, "");
    } else if count > MAX_COUNTERS {
        errors.push(FieldError::too_many(&at, Some(count), MAX_COUNTERS));
    }
    for (name, _) in counters.into_iter().flatten() {
        errors.problems(&at, name, validate::dns1123_label(name));
    }
}
