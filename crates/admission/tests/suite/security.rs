//! Pods keep to the level of their namespace; who tightens it is told.

use serde_json::json;

use crate::support::{Cluster, admin, pod};

const ENFORCE: &str = "pod-security.kubernetes.io/enforce";
const WARN: &str = "pod-security.kubernetes.io/warn";

#[tokio::test]
async fn what_is_enforced_refuses_pods_and_warns_of_what_makes_them() {
    let cluster = Cluster::new().await;
    cluster.namespace("safe", json!({ENFORCE: "baseline"})).await;
    let host = || json!({"hostNetwork": true});
    assert_eq!(
        cluster.create("pods", "safe", pod("a", host())).await.unwrap_err(),
        "pods \"a\" is forbidden: violates PodSecurity \"baseline:latest\": host namespaces (hostNetwork=true)"
    );
    cluster.create("pods", "ns", pod("a", host())).await.unwrap();
    cluster.create("pods", "safe", pod("b", json!({}))).await.unwrap();
    let mut template = pod("x", host());
    template["metadata"] = json!({"labels": {"a": "b"}});
    let deployment = json!({"metadata": {"name": "d"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": template}});
    let (_, warnings) = cluster.create_as(&admin(), "deployments.apps", "safe", deployment).await.unwrap();
    assert_eq!(
        warnings,
        ["would violate PodSecurity \"baseline:latest\": host namespaces (hostNetwork=true)"]
    );
    cluster.namespace("warned", json!({WARN: "baseline"})).await;
    let (_, warnings) = cluster.create_as(&admin(), "pods", "warned", pod("a", host())).await.unwrap();
    assert_eq!(
        warnings,
        ["would violate PodSecurity \"baseline:latest\": host namespaces (hostNetwork=true)"]
    );
    cluster.finish().await;
}

#[tokio::test]
async fn labels_mean_something_and_tightening_speaks_of_pods_that_are_there() {
    let cluster = Cluster::new().await;
    let bad = json!({"metadata": {"name": "bad", "labels": {ENFORCE: "nonsense"}}});
    assert_eq!(
        cluster.create("namespaces", "", bad).await.unwrap_err(),
        "Namespace \"bad\" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: \"nonsense\": must be \
         one of privileged, baseline, restricted"
    );
    for name in ["a", "b"] {
        cluster.create("pods", "ns", pod(name, json!({"hostPID": true}))).await.unwrap();
    }
    let tighten = |object: &mut registry::Object| object.set("metadata.labels", json!({ENFORCE: "baseline"}));
    let (_, warnings) = cluster.change(&admin(), "namespaces", "", "ns", tighten).await.unwrap();
    assert_eq!(
        warnings,
        [
            "existing pods in namespace \"ns\" violate the new PodSecurity enforce level \"baseline:latest\"",
            "a (and 1 other pod): host namespaces",
        ]
    );
    cluster.finish().await;
}
