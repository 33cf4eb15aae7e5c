//! Quotas bound what is used, however many ask at once.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{Cluster, pod};

/// A quota as its controller leaves it: counted.
async fn quota(cluster: &Cluster, name: &str, hard: Value, spec: Value) {
    let mut tree = json!({"metadata": {"name": name}, "spec": {"hard": hard}});
    for (key, value) in spec.as_object().unwrap() {
        tree["spec"][key] = value.clone();
    }
    cluster.create("resourcequotas", "ns", tree).await.unwrap();
    let zero: serde_json::Map<String, Value> =
        hard.as_object().unwrap().keys().map(|key| (key.clone(), json!("0"))).collect();
    cluster.set("resourcequotas", "ns", name, "status", json!({"hard": hard, "used": zero})).await;
}

async fn used(cluster: &Cluster, name: &str) -> Value {
    cluster.get("resourcequotas", "ns", name).await.unwrap().get("status.used").unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn many_at_once_get_no_more_than_there_is() {
    let cluster = Cluster::new().await;
    quota(&cluster, "q", json!({"pods": "5"}), json!({})).await;
    let names: Vec<String> = (0..16).map(|number| format!("p{number}")).collect();
    let made = join_all(names.iter().map(|name| cluster.create("pods", "ns", pod(name, json!({}))))).await;
    let refused: Vec<&String> = made.iter().filter_map(|made| made.as_ref().err()).collect();
    assert_eq!(made.len() - refused.len(), 5);
    assert!(
        refused.iter().all(|text| text
            .ends_with("is forbidden: exceeded quota: q, requested: pods=1, used: pods=5, limited: pods=5")),
        "{refused:?}"
    );
    assert_eq!(used(&cluster, "q").await, json!({"pods": "5"}));
    cluster.finish().await;
}

#[tokio::test]
async fn resources_counts_and_scopes() {
    let cluster = Cluster::new().await;
    quota(&cluster, "cpu", json!({"requests.cpu": "1"}), json!({})).await;
    let missing = cluster.create("pods", "ns", pod("a", json!({}))).await.unwrap_err();
    assert!(missing.ends_with("failed quota: cpu: must specify requests.cpu for: c"), "{missing}");
    let sized = |name: &str, cpu: &str, more: Value| {
        let containers = json!([{"name": "c", "image": "i", "resources": {"requests": {"cpu": cpu}}}]);
        let mut tree = pod(name, json!({"containers": containers}));
        for (key, value) in more.as_object().unwrap() {
            tree["spec"][key] = value.clone();
        }
        tree
    };
    cluster.create("pods", "ns", sized("b", "600m", json!({}))).await.unwrap();
    let over = cluster.create("pods", "ns", sized("c", "600m", json!({}))).await.unwrap_err();
    assert!(
        over.ends_with("requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1"),
        "{over}"
    );

    quota(&cluster, "short", json!({"pods": "0"}), json!({"scopes": ["Terminating"]})).await;
    let short = sized("d", "100m", json!({"activeDeadlineSeconds": 5}));
    assert!(cluster.create("pods", "ns", short).await.unwrap_err().contains("exceeded quota: short"));
    // The quota that had room was given back what the other one refused.
    assert_eq!(used(&cluster, "cpu").await, json!({"requests.cpu": "600m"}));
    cluster.create("pods", "ns", sized("e", "100m", json!({}))).await.unwrap();

    quota(&cluster, "maps", json!({"count/configmaps": "1", "services.nodeports": "1"}), json!({})).await;
    let map = |name: &str| json!({"metadata": {"name": name}});
    cluster.create("configmaps", "ns", map("a")).await.unwrap();
    assert!(cluster.create("configmaps", "ns", map("b")).await.unwrap_err().contains("count/configmaps=1"));
    let service = json!({"metadata": {"name": "s"}, "spec": {"type": "NodePort", "clusterIP": "10.0.0.1",
        "ports": [{"name": "a", "port": 1, "nodePort": 30001}, {"name": "b", "port": 2, "nodePort": 30002}]}});
    let refused = cluster.create("services", "ns", service).await.unwrap_err();
    assert!(refused.contains("requested: services.nodeports=2"), "{refused}");
    cluster.finish().await;
}

#[tokio::test]
async fn storage_is_bounded_by_class_and_in_all() {
    let cluster = Cluster::new().await;
    let hard =
        json!({"requests.storage": "10Gi", "gold.storageclass.storage.k8s.io/requests.storage": "1Gi"});
    quota(&cluster, "q", hard, json!({})).await;
    let claim = |name: &str, class: &str, size: &str| {
        json!({"metadata": {"name": name}, "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": class,
            "resources": {"requests": {"storage": size}}}})
    };
    cluster.create("persistentvolumeclaims", "ns", claim("a", "plain", "8Gi")).await.unwrap();
    let gold = cluster.create("persistentvolumeclaims", "ns", claim("b", "gold", "2Gi")).await.unwrap_err();
    assert!(gold.contains("requested: gold.storageclass.storage.k8s.io/requests.storage=2Gi"), "{gold}");
    let large = cluster.create("persistentvolumeclaims", "ns", claim("c", "plain", "3Gi")).await.unwrap_err();
    assert!(large.contains("requested: requests.storage=3Gi, used: requests.storage=8Gi"), "{large}");
    cluster.finish().await;
}
