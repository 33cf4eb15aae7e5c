//! What becomes of claims when their pod or their set goes: `persistentVolumeClaimRetentionPolicy` as owners of the claims, which the
//! garbage collector follows. Pure.

use api::Resource;
use api::apps::v1::StatefulSet;
use api::core::v1::{PersistentVolumeClaim, Pod};
use api::meta::OwnerReference;

use super::identity;

/// What a claim's owners should become.
#[derive(Debug, PartialEq)]
pub enum Owners {
    /// As they are.
    Right,
    /// These.
    Become(Vec<OwnerReference>),
}

/// Whether claims go with the set, and whether with their pod when the set shrinks.
fn policy(set: &StatefulSet) -> (bool, bool) {
    let policy = set.spec.as_ref().and_then(|spec| spec.persistent_volume_claim_retention_policy.as_ref());
    let goes = |when: Option<&String>| when.is_some_and(|when| when == "Delete");
    policy.map_or((false, false), |policy| {
        (goes(policy.when_deleted.as_ref()), goes(policy.when_scaled.as_ref()))
    })
}

fn names<K: Resource>(reference: &OwnerReference, object: &K) -> bool {
    reference.api_version == K::api_version() && reference.kind == K::KIND && reference.name == object.name()
}

fn references(claim: &PersistentVolumeClaim) -> &[OwnerReference] {
    claim.meta().owner_references.as_deref().unwrap_or_default()
}

/// Whether the claim belongs to an object of this name that is gone, with which it will go too.
pub fn is_stale<K: Resource>(claim: &PersistentVolumeClaim, object: &K) -> bool {
    references(claim).iter().find(|one| names(one, object)).is_some_and(|one| one.uid != object.uid())
}

/// Whether a pod must wait until its claim has gone with the pod before it.
pub fn must_wait(set: &StatefulSet, claim: &PersistentVolumeClaim, pod: &Pod) -> bool {
    policy(set).1 && is_stale(claim, pod)
}

/// Whether somebody else manages the claim.
pub fn is_foreign(claim: &PersistentVolumeClaim, set: &StatefulSet, pod: &Pod) -> bool {
    if policy(set) == (false, false) {
        return false;
    }
    references(claim).iter().any(|one| match (names(one, set), names(one, pod)) {
        (true, _) => one.uid != set.uid(),
        (_, true) => one.uid != pod.uid(),
        _ => one.controller == Some(true),
    })
}

/// What the owners of a claim should be.
pub fn owners(claim: &PersistentVolumeClaim, set: &StatefulSet, pod: &Pod) -> Owners {
    // It will go with whoever is gone.
    if is_stale(claim, set) || is_stale(claim, pod) {
        return Owners::Right;
    }
    let own = |one: &OwnerReference| names(one, set) || names(one, pod);
    let others = references(claim).iter().filter(|one| !own(one)).cloned();
    let mut wanted: Vec<_> = others.collect();
    if !is_foreign(claim, set, pod) {
        let shrunk = identity::ordinal(pod).is_some_and(|ordinal| !identity::is_in_range(set, ordinal));
        let (with_set, with_pod) = policy(set);
        if with_pod && shrunk {
            wanted.push(pod.controller_reference());
        } else if with_set {
            wanted.push(set.controller_reference());
        }
    }
    let fact = |list: &[OwnerReference]| {
        let mut facts: Vec<_> =
            list.iter().map(|one| (one.uid.clone(), one.controller == Some(true))).collect();
        facts.sort();
        facts
    };
    match fact(&wanted) == fact(references(claim)) {
        true => Owners::Right,
        false => Owners::Become(wanted),
    }
}

#[cfg(test)]
mod tests {
    use api::Typed as _;
    use serde_json::{Value, json};

    use super::*;

    fn check(deleted: &str, scaled: &str, ordinal: i32, have: Value) -> Option<Vec<String>> {
        let policy = json!({"whenDeleted": deleted, "whenScaled": scaled});
        let set = json!({"metadata": {"name": "web", "uid": "set"}, "spec": {
            "replicas": 2, "persistentVolumeClaimRetentionPolicy": policy, "selector": {}, "template": {}}});
        let set = StatefulSet::decode(&set).unwrap();
        let pod =
            Pod::decode(&json!({"metadata": {"name": format!("web-{ordinal}"), "uid": "pod"}})).unwrap();
        let claim =
            PersistentVolumeClaim::decode(&json!({"metadata": {"name": "c", "ownerReferences": have}}))
                .unwrap();
        match owners(&claim, &set, &pod) {
            Owners::Right => None,
            Owners::Become(list) => Some(list.into_iter().map(|one| one.uid).collect()),
        }
    }

    #[test]
    fn owners_follow_the_policy() {
        let set = || json!([{"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "web", "uid": "set", "controller": true}]);
        let some = |uid: &str| Some(vec![uid.to_owned()]);
        assert_eq!(check("Retain", "Retain", 0, json!([])), None);
        assert_eq!(check("Retain", "Retain", 0, set()), Some(vec![]));
        assert_eq!(check("Delete", "Retain", 0, json!([])), some("set"));
        assert_eq!(check("Delete", "Retain", 5, set()), None);
        assert_eq!(check("Retain", "Delete", 0, json!([])), None);
        assert_eq!(check("Retain", "Delete", 5, json!([])), some("pod"));
        assert_eq!(check("Delete", "Delete", 5, set()), some("pod"));
        assert_eq!(check("Delete", "Delete", 1, set()), None);
    }

    #[test]
    fn claims_of_others_are_left_alone() {
        let other =
            || json!([{"apiVersion": "v1", "kind": "Other", "name": "o", "uid": "o", "controller": true}]);
        assert_eq!(check("Delete", "Delete", 0, other()), None);
        let gone = json!([{"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "web", "uid": "gone", "controller": true}]);
        assert_eq!(check("Delete", "Delete", 0, gone), None);
    }
}
