//! Which objects belong to an owner: those it manages and selects are kept, orphans that it selects adopted, those that it no longer
//! selects released. As upstream's ControllerRef manager. `sort` decides; `settle` calls the API.

use std::sync::Arc;

use api::Resource;
use client::{Client, Error, Patch};
use meta::selector::Selector;
use serde_json::json;

use crate::selector;

/// The index of `by_controller`.
pub const BY_CONTROLLER: &str = "controller";

/// Objects by the UID of what manages them; orphans by their namespace.
pub fn by_controller<K: Resource>(object: &K) -> Vec<String> {
    vec![match object.controller() {
        Some(owner) => owner.uid.clone(),
        None => orphans_of(object.namespace()),
    }]
}

/// The value under which `by_controller` has the orphans of a namespace.
pub fn orphans_of(namespace: &str) -> String {
    format!("orphans/{namespace}")
}

/// What is to be done about candidates.
#[derive(Debug, Default, PartialEq)]
pub struct Claims<K> {
    /// They belong to the owner already.
    pub kept: Vec<Arc<K>>,
    /// They shall belong to it.
    pub adopted: Vec<Arc<K>>,
    /// They shall no longer.
    pub released: Vec<Arc<K>>,
}

/// Sorts candidates by what is to be done about them.
pub fn sort<O: Resource, K: Resource>(owner: &O, selector: &Selector, candidates: Vec<Arc<K>>) -> Claims<K> {
    let mut claims = Claims { kept: Vec::new(), adopted: Vec::new(), released: Vec::new() };
    let leaving = owner.is_being_deleted();
    for candidate in candidates {
        let selected = selector::matches(selector, &*candidate);
        match candidate.controller() {
            Some(reference) if reference.uid != owner.uid() => {}
            Some(_) if selected => claims.kept.push(candidate),
            Some(_) if !leaving => claims.released.push(candidate),
            None if selected && !leaving && !candidate.is_being_deleted() => claims.adopted.push(candidate),
            _ => {}
        }
    }
    claims
}

/// Adopts and releases, and gives back all that now belongs to the owner.
pub async fn settle<O: Resource, K: Resource>(
    client: &Client,
    owner: &O,
    claims: Claims<K>,
) -> Result<Vec<Arc<K>>, Error> {
    settle_with(client, owner, claims, &[]).await
}

/// The same; what is adopted gets these finalizers.
pub async fn settle_with<O: Resource, K: Resource>(
    client: &Client,
    owner: &O,
    claims: Claims<K>,
    finalizers: &[&str],
) -> Result<Vec<Arc<K>>, Error> {
    let mut mine = claims.kept;
    for object in claims.released {
        let owners = json!([{"$patch": "delete", "uid": owner.uid()}]);
        let patch = json!({"metadata": {"ownerReferences": owners, "uid": object.uid()}});
        match client.within::<K>(object.namespace()).patch(object.name(), &Patch::Strategic(patch)).await {
            // Gone, or another object by now: nothing left to release.
            Err(error) if error.is_not_found() || error.is_invalid() => {}
            outcome => drop(outcome?),
        }
    }
    if !claims.adopted.is_empty() && may_adopt(client, owner).await? {
        for object in claims.adopted {
            mine.extend(adopt(client, owner, &*object, finalizers).await?);
        }
    }
    Ok(mine)
}

/// The cache may be old: whoever is being deleted must not adopt.
async fn may_adopt<O: Resource>(client: &Client, owner: &O) -> Result<bool, Error> {
    let fresh = client.within::<O>(owner.namespace()).find(owner.name()).await?;
    Ok(fresh.is_some_and(|fresh| fresh.uid() == owner.uid() && !fresh.is_being_deleted()))
}

async fn adopt<O: Resource, K: Resource>(
    client: &Client,
    owner: &O,
    object: &K,
    finalizers: &[&str],
) -> Result<Option<Arc<K>>, Error> {
    let reference = owner.controller_reference();
    let reference = json!({
        "apiVersion": reference.api_version, "kind": reference.kind, "name": reference.name, "uid": reference.uid,
        "controller": true, "blockOwnerDeletion": true,
    });
    let mut patch = json!({"metadata": {"ownerReferences": [reference], "uid": object.uid()}});
    if !finalizers.is_empty() {
        patch["metadata"]["finalizers"] = json!(finalizers);
    }
    match client.within::<K>(object.namespace()).patch(object.name(), &Patch::Strategic(patch)).await {
        Ok(adopted) => Ok(Some(Arc::new(adopted))),
        Err(error) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use api::apps::v1::ReplicaSet;
    use api::core::v1::Pod;

    use super::*;

    fn pod(name: &str, owner: Option<&ReplicaSet>, app: &str) -> Arc<Pod> {
        let mut pod = Pod::default();
        let meta = pod.meta_mut();
        meta.name = Some(name.to_owned());
        meta.labels = Some([("app".to_owned(), app.to_owned())].into());
        meta.owner_references = owner.map(|owner| vec![owner.controller_reference()]);
        Arc::new(pod)
    }

    fn names(pods: &[Arc<Pod>]) -> Vec<&str> {
        pods.iter().map(|pod| pod.name()).collect()
    }

    #[test]
    fn candidates_are_kept_adopted_released_or_left_alone() {
        let mut owner = ReplicaSet::default();
        owner.meta_mut().uid = Some("mine".to_owned());
        let mut other = ReplicaSet::default();
        other.meta_mut().uid = Some("other".to_owned());
        let selector = Selector::from_labels(&[("app".to_owned(), "web".to_owned())].into());
        let candidates = || {
            vec![
                pod("kept", Some(&owner), "web"),
                pod("released", Some(&owner), "db"),
                pod("adopted", None, "web"),
                pod("orphan", None, "db"),
                pod("foreign", Some(&other), "web"),
            ]
        };
        let claims = sort(&owner, &selector, candidates());
        assert_eq!(names(&claims.kept), ["kept"]);
        assert_eq!(names(&claims.adopted), ["adopted"]);
        assert_eq!(names(&claims.released), ["released"]);
        let mut leaving = owner.clone();
        leaving.meta_mut().deletion_timestamp = Some(api::time::time(std::time::UNIX_EPOCH));
        let claims = sort(&leaving, &selector, candidates());
        assert_eq!((claims.kept.len(), claims.adopted.len(), claims.released.len()), (1, 0, 0));
    }
}
