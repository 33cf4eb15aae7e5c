//! A pod.

use serde_json::Value;

use super::shared::{controller, labels, meta, tolerations};
use super::times::rfc1123;
use super::{Facts, Text, containers, events, volumes};
use crate::print::ago;
use crate::tree::Tree as _;

pub(super) fn describe(facts: &Facts<'_>, text: &mut Text) {
    let pod = facts.object;
    let (spec, status) = (pod.at("spec"), pod.at("status"));
    text.field(0, "Name", pod.name());
    text.field(0, "Namespace", pod.namespace());
    if spec.has("priority") {
        text.field(0, "Priority", spec.int("priority"));
    }
    text.some(0, "Priority Class Name", spec.text("priorityClassName"));
    text.some(0, "Runtime Class Name", spec.text("runtimeClassName"));
    text.some(0, "Service Account", spec.text("serviceAccountName"));
    match spec.text("nodeName") {
        "" => text.field(0, "Node", "<none>"),
        node => text.field(0, "Node", format!("{node}/{}", status.text("hostIP"))),
    }
    if status.has("startTime") {
        text.field(0, "Start Time", rfc1123(status.at("startTime")));
    }
    meta(text, pod);
    state(facts, text, pod);
    text.some(0, "Reason", status.text("reason"));
    text.some(0, "Message", status.text("message"));
    if spec.has("securityContext.seccompProfile") {
        text.field(0, "SeccompProfile", spec.text("securityContext.seccompProfile.type"));
        text.some(0, "LocalhostProfile", spec.text("securityContext.seccompProfile.localhostProfile"));
    }
    text.field(0, "IP", status.text("podIP"));
    addresses(text, status);
    if let Some(controller) = controller(pod) {
        text.field(0, "Controlled By", controller);
    }
    text.some(0, "NominatedNodeName", status.text("nominatedNodeName"));
    if spec.has("resources") {
        text.line(0, "Resources:");
        containers::resources(text, 1, spec.at("resources"));
    }
    for (title, list, statuses) in [
        ("Init Containers", "initContainers", "initContainerStatuses"),
        ("Containers", "containers", "containerStatuses"),
        ("Ephemeral Containers", "ephemeralContainers", "ephemeralContainerStatuses"),
    ] {
        if list == "containers" || !spec.items(list).is_empty() {
            containers::describe(text, title, spec.items(list), status.items(statuses), Some(pod), "");
        }
    }
    gates(text, pod);
    if !status.items("conditions").is_empty() {
        text.line(0, "Conditions:\n  Type\tStatus");
        for one in status.items("conditions") {
            text.line(1, format!("{} \t{} ", one.text("type"), one.text("status")));
        }
    }
    volumes::describe(text, spec.items("volumes"), "");
    text.field(0, "QoS Class", quality(pod));
    labels(text, "Node-Selectors", spec.at("nodeSelector"));
    tolerations(text, "Tolerations", spec.items("tolerations"));
    containers::spread(text, spec.items("topologySpreadConstraints"), "");
    events::describe(facts, text);
}

fn state(facts: &Facts<'_>, text: &mut Text, pod: &Value) {
    let phase = pod.text("status.phase");
    if pod.has("metadata.deletionTimestamp") && !matches!(phase, "Failed" | "Succeeded") {
        text.field(
            0,
            "Status",
            format!("Terminating (lasts {})", ago(pod.at("metadata.deletionTimestamp"), facts.now)),
        );
        text.field(
            0,
            "Termination Grace Period",
            format!("{}s", pod.int("metadata.deletionGracePeriodSeconds")),
        );
    } else {
        text.field(0, "Status", phase);
    }
}

fn addresses(text: &mut Text, status: &Value) {
    if status.items("podIPs").is_empty() {
        text.field(0, "IPs", "<none>");
        return;
    }
    text.line(0, "IPs:");
    for address in status.items("podIPs") {
        text.field(1, "IP", address.text("ip"));
    }
}

fn gates(text: &mut Text, pod: &Value) {
    if pod.items("spec.readinessGates").is_empty() {
        return;
    }
    text.line(0, "Readiness Gates:\n  Type\tStatus");
    for gate in pod.items("spec.readinessGates") {
        let kind = gate.text("conditionType");
        let status = crate::pods::condition(pod, kind).map_or("<none>", |one| one.text("status"));
        text.line(1, format!("{kind} \t{status} "));
    }
}

/// The class that the server wrote down, or what it would.
fn quality(pod: &Value) -> String {
    let written = pod.text("status.qosClass");
    if !written.is_empty() {
        return written.to_owned();
    }
    let all: Vec<&Value> =
        pod.items("spec.containers").iter().chain(pod.items("spec.initContainers")).collect();
    let amount = |container: &Value, list: &str, name: &str| container.at("resources").at(list).show(name);
    let any = all.iter().any(|one| {
        !one.members("resources.limits").is_empty() || !one.members("resources.requests").is_empty()
    });
    let guaranteed = all.iter().all(|one| {
        ["cpu", "memory"].iter().all(|name| {
            let (limit, request) = (amount(one, "limits", name), amount(one, "requests", name));
            !limit.is_empty() && (request.is_empty() || request == limit)
        })
    });
    if !any {
        "BestEffort"
    } else if guaranteed {
        "Guaranteed"
    } else {
        "Burstable"
    }
    .to_owned()
}
