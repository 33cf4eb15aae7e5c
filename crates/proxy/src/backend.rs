//! What a back end is, and the table of those there are.
//!
//! Each is a folder of the same files: `names` (what its things in the kernel are called), `render` (pure: from the view to rules), `apply`
//! (to the kernel, only what changed), `probe` (does it work here), `cleanup` (take away all that is ours, and nothing else).

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use ipnet::IpNet;

use crate::view::{PortName, View};
use crate::{iptables, nftables};

/// A back end that could not do its work; whatever it did before still holds.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// nftables said no.
    #[error(transparent)]
    Nftables(#[from] netfilter::nft::Error),
    /// iptables said no.
    #[error(transparent)]
    Iptables(#[from] netfilter::iptables::Error),
}

/// What all back ends must know besides the view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Where pods have their addresses: other sources are outside of the cluster.
    pub cluster_cidrs: Vec<IpNet>,
    /// Hide the source of everything that goes to a cluster address.
    pub masquerade_all: bool,
    /// The bit of a packet's mark that says "hide the source".
    pub masquerade_mark: u32,
    /// On which of the node's addresses node ports answer; all of them when empty.
    pub node_port_addresses: Vec<IpNet>,
    /// Which families to serve.
    pub families: Families,
    /// The network namespace to work in, where it is not the process's own.
    pub namespace: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            cluster_cidrs: Vec::new(),
            masquerade_all: false,
            masquerade_mark: 1 << 14,
            node_port_addresses: Vec::new(),
            families: Families { ip4: true, ip6: true },
            namespace: None,
        }
    }
}

/// Which of the two families.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Families {
    /// IPv4.
    pub ip4: bool,
    /// IPv6.
    pub ip6: bool,
}

impl Families {
    /// Each family that is served, as "is it IPv6".
    pub fn each(self) -> impl Iterator<Item = bool> {
        [(self.ip4, false), (self.ip6, true)].into_iter().filter(|(on, _)| *on).map(|(_, ip6)| ip6)
    }
}

impl Settings {
    /// Where pods of this family have their addresses.
    pub fn cluster_cidr(&self, ip6: bool) -> Option<IpNet> {
        self.cluster_cidrs.iter().copied().find(|net| net.network().is_ipv6() == ip6)
    }

    /// Where node ports answer, in this family; nowhere in particular when empty.
    pub fn node_ports(&self, ip6: bool) -> Vec<IpNet> {
        self.node_port_addresses.iter().copied().filter(|net| net.network().is_ipv6() == ip6).collect()
    }

    /// The path of the namespace.
    pub fn namespace(&self) -> Option<&Path> {
        self.namespace.as_deref()
    }
}

/// The address that a machine talks to itself by, which node ports leave alone.
pub fn loopback(ip6: bool) -> IpNet {
    let address = if ip6 { IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]) } else { IpAddr::from([127, 0, 0, 0]) };
    IpNet::new(address, if ip6 { 128 } else { 8 }).expect("both lengths fit their family")
}

/// Puts a view into the kernel. Calls block.
pub trait Backend: Send {
    /// Makes the kernel do what the view says, whatever is there now.
    fn rebuild(&mut self, view: &View) -> Result<(), Error>;

    /// The same, where only these ports changed since the last call that succeeded.
    fn update(&mut self, view: &View, changed: &BTreeSet<PortName>) -> Result<(), Error>;

    /// Whether what was applied last is still there; asked now and then, where nobody tells.
    fn is_intact(&mut self) -> bool;

    /// A watch that tells when somebody else changes what is ours, where the kernel has one.
    fn watch(&self) -> Option<netfilter::nft::Watch> {
        None
    }
}

/// Removes all that a mode ever made, and nothing else.
pub type Cleanup = fn(&Settings) -> Result<(), Error>;

/// One mode: how to tell whether it works, how to start it, how to take it away.
pub struct Mode {
    /// What configuration and `/proxyMode` call it.
    pub name: &'static str,
    /// Whether this machine can do it; else why not.
    pub probe: fn(&Settings) -> Result<(), String>,
    /// Starts it; nothing is in the kernel before the first rebuild.
    pub open: fn(&Settings) -> Result<Box<dyn Backend>, Error>,
    /// Takes away everything of this mode, and nothing else.
    pub cleanup: Cleanup,
}

/// Every mode there is, the default first. `ipvs` and `userspace` will be two more lines.
pub const MODES: &[Mode] = &[nftables::MODE, iptables::MODE];

/// The mode of this name; the default when it is empty.
pub fn find(name: &str) -> Option<&'static Mode> {
    if name.is_empty() { MODES.first() } else { MODES.iter().find(|mode| mode.name == name) }
}

/// The mode to use: the one asked for, or, with a warning that says why, the first that works here.
pub fn choose(name: &str, settings: &Settings) -> Option<&'static Mode> {
    let wanted = find(name);
    match wanted.map(|mode| (mode.probe)(settings)) {
        Some(Ok(())) => return wanted,
        Some(Err(reason)) => tracing::warn!(mode = name, reason, "this mode does not work on this machine"),
        None => tracing::warn!(mode = name, "there is no such mode"),
    }
    let rest = MODES.iter().filter(|mode| wanted.is_none_or(|wanted| wanted.name != mode.name));
    let found = rest.into_iter().find(|mode| (mode.probe)(settings).is_ok());
    if let Some(mode) = found {
        tracing::warn!(asked = name, used = mode.name, "services are served in another mode than asked for");
    }
    found
}
