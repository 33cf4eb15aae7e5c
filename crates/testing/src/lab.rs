//! A cluster's machines as namespaces: a switch, and nodes with an address, state, processes and cgroups of their own.
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! let lab = testing::lab::Lab::new().await?;
//! let (a, b) = (lab.node("a").await?, lab.node("b").await?);
//! let mut server = a.spawn("server", &["busybox", "httpd", "-f", "-p", "8080", "-h", "/etc"]).await?;
//! testing::lab::eventually("it answers", || async { b.curl(&format!("http://{}:8080/hostname", a.ip())).await }).await?;
//! server.stop().await?;
//! lab.finish().await?; // fails if anything is left on a node
//! # Ok(())
//! # }
//! ```
//!
//! Nothing of a lab is connected to the machine's own interfaces. The switch routes between its segments and knows no way out, so that
//! packets to anywhere else are refused at once. A node is a process that waits for the end of its input, held by the test: however the
//! test ends, the kernel ends every process on the node, and with them its namespaces, mounts and links. What a killed test can leave
//! (directories, cgroups) carries its process id in the name, and the next lab sweeps it.

mod cgroups;
pub mod image;
mod leaks;
mod node;
mod process;
mod sweep;

use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use ipnet::IpNet;
use netlink::{Handle, Netns, Veth};

pub use node::{Node, Output};
pub use process::Process;

/// How long a condition may take before the test fails; generous, because other work may share the machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Tells the labs of one process apart.
static COUNT: AtomicU32 = AtomicU32::new(0);

/// The switch with its nodes. Dropping it removes everything.
pub struct Lab {
    name: String,
    dir: PathBuf,
    third: u8,
    switch: Netns,
    handle: Handle,
    nodes: Mutex<Vec<Node>>,
}

