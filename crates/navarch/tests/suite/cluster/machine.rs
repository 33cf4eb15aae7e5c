//! A machine of the lab that runs navarch, and what a person does there with kubectl.

use std::collections::HashSet;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use testing::lab::image::Image;
use testing::lab::{Lab, Node, Output, Process, eventually};

pub const NAVARCH: &str = env!("CARGO_BIN_EXE_navarch");
pub const DATA: &str = "/var/lib/navarch";
pub const KUBECONFIG: &str = "/var/lib/navarch/admin.kubeconfig";
/// What it remembers of a server is the machine's own: all servers of the lab have the same address on their machine.
const KUBECTL: [&str; 5] = ["kubectl", "--kubeconfig", KUBECONFIG, "--cache-dir", "/var/lib/kube-cache"];
/// A web server that says its host's name and `one`.
pub const IMAGE: &str = "navarch.test/web:1";
/// The same, and it says `two`.
pub const NEXT_IMAGE: &str = "navarch.test/web:2";

pub struct Machine {
    pub node: Node,
    pub process: Process,
}

impl Machine {
    /// `navarch up` on it, until it says that it is ready; with the images.
    pub async fn up(lab: &Lab, name: &str) -> Result<Self> {
        Self::up_with(lab, name, &[]).await
    }

    pub async fn up_with(lab: &Lab, name: &str, flags: &[&str]) -> Result<Self> {
        let node = lab.node(name).await?;
        let process = Self::start(&node, flags).await?;
        import(lab, &node).await?;
        Ok(Self { node, process })
    }

    /// `navarch up` on a node that may have run it before.
    pub async fn start(node: &Node, flags: &[&str]) -> Result<Process> {
        let ip = node.ip().to_string();
        let mut all = vec![NAVARCH, "--data-dir", DATA, "up", "--node-name", node.name(), "--node-ip", &ip];
        all.extend(flags);
        let mut process = node.spawn("navarch", &all).await?;
        process.line("ready https://").await?;
        Ok(process)
    }

    /// A node of another machine's cluster, by the command that is printed there.
    pub async fn join(lab: &Lab, name: &str, first: &Self, flags: &[&str]) -> Result<Self> {
        let command = first
            .navarch(&["token", "create", "--print-join-command"])
            .await
            .context("asking how to join")?;
        let node = lab.node(name).await?;
        let process = Self::start_agent(&node, &command, flags).await?;
        Ok(Self { node, process })
    }

    pub async fn start_agent(node: &Node, command: &str, flags: &[&str]) -> Result<Process> {
        let ip = node.ip().to_string();
        let mut all = vec![NAVARCH, "--data-dir", DATA];
        all.extend(command.split_whitespace().skip(1));
        all.extend(["--node-name", node.name(), "--node-ip", &ip]);
        all.extend(flags);
        let mut process = node.spawn("navarch", &all).await?;
        process.line("ready https://").await?;
        Ok(process)
    }

    pub async fn navarch(&self, arguments: &[&str]) -> Result<String> {
        self.node.run(&[&[NAVARCH, "--data-dir", DATA], arguments].concat()).await
    }

    pub async fn kubectl(&self, arguments: &[&str]) -> Result<String> {
        self.node.run(&[&KUBECTL[..], arguments].concat()).await
    }

    /// What kubectl says, whether it succeeds or not.
    pub async fn kubectl_output(&self, arguments: &[&str]) -> Result<Output> {
        self.node.output(&[&KUBECTL[..], arguments].concat()).await
    }

    /// A kubectl that goes on: `logs -f`, `get -w`, `port-forward`.
    pub async fn kubectl_spawn(&self, name: &str, arguments: &[&str]) -> Result<Process> {
        self.node.spawn(name, &[&KUBECTL[..], arguments].concat()).await
    }

    /// `kubectl apply` of one object.
    pub async fn apply(&self, object: &Value) -> Result<()> {
        let name = object["metadata"]["name"].as_str().context("it has a name")?;
        let kind = object["kind"].as_str().context("it has a kind")?;
        let file = self.node.dir().join(format!("{kind}-{name}.json"));
        std::fs::write(&file, object.to_string())?;
        self.kubectl(&["apply", "-f", file.to_str().context("paths of labs are text")?]).await.map(drop)
    }

    /// One field of one object; empty if it has none.
    pub async fn field(&self, object: &str, path: &str) -> Result<String> {
        self.kubectl(&["get", object, "-o", &format!("jsonpath={{{path}}}")]).await
    }

    /// Waits until a field of an object has a value.
    pub async fn becomes(&self, object: &str, path: &str, wanted: &str) -> Result<()> {
        let what = format!("{object} has {wanted:?} in {path}");
        let outcome = eventually(&what, || async {
            let found = self.field(object, path).await?;
            ensure!(found == wanted, "it is {found:?}");
            Ok(())
        });
        match outcome.await {
            Ok(()) => Ok(()),
            Err(error) => Err(error.context(self.explain(object).await)),
        }
    }

    /// What a person would look at next.
    async fn explain(&self, object: &str) -> String {
        let described = self.kubectl_output(&["describe", object]).await;
        described.map_or_else(|error| error.to_string(), |output| output.stdout + &output.stderr)
    }

