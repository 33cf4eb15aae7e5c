//! Pods that change size while they run, through the API's `resize`.

use api::core::v1::PodStatus;
use serde_json::{Value, json};
use testing::eventually;

use crate::harness::{Lab, is_ready};

impl Lab {
    async fn resize(&self, name: &str, resources: Value) -> Value {
        let patch = json!({"spec": {"containers": [{"name": "a", "resources": resources}]}});
        let request = http::Request::patch(format!("/api/v1/namespaces/default/pods/{name}/resize"))
            .header("content-type", "application/strategic-merge-patch+json")
            .body(patch.to_string().into())
            .unwrap();
        let answer = self.client.request(request).await.unwrap();
        let tree: Value = serde_json::from_slice(answer.body()).unwrap();
        assert!(answer.status().is_success(), "{tree}");
        tree
    }
}

fn sizes(memory: &str) -> Value {
    json!({"requests": {"cpu": "100m", "memory": "1Mi"}, "limits": {"cpu": "200m", "memory": memory}})
}

/// What the pod's one container was promised and what it was told: memory's limit.
fn shown(status: &PodStatus) -> String {
    let container = &status.container_statuses.as_ref().unwrap()[0];
    let told = container.resources.as_ref().and_then(|resources| resources.limits.as_ref());
    told.map(|limits| limits["memory"].0.clone()).unwrap_or_default()
}

fn resizing(status: &PodStatus) -> Vec<String> {
    let all = status.conditions.iter().flatten().filter(|condition| condition.type_.starts_with("PodResize"));
    all.map(|condition| format!("{} {}", condition.type_, condition.message.clone().unwrap_or_default()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_pod_changes_size_and_a_new_kubelet_remembers() {
    let mut lab = Lab::start().await;
    let spec = json!({"containers": [{"name": "a", "image": "img:1", "resources": sizes("20Mi")}]});
    lab.create("web", spec).await;
    lab.when("web", "is ready", is_ready).await;
    lab.runtime.record();
    let generation = lab.resize("web", sizes("30Mi")).await["metadata"]["generation"].as_i64().unwrap();
    let status = lab
        .when("web", "has changed", |status| {
            status.observed_generation == Some(generation) && resizing(status).is_empty()
        })
        .await;
    assert_eq!(shown(&status), "30Mi");
    assert_eq!(status.container_statuses.unwrap()[0].restart_count, 0);
    assert_eq!(lab.runtime.record(), ["update a 102 20000 31457280"]);
    for reason in ["ResizeStarted", "ResizeCompleted"] {
        eventually(reason, || async {
            lab.events().await.iter().any(|event| event.starts_with(reason)).then_some(())
        })
        .await;
    }
    // Less than is in use can't be; what was there stays.
    lab.resize("web", sizes("1Mi")).await;
    let status = lab.when("web", "does not fit", |status| {
        resizing(status)
            .iter()
            .any(|text| text.contains("memory limit (1048576) below current usage (1048576)"))
    });
    assert_eq!(shown(&status.await), "30Mi");
    lab.stop_kubelet().await;
    lab.start_kubelet(|_| {}).await;
    lab.resize("web", sizes("30Mi")).await;
    lab.when("web", "is as before", |status| resizing(status).is_empty() && shown(status) == "30Mi").await;
    assert_eq!(lab.runtime.record(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_pods_cannot_have_one_port_of_the_node() {
    let lab = Lab::start().await;
    let spec = json!({"containers": [{"name": "a", "image": "img:1", "ports": [{"containerPort": 1, "hostPort": 80}]}]});
    lab.create("first", spec.clone()).await;
    lab.when("first", "is ready", is_ready).await;
    lab.create("second", spec).await;
    let status = lab.when("second", "is refused", |status| status.phase.as_deref() == Some("Failed")).await;
    assert_eq!(status.reason.as_deref(), Some("NodePorts"));
    assert_eq!(
        status.message.as_deref(),
        Some(
            "Pod was rejected: Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports"
        )
    );
}
