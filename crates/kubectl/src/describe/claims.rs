//! Storage: volumes, claims, classes.

use serde_json::Value;

use super::shared::{access_modes, join, meta, multiline};
use super::times::rfc1123;
use super::{Facts, Text, events, volumes};
use crate::print::ago;
use crate::tree::{Tree as _, texts};

fn status(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    if object.has("metadata.deletionTimestamp") {
        text.field(
            0,
            "Status",
            format!("Terminating (lasts {})", ago(object.at("metadata.deletionTimestamp"), facts.now)),
        );
    } else {
        text.field(0, "Status", object.text("status.phase"));
    }
}

fn finalizers(object: &Value) -> String {
    format!("[{}]", join(object.items("metadata.finalizers"), " "))
}

pub(super) fn volume(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    let spec = object.at("spec");
    text.field(0, "Name", object.name());
    meta(text, object);
    text.field(0, "Finalizers", finalizers(object));
    text.field(0, "StorageClass", spec.text("storageClassName"));
    status(facts, text);
    let claim = spec.at("claimRef");
    text.field(
        0,
        "Claim",
        if claim.is_null() {
            String::new()
        } else {
            format!("{}/{}", claim.text("namespace"), claim.text("name"))
        },
    );
    text.field(0, "Reclaim Policy", spec.text("persistentVolumeReclaimPolicy"));
    text.field(0, "Access Modes", access_modes(spec.items("accessModes")));
    text.some(0, "VolumeMode", spec.text("volumeMode"));
    text.field(0, "Capacity", spec.show("capacity.storage"));
    affinity(text, spec.at("nodeAffinity.required"));
    text.field(0, "Message", object.text("status.message"));
    text.line(0, "Source:");
    let kinds = ["hostPath", "nfs", "local", "csi"];
    let source = kinds.iter().find(|kind| spec.has(kind));
    match source {
        Some(kind) => volumes::source(text, &serde_json::json!({*kind: spec.at(kind)})),
        None => text.line(1, "<unknown>"),
    }
    events::describe(facts, text);
}

fn affinity(text: &mut Text, required: &Value) {
    if required.is_null() {
        text.field(0, "Node Affinity", "<none>");
        return;
    }
    text.line(0, "Node Affinity:\t");
    let terms = required.items("nodeSelectorTerms");
    if terms.is_empty() {
        text.field(1, "Required Terms", "<none>");
        return;
    }
    text.line(1, "Required Terms:\t");
    for (index, term) in terms.iter().enumerate() {
        let lines = term.items("matchExpressions").iter().map(|one| {
            let (key, operator) = (one.text("key"), one.text("operator").to_lowercase());
            if one.items("values").is_empty() {
                format!("{key} {operator}")
            } else {
                format!("{key} {operator} [{}]", join(one.items("values"), ", "))
            }
        });
        multiline(text, "    ", &format!("Term {index}"), lines);
    }
}

pub(super) fn claim(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    let spec = object.at("spec");
    text.field(0, "Name", object.name());
    text.field(0, "Namespace", object.namespace());
    text.field(0, "StorageClass", spec.text("storageClassName"));
    status(facts, text);
    text.field(0, "Volume", spec.text("volumeName"));
    meta(text, object);
    text.field(0, "Finalizers", finalizers(object));
    let bound = !spec.text("volumeName").is_empty();
    text.field(0, "Capacity", if bound { object.show("status.capacity.storage") } else { String::new() });
    text.field(
        0,
        "Access Modes",
        if bound { access_modes(object.items("status.accessModes")) } else { String::new() },
    );
    text.some(0, "VolumeMode", spec.text("volumeMode"));
    if spec.has("dataSource") {
        text.line(0, "DataSource:");
        text.some(1, "APIGroup", spec.text("dataSource.apiGroup"));
        text.field(1, "Kind", spec.text("dataSource.kind"));
        text.field(1, "Name", spec.text("dataSource.name"));
    }
    let mut users: Vec<String> = facts.pods.iter().map(|pod| pod.name().to_owned()).collect();
    users.sort();
    multiline(text, "", "Used By", users);
    if !object.items("status.conditions").is_empty() {
        text.line(0, "Conditions:");
        text.line(1, "Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage");
        text.line(1, "----\t------\t-----------------\t------------------\t------\t-------");
        for one in object.items("status.conditions") {
            let (probed, changed) = (rfc1123(one.at("lastProbeTime")), rfc1123(one.at("lastTransitionTime")));
            let line = format!(
                "{} \t{} \t{probed} \t{changed} \t{} \t{}",
                one.text("type"),
                one.text("status"),
                one.text("reason"),
                one.text("message")
            );
            text.line(1, line);
        }
    }
    events::describe(facts, text);
}

pub(super) fn class(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    let default = object
        .at("metadata.annotations")
        .get("storageclass.kubernetes.io/is-default-class")
        .is_some_and(|value| value == "true");
    text.field(0, "Name", object.name());
    text.field(0, "IsDefaultClass", if default { "Yes" } else { "No" });
    let pairs = |path: &str| {
        texts(object.at(path))
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect::<Vec<_>>()
            .join(",")
    };
    text.field(0, "Annotations", super::shared::or_none(pairs("metadata.annotations")));
    text.field(0, "Provisioner", object.text("provisioner"));
    text.field(0, "Parameters", super::shared::or_none(pairs("parameters")));
    let expansion = if object.has("allowVolumeExpansion") {
        super::shared::truth(object.at("allowVolumeExpansion"))
    } else {
        "<unset>"
    };
    text.field(0, "AllowVolumeExpansion", expansion);
    if object.items("mountOptions").is_empty() {
        text.field(0, "MountOptions", "<none>");
    } else {
        text.line(0, "MountOptions:");
        for option in object.items("mountOptions") {
            text.line(1, crate::tree::show(option));
        }
    }
    text.some(0, "ReclaimPolicy", object.text("reclaimPolicy"));
    text.some(0, "VolumeBindingMode", object.text("volumeBindingMode"));
    events::describe(facts, text);
}
