//! A whole cluster as a person uses it: in the lab, with real containers and packets, through kubectl.

use std::collections::HashSet;

use anyhow::{Context, Result, ensure};
use testing::lab::image::Image;
use testing::lab::{Lab, Node, Process, eventually};

const NAVARCH: &str = env!("CARGO_BIN_EXE_navarch");
const DATA: &str = "/var/lib/navarch";
const KUBECONFIG: &str = "/var/lib/navarch/admin.kubeconfig";
const IMAGE: &str = "navarch.test/web:1";

/// A machine of the lab that runs navarch.
struct Machine {
    node: Node,
    process: Process,
}

impl Machine {
    /// `navarch up` on it, until it says that it is ready.
    async fn up(lab: &Lab, name: &str) -> Result<Self> {
        let node = lab.node(name).await?;
        let process = Self::start(&node).await?;
        let machine = Self { node, process };
        machine.import(lab).await?;
        Ok(machine)
    }

    async fn start(node: &Node) -> Result<Process> {
        let ip = node.ip().to_string();
        let mut process = node
            .spawn(
                "navarch",
                &[NAVARCH, "--data-dir", DATA, "up", "--node-name", node.name(), "--node-ip", &ip],
            )
            .await?;
        process.line("ready https://").await?;
        Ok(process)
    }

    /// A node of another machine's cluster, by the command that was printed there.
    async fn join(lab: &Lab, name: &str, command: &str) -> Result<Self> {
        let node = lab.node(name).await?;
        let ip = node.ip().to_string();
        let mut arguments = vec![NAVARCH, "--data-dir", DATA];
        arguments.extend(command.split_whitespace().skip(1));
        arguments.extend(["--node-name", name, "--node-ip", &ip]);
        let mut process = node.spawn("navarch", &arguments).await?;
        process.line("ready https://").await?;
        let machine = Self { node, process };
        machine.import(lab).await?;
        Ok(machine)
    }

    async fn import(&self, lab: &Lab) -> Result<()> {
        let archive = lab.dir().join("web.tar");
        if !archive.exists() {
            Image { reference: IMAGE, text: "one" }.write(&archive)?;
        }
        let archive = archive.to_str().context("paths of labs are text")?;
        self.node.run(&[NAVARCH, "--data-dir", DATA, "image", "import", archive]).await.map(drop)
    }

    async fn kubectl(&self, arguments: &[&str]) -> Result<String> {
        let mut all = vec!["kubectl", "--kubeconfig", KUBECONFIG];
        all.extend(arguments);
        self.node.run(&all).await
    }

    /// One field of one object.
    async fn field(&self, object: &str, path: &str) -> Result<String> {
        self.kubectl(&["get", object, "-o", &format!("jsonpath={{{path}}}")]).await
    }

    /// The names that answer at a URL, of so many requests.
    async fn names(&self, url: &str, requests: usize) -> Result<HashSet<String>> {
        let mut names = HashSet::new();
        for _ in 0..requests {
            let page = self.node.curl(url).await?;
            names.insert(page.split_whitespace().next().unwrap_or_default().to_owned());
        }
        Ok(names)
    }

    /// Waits until the deployment has all its pods.
    async fn rolled_out(&self) -> Result<()> {
        self.kubectl(&["rollout", "status", "deployment/web", "--timeout=60s"]).await.map(drop)
    }
}

