//! Nodes get ranges of addresses; silent ones are marked, and their pods leave.

use std::collections::HashSet;
use std::time::Duration;

use api::Typed as _;
use api::core::v1::{Node, Pod};
use client::Patch;
use controllers::Settings;
use serde_json::json;
use testing::eventually;

use crate::cluster::{Cluster, NAMESPACE};

async fn node(cluster: &Cluster, name: &str) {
    let node = Node::decode(&json!({"metadata": {"name": name}})).unwrap();
    cluster.client.all::<Node>().create(&node).await.unwrap();
    let ready = json!({"status": {"conditions": [{"type": "Ready", "status": "True"}]}});
    cluster.client.all::<Node>().patch_status(name, &Patch::Strategic(ready)).await.unwrap();
}

async fn taints(cluster: &Cluster, name: &str) -> HashSet<String> {
    let node = cluster.client.all::<Node>().get(name).await.unwrap();
    let taints = node.spec.and_then(|spec| spec.taints).unwrap_or_default();
    taints.iter().map(|taint| format!("{}:{}", taint.key, taint.effect)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_node_has_a_range_of_its_own() {
    let settings = Settings { cluster_cidrs: vec!["10.244.0.0/16".to_owned()], ..Settings::default() };
    let cluster = Cluster::start_with(&["node-ipam-controller"], settings).await;
    let names = ["a", "b", "c", "d"];
    for name in names {
        node(&cluster, name).await;
    }
    let mut seen = HashSet::new();
    for name in names {
        let range = eventually(&format!("{name} has a range"), || async {
            cluster.client.all::<Node>().get(name).await.unwrap().spec?.pod_cidr
        })
        .await;
        assert!(
            range.starts_with("10.244.") && range.ends_with("/24") && seen.insert(range.clone()),
            "{range}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_node_is_marked_and_its_pods_leave() {
    let settings = Settings { node_monitor_grace_period: Duration::from_secs(1), ..Settings::default() };
    let cluster =
        Cluster::start_with(&["node-lifecycle-controller", "taint-eviction-controller"], settings).await;
    node(&cluster, "silent").await;
    let toleration = json!({"key": "node.kubernetes.io/unreachable", "operator": "Exists", "effect": "NoExecute",
        "tolerationSeconds": 0});
    let pod = |name: &str, tolerations: serde_json::Value| {
        json!({"metadata": {"name": name}, "spec": {"nodeName": "silent", "terminationGracePeriodSeconds": 0,
            "containers": [{"name": "c", "image": "i"}], "tolerations": tolerations}})
    };
    cluster.make::<Pod>(pod("leaves", json!([toleration]))).await;
    cluster.make::<Pod>(pod("stays", json!([{"operator": "Exists"}]))).await;
    cluster.run_pod("stays", true).await;
    eventually("the node is marked", || async {
        let found = taints(&cluster, "silent").await;
        found.contains("node.kubernetes.io/unreachable:NoExecute").then_some(())
    })
    .await;
    let node = cluster.client.all::<Node>().get("silent").await.unwrap();
    let ready =
        node.status.unwrap().conditions.unwrap().into_iter().find(|one| one.type_ == "Ready").unwrap();
    assert_eq!((ready.status.as_str(), ready.reason.as_deref()), ("Unknown", Some("NodeStatusUnknown")));
    eventually("the pod leaves", || async {
        let pod = cluster.client.within::<Pod>(NAMESPACE).find("leaves").await.unwrap();
        pod.is_none_or(|pod| pod.metadata.deletion_timestamp.is_some()).then_some(())
    })
    .await;
    let unready = |pod: &Pod| {
        let conditions = pod.status.as_ref().and_then(|status| status.conditions.clone()).unwrap_or_default();
        conditions.iter().any(|one| one.type_ == "Ready" && one.status == "False")
    };
    let stays: Pod = cluster.until("stays", "it does not count as ready", unready).await;
    assert!(stays.metadata.deletion_timestamp.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn pods_of_a_node_that_is_gone_and_pods_that_never_had_one_are_removed() {
    let cluster = Cluster::start(&["pod-garbage-collector-controller"]).await;
    let pod = json!({"metadata": {"name": "waiting", "finalizers": ["example.com/hold"]},
        "spec": {"containers": [{"name": "c", "image": "i"}]}});
    cluster.make::<Pod>(pod).await;
    cluster
        .client
        .within::<Pod>(NAMESPACE)
        .delete("waiting", &client::DeleteOptions::default())
        .await
        .unwrap();
    cluster.patch::<Pod>("waiting", json!({"metadata": {"finalizers": null}})).await;
    cluster.gone::<Pod>("waiting").await;
}
