//! A node: namespaces held by a waiting process, and what can be done there.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use netlink::{Handle, Netns, Route};

use crate::lab::cgroups::{self, Cgroup};
use crate::lab::{Place, Process, leaks};

/// Enters the node's cgroups (given as arguments up to `--`), then becomes what follows.
const ENTER: &str =
    r#"while [ "$1" != -- ]; do echo $$ > "$1/cgroup.procs" || exit 125; shift; done; shift; exec "$@""#;

/// The node's first process: gives it a state of its own, says so, and waits for its input to end, burying orphans meanwhile (a `read`
/// of its own would end with the first of them).
/// Arguments: pairs of a cgroup's directory and the place where it is mounted.
const INIT: &str = r#"set -e
hostname "$NODE"
for dir in lib log run; do mkdir -p "$DIR/$dir"; done
for dir in etc opt; do
  mkdir -p "$DIR/$dir"; mount -t tmpfs tmpfs "$DIR/$dir"; mkdir "$DIR/$dir/upper" "$DIR/$dir/work"
  mount -t overlay -o "lowerdir=/$dir,upperdir=$DIR/$dir/upper,workdir=$DIR/$dir/work" overlay "/$dir"
done
mount --bind "$DIR/lib" /var/lib; mount --bind "$DIR/log" /var/log; mount --bind "$DIR/run" /run
while [ $# -gt 1 ]; do mount --bind "$1" "$2"; shift 2; done
mount --make-rshared /
echo ready
exec 3<&0
cat -- <&3 >/dev/null &
while kill -0 $! 2>/dev/null; do wait $! || :; done"#;

/// The second process of a node, by which the first one learns that its input has ended.
pub(super) const WAITER: &str = "cat --";

/// One machine of the lab. Clones are the same machine.
#[derive(Clone)]
pub struct Node(Arc<Inner>);

struct Inner {
    name: String,
    dir: PathBuf,
    place: Place,
    pid: u32,
    cgroups: Vec<Cgroup>,
    holder: Mutex<Option<(Child, ChildStdin)>>,
    mounts: Vec<String>,
}

/// What a command gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// What it printed.
    pub stdout: String,
    /// What it complained of.
    pub stderr: String,
    /// What it ended with; -1 by a signal.
    pub code: i32,
}

impl Node {
    /// Starts the namespaces; the link comes later.
    pub(super) fn start(lab: &str, dir: &Path, name: &str, place: Place) -> Result<Self> {
        let dir = dir.join(name);
        fs::create_dir_all(&dir)?;
        let cgroups = cgroups::make(&format!("{lab}-{name}"))?;
        let mut command = Command::new("sh");
        command.args(["-c", ENTER, "sh"]).args(cgroups.iter().map(|cgroup| &cgroup.dir)).arg("--");
        command.args([
            "unshare",
            "--net",
            "--mount",
            "--pid",
            "--uts",
            "--ipc",
            "--cgroup",
            "--fork",
            "--kill-child",
        ]);
        command.args(["--mount-proc", "--propagation", "private", "sh", "-c", INIT, "sh"]);
        command.args(cgroups.iter().flat_map(|cgroup| [&cgroup.dir, &cgroup.point]));
        command.env("NODE", name).env("DIR", &dir).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().context("start a node")?;
        let stdin = child.stdin.take().context("its input is a pipe")?;
        let stdout = child.stdout.take().context("its output is a pipe")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        if line != "ready\n" {
            cgroups.iter().for_each(|cgroup| cgroups::remove(&cgroup.dir));
            bail!("node {name} did not start: {line:?}");
        }
        let pid = child.id();
        let mounts = leaks::mounts(pid)?;
        let holder = Mutex::new(Some((child, stdin)));
        Ok(Self(Arc::new(Inner { name: name.to_owned(), dir, place, pid, cgroups, holder, mounts })))
    }

