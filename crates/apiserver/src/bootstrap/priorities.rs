//! The priority classes for what the cluster itself cannot do without.

use std::sync::Arc;

use meta::StatusError;
use registry::Registry;
use serde_json::json;

const GROUP: &str = "scheduling.k8s.io";

/// Each with its value and what it is for.
const CLASSES: [(&str, i64, &str); 2] = [
    (
        "system-node-critical",
        2_000_001_000,
        "Used for system critical pods that must not be moved from their current node.",
    ),
    (
        "system-cluster-critical",
        2_000_000_000,
        "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
    ),
];

pub(super) async fn run(registry: &Arc<Registry>) -> Result<(), StatusError> {
    for (name, value, description) in CLASSES {
        let tree = json!({
            "apiVersion": "scheduling.k8s.io/v1",
            "kind": "PriorityClass",
            "metadata": {"name": name},
            "value": value,
            "description": description,
        });
        super::make(registry, GROUP, "priorityclasses", tree).await?;
    }
    Ok(())
}
