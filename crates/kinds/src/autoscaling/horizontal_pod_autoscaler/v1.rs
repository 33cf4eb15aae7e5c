//! `autoscaling/v1`, which knows one metric only: what else there is travels in annotations, as old clients send it back.

use meta::go;
use resource::Object;
use serde_json::{Map, Value, json};

use super::metrics::cpu;
use crate::rules::object::{has, made, text};

const PREFIX: &str = "autoscaling.alpha.kubernetes.io/";
/// What is kept in annotations: their names, behind [`PREFIX`].
const KEPT: [&str; 4] = ["metrics", "behavior", "current-metrics", "conditions"];

/// Takes out the annotations that only v1 shows.
pub fn drop_annotations(object: &mut Object) {
    let Some(Value::Object(annotations)) = object.tree_mut().pointer_mut("/metadata/annotations") else {
        return;
    };
    annotations.retain(|key, _| !key.strip_prefix(PREFIX).is_some_and(|name| KEPT.contains(&name)));
    if annotations.is_empty() {
        object.remove("metadata.annotations");
    }
}

/// From v1 to v2.
pub fn to_hub(object: &mut Object) {
    let read = |object: &Object, name: &str| -> Option<Value> {
        serde_json::from_str(object.annotation(&format!("{PREFIX}{name}"))?).ok()
    };
    let list = |value: Option<Value>| value.and_then(|value| value.as_array().cloned());
    let mut metrics: Vec<Value> =
        list(read(object, "metrics")).unwrap_or_default().iter().map(spec_to_hub).collect();
    if let Some(target) =
        object.remove("spec.targetCPUUtilizationPercentage").and_then(|value| value.as_i64())
    {
        metrics.push(cpu(target));
    }
    if metrics.is_empty() {
        metrics.push(cpu(80));
    }
    object.set("spec.metrics", metrics);
    if let Some(behavior) = read(object, "behavior").map(|behavior| renamed(&behavior, lower))
        && (has(&behavior, "scaleUp") || has(&behavior, "scaleDown"))
    {
        object.set("spec.behavior", behavior);
    }
    if let Some(current) = object.remove("status.currentCPUUtilizationPercentage") {
        let resource = json!({"name": "cpu", "current": {"averageUtilization": current}});
        object.set("status.currentMetrics", json!([{"type": "Resource", "resource": resource}]));
    }
    if let Some(current) = list(read(object, "current-metrics")) {
        object.set("status.currentMetrics", current.iter().map(status_to_hub).collect::<Vec<_>>());
    }
    if let Some(conditions) = list(read(object, "conditions")) {
        object.set("status.conditions", conditions);
    }
    drop_annotations(object);
    object.set("apiVersion", "autoscaling/v2");
}

/// From v2 to v1.
pub fn from_hub(object: &mut Object) {
    object.set("apiVersion", "autoscaling/v1");
    drop_annotations(object);
    let list = |value: Option<Value>| value.and_then(|value| value.as_array().cloned()).unwrap_or_default();
    let metrics = list(object.remove("spec.metrics"));
    let current = list(object.remove("status.currentMetrics"));
    let conditions = list(object.remove("status.conditions"));
    let is_cpu = |metric: &Value| metric["type"] == "Resource" && metric["resource"]["name"] == "cpu";
    let used = |metric: &&Value| is_cpu(metric) && has(&metric["resource"]["target"], "averageUtilization");
    if let Some(metric) = metrics.iter().find(used) {
        let target = metric["resource"]["target"]["averageUtilization"].clone();
        object.set("spec.targetCPUUtilizationPercentage", target);
    }
    let mut utilization = current
        .iter()
        .filter(|metric| is_cpu(metric))
        .map(|m| &m["resource"]["current"]["averageUtilization"]);
    if let Some(utilization) = utilization.rfind(|value| !value.is_null()) {
        object.set("status.currentCPUUtilizationPercentage", utilization.clone());
    }
    let others: Vec<String> = metrics.iter().filter(|metric| !used(metric)).map(spec_from_hub).collect();
    let current: Vec<String> = current.iter().map(status_from_hub).collect();
    let conditions: Vec<String> = conditions
        .iter()
        .map(|c| ordered(c, &["type", "status", "lastTransitionTime", "reason", "message"]))
        .collect();
    let mut kept: Vec<(&str, String)> = Vec::new();
    for (name, texts) in [("metrics", others), ("current-metrics", current), ("conditions", conditions)] {
        if !texts.is_empty() {
            kept.push((name, format!("[{}]", texts.join(","))));
        }
    }
    if let Some(behavior) = object.remove("spec.behavior") {
        kept.push(("behavior", behavior_text(&behavior)));
    }
    for (name, value) in kept {
        made(made(object.tree_mut(), "metadata"), "annotations")[format!("{PREFIX}{name}")] = value.into();
    }
}

