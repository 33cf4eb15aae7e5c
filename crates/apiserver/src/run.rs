//! From configuration to a running server: certificates, store, registry, sockets, in this order; and back when told to stop.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use authz::Authorizer;
use registry::Registry;
use runtime::{Clock, Shutdown};
use store::Store;
use tokio::net::TcpListener;

use crate::api_server::{ApiServer, Parts};
use crate::peers::Peers;
use crate::server::{self, ConnectionLimits, Listener};
use crate::services::{Ranges, Services};
use crate::{Config, actions, authenticate, authorize, bootstrap, columns, connect, custom, kubeconfig};

/// How long a server that stops tries to tell the others.
const LEAVING: Duration = Duration::from_secs(2);

/// What is known once the server answers.
#[derive(Clone)]
pub struct Ready {
    /// Where: `https://127.0.0.1:6443`.
    pub url: String,
    /// Without TLS, if asked for.
    pub insecure_url: Option<String>,
    /// The administrator's kubeconfig.
    pub kubeconfig: PathBuf,
    /// The API for components in the same process.
    pub server: Arc<ApiServer>,
    /// Makes the tokens of service accounts.
    pub issuer: Arc<authn::service_account::Issuer>,
}

/// Why the server cannot start or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Certificates.
    #[error("certificates: {0}")]
    Pki(#[from] tls::PkiError),
    /// TLS.
    #[error("TLS: {0}")]
    Tls(#[from] tls::ConfigError),
    /// The store.
    #[error("datastore: {0}")]
    Store(#[from] store::Error),
    /// A socket.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        source: std::io::Error,
    },
    /// A file.
    #[error("{}: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A flag that makes no sense.
    #[error("{0}")]
    Flag(String),
    /// Metrics.
    #[error("metrics: {0}")]
    Metrics(#[from] telemetry::metrics::RegisterError),
    /// The objects of the first start.
    #[error("cannot make the objects of the system: {0}")]
    Bootstrap(meta::StatusError),
}

/// Runs the server until told to stop. `ready` is called once it answers.
pub async fn run(config: Config, shutdown: Shutdown, ready: impl FnOnce(&Ready)) -> Result<(), RunError> {
    let clock = Clock::system();
    let ranges = Ranges::parse(&config.service_cluster_ip_range, &config.service_node_port_range);
    let ranges = ranges.map_err(RunError::Flag)?;
    let secure = bind(SocketAddr::new(config.bind_address, config.secure_port)).await?;
    let insecure = match config.insecure_port {
        0 => None,
        port => Some(bind(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port)).await?),
    };
    let port = local_port(&secure);
    let further = further(&config)?;
    let url = match &further {
        Some(socket) => format!("https://127.0.0.1:{}", local_port(socket)),
        None => format!("https://{}:{port}", config.local_host()),
    };
    let (acceptor, pki) = certificates(&config, &clock, &url)?;
    let store = open_store(&config, &clock).await?;
    let registry = Registry::open(
        store.clone(),
        columns::described(kinds::builtin()),
        clock.clone(),
        registry::Config::default(),
    );
    let address = url.trim_start_matches("https://").to_owned();
    let reached = config.advertise_address.map(|ip| SocketAddr::new(ip, port).to_string());
    let reached = reached.unwrap_or_else(|| address.clone());
    let identities = authenticate::identities(&config, &pki, &registry, &clock, &reached)?;
    let (authorizer, rbac) = authorize::chain(&registry);
    let stopping = delayed(&shutdown, &config, &clock);
    let metrics = telemetry::metrics::Registry::new();
    telemetry::metrics::register_process(&metrics)?;
    let server = ApiServer::build(Parts {
        registry: registry.clone(),
        authenticator: identities.authenticator.clone(),
        authorizer: authorizer.clone(),
        limits: config.limits,
        metrics,
        request_timeout: config.request_timeout,
        draining: shutdown.clone(),
        shutdown: stopping.clone(),
        address,
        documents: identities.documents.clone(),
    })?;
    connect::install(&server, &config, &clock)?;
    registry.ready().await;
    actions::install(&registry);
    actions::install_reviews(&registry, &identities, &authorizer);
    authorize::guard(&registry, rbac, authorizer.clone());
    admit(&server, &config, authorizer)?;
    hand_out(&registry, &store, ranges, &clock, &shutdown).await;
    let address = config.service_address();
    let networks: Vec<&str> = config.service_cluster_ip_range.split(',').map(str::trim).collect();
    let own = config.advertise_address.map(|address| SocketAddr::new(address, port));
    let reach = bootstrap::Reach {
        address: own.filter(|_| !config.is_shared()),
        port,
        client_ca: pki.client_authority().certificate(),
        request_header_ca: pki.request_header_authority().certificate(),
    };
    bootstrap::run(&registry, address, &reach, &networks).await.map_err(RunError::Bootstrap)?;
    custom::follow(&registry, &clock, &shutdown).await.map_err(RunError::Bootstrap)?;
    let mut others = None;
    if let Some(own) = own.filter(|_| config.is_shared()) {
        let mut peers = Peers::new(store.clone(), registry.clone(), own, clock.clone());
        peers.announce().await;
        others = Some(tokio::spawn(peers.run(shutdown.clone())));
    }
    let insecure_url = insecure.as_ref().map(|socket| format!("http://127.0.0.1:{}", local_port(socket)));
    let sockets = std::iter::once(secure).chain(further).collect();
    let listening = listen_all(&server, sockets, acceptor, insecure, config.connections, &stopping);
    ready(&Ready {
        url,
        insecure_url,
        kubeconfig: config.data_dir.join("admin.kubeconfig"),
        server: server.clone(),
        issuer: identities.issuer.clone(),
    });
    listening.await;
    if let Some(others) = others {
        tokio::select! {
            _ = others => {}
            () = clock.sleep(LEAVING) => {}
        }
    }
    store.close().await;
    Ok(())
}

/// The signal to stop serving: some time after the signal to say that it will, so that load balancers can turn elsewhere first.
fn delayed(shutdown: &Shutdown, config: &Config, clock: &Clock) -> Shutdown {
    if config.shutdown_delay.is_zero() {
        return shutdown.clone();
    }
    let stopping = Shutdown::new();
    let (told, delay, clock, tell) =
        (shutdown.clone(), config.shutdown_delay, clock.clone(), stopping.clone());
    tokio::spawn(async move {
        told.wait().await;
        clock.sleep(delay).await;
        tell.trigger();
    });
    stopping
}

/// From now on plugins have their say in every write.
fn admit(server: &Arc<ApiServer>, config: &Config, authorizer: Arc<dyn Authorizer>) -> Result<(), RunError> {
    let registry = server.registry();
    let chosen = admission::Config {
        enable: config.enable_admission_plugins.clone(),
        disable: config.disable_admission_plugins.clone(),
        not_ready_seconds: config.default_not_ready_toleration_seconds,
        unreachable_seconds: config.default_unreachable_toleration_seconds,
        permits: Arc::new(authorize::Permissions(authorizer)),
        caller: Arc::new(connect::Webhooks::new(server)),
    };
    let chain =
        admission::Chain::new(registry, &chosen).map_err(|error| RunError::Flag(error.to_string()))?;
    registry.set_admission(chain);
    Ok(())
}

/// From now on services get addresses and ports.
async fn hand_out(
    registry: &Arc<Registry>,
    store: &Store,
    ranges: Ranges,
    clock: &Clock,
    shutdown: &Shutdown,
) {
    let services = Services::new(ranges).with_objects(registry).with_claims(store.clone(), clock);
    services.repair(registry);
    services.repair_objects(registry).await;
    registry.set_hook("", "services", Arc::new(services.clone()));
    tokio::spawn(services.keep_repaired(registry.clone(), clock.clone(), shutdown.clone()));
}

/// Serves on all sockets until all have drained.
async fn listen_all(
    server: &Arc<ApiServer>,
    secure: Vec<TcpListener>,
    acceptor: tls::Acceptor,
    insecure: Option<TcpListener>,
    limits: ConnectionLimits,
    shutdown: &Shutdown,
) {
    let tls = Arc::new(acceptor);
    let secure = secure.into_iter().map(|socket| Listener { socket, tls: Some(tls.clone()), limits });
    let plain = insecure.map(|socket| Listener { socket, tls: None, limits });
    let all = secure.chain(plain).map(|listener| server::listen(server.clone(), listener, shutdown.clone()));
    futures_util::future::join_all(all).await;
}

/// The socket that the caller opened, if it did.
fn further(config: &Config) -> Result<Option<TcpListener>, RunError> {
    let Some(socket) = &config.listener else { return Ok(None) };
    let address = socket.local_addr().unwrap_or_else(|_| SocketAddr::from(([0, 0, 0, 0], 0)));
    let take = || {
        socket.set_nonblocking(true)?;
        TcpListener::from_std(socket.try_clone()?)
    };
    take().map(Some).map_err(|source| RunError::Listen { address, source })
}

async fn bind(address: SocketAddr) -> Result<TcpListener, RunError> {
    TcpListener::bind(address).await.map_err(|source| RunError::Listen { address, source })
}

fn local_port(socket: &TcpListener) -> u16 {
    socket.local_addr().map_or(0, |address| address.port())
}

/// The server's own certificate, the cluster's authorities and keys, and the administrator's kubeconfig.
fn certificates(config: &Config, clock: &Clock, url: &str) -> Result<(tls::Acceptor, tls::Pki), RunError> {
    let pki = tls::Pki::open_or_create(&config.pki_dir(), clock)?;
    let mut certificate = pki.serving_certificate("apiserver", &hosts(config))?;
    // The authority is shown too: whoever joins knows it by its hash, and has nothing else to know the server by.
    certificate.certificate.push_str(pki.server_authority().certificate());
    let authorities = pki.client_authority().certificate();
    let acceptor = tls::Acceptor::build(&tls::ServerOptions::new(certificate, authorities), clock)?;
    let admin = pki.client_certificate("admin", "kubernetes-admin", &["system:masters"])?;
    let text = kubeconfig::render(url, pki.server_authority().certificate(), &admin);
    let first = config.data_dir.join("admin.kubeconfig");
    for path in std::iter::once(&first).chain(&config.write_kubeconfig) {
        kubeconfig::write(path, &text).map_err(|source| RunError::File { path: path.clone(), source })?;
    }
    Ok((acceptor, pki))
}

/// The names under which clients reach the server.
fn hosts(config: &Config) -> Vec<String> {
    let mut hosts: Vec<String> = [
        "localhost",
        "kubernetes",
        "kubernetes.default",
        "kubernetes.default.svc",
        "kubernetes.default.svc.cluster.local",
        "127.0.0.1",
        "::1",
    ]
    .map(str::to_owned)
    .to_vec();
    if !config.bind_address.is_unspecified() && !config.bind_address.is_loopback() {
        hosts.push(config.bind_address.to_string());
    }
    hosts.extend(config.service_address().map(|address| address.to_string()));
    hosts.extend(config.advertise_address.map(|address| address.to_string()));
    let named =
        std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    if !named.is_empty() && named.chars().all(plain) && !hosts.contains(&named) {
        hosts.push(named);
    }
    hosts
}

pub(crate) async fn open_store(config: &Config, clock: &Clock) -> Result<Store, RunError> {
    match config.datastore.as_str() {
        "" | "embedded" => {
            let settings = store::embedded::Config { clock: clock.clone(), ..Default::default() };
            let embedded = store::embedded::Embedded::open(&config.store_dir(), settings).await?;
            embedded.serve_backups(&config.store_dir())?;
            Ok(Store::new(embedded))
        }
        url => {
            let settings = store::etcd::Config::from_url(url, datastore_tls(config)?, clock.clone())?;
            Ok(Store::new(store::etcd::Etcd::connect(settings).await?))
        }
    }
}

/// The certificates for the datastore, if it speaks TLS.
fn datastore_tls(config: &Config) -> Result<Option<store::etcd::Tls>, RunError> {
    let read =
        |path: &PathBuf| std::fs::read(path).map_err(|source| RunError::File { path: path.clone(), source });
    let files = &config.datastore_tls;
    let Some(ca) = &files.ca_file else { return Ok(None) };
    let identity = match (&files.cert_file, &files.key_file) {
        (Some(certificate), Some(key)) => {
            Some(store::etcd::Identity { certificate: read(certificate)?, key: read(key)? })
        }
        _ => None,
    };
    Ok(Some(store::etcd::Tls { ca: read(ca)?, identity, server_name: None }))
}
