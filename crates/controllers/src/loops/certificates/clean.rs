//! Removes requests that nobody needs any more.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use api::Resource as _;
use api::certificates::v1::CertificateSigningRequest;
use async_trait::async_trait;
use client::{Client, DeleteOptions};
use informer::{Controller, Error, Informer, Inputs, Key, Next};
use runtime::Clock;

use super::{has, is_issued};
use crate::{Context, Work};

const HOUR: Duration = Duration::from_secs(3600);
/// Approved, denied and failed ones stay an hour; those nobody decided, a day.
const UNDECIDED: Duration = Duration::from_secs(24 * 3600);

pub struct Cleaner {
    client: Client,
    clock: Clock,
    requests: Informer<CertificateSigningRequest>,
}

/// Puts it together.
pub fn build(cx: &Context) -> Work {
    Work::Reconciles(Arc::new(Cleaner {
        client: cx.client.clone(),
        clock: cx.clock.clone(),
        requests: cx.informers.of(),
    }))
}

/// How long it stays yet.
fn left(request: &CertificateSigningRequest, now: SystemTime) -> Duration {
    let created = request.metadata.creation_timestamp.as_ref().map_or(now, api::time::system);
    let decided =
        has(request, "Denied") || has(request, "Failed") || is_issued(request) && has(request, "Approved");
    let longest = if decided { HOUR } else { UNDECIDED };
    (created + longest).duration_since(now).unwrap_or_default()
}

#[async_trait]
impl Controller for Cleaner {
    fn name(&self) -> &'static str {
        "certificatesigningrequest-cleaner-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.requests, |event| vec![Key::of(&**event.object())]);
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(request) = self.requests.get("", &key.name) else { return Ok(Next::Done) };
        let left = left(&request, self.clock.now());
        if !left.is_zero() {
            return Ok(Next::After(left));
        }
        match self
            .client
            .all::<CertificateSigningRequest>()
            .delete(&key.name, &DeleteOptions::of_uid(request.uid()))
            .await
        {
            Ok(()) => Ok(Next::Done),
            Err(error) if error.is_not_found() || error.is_conflict() => Ok(Next::Done),
            Err(error) => Err(error.into()),
        }
    }
}
