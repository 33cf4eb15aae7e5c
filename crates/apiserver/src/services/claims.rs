//! The ports of the node that are handed out, as keys in the store: to create the key is to get the port, so that two servers on one
//! datastore never hand out the same one. The API has no object for them; the range in memory only tells where to try.

use std::collections::HashSet;

use meta::StatusError;
use resource::Object;
use runtime::Clock;
use store::{Error, Expect, KeyRange, Range, Store};

/// Where the keys are: not among the objects.
const PREFIX: &str = "/navarch/node-ports/";

/// For so many milliseconds a port without a service may belong to one that is being written.
const LEAKED_AFTER: u64 = 60_000;

/// Where the keys are kept; nowhere in tests of the ranges alone.
#[derive(Clone, Default)]
pub(super) struct Claims(Option<(Store, Clock)>);

impl Claims {
    pub(super) fn within(store: Store, clock: Clock) -> Self {
        Self(Some((store, clock)))
    }

    /// Whether it is decided here who has a port.
    pub(super) fn decide(&self) -> bool {
        self.0.is_some()
    }

    /// Gets a port for a service; false if somebody else has it.
    pub(super) async fn claim(&self, port: u16, service: &Object) -> Result<bool, StatusError> {
        let owner = format!("{}/{}", service.namespace(), service.name());
        self.write(port, &owner).await.map_err(|error| {
            StatusError::service_unavailable(format!(
                "the port {port} of the node was not handed out: {error}"
            ))
        })
    }

    async fn write(&self, port: u16, owner: &str) -> store::Result<bool> {
        let Some((store, clock)) = &self.0 else { return Ok(true) };
        // When it was made tells a leak from a write under way.
        let value = format!("{} {owner}", clock.unix_millis());
        match store.create(key(port), value, None).await {
            Ok(_) => Ok(true),
            Err(Error::Conflict(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Gives ports back.
    pub(super) async fn release(&self, ports: &[u16]) {
        let Some((store, _)) = &self.0 else { return };
        for port in ports {
            if let Err(error) = store.delete(key(*port), Expect::Any).await {
                tracing::warn!(port, %error, "a port of the node was not given back; a repair will do it");
            }
        }
    }

    /// Gives ports back later, where nobody can wait for it.
    pub(super) fn release_later(&self, ports: Vec<u16>) {
        if ports.is_empty() || self.0.is_none() {
            return;
        }
        let claims = self.clone();
        // What is not given back because the server stops, the next repair finds.
        drop(tokio::spawn(async move { claims.release(&ports).await }));
    }

    /// Makes the keys that services lack, and takes those away of which no service knows any more and that are no longer new.
    pub(super) async fn repair(&self, held: &HashSet<u16>) {
        if let Err(error) = self.try_repair(held).await {
            tracing::warn!(%error, "the ports of the node that are taken were not compared with the services");
        }
    }

    async fn try_repair(&self, held: &HashSet<u16>) -> store::Result<()> {
        let Some((store, clock)) = &self.0 else { return Ok(()) };
        let found = store.range(Range::new(KeyRange::prefix(PREFIX))).await?.kvs;
        let claimed: HashSet<u16> = found.iter().filter_map(|one| port(&one.key)).collect();
        for port in held.difference(&claimed) {
            self.write(*port, "").await?;
        }
        for one in &found {
            let made = std::str::from_utf8(&one.value)
                .ok()
                .and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
            let is_new = made.is_some_and(|made| clock.unix_millis().saturating_sub(made) < LEAKED_AFTER);
            if port(&one.key).is_some_and(|port| held.contains(&port)) || is_new {
                continue;
            }
            match store.delete(one.key.clone(), Expect::At(one.mod_revision)).await {
                // Somebody was quicker.
                Ok(_) | Err(Error::Conflict(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

fn key(port: u16) -> String {
    format!("{PREFIX}{port}")
}

fn port(key: &[u8]) -> Option<u16> {
    std::str::from_utf8(key).ok()?.strip_prefix(PREFIX)?.parse().ok()
}
