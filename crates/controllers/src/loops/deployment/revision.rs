//! The replica set of the present template: which one it is, what it looks like when it must be made, and the annotations that carry
//! the history of revisions.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::Resource as _;
use api::apps::v1::{Deployment, ReplicaSet, ReplicaSetSpec};
use api::core::v1::PodTemplateSpec;
use api::meta::{LabelSelector, ObjectMeta};

use super::facts::{DESIRED, HASH, MAX, REVISION, REVISION_HISTORY, Wanted, by_age, revision};
use crate::template;

/// Annotations of a deployment that are its own and not passed on.
const OWN: &[&str] = &[
    api::well_known::annotation::LAST_APPLIED,
    REVISION,
    REVISION_HISTORY,
    DESIRED,
    MAX,
    "deprecated.deployment.rollback.to",
];

/// A deployment's replica sets: that of the present template, and the others.
pub struct Sets {
    pub new: Option<Arc<ReplicaSet>>,
    pub old: Vec<Arc<ReplicaSet>>,
}

impl Sets {
    pub fn of(deployment: &Deployment, mut sets: Vec<Arc<ReplicaSet>>) -> Self {
        by_age(&mut sets);
        let wanted = Wanted(deployment).template();
        let is_new = |set: &Arc<ReplicaSet>| {
            let template = set.spec.as_ref().and_then(|spec| spec.template.as_ref());
            template.is_some_and(|template| template::same(template, &wanted, HASH))
        };
        let new = sets.iter().find(|set| is_new(set)).cloned();
        sets.retain(|set| new.as_ref().is_none_or(|new| new.uid() != set.uid()));
        Self { new, old: sets }
    }

    pub fn all(&self) -> Vec<Arc<ReplicaSet>> {
        self.old.iter().chain(&self.new).cloned().collect()
    }

    /// The revision that the present template has or gets.
    pub fn next_revision(&self) -> i64 {
        self.old.iter().map(|set| revision(set.annotation(REVISION))).max().unwrap_or_default() + 1
    }
}

/// The replica set that a template needs.
pub fn make(deployment: &Deployment, replicas: i32, number: i64) -> ReplicaSet {
    let (wanted, collisions) =
        (Wanted(deployment), deployment.status.as_ref().and_then(|status| status.collision_count));
    let mut template = wanted.template();
    let hash = template::hash(&template, collisions);
    label(&mut template, &hash);
    let mut selector = wanted.spec().map(|spec| spec.selector.clone()).unwrap_or_default();
    select(&mut selector, &hash);
    let mut set = ReplicaSet {
        metadata: ObjectMeta {
            namespace: deployment.meta().namespace.clone(),
            name: Some(format!("{}-{hash}", deployment.name())),
            labels: template.metadata.as_ref().and_then(|meta| meta.labels.clone()),
            owner_references: Some(vec![deployment.controller_reference()]),
            ..ObjectMeta::default()
        },
        spec: Some(ReplicaSetSpec {
            replicas: Some(replicas),
            min_ready_seconds: wanted.spec().and_then(|spec| spec.min_ready_seconds),
            selector,
            template: Some(template),
        }),
        status: None,
    };
    annotate(&mut set, deployment, number);
    set
}

fn label(template: &mut PodTemplateSpec, hash: &str) {
    let labels = template.metadata.get_or_insert_default().labels.get_or_insert_default();
    labels.insert(HASH.to_owned(), hash.to_owned());
}

fn select(selector: &mut LabelSelector, hash: &str) {
    selector.match_labels.get_or_insert_default().insert(HASH.to_owned(), hash.to_owned());
}

/// The set of the present template as it should be, but for its size.
pub fn brought_up_to_date(set: &ReplicaSet, deployment: &Deployment, number: i64) -> ReplicaSet {
    let mut set = set.clone();
    annotate(&mut set, deployment, number);
    if let Some(spec) = set.spec.as_mut() {
        let seconds = deployment.spec.as_ref().and_then(|spec| spec.min_ready_seconds);
        if spec.min_ready_seconds.unwrap_or_default() != seconds.unwrap_or_default() {
            spec.min_ready_seconds = seconds;
        }
    }
    set
}

/// Passes annotations on, and counts the revision up. A set that was rolled back to remembers the revisions that it had.
fn annotate(set: &mut ReplicaSet, deployment: &Deployment, number: i64) {
    let passed: BTreeMap<String, String> = deployment.meta().annotations.clone().unwrap_or_default();
    let annotations = set.meta_mut().annotations.get_or_insert_default();
    let had = annotations.get(REVISION).cloned();
    for (name, value) in passed.into_iter().filter(|(name, _)| !OWN.contains(&name.as_str())) {
        annotations.insert(name, value);
    }
    if revision(had.as_deref()) < number {
        if let Some(had) = had {
            let history = annotations.get(REVISION_HISTORY).cloned().unwrap_or_default();
            let history = if history.is_empty() { had } else { format!("{history},{had}") };
            annotations.insert(REVISION_HISTORY.to_owned(), history);
        }
        annotations.insert(REVISION.to_owned(), number.to_string());
    }
    size(annotations, deployment);
}

/// Remembers what sizes the deployment had when this set was last scaled, by which a change of them is noticed.
pub fn size(annotations: &mut BTreeMap<String, String>, deployment: &Deployment) {
    let wanted = Wanted(deployment);
    annotations.insert(DESIRED.to_owned(), wanted.replicas().to_string());
    annotations.insert(MAX.to_owned(), (wanted.replicas() + wanted.surge()).to_string());
}
