//! `navarch kubectl` on a cluster in the lab: the verbs that need pods which run.

use anyhow::{Context, Result, ensure};
use testing::lab::image::Image;
use testing::lab::{Lab, Node, Process, eventually};

const NAVARCH: &str = env!("CARGO_BIN_EXE_navarch");
const DATA: &str = "/var/lib/navarch";
const IMAGE: &str = "navarch.test/web:1";

struct Machine {
    node: Node,
    process: Process,
}

impl Machine {
    async fn up(lab: &Lab) -> Result<Self> {
        let node = lab.node("one").await?;
        let ip = node.ip().to_string();
        let up = [NAVARCH, "--data-dir", DATA, "up", "--node-name", node.name(), "--node-ip", &ip];
        let mut process = node.spawn("navarch", &up).await?;
        process.line("ready https://").await?;
        let archive = lab.dir().join("web.tar");
        Image { reference: IMAGE, text: "one" }.write(&archive)?;
        let archive = archive.to_str().context("paths of labs are text")?;
        node.run(&[NAVARCH, "--data-dir", DATA, "image", "import", archive]).await?;
        Ok(Self { node, process })
    }

    /// Ours; it finds the cluster's own kubeconfig.
    async fn kubectl(&self, arguments: &[&str]) -> Result<String> {
        let mut all = vec![NAVARCH, "kubectl"];
        all.extend(arguments);
        self.node.run(&all).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_runs_is_reached_by_our_own_kubectl() -> Result<()> {
    let lab = Lab::new().await?;
    let mut machine = Machine::up(&lab).await?;

    // A deployment comes up, and its rollout is followed to the end.
    let said = machine.kubectl(&["create", "deployment", "web", "--image", IMAGE, "--replicas=2"]).await?;
    ensure!(said.trim() == "deployment.apps/web created", "{said}");
    let said = machine.kubectl(&["rollout", "status", "deployment/web", "--timeout=120s"]).await?;
    ensure!(said.ends_with("deployment \"web\" successfully rolled out\n"), "{said}");
    let said =
        machine.kubectl(&["wait", "--for=condition=Available", "deployment/web", "--timeout=60s"]).await?;
    ensure!(said.trim() == "deployment.apps/web condition met", "{said}");

    // Tables, paths and descriptions show it.
    let pod = machine
        .kubectl(&["get", "pods", "-l", "app=web", "-o", "jsonpath={.items[0].metadata.name}"])
        .await?;
    let table = machine.kubectl(&["get", "pods", "-o", "wide"]).await?;
    ensure!(table.starts_with("NAME ") && table.contains("Running"), "{table}");
    let described = machine.kubectl(&["describe", "pod", &pod]).await?;
    ensure!(described.contains("State:          Running") && described.contains("Events:"), "{described}");
    let described = machine.kubectl(&["describe", "node", "one"]).await?;
    ensure!(described.contains("Allocated resources:") && described.contains(&pod), "{described}");

    // A command in the pod, its input and its exit code.
    let said = machine.kubectl(&["exec", &pod, "--", "cat", "/etc/hostname"]).await?;
    ensure!(said.trim() == pod, "{said}");
    let failed = machine.kubectl(&["exec", &pod, "--", "sh", "-c", "exit 3"]).await;
    let text = failed.err().context("a command that fails must not succeed")?.to_string();
    ensure!(text.contains("command terminated with exit code 3"), "{text}");

    // Files go in and come back.
    let there = format!("{pod}:/tmp/hosts");
    machine.kubectl(&["cp", "/etc/hosts", &there]).await?;
    let (in_pod, here) = (
        machine.kubectl(&["exec", &pod, "--", "cat", "/tmp/hosts"]).await?,
        machine.node.run(&["cat", "/etc/hosts"]).await?,
    );
    ensure!(in_pod == here, "{in_pod}");

    // A port of a service, forwarded, answers with the page.
    machine.kubectl(&["expose", "deployment", "web", "--port=80", "--target-port=8080"]).await?;
    let mut forward = machine
        .node
        .spawn("forward", &[NAVARCH, "kubectl", "port-forward", "service/web", "18080:80"])
        .await?;
    forward.line("Forwarding from 127.0.0.1:18080").await?;
    let page = machine.node.curl("http://127.0.0.1:18080/").await?;
    ensure!(!page.is_empty(), "the page is empty");

    // Logs follow what the container writes.
    let logs = machine.kubectl(&["logs", "deployment/web", "--tail=5"]).await;
    ensure!(logs.is_ok(), "{logs:?}");
    let out = machine
        .kubectl(&[
            "run",
            "say",
            "--image",
            IMAGE,
            "--restart=Never",
            "--command",
            "--",
            "sh",
            "-c",
            "echo hello",
        ])
        .await?;
    ensure!(out.trim() == "pod/say created", "{out}");
    eventually("the pod says what it has to", || async {
        let said = machine.kubectl(&["logs", "say"]).await?;
        ensure!(said.trim() == "hello", "{said}");
        Ok(())
    })
    .await?;

    // A change is rolled out and rolled back.
    machine.kubectl(&["set", "env", "deployment/web", "COLOR=red"]).await?;
    machine.kubectl(&["rollout", "status", "deployment/web", "--timeout=120s"]).await?;
    let history = machine.kubectl(&["rollout", "history", "deployment/web"]).await?;
    ensure!(history.contains("2         <none>"), "{history}");
    let said = machine.kubectl(&["rollout", "undo", "deployment/web"]).await?;
    ensure!(said.trim() == "deployment.apps/web rolled back", "{said}");

    let said = machine.kubectl(&["delete", "deployment", "web", "--timeout=60s"]).await?;
    ensure!(said.trim() == "deployment.apps \"web\" deleted from default namespace", "{said}");
    machine.kubectl(&["delete", "service/web", "pod/say", "--now"]).await?;

    forward.stop().await?;
    machine.process.stop().await?;
    machine.node.run(&[NAVARCH, "--data-dir", DATA, "reset", "--yes"]).await?;
    let leaks = machine.node.leaks().await?;
    ensure!(leaks.is_empty(), "left behind: {leaks:#?}");
    lab.finish().await
}
