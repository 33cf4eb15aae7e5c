//! One of several processes works, the others wait: leader election on a `Lease`, with upstream's record, so that ours and upstream's
//! components can take turns. `record.rs` decides; this file reads, writes and waits.

mod record;

use std::time::Duration;

use api::coordination::v1::Lease;
use client::{Client, Error};
use runtime::{Clock, Shutdown};

use record::{Observed, Step};

/// Who leads what, and how quickly.
#[derive(Debug, Clone)]
pub struct LeaderConfig {
    /// The namespace of the lease.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// Who this is, different in every process.
    pub identity: String,
    /// A leader that was not heard of for so long is replaced.
    pub lease: Duration,
    /// A leader that cannot renew for so long gives up; less than `lease`.
    pub renew: Duration,
    /// How long between two attempts; less than `renew`.
    pub retry: Duration,
}

impl LeaderConfig {
    /// With upstream's times: 15 s, 10 s, 2 s.
    pub fn new(namespace: &str, name: &str, identity: &str) -> Self {
        Self {
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            identity: identity.to_owned(),
            lease: Duration::from_secs(15),
            renew: Duration::from_secs(10),
            retry: Duration::from_secs(2),
        }
    }
}

/// How leadership ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// This process was told to stop; the lease is free for the next.
    Stopped,
    /// The work came to its end by itself; the lease is free for the next.
    Finished,
    /// The lease could not be renewed in time; somebody else may lead now.
    Lost,
}

/// Waits until this process leads, then works until told to stop or leadership is lost. The work is told by its own signal, and waited
/// for, before this returns.
pub async fn lead<W, F>(
    client: Client,
    config: LeaderConfig,
    clock: Clock,
    shutdown: Shutdown,
    work: W,
) -> Ended
where
    W: FnOnce(Shutdown) -> F,
    F: Future<Output = ()>,
{
    let mut elector = Elector { client, config, clock, observed: Observed::default() };
    tokio::select! {
        () = shutdown.wait() => return Ended::Stopped,
        () = elector.acquire() => {}
    }
    tracing::info!(lease = elector.config.name, identity = elector.config.identity, "leading");
    let until = shutdown.child();
    let work = work(until.clone());
    tokio::pin!(work);
    let ended = tokio::select! {
        () = shutdown.wait() => Ended::Stopped,
        () = &mut work => Ended::Finished,
        () = elector.hold() => Ended::Lost,
    };
    until.trigger();
    if ended != Ended::Finished {
        work.await;
    }
    if ended != Ended::Lost {
        elector.release().await;
    }
    ended
}

struct Elector {
    client: Client,
    config: LeaderConfig,
    clock: Clock,
    observed: Observed,
}

impl Elector {
    /// Tries until this process holds the lease.
    async fn acquire(&mut self) {
        loop {
            match self.attempt().await {
                Ok(true) => return,
                Ok(false) => {}
                Err(error) => tracing::debug!(lease = self.config.name, %error, "cannot lead yet"),
            }
            // Spread, so that waiting processes do not all try at the same moment.
            self.clock.sleep(self.config.retry.mul_f64(1.0 + fastrand::f64() * 1.2)).await;
        }
    }

    /// Renews until that fails for too long.
    async fn hold(&mut self) {
        let mut renewed = self.clock.monotonic();
        loop {
            self.clock.sleep(self.config.retry).await;
            let left = self.config.renew.saturating_sub(self.clock.monotonic().saturating_sub(renewed));
            let clock = self.clock.clone();
            let outcome = tokio::select! {
                outcome = self.attempt() => outcome,
                () = clock.sleep(left) => return,
            };
            match outcome {
                Ok(true) => renewed = self.clock.monotonic(),
                Ok(false) => return,
                Err(error) => tracing::warn!(lease = self.config.name, %error, "cannot renew the lease"),
            }
        }
    }

    /// One look at the lease, and one write if it can be had. Whether this process holds it now.
    async fn attempt(&mut self) -> Result<bool, Error> {
        let leases = self.client.within::<Lease>(&self.config.namespace);
        let found = leases.find(&self.config.name).await?;
        self.observed.see(found.as_ref(), self.clock.monotonic());
        match record::step(&self.config, &self.observed, found, self.clock.monotonic(), self.clock.now()) {
            Step::Wait => Ok(false),
            Step::Create(lease) => self.wrote(leases.create(&lease).await),
            Step::Update(lease) => self.wrote(leases.update(&lease).await),
        }
    }

    fn wrote(&mut self, outcome: Result<Lease, Error>) -> Result<bool, Error> {
        match outcome {
            Ok(lease) => {
                self.observed.see(Some(&lease), self.clock.monotonic());
                Ok(true)
            }
            // Somebody was quicker.
            Err(error) if error.is_conflict() || error.is_already_exists() => Ok(false),
            Err(error) => Err(error),
        }
    }

    async fn release(&self) {
        let leases = self.client.within::<Lease>(&self.config.namespace);
        let Ok(Some(lease)) = leases.find(&self.config.name).await else { return };
        if let Some(free) = record::released(&self.config, lease, self.clock.now()) {
            if let Err(error) = leases.update(&free).await {
                tracing::debug!(%error, "cannot release the lease; it will run out");
            }
        }
    }
}
