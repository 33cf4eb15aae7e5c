//! What pods are given when they come: an account with its token, tolerations, a priority, overhead, limits.

use serde_json::{Value, json};

use crate::support::{Cluster, admin, pod};

#[tokio::test]
async fn a_pod_runs_as_an_account_and_finds_its_token() {
    let cluster = Cluster::new().await;
    let made = cluster.create("pods", "ns", pod("a", json!({}))).await.unwrap();
    assert_eq!(made.text("spec.serviceAccountName"), "default");
    let volume = &made.get("spec.volumes").unwrap()[0];
    let name = volume["name"].as_str().unwrap();
    assert!(name.starts_with("kube-api-access-") && name.len() == "kube-api-access-".len() + 5, "{name}");
    assert_eq!(volume["projected"]["sources"].as_array().unwrap().len(), 3);
    assert_eq!(made.get("spec.containers").unwrap()[0]["volumeMounts"][0]["name"], name);
    let without = pod("b", json!({"automountServiceAccountToken": false}));
    let without = cluster.create("pods", "ns", without).await.unwrap();
    assert_eq!(without.get("spec.volumes"), None);
    let account = json!({"metadata": {"name": "puller"}, "imagePullSecrets": [{"name": "s"}]});
    cluster.create("serviceaccounts", "ns", account).await.unwrap();
    let puller = pod("c", json!({"serviceAccountName": "puller"}));
    let puller = cluster.create("pods", "ns", puller).await.unwrap();
    assert_eq!(puller.get("spec.imagePullSecrets"), Some(&json!([{"name": "s"}])));
    let unknown = pod("d", json!({"serviceAccountName": "none"}));
    assert_eq!(
        cluster.create("pods", "ns", unknown).await.unwrap_err(),
        "pods \"d\" is forbidden: error looking up service account ns/none: serviceaccount \"none\" not found"
    );
    cluster.finish().await;
}

#[tokio::test]
async fn a_pod_waits_for_the_account_that_a_controller_is_about_to_make() {
    let cluster = Cluster::new().await;
    cluster.create("namespaces", "", json!({"metadata": {"name": "new"}})).await.unwrap();
    let account = json!({"metadata": {"name": "default"}});
    let (made, _) = tokio::join!(
        cluster.create("pods", "new", pod("a", json!({}))),
        cluster.create("serviceaccounts", "new", account)
    );
    assert_eq!(made.unwrap().text("spec.serviceAccountName"), "default");
    cluster.finish().await;
}

