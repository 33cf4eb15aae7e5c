//! Policies: of the network, of disruptions.

use serde_json::Value;

use super::shared::{join, meta, selector};
use super::{Facts, Text, events};
use crate::tree::Tree as _;

pub(super) fn network_policy(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    let spec = object.at("spec");
    text.field(0, "Name", object.name());
    text.field(0, "Namespace", object.namespace());
    let created = object.text("metadata.creationTimestamp").replace('T', " ").replace('Z', " +0000 UTC");
    text.field(0, "Created on", created);
    meta(text, object);
    text.line(0, "Spec:");
    text.part(1, "PodSelector: ");
    match selector(spec.at("podSelector")).as_str() {
        "<none>" => text.line(2, "<none> (Allowing the specific traffic to all pods in this namespace)"),
        labels => text.line(2, labels),
    }
    let types: Vec<&str> = spec.items("policyTypes").iter().filter_map(Value::as_str).collect();
    if types.is_empty() || types.contains(&"Ingress") {
        text.line(1, "Allowing ingress traffic:");
        rules(text, spec.items("ingress"), "ingress", "from", "From", "source");
    } else {
        text.line(1, "Not affecting ingress traffic");
    }
    if types.contains(&"Egress") || types.is_empty() && !spec.items("egress").is_empty() {
        text.line(1, "Allowing egress traffic:");
        rules(text, spec.items("egress"), "egress", "to", "To", "destination");
    } else {
        text.line(1, "Not affecting egress traffic");
    }
    text.line(
        1,
        format!("Policy Types: {}", if types.is_empty() { "<none>".to_owned() } else { types.join(", ") }),
    );
}

fn rules(text: &mut Text, rules: &[Value], direction: &str, field: &str, title: &str, by: &str) {
    const INDENT: &str = "    ";
    if rules.is_empty() {
        text.line(0, format!("{INDENT}<none> (Selected pods are isolated for {direction} connectivity)"));
    }
    for (index, rule) in rules.iter().enumerate() {
        if rule.items("ports").is_empty() {
            text.line(0, format!("{INDENT}To Port: <any> (traffic allowed to all ports)"));
        }
        for port in rule.items("ports") {
            let protocol = if port.text("protocol").is_empty() { "TCP" } else { port.text("protocol") };
            let number = if port.has("port") { port.show("port") } else { "<nil>".to_owned() };
            if port.has("endPort") {
                text.line(0, format!("{INDENT}To Port Range: {number}-{}/{protocol}", port.int("endPort")));
            } else {
                text.line(0, format!("{INDENT}To Port: {number}/{protocol}"));
            }
        }
        if rule.items(field).is_empty() {
            text.line(0, format!("{INDENT}{title}: <any> (traffic not restricted by {by})"));
        }
        for peer in rule.items(field) {
            text.line(0, format!("{INDENT}{title}:"));
            for (name, selecting) in
                [("NamespaceSelector", "namespaceSelector"), ("PodSelector", "podSelector")]
            {
                if peer.has(selecting) {
                    text.line(1, format!("{INDENT}{name}: {}", selector(peer.at(selecting))));
                }
            }
            if peer.has("ipBlock") {
                text.line(1, format!("{INDENT}IPBlock:"));
                text.line(2, format!("{INDENT}CIDR: {}", peer.text("ipBlock.cidr")));
                text.line(2, format!("{INDENT}Except: {}", join(peer.items("ipBlock.except"), ", ")));
            }
        }
        if index + 1 < rules.len() {
            text.line(0, format!("{INDENT}----------"));
        }
    }
}

pub(super) fn disruption_budget(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    let (spec, status) = (object.at("spec"), object.at("status"));
    text.field(0, "Name", object.name());
    text.field(0, "Namespace", object.namespace());
    if spec.has("minAvailable") {
        text.field(0, "Min available", spec.show("minAvailable"));
    } else if spec.has("maxUnavailable") {
        text.field(0, "Max unavailable", spec.show("maxUnavailable"));
    }
    text.field(
        0,
        "Selector",
        if spec.has("selector") { selector(spec.at("selector")) } else { "<unset>".to_owned() },
    );
    text.line(0, "Status:");
    text.field(2, "Allowed disruptions", status.int("disruptionsAllowed"));
    text.field(2, "Current", status.int("currentHealthy"));
    text.field(2, "Desired", status.int("desiredHealthy"));
    text.field(2, "Total", status.int("expectedPods"));
    events::describe(facts, text);
}
