//! The cluster under test: two machines of the lab, with the suite's images on both.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use testing::lab::{Lab, Node, Process, eventually};

use crate::Args;

const DATA: &str = "/var/lib/navarch";

/// Two nodes, the first of which runs the control plane.
pub struct Cluster {
    machines: Vec<(Node, Process)>,
    _lab: Lab,
}

impl Cluster {
    /// Starts both, imports the images, and waits until both nodes are ready.
    pub async fn start(args: &Args) -> Result<Self> {
        let navarch = args.navarch.to_str().context("the program's path is text")?;
        let lab = Lab::new().await?;
        let first = lab.node("node-1").await?;
        let up = spawn(&first, navarch, &["up"], &args.flags).await?;
        let join = first
            .run(&[navarch, "--data-dir", DATA, "token", "create", "--print-join-command"])
            .await
            .context("ask for the command that joins a node")?;
        let second = lab.node("node-2").await?;
        let join: Vec<&str> = join.split_whitespace().skip(1).collect();
        let agent = spawn(&second, navarch, &join, &args.flags).await?;
        let cluster = Self { machines: vec![(first, up), (second, agent)], _lab: lab };
        for image in images(&args.suite)? {
            let image = image.to_str().context("an image's path is text")?;
            for (node, _) in &cluster.machines {
                node.run(&[navarch, "--data-dir", DATA, "image", "import", image]).await?;
            }
        }
        cluster.ready(args).await?;
        Ok(cluster)
    }

    /// The machine that the suite runs on: the one with the API server.
    pub fn first(&self) -> &Node {
        &self.machines[0].0
    }

    /// The administrator's kubeconfig, as a path on the first machine.
    pub fn kubeconfig() -> String {
        format!("{DATA}/admin.kubeconfig")
    }

    /// Copies what the machines said to the report's folder.
    pub fn keep_logs(&self, out: &Path) -> Result<()> {
        for (node, process) in &self.machines {
            let to = out.join(format!("{}.log", node.name()));
            std::fs::copy(process.log_path(), &to).with_context(|| format!("write {}", to.display()))?;
        }
        Ok(())
    }

    async fn ready(&self, args: &Args) -> Result<()> {
        let kubectl = crate::judge::kubectl(&args.suite);
        let kubeconfig = Self::kubeconfig();
        let get = [kubectl.as_str(), "--kubeconfig", &kubeconfig, "get", "nodes", "--no-headers"];
        eventually("both nodes are ready", || async {
            let nodes = self.first().run(&get).await?;
            ensure!(nodes.lines().filter(|line| line.contains(" Ready ")).count() == 2, "{nodes}");
            Ok(())
        })
        .await
    }
}

/// `navarch up` or `navarch agent` on a machine, until it says that it is ready.
async fn spawn(node: &Node, navarch: &str, command: &[&str], flags: &[String]) -> Result<Process> {
    let ip = node.ip().to_string();
    let mut all = vec![navarch, "--data-dir", DATA];
    all.extend(command);
    all.extend(["--node-name", node.name(), "--node-ip", &ip]);
    all.extend(flags.iter().map(String::as_str));
    let mut process = node.spawn("navarch", &all).await?;
    process.line("ready https://").await?;
    Ok(process)
}

fn images(suite: &Path) -> Result<Vec<PathBuf>> {
    let dir = suite.join("images");
    let entries = std::fs::read_dir(&dir).with_context(|| format!("read {}", dir.display()))?;
    let mut images: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tar"))
        .collect();
    images.sort_unstable();
    Ok(images)
}
