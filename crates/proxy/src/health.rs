//! How the proxy is, and what it tells load balancers: answers as data; `server.rs` sends them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use runtime::Clock;
use serde_json::json;

use crate::view::{HealthCheck, ServiceName};

/// An answer: status and JSON.
pub type Answer = (u16, String);

/// Shared between the loop that applies changes and the servers that tell of it.
#[derive(Clone)]
pub struct Health(Arc<State>);

struct State {
    clock: Clock,
    timeout: Duration,
    /// When the oldest change that is not applied yet came, in milliseconds since 1970; 0 for none.
    waiting: AtomicU64,
    updated: AtomicU64,
    eligible: AtomicBool,
}

impl Health {
    /// Nothing applied yet. A change may wait for `timeout` before something is taken to be wrong.
    pub fn new(clock: Clock, timeout: Duration) -> Self {
        let (waiting, updated) = (AtomicU64::new(clock.unix_millis()), AtomicU64::new(0));
        Self(Arc::new(State { clock, timeout, waiting, updated, eligible: AtomicBool::new(true) }))
    }

    /// There is something to apply.
    pub fn queued(&self) {
        let now = self.0.clock.unix_millis();
        let _ = self.0.waiting.compare_exchange(0, now, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// All of it is applied.
    pub fn applied(&self) {
        self.0.waiting.store(0, Ordering::Relaxed);
        self.0.updated.store(self.0.clock.unix_millis(), Ordering::Relaxed);
    }

    /// Whether load balancers should send traffic to this node at all.
    pub fn set_eligible(&self, eligible: bool) {
        self.0.eligible.store(eligible, Ordering::Relaxed);
    }

    /// Whether changes are applied in time.
    pub fn is_healthy(&self) -> bool {
        let (waiting, now) = (self.0.waiting.load(Ordering::Relaxed), self.0.clock.unix_millis());
        waiting == 0 || u128::from(now.saturating_sub(waiting)) < self.0.timeout.as_millis()
    }

    /// The answer at `/healthz` (which a node that is about to go fails) and `/livez` (which it does not).
    pub fn answer(&self, live_only: bool) -> Answer {
        let eligible = self.0.eligible.load(Ordering::Relaxed);
        let well = self.is_healthy() && (live_only || eligible);
        let body = json!({
            "lastUpdated": self.0.updated.load(Ordering::Relaxed) / 1000,
            "currentTime": self.0.clock.unix_millis() / 1000,
            "nodeEligible": eligible,
        });
        (if well { 200 } else { 503 }, body.to_string())
    }

    /// The answer to a load balancer that asks for a service's endpoints on this node.
    pub fn service(&self, name: &ServiceName, check: HealthCheck) -> Answer {
        let healthy = self.is_healthy();
        let body = json!({
            "service": {"namespace": name.namespace, "name": name.name},
            "localEndpoints": check.local,
            "serviceProxyHealthy": healthy,
        });
        (if check.local > 0 && healthy { 200 } else { 503 }, body.to_string())
    }
}

/// Services by the port that load balancers ask at.
pub type Checks = BTreeMap<u16, (ServiceName, HealthCheck)>;
