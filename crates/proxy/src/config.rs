//! What the proxy is told: plain data, with upstream's defaults where it has some.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;
use telemetry::metrics::Registry;

use crate::backend::{Families, Settings};

/// The configuration of one node's proxy.
#[derive(Clone)]
pub struct Config {
    /// `nftables` or `iptables`; the default when empty.
    pub mode: String,
    /// The node this is.
    pub node_name: String,
    /// The node's addresses, as far as they are known at the start.
    pub node_addresses: Vec<IpAddr>,
    /// Where pods have their addresses, one network per family.
    pub cluster_cidrs: Vec<IpNet>,
    /// Hide the source of everything that goes to a cluster address.
    pub masquerade_all: bool,
    /// Which bit of a packet's mark says "hide the source".
    pub masquerade_bit: u32,
    /// On which of the node's addresses node ports answer; all of them when empty.
    pub node_port_addresses: Vec<IpNet>,
    /// Which families to serve.
    pub families: Families,
    /// How long changes are gathered after one was applied. The first one after a pause is applied at once.
    pub min_sync_period: Duration,
    /// How often it is checked that everything is still there, where nobody tells.
    pub sync_period: Duration,
    /// Where `/metrics` and `/proxyMode` are served; nowhere when none.
    pub metrics_bind: Option<SocketAddr>,
    /// Where `/healthz` and `/livez` are served; nowhere when none.
    pub health_bind: Option<SocketAddr>,
    /// Where health checks of load balancers are answered; not at all when none.
    pub health_check_address: Option<IpAddr>,
    /// What is counted is shown here.
    pub registry: Registry,
    /// The network namespace to work in, where it is not the process's own.
    pub namespace: Option<PathBuf>,
}

impl Config {
    /// The defaults for a node of this name.
    pub fn new(node_name: &str) -> Self {
        Self {
            mode: String::new(),
            node_name: node_name.to_owned(),
            node_addresses: Vec::new(),
            cluster_cidrs: Vec::new(),
            masquerade_all: false,
            masquerade_bit: 14,
            node_port_addresses: Vec::new(),
            families: Families { ip4: true, ip6: true },
            min_sync_period: Duration::from_millis(100),
            sync_period: Duration::from_secs(30),
            metrics_bind: Some(SocketAddr::from(([127, 0, 0, 1], 10_249))),
            health_bind: Some(SocketAddr::from(([0, 0, 0, 0], 10_256))),
            health_check_address: Some(IpAddr::from([0, 0, 0, 0])),
            registry: Registry::new(),
            namespace: None,
        }
    }

    /// What back ends must know of it.
    pub fn settings(&self) -> Settings {
        Settings {
            cluster_cidrs: self.cluster_cidrs.clone(),
            masquerade_all: self.masquerade_all,
            masquerade_mark: 1 << self.masquerade_bit.min(31),
            node_port_addresses: self.node_port_addresses.clone(),
            families: self.families,
            namespace: self.namespace.clone(),
        }
    }
}
