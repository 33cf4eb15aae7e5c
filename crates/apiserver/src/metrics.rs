//! What the server counts of its requests, under upstream's names.

use std::time::Duration;

use telemetry::metrics::{Counter, Description, Family, Gauge, Histogram, RegisterError, Registry};

use crate::request_info::RequestInfo;

/// Upstream's buckets of a request's duration, in seconds.
const DURATIONS: [f64; 24] = [
    0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0,
    20.0, 30.0, 45.0, 60.0, 120.0,
];

/// The handles.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Counter, 8>,
    durations: Family<Histogram, 7>,
    inflight: Family<Gauge, 1>,
    long_running: Family<Gauge, 7>,
    terminations: Family<Counter, 1>,
}

/// A lasting request that is counted until this is dropped.
pub(crate) struct LongRunning(Gauge);

impl Drop for LongRunning {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    pub(crate) fn register(registry: &Registry) -> Result<Self, RegisterError> {
        Ok(Self {
            registry: registry.clone(),
            requests: registry.counters(
                Description::stable(
                    "apiserver_request_total",
                    "Requests by verb, dry run, group, version, resource, scope, subresource and answer code.",
                ),
                ["verb", "dry_run", "group", "version", "resource", "subresource", "scope", "code"],
            )?,
            durations: registry.histograms(
                Description::stable(
                    "apiserver_request_duration_seconds",
                    "How long answers took, in seconds, by verb, dry run, group, version, resource, subresource and scope.",
                ),
                ["verb", "dry_run", "group", "version", "resource", "subresource", "scope"],
                &DURATIONS,
            )?,
            inflight: registry.gauges(
                Description::stable(
                    "apiserver_current_inflight_requests",
                    "The most requests being served at once, by kind of request.",
                ),
                ["request_kind"],
            )?,
            long_running: registry.gauges(
                Description::stable(
                    "apiserver_longrunning_requests",
                    "Lasting requests being served, by verb, group, version, resource, scope and component.",
                ),
                ["verb", "group", "version", "resource", "subresource", "scope", "component"],
            )?,
            terminations: registry.counters(
                Description::alpha(
                    "apiserver_request_terminations_total",
                    "Requests that were ended before they were served, to protect the server.",
                ),
                ["code"],
            )?,
        })
    }

    /// Everything as text.
    pub(crate) fn render(&self) -> String {
        self.registry.render()
    }

    pub(crate) fn inflight(&self, kind: &str) -> Gauge {
        self.inflight.with([kind])
    }

    pub(crate) fn terminated(&self, code: &str) {
        self.terminations.with([code]).inc();
    }

    pub(crate) fn long_running(&self, info: &RequestInfo) -> LongRunning {
        let gauge = self.long_running.with([
            &verb(info),
            &info.group,
            &info.version,
            &info.resource,
            &info.subresource,
            scope(info),
            "apiserver",
        ]);
        gauge.inc();
        LongRunning(gauge)
    }

    /// A request was answered. `dry_run` is the option's value, `known` whether there is such a resource: names that clients make
    /// up must not fill the memory.
    pub(crate) fn answered(&self, info: &RequestInfo, dry_run: &str, code: u16, known: bool, took: Duration) {
        let blank = RequestInfo::default();
        let shown = if known { info } else { &blank };
        let (verb, dry_run) = (verb(info), if dry_run == "All" { "All" } else { "" });
        let (group, version, resource) = (&*shown.group, &*shown.version, &*shown.resource);
        let (subresource, scope) = (&*shown.subresource, scope(shown));
        let code = code.to_string();
        self.requests.with([&verb, dry_run, group, version, resource, subresource, scope, &code]).inc();
        if !info.is_long_running() {
            self.durations
                .with([&verb, dry_run, group, version, resource, subresource, scope])
                .observe_duration(took);
        }
    }
}

/// The verb as metrics spell it; made-up methods are all the same.
fn verb(info: &RequestInfo) -> String {
    match info.verb.as_str() {
        "create" => "POST".into(),
        "update" => "PUT".into(),
        "" => "other".into(),
        known @ ("get" | "list" | "watch" | "patch" | "delete" | "deletecollection" | "post" | "put"
        | "head" | "options") => known.to_ascii_uppercase(),
        _ => "other".into(),
    }
}

fn scope(info: &RequestInfo) -> &'static str {
    match (info.name.is_empty(), info.namespace.is_empty(), info.is_resource) {
        (_, _, false) => "",
        (false, ..) => "resource",
        (true, false, _) => "namespace",
        (true, true, _) => "cluster",
    }
}
