//! ResourceQuota: what is used is shown, and what goes makes room at once.

use api::core::v1::{ConfigMap, PersistentVolumeClaim, Pod, ResourceQuota, Service};
use serde_json::{Value, json};

use crate::cluster::Cluster;

const LOOPS: &[&str] = &["resourcequota-controller"];

fn used(quota: &ResourceQuota) -> Value {
    let used = quota.status.as_ref().and_then(|status| status.used.clone()).unwrap_or_default();
    used.into_iter()
        .map(|(name, amount)| (name, Value::from(amount.0)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn shows(expected: Value) -> impl Fn(&ResourceQuota) -> bool {
    move |quota| {
        let used = used(quota);
        expected.as_object().unwrap().iter().all(|(name, amount)| used.get(name) == Some(amount))
    }
}

fn pod(name: &str) -> Value {
    let resources =
        json!({"requests": {"cpu": "100m", "memory": "1Gi"}, "limits": {"cpu": "200m", "memory": "1Gi"}});
    json!({"metadata": {"name": name}, "spec": {"containers": [{"name": "c", "image": "i", "resources": resources}]}})
}

#[tokio::test]
async fn what_is_used_is_counted_and_given_back() {
    let cluster = Cluster::start(LOOPS).await;
    cluster.make::<ConfigMap>(json!({"metadata": {"name": "before"}})).await;
    let hard = json!({
        "pods": "2", "requests.cpu": "1", "limits.memory": "4Gi", "count/configmaps": "5", "configmaps": "5",
        "services": "3", "services.nodeports": "2", "persistentvolumeclaims": "1", "requests.storage": "10Gi",
        "count/deployments.apps": "2",
    });
    cluster.make::<ResourceQuota>(json!({"metadata": {"name": "q"}, "spec": {"hard": hard}})).await;
    // The API itself is a service.
    let empty = json!({"pods": "0", "count/configmaps": "1", "configmaps": "1", "services": "1", "count/deployments.apps": "0"});
    cluster.until("q", "all is counted", shows(empty)).await;

    cluster.make::<Pod>(pod("one")).await;
    cluster.make::<Pod>(pod("two")).await;
    let ports = json!([{"port": 80}]);
    cluster
        .make::<Service>(json!({"metadata": {"name": "s"}, "spec": {"type": "NodePort", "ports": ports}}))
        .await;
    let size = json!({"requests": {"storage": "5Gi"}});
    let claim =
        json!({"metadata": {"name": "c"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": size}});
    cluster.make::<PersistentVolumeClaim>(claim).await;
    let full = json!({
        "pods": "2", "requests.cpu": "200m", "limits.memory": "2Gi", "services": "2", "services.nodeports": "1",
        "persistentvolumeclaims": "1", "requests.storage": "5Gi",
    });
    cluster.until("q", "what was made is charged", shows(full)).await;
    let three = <Pod as api::Typed>::decode(&pod("three")).unwrap();
    let refused = cluster.client.within::<Pod>("default").create(&three).await.unwrap_err();
    assert!(refused.is_forbidden() && refused.to_string().contains("exceeded quota: q"), "{refused}");

    // A pod that has ended, and one that is gone, make room.
    cluster.end_pod("one", "Succeeded", 0).await;
    cluster
        .until("q", "the one that ended does not count", shows(json!({"pods": "1", "requests.cpu": "100m"})))
        .await;
    cluster.make::<Pod>(pod("three")).await;
    cluster.kill_pod("two").await;
    cluster.until("q", "the one that is gone does not count", shows(json!({"pods": "1"}))).await;
    cluster
        .client
        .within::<ConfigMap>("default")
        .delete("before", &client::DeleteOptions::default())
        .await
        .unwrap();
    cluster.until("q", "the map is gone", shows(json!({"count/configmaps": "0", "configmaps": "0"}))).await;
    cluster.client.within::<Service>("default").delete("s", &client::DeleteOptions::default()).await.unwrap();
    cluster.until("q", "the port is free", shows(json!({"services": "1", "services.nodeports": "0"}))).await;
}

#[tokio::test]
async fn scopes_and_changes_of_a_quota_are_followed() {
    let cluster = Cluster::start(LOOPS).await;
    cluster.make::<Pod>(pod("sized")).await;
    let plain = json!({"metadata": {"name": "plain"}, "spec": {"containers": [{"name": "c", "image": "i"}]}});
    cluster.make::<Pod>(plain).await;
    let quota = |name: &str, scope: &str| json!({"metadata": {"name": name}, "spec": {"hard": {"pods": "5"}, "scopes": [scope]}});
    cluster.make::<ResourceQuota>(quota("best", "BestEffort")).await;
    cluster.make::<ResourceQuota>(quota("rest", "NotBestEffort")).await;
    cluster.make::<ResourceQuota>(quota("brief", "Terminating")).await;
    cluster.until("best", "one is in scope", shows(json!({"pods": "1"}))).await;
    cluster.until("rest", "one is in scope", shows(json!({"pods": "1"}))).await;
    cluster.until("brief", "none is in scope", shows(json!({"pods": "0"}))).await;
    cluster.patch::<ResourceQuota>("rest", json!({"spec": {"hard": {"requests.cpu": "2"}}})).await;
    cluster
        .until("rest", "the new bound is counted", shows(json!({"pods": "1", "requests.cpu": "100m"})))
        .await;
}