    /// Waits until a pod is ready.
    pub async fn ready(&self, pod: &str) -> Result<()> {
        self.becomes(&format!("pod/{pod}"), ".status.conditions[?(@.type==\"Ready\")].status", "True").await
    }

    /// Runs a command in a pod.
    pub async fn exec(&self, pod: &str, command: &[&str]) -> Result<String> {
        self.kubectl(&[&["exec", pod, "--"], command].concat()).await
    }

    /// The names that answer at a URL, of so many requests.
    pub async fn names(&self, url: &str, requests: usize) -> Result<HashSet<String>> {
        let mut names = HashSet::new();
        for _ in 0..requests {
            let page = self.node.curl(url).await?;
            names.insert(page.split_whitespace().next().unwrap_or_default().to_owned());
        }
        Ok(names)
    }

    /// Waits until just so many different pods answer at a URL.
    pub async fn answers(&self, url: &str, pods: usize) -> Result<()> {
        eventually(&format!("{pods} pods answer at {url}"), || async {
            let names = self.names(url, 8 * pods).await?;
            ensure!(names.len() == pods, "{names:?}");
            Ok(())
        })
        .await
    }

    /// The URL of a service by its cluster address.
    pub async fn url(&self, service: &str) -> Result<String> {
        Ok(format!("http://{}/", self.field(&format!("service/{service}"), ".spec.clusterIP").await?))
    }

    /// Waits until the deployment has all its pods.
    pub async fn rolled_out(&self, deployment: &str) -> Result<()> {
        let name = format!("deployment/{deployment}");
        let outcome = self.kubectl_output(&["rollout", "status", &name, "--timeout=90s"]).await?;
        if outcome.code != 0 {
            let pods = self.explain("pods").await;
            anyhow::bail!("{name}: {}{}\n{pods}\n{}", outcome.stdout, outcome.stderr, self.process.log());
        }
        Ok(())
    }

    /// The pods of the README, behind a service.
    pub async fn deploy(&self, replicas: usize) -> Result<()> {
        let (image, replicas) = (format!("--image={IMAGE}"), format!("--replicas={replicas}"));
        self.kubectl(&["create", "deployment", "web", &image, &replicas]).await?;
        self.kubectl(&["expose", "deployment", "web", "--port=80", "--target-port=8080", "--type=NodePort"])
            .await?;
        self.rolled_out("web").await
    }

    /// Waits until so many nodes are ready.
    pub async fn has_nodes(&self, count: usize) -> Result<()> {
        eventually(&format!("{count} nodes are ready"), || async {
            let nodes = self.kubectl(&["get", "nodes", "--no-headers"]).await?;
            ensure!(nodes.lines().filter(|line| line.contains(" Ready ")).count() == count, "{nodes}");
            Ok(())
        })
        .await
    }

    /// Ends a process on the machine's node that was started with exactly this command line, without asking.
    pub async fn kill_command(&self, command: &str) -> Result<()> {
        let found = self.node.run(&["pgrep", "-fx", command]).await?;
        let pid = found.trim();
        ensure!(pid.parse::<u32>().is_ok(), "not just one process is {command:?}: {found:?}");
        self.node.run(&["kill", "-s", "KILL", pid]).await.map(drop)
    }
}

/// Both images into a node's embedded runtime.
pub async fn import(lab: &Lab, node: &Node) -> Result<()> {
    for archive in archives(lab)? {
        node.run(&[NAVARCH, "--data-dir", DATA, "image", "import", &archive]).await?;
    }
    Ok(())
}

/// Archives of both images.
pub fn archives(lab: &Lab) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for (reference, text) in [(IMAGE, "one"), (NEXT_IMAGE, "two")] {
        let archive = lab.dir().join(format!("{text}.tar"));
        if !archive.exists() {
            Image { reference, text }.write(&archive)?;
        }
        paths.push(archive.to_str().context("paths of labs are text")?.to_owned());
    }
    Ok(paths)
}

/// A pod of one container with these fields beside its image, and these of the pod itself.
pub fn pod(name: &str, container: &Value, spec: &Value) -> Value {
    let mut own = json!({"name": "main", "image": IMAGE});
    merge(&mut own, container);
    let mut all = json!({"terminationGracePeriodSeconds": 1, "containers": [own]});
    merge(&mut all, spec);
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": {"app": name}}, "spec": all})
}

fn merge(into: &mut Value, from: &Value) {
    for (key, value) in from.as_object().into_iter().flatten() {
        into[key] = value.clone();
    }
}

/// A service in front of the pods with this label.
pub fn service(name: &str, app: &str) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Service", "metadata": {"name": name},
        "spec": {"selector": {"app": app}, "ports": [{"port": 80, "targetPort": 8080}]},
    })
}

/// Takes everything down, and looks for what is left.
pub async fn finish(lab: Lab, machines: Vec<Machine>) -> Result<()> {
    for mut machine in machines {
        machine.process.stop().await?;
        machine.navarch(&["reset", "--yes"]).await?;
        let leaks = machine.node.leaks().await?;
        ensure!(leaks.is_empty(), "left on {}: {leaks:#?}", machine.node.name());
    }
    lab.finish().await
}
