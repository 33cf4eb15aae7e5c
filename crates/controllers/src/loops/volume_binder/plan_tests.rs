//! What becomes of claims and volumes, by tables.

use std::sync::Arc;

use api::Resource as _;
use api::Typed as _;
use api::core::v1::{PersistentVolume, PersistentVolumeClaim};
use api::storage::v1::StorageClass;
use serde_json::{Value, json};

use super::claim::{self, Observed, Step};
use super::volume;

fn volume(name: &str, size: &str, more: Value) -> Arc<PersistentVolume> {
    let mut spec = json!({"capacity": {"storage": size}, "accessModes": ["ReadWriteOnce", "ReadOnlyMany"]});
    spec.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let tree = json!({"metadata": {"name": name, "labels": {"disk": name}}, "spec": spec, "status": {"phase": "Available"}});
    Arc::new(PersistentVolume::decode(&tree).unwrap())
}

fn claim(more: Value) -> PersistentVolumeClaim {
    let mut spec = json!({"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "5Gi"}}, "storageClassName": ""});
    spec.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let meta = json!({"name": "c", "namespace": "n", "uid": "u", "annotations": {}});
    PersistentVolumeClaim::decode(&json!({"metadata": meta, "spec": spec})).unwrap()
}

fn class(name: &str, more: Value) -> Arc<StorageClass> {
    let mut tree = json!({"metadata": {"name": name}, "provisioner": "example.com/p"});
    tree.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Arc::new(StorageClass::decode(&tree).unwrap())
}

fn planned(claim: &PersistentVolumeClaim, volumes: &[Arc<PersistentVolume>]) -> String {
    let default = json!({"metadata": {"name": "std", "annotations": {"storageclass.kubernetes.io/is-default-class": "true"}}});
    let classes = [
        class("fast", json!({})),
        class("late", json!({"volumeBindingMode": "WaitForFirstConsumer"})),
        class("hand", json!({"provisioner": "kubernetes.io/no-provisioner"})),
        class("std", default),
    ];
    match claim::plan(&Observed { claim, volumes, classes: &classes, pod: None }) {
        Step::Bind(volume) => format!("bind {}", volume.name()),
        Step::Classify(class) => format!("class {class}"),
        Step::Provision(provisioner, _) => format!("provision {provisioner}"),
        Step::Wait(told) => format!("wait {}", told.map_or("", |(_, reason, _)| reason)),
        Step::Lose((_, reason, _)) => format!("lose {reason}"),
    }
}

#[test]
fn a_claim_gets_the_smallest_volume_that_suits() {
    let volumes = [
        volume("small", "1Gi", json!({})),
        volume("big", "50Gi", json!({})),
        volume("right", "5Gi", json!({})),
        volume("block", "5Gi", json!({"volumeMode": "Block"})),
        volume("fast", "5Gi", json!({"storageClassName": "fast"})),
    ];
    assert_eq!(planned(&claim(json!({})), &volumes), "bind right");
    assert_eq!(planned(&claim(json!({"selector": {"matchLabels": {"disk": "big"}}})), &volumes), "bind big");
    assert_eq!(planned(&claim(json!({"volumeMode": "Block"})), &volumes), "bind block");
    assert_eq!(planned(&claim(json!({"storageClassName": "fast"})), &volumes), "bind fast");
    assert_eq!(planned(&claim(json!({"accessModes": ["ReadWriteMany"]})), &volumes), "wait FailedBinding");
    assert_eq!(planned(&claim(json!({"volumeName": "big"})), &volumes), "bind big");
    assert_eq!(planned(&claim(json!({"volumeName": "small"})), &volumes), "wait VolumeMismatch");
    assert_eq!(planned(&claim(json!({"volumeName": "other"})), &volumes), "wait ");
    let meant = volume("meant", "100Gi", json!({"claimRef": {"namespace": "n", "name": "c"}}));
    let taken = volume("taken", "5Gi", json!({"claimRef": {"namespace": "n", "name": "x", "uid": "x"}}));
    assert_eq!(planned(&claim(json!({})), &[taken.clone(), meant]), "bind meant");
    assert_eq!(planned(&claim(json!({"volumeName": "taken"})), &[taken]), "wait FailedBinding");
}

#[test]
fn a_claim_without_a_volume_waits_for_whoever_makes_one() {
    let of = |class: &str| claim(json!({"storageClassName": class}));
    assert_eq!(planned(&of("fast"), &[]), "provision example.com/p");
    assert_eq!(
        planned(&of("late"), &[volume("v", "9Gi", json!({"storageClassName": "late"}))]),
        "wait WaitForFirstConsumer"
    );
    assert_eq!(planned(&of("hand"), &[]), "wait ProvisioningFailed");
    assert_eq!(planned(&of("unknown"), &[]), "wait ProvisioningFailed");
    let mut placed = of("late");
    placed.meta_mut().annotations =
        Some([("volume.kubernetes.io/selected-node".to_owned(), "n".to_owned())].into());
    assert_eq!(planned(&placed, &[]), "provision example.com/p");
    let mut plain = claim(json!({}));
    plain.spec.as_mut().unwrap().storage_class_name = None;
    assert_eq!(planned(&plain, &[]), "class std");
}

#[test]
fn a_bound_claim_can_lose_its_volume() {
    let bound = |more: Value| {
        let mut claim = claim(more);
        claim.meta_mut().annotations = Some([(claim::COMPLETED.to_owned(), "yes".to_owned())].into());
        claim
    };
    let mine = volume("v", "5Gi", json!({"claimRef": {"namespace": "n", "name": "c", "uid": "u"}}));
    let others = volume("v", "5Gi", json!({"claimRef": {"namespace": "n", "name": "c", "uid": "x"}}));
    assert_eq!(planned(&bound(json!({"volumeName": "v"})), &[mine]), "bind v");
    assert_eq!(planned(&bound(json!({"volumeName": "v"})), &[others]), "lose ClaimMisbound");
    assert_eq!(planned(&bound(json!({"volumeName": "v"})), &[]), "lose ClaimLost");
    assert_eq!(planned(&bound(json!({})), &[]), "lose ClaimLost");
}

#[test]
fn a_volume_follows_its_claim() {
    let of = |uid: &str| volume("v", "5Gi", json!({"claimRef": {"namespace": "n", "name": "c", "uid": uid}}));
    assert_eq!(volume::plan(&volume("v", "5Gi", json!({})), None), volume::Step::Phase("Available"));
    assert_eq!(volume::plan(&of(""), None), volume::Step::Phase("Available"));
    assert_eq!(volume::plan(&of("u"), None), volume::Step::Release);
    assert_eq!(volume::plan(&of("x"), Some(&claim(json!({"volumeName": "v"})))), volume::Step::Release);
    assert_eq!(volume::plan(&of("u"), Some(&claim(json!({})))), volume::Step::Ask);
    assert_eq!(
        volume::plan(&of("u"), Some(&claim(json!({"volumeName": "v"})))),
        volume::Step::Phase("Bound")
    );
    assert_eq!(volume::plan(&of("u"), Some(&claim(json!({"volumeName": "w"})))), volume::Step::Unbind);
}
