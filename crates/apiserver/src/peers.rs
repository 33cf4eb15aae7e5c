//! The servers that share a datastore: each says every few seconds that it is there, under its address, and all write the list of those
//! who did to the endpoints of the service `kubernetes`. Upstream: the lease endpoint reconciler.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use registry::Registry;
use runtime::{Clock, Shutdown};
use store::{Expect, KeyRange, Range, Revision, Store, WatchRequest, Write};

use crate::bootstrap;

/// Where servers say so: not among the objects.
const PREFIX: &str = "/navarch/servers/";
/// A server that was not heard of for so long is gone.
const LIFETIME: Duration = Duration::from_secs(15);
/// How often each says so.
const EVERY: Duration = Duration::from_secs(5);
/// Until what failed is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// This server among the others.
pub(crate) struct Peers {
    store: Store,
    registry: Arc<Registry>,
    own: SocketAddr,
    clock: Clock,
    written: Vec<SocketAddr>,
}

impl Peers {
    pub(crate) fn new(store: Store, registry: Arc<Registry>, own: SocketAddr, clock: Clock) -> Self {
        Self { store, registry, own, clock, written: Vec::new() }
    }

    /// Says that this server is there, and writes down all that are.
    pub(crate) async fn announce(&mut self) -> Revision {
        loop {
            match self.try_announce().await {
                Ok(revision) => return revision,
                Err(error) => tracing::warn!(%error, "the list of servers can't be kept"),
            }
            self.clock.sleep(RETRY).await;
        }
    }

    async fn try_announce(&mut self) -> store::Result<Revision> {
        self.renew().await?;
        self.write_down().await
    }

    /// Keeps the list until told to stop; then leaves it.
    pub(crate) async fn run(mut self, shutdown: Shutdown) {
        loop {
            tokio::select! {
                () = shutdown.wait() => break,
                error = self.follow() => tracing::warn!(%error, "the list of servers can't be kept"),
            }
            self.clock.sleep(RETRY).await;
        }
        let left = self.store.delete(self.key(), Expect::Any).await.map(drop);
        let left = match left {
            Ok(()) => self.write_down().await.map(drop),
            failed => failed,
        };
        if let Err(error) = left {
            tracing::debug!(%error, "this server stays in the list until its time is up");
        }
    }

    /// Renews in time, and looks again whenever the list changes.
    async fn follow(&mut self) -> store::Error {
        let revision = self.announce().await;
        let watch = self.store.watch(WatchRequest::after(KeyRange::prefix(PREFIX), revision)).await;
        let mut watch = match watch {
            Ok(watch) => watch,
            Err(error) => return error,
        };
        let clock = self.clock.clone();
        let mut due = clock.monotonic() + EVERY;
        loop {
            let outcome = tokio::select! {
                item = watch.next() => match item {
                    Some(Ok(_)) => self.write_down().await.map(drop),
                    Some(Err(error)) => Err(error),
                    None => Err(store::Error::Unavailable("the watch has ended".into())),
                },
                () = clock.sleep(due.saturating_sub(clock.monotonic())) => {
                    due = clock.monotonic() + EVERY;
                    self.renew().await
                }
            };
            if let Err(error) = outcome {
                return error;
            }
        }
    }

    fn key(&self) -> String {
        format!("{PREFIX}{}", self.own)
    }

    async fn renew(&self) -> store::Result<()> {
        let (key, ttl) = (self.key().into(), Some(LIFETIME));
        let write = Write::Put { key, value: "".into(), expect: Expect::Any, ttl };
        self.store.write(vec![write]).await.map(drop)
    }

    /// Writes the list to the endpoints, if it is not there yet.
    async fn write_down(&mut self) -> store::Result<Revision> {
        let found = self.store.range(Range::new(KeyRange::prefix(PREFIX))).await?;
        let servers: Vec<SocketAddr> = found.kvs.iter().filter_map(|one| server(&one.key)).collect();
        if servers != self.written && !servers.is_empty() {
            match bootstrap::write_endpoints(&self.registry, &servers).await {
                Ok(()) => self.written = servers,
                Err(error) => return Err(store::Error::Unavailable(error.to_string())),
            }
        }
        Ok(found.revision)
    }
}

fn server(key: &[u8]) -> Option<SocketAddr> {
    std::str::from_utf8(key).ok()?.strip_prefix(PREFIX)?.parse().ok()
}