#[tokio::test]
async fn tolerations_and_priorities() {
    let cluster = Cluster::new().await;
    let plain = cluster.create("pods", "ns", pod("a", json!({}))).await.unwrap();
    let keys = |pod: &registry::Object| -> Vec<String> {
        let list = pod.get("spec.tolerations").and_then(Value::as_array).into_iter().flatten();
        list.map(|one| one["key"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(keys(&plain), ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"]);
    assert_eq!(
        (plain.int("spec.priority"), plain.text("spec.preemptionPolicy")),
        (Some(0), "PreemptLowerPriority")
    );
    let any = pod("b", json!({"tolerations": [{"operator": "Exists"}]}));
    assert_eq!(keys(&cluster.create("pods", "ns", any).await.unwrap()), [""]);

    let class = |name: &str, value: i64, default: bool| json!({"metadata": {"name": name}, "value": value, "globalDefault": default, "preemptionPolicy": "Never"});
    let classes = "priorityclasses.scheduling.k8s.io";
    cluster.create(classes, "", class("high", 100, true)).await.unwrap();
    assert_eq!(
        cluster.create(classes, "", class("other", 1, true)).await.unwrap_err(),
        "priorityclasses.scheduling.k8s.io \"other\" is forbidden: PriorityClass high is already marked as default. Only one \
         default can exist"
    );
    let high = cluster.create("pods", "ns", pod("c", json!({}))).await.unwrap();
    assert_eq!((high.int("spec.priority"), high.text("spec.priorityClassName")), (Some(100), "high"));
    assert_eq!(high.text("spec.preemptionPolicy"), "Never");
    let wrong = pod("d", json!({"priority": 7}));
    assert!(cluster.create("pods", "ns", wrong).await.unwrap_err().contains("computed 100"));
    let unknown = pod("e", json!({"priorityClassName": "none"}));
    assert!(
        cluster
            .create("pods", "ns", unknown)
            .await
            .unwrap_err()
            .ends_with("no PriorityClass with name none was found")
    );
    cluster.finish().await;
}

#[tokio::test]
async fn overhead_and_place_follow_the_runtime_class() {
    let cluster = Cluster::new().await;
    let class = json!({"metadata": {"name": "vm"}, "handler": "vm", "overhead": {"podFixed": {"memory": "100Mi"}},
        "scheduling": {"nodeSelector": {"vm": "yes"}, "tolerations": [{"key": "vm", "operator": "Exists"}]}});
    cluster.create("runtimeclasses.node.k8s.io", "", class).await.unwrap();
    let made = cluster.create("pods", "ns", pod("a", json!({"runtimeClassName": "vm"}))).await.unwrap();
    assert_eq!(made.get("spec.overhead"), Some(&json!({"memory": "100Mi"})));
    assert_eq!(made.get("spec.nodeSelector"), Some(&json!({"vm": "yes"})));
    assert_eq!(made.get("spec.tolerations").unwrap()[0]["key"], "node.kubernetes.io/not-ready");
    let other = pod("b", json!({"runtimeClassName": "vm", "nodeSelector": {"vm": "no"}}));
    assert!(
        cluster.create("pods", "ns", other).await.unwrap_err().contains("conflict: runtimeClass.scheduling")
    );
    let bare = pod("c", json!({"overhead": {"cpu": "1"}}));
    assert!(cluster.create("pods", "ns", bare).await.unwrap_err().contains("Pod Overhead set without"));
    let unknown = pod("d", json!({"runtimeClassName": "none"}));
    assert!(
        cluster.create("pods", "ns", unknown).await.unwrap_err().ends_with("RuntimeClass \"none\" not found")
    );
    cluster.finish().await;
}

#[tokio::test]
async fn limits_of_the_namespace_are_filled_in_and_kept() {
    let cluster = Cluster::new().await;
    let range = json!({"metadata": {"name": "r"}, "spec": {"limits": [{"type": "Container",
        "default": {"cpu": "500m"}, "defaultRequest": {"cpu": "100m"}, "max": {"cpu": "1"}}]}});
    cluster.create("limitranges", "ns", range).await.unwrap();
    let made = cluster.create("pods", "ns", pod("a", json!({}))).await.unwrap();
    let resources = &made.get("spec.containers").unwrap()[0]["resources"];
    assert_eq!(resources, &json!({"limits": {"cpu": "500m"}, "requests": {"cpu": "100m"}}));
    assert_eq!(
        made.annotation("kubernetes.io/limit-ranger"),
        Some("LimitRanger plugin set: cpu request for container c; cpu limit for container c")
    );
    let containers = json!([{"name": "c", "image": "i", "resources": {"limits": {"cpu": "2"}}}]);
    let large = pod("b", json!({"containers": containers}));
    assert_eq!(
        cluster.create("pods", "ns", large).await.unwrap_err(),
        "pods \"b\" is forbidden: maximum cpu usage per Container is 1, but limit is 2"
    );
    cluster.finish().await;
}

#[tokio::test]
async fn images_are_pulled_each_time_where_that_is_wanted() {
    let cluster = Cluster::with(&["AlwaysPullImages"]).await;
    let made = cluster.create("pods", "ns", pod("a", json!({}))).await.unwrap();
    assert_eq!(made.get("spec.containers").unwrap()[0]["imagePullPolicy"], "Always");
    let label = |object: &mut registry::Object| object.set("metadata.labels", json!({"a": "b"}));
    cluster.change(&admin(), "pods", "ns", "a", label).await.unwrap();
    cluster.finish().await;
}
