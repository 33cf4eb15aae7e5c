//! The templates that a workload had, as `ControllerRevision`s: by them pods are told apart, and `kubectl rollout undo` goes back.
//! `plan` decides; `keep` calls the API.

use std::sync::Arc;

use api::apps::v1::ControllerRevision;
use api::core::v1::PodTemplateSpec;
use api::{Resource, Typed as _};
use client::{Client, DeleteOptions};
use informer::{Error, Key};
use serde_json::{Value, json};

use crate::expectations::Expectations;
use crate::template;

/// What is to be done about the history.
#[derive(Debug, PartialEq)]
pub enum Change {
    Create(ControllerRevision),
    /// The template is one that was before: its revision becomes the newest.
    Renumber(ControllerRevision),
    Delete(Arc<ControllerRevision>),
}

/// Whose history it is.
pub struct Owner<'a, K> {
    pub object: &'a K,
    pub template: &'a PodTemplateSpec,
    pub collisions: Option<i32>,
    /// How many revisions that nobody uses are kept.
    pub limit: i32,
    /// The label of revisions that holds the hash.
    pub hash: &'static str,
}

/// The revision of the present template, and what must change so that the history shows it.
pub struct History {
    pub present: ControllerRevision,
    pub changes: Vec<Change>,
}

/// `lives` says whether a revision is still in use; the present one is.
pub fn plan<K: Resource>(
    owner: &Owner<'_, K>,
    revisions: &[Arc<ControllerRevision>],
    lives: impl Fn(&ControllerRevision) -> bool,
) -> History {
    let data = data(owner.template);
    let newest = revisions.iter().map(|one| one.revision).max().unwrap_or_default();
    let same = |one: &&Arc<ControllerRevision>| one.encode()["data"] == data;
    let mut changes = Vec::new();
    let present = match revisions.iter().filter(same).max_by_key(|one| one.revision) {
        Some(one) if one.revision < newest => {
            let revision = ControllerRevision { revision: newest + 1, ..ControllerRevision::clone(one) };
            changes.push(Change::Renumber(revision.clone()));
            revision
        }
        Some(one) => ControllerRevision::clone(one),
        None => {
            let made = make(owner, &data, newest + 1);
            changes.push(Change::Create(made.clone()));
            made
        }
    };
    let used = |one: &ControllerRevision| one.name() == present.name() || lives(one);
    changes.extend(surplus(owner.limit, revisions, used));
    History { present, changes }
}

/// The template as a patch that `kubectl rollout undo` applies.
fn data(template: &PodTemplateSpec) -> Value {
    let mut template = template.encode();
    if let Some(template) = template.as_object_mut() {
        template.insert("$patch".to_owned(), json!("replace"));
    }
    json!({"spec": {"template": template}})
}

/// The template that a revision holds.
pub fn template_of(revision: &ControllerRevision) -> Option<PodTemplateSpec> {
    PodTemplateSpec::decode(revision.encode().pointer("/data/spec/template")?).ok()
}

fn make<K: Resource>(owner: &Owner<'_, K>, data: &Value, revision: i64) -> ControllerRevision {
    let hash = template::hash(owner.template, owner.collisions);
    let mut labels = owner.template.metadata.clone().and_then(|meta| meta.labels).unwrap_or_default();
    labels.insert(owner.hash.to_owned(), hash.clone());
    let reference = owner.object.controller_reference();
    let reference = json!([{
        "apiVersion": reference.api_version, "kind": reference.kind, "name": reference.name, "uid": reference.uid,
        "controller": true, "blockOwnerDeletion": true,
    }]);
    let tree = json!({
        "metadata": {
            "name": format!("{}-{hash}", owner.object.name()), "namespace": owner.object.namespace(), "labels": labels,
            "annotations": owner.object.meta().annotations, "ownerReferences": reference,
        },
        "revision": revision,
        "data": data,
    });
    ControllerRevision::decode(&tree).expect("it is written in this file as a revision")
}

/// Revisions beyond the limit that nobody uses, the oldest first.
fn surplus(
    limit: i32,
    revisions: &[Arc<ControllerRevision>],
    used: impl Fn(&ControllerRevision) -> bool,
) -> Vec<Change> {
    let mut unused: Vec<_> = revisions.iter().filter(|one| !used(one)).cloned().collect();
    unused.sort_by_key(|one| one.revision);
    let count = unused.len().saturating_sub(usize::try_from(limit).unwrap_or(usize::MAX));
    unused.into_iter().take(count).map(Change::Delete).collect()
}

/// Brings the history about. Whether that went well: if not, a name is taken by the revision of another template with the same hash.
pub async fn keep(
    client: &Client,
    key: &Key,
    changes: Vec<Change>,
    written: &Expectations<ControllerRevision>,
) -> Result<bool, Error> {
    let revisions = client.within::<ControllerRevision>(&key.namespace);
    for change in changes {
        match change {
            Change::Create(revision) => match revisions.create(&revision).await {
                Ok(made) => written.wrote(key, &made),
                Err(error) if error.is_already_exists() => return Ok(false),
                Err(error) => return Err(error.into()),
            },
            Change::Renumber(revision) => written.wrote(key, &revisions.update(&revision).await?),
            Change::Delete(revision) => {
                match revisions.delete(revision.name(), &DeleteOptions::of_uid(revision.uid())).await {
                    Err(error) if !error.is_not_found() => return Err(error.into()),
                    _ => written.deleted(key, &revision),
                }
            }
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use api::apps::v1::StatefulSet;

    use super::*;

    fn template(image: &str) -> PodTemplateSpec {
        PodTemplateSpec::decode(&json!({"spec": {"containers": [{"name": "c", "image": image}]}})).unwrap()
    }

    /// What the plan does, as text: `+2` makes revision 2, `=3` renumbers to it, `-1` removes it.
    fn planned(image: &str, have: &[(&str, i64)], limit: i32) -> String {
        let mut set = StatefulSet::default();
        set.meta_mut().name = Some("web".to_owned());
        let template = |image: &str| -> &'static PodTemplateSpec { Box::leak(Box::new(template(image))) };
        let owner =
            |image| Owner { object: &set, template: template(image), collisions: None, limit, hash: "hash" };
        let made = |(image, number): &(&'static str, i64)| {
            Arc::new(make(&owner(image), &data(template(image)), *number))
        };
        let have: Vec<(&'static str, i64)> =
            have.iter().map(|(image, number)| (&*String::leak((*image).to_owned()), *number)).collect();
        let revisions: Vec<_> = have.iter().map(made).collect();
        let image: &'static str = String::leak(image.to_owned());
        let history = plan(&owner(image), &revisions, |_| false);
        assert_eq!(template_of(&history.present).as_ref(), Some(template(image)));
        let show = |change: &Change| match change {
            Change::Create(one) => format!("+{}", one.revision),
            Change::Renumber(one) => format!("={}", one.revision),
            Change::Delete(one) => format!("-{}", one.revision),
        };
        history.changes.iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn templates_become_revisions_and_old_ones_go() {
        assert_eq!(planned("a", &[], 10), "+1");
        assert_eq!(planned("a", &[("a", 1)], 10), "");
        assert_eq!(planned("b", &[("a", 1)], 10), "+2");
        assert_eq!(planned("a", &[("a", 1), ("b", 2)], 10), "=3");
        assert_eq!(planned("d", &[("a", 1), ("b", 2), ("c", 3)], 1), "+4 -1 -2");
    }
}
