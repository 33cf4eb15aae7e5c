//! What the DNS server is told when it starts.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use hickory_proto::rr::Name;
use ipnet::IpNet;

use crate::Error;

/// How a node's DNS server is set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The cluster's domain, without a dot at the end: `cluster.local`.
    pub domain: String,
    /// Where to listen, UDP and TCP: the node's addresses, and what `local` has. Never an unspecified address.
    pub listen: Vec<SocketAddr>,
    /// Addresses that are put on the loopback link for as long as it runs (`169.254.20.10`).
    pub local: Vec<IpAddr>,
    /// Who may ask; empty means everybody who can reach it. Others are refused.
    pub allow: Vec<IpNet>,
    /// Whom to ask for all else; empty takes the servers of `resolv_conf`.
    pub upstreams: Vec<SocketAddr>,
    /// Where upstream servers are found: `/etc/resolv.conf`.
    pub resolv_conf: PathBuf,
    /// For how long an answer about the cluster may be kept, in seconds.
    pub ttl: u32,
    /// The node's network namespace; `None` takes the one of the caller.
    pub netns: Option<PathBuf>,
}

impl Config {
    /// The cluster's domain as a name.
    pub fn domain(&self) -> Result<Name, Error> {
        let text = format!("{}.", self.domain.trim_end_matches('.'));
        Name::from_ascii(text).map_err(|_| Error::Domain(self.domain.clone()))
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            domain: "cluster.local".to_owned(),
            listen: Vec::new(),
            local: Vec::new(),
            allow: Vec::new(),
            upstreams: Vec::new(),
            resolv_conf: "/etc/resolv.conf".into(),
            ttl: 5,
            netns: None,
        }
    }
}
