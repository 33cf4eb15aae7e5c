//! Keys that delete themselves: leases, shared by keys that end at about the same time.
//!
//! A lease for each key would cost etcd a timer and a record per event of the cluster, so a lease outlives its first key by a window
//! in which later keys with the same time to live join it. A key may live that much longer than asked for, never shorter: a lease's
//! end is reckoned from before it was asked for, and one that a slow write has outrun is renewed once.

mod pool;

use std::time::Duration;

use runtime::Clock;
use tokio::sync::Mutex;

pub(super) use self::pool::Held;
use self::pool::{Pool, grant_seconds};
use super::rpc::{Failure, Repeat, Rpc, Stream};
use super::wire::{LEASE_GRANT, LEASE_KEEP_ALIVE, LeaseGrantRequest, LeaseKeepAliveRequest};
use crate::Write;

/// The leases that keys may still join.
#[derive(Default)]
pub(super) struct Leases(Mutex<Pool>);

impl Leases {
    /// A lease for each put that has a time to live, in the order of `writes`, within the time of one call: whoever waits for
    /// others that wait for the server does not wait longer than they do.
    pub async fn for_writes(
        &self,
        rpc: &Rpc,
        clock: &Clock,
        writes: &[Write],
    ) -> Result<Vec<Option<Held>>, Failure> {
        let timeout = rpc.request_timeout();
        match tokio::time::timeout(timeout, self.join_all(rpc, clock, writes)).await {
            Ok(held) => held,
            Err(_) => Err(Failure::NotDone(format!("no lease was granted within {timeout:?}"))),
        }
    }

    async fn join_all(
        &self,
        rpc: &Rpc,
        clock: &Clock,
        writes: &[Write],
    ) -> Result<Vec<Option<Held>>, Failure> {
        let mut held = Vec::with_capacity(writes.len());
        for write in writes {
            held.push(match write {
                Write::Put { ttl: Some(ttl), .. } => Some(self.join(rpc, clock, *ttl).await?),
                _ => None,
            });
        }
        Ok(held)
    }

    /// Joins a lease that lasts long enough, or gets a new one. The lock is held meanwhile, so that a burst of writers gets one
    /// lease and not one each.
    async fn join(&self, rpc: &Rpc, clock: &Clock, ttl: Duration) -> Result<Held, Failure> {
        let mut pool = self.0.lock().await;
        if let Some(held) = pool.join(clock.monotonic(), ttl) {
            return Ok(held);
        }
        let asked = clock.monotonic();
        let request = LeaseGrantRequest { ttl: grant_seconds(ttl) };
        // A lease that was granted without our knowing ends by itself.
        let granted = rpc.call(&LEASE_GRANT, request, Repeat::Harmless).await.map_err(|failure| {
            // Whatever became of the lease, the write was not made.
            match failure {
                Failure::Lost(why) => Failure::NotDone(why),
                other => other,
            }
        })?;
        let lasts = Duration::from_secs(u64::try_from(granted.ttl).unwrap_or(0));
        Ok(pool.open(granted.id, asked.saturating_add(lasts), ttl))
    }

    /// Forgets leases that the server says are gone.
    pub async fn forget(&self, held: &[Option<Held>]) {
        let mut pool = self.0.lock().await;
        held.iter().flatten().for_each(|held| pool.forget(held.id));
    }

    /// After a write: renews the leases that it took too long to join, so that its keys still get their full time.
    pub async fn settle(&self, rpc: &Rpc, clock: &Clock, held: &[Option<Held>]) {
        let now = clock.monotonic();
        let mut renewed = Vec::new();
        for late in held.iter().flatten().filter(|held| held.is_late(now)) {
            if renewed.contains(&late.id) {
                continue;
            }
            renewed.push(late.id);
            if let Err(why) = renew(rpc, late.id).await {
                tracing::warn!(
                    lease = late.id,
                    ?why,
                    "a slow write joined a lease that could not be renewed"
                );
            }
        }
    }
}

/// Starts a lease's time anew.
async fn renew(rpc: &Rpc, id: i64) -> Result<(), Failure> {
    let member = rpc.current();
    let request = LeaseKeepAliveRequest { id };
    let Stream { calls: _open, responses: mut answers, login } =
        rpc.stream(member, &LEASE_KEEP_ALIVE, request).await?;
    match answers.message().await {
        Ok(Some(answer)) if answer.ttl > 0 => Ok(()),
        Ok(_) => Err(Failure::LeaseNotFound),
        Err(status) => Err(rpc.failed(member, &status, &login).await),
    }
}
