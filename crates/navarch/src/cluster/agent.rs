//! A node: the pod network, the container runtime, the kubelet, the service proxy and DNS, in the order in which they need one another.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use client::Client;
use ipnet::IpNet;
use node::{ContainerRuntime, LinuxResources};
use runtime::{Clock, Shutdown};
use tokio::task::JoinSet;

use super::dns_addon::PORT as DNS_PORT;
use super::places::Places;
use super::teardown;

/// What a node is told.
pub struct Agent {
    pub places: Places,
    pub node_name: String,
    pub node_ip: IpAddr,
    /// The API as the node.
    pub client: Client,
    /// The API as the service proxy.
    pub proxy_client: Client,
    /// What the kubelet shows.
    pub serving: tls::Certified,
    /// Who signs the certificates of those who may ask the kubelet: PEM.
    pub client_ca: String,
    /// A container runtime behind CRI, instead of the embedded one.
    pub runtime_endpoint: Option<String>,
    /// Registries that the embedded runtime asks without TLS.
    pub insecure_registries: Vec<String>,
    /// `nftables`, `iptables`; empty takes the best.
    pub proxy_mode: String,
    pub network_mode: network::Mode,
    pub cluster_cidrs: Vec<IpNet>,
    pub cluster_dns: Vec<IpAddr>,
    pub cluster_domain: String,
    /// Below which control group everything lives.
    pub cgroup_root: String,
    pub kubelet: KubeletFlags,
}

/// What the kubelet's own flags say.
#[derive(Debug, Clone, Default)]
pub struct KubeletFlags {
    pub register_node: bool,
    pub manifest_url: Option<String>,
    pub file_check_frequency: Option<Duration>,
    pub http_check_frequency: Option<Duration>,
    pub node_status_update_frequency: Option<Duration>,
    pub node_lease_duration: Option<Duration>,
    pub labels: Vec<(String, String)>,
}

/// Runs the node until told to stop; containers go on.
pub async fn run(agent: Agent, clock: Clock, shutdown: Shutdown) -> Result<()> {
    for directory in [agent.places.run(), agent.places.manifests()] {
        std::fs::create_dir_all(&directory).with_context(|| format!("making {}", directory.display()))?;
    }
    let network = network::Network::start(
        network_config(&agent),
        agent.proxy_client.clone(),
        clock.clone(),
        shutdown.clone(),
    );
    let network = Arc::new(network.await.context("starting the pod network")?);
    let runtime = open_runtime(&agent, network.clone(), &clock, &shutdown).await?;
    let sandboxes = runtime.list_sandboxes(&node::SandboxFilter::default()).await?;
    let ids: Vec<String> = sandboxes.into_iter().map(|sandbox| sandbox.id).collect();
    if let Err(error) = node::PodNetwork::retain(&*network, &ids).await {
        tracing::warn!(%error, "addresses of pods that are gone were not taken back");
    }
    let mut parts = JoinSet::new();
    let (kubelet, own) = (kubelet_config(&agent), kubelet_parts(&agent, runtime, &clock, &shutdown)?);
    parts.spawn(async move { kubelet::run(kubelet, own, |_| ()).await.context("kubelet") });
    let (proxy, client) = (proxy_config(&agent), agent.proxy_client.clone());
    let surroundings = (clock.clone(), shutdown.clone());
    parts.spawn(async move {
        proxy::run(proxy, client, surroundings.0, surroundings.1).await.context("service proxy")
    });
    let (dns, client) = (dns_config(&agent), agent.proxy_client.clone());
    let surroundings = (clock.clone(), shutdown.clone());
    parts.spawn(async move { dns::run(dns, client, surroundings.0, surroundings.1).await.context("DNS") });
    while let Some(ended) = parts.join_next().await {
        // A part that fails takes the node down, so that whoever watches over it starts it again.
        let outcome = ended.context("a part of the node panicked").and_then(|outcome| outcome);
        if let Err(error) = outcome {
            shutdown.trigger();
            return Err(error);
        }
    }
    Ok(())
}

fn network_config(agent: &Agent) -> network::Config {
    network::Config {
        node_name: agent.node_name.clone(),
        data_dir: agent.places.network(),
        cluster_cidrs: agent.cluster_cidrs.clone(),
        mode: agent.network_mode,
        ..network::Config::default()
    }
}

