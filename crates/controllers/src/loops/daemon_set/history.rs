//! The templates that a daemon set had, as `ControllerRevision`s: by them pods are told apart, and `kubectl rollout undo` goes back. Pure.

use std::sync::Arc;

use api::apps::v1::{ControllerRevision, DaemonSet};
use api::core::v1::Pod;
use api::{Resource as _, Typed as _};
use serde_json::{Value, json};

use super::pod::HASH;
use crate::template;

/// What is to be done about the history.
#[derive(Debug, PartialEq)]
pub enum Change {
    Create(ControllerRevision),
    /// The template is one that was before: its revision becomes the newest.
    Renumber(ControllerRevision),
    Delete(Arc<ControllerRevision>),
}

/// The hash of the present template, and what must change so that the history shows it.
pub struct History {
    pub hash: String,
    pub changes: Vec<Change>,
}

pub fn plan(set: &DaemonSet, revisions: &[Arc<ControllerRevision>], pods: &[Arc<Pod>]) -> History {
    let data = data(set);
    let newest = revisions.iter().map(|one| one.revision).max().unwrap_or_default();
    let same = |one: &&Arc<ControllerRevision>| one.encode()["data"] == data;
    let present = revisions.iter().filter(same).max_by_key(|one| one.revision);
    let mut changes = Vec::new();
    let hash = match present {
        Some(one) => {
            if one.revision < newest {
                let revision = ControllerRevision { revision: newest + 1, ..ControllerRevision::clone(one) };
                changes.push(Change::Renumber(revision));
            }
            one.label(HASH).to_owned()
        }
        None => {
            let made = make(set, data, newest + 1);
            let hash = made.label(HASH).to_owned();
            changes.push(Change::Create(made));
            hash
        }
    };
    changes.extend(surplus(set, revisions, pods, &hash));
    History { hash, changes }
}

/// The template as a patch that `kubectl rollout undo` applies.
fn data(set: &DaemonSet) -> Value {
    let mut template = set.spec.as_ref().map(|spec| spec.template.encode()).unwrap_or_default();
    if let Some(template) = template.as_object_mut() {
        template.insert("$patch".to_owned(), json!("replace"));
    }
    json!({"spec": {"template": template}})
}

fn make(set: &DaemonSet, data: Value, revision: i64) -> ControllerRevision {
    let wanted = set.spec.as_ref().map(|spec| spec.template.clone()).unwrap_or_default();
    let hash = template::hash(&wanted, set.status.as_ref().and_then(|status| status.collision_count));
    let mut labels = wanted.metadata.and_then(|meta| meta.labels).unwrap_or_default();
    labels.insert(HASH.to_owned(), hash.clone());
    let owner = serde_json::json!([{
        "apiVersion": "apps/v1", "kind": "DaemonSet", "name": set.name(), "uid": set.uid(),
        "controller": true, "blockOwnerDeletion": true,
    }]);
    let tree = json!({
        "metadata": {
            "name": format!("{}-{hash}", set.name()), "namespace": set.namespace(), "labels": labels,
            "annotations": set.meta().annotations, "ownerReferences": owner,
        },
        "revision": revision,
        "data": data,
    });
    ControllerRevision::decode(&tree).expect("it is written in this file as a revision")
}

/// Revisions beyond the limit that no pod has, the oldest first.
fn surplus(
    set: &DaemonSet,
    revisions: &[Arc<ControllerRevision>],
    pods: &[Arc<Pod>],
    present: &str,
) -> Vec<Change> {
    let limit = set.spec.as_ref().and_then(|spec| spec.revision_history_limit).unwrap_or(10);
    let lives = |hash: &str| hash == present || pods.iter().any(|pod| pod.label(HASH) == hash);
    let mut unused: Vec<_> = revisions.iter().filter(|one| !lives(one.label(HASH))).cloned().collect();
    unused.sort_by_key(|one| one.revision);
    let count = unused.len().saturating_sub(usize::try_from(limit).unwrap_or_default());
    unused.into_iter().take(count).map(Change::Delete).collect()
}
