//! The same core path on a runtime behind CRI: containerd with runc, one node and two.

use anyhow::{Context as _, Result, ensure};
use testing::lab::image::Image;
use testing::lab::{Lab, Node, Process, eventually};

use super::machine::{Machine, archives};

const SOCKET: &str = "/run/containerd/containerd.sock";
const ENDPOINT: &str = "--container-runtime-endpoint=unix:///run/containerd/containerd.sock";
const PAUSE: &str = "navarch.test/pause:1";

/// As a person would configure it, but for what this kind of lab can't do: scores of the kernel's out-of-memory killer can't be lowered,
/// and the root file system is no place for overlays.
const CONFIG: &str = r#"version = 2
[grpc]
address = "/run/containerd/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "navarch.test/pause:1"
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".containerd]
snapshotter = "native"
"#;

async fn containerd(lab: &Lab, node: &Node) -> Result<Process> {
    // Debian has the plugins elsewhere than where containerd looks by default; it needs the one for the loopback device.
    node.run(&["mkdir", "-p", "/opt/cni/bin"]).await?;
    node.run(&["ln", "-sf", "/usr/lib/cni/loopback", "/opt/cni/bin/loopback"]).await?;
    let config = node.dir().join("containerd.toml");
    std::fs::write(&config, CONFIG)?;
    let config = config.to_str().context("paths of labs are text")?;
    let process = node.spawn("containerd", &["containerd", "--config", config]).await?;
    let ctr = ["ctr", "--address", SOCKET, "--namespace", "k8s.io"];
    eventually("containerd answers", || async { node.run(&[&ctr[..], &["version"]].concat()).await })
        .await
        .with_context(|| process.log())?;
    let pause = lab.dir().join("pause.tar");
    if !pause.exists() {
        Image { reference: PAUSE, text: "pause" }.write_idle(&pause)?;
    }
    let pause = pause.to_str().context("paths of labs are text")?.to_owned();
    for archive in archives(lab)?.iter().chain([&pause]) {
        node.run(&[&ctr[..], &["images", "import", archive]].concat()).await?;
    }
    Ok(process)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_core_path_runs_on_containerd_on_one_and_two_nodes() -> Result<()> {
    let lab = Lab::new().await?;
    let node = lab.node("one").await?;
    let mut runtimes = vec![containerd(&lab, &node).await?];
    let process = Machine::start(&node, &[ENDPOINT]).await?;
    let mut first = Machine { node, process };
    first.deploy(3).await.with_context(|| runtimes[0].log())?;
    let url = first.url("web").await?;
    first.answers(&url, 3).await?;
    let version = first.field("node/one", ".status.nodeInfo.containerRuntimeVersion").await?;
    ensure!(version.starts_with("containerd://"), "{version}");
    let page = first.kubectl(&["exec", "deploy/web", "--", "wget", "-q", "-O-", "http://web/"]).await?;
    ensure!(page.contains("one"), "{page}");
    first.kubectl(&["logs", "deploy/web"]).await?;
    let id = "-o=jsonpath={.items[*].status.containerStatuses[0].containerID}";
    let before = first.kubectl(&["get", "pods", id]).await?;
    first.process.kill().await?;
    first.names(&url, 5).await.context("services answer while navarch is away")?;
    first.process = Machine::start(&first.node, &[ENDPOINT]).await?;
    first.rolled_out("web").await?;
    ensure!(first.kubectl(&["get", "pods", id]).await? == before, "the same containers");

    let node = lab.node("two").await?;
    runtimes.push(containerd(&lab, &node).await?);
    let command = first.navarch(&["token", "create", "--print-join-command"]).await?;
    let process = Machine::start_agent(&node, &command, &[ENDPOINT]).await?;
    let second = Machine { node, process };
    first.has_nodes(2).await?;
    first.kubectl(&["scale", "deployment/web", "--replicas=6"]).await?;
    first.rolled_out("web").await?;
    let nodes = "-o=jsonpath={.items[*].spec.nodeName}";
    ensure!(first.kubectl(&["get", "pods", nodes]).await?.contains("two"), "the second node has pods");
    for machine in [&first, &second] {
        machine.answers(&url, 6).await?;
    }
    for mut machine in [second, first] {
        machine.process.stop().await?;
        let said = machine.navarch(&["reset", "--yes"]).await?;
        ensure!(said.contains("removed all"), "{said}");
        let mut runtime = runtimes.pop().context("each node has one")?;
        runtime.stop().await?;
        let leaks = machine.node.leaks().await?;
        // What containerd itself keeps is its own.
        let ours = |leak: &&String| !leak.contains("containerd");
        let leaks: Vec<&String> = leaks.iter().filter(ours).collect();
        ensure!(leaks.is_empty(), "left on {}: {leaks:#?}", machine.node.name());
    }
    lab.finish().await
}
