//! A node changes itself, but not what decides which pods come to it: its taints, and most labels of the system's.

use std::collections::{BTreeMap, BTreeSet};

use api::well_known::label;
use kinds::rules::object::same;
use meta::{StatusError, go};
use resource::Object;
use serde_json::Value;

use super::Asked;

/// Labels of the system that a node may set on itself.
const OWN: [&str; 11] = [
    label::HOSTNAME,
    label::ZONE,
    label::REGION,
    label::OS,
    label::ARCH,
    "failure-domain.beta.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/region",
    "beta.kubernetes.io/instance-type",
    "node.kubernetes.io/instance-type",
    "beta.kubernetes.io/os",
    "beta.kubernetes.io/arch",
];
/// Domains of which a node may set any label.
const OWN_DOMAINS: [&str; 2] = ["kubelet.kubernetes.io", "node.kubernetes.io"];
/// The domain that is kept from nodes.
const KEPT: &str = "node-restriction.kubernetes.io";

pub(super) fn judge(asked: Asked<'_>) -> Result<(), StatusError> {
    let node = asked.quoted();
    if asked.name() != asked.node {
        let other = go::quote(asked.name());
        return asked.refuse(format!("node {node} is not allowed to modify node {other}"));
    }
    let Some(new) = asked.object else { return Ok(()) };
    match asked.request.old() {
        None => {
            if new.get("spec.configSource").is_some() {
                return asked.refuse(format!(
                    "node {node} is not allowed to create pods with a non-nil configSource"
                ));
            }
            let forbidden = forbidden(labels(new).into_keys());
            let why = format!("node {node} is not allowed to set the following labels: {forbidden}");
            if forbidden.is_empty() { Ok(()) } else { asked.refuse(why) }
        }
        Some(old) => update(asked, new, old, &node),
    }
}

fn update(asked: Asked<'_>, new: &Object, old: &Object, node: &str) -> Result<(), StatusError> {
    if new.get("spec.configSource").is_some()
        && !same(new.get("spec.configSource"), old.get("spec.configSource"))
    {
        return asked.refuse(format!(
            "node {node} is not allowed to update configSource to a new non-nil configSource"
        ));
    }
    for (path, what) in [("spec.taints", "taints"), ("metadata.ownerReferences", "ownerReferences")] {
        if !same(new.get(path), old.get(path)) {
            return asked.refuse(format!("node {node} is not allowed to modify {what}"));
        }
    }
    let (now, before) = (labels(new), labels(old));
    let keys: BTreeSet<&str> = now.keys().chain(before.keys()).copied().collect();
    let changed = keys.into_iter().filter(|key| now.get(key) != before.get(key));
    let forbidden = forbidden(changed);
    if forbidden.is_empty() {
        return Ok(());
    }
    asked.refuse(format!("is not allowed to modify labels: {forbidden}"))
}

fn labels(object: &Object) -> BTreeMap<&str, &Value> {
    let labels = object.get("metadata.labels").and_then(Value::as_object).into_iter().flatten();
    labels.map(|(key, value)| (key.as_str(), value)).collect()
}

/// Those of the labels that a node may not touch, in order.
fn forbidden<'a>(keys: impl Iterator<Item = &'a str>) -> String {
    let bad: BTreeSet<&str> = keys.filter(|key| !may_set(key)).collect();
    bad.into_iter().collect::<Vec<_>>().join(", ")
}

fn may_set(key: &str) -> bool {
    let domain = key.split_once('/').map_or("", |(domain, _)| domain);
    let below = |of: &str| domain == of || domain.ends_with(&format!(".{of}"));
    if below(KEPT) {
        return false;
    }
    let system = below("kubernetes.io") || below("k8s.io");
    !system || OWN.contains(&key) || OWN_DOMAINS.iter().any(|own| below(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_a_node_may_set() {
        for (key, may) in [
            ("kubernetes.io/hostname", true),
            ("anything", true),
            ("example.com/a", true),
            ("node.kubernetes.io/a", true),
            ("x.kubelet.kubernetes.io/a", true),
            ("kubernetes.io/a", false),
            ("x.k8s.io/a", false),
            ("node-restriction.kubernetes.io/a", false),
            ("x.node-restriction.kubernetes.io/a", false),
            ("node-role.kubernetes.io/control-plane", false),
        ] {
            assert_eq!(may_set(key), may, "{key}");
        }
    }
}
