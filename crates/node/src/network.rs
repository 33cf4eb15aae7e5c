//! The contract of the pod network, in CNI's shape.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::PathBuf;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// A transport protocol.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Protocol {
    /// TCP.
    #[default]
    Tcp,
    /// UDP.
    Udp,
    /// SCTP.
    Sctp,
}

/// A port of the node that leads to a pod.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostPort {
    /// The transport.
    pub protocol: Protocol,
    /// The pod's port.
    pub container_port: u16,
    /// The node's port.
    pub host_port: u16,
    /// Only on this address of the node; empty means all.
    pub host_ip: String,
}

/// Bits per second, as the bandwidth annotations have them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bandwidth {
    /// Into the pod.
    pub ingress: Option<u64>,
    /// Out of it.
    pub egress: Option<u64>,
}

/// A pod's network namespace that wants an address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// The sandbox.
    pub sandbox_id: String,
    /// The pod's name.
    pub name: String,
    /// The pod's namespace.
    pub namespace: String,
    /// The pod's UID.
    pub uid: String,
    /// Its network namespace, as a file.
    pub netns: PathBuf,
    /// The interface's name in it: `eth0`.
    pub interface: String,
    /// Ports of the node that lead to it.
    pub host_ports: Vec<HostPort>,
    /// Its bandwidth.
    pub bandwidth: Bandwidth,
    /// The pod's annotations.
    pub annotations: BTreeMap<String, String>,
}

/// Why a pod has no network.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The network is not set up yet: try again later.
    #[error("the pod network is not ready: {0}")]
    NotReady(String),
    /// All addresses are taken.
    #[error("no address is left in {0}")]
    Exhausted(String),
    /// The kernel refused.
    #[error("{0}")]
    Other(String),
}

/// Gives pods addresses and takes them back.
#[async_trait]
pub trait PodNetwork: Send + Sync + 'static {
    /// Whether pods can be attached, and why not.
    fn ready(&self) -> Result<(), String>;
    /// Gives the namespace an interface with addresses. Safe to repeat for the same sandbox: the same addresses come back.
    async fn attach(&self, attachment: &Attachment) -> Result<Vec<IpAddr>, NetworkError>;
    /// Takes it all back. Succeeds when there is nothing (any more).
    async fn detach(&self, sandbox_id: &str) -> Result<(), NetworkError>;
    /// Which sandboxes still exist; whatever else holds an address is taken back. Called once after a restart.
    async fn retain(&self, sandbox_ids: &[String]) -> Result<(), NetworkError>;
}
