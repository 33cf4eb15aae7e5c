//! A second node: it joins, loses its link and comes back, dies for good.

use std::collections::HashSet;

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use testing::lab::{Lab, Node, eventually};

use super::machine::{IMAGE, Machine, finish, import};

/// Silence is noticed sooner than upstream's defaults have it; leases are renewed as much more often.
const SERVER: [&str; 4] = [
    "--node-monitor-grace-period=12s",
    "--default-unreachable-toleration-seconds=1",
    LEASE,
    "--default-not-ready-toleration-seconds=1",
];
const LEASE: &str = "--node-lease-duration-seconds=12";

const NODES: &str = "-o=jsonpath={range .items[*]}{.spec.nodeName}{\"\\n\"}{end}";

async fn nodes_of(machine: &Machine, selector: &str) -> Result<Vec<String>> {
    let found = machine.kubectl(&["get", "pods", "-l", selector, NODES]).await?;
    Ok(found.lines().map(str::to_owned).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_node_joins_and_pods_reach_each_other() -> Result<()> {
    let lab = Lab::new().await?;
    let first = Machine::up(&lab, "one").await?;
    let second = Machine::join(&lab, "two", &first, &[]).await?;
    import(&lab, &second.node).await?;
    first.has_nodes(2).await?;
    first.deploy(3).await?;
    let nodes: HashSet<String> = nodes_of(&first, "app=web").await?.into_iter().collect();
    ensure!(nodes.len() == 2, "pods run on {nodes:?}");
    let url = first.url("web").await?;
    for machine in [&first, &second] {
        machine.answers(&url, 3).await?;
    }
    let container = json!({"name": "main", "image": IMAGE});
    let set = json!({
        "apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "everywhere"},
        "spec": {
            "selector": {"matchLabels": {"app": "everywhere"}},
            "template": {"metadata": {"labels": {"app": "everywhere"}}, "spec": {"containers": [container]}},
        },
    });
    first.apply(&set).await?;
    first.kubectl(&["rollout", "status", "daemonset/everywhere", "--timeout=90s"]).await?;
    let mut nodes = nodes_of(&first, "app=everywhere").await?;
    nodes.sort();
    ensure!(nodes == ["one", "two"], "{nodes:?}");
    for pod in first.kubectl(&["get", "pods", "-l", "app=everywhere", "-o", "name"]).await?.lines() {
        // What the API server asks of the kubelet of either node.
        let said = first.kubectl(&["exec", pod, "--", "wget", "-q", "-O-", &url]).await?;
        ensure!(said.contains("one"), "{said}");
    }
    finish(lab, vec![second, first]).await
}

/// Waits until a node is known to be lost, and its pods run elsewhere.
async fn moved(first: &Machine) -> Result<()> {
    let ready = ".status.conditions[?(@.type==\"Ready\")].status";
    first.becomes("node/two", ready, "Unknown").await?;
    let taints = ".spec.taints[?(@.effect==\"NoExecute\")].key";
    first.becomes("node/two", taints, "node.kubernetes.io/unreachable").await?;
    eventually("all pods that count run on the first node", || async {
        let found = first
            .kubectl(&["get", "pods", "-l", "app=web", "--field-selector=status.phase=Running", NODES])
            .await?;
        let status = first.field("deployment/web", ".status.readyReplicas").await?;
        ensure!(
            status == "3" && found.lines().filter(|node| *node == "one").count() == 3,
            "{status} {found}"
        );
        Ok(())
    })
    .await?;
    first.answers(&first.url("web").await?, 3).await
}

#[tokio::test(flavor = "multi_thread")]
async fn pods_of_a_lost_node_move_and_the_node_may_come_back() -> Result<()> {
    let lab = Lab::new().await?;
    let first = Machine::up_with(&lab, "one", &SERVER).await?;
    let command = first.navarch(&["token", "create", "--print-join-command"]).await?;
    let mut second = Machine::join(&lab, "two", &first, &[LEASE]).await?;
    import(&lab, &second.node).await?;
    first.has_nodes(2).await?;
    first.deploy(3).await?;
    ensure!(nodes_of(&first, "app=web").await?.contains(&"two".to_owned()), "no pod is on the second node");

    lab.unplug(&second.node).await?;
    moved(&first).await?;
    lab.plug(&second.node).await?;
    let ready = ".status.conditions[?(@.type==\"Ready\")].status";
    first.becomes("node/two", ready, "True").await.with_context(|| second.process.log())?;
    first.becomes("node/two", ".spec.taints", "").await?;
    eventually("what was moved away ends on the node that came back", || async {
        let left = nodes_of(&first, "app=web").await?;
        ensure!(left == ["one", "one", "one"], "{left:?}");
        ensure!(processes(&second.node, "httpd").await? == 0, "a container still runs");
        Ok(())
    })
    .await?;

    first.kubectl(&["scale", "deployment/web", "--replicas=6"]).await?;
    first.rolled_out("web").await?;
    ensure!(
        nodes_of(&first, "app=web").await?.contains(&"two".to_owned()),
        "the node that came back gets pods"
    );
    first.kubectl(&["scale", "deployment/web", "--replicas=3"]).await?;
    second.process.kill().await?;
    for program in ["httpd", "oci-shim"] {
        end(&second.node, program).await?;
    }
    moved(&first).await?;
    first.kubectl(&["delete", "node", "two"]).await?;
    eventually("pods of the node that is gone are gone", || async {
        let left = nodes_of(&first, "app=web").await?;
        ensure!(left == ["one", "one", "one"], "{left:?}");
        Ok(())
    })
    .await?;
    second.process = Machine::start_agent(&second.node, &command, &[LEASE]).await?;
    first.has_nodes(2).await?;
    finish(lab, vec![second, first]).await
}

async fn processes(node: &Node, program: &str) -> Result<usize> {
    let found = node.output(&["pgrep", "-f", program]).await?.stdout;
    Ok(found.lines().count())
}

/// Ends all processes of a program on a node, without asking.
async fn end(node: &Node, program: &str) -> Result<()> {
    for pid in node.output(&["pgrep", "-f", program]).await?.stdout.lines() {
        // One may have ended with another.
        node.output(&["kill", "-s", "KILL", pid]).await?;
    }
    Ok(())
}
