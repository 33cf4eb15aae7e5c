//! `Node`: a machine that runs pods.

mod validate;

use api::core::v1::Node;
use meta::{ErrorList, Time};
use resource::{Context, Kind, Object, Part, Strategy, Verb};
use serde_json::Value;
use std::collections::BTreeSet;

use crate::describe::{self, VIEW};
use crate::printing::{NONE, UNKNOWN, age, age_of, name, text};
use crate::rules::object::{keep, made, same, typed, typed_update};
use crate::rules::pod_spec::defaults::round;

/// The descriptor.
pub fn kind() -> Kind {
    let proxy = [Verb::Create, Verb::Delete, Verb::Get, Verb::Patch, Verb::Update];
    describe::cluster("", "v1", "Node", "nodes")
        .short(&["no"])
        .connect("proxy", &proxy, Some(("", "v1", "NodeProxyOptions")))
        .view("status", VIEW)
        .columns(vec![
            name(),
            text("Status", "The status of the node"),
            text("Roles", "The roles of the node"),
            age(),
            text("Version", "io.k8s.api.core.v1.NodeSystemInfo#kubeletVersion"),
            text("Internal-IP", "io.k8s.api.core.v1.NodeStatus#addresses").wide(),
            text("External-IP", "io.k8s.api.core.v1.NodeStatus#addresses").wide(),
            text("OS-Image", "io.k8s.api.core.v1.NodeSystemInfo#osImage").wide(),
            text("Kernel-Version", "io.k8s.api.core.v1.NodeSystemInfo#kernelVersion").wide(),
            text("Container-Runtime", "io.k8s.api.core.v1.NodeSystemInfo#containerRuntimeVersion").wide(),
        ])
        .selectable(&["spec.unschedulable"])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let status = made(object.tree_mut(), "status");
        if same(status.get("allocatable"), None)
            && let Some(capacity) = status.get("capacity").filter(|capacity| capacity.is_object()).cloned()
        {
            status["allocatable"] = capacity;
        }
        round(status, "capacity");
        round(status, "allocatable");
        pod_cidrs(object);
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        object.remove("spec.configSource");
        object.remove("status.config");
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, validate::node)
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        if part == Part::Main {
            keep(new, old, &["status"]);
            if old.get("spec.configSource").is_none() {
                new.remove("spec.configSource");
            }
        } else {
            keep(new, old, &["spec"]);
            if old.get("status.config").is_none() {
                new.remove("status.config");
            }
        }
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        let mut errors = match part {
            Part::Main => typed(new, validate::node),
            Part::Status | Part::View(_) => ErrorList::new(),
        };
        errors.append(typed_update(new, old, |new: &Node, old: &Node| validate::update(new, old)));
        errors
    }

    fn allow_create_on_update(&self) -> bool {
        false
    }

    fn warnings(&self, new: &Object, _old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        let mut warnings = Vec::new();
        if new.get("spec.configSource").is_some() {
            warnings.push("spec.configSource: the feature is removed".to_owned());
        }
        if !new.text("spec.externalID").is_empty() {
            warnings
                .push("spec.externalID: this field is deprecated, and is unused by Kubernetes".to_owned());
        }
        warnings
    }

    fn field<'a>(&self, object: &'a Object, path: &str) -> std::borrow::Cow<'a, str> {
        let set = object.get(path).and_then(Value::as_bool) == Some(true);
        if set { "true".into() } else { "false".into() }
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        cells(object, now)
    }
}

/// The older single range and the newer list of ranges say the same.
fn pod_cidrs(object: &mut Object) {
    let one = object.text("spec.podCIDR").to_owned();
    let first =
        object.get("spec.podCIDRs").and_then(|list| list.get(0)).and_then(Value::as_str).map(str::to_owned);
    match first {
        None if !one.is_empty() => object.set("spec.podCIDRs", serde_json::json!([one])),
        Some(first) if one.is_empty() => object.set("spec.podCIDR", first),
        Some(first) if first != one => object.set("spec.podCIDRs", serde_json::json!([one])),
        _ => {}
    }
}

fn cells(node: &Object, now: Time) -> Vec<Value> {
    let items = |path: &str| node.get(path).and_then(Value::as_array).into_iter().flatten();
    let ready = items("status.conditions").rfind(|condition| condition["type"] == "Ready");
    let mut status = match ready {
        None => "Unknown".to_owned(),
        Some(condition) if condition["status"] == "True" => "Ready".to_owned(),
        Some(_) => "NotReady".to_owned(),
    };
    if node.get("spec.unschedulable") == Some(&Value::Bool(true)) {
        status.push_str(",SchedulingDisabled");
    }
    let address = |kind: &str| {
        let found = items("status.addresses").find(|address| address["type"] == kind);
        found.and_then(|address| address["address"].as_str()).unwrap_or(NONE).to_owned()
    };
    let info = |name: &str| match node.text(&format!("status.nodeInfo.{name}")) {
        "" => UNKNOWN.to_owned(),
        text => text.to_owned(),
    };
    let mut kernel = info("kernelVersion");
    if !node.text("status.nodeInfo.architecture").is_empty() {
        kernel = format!("{kernel} ({})", node.text("status.nodeInfo.architecture"));
    }
    let roles: Vec<String> = roles(node).into_iter().collect();
    vec![
        status.into(),
        if roles.is_empty() { NONE.into() } else { roles.join(",").into() },
        age_of(node, now),
        node.text("status.nodeInfo.kubeletVersion").into(),
        address("InternalIP").into(),
        address("ExternalIP").into(),
        info("osImage").into(),
        kernel.into(),
        info("containerRuntimeVersion").into(),
    ]
}

fn roles(node: &Object) -> BTreeSet<String> {
    let labels = node.get("metadata.labels").and_then(Value::as_object).into_iter().flatten();
    let role = |(key, value): (&String, &Value)| match key.strip_prefix("node-role.kubernetes.io/") {
        Some(role) => Some(role.to_owned()),
        None if key == "kubernetes.io/role" => value.as_str().map(str::to_owned),
        None => None,
    };
    labels.filter_map(role).filter(|role| !role.is_empty()).collect()
}
