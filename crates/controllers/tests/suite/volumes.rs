//! Claims get volumes, and volumes follow their claims.

use api::core::v1::{PersistentVolume, PersistentVolumeClaim};
use api::storage::v1::StorageClass;
use client::DeleteOptions;
use serde_json::{Value, json};

use crate::cluster::Cluster;

const LOOPS: &[&str] = &["persistentvolume-binder-controller", "persistentvolumeclaim-protection-controller"];

async fn make_volume(cluster: &Cluster, name: &str, size: &str, policy: &str) {
    let spec = json!({
        "capacity": {"storage": size}, "accessModes": ["ReadWriteOnce"], "hostPath": {"path": format!("/tmp/{name}")},
        "persistentVolumeReclaimPolicy": policy,
    });
    let volume = api::Typed::decode(&json!({"metadata": {"name": name}, "spec": spec})).unwrap();
    cluster.client.all::<PersistentVolume>().create(&volume).await.unwrap();
}

fn claim(name: &str, class: Value) -> Value {
    let resources = json!({"requests": {"storage": "2Gi"}});
    let spec = json!({"accessModes": ["ReadWriteOnce"], "resources": resources, "storageClassName": class});
    json!({"metadata": {"name": name}, "spec": spec})
}

fn is(phase: &'static str) -> impl Fn(&PersistentVolumeClaim) -> bool {
    move |claim| claim.status.as_ref().and_then(|status| status.phase.as_deref()) == Some(phase)
}

fn in_phase(phase: &'static str) -> impl Fn(&PersistentVolume) -> bool {
    move |volume| volume.status.as_ref().and_then(|status| status.phase.as_deref()) == Some(phase)
}

#[tokio::test]
async fn a_claim_is_bound_and_its_volume_released() {
    let cluster = Cluster::start(LOOPS).await;
    cluster.make::<PersistentVolumeClaim>(claim("c", json!(""))).await;
    cluster.event("FailedBinding").await;
    make_volume(&cluster, "small", "1Gi", "Retain").await;
    make_volume(&cluster, "fits", "3Gi", "Retain").await;
    let bound = cluster.until("c", "it is bound", is("Bound")).await;
    assert_eq!(bound.spec.as_ref().unwrap().volume_name.as_deref(), Some("fits"));
    let capacity = bound.status.as_ref().unwrap().capacity.as_ref().unwrap();
    assert_eq!(capacity["storage"].0, "3Gi");
    let volume = cluster.until("fits", "it is bound", in_phase("Bound")).await;
    let owner = volume.spec.as_ref().unwrap().claim_ref.as_ref().unwrap();
    assert_eq!((owner.name.as_deref(), owner.uid.as_deref()), (Some("c"), Some(api::Resource::uid(&bound))));
    cluster.until("small", "it is free", in_phase("Available")).await;
    cluster
        .client
        .within::<PersistentVolumeClaim>("default")
        .delete("c", &DeleteOptions::default())
        .await
        .unwrap();
    cluster.until("fits", "it is released", in_phase("Released")).await;
}

#[tokio::test]
async fn provisioners_are_told_and_missing_volumes_are_missed() {
    let cluster = Cluster::start(LOOPS).await;
    let class = json!({"metadata": {"name": "fast"}, "provisioner": "example.com/p"});
    cluster.client.all::<StorageClass>().create(&api::Typed::decode(&class).unwrap()).await.unwrap();
    cluster.make::<PersistentVolumeClaim>(claim("wanted", json!("fast"))).await;
    let told = |claim: &PersistentVolumeClaim| {
        api::Resource::annotation(claim, "volume.kubernetes.io/storage-provisioner") == Some("example.com/p")
    };
    cluster.until("wanted", "the provisioner is named", told).await;
    cluster.event("ExternalProvisioning").await;
    make_volume(&cluster, "v", "3Gi", "Delete").await;
    cluster.make::<PersistentVolumeClaim>(claim("c", json!(""))).await;
    cluster.until("c", "it is bound", is("Bound")).await;
    cluster.client.all::<PersistentVolume>().delete("v", &DeleteOptions::default()).await.unwrap();
    let patch = client::Patch::Merge(json!({"metadata": {"finalizers": null}}));
    let _ = cluster.client.all::<PersistentVolume>().patch("v", &patch).await;
    cluster.until("c", "it is lost", is("Lost")).await;
    cluster.event("ClaimLost").await;
}
