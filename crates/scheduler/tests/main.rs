//! The scheduler against a real API server in the same process: pods get nodes, wait, and push others out.

use api::core::v1::{Node, Pod};
use api::{Resource as _, Typed as _};
use client::Client;
use runtime::{Clock, Shutdown};
use serde_json::{Value, json};
use testing::{ApiServer, eventually};

struct Cluster {
    server: ApiServer,
    client: Client,
    shutdown: Shutdown,
}

impl Cluster {
    async fn start() -> Self {
        let server = ApiServer::start().await;
        let (client, shutdown) = (server.admin(), Shutdown::new());
        let own = (client.clone(), shutdown.clone());
        tokio::spawn(scheduler::run(scheduler::Config::default(), own.0, Clock::system(), own.1));
        Self { server, client, shutdown }
    }

    async fn node(&self, name: &str, cpu: &str) {
        let labels = json!({"kubernetes.io/hostname": name});
        let node = json!({"metadata": {"name": name, "labels": labels}});
        let nodes = self.client.all::<Node>();
        let mut node = nodes.create(&Node::decode(&node).unwrap()).await.unwrap();
        // A server with admission taints new nodes until they report.
        if let Some(spec) = &mut node.spec {
            spec.taints = None;
        }
        node = nodes.update(&node).await.unwrap();
        let status =
            json!({"allocatable": {"cpu": cpu, "memory": "4Gi", "pods": "10"}, "capacity": {"cpu": cpu}});
        let patch = client::Patch::Merge(json!({"status": status}));
        nodes.patch_status(node.name(), &patch).await.unwrap();
    }

    async fn pod(&self, name: &str, cpu: &str, more: Value) {
        let container = json!({"name": "c", "image": "i", "resources": {"requests": {"cpu": cpu}}});
        let mut spec = json!({"containers": [container], "terminationGracePeriodSeconds": 0});
        for (field, value) in more.as_object().unwrap() {
            spec[field] = value.clone();
        }
        let pod = json!({"metadata": {"name": name, "namespace": "default"}, "spec": spec});
        self.client.within::<Pod>("default").create(&Pod::decode(&pod).unwrap()).await.unwrap();
    }

    async fn get(&self, name: &str) -> Option<Pod> {
        self.client.within::<Pod>("default").find(name).await.unwrap()
    }

    async fn node_of(&self, name: &str) -> String {
        eventually(&format!("{name} has a node"), || async {
            self.get(name).await?.spec?.node_name.filter(|node| !node.is_empty())
        })
        .await
    }

    async fn refusal(&self, name: &str) -> String {
        eventually(&format!("{name} is told why it has no node"), || async {
            let conditions = self.get(name).await?.status?.conditions?;
            conditions.into_iter().find(|one| one.type_ == "PodScheduled" && one.status == "False")?.message
        })
        .await
    }

    async fn stop(self) {
        self.shutdown.trigger();
        self.server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pod_goes_where_there_is_room_and_waits_where_there_is_none() {
    let cluster = Cluster::start().await;
    cluster.pod("early", "1", json!({})).await;
    assert!(cluster.refusal("early").await.starts_with("no nodes available to schedule pods"));
    cluster.node("small", "100m").await;
    cluster.node("large", "2").await;
    assert_eq!(cluster.node_of("early").await, "large");
    cluster.pod("huge", "5", json!({})).await;
    let refusal = cluster.refusal("huge").await;
    assert!(refusal.starts_with("0/2 nodes are available: 2 Insufficient cpu."), "{refusal}");
    cluster.node("huge", "8").await;
    assert_eq!(cluster.node_of("huge").await, "huge");
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_more_important_pod_pushes_a_lesser_one_out() {
    let cluster = Cluster::start().await;
    cluster.node("only", "1").await;
    cluster.pod("lesser", "800m", json!({})).await;
    cluster.node_of("lesser").await;
    cluster
        .pod(
            "important",
            "800m",
            json!({"priorityClassName": "system-cluster-critical", "priority": 2_000_000_000}),
        )
        .await;
    assert_eq!(cluster.node_of("important").await, "only");
    assert!(cluster.get("lesser").await.is_none());
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn gates_hold_a_pod_and_other_schedulers_keep_theirs() {
    let cluster = Cluster::start().await;
    cluster.node("only", "1").await;
    cluster.pod("gated", "100m", json!({"schedulingGates": [{"name": "example.com/wait"}]})).await;
    cluster.pod("foreign", "100m", json!({"schedulerName": "another"})).await;
    cluster.pod("plain", "100m", json!({})).await;
    cluster.node_of("plain").await;
    for name in ["gated", "foreign"] {
        assert_eq!(cluster.get(name).await.unwrap().spec.unwrap().node_name, None, "{name}");
    }
    let patch = client::Patch::Merge(json!({"spec": {"schedulingGates": null}}));
    cluster.client.within::<Pod>("default").patch("gated", &patch).await.unwrap();
    cluster.node_of("gated").await;
    cluster.stop().await;
}
