//! Objects follow their owners: at once, after their dependents, or not at all.

use api::Resource as _;
use api::core::v1::ConfigMap;
use client::{DeleteOptions, Propagation};
use serde_json::{Value, json};

use crate::cluster::{Cluster, NAMESPACE};

const LOOPS: &[&str] = &["garbage-collector-controller"];

async fn map(cluster: &Cluster, name: &str, owner: Option<&ConfigMap>) -> ConfigMap {
    let owners: Vec<Value> = owner
        .map(|owner| {
            json!({"apiVersion": "v1", "kind": "ConfigMap", "name": owner.name(), "uid": owner.uid(),
                "blockOwnerDeletion": true})
        })
        .into_iter()
        .collect();
    cluster.make(json!({"metadata": {"name": name, "ownerReferences": owners}})).await
}

async fn delete(cluster: &Cluster, name: &str, propagation: Propagation) {
    let options = DeleteOptions { propagation: Some(propagation), ..DeleteOptions::default() };
    cluster.client.within::<ConfigMap>(NAMESPACE).delete(name, &options).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn dependents_of_dependents_go_in_the_background() {
    let cluster = Cluster::start(LOOPS).await;
    let root = map(&cluster, "root", None).await;
    let child = map(&cluster, "child", Some(&root)).await;
    map(&cluster, "grandchild", Some(&child)).await;
    map(&cluster, "bystander", None).await;
    delete(&cluster, "root", Propagation::Background).await;
    for name in ["root", "child", "grandchild"] {
        cluster.gone::<ConfigMap>(name).await;
    }
    cluster.get::<ConfigMap>("bystander").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_waits_for_its_dependents_in_the_foreground() {
    let cluster = Cluster::start(LOOPS).await;
    let root = map(&cluster, "root", None).await;
    map(&cluster, "child", Some(&root)).await;
    delete(&cluster, "root", Propagation::Foreground).await;
    cluster.gone::<ConfigMap>("root").await;
    cluster.gone::<ConfigMap>("child").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orphans_stay_and_forget_their_owner() {
    let cluster = Cluster::start(LOOPS).await;
    let root = map(&cluster, "root", None).await;
    map(&cluster, "child", Some(&root)).await;
    delete(&cluster, "root", Propagation::Orphan).await;
    cluster.gone::<ConfigMap>("root").await;
    let free = |map: &ConfigMap| map.metadata.owner_references.as_ref().is_none_or(Vec::is_empty);
    cluster.until("child", "it has no owner", free).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_of_an_owner_that_never_was_goes() {
    let cluster = Cluster::start(LOOPS).await;
    let mut stranger = ConfigMap::default();
    stranger.metadata.name = Some("nobody".to_owned());
    stranger.metadata.uid = Some("00000000-0000-0000-0000-000000000000".to_owned());
    map(&cluster, "child", Some(&stranger)).await;
    cluster.gone::<ConfigMap>("child").await;
}
