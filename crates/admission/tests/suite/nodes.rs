//! What a node may change, and what it may not.

use serde_json::json;

use crate::support::{Cluster, admin, node, pod};

#[tokio::test]
async fn a_node_changes_itself_but_not_what_draws_pods_to_it() {
    let cluster = Cluster::with(&["NodeRestriction"]).await;
    let (own, other) = (node("n1"), node("n2"));
    let tree = |name: &str, label: &str| json!({"metadata": {"name": name, "labels": {label: "x"}}});
    let refused = cluster.create_as(&own, "nodes", "", tree("n2", "a")).await.unwrap_err();
    assert!(refused.ends_with("node \"n1\" is not allowed to modify node \"n2\""), "{refused}");
    let refused = cluster.create_as(&own, "nodes", "", tree("n1", "kubernetes.io/secret")).await.unwrap_err();
    assert!(refused.contains("not allowed to set the following labels: kubernetes.io/secret"), "{refused}");
    cluster.create_as(&own, "nodes", "", tree("n1", "kubernetes.io/hostname")).await.unwrap();
    let untaint = |object: &mut registry::Object| object.set("spec.taints", json!([]));
    let refused = cluster.change(&own, "nodes", "", "n1", untaint).await.unwrap_err();
    assert!(refused.ends_with("node \"n1\" is not allowed to modify taints"), "{refused}");
    let report = |object: &mut registry::Object| object.set("status.capacity", json!({"cpu": "1"}));
    cluster.change(&own, "nodes/status", "", "n1", report).await.unwrap();
    assert!(cluster.change(&other, "nodes/status", "", "n1", report).await.is_err());
    cluster.finish().await;
}

#[tokio::test]
async fn a_node_has_to_do_only_with_its_own_pods_and_lease() {
    let cluster = Cluster::with(&["NodeRestriction"]).await;
    let (own, other) = (node("n1"), node("n2"));
    cluster.create("pods", "ns", pod("a", json!({"nodeName": "n1"}))).await.unwrap();
    let report = |object: &mut registry::Object| object.set("status.phase", "Running");
    cluster.change(&own, "pods/status", "ns", "a", report).await.unwrap();
    let refused = cluster.change(&other, "pods/status", "ns", "a", report).await.unwrap_err();
    assert!(
        refused.contains("can only update pod status for pods with spec.nodeName set to itself"),
        "{refused}"
    );
    let refused =
        cluster.create_as(&own, "pods", "ns", pod("b", json!({"nodeName": "n1"}))).await.unwrap_err();
    assert!(refused.contains("can only create mirror pods"), "{refused}");
    let refused = cluster.delete_as(&other, "pods", "ns", "a").await.unwrap_err();
    assert!(refused.contains("can only delete pods with spec.nodeName set to itself"), "{refused}");
    cluster.delete_as(&own, "pods", "ns", "a").await.unwrap();

    cluster.namespace("kube-node-lease", json!({})).await;
    let lease = || json!({"metadata": {"name": "n1"}, "spec": {"holderIdentity": "n1"}});
    let leases = "leases.coordination.k8s.io";
    assert!(cluster.create_as(&own, leases, "ns", lease()).await.is_err());
    assert!(cluster.create_as(&other, leases, "kube-node-lease", lease()).await.is_err());
    cluster.create_as(&own, leases, "kube-node-lease", lease()).await.unwrap();
    // Who is no node is not asked.
    cluster.create_as(&admin(), leases, "ns", lease()).await.unwrap();
    cluster.finish().await;
}

#[tokio::test]
async fn a_mirror_pod_is_its_nodes_own_and_reads_nothing() {
    let cluster = Cluster::with(&["NodeRestriction"]).await;
    let own = node("n1");
    let made = cluster.create("nodes", "", json!({"metadata": {"name": "n1"}})).await.unwrap();
    let mirror = |name: &str, spec: serde_json::Value| {
        let mut tree = pod(name, spec);
        tree["spec"]["nodeName"] = "n1".into();
        tree["metadata"]["annotations"] = json!({"kubernetes.io/config.mirror": "x"});
        tree["metadata"]["ownerReferences"] = json!([{"apiVersion": "v1", "kind": "Node", "name": "n1",
            "uid": made.uid(), "controller": true}]);
        tree
    };
    let (good, _) = cluster.create_as(&own, "pods", "ns", mirror("a", json!({}))).await.unwrap();
    assert_eq!(good.get("spec.volumes"), None, "a mirror pod stays as the kubelet wrote it");
    let volume = json!({"volumes": [{"name": "s", "secret": {"secretName": "s"}}]});
    assert!(cluster.create_as(&own, "pods", "ns", mirror("b", volume)).await.is_err());
    let mut stranger = mirror("c", json!({}));
    stranger["metadata"]["ownerReferences"][0]["uid"] = "other".into();
    assert!(cluster.create_as(&own, "pods", "ns", stranger).await.unwrap_err().contains("UID mismatch"));
    cluster.finish().await;
}
