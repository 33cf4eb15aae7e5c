//! Who of several servers works: controllers and scheduler each hold a lease, and only its holder runs them. With a store of its own a
//! server is alone, and no lease is needed.

use std::time::Duration;

use anyhow::{Context as _, Result};
use client::Client;
use informer::leader::{Ended, LeaderConfig, lead};
use runtime::{Clock, Shutdown};

use super::address;

/// Where the leases are.
const NAMESPACE: &str = "kube-system";

/// How leaders are elected.
#[derive(Debug, Clone)]
pub struct Election {
    /// This process, among all that there ever were.
    identity: String,
    pub lease: Duration,
    pub renew: Duration,
    pub retry: Duration,
}

impl Election {
    /// Of this process, with these times.
    pub fn new(lease: Duration, renew: Duration, retry: Duration) -> Result<Self> {
        let unique =
            std::fs::read_to_string("/proc/sys/kernel/random/uuid").context("reading a random name")?;
        let identity = format!("{}_{}", address::host_name()?, unique.trim());
        Ok(Self { identity, lease, renew, retry })
    }

    fn of(&self, name: &str) -> LeaderConfig {
        LeaderConfig {
            lease: self.lease,
            renew: self.renew,
            retry: self.retry,
            ..LeaderConfig::new(NAMESPACE, name, &self.identity)
        }
    }
}

/// Works whenever it is this process's turn, until told to stop or the work ends by itself. Without an election it always is.
pub async fn in_turn<F: Future<Output = ()>>(
    election: Option<&Election>,
    name: &str,
    client: Client,
    clock: Clock,
    shutdown: Shutdown,
    work: impl Fn(Shutdown) -> F,
) {
    let Some(election) = election else { return work(shutdown).await };
    // A process that loses its lease waits for the next turn instead of exiting: it serves the API meanwhile.
    while let Ended::Lost =
        lead(client.clone(), election.of(name), clock.clone(), shutdown.clone(), &work).await
    {
        tracing::warn!(lease = name, "no longer leading");
    }
}
