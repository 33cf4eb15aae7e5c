//! The control plane: the API server, and as its clients in the same process the controllers and the scheduler.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use api::Resource as _;
use api::core::v1::ServiceAccount;
use apiserver::Ready;
use authn::component;
use authn::service_account::Reference;
use controllers::{Authorities, Clients, Settings};
use runtime::{Clock, Shutdown};
use tokio::task::JoinSet;

use super::dns_addon;
use super::election::{Election, in_turn};

/// How long the parts of a server that stops have for what they were doing.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a control plane is told.
pub struct ControlPlane {
    pub api: apiserver::Config,
    pub manager: Manager,
}

/// What the controllers and the scheduler are told.
#[derive(Debug, Clone)]
pub struct Manager {
    /// Where nodes get their pods' addresses from.
    pub cluster_cidrs: Vec<String>,
    /// `--controllers`
    pub controllers: Vec<String>,
    pub node_monitor_grace_period: Duration,
    pub node_startup_grace_period: Duration,
    pub terminated_pod_gc_threshold: usize,
    /// How often quotas are counted even if nothing was told.
    pub resource_quota_sync_period: Duration,
    /// `None` where no other server can be.
    pub election: Option<Election>,
}

/// Runs it until told to stop. `ready` is called once the API answers.
pub async fn run(
    plane: ControlPlane,
    clock: Clock,
    shutdown: Shutdown,
    ready: impl FnOnce(&Ready),
) -> Result<()> {
    let pki = tls::Pki::open_or_create(&plane.api.pki_dir(), &clock).context("certificates")?;
    let dns = plane.api.dns_address();
    // The API goes on until its clients in this process have ended: they give their leases back.
    let serving = Shutdown::new();
    let surroundings = (clock.clone(), shutdown.clone(), serving.clone());
    let start = move |running: &Ready| {
        let (clock, shutdown, serving) = surroundings;
        let mut parts = JoinSet::new();
        parts.spawn(controllers(&plane.manager, &pki, running, dns, (clock.clone(), shutdown.clone())));
        parts.spawn(scheduler(&plane.manager, running, (clock.clone(), shutdown.clone())));
        tokio::spawn(async move {
            shutdown.wait().await;
            tokio::select! {
                () = async { while parts.join_next().await.is_some() {} } => {}
                () = clock.sleep(PATIENCE) => tracing::warn!("controllers are still busy; not waiting for them"),
            }
            serving.trigger();
        });
        ready(running);
    };
    apiserver::run(plane.api, serving, start).await?;
    Ok(())
}

/// The controllers, and what keeps the service of the cluster's DNS.
fn controllers(
    manager: &Manager,
    pki: &tls::Pki,
    running: &Ready,
    dns: Option<std::net::IpAddr>,
    (clock, shutdown): (Clock, Shutdown),
) -> impl Future<Output = ()> + use<> {
    let server = running.server.clone();
    let clients = Clients::new(move |account| server.client(component(account)));
    let config = controllers::Config {
        controllers: manager.controllers.clone(),
        settings: Arc::new(settings(pki, manager, running)),
    };
    let (own, admin) = (component("kube-controller-manager"), component("apiserver"));
    let (own, admin) = (running.server.client(own), running.server.client(admin));
    let election = manager.election.clone();
    async move {
        let work = |shutdown: Shutdown| {
            let (clients, config, clock, admin) =
                (clients.clone(), config.clone(), clock.clone(), admin.clone());
            async move {
                let addon = async {
                    if let Some(address) = dns {
                        dns_addon::run(admin, address, clock.clone(), shutdown.clone()).await;
                    }
                };
                tokio::join!(controllers::run(config, clients, clock.clone(), shutdown.clone()), addon);
            }
        };
        in_turn(election.as_ref(), "kube-controller-manager", own, clock.clone(), shutdown, work).await;
    }
}

fn scheduler(
    manager: &Manager,
    running: &Ready,
    (clock, shutdown): (Clock, Shutdown),
) -> impl Future<Output = ()> + use<> {
    let client = running.server.client(component("kube-scheduler"));
    let election = manager.election.clone();
    async move {
        let work = |shutdown: Shutdown| {
            let (client, clock) = (client.clone(), clock.clone());
            async move {
                let config = scheduler::Config::default();
                if let Err(error) = scheduler::run(config, client, clock, shutdown).await {
                    tracing::error!(%error, "the scheduler stopped");
                }
            }
        };
        in_turn(election.as_ref(), "kube-scheduler", client.clone(), clock.clone(), shutdown, work).await;
    }
}

/// What only the server knows, for the controllers.
fn settings(pki: &tls::Pki, manager: &Manager, running: &Ready) -> Settings {
    let authorities =
        Authorities { clients: pki.client_authority().clone(), servers: pki.server_authority().clone() };
    let issuer = running.issuer.clone();
    let token = move |account: &ServiceAccount, secret: &str, _uid: &str| {
        let reference = Reference { name: account.name().to_owned(), uid: account.uid().to_owned() };
        issuer.issue_legacy(account.namespace(), &reference, secret).map_err(|error| error.to_string())
    };
    Settings {
        root_ca: pki.server_authority().certificate().to_owned(),
        cluster_cidrs: manager.cluster_cidrs.clone(),
        node_monitor_grace_period: manager.node_monitor_grace_period,
        node_startup_grace_period: manager.node_startup_grace_period,
        terminated_pod_gc_threshold: manager.terminated_pod_gc_threshold,
        resource_quota_sync_period: manager.resource_quota_sync_period,
        authorities: Some(Arc::new(authorities)),
        tokens: Some(Arc::new(token)),
    }
}
