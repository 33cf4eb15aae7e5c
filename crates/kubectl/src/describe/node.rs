//! A node, with what its pods ask of it.

use std::collections::BTreeSet;

use meta::Quantity;
use serde_json::Value;

use super::shared::{amount, join, meta, multiline, or_unset};
use super::times::rfc1123;
use super::{Facts, Text, events};
use crate::print::ago;
use crate::tree::{Tree as _, show, texts};

pub(super) fn describe(facts: &Facts<'_>, text: &mut Text) {
    let node = facts.object;
    let status = node.at("status");
    text.field(0, "Name", node.name());
    text.field(0, "Roles", roles(node));
    meta(text, node);
    text.field(0, "CreationTimestamp", rfc1123(node.at("metadata.creationTimestamp")));
    let mut taints: Vec<&Value> = node.items("spec.taints").iter().collect();
    taints.sort_by_key(|taint| format!("{},{}", taint.text("effect"), taint.text("key")));
    multiline(text, "", "Taints", taints.into_iter().map(taint));
    text.field(0, "Unschedulable", node.truth("spec.unschedulable"));
    lease(facts, text);
    conditions(text, status);
    text.line(0, "Addresses:");
    for address in status.items("addresses") {
        text.field(1, address.text("type"), address.text("address"));
    }
    for (title, field) in [("Capacity", "capacity"), ("Allocatable", "allocatable")] {
        let amounts = status.members(field);
        if !amounts.is_empty() {
            text.line(0, format!("{title}:"));
        }
        for (name, amount) in amounts {
            text.field(1, name, show(amount));
        }
    }
    text.line(0, "System Info:");
    for (title, field) in [
        ("Machine ID", "machineID"),
        ("System UUID", "systemUUID"),
        ("Boot ID", "bootID"),
        ("Kernel Version", "kernelVersion"),
        ("OS Image", "osImage"),
        ("Operating System", "operatingSystem"),
        ("Architecture", "architecture"),
        ("Container Runtime Version", "containerRuntimeVersion"),
        ("Kubelet Version", "kubeletVersion"),
    ] {
        text.field(1, title, status.at("nodeInfo").text(field));
    }
    text.some(0, "PodCIDR", node.text("spec.podCIDR"));
    text.some(0, "PodCIDRs", &join(node.items("spec.podCIDRs"), ","));
    text.some(0, "ProviderID", node.text("spec.providerID"));
    pods(facts, text);
    events::describe(facts, text);
}

/// `key=value:effect`.
pub(super) fn taint(taint: &Value) -> String {
    let (key, value, effect) = (taint.text("key"), taint.text("value"), taint.text("effect"));
    match (effect.is_empty(), value.is_empty()) {
        (true, true) => key.to_owned(),
        (true, false) => format!("{key}={value}:"),
        (false, true) => format!("{key}:{effect}"),
        (false, false) => format!("{key}={value}:{effect}"),
    }
}

fn roles(node: &Value) -> String {
    let roles: BTreeSet<&str> = texts(node.at("metadata.labels"))
        .into_iter()
        .filter_map(|(key, value)| match key.strip_prefix("node-role.kubernetes.io/") {
            Some(role) => Some(role),
            None if key == "kubernetes.io/role" => Some(value),
            None => None,
        })
        .filter(|role| !role.is_empty())
        .collect();
    super::shared::or_none(roles.into_iter().collect::<Vec<_>>().join(","))
}

fn lease(facts: &Facts<'_>, text: &mut Text) {
    let Some(lease) = &facts.lease else {
        let name = meta::go::quote(facts.object.name());
        text.field(0, "Lease", format!("Failed to get lease: leases.coordination.k8s.io {name} not found"));
        return;
    };
    text.line(0, "Lease:");
    text.field(1, "HolderIdentity", or_unset(lease.at("spec.holderIdentity")));
    for (title, field) in [("AcquireTime", "spec.acquireTime"), ("RenewTime", "spec.renewTime")] {
        let time = lease.at(field);
        text.field(1, title, if time.is_null() { "<unset>".to_owned() } else { rfc1123(time) });
    }
}