/// JSON with these members in this order, those that are absent left out.
fn ordered(tree: &Value, names: &[&str]) -> String {
    let parts = names.iter().filter(|name| has(tree, name));
    let parts: Vec<String> =
        parts.map(|name| format!("\"{name}\":{}", go::to_json(&tree[*name]).unwrap_or_default())).collect();
    format!("{{{}}}", parts.join(","))
}

/// The behaviour is written with the names that it has inside a stock server.
fn behavior_text(behavior: &Value) -> String {
    let json = |value: &Value| go::to_json(value).unwrap_or_default();
    let rules = |name: &str| {
        let Some(rules) = behavior.get(name).filter(|rules| rules.is_object()) else {
            return "null".to_owned();
        };
        let policies = rules["policies"].as_array().map_or("null".to_owned(), |policies| {
            let texts: Vec<String> = policies
                .iter()
                .map(|p| {
                    let (kind, value) = (json(&p["type"]), json(&p["value"]));
                    format!(
                        r#"{{"Type":{kind},"Value":{value},"PeriodSeconds":{}}}"#,
                        json(&p["periodSeconds"])
                    )
                })
                .collect();
            format!("[{}]", texts.join(","))
        });
        let (window, select) = (json(&rules["stabilizationWindowSeconds"]), json(&rules["selectPolicy"]));
        format!(
            r#"{{"StabilizationWindowSeconds":{window},"SelectPolicy":{select},"Policies":{policies},"Tolerance":{}}}"#,
            json(&rules["tolerance"])
        )
    };
    format!(r#"{{"ScaleUp":{},"ScaleDown":{}}}"#, rules("scaleUp"), rules("scaleDown"))
}

fn lower(name: &str) -> String {
    let mut name = name.to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    name
}

/// The tree with every member renamed, and without nulls.
fn renamed(tree: &Value, rename: fn(&str) -> String) -> Value {
    match tree {
        Value::Object(members) => {
            let members = members.iter().filter(|(_, value)| !value.is_null());
            Value::Object(
                members.map(|(name, value)| (rename(name), renamed(value, rename))).collect::<Map<_, _>>(),
            )
        }
        Value::Array(items) => items.iter().map(|item| renamed(item, rename)).collect(),
        other => other.clone(),
    }
}

/// A metric of v1: members of each source as `(v1, v2)`, in v1's order. `!` marks an amount that v1 always writes.
const SPECS: [(&str, &[(&str, &str)]); 5] = [
    (
        "object",
        &[
            ("target", "describedObject"),
            ("metricName", "metric.name"),
            ("targetValue!", "target.value"),
            ("selector", "metric.selector"),
            ("averageValue", "target.averageValue"),
        ],
    ),
    (
        "pods",
        &[
            ("metricName", "metric.name"),
            ("targetAverageValue!", "target.averageValue"),
            ("selector", "metric.selector"),
        ],
    ),
    (
        "resource",
        &[
            ("name", "name"),
            ("targetAverageUtilization", "target.averageUtilization"),
            ("targetAverageValue", "target.averageValue"),
        ],
    ),
    (
        "containerResource",
        &[
            ("name", "name"),
            ("targetAverageUtilization", "target.averageUtilization"),
            ("targetAverageValue", "target.averageValue"),
            ("container", "container"),
        ],
    ),
    (
        "external",
        &[
            ("metricName", "metric.name"),
            ("metricSelector", "metric.selector"),
            ("targetValue", "target.value"),
            ("targetAverageValue", "target.averageValue"),
        ],
    ),
];

const STATUSES: [(&str, &[(&str, &str)]); 5] = [
    (
        "object",
        &[
            ("target", "describedObject"),
            ("metricName", "metric.name"),
            ("currentValue!", "current.value"),
            ("selector", "metric.selector"),
            ("averageValue", "current.averageValue"),
        ],
    ),
    (
        "pods",
        &[
            ("metricName", "metric.name"),
            ("currentAverageValue!", "current.averageValue"),
            ("selector", "metric.selector"),
        ],
    ),
    (
        "resource",
        &[
            ("name", "name"),
            ("currentAverageUtilization", "current.averageUtilization"),
            ("currentAverageValue!", "current.averageValue"),
        ],
    ),
    (
        "containerResource",
        &[
            ("name", "name"),
            ("currentAverageUtilization", "current.averageUtilization"),
            ("currentAverageValue!", "current.averageValue"),
            ("container", "container"),
        ],
    ),
    (
        "external",
        &[
            ("metricName", "metric.name"),
            ("metricSelector", "metric.selector"),
            ("currentValue!", "current.value"),
            ("currentAverageValue", "current.averageValue"),
        ],
    ),
];

type Sources = [(&'static str, &'static [(&'static str, &'static str)]); 5];

fn converted_to_hub(metric: &Value, sources: &Sources) -> Value {
    let mut hub = json!({"type": metric["type"]});
    for (source, members) in sources.iter().filter(|(source, _)| has(metric, source)) {
        let mut object = Object::new(json!({})).unwrap_or_else(|_| unreachable!("it is an object"));
        for (old, new) in *members {
            let value = &metric[*source][old.trim_end_matches('!')];
            if !value.is_null() {
                object.set(new, value.clone());
            }
        }
        object.remove("metadata");
        hub[*source] = object.into_tree();
    }
    hub
}

fn converted_from_hub(metric: &Value, sources: &Sources) -> String {
    let mut parts = vec![format!("\"type\":{}", go::to_json(&metric["type"]).unwrap_or_default())];
    for (source, members) in sources.iter().filter(|(source, _)| has(metric, source)) {
        let mut inner = Vec::new();
        for (old, new) in *members {
            let value = new.split('.').fold(&metric[*source], |at, name| &at[name]);
            let name = old.trim_end_matches('!');
            let text = match value {
                Value::Null if old.ends_with('!') => "\"0\"".to_owned(),
                Value::Null => continue,
                value if name == "target" => ordered(value, &["kind", "name", "apiVersion"]),
                value => go::to_json(value).unwrap_or_default(),
            };
            inner.push(format!("\"{name}\":{text}"));
        }
        parts.push(format!("\"{source}\":{{{}}}", inner.join(",")));
    }
    format!("{{{}}}", parts.join(","))
}

fn spec_to_hub(metric: &Value) -> Value {
    let mut hub = converted_to_hub(metric, &SPECS);
    for (source, _) in SPECS {
        let Some(target) = hub.get_mut(source).map(|source| made(source, "target")) else { continue };
        let kind = match source {
            "object" if has(target, "averageValue") => {
                if text(target, "value") == "0" {
                    target["value"].take();
                }
                "AverageValue"
            }
            "object" => "Value",
            "external" if has(target, "value") => "Value",
            "resource" | "containerResource" if has(target, "averageUtilization") => "Utilization",
            _ => "AverageValue",
        };
        target["type"] = kind.into();
    }
    hub
}

fn status_to_hub(metric: &Value) -> Value {
    converted_to_hub(metric, &STATUSES)
}

fn spec_from_hub(metric: &Value) -> String {
    converted_from_hub(metric, &SPECS)
}

fn status_from_hub(metric: &Value) -> String {
    converted_from_hub(metric, &STATUSES)
}
