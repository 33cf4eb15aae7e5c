//! A kubelet from its parts, started in order: the whole flow on one screen.

use std::net::SocketAddr;
use std::sync::Arc;

use api::core::v1::{Pod, Service};
use client::{Client, Select};
use informer::{Informers, Recorder};
use node::ContainerRuntime;
use runtime::{Clock, Shutdown};
use telemetry::metrics::Registry;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc};

use crate::cgroups::PodCgroups;
use crate::config::Config;
use crate::machine::Machine;
use crate::make::dns;
use crate::manager::{Inputs, Manager, Roster};
use crate::objects::ObjectCache;
use crate::resize::{Ledger, Room};
use crate::server::{self, Server};
use crate::shared::Shared;
use crate::status::Host;
use crate::status_writer::StatusWriter;
use crate::{garbage, logs, registration, sources};

/// How the kubelet's own API is secured.
pub struct ServerTls {
    /// What it shows; may be replaced while it runs through the same acceptor.
    pub acceptor: Arc<tls::Acceptor>,
    /// Who may ask.
    pub clients: tls::ClientVerifier,
}

/// What a kubelet is made of besides its configuration.
pub struct Parts {
    /// The API; without one only files' and URLs' pods run.
    pub client: Option<Client>,
    /// Runs containers.
    pub runtime: Arc<dyn ContainerRuntime>,
    /// Makes cgroups of pods; without it the runtime's containers have no common limits.
    pub cgroups: Option<Arc<dyn PodCgroups>>,
    /// TLS of the kubelet's own API; without it that API is not served.
    pub server_tls: Option<ServerTls>,
    /// Where metrics are kept.
    pub metrics: Registry,
    /// The time.
    pub clock: Clock,
    /// When to stop.
    pub shutdown: Shutdown,
}

/// Why a kubelet can't run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A socket.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// A directory.
    #[error("cannot make {0}: {1}")]
    Directory(std::path::PathBuf, std::io::Error),
    /// The runtime.
    #[error("the container runtime: {0}")]
    Runtime(#[from] node::RuntimeError),
}

/// Where a kubelet can be reached.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ready {
    /// Its API.
    pub address: Option<SocketAddr>,
    /// Its health.
    pub health: Option<SocketAddr>,
}

/// Runs a kubelet until told to stop; containers go on. `ready` is called once it listens.
pub async fn run(config: Config, parts: Parts, ready: impl FnOnce(&Ready)) -> Result<(), RunError> {
    let Parts { client, runtime, cgroups, server_tls, metrics, clock, shutdown } = parts;
    for directory in [config.root_dir.join("pods"), config.log_dir.clone()] {
        std::fs::create_dir_all(&directory).map_err(|error| RunError::Directory(directory, error))?;
    }
    let version = runtime.version().await?;
    let informers = client.clone().map(|client| Informers::new(client, clock.clone(), shutdown.clone()));
    let (changed_sender, changed) = mpsc::unbounded_channel();
    let objects = ObjectCache::new(client.clone(), clock.clone(), shutdown.clone(), changed_sender);
    let recorder =
        client.clone().map(|client| Recorder::new(client, "kubelet", &config.node_name, clock.clone()));
    let machine = Machine::read(&config.root_dir);
    let ledger = Ledger::new(config.root_dir.join("pods"), room(&config, &machine));
    let shared = Arc::new(Shared {
        ledger,
        objects: Arc::new(objects),
        services: informers.as_ref().map(Informers::of::<Service>),
        recorder,
        statuses: Arc::new(StatusWriter::new(client.clone(), clock.clone())),
        resolver: resolver(&config),
        machine,
        host: Host { ips: config.host_ips(), runtime: version.name.clone() },
        pulls: Semaphore::new(config.max_parallel_image_pulls.max(1)),
        config,
        runtime,
        client: client.clone(),
        cgroups,
        clock,
        shutdown: shutdown.clone(),
    });
    let (listener, health) = (bind(shared.config.listen).await?, bind(shared.config.health_listen).await?);
    let address = |socket: &Option<TcpListener>| socket.as_ref().and_then(|socket| socket.local_addr().ok());
    let told = Ready { address: address(&listener), health: address(&health) };

    let roster = Roster::default();
    let inputs = inputs(&shared, informers.as_ref(), changed).await?;
    let mut tasks = tokio::task::JoinSet::new();
    tasks.spawn(shared.statuses.clone().run(shutdown.clone()));
    tasks.spawn(Manager::new(shared.clone(), roster.clone()).run(inputs));
    tasks.spawn(logs::run_rotation(shared.clone()));
    tasks.spawn(garbage::run(shared.clone(), roster.clone()));
    if let Some(client) = client {
        let port = told.address.map_or(10250, |address| address.port());
        tasks.spawn(registration::run(shared.clone(), client, port));
    }
    let server = Arc::new(Server::new(shared.clone(), roster, metrics));
    if let (Some(listener), Some(tls)) = (listener, server_tls) {
        tasks.spawn(server::listen(server.clone(), listener, tls));
    }
    if let Some(health) = health {
        tasks.spawn(server::listen_health(server, health));
    }
    ready(&told);
    while tasks.join_next().await.is_some() {}
    Ok(())
}

async fn bind(address: Option<SocketAddr>) -> Result<Option<TcpListener>, RunError> {
    let Some(address) = address else { return Ok(None) };
    TcpListener::bind(address).await.map(Some).map_err(|error| RunError::Listen(address, error))
}

/// What the manager listens to.
async fn inputs(
    shared: &Arc<Shared>,
    informers: Option<&Informers>,
    changed: mpsc::UnboundedReceiver<String>,
) -> Result<Inputs, RunError> {
    let (sender, receiver) = mpsc::unbounded_channel();
    let (config, clock, shutdown) = (&shared.config, &shared.clock, &shared.shutdown);
    let given = [config.static_pod_path.is_some(), config.manifest_url.is_some()];
    tokio::spawn(sources::run_directory(config.clone(), sender.clone(), clock.clone(), shutdown.clone()));
    tokio::spawn(sources::run_url(config.clone(), sender, clock.clone(), shutdown.clone()));
    let mine = Select::fields(format!("spec.nodeName={}", config.node_name));
    Ok(Inputs {
        pods: informers.map(|informers| informers.selected::<Pod>("", mine)),
        sources: receiver,
        source_count: given.into_iter().filter(|given| *given).count(),
        events: shared.runtime.events().await?,
        changed,
    })
}

/// What the node has for pods.
fn room(config: &Config, machine: &Machine) -> Room {
    let (cpu, memory) = config.reserved;
    Room {
        pods: i64::try_from(config.max_pods).unwrap_or(i64::MAX),
        cpu: machine.cpus * 1000 - cpu,
        memory: machine.memory - memory,
    }
}

fn resolver(config: &Config) -> dns::Names {
    let text = std::fs::read_to_string(&config.resolv_conf).unwrap_or_default();
    dns::Names {
        cluster_servers: config.cluster_dns.iter().map(ToString::to_string).collect(),
        cluster_domain: config.cluster_domain.clone(),
        node: dns::parse(&text),
    }
}
