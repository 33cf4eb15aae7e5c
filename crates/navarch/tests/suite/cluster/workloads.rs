//! Static pods from the manifest directory, and jobs.

use anyhow::{Result, ensure};
use serde_json::json;
use testing::lab::{Lab, eventually};

use super::machine::{DATA, IMAGE, Machine, finish, pod};

#[tokio::test(flavor = "multi_thread")]
async fn static_pods_run_and_are_shown_and_jobs_complete() -> Result<()> {
    let lab = Lab::new().await?;
    let machine = Machine::up(&lab, "one").await?;
    tokio::try_join!(static_pod(&machine), job(&machine))?;
    finish(lab, vec![machine]).await
}

async fn static_pod(machine: &Machine) -> Result<()> {
    // The node's /var/lib, as the test sees it.
    let manifests =
        machine.node.dir().join("lib").join(DATA.trim_start_matches("/var/lib/")).join("agent/manifests");
    let file = manifests.join("fixed.json");
    std::fs::write(&file, pod("fixed", &json!({}), &json!({})).to_string())?;
    machine.becomes("pod/fixed-one", ".status.phase", "Running").await?;
    machine.ready("fixed-one").await?;
    let mirror =
        machine.field("pod/fixed-one", ".metadata.annotations.kubernetes\\.io/config\\.mirror").await?;
    ensure!(!mirror.is_empty(), "it is no mirror");
    let owner = machine.field("pod/fixed-one", ".metadata.ownerReferences[0].kind").await?;
    ensure!(owner == "Node", "{owner}");
    let address = machine.field("pod/fixed-one", ".status.podIP").await?;
    eventually("it answers", || async { machine.node.curl(&format!("http://{address}:8080/")).await })
        .await
        .map(drop)
}

async fn job(machine: &Machine) -> Result<()> {
    let container =
        json!({"name": "work", "image": IMAGE, "command": ["sh", "-c", "echo done $JOB_COMPLETION_INDEX"]});
    machine
        .apply(&json!({
            "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "work"},
            "spec": {
                "completions": 3, "parallelism": 2, "completionMode": "Indexed",
                "template": {"spec": {"restartPolicy": "Never", "containers": [container]}},
            },
        }))
        .await?;
    machine.kubectl(&["wait", "--for=condition=complete", "job/work", "--timeout=90s"]).await?;
    let logs = machine.kubectl(&["logs", "-l", "job-name=work", "--tail=-1"]).await?;
    let mut lines: Vec<&str> = logs.lines().collect();
    lines.sort_unstable();
    ensure!(lines == ["done 0", "done 1", "done 2"], "{logs}");
    let counted = machine.field("job/work", ".status.succeeded").await?;
    ensure!(counted == "3", "{counted}");
    machine.kubectl(&["delete", "job", "work"]).await?;
    eventually("its pods go with it", || async {
        let left = machine.kubectl(&["get", "pods", "-l", "job-name=work", "-o", "name"]).await?;
        ensure!(left.is_empty(), "{left}");
        Ok(())
    })
    .await
}
