//! The node's own object.

use api::core::v1::Node;
use client::Patch;
use serde_json::json;
use testing::eventually;

use crate::harness::Lab;

/// Whether the node says that it is ready.
async fn ready(lab: &Lab) -> Option<String> {
    let node = lab.client.all::<Node>().find("n1").await.unwrap()?;
    let conditions = node.status?.conditions?;
    conditions.into_iter().find(|one| one.type_ == "Ready").map(|one| one.status)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_was_taken_for_dead_says_at_once_that_it_is_not() {
    let lab = Lab::start().await;
    let is_ready = || async { (ready(&lab).await? == "True").then_some(()) };
    eventually("the node is ready", is_ready).await;
    for _ in 0..2 {
        let unknown = json!({"status": {"conditions": [{"type": "Ready", "status": "Unknown", "reason": "NodeStatusUnknown"}]}});
        lab.client.all::<Node>().patch_status("n1", &Patch::Strategic(unknown)).await.unwrap();
        eventually("the node is ready again", is_ready).await;
    }
}
