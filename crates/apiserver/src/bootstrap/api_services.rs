//! An `APIService` for each group and version that the server serves itself: that is how clients and an aggregator see who serves
//! what.

use std::collections::BTreeSet;
use std::sync::Arc;

use meta::StatusError;
use registry::Registry;
use serde_json::{Value, json};

/// By how much a group comes before others; those that are not here come behind.
const GROUPS: [(&str, i64); 20] = [
    ("", 18_000),
    ("apps", 17_800),
    ("events.k8s.io", 17_750),
    ("authentication.k8s.io", 17_700),
    ("authorization.k8s.io", 17_600),
    ("autoscaling", 17_500),
    ("batch", 17_400),
    ("certificates.k8s.io", 17_300),
    ("networking.k8s.io", 17_200),
    ("policy", 17_100),
    ("rbac.authorization.k8s.io", 17_000),
    ("storage.k8s.io", 16_800),
    ("apiextensions.k8s.io", 16_700),
    ("admissionregistration.k8s.io", 16_700),
    ("scheduling.k8s.io", 16_600),
    ("coordination.k8s.io", 16_500),
    ("node.k8s.io", 16_300),
    ("discovery.k8s.io", 16_200),
    ("resource.k8s.io", 16_200),
    ("flowcontrol.apiserver.k8s.io", 16_100),
];

/// The group of these objects, which has none of its own.
const OWN: &str = "apiregistration.k8s.io";

/// By how much a version comes before others of its group.
fn version_priority(group: &str, version: &str) -> i64 {
    match (group, version) {
        ("", _) => 1,
        ("autoscaling", "v2") => 30,
        ("resource.k8s.io" | "flowcontrol.apiserver.k8s.io", "v1") => 21,
        _ => 15,
    }
}

pub(super) async fn run(registry: &Arc<Registry>) -> Result<(), StatusError> {
    let kinds = registry.kinds();
    let served: BTreeSet<(String, String)> = kinds
        .iter()
        .flat_map(|kind| &kind.served)
        .map(|served| (served.group.to_string(), served.version.to_string()))
        .collect();
    for (group, version) in served.iter().filter(|(group, _)| group != OWN) {
        super::make(registry, OWN, "apiservices", tree(group, version)).await?;
    }
    Ok(())
}

fn tree(group: &str, version: &str) -> Value {
    let minimum = GROUPS.iter().find(|(known, _)| *known == group).map_or(1_000, |(_, minimum)| *minimum);
    json!({
        "apiVersion": "apiregistration.k8s.io/v1",
        "kind": "APIService",
        "metadata": {
            "name": format!("{version}.{group}"),
            "labels": {"kube-aggregator.kubernetes.io/automanaged": "onstart"},
        },
        "spec": {
            "group": group,
            "version": version,
            "groupPriorityMinimum": minimum,
            "versionPriority": version_priority(group, version),
        },
    })
}
