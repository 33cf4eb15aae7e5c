//! What keeps pods running: deployments, replica sets, daemon sets, stateful sets.

use serde_json::Value;

use super::shared::{conditions, controller, meta, or_none, pairs, selector};
use super::times::rfc1123;
use super::{Facts, Text, containers, events};
use crate::tree::{Tree as _, texts};

pub(super) fn deployment(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    let (spec, status) = (object.at("spec"), object.at("status"));
    text.field(0, "Name", object.name());
    text.field(0, "Namespace", object.namespace());
    text.field(0, "CreationTimestamp", rfc1123(object.at("metadata.creationTimestamp")));
    meta(text, object);
    text.field(0, "Selector", selector(spec.at("selector")));
    text.field(
        0,
        "Replicas",
        format!(
            "{} desired | {} updated | {} total | {} available | {} unavailable",
            spec.int("replicas"),
            status.int("updatedReplicas"),
            status.int("replicas"),
            status.int("availableReplicas"),
            status.int("unavailableReplicas")
        ),
    );
    text.field(0, "StrategyType", spec.text("strategy.type"));
    text.field(0, "MinReadySeconds", spec.int("minReadySeconds"));
    if spec.has("strategy.rollingUpdate") {
        let rolling = spec.at("strategy.rollingUpdate");
        let line = format!(
            "{} max unavailable, {} max surge",
            rolling.show("maxUnavailable"),
            rolling.show("maxSurge")
        );
        text.field(0, "RollingUpdateStrategy", line);
    }
    containers::template(spec.at("template"), text);
    conditions(text, object);
    if !facts.replica_sets.is_empty() {
        let list = |current: bool| {
            let shown = facts.replica_sets.iter().filter(|(_, is)| *is == current);
            let shown = shown.map(|(set, _)| {
                format!(
                    "{} ({}/{} replicas created)",
                    set.name(),
                    set.int("status.replicas"),
                    set.int("spec.replicas")
                )
            });
            or_none(shown.collect::<Vec<_>>().join(", "))
        };
        text.field(0, "OldReplicaSets", list(false));
        text.field(0, "NewReplicaSet", list(true));
    }
    events::describe(facts, text);
}

/// How many pods are in which phase.
fn phases(pods: &[Value]) -> String {
    let count = |phase: &str| pods.iter().filter(|pod| pod.text("status.phase") == phase).count();
    format!(
        "{} Running / {} Waiting / {} Succeeded / {} Failed",
        count("Running"),
        count("Pending"),
        count("Succeeded"),
        count("Failed")
    )
}

pub(super) fn replica_set(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    text.field(0, "Name", object.name());
    text.field(0, "Namespace", object.namespace());
    text.field(0, "Selector", selector(object.at("spec.selector")));
    meta(text, object);
    if let Some(controller) = controller(object) {
        text.field(0, "Controlled By", controller);
    }
    text.field(
        0,
        "Replicas",
        format!("{} current / {} desired", object.int("status.replicas"), object.int("spec.replicas")),
    );
    text.field(0, "Pods Status", phases(&facts.pods));
    containers::template(object.at("spec.template"), text);
    conditions(text, object);
    events::describe(facts, text);
}

pub(super) fn daemon_set(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    let status = object.at("status");
    text.field(0, "Name", object.name());
    text.field(0, "Namespace", object.namespace());
    text.field(0, "Selector", selector(object.at("spec.selector")));
    text.field(0, "Node-Selector", pairs(object.at("spec.template.spec.nodeSelector")));
    meta(text, object);
    for (title, field) in [
        ("Desired Number of Nodes Scheduled", "desiredNumberScheduled"),
        ("Current Number of Nodes Scheduled", "currentNumberScheduled"),
        ("Number of Nodes Scheduled with Up-to-date Pods", "updatedNumberScheduled"),
        ("Number of Nodes Scheduled with Available Pods", "numberAvailable"),
        ("Number of Nodes Misscheduled", "numberMisscheduled"),
    ] {
        text.line(0, format!("{title}: {}", status.int(field)));
    }
    text.field(0, "Pods Status", phases(&facts.pods));
    containers::template(object.at("spec.template"), text);
    events::describe(facts, text);
}

pub(super) fn stateful_set(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    let spec = object.at("spec");
    text.field(0, "Name", object.name());
    text.field(0, "Namespace", object.namespace());
    text.field(0, "CreationTimestamp", rfc1123(object.at("metadata.creationTimestamp")));
    text.field(0, "Selector", selector(spec.at("selector")));
    meta(text, object);
    text.field(
        0,
        "Replicas",
        format!("{} desired | {} total", spec.int("replicas"), object.int("status.replicas")),
    );
    text.field(0, "Update Strategy", spec.text("updateStrategy.type"));
    let rolling = spec.at("updateStrategy.rollingUpdate");
    if rolling.has("partition") {
        text.field(1, "Partition", rolling.int("partition"));
        if rolling.has("maxUnavailable") {
            text.field(1, "MaxUnavailable", rolling.show("maxUnavailable"));
        }
    }
    text.field(0, "Pods Status", phases(&facts.pods));
    containers::template(spec.at("template"), text);
    claims(text, spec.items("volumeClaimTemplates"));
    events::describe(facts, text);
}

fn claims(text: &mut Text, templates: &[Value]) {
    if templates.is_empty() {
        text.field(0, "Volume Claims", "<none>");
        return;
    }
    text.line(0, "Volume Claims:");
    for claim in templates {
        text.field(1, "Name", claim.name());
        text.field(1, "StorageClass", claim.text("spec.storageClassName"));
        for (title, field) in [("Labels", "metadata.labels"), ("Annotations", "metadata.annotations")] {
            super::shared::multiline(
                text,
                "  ",
                title,
                texts(claim.at(field)).into_iter().map(|(key, value)| format!("{key}={value}")),
            );
        }
        let capacity = claim.at("spec.resources.requests").show("storage");
        text.field(1, "Capacity", if capacity.is_empty() { "<default>".to_owned() } else { capacity });
        text.field(
            1,
            "Access Modes",
            format!("[{}]", super::shared::join(claim.items("spec.accessModes"), " ")),
        );
    }
}