impl Lab {
    /// An empty lab: the switch, without nodes. Sweeps what dead labs left.
    pub async fn new() -> Result<Self> {
        sweep::sweep();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}{}-{count}", sweep::PREFIX, std::process::id());
        let dir = Path::new(sweep::DIRECTORY).join(&name);
        fs::create_dir_all(&dir).with_context(|| format!("make {}", dir.display()))?;
        let switch = Netns::unnamed()?;
        let handle = Handle::within(&switch)?;
        for (name, value) in [
            ("ipv4.ip_forward", "1"),
            ("ipv6.conf.all.forwarding", "1"),
            ("ipv6.conf.default.accept_dad", "0"),
        ] {
            switch.set_sysctl(&format!("net.{name}"), value)?;
        }
        let lo = handle.link("lo").await?.context("a namespace has a loopback")?;
        handle.set_up(lo.index).await?;
        let number = std::process::id().wrapping_mul(7).wrapping_add(count);
        let third = u8::try_from(number % 60 * 4).context("at most 236")?;
        Ok(Self { name, dir, third, switch, handle, nodes: Mutex::default() })
    }

    /// A node on the first segment.
    pub async fn node(&self, name: &str) -> Result<Node> {
        self.node_on(name, 0).await
    }

    /// A node on a segment (0 to 3). Nodes on different segments reach each other through the switch, which routes.
    pub async fn node_on(&self, name: &str, segment: u8) -> Result<Node> {
        if segment > 3 || self.nodes().iter().any(|node| node.name() == name) {
            bail!("no place for node {name} on segment {segment}");
        }
        let bridge = self.segment(segment).await?;
        let host = u8::try_from(self.nodes().len() + 2).context("a lab has at most 250 nodes")?;
        let place = Place {
            addresses: [self.address(segment, host), self.address6(segment, host)],
            gateways: [self.address(segment, 1).addr(), self.address6(segment, 1).addr()],
        };
        let node = Node::start(&self.name, &self.dir, name, place)?;
        let port = format!("port{host}");
        let far = node.netns()?;
        let veth = Veth { name: &port, peer: "eth0", peer_netns: &far, mtu: None, mac: None };
        self.handle.add_veth(&veth).await?;
        let port = self.handle.link(&port).await?.context("the port was just made")?;
        self.handle.set_master(port.index, bridge).await?;
        self.handle.set_up(port.index).await?;
        node.configure(place).await?;
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner).push(node.clone());
        Ok(node)
    }

    /// Pulls a node's cable: its link has no carrier until it is plugged in again.
    pub async fn unplug(&self, node: &Node) -> Result<()> {
        Ok(self.handle.set_down(self.port(node).await?).await?)
    }

    /// Puts the cable back.
    pub async fn plug(&self, node: &Node) -> Result<()> {
        Ok(self.handle.set_up(self.port(node).await?).await?)
    }

    /// The switch's end of a node's link.
    async fn port(&self, node: &Node) -> Result<u32> {
        let index =
            self.nodes().iter().position(|one| one.name() == node.name()).context("not of this lab")?;
        let name = format!("port{}", index + 2);
        Ok(self.handle.link(&name).await?.with_context(|| format!("the switch has {name}"))?.index)
    }

    /// The switch's namespace: what lies outside the cluster. It has [`Lab::gateway`] and knows no pod.
    pub fn switch(&self) -> &Netns {
        &self.switch
    }

    /// The switch's address on a segment.
    pub fn gateway(&self, segment: u8) -> IpAddr {
        self.address(segment, 1).addr()
    }

    /// A directory of the lab, for files that nodes share.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Fails if a node still has links, mounts, processes, cgroups or rules that were not there in the beginning; removes everything.
    pub async fn finish(self) -> Result<()> {
        let mut all = Vec::new();
        for node in self.nodes() {
            all.extend(node.leaks().await?.into_iter().map(|leak| format!("{}: {leak}", node.name())));
        }
        if all.is_empty() { Ok(()) } else { bail!("left behind:\n  {}", all.join("\n  ")) }
    }

    fn nodes(&self) -> Vec<Node> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The bridge of a segment, made when it is first asked for.
    async fn segment(&self, segment: u8) -> Result<u32> {
        let name = format!("segment{segment}");
        if let Some(link) = self.handle.link(&name).await? {
            return Ok(link.index);
        }
        self.handle.add_bridge(&name).await?;
        let index = self.handle.link(&name).await?.context("the bridge was just made")?.index;
        self.handle.add_address(index, self.address(segment, 1)).await?;
        self.handle.add_address(index, self.address6(segment, 1)).await?;
        self.handle.set_up(index).await?;
        Ok(index)
    }

    fn address(&self, segment: u8, host: u8) -> IpNet {
        let ip = Ipv4Addr::new(172, 31, self.third + segment, host);
        IpNet::new(ip.into(), 24).expect("24 is a length")
    }

    fn address6(&self, segment: u8, host: u8) -> IpNet {
        let ip = Ipv6Addr::new(0xfd31, 0, 0, u16::from(self.third + segment), 0, 0, 0, u16::from(host));
        IpNet::new(ip.into(), 64).expect("64 is a length")
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        for node in self.nodes() {
            node.end();
        }
        let _ = fs::remove_dir_all(&self.dir);
    }
}

/// Where a node is: its addresses and the switch's, of both families.
#[derive(Debug, Clone, Copy)]
struct Place {
    addresses: [IpNet; 2],
    gateways: [IpAddr; 2],
}

/// Waits until `attempt` succeeds, and gives its value; fails with its last error after [`PATIENCE`].
pub async fn eventually<T, F: Future<Output = Result<T>>>(
    what: &str,
    mut attempt: impl FnMut() -> F,
) -> Result<T> {
    let clock = runtime::Clock::system();
    loop {
        match attempt().await {
            Ok(value) => return Ok(value),
            Err(error) if clock.monotonic() > PATIENCE => return Err(error.context(format!("never: {what}"))),
            Err(_) => clock.sleep(Duration::from_millis(20)).await,
        }
    }
}
