//! Bindings and evictions of pods, and what services are given.

use serde_json::{Value, json};

use crate::harness::{Client, Server};

const PODS: &str = "/api/v1/namespaces/default/pods";
const BUDGETS: &str = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const MERGE: &str = "application/merge-patch+json";

async fn pod(client: &Client, name: &str) {
    let body = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": {"app": "a"}},
        "spec": {"containers": [{"name": "c", "image": "img:1"}]}});
    assert_eq!(client.post(PODS, &body).await.code, 201);
}

fn binding(name: &str, node: &str) -> Value {
    json!({"apiVersion": "v1", "kind": "Binding", "metadata": {"name": name, "annotations": {"a": "b"}},
        "target": {"kind": "Node", "name": node}})
}

fn eviction(name: &str) -> Value {
    json!({"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name}})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pod_is_bound_once() {
    let server = Server::start().await;
    let client = server.admin();
    for name in ["one", "two"] {
        pod(&client, name).await;
    }
    let before = client.get(&format!("{PODS}/one")).await.json();
    let path = format!("{PODS}/one/binding");
    assert_eq!(client.post(&format!("{path}?dryRun=All"), &binding("one", "n")).await.code, 201);
    let done = client.post(&path, &binding("one", "n1")).await;
    assert_eq!((done.code, &done.json()["status"]), (201, &json!("Success")));
    let bound = client.get(&format!("{PODS}/one")).await.json();
    assert_eq!(
        (&bound["spec"]["nodeName"], &bound["metadata"]["annotations"]["a"]),
        (&json!("n1"), &json!("b"))
    );
    assert_eq!(bound["metadata"]["managedFields"], before["metadata"]["managedFields"]);
    assert_eq!(bound["status"]["conditions"][0]["type"], "PodScheduled");
    let again = client.post(&path, &binding("one", "n2")).await;
    let text =
        r#"Operation cannot be fulfilled on pods/binding "one": pod one is already assigned to node "n1""#;
    assert_eq!((again.code, again.json()["message"].as_str()), (409, Some(text)));
    assert_eq!(client.post(&path, &binding("two", "n2")).await.code, 400);
    let older = client.post("/api/v1/namespaces/default/bindings", &binding("two", "n2")).await;
    assert_eq!(older.code, 201);
    let nowhere = client.post(&format!("{PODS}/two/binding"), &binding("two", "")).await;
    assert_eq!(
        (nowhere.code, nowhere.json()["message"].as_str()),
        (500, Some("target.name: Required value"))
    );
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_eviction_asks_the_budget() {
    let server = Server::start().await;
    let client = server.admin();
    let budget = json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "b"},
        "spec": {"minAvailable": 1, "selector": {"matchLabels": {"app": "a"}}}});
    assert_eq!(client.post(BUDGETS, &budget).await.code, 201);
    for name in ["waits", "one", "two"] {
        pod(&client, name).await;
    }
    let running = r#"{"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}}"#;
    for name in ["one", "two"] {
        assert_eq!(client.patch(&format!("{PODS}/{name}/status"), MERGE, running).await.code, 200);
    }
    let evict = async |name: &str| client.post(&format!("{PODS}/{name}/eviction"), &eviction(name)).await;
    // A pod that does not run yet is nobody's loss.
    assert_eq!(evict("waits").await.code, 201);
    assert_eq!(client.get(&format!("{PODS}/waits")).await.code, 404);
    let early = evict("one").await;
    assert_eq!((early.code, early.header("retry-after")), (429, "10"));
    let counted = r#"{"status": {"observedGeneration": 1, "disruptionsAllowed": 1, "currentHealthy": 2, "desiredHealthy": 1,
        "expectedPods": 2}}"#;
    assert_eq!(client.patch(&format!("{BUDGETS}/b/status"), MERGE, counted).await.code, 200);
    assert_eq!(client.post(&format!("{PODS}/one/eviction?dryRun=All"), &eviction("one")).await.code, 201);
    let other = client.post(&format!("{PODS}/one/eviction"), &eviction("two")).await;
    assert_eq!(other.code, 400);
    let done = evict("one").await;
    assert_eq!(done.code, 201, "{}", done.text());
    let budget = client.get(&format!("{BUDGETS}/b")).await.json();
    let status = &budget["status"];
    assert_eq!(
        (&status["disruptionsAllowed"], &status["conditions"][0]["reason"]),
        (&json!(0), &json!("InsufficientPods"))
    );
    assert!(status["disruptedPods"]["one"].is_string());
    let refused = evict("two").await;
    assert_eq!(
        refused.json()["message"],
        "Cannot evict pod as it would violate the pod's disruption budget."
    );
    let cause = &refused.json()["details"]["causes"][0];
    assert_eq!((refused.code, &cause["reason"]), (429, &json!("DisruptionBudget")));
    assert_eq!(cause["message"], "The disruption budget b does not allow evicting pods currently");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn services_keep_what_they_were_given_over_a_restart() {
    let server = Server::start().await;
    let services = "/api/v1/namespaces/default/services";
    let body = |name: &str, spec: Value| json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": name}, "spec": spec});
    let made = server
        .admin()
        .post(services, &body("one", json!({"type": "NodePort", "ports": [{"port": 80}]})))
        .await;
    let spec = made.json()["spec"].clone();
    let own = server.admin().get(&format!("{services}/kubernetes")).await.json();
    assert_eq!(own["spec"]["clusterIPs"], json!(["10.96.0.1"]));
    let server = Server::start_in(server.finish().await).await;
    let client = server.admin();
    let address = json!({"clusterIP": spec["clusterIP"], "ports": [{"port": 80}]});
    let taken = client.post(services, &body("two", address.clone())).await;
    assert!(taken.json()["message"].as_str().unwrap().ends_with("provided IP is already allocated"));
    let port = json!({"type": "NodePort", "ports": [{"port": 80, "nodePort": spec["ports"][0]["nodePort"]}]});
    let taken = client.post(services, &body("two", port.clone())).await;
    assert!(taken.json()["message"].as_str().unwrap().ends_with("provided port is already allocated"));
    assert_eq!(client.delete(&format!("{services}/one")).await.json()["kind"], "Service");
    for (name, spec) in [("two", address), ("three", port)] {
        let freed = client.post(services, &body(name, spec)).await;
        assert_eq!(freed.code, 201, "{}", freed.text());
    }
    server.finish().await;
}