    /// Gives its link and loopback what they need.
    pub(super) async fn configure(&self, place: Place) -> Result<()> {
        let handle = self.handle()?;
        // Nobody else has the link's address, and a node that still asks around for a second can't forward IPv6.
        self.netns()?.set_sysctl("net.ipv6.conf.eth0.accept_dad", "0")?;
        for name in ["lo", "eth0"] {
            handle
                .set_up(handle.link(name).await?.with_context(|| format!("a node has {name}"))?.index)
                .await?;
        }
        let eth0 = handle.link("eth0").await?.context("a node has eth0")?.index;
        for (address, gateway) in place.addresses.into_iter().zip(place.gateways) {
            handle.add_address(eth0, address).await?;
            let all = if gateway.is_ipv4() { "0.0.0.0/0" } else { "::/0" };
            let route = Route { gateway: Some(gateway), link: Some(eth0), ..Route::to(all.parse()?) };
            handle.replace_route(&route).await?;
        }
        Ok(())
    }

    /// Its name, which is also its host name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Its IPv4 address on the switch.
    pub fn ip(&self) -> IpAddr {
        self.0.place.addresses[0].addr()
    }

    /// Its IPv6 address on the switch.
    pub fn ip6(&self) -> IpAddr {
        self.0.place.addresses[1].addr()
    }

    /// Its directory, the same path on the node and for the test. `lib`, `log`, `run` in it are the node's `/var/lib`, `/var/log`, `/run`.
    pub fn dir(&self) -> &Path {
        &self.0.dir
    }

    /// The file of its network namespace.
    pub fn netns_path(&self) -> PathBuf {
        format!("/proc/{}/ns/net", self.0.pid).into()
    }

    /// Its network namespace.
    pub fn netns(&self) -> Result<Netns> {
        Ok(Netns::open(self.netns_path())?)
    }

    /// Its links, addresses and routes.
    pub fn handle(&self) -> Result<Handle> {
        Ok(Handle::within(&self.netns()?)?)
    }

    /// A command to be run on the node: in all its namespaces and cgroups.
    pub fn command(&self, arguments: &[&str]) -> tokio::process::Command {
        let mut command = tokio::process::Command::new("sh");
        command.args(["-c", ENTER, "sh"]).args(self.0.cgroups.iter().map(|cgroup| &cgroup.dir)).arg("--");
        command.args(["nsenter", "--net", "--mount", "--uts", "--ipc", "--cgroup", "--wd=/", "--target"]);
        command.arg(self.0.pid.to_string()).arg(format!("--pid=/proc/{}/ns/pid_for_children", self.0.pid));
        command.arg("--").args(arguments).stdin(Stdio::null()).kill_on_drop(true);
        command
    }

    /// Runs a command to its end, whatever that is.
    pub async fn output(&self, arguments: &[&str]) -> Result<Output> {
        let output = self.command(arguments).output().await.with_context(|| format!("run {arguments:?}"))?;
        Ok(Output {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code().unwrap_or(-1),
        })
    }

    /// Runs a command that must succeed; gives what it printed.
    pub async fn run(&self, arguments: &[&str]) -> Result<String> {
        let output = self.output(arguments).await?;
        if output.code != 0 {
            bail!(
                "{arguments:?} on {} ended with {}: {}{}",
                self.name(),
                output.code,
                output.stdout,
                output.stderr
            );
        }
        Ok(output.stdout)
    }

    /// Fetches a page from the node, within five seconds.
    pub async fn curl(&self, url: &str) -> Result<String> {
        self.run(&["curl", "--silent", "--show-error", "--fail", "--noproxy", "*", "--max-time", "5", url])
            .await
    }

    /// Starts a program that goes on; its output goes to a file named after `name`.
    pub async fn spawn(&self, name: &str, arguments: &[&str]) -> Result<Process> {
        Process::start(self, name, arguments).await
    }

    /// What is on the node now that was not in the beginning.
    pub async fn leaks(&self) -> Result<Vec<String>> {
        leaks::find(self, self.0.pid, &self.0.mounts, &self.0.cgroups).await
    }

    /// Ends everything on it, at once.
    pub(super) fn end(&self) {
        let holder = self.0.holder.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((mut child, stdin)) = holder {
            // The end of its input ends the first process, and with it the kernel ends all others before the holder is told.
            drop(stdin);
            let _ = child.wait();
        }
        self.0.cgroups.iter().for_each(|cgroup| cgroups::remove(&cgroup.dir));
        let _ = fs::remove_dir_all(&self.0.dir);
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        let holder = self.holder.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((mut child, stdin)) = holder {
            drop(stdin);
            let _ = child.wait();
            self.cgroups.iter().for_each(|cgroup| cgroups::remove(&cgroup.dir));
        }
    }
}