/// The embedded runtime, or the one behind the endpoint; that one asks us for its network as a CNI plugin.
async fn open_runtime(
    agent: &Agent,
    network: Arc<network::Network>,
    clock: &Clock,
    shutdown: &Shutdown,
) -> Result<Arc<dyn ContainerRuntime>> {
    teardown::remember(&agent.places, agent.runtime_endpoint.as_deref())?;
    let Some(endpoint) = &agent.runtime_endpoint else {
        let mut config = oci::Config::new(&agent.places.agent(), network, clock.clone());
        config.run_dir = agent.places.run().join("oci");
        config.cgroup_prefix.clone_from(&agent.cgroup_root);
        config.insecure_registries.clone_from(&agent.insecure_registries);
        return Ok(Arc::new(oci::Runtime::open(config).await.context("opening the container runtime")?));
    };
    let socket = agent.places.cni_socket();
    network::cni::serve(&socket, network, shutdown.clone()).context("serving CNI")?;
    let binary = std::env::current_exe().context("finding this program's file")?;
    network::cni::install(Path::new("/etc/cni/net.d"), Path::new("/opt/cni/bin"), &binary, &socket)
        .context("installing the CNI plugin")?;
    let runtime = cri::Runtime::connect(endpoint, clock.clone()).await;
    Ok(Arc::new(runtime.with_context(|| format!("connecting to the container runtime at {endpoint}"))?))
}

fn kubelet_config(agent: &Agent) -> kubelet::Config {
    let flags = &agent.kubelet;
    let mut config = kubelet::Config::new(agent.node_name.clone(), agent.node_ip);
    config.root_dir = agent.places.kubelet();
    config.log_dir = agent.places.pod_logs();
    config.static_pod_path = Some(agent.places.manifests());
    config.manifest_url.clone_from(&flags.manifest_url);
    config.register_node = flags.register_node;
    config.node_labels.clone_from(&flags.labels);
    config.cluster_dns.clone_from(&agent.cluster_dns);
    config.cluster_domain.clone_from(&agent.cluster_domain);
    config.cgroup_root.clone_from(&agent.cgroup_root);
    config.file_check_frequency = flags.file_check_frequency.unwrap_or(config.file_check_frequency);
    config.http_check_frequency = flags.http_check_frequency.unwrap_or(config.http_check_frequency);
    config.node_lease_duration = flags.node_lease_duration.unwrap_or(config.node_lease_duration);
    config.node_status_update_frequency =
        flags.node_status_update_frequency.unwrap_or(config.node_status_update_frequency);
    config
}

fn kubelet_parts(
    agent: &Agent,
    runtime: Arc<dyn ContainerRuntime>,
    clock: &Clock,
    shutdown: &Shutdown,
) -> Result<kubelet::Parts> {
    let options = tls::ServerOptions::new(agent.serving.clone(), &agent.client_ca);
    let cgroups = match cgroup::Cgroups::detect(Path::new("/sys/fs/cgroup")) {
        Ok(cgroups) => Some(Arc::new(PodCgroups(cgroups)) as Arc<dyn kubelet::PodCgroups>),
        Err(error) => {
            tracing::warn!(%error, "pods get no limits of their own: control groups can't be used here");
            None
        }
    };
    Ok(kubelet::Parts {
        client: Some(agent.client.clone()),
        runtime,
        cgroups,
        server_tls: Some(kubelet::ServerTls {
            acceptor: Arc::new(tls::Acceptor::build(&options, clock)?),
            clients: tls::ClientVerifier::build(&agent.client_ca)?,
        }),
        metrics: telemetry::metrics::Registry::new(),
        clock: clock.clone(),
        shutdown: shutdown.clone(),
    })
}

/// The control groups of pods, as the kubelet wants them.
struct PodCgroups(cgroup::Cgroups);

impl kubelet::PodCgroups for PodCgroups {
    fn ensure(&self, path: &str, limits: &LinuxResources) -> Result<(), String> {
        let limits = oci::shim::limits(limits);
        self.0.create(path, &limits).map_err(|error| error.to_string())
    }

    fn remove(&self, path: &str) -> Result<(), String> {
        self.0.remove(path).map_err(|error| error.to_string())
    }

    fn children(&self, path: &str) -> Vec<String> {
        self.0.children(path).unwrap_or_default()
    }
}

fn proxy_config(agent: &Agent) -> proxy::Config {
    let mut config = proxy::Config::new(&agent.node_name);
    config.mode.clone_from(&agent.proxy_mode);
    config.node_addresses = vec![agent.node_ip];
    config.cluster_cidrs.clone_from(&agent.cluster_cidrs);
    config
}

fn dns_config(agent: &Agent) -> dns::Config {
    let own = |address: IpAddr| IpNet::from(address);
    let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let mut allow = agent.cluster_cidrs.clone();
    allow.extend([own(agent.node_ip), own(loopback)]);
    dns::Config {
        domain: agent.cluster_domain.clone(),
        listen: vec![SocketAddr::new(agent.node_ip, DNS_PORT)],
        allow,
        ..dns::Config::default()
    }
}
