//! The flags of a node, which `up` and `agent` share; spelled as the kubelet's where it has them.

use std::net::IpAddr;
use std::time::Duration;

use anyhow::{Context as _, Result};
use client::Client;
use ipnet::IpNet;

use crate::cluster::address;
use crate::cluster::agent::{Agent, KubeletFlags};
use crate::cluster::places::Places;
use crate::controller_flags::duration;

#[derive(Debug, Clone, clap::Args)]
pub struct NodeFlags {
    /// The node's name; the host's by default.
    #[arg(long, value_name = "NAME")]
    pub node_name: Option<String>,

    /// The node's address; the one of the default route by default.
    #[arg(long, value_name = "IP")]
    pub node_ip: Option<IpAddr>,

    /// A container runtime behind CRI (`unix:///run/containerd/containerd.sock`), instead of the embedded one.
    #[arg(long, value_name = "URL")]
    pub container_runtime_endpoint: Option<String>,

    /// How services are reached: nftables or iptables; the best that works by default.
    #[arg(long, value_name = "MODE", default_value = "")]
    pub proxy_mode: String,

    /// How pods of different nodes reach each other: auto, host-gw or vxlan.
    #[arg(long, value_name = "MODE", default_value = "auto")]
    pub network_mode: network::Mode,

    /// Where pods get their addresses from; one range of each family, with a comma between.
    #[arg(long, value_name = "CIDR", value_delimiter = ',', default_value = "10.244.0.0/16")]
    pub cluster_cidr: Vec<String>,

    /// The address that pods ask for names.
    #[arg(long, value_name = "IP", value_delimiter = ',', default_value = "10.96.0.10")]
    pub cluster_dns: Vec<IpAddr>,

    /// The domain of the cluster.
    #[arg(long, value_name = "DOMAIN", default_value = "cluster.local")]
    pub cluster_domain: String,

    /// Whether the node registers itself.
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    pub register_node: bool,

    /// Labels of a node that registers itself: `key=value`.
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    pub node_labels: Vec<String>,

    /// A URL with manifests of pods.
    #[arg(long, value_name = "URL")]
    pub manifest_url: Option<String>,

    /// How often the directory of manifests is looked at besides being told, in seconds.
    #[arg(long, value_name = "SECONDS")]
    pub file_check_frequency: Option<u64>,

    /// How often the URL of manifests is asked, in seconds.
    #[arg(long, value_name = "SECONDS")]
    pub http_check_frequency: Option<u64>,

    /// How often the node looks whether its status changed.
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = duration)]
    pub node_status_update_frequency: Duration,

    /// How long the node's lease lasts, in seconds; it is renewed at a quarter of it.
    #[arg(long, value_name = "SECONDS", default_value_t = 40)]
    pub node_lease_duration_seconds: u64,

    /// A registry that is asked without TLS, besides those on this machine; can be given several times.
    #[arg(long, value_name = "HOST[:PORT]")]
    pub insecure_registry: Vec<String>,

    /// The control group below which pods live.
    #[arg(long, value_name = "PATH", default_value = "/navarch")]
    pub cgroup_root: String,
}

impl NodeFlags {
    pub fn name(&self) -> Result<String> {
        self.node_name.clone().map_or_else(address::host_name, Ok)
    }

    pub fn address(&self, known: Option<IpAddr>) -> Result<IpAddr> {
        known.map_or_else(address::of_this_machine, Ok)
    }

    /// The node, but for how it reaches the API and what its kubelet shows.
    pub fn agent(
        &self,
        places: Places,
        name: &str,
        ip: IpAddr,
        client: Client,
        serving: tls::Certified,
        client_ca: &str,
    ) -> Result<Agent> {
        let cidrs = self
            .cluster_cidr
            .iter()
            .map(|text| text.parse::<IpNet>().with_context(|| format!("--cluster-cidr {text}")));
        let labels = self.node_labels.iter().filter_map(|text| text.split_once('='));
        Ok(Agent {
            places,
            node_name: name.to_owned(),
            node_ip: ip,
            proxy_client: client.clone(),
            client,
            serving,
            client_ca: client_ca.to_owned(),
            runtime_endpoint: self.container_runtime_endpoint.clone(),
            insecure_registries: self.insecure_registry.clone(),
            proxy_mode: self.proxy_mode.clone(),
            network_mode: self.network_mode,
            cluster_cidrs: cidrs.collect::<Result<_>>()?,
            cluster_dns: self.cluster_dns.clone(),
            cluster_domain: self.cluster_domain.clone(),
            cgroup_root: self.cgroup_root.clone(),
            kubelet: KubeletFlags {
                register_node: self.register_node,
                manifest_url: self.manifest_url.clone(),
                file_check_frequency: self.file_check_frequency.map(Duration::from_secs),
                http_check_frequency: self.http_check_frequency.map(Duration::from_secs),
                node_lease_duration: Some(Duration::from_secs(self.node_lease_duration_seconds)),
                node_status_update_frequency: Some(self.node_status_update_frequency),
                labels: labels.map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
            },
        })
    }
}
