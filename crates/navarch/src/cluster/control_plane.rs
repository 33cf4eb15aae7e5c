//! The control plane: the API server, and as its clients in the same process the controllers and the scheduler.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use api::Resource as _;
use api::core::v1::ServiceAccount;
use apiserver::Ready;
use authn::component;
use authn::service_account::Reference;
use controllers::{Authorities, Clients, Settings};
use runtime::{Clock, Shutdown};

use super::dns_addon;

/// What a control plane is told.
pub struct ControlPlane {
    pub api: apiserver::Config,
    /// Where nodes get their pods' addresses from.
    pub cluster_cidrs: Vec<String>,
    /// `--controllers`
    pub controllers: Vec<String>,
}

/// Runs it until told to stop. `ready` is called once the API answers.
pub async fn run(
    plane: ControlPlane,
    clock: Clock,
    shutdown: Shutdown,
    ready: impl FnOnce(&Ready),
) -> Result<()> {
    let pki = tls::Pki::open_or_create(&plane.api.pki_dir(), &clock).context("certificates")?;
    let (dns, surroundings) = (plane.api.dns_address(), (clock.clone(), shutdown.clone()));
    let start = move |running: &Ready| {
        let (clock, shutdown) = surroundings;
        let server = running.server.clone();
        let clients = Clients::new(move |account| server.client(component(account)));
        let config = controllers::Config {
            controllers: plane.controllers,
            settings: Arc::new(settings(&pki, plane.cluster_cidrs, running)),
        };
        tokio::spawn(controllers::run(config, clients, clock.clone(), shutdown.clone()));
        let client = running.server.client(component("kube-scheduler"));
        let scheduler = scheduler::run(scheduler::Config::default(), client, clock.clone(), shutdown.clone());
        tokio::spawn(async move {
            if let Err(error) = scheduler.await {
                tracing::error!(%error, "the scheduler stopped");
            }
        });
        if let Some(address) = dns {
            let client = running.server.client(component("apiserver"));
            tokio::spawn(dns_addon::run(client, address, clock, shutdown));
        }
        ready(running);
    };
    apiserver::run(plane.api, shutdown, start).await?;
    Ok(())
}

/// What only the server knows, for the controllers.
fn settings(pki: &tls::Pki, cluster_cidrs: Vec<String>, running: &Ready) -> Settings {
    let authorities =
        Authorities { clients: pki.client_authority().clone(), servers: pki.server_authority().clone() };
    let issuer = running.issuer.clone();
    let token = move |account: &ServiceAccount, secret: &str, _uid: &str| {
        let reference = Reference { name: account.name().to_owned(), uid: account.uid().to_owned() };
        issuer.issue_legacy(account.namespace(), &reference, secret).map_err(|error| error.to_string())
    };
    Settings {
        root_ca: pki.server_authority().certificate().to_owned(),
        cluster_cidrs,
        authorities: Some(Arc::new(authorities)),
        tokens: Some(Arc::new(token)),
        ..Settings::default()
    }
}
