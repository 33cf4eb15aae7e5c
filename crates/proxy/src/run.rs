//! The proxy's life, on one screen: follow the API, resolve, apply what changed, repair what others broke.

use std::sync::Arc;
use std::time::Duration;

use api::core::v1::{Node, Service};
use api::discovery::v1::EndpointSlice;
use client::{Client, Select};
use informer::Informers;
use netfilter::nft::Watch;
use runtime::{Clock, Shutdown};
use tokio::sync::watch;

use crate::backend::{self, MODES};
use crate::config::Config;
use crate::health::{Checks, Health};
use crate::inputs::Inputs;
use crate::metrics::Metrics;
use crate::server::{self, Pages};
use crate::sync::Sync;
use crate::tracker::Tracker;
use crate::view::NodeFacts;

/// Slices of headless services are of no use here.
const NOT_HEADLESS: &str = "!service.kubernetes.io/headless,!service.kubernetes.io/service-proxy-name";
/// A change that waits for so many periods is a proxy that is not well.
const LATE: u32 = 2;

/// Why the proxy stops by itself.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No mode works on this machine.
    #[error("neither {0:?} nor any other mode of the proxy works on this machine")]
    Mode(String),
    /// The mode does not start.
    #[error(transparent)]
    Backend(#[from] backend::Error),
    /// A port is taken.
    #[error("{what} cannot be served at {address}: {source}")]
    Listen {
        /// What was to be served there.
        what: &'static str,
        /// Where.
        address: std::net::SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// A metric of another kind has one of our names.
    #[error(transparent)]
    Metrics(#[from] telemetry::metrics::RegisterError),
    /// The task that applies changes panicked.
    #[error("applying changes ended unexpectedly")]
    Panic,
}

/// Serves services on this node until told to stop. Rules stay in the kernel afterwards: connections go on without us.
pub async fn run(config: Config, client: Client, clock: Clock, shutdown: Shutdown) -> Result<(), Error> {
    let settings = config.settings();
    let mode = backend::choose(&config.mode, &settings).ok_or_else(|| Error::Mode(config.mode.clone()))?;
    let backend = (mode.open)(&settings)?;
    let disturbance = backend.watch();
    let metrics = Metrics::register(&config.registry)?;
    let health = Health::new(clock.clone(), config.sync_period * LATE);
    let checks = watch::Sender::new(Checks::new());
    serve(&config, mode.name, &health, &checks, &shutdown)?;

    let informers = Informers::new(client, clock.clone(), shutdown.clone());
    let services = informers.selected::<Service>("", Select::labels(NOT_HEADLESS));
    let slices = informers.selected::<EndpointSlice>("", Select::labels(NOT_HEADLESS));
    let nodes = informers.selected::<Node>("", Select::fields(format!("metadata.name={}", config.node_name)));
    let inputs =
        Inputs { services: services.subscribe(), slices: slices.subscribe(), nodes: nodes.subscribe() };
    tokio::select! {
        () = async { services.synced().await; slices.synced().await; nodes.synced().await } => {}
        () = shutdown.wait() => return Ok(()),
    }

    let facts =
        NodeFacts { name: config.node_name.clone(), zone: None, addresses: config.node_addresses.clone() };
    let sync = Sync::new(Tracker::new(facts), backend, settings.clone());
    let others = MODES.iter().filter(|other| other.name != mode.name).map(|other| other.cleanup).collect();
    tracing::info!(mode = mode.name, node = config.node_name, "serving services");
    let (min, period) = (config.min_sync_period, config.sync_period);
    Loop { inputs, disturbance, metrics, health, checks, clock, min, period, others }
        .run(sync, shutdown)
        .await
}

struct Loop {
    inputs: Inputs,
    disturbance: Option<Watch>,
    metrics: Metrics,
    health: Health,
    checks: watch::Sender<Checks>,
    clock: Clock,
    min: Duration,
    period: Duration,
    /// Takes away what other modes left, once ours is in place.
    others: Vec<backend::Cleanup>,
}

/// What made the loop turn.
enum Turn {
    Changed,
    Disturbed,
    Check,
    Stop,
}

impl Loop {
    async fn run(mut self, mut sync: Sync, shutdown: Shutdown) -> Result<(), Error> {
        self.inputs.drain(&mut sync.tracker, &self.health);
        let mut whole = true;
        loop {
            if whole || sync.tracker.is_touched() {
                let failed;
                (sync, failed) = self.apply(sync, whole).await?;
                whole = failed;
                // Changes that come now wait until this is over; the first one after a pause does not.
                let pause = if failed { self.period.min(Duration::from_secs(5)) } else { self.min };
                tokio::select! {
                    () = self.clock.sleep(pause) => {}
                    () = shutdown.wait() => return Ok(()),
                }
                self.inputs.drain(&mut sync.tracker, &self.health);
                continue;
            }
            match self.turn(&mut sync, &shutdown).await {
                Turn::Changed => self.health.queued(),
                Turn::Disturbed => {
                    tracing::warn!("somebody else changed the rules of services: putting them in again");
                    self.metrics.repairs.inc();
                    whole = true;
                }
                Turn::Check => {
                    let intact;
                    (sync, intact) = blocking(sync, Sync::is_intact).await?;
                    if !intact {
                        tracing::warn!("rules of services are missing: putting them in again");
                        self.metrics.repairs.inc();
                        whole = true;
                    }
                }
                Turn::Stop => return Ok(()),
            }
        }
    }

    async fn turn(&mut self, sync: &mut Sync, shutdown: &Shutdown) -> Turn {
        let disturbed = async {
            if let Some(watch) = &mut self.disturbance
                && watch.disturbed().await.is_ok()
            {
                return;
            }
            std::future::pending().await
        };
        tokio::select! {
            () = shutdown.wait() => Turn::Stop,
            more = self.inputs.next(&mut sync.tracker, &self.health) => if more { Turn::Changed } else { Turn::Stop },
            () = disturbed => Turn::Disturbed,
            () = self.clock.sleep(self.period) => Turn::Check,
        }
    }

    /// Applies what changed, or everything; says whether that failed.
    async fn apply(&mut self, sync: Sync, whole: bool) -> Result<(Sync, bool), Error> {
        let start = self.clock.monotonic();
        self.metrics.last_queued.set(seconds(&self.clock));
        if let Some(watch) = self.disturbance.as_mut().filter(|_| whole) {
            watch.drain();
        }
        let (sync, outcome) = blocking(sync, move |sync| sync.apply(whole)).await?;
        self.metrics.sync.observe_duration(self.clock.monotonic().saturating_sub(start));
        if let Err(error) = outcome {
            tracing::error!(%error, "the rules of services could not be applied; trying all of them again");
            self.metrics.failures.inc();
            return Ok((sync, true));
        }
        self.health.applied();
        self.metrics.last_sync.set(seconds(&self.clock));
        let view = sync.tracker.view();
        #[expect(clippy::cast_precision_loss, reason = "a gauge")]
        self.metrics.ports.set(view.ports.len() as f64);
        let checks: Checks =
            view.health.iter().map(|(name, check)| (check.port, (name.clone(), *check))).collect();
        self.checks.send_if_modified(|old| (*old != checks).then(|| *old = checks).is_some());
        let others = std::mem::take(&mut self.others);
        let (sync, ()) = blocking(sync, move |sync| sync.forget_modes(&others)).await?;
        Ok((sync, false))
    }
}

fn seconds(clock: &Clock) -> f64 {
    clock.now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}

/// Runs work that blocks where it may.
async fn blocking<T: Send + 'static>(
    mut sync: Sync,
    work: impl FnOnce(&mut Sync) -> T + Send + 'static,
) -> Result<(Sync, T), Error> {
    let task = tokio::task::spawn_blocking(move || {
        let outcome = work(&mut sync);
        (sync, outcome)
    });
    task.await.map_err(|_| Error::Panic)
}

fn serve(
    config: &Config,
    mode: &'static str,
    health: &Health,
    checks: &watch::Sender<Checks>,
    shutdown: &Shutdown,
) -> Result<(), Error> {
    let namespace = config.namespace.as_deref();
    let registry = config.registry.clone();
    let metrics: Pages = Arc::new(move |path| match path {
        "/proxyMode" => Some((200, "text/plain; charset=utf-8", mode.to_owned())),
        "/metrics" => Some((200, telemetry::metrics::CONTENT_TYPE, registry.render())),
        "/healthz" => Some((200, "text/plain; charset=utf-8", "ok".to_owned())),
        _ => None,
    });
    let state = health.clone();
    let well: Pages = Arc::new(move |path| {
        let live_only = match path {
            "/healthz" => false,
            "/livez" => true,
            _ => return None,
        };
        let (status, text) = state.answer(live_only);
        Some((status, "application/json", text))
    });
    let servers = [("metrics", config.metrics_bind, metrics), ("health", config.health_bind, well)];
    for (what, address, pages) in servers {
        let Some(address) = address else { continue };
        let listener = server::listen(namespace, address);
        let listener = listener.map_err(|source| Error::Listen { what, address, source })?;
        tokio::spawn(server::serve(listener, pages, shutdown.clone()));
    }
    if let Some(address) = config.health_check_address {
        let (namespace, health, checks) = (config.namespace.clone(), health.clone(), checks.subscribe());
        tokio::spawn(server::serve_checks(namespace, address, health, checks, shutdown.clone()));
    }
    Ok(())
}
