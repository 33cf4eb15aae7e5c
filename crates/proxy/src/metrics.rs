//! What the proxy counts, under upstream's names.

use telemetry::metrics::{Counter, Description, Gauge, Histogram, RegisterError, Registry};

/// Handles to all of it.
#[derive(Clone)]
pub struct Metrics {
    /// How long putting changes into the kernel took.
    pub sync: Histogram,
    /// When that last succeeded, in seconds since 1970.
    pub last_sync: Gauge,
    /// When there was last something to do.
    pub last_queued: Gauge,
    /// How often it failed.
    pub failures: Counter,
    /// How often everything was put in again, because somebody else had changed it.
    pub repairs: Counter,
    /// How many service ports there are.
    pub ports: Gauge,
}

/// From a millisecond to sixteen seconds.
const BOUNDS: [f64; 15] = [
    0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1.024, 2.048, 4.096, 8.192, 16.384,
];

impl Metrics {
    /// Registers everything.
    pub fn register(registry: &Registry) -> Result<Self, RegisterError> {
        Ok(Self {
            sync: registry.histogram(
                Description::alpha(
                    "kubeproxy_sync_proxy_rules_duration_seconds",
                    "Time that putting rules into the kernel took",
                ),
                &BOUNDS,
            )?,
            last_sync: registry.gauge(Description::alpha(
                "kubeproxy_sync_proxy_rules_last_timestamp_seconds",
                "When rules were last put into the kernel",
            ))?,
            last_queued: registry.gauge(Description::alpha(
                "kubeproxy_sync_proxy_rules_last_queued_timestamp_seconds",
                "When there were last changes to put into the kernel",
            ))?,
            failures: registry.counter(Description::alpha(
                "kubeproxy_sync_proxy_rules_failures_total",
                "How often putting rules into the kernel failed",
            ))?,
            repairs: registry.counter(Description::alpha(
                "kubeproxy_repairs_total",
                "How often rules were put in again because somebody else had changed them",
            ))?,
            ports: registry.gauge(Description::alpha(
                "kubeproxy_service_ports",
                "Ports of services that this node serves",
            ))?,
        })
    }
}
