//! What a namespace that goes says about what is left in it. Pure.

use std::collections::BTreeMap;
use std::time::SystemTime;

use api::core::v1::{Namespace, NamespaceCondition};
use serde_json::Value;

use crate::discovery::Found;

/// What is left.
#[derive(Debug, Default)]
pub struct Remains {
    objects: BTreeMap<String, usize>,
    finalizers: BTreeMap<String, usize>,
    failures: Vec<String>,
}

impl Remains {
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty() && self.failures.is_empty()
    }

    pub fn failed(&mut self, message: String) {
        self.failures.push(message);
    }

    pub fn add(&mut self, resource: &Found, item: &Value) {
        *self.objects.entry(format!("{}.{}", resource.plural, resource.group)).or_default() += 1;
        for finalizer in item["metadata"]["finalizers"].as_array().into_iter().flatten() {
            *self.finalizers.entry(finalizer.as_str().unwrap_or_default().to_owned()).or_default() += 1;
        }
    }

    /// Kind, whether it holds, reason and message of each condition.
    fn conditions(&self) -> [(&'static str, bool, &'static str, String); 5] {
        let joined = |counts: &BTreeMap<String, usize>, word: fn(&str, usize) -> String| {
            counts.iter().map(|(name, count)| word(name, *count)).collect::<Vec<_>>().join(", ")
        };
        let objects = joined(&self.objects, |name, count| format!("{name} has {count} resource instances"));
        let finalizers =
            joined(&self.finalizers, |name, count| format!("{name} in {count} resource instances"));
        let mut failures = self.failures.clone();
        failures.sort();
        [
            (
                "NamespaceDeletionDiscoveryFailure",
                false,
                "ResourcesDiscovered",
                "All resources successfully discovered".to_owned(),
            ),
            (
                "NamespaceDeletionGroupVersionParsingFailure",
                false,
                "ParsedGroupVersions",
                "All legacy kube types successfully parsed".to_owned(),
            ),
            if failures.is_empty() {
                let text = "All content successfully deleted, may be waiting on finalization";
                ("NamespaceDeletionContentFailure", false, "ContentDeleted", text.to_owned())
            } else {
                let (count, list) = (failures.len(), failures.join(", "));
                let text = format!("Failed to delete all resource types, {count} remaining: {list}");
                ("NamespaceDeletionContentFailure", true, "ContentDeletionFailed", text)
            },
            if objects.is_empty() {
                (
                    "NamespaceContentRemaining",
                    false,
                    "ContentRemoved",
                    "All content successfully removed".to_owned(),
                )
            } else {
                let text = format!("Some resources are remaining: {objects}");
                ("NamespaceContentRemaining", true, "SomeResourcesRemain", text)
            },
            if finalizers.is_empty() {
                let text = "All content-preserving finalizers finished";
                ("NamespaceFinalizersRemaining", false, "ContentHasNoFinalizers", text.to_owned())
            } else {
                let text = format!("Some content in the namespace has finalizers remaining: {finalizers}");
                ("NamespaceFinalizersRemaining", true, "SomeFinalizersRemain", text)
            },
        ]
    }
}

/// The namespace with its conditions and phase as they should be, if they are not.
pub fn update(namespace: &Namespace, remains: &Remains, now: SystemTime) -> Option<Namespace> {
    let mut changed = namespace.clone();
    let status = changed.status.get_or_insert_default();
    status.phase = Some("Terminating".to_owned());
    let conditions = status.conditions.get_or_insert_default();
    for (kind, holds, reason, message) in remains.conditions() {
        let text = if holds { "True" } else { "False" };
        let new = NamespaceCondition {
            type_: kind.to_owned(),
            status: text.to_owned(),
            reason: Some(reason.to_owned()),
            message: Some(message),
            last_transition_time: Some(api::time::time(now)),
        };
        match conditions.iter_mut().find(|one| one.type_ == kind) {
            None => conditions.push(new),
            Some(old) => {
                let since = if old.status == new.status {
                    old.last_transition_time.clone()
                } else {
                    new.last_transition_time.clone()
                };
                *old = NamespaceCondition { last_transition_time: since, ..new };
            }
        }
    }
    (changed.status != namespace.status).then_some(changed)
}
