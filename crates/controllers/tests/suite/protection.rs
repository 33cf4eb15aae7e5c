//! What is in use stays; what is made of others follows them; what expires goes.

use api::Resource as _;
use api::core::v1::{PersistentVolume, PersistentVolumeClaim, Pod, Secret};
use api::rbac::v1::ClusterRole;
use client::{DeleteOptions, Patch};
use serde_json::json;

use crate::cluster::Cluster;

fn held(object: &impl api::Resource) -> bool {
    object.meta().finalizers.iter().flatten().any(|one| one.contains("protection"))
}

#[tokio::test]
async fn a_claim_stays_until_no_pod_uses_it() {
    let cluster = Cluster::start(&["persistentvolumeclaim-protection-controller"]).await;
    let size = json!({"requests": {"storage": "1Gi"}});
    let claim =
        json!({"metadata": {"name": "c"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": size}});
    cluster.make::<PersistentVolumeClaim>(claim).await;
    cluster.until::<PersistentVolumeClaim>("c", "it is held", held).await;
    let volumes = json!([{"name": "v", "persistentVolumeClaim": {"claimName": "c"}}]);
    let spec = json!({"containers": [{"name": "c", "image": "i"}], "volumes": volumes, "nodeName": "n"});
    cluster.make::<Pod>(json!({"metadata": {"name": "user"}, "spec": spec})).await;
    cluster
        .client
        .within::<PersistentVolumeClaim>("default")
        .delete("c", &DeleteOptions::default())
        .await
        .unwrap();
    cluster
        .until::<PersistentVolumeClaim>("c", "it waits", |claim| claim.is_being_deleted() && held(claim))
        .await;
    cluster.end_pod("user", "Succeeded", 0).await;
    cluster.gone::<PersistentVolumeClaim>("c").await;
}

#[tokio::test]
async fn a_volume_stays_while_it_is_bound() {
    let cluster = Cluster::start(&["persistentvolume-protection-controller"]).await;
    let spec = json!({"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "hostPath": {"path": "/tmp/v"}});
    let volumes = cluster.client.all::<PersistentVolume>();
    let volume = api::Typed::decode(&json!({"metadata": {"name": "v"}, "spec": spec})).unwrap();
    volumes.create(&volume).await.unwrap();
    cluster.until::<PersistentVolume>("v", "it is held", held).await;
    volumes.patch_status("v", &Patch::Merge(json!({"status": {"phase": "Bound"}}))).await.unwrap();
    volumes.delete("v", &DeleteOptions::default()).await.unwrap();
    cluster
        .until::<PersistentVolume>("v", "it waits", |volume| volume.is_being_deleted() && held(volume))
        .await;
    volumes.patch_status("v", &Patch::Merge(json!({"status": {"phase": "Released"}}))).await.unwrap();
    cluster.gone::<PersistentVolume>("v").await;
}

#[tokio::test]
async fn a_role_made_of_others_follows_them() {
    let cluster = Cluster::start(&["clusterrole-aggregation-controller"]).await;
    let roles = cluster.client.all::<ClusterRole>();
    let whole = json!({"metadata": {"name": "whole"}, "aggregationRule": {"clusterRoleSelectors": [{"matchLabels": {"to": "whole"}}]}});
    roles.create(&api::Typed::decode(&whole).unwrap()).await.unwrap();
    let rules = json!([{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}]);
    let part = json!({"metadata": {"name": "part", "labels": {"to": "whole"}}, "rules": rules});
    roles.create(&api::Typed::decode(&part).unwrap()).await.unwrap();
    let count = |wanted: usize| move |role: &ClusterRole| role.rules.as_ref().map_or(0, Vec::len) == wanted;
    cluster.until("whole", "the part's rule is there", count(1)).await;
    cluster
        .until::<ClusterRole>("admin", "the cluster's own roles are composed", |role| {
            role.rules.as_ref().is_some_and(|rules| rules.len() > 5)
        })
        .await;
    roles.delete("part", &DeleteOptions::default()).await.unwrap();
    cluster.until("whole", "the rule went with the part", count(0)).await;
}

#[tokio::test]
async fn expired_tokens_go() {
    let cluster = Cluster::start(&["token-cleaner-controller"]).await;
    let secrets = cluster.client.within::<Secret>("kube-system");
    let token = |id: &str, until: &str| {
        let data = json!({"token-id": id, "token-secret": "0123456789abcdef", "expiration": until});
        let name = format!("bootstrap-token-{id}");
        json!({"metadata": {"name": name, "namespace": "kube-system"}, "type": "bootstrap.kubernetes.io/token", "stringData": data})
    };
    secrets.create(&api::Typed::decode(&token("aaaaaa", "2999-01-01T00:00:00Z")).unwrap()).await.unwrap();
    secrets.create(&api::Typed::decode(&token("bbbbbb", "2020-01-01T00:00:00Z")).unwrap()).await.unwrap();
    testing::eventually("the old one is gone", || async {
        secrets.find("bootstrap-token-bbbbbb").await.unwrap().is_none().then_some(())
    })
    .await;
    assert!(secrets.find("bootstrap-token-aaaaaa").await.unwrap().is_some());
}