/// The three pods of the README, behind a service.
async fn deploy(machine: &Machine) -> Result<()> {
    machine.kubectl(&["create", "deployment", "web", &format!("--image={IMAGE}"), "--replicas=3"]).await?;
    machine
        .kubectl(&["expose", "deployment", "web", "--port=80", "--target-port=8080", "--type=NodePort"])
        .await?;
    machine.rolled_out().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deployment_answers_by_address_port_and_name() -> Result<()> {
    let lab = Lab::new().await?;
    let machine = Machine::up(&lab, "one").await?;
    deploy(&machine).await?;
    let address = machine.field("service/web", ".spec.clusterIP").await?;
    let port = machine.field("service/web", ".spec.ports[0].nodePort").await?;
    let by_address = format!("http://{address}/");
    eventually("all three pods answer", || async {
        let names = machine.names(&by_address, 20).await?;
        ensure!(names.len() == 3, "{names:?}");
        Ok(())
    })
    .await?;
    machine.names(&format!("http://{}:{port}/", machine.node.ip()), 3).await?;

    let name = "web.default.svc.cluster.local";
    let found = machine.node.run(&["dig", "+short", "@10.96.0.10", name]).await?;
    ensure!(found.trim() == address, "dig says {found:?}");
    let page = machine
        .kubectl(&["exec", "deploy/web", "--", "wget", "-q", "-O-", &format!("http://{name}/")])
        .await?;
    ensure!(page.contains("one"), "{page:?}");

    let pods = machine.kubectl(&["get", "pods", "-o", "name"]).await?;
    let first = pods.lines().next().context("there are pods")?;
    machine.kubectl(&["delete", first, "--now"]).await?;
    machine.rolled_out().await?;
    machine.kubectl(&["scale", "deployment/web", "--replicas=1"]).await?;
    eventually("one pod is left", || async {
        let pods = machine.kubectl(&["get", "pods", "-o", "name"]).await?;
        ensure!(pods.lines().count() == 1, "{pods}");
        Ok(())
    })
    .await?;
    machine.kubectl(&["delete", "deployment/web", "service/web"]).await?;
    finish(lab, vec![machine]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn containers_outlive_navarch_and_are_taken_over() -> Result<()> {
    let lab = Lab::new().await?;
    let mut machine = Machine::up(&lab, "one").await?;
    deploy(&machine).await?;
    let address = machine.field("service/web", ".spec.clusterIP").await?;
    let pods = "-o=jsonpath={range .items[*]}{.metadata.name} {.status.containerStatuses[0].containerID} {.status.podIP}{\"\\n\"}{end}";
    let before = machine.kubectl(&["get", "pods", pods]).await?;
    machine.process.kill().await?;
    machine.names(&format!("http://{address}/"), 5).await.context("services answer while navarch is away")?;
    machine.process = Machine::start(&machine.node).await?;
    machine.rolled_out().await?;
    let after = machine.kubectl(&["get", "pods", pods]).await?;
    ensure!(before == after, "the same containers, before:\n{before}after:\n{after}");
    machine.names(&format!("http://{address}/"), 5).await?;
    finish(lab, vec![machine]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_node_joins_and_pods_reach_each_other() -> Result<()> {
    let lab = Lab::new().await?;
    let first = Machine::up(&lab, "one").await?;
    let join =
        first.node.run(&[NAVARCH, "--data-dir", DATA, "token", "create", "--print-join-command"]).await?;
    let second = Machine::join(&lab, "two", &join).await?;
    eventually("both nodes are ready", || async {
        let ready = first.kubectl(&["get", "nodes", "--no-headers"]).await?;
        ensure!(ready.lines().filter(|line| line.contains(" Ready ")).count() == 2, "{ready}");
        Ok(())
    })
    .await?;
    deploy(&first).await?;
    let nodes = "-o=jsonpath={range .items[*]}{.spec.nodeName}{\"\\n\"}{end}";
    let nodes: HashSet<String> =
        first.kubectl(&["get", "pods", nodes]).await?.lines().map(str::to_owned).collect();
    ensure!(nodes.len() == 2, "pods run on {nodes:?}");
    let address = first.field("service/web", ".spec.clusterIP").await?;
    for machine in [&first, &second] {
        eventually("all three pods answer on every node", || async {
            let names = machine.names(&format!("http://{address}/"), 20).await?;
            ensure!(names.len() == 3, "{names:?}");
            Ok(())
        })
        .await?;
    }
    finish(lab, vec![second, first]).await
}

/// Takes everything down, and looks for what is left.
async fn finish(lab: Lab, machines: Vec<Machine>) -> Result<()> {
    for mut machine in machines {
        machine.process.stop().await?;
        machine.node.run(&[NAVARCH, "--data-dir", DATA, "reset", "--yes"]).await?;
        let leaks = machine.node.leaks().await?;
        ensure!(leaks.is_empty(), "left on {}: {leaks:#?}", machine.node.name());
    }
    lab.finish().await
}
