//! Namespaces and what limits them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::shared::{join, meta};
use super::times::rfc1123;
use super::{Facts, Text, events};
use crate::tree::Tree as _;

pub(super) fn namespace(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    text.field(0, "Name", object.name());
    meta(text, object);
    text.field(0, "Status", object.text("status.phase"));
    if !object.items("status.conditions").is_empty() {
        text.line(0, "Conditions:");
        text.line(1, "Type\tStatus\tLastTransitionTime\tReason\tMessage");
        text.line(1, "----\t------\t------------------\t------\t-------");
        for one in object.items("status.conditions") {
            let time = rfc1123(one.at("lastTransitionTime"));
            text.line(
                1,
                format!(
                    "{}\t{}\t{time}\t{}\t{}",
                    one.text("type"),
                    one.text("status"),
                    one.text("reason"),
                    one.text("message")
                ),
            );
        }
    }
    text.line(0, "");
    if facts.quotas.is_empty() {
        text.line(0, "No resource quota.");
    } else {
        text.line(0, "Resource Quotas");
        for quota in &facts.quotas {
            text.field(1, "Name", quota.name());
            scopes(text, quota, 1);
            text.line(1, "Resource\tUsed\tHard");
            text.line(1, "--------\t---\t---");
            amounts(text, quota, 1);
        }
    }
    text.line(0, "");
    if facts.limits.is_empty() {
        text.line(0, "No LimitRange resource.");
    } else {
        text.line(0, "Resource Limits\n Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio");
        text.line(0, " ----\t--------\t---\t---\t---------------\t-------------\t-----------------------");
        for range in &facts.limits {
            limits(text, range, " ");
        }
    }
}

const SCOPES: [(&str, &str); 4] = [
    (
        "Terminating",
        "Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.",
    ),
    (
        "NotTerminating",
        "Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.",
    ),
    (
        "BestEffort",
        "Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.",
    ),
    (
        "NotBestEffort",
        "Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.",
    ),
];

fn scopes(text: &mut Text, quota: &Value, level: usize) {
    let mut scopes = quota.items("spec.scopes").to_vec();
    if scopes.is_empty() {
        return;
    }
    scopes.sort_by_key(crate::tree::show);
    text.field(level, "Scopes", join(&scopes, ", "));
    for (_, words) in SCOPES.iter().filter(|(scope, _)| scopes.iter().any(|one| one == scope)) {
        text.line(level, format!("* {words}"));
    }
}

fn amounts(text: &mut Text, quota: &Value, level: usize) {
    for (name, hard) in quota.members("status.hard") {
        let used = quota.at("status.used").get(name).map_or_else(|| "0".to_owned(), crate::tree::show);
        text.line(level, format!("{name}\t{used}\t{}", crate::tree::show(hard)));
    }
}

fn limits(text: &mut Text, range: &Value, prefix: &str) {
    for item in range.items("spec.limits") {
        let lists = ["min", "max", "defaultRequest", "default", "maxLimitRequestRatio"];
        let names: BTreeSet<&String> =
            lists.iter().flat_map(|list| item.members(list)).map(|(name, _)| name).collect();
        for name in names {
            let cells = lists
                .iter()
                .map(|list| item.at(list).get(name).map_or_else(|| "-".to_owned(), crate::tree::show));
            text.line(
                0,
                format!("{prefix}{}\t{name}\t{}", item.text("type"), cells.collect::<Vec<_>>().join("\t")),
            );
        }
    }
}

pub(super) fn quota(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    text.field(0, "Name", object.name());
    text.field(0, "Namespace", object.namespace());
    scopes(text, object, 0);
    text.line(0, "Resource\tUsed\tHard");
    text.line(0, "--------\t----\t----");
    amounts(text, object, 0);
}

pub(super) fn limit_range(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    text.field(0, "Name", object.name());
    text.field(0, "Namespace", object.namespace());
    text.line(0, "Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio");
    text.line(0, "----\t--------\t---\t---\t---------------\t-------------\t-----------------------");
    limits(text, object, "");
    events::describe(facts, text);
}