fn conditions(text: &mut Text, status: &Value) {
    if status.items("conditions").is_empty() {
        return;
    }
    text.line(0, "Conditions:\n  Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage");
    text.line(1, "----\t------\t-----------------\t------------------\t------\t-------");
    for one in status.items("conditions") {
        let (beat, changed) = (rfc1123(one.at("lastHeartbeatTime")), rfc1123(one.at("lastTransitionTime")));
        let line = format!(
            "{} \t{} \t{beat} \t{changed} \t{} \t{}",
            one.text("type"),
            one.text("status"),
            one.text("reason"),
            one.text("message")
        );
        text.line(1, line);
    }
}

/// What a pod asks for: its containers together, or the most that an initial one needs at a time; and its overhead.
fn asked(pod: &Value, list: &str, name: &str) -> Quantity {
    let of =
        |container: &Value| amount(container.at("resources").at(list), name).unwrap_or_else(Quantity::zero);
    if let Some(whole) = amount(pod.at("spec.resources").at(list), name) {
        return whole;
    }
    let mut sum = Quantity::zero();
    for container in pod.items("spec.containers") {
        sum += &of(container);
    }
    let (mut most, mut stay) = (Quantity::zero(), Quantity::zero());
    for container in pod.items("spec.initContainers") {
        let mut need = of(container);
        if container.text("restartPolicy") == "Always" {
            sum += &need;
            stay += &need;
            need = stay.clone();
        } else {
            need += &stay;
        }
        most = most.max(need);
    }
    let mut total = sum.max(most);
    if let Some(overhead) =
        amount(pod.at("spec.overhead"), name).filter(|_| list == "requests" || !total.is_zero())
    {
        total += &overhead;
    }
    total
}

fn percent(part: &Quantity, whole: Option<&Quantity>, name: &str) -> i64 {
    let value = |amount: &Quantity| if name == "cpu" { amount.milli_value() } else { amount.value() };
    match whole.map(value) {
        Some(whole) if whole != 0 => (value(part) as f64 / whole as f64 * 100.0) as i64,
        _ => 0,
    }
}

fn pods(facts: &Facts<'_>, text: &mut Text) {
    let status = facts.object.at("status");
    let allocatable = if status.members("allocatable").is_empty() {
        status.at("capacity")
    } else {
        status.at("allocatable")
    };
    let cell = |part: &Quantity, name: &str| {
        format!("{part} ({}%)", percent(part, amount(allocatable, name).as_ref(), name))
    };
    text.field(0, "Non-terminated Pods", format!("({} in total)", facts.pods.len()));
    text.line(1, "Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge");
    text.line(1, "---------\t----\t\t------------\t----------\t---------------\t-------------\t---");
    for pod in &facts.pods {
        let cells: Vec<String> =
            [("requests", "cpu"), ("limits", "cpu"), ("requests", "memory"), ("limits", "memory")]
                .iter()
                .map(|(list, name)| cell(&asked(pod, list, name), name))
                .collect();
        let age = ago(pod.at("metadata.creationTimestamp"), facts.now);
        text.line(1, format!("{}\t{}\t\t{}\t{age}", pod.namespace(), pod.name(), cells.join("\t")));
    }
    text.line(0, "Allocated resources:\n  (Total limits may be over 100 percent, i.e., overcommitted.)");
    text.line(1, "Resource\tRequests\tLimits");
    text.line(1, "--------\t--------\t------");
    let total = |list: &str, name: &str| {
        facts.pods.iter().fold(Quantity::zero(), |mut sum, pod| {
            sum += &asked(pod, list, name);
            sum
        })
    };
    for name in ["cpu", "memory", "ephemeral-storage"] {
        text.line(
            1,
            format!(
                "{name}\t{}\t{}",
                cell(&total("requests", name), name),
                cell(&total("limits", name), name)
            ),
        );
    }
    let others = allocatable.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let mut others: Vec<&str> =
        others.filter(|name| !["cpu", "memory", "ephemeral-storage", "pods"].contains(name)).collect();
    others.sort_by_key(|name| (!name.starts_with("hugepages-"), *name));
    for name in others {
        let (requests, limits) = (total("requests", name), total("limits", name));
        if name.starts_with("hugepages-") {
            text.line(1, format!("{name}\t{}\t{}", cell(&requests, name), cell(&limits, name)));
        } else {
            text.line(1, format!("{name}\t{requests}\t{limits}"));
        }
    }
}
