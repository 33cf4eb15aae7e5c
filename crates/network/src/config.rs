//! What the network is told when it starts.

use std::path::PathBuf;

use ipnet::IpNet;

/// How packets travel between nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mode {
    /// Directly to nodes on the same Ethernet, by VXLAN to others.
    #[default]
    Auto,
    /// Always directly: every node is on the same Ethernet, or somebody else routes.
    HostGateway,
    /// Always by VXLAN.
    Vxlan,
}

impl std::str::FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "host-gw" => Ok(Self::HostGateway),
            "vxlan" => Ok(Self::Vxlan),
            other => Err(format!("{other:?} is none of auto, host-gw, vxlan")),
        }
    }
}

/// How a node's pod network is set up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    /// This node.
    pub node_name: String,
    /// Where leases are kept; made if it is missing.
    pub data_dir: PathBuf,
    /// The pods' networks on this node, one per family at most; empty waits for the node's `spec.podCIDRs`.
    pub pod_cidrs: Vec<IpNet>,
    /// All pods' networks of the cluster: never masqueraded, known before the other nodes are.
    pub cluster_cidrs: Vec<IpNet>,
    /// How packets travel between nodes.
    pub mode: Mode,
    /// The largest packet of pods; `None` takes what the way out allows.
    pub mtu: Option<u32>,
    /// The UDP port of VXLAN; 0 takes 8472.
    pub vxlan_port: u16,
    /// Whether traffic that leaves the cluster gets the node's address.
    pub keep_source: bool,
    /// The node's network namespace; `None` takes the one of the caller.
    pub netns: Option<PathBuf>,
}
