//! PodDisruptionBudget: its status says how many pods may be disturbed.

use api::apps::v1::ReplicaSet;
use api::core::v1::Pod;
use api::policy::v1::{PodDisruptionBudget, PodDisruptionBudgetStatus};
use serde_json::{Value, json};

use crate::cluster::{Cluster, template};

const LOOPS: &[&str] = &["disruption-controller", "replicaset-controller"];

fn says(expected: [i32; 4]) -> impl Fn(&PodDisruptionBudget) -> bool {
    move |budget| {
        let PodDisruptionBudgetStatus {
            expected_pods,
            desired_healthy,
            current_healthy,
            disruptions_allowed,
            ..
        } = budget.status.clone().unwrap_or_default();
        [expected_pods, desired_healthy, current_healthy, disruptions_allowed].map(Option::unwrap_or_default)
            == expected
    }
}

fn budget(spec: Value) -> Value {
    let mut tree = json!({"metadata": {"name": "b"}, "spec": {"selector": {"matchLabels": {"app": "web"}}}});
    tree["spec"].as_object_mut().unwrap().extend(spec.as_object().unwrap().clone());
    tree
}

#[tokio::test]
async fn evictions_go_as_far_as_the_budget_allows() {
    let cluster = Cluster::start(LOOPS).await;
    cluster.make::<PodDisruptionBudget>(budget(json!({"maxUnavailable": 1}))).await;
    cluster.event("NoPods").await;
    let set = json!({
        "metadata": {"name": "web"},
        "spec": {"replicas": 3, "selector": {"matchLabels": {"app": "web"}}, "template": template("i")},
    });
    cluster.make::<ReplicaSet>(set).await;
    let pods = cluster.pods("app=web", 3).await;
    cluster.until("b", "none is well", says([3, 2, 0, 0])).await;
    for pod in &pods {
        cluster.run_pod(api::Resource::name(pod), true).await;
    }
    let seen = cluster.until("b", "one may go", says([3, 2, 3, 1])).await;
    let conditions = seen.status.unwrap().conditions.unwrap();
    assert_eq!(
        (conditions[0].type_.as_str(), conditions[0].reason.as_str()),
        ("DisruptionAllowed", "SufficientPods")
    );
    let evict = async |pod: &Pod| {
        let name = api::Resource::name(pod);
        let body = json!({"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name}});
        cluster.client.within::<Pod>("default").subresource(name, "eviction", body).await
    };
    evict(&pods[0]).await.unwrap();
    let refused = evict(&pods[1]).await.unwrap_err();
    assert!(refused.is_too_many_requests(), "{refused}");
    cluster.until("b", "the one that replaces it is not well yet", says([3, 2, 2, 0])).await;
    for pod in cluster.pods("app=web", 3).await {
        cluster.run_pod(api::Resource::name(&pod), true).await;
    }
    cluster.until("b", "one may go again", says([3, 2, 3, 1])).await;
    cluster.patch::<ReplicaSet>("web", json!({"spec": {"replicas": 5}})).await;
    cluster.until("b", "more are expected", says([5, 4, 3, 0])).await;
}

#[tokio::test]
async fn pods_that_nobody_manages_are_told_of() {
    let cluster = Cluster::start(LOOPS).await;
    let mut pod = template("i");
    pod["metadata"]["name"] = json!("alone");
    cluster.make::<Pod>(pod).await;
    cluster.make::<PodDisruptionBudget>(budget(json!({"minAvailable": "50%"}))).await;
    cluster.event("UnmanagedPods").await;
    cluster.until("b", "nothing may be disturbed", says([0, 0, 0, 0])).await;
    cluster.run_pod("alone", true).await;
    cluster.patch::<PodDisruptionBudget>("b", json!({"spec": {"minAvailable": 0}})).await;
    cluster.until("b", "a number needs no manager", says([1, 0, 1, 1])).await;
}
