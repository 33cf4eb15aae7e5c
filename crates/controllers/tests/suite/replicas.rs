//! ReplicaSet and ReplicationController: as many pods as are wanted, no more, whatever happens to them.

use api::Resource as _;
use api::apps::v1::ReplicaSet;
use api::core::v1::{Pod, ReplicationController};
use serde_json::{Value, json};

use crate::cluster::{Cluster, template};

fn set(replicas: i32) -> Value {
    json!({
        "metadata": {"name": "web"},
        "spec": {"replicas": replicas, "selector": {"matchLabels": {"app": "web"}}, "template": template("i")},
    })
}

fn counts(set: &ReplicaSet) -> (i32, i32, i32) {
    let status = set.status.clone().unwrap_or_default();
    (status.replicas, status.ready_replicas.unwrap_or(0), status.available_replicas.unwrap_or(0))
}

#[tokio::test]
async fn pods_are_made_replaced_and_removed() {
    let cluster = Cluster::start(&["replicaset-controller"]).await;
    cluster.make::<ReplicaSet>(set(3)).await;
    let pods = cluster.pods("app=web", 3).await;
    for pod in &pods {
        assert!(pod.name().starts_with("web-") && pod.name().len() == "web-".len() + 5);
        assert_eq!(pod.controller().unwrap().name, "web");
        cluster.run_pod(pod.name(), true).await;
    }
    let all = |set: &ReplicaSet| {
        counts(set) == (3, 3, 3) && set.status.as_ref().unwrap().observed_generation == Some(1)
    };
    cluster.until("web", "three are available", all).await;
    assert_eq!(
        cluster.event("SuccessfulCreate").await.source.unwrap().component.unwrap(),
        "replicaset-controller"
    );

    cluster.kill_pod(pods[0].name()).await;
    let replaced = cluster.pods("app=web", 3).await;
    let new = replaced.iter().find(|pod| pods.iter().all(|old| old.uid() != pod.uid())).unwrap();
    cluster.end_pod(new.name(), "Failed", 1).await;
    cluster.pods("app=web", 3).await;

    cluster.patch::<ReplicaSet>("web", json!({"spec": {"replicas": 2}})).await;
    let left = cluster.pods("app=web", 2).await;
    let ready = |pod: &Pod| pod.status.as_ref().unwrap().phase.as_deref() == Some("Running");
    assert!(left.iter().all(ready), "the one that did not run yet goes first");
    cluster.event("SuccessfulDelete").await;
    cluster.until("web", "two are left", |set: &ReplicaSet| counts(set) == (2, 2, 2)).await;
}

#[tokio::test]
async fn many_pods_are_made_exactly() {
    let cluster = Cluster::start(&["replicaset-controller"]).await;
    cluster.make::<ReplicaSet>(set(40)).await;
    cluster.until("web", "all are there", |set: &ReplicaSet| counts(set).0 == 40).await;
    assert_eq!(cluster.list::<Pod>("app=web").await.len(), 40, "none was made twice");
}

#[tokio::test]
async fn orphans_are_adopted_and_strangers_released() {
    let cluster = Cluster::start(&["replicaset-controller"]).await;
    let mut orphan = template("i");
    orphan["metadata"]["name"] = json!("orphan");
    cluster.make::<Pod>(orphan).await;
    cluster.make::<ReplicaSet>(set(2)).await;
    cluster.until("orphan", "it is adopted", |pod: &Pod| pod.controller().is_some()).await;
    cluster.pods("app=web", 2).await;

    cluster.patch::<Pod>("orphan", json!({"metadata": {"labels": {"app": "other"}}})).await;
    cluster.until("orphan", "it is released", |pod: &Pod| pod.controller().is_none()).await;
    cluster.pods("app=web", 2).await;
}

#[tokio::test]
async fn what_cannot_be_made_shows_in_the_status() {
    let cluster = Cluster::start(&["replicaset-controller"]).await;
    let mut wrong = set(2);
    wrong["spec"]["template"]["spec"]["priorityClassName"] = json!("missing");
    wrong["spec"]["template"]["spec"]["nodeSelector"] = json!({"a": "b"});
    wrong["spec"]["template"]["metadata"]["finalizers"] = json!(["no slash"]);
    let object = <ReplicaSet as api::Typed>::decode(&wrong).unwrap();
    if cluster.client.within::<ReplicaSet>("default").create(&object).await.is_err() {
        return; // The server refuses such a set in the first place, as upstream does.
    }
    let failed = |set: &ReplicaSet| {
        let conditions = set.status.as_ref().and_then(|status| status.conditions.clone()).unwrap_or_default();
        conditions
            .iter()
            .any(|one| one.type_ == "ReplicaFailure" && one.reason.as_deref() == Some("FailedCreate"))
    };
    cluster.until("web", "it says why", failed).await;
    cluster.event("FailedCreate").await;
}

#[tokio::test]
async fn a_replication_controller_does_the_same() {
    let cluster = Cluster::start(&["replicationcontroller-controller"]).await;
    let tree = json!({"metadata": {"name": "old"}, "spec": {"replicas": 2, "selector": {"app": "web"}, "template": template("i")}});
    cluster.make::<ReplicationController>(tree).await;
    for pod in cluster.pods("app=web", 2).await {
        assert_eq!(pod.controller().unwrap().kind, "ReplicationController");
        cluster.run_pod(pod.name(), true).await;
    }
    let ready = |rc: &ReplicationController| rc.status.as_ref().unwrap().ready_replicas == Some(2);
    cluster.until("old", "both are ready", ready).await;
}
