//! What the server counts of its requests, under upstream's names.

use std::time::Duration;

use telemetry::metrics::{Counter, Description, Family, Gauge, Histogram, RegisterError, Registry};

use crate::request_info::RequestInfo;

/// Upstream's buckets of a request's duration, in seconds.
const DURATIONS: [f64; 24] = [
    0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0,
    20.0, 30.0, 45.0, 60.0, 120.0,
];

/// Upstream's buckets of an answer's size, in bytes.
const SIZES: [f64; 7] = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
/// What answers, as upstream tells its own servers from those that extend it.
const COMPONENT: &str = "apiserver";

/// The handles.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Counter, 9>,
    durations: Family<Histogram, 8>,
    sizes: Family<Histogram, 7>,
    inflight: Family<Gauge, 1>,
    inqueue: Family<Gauge, 1>,
    long_running: Family<Gauge, 7>,
    terminations: Family<Counter, 8>,
    handshake_errors: Counter,
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
                ["verb", "dry_run", "group", "version", "resource", "subresource", "scope", "component", "code"],
            )?,
            durations: registry.histograms(
                Description::stable(
                    "apiserver_request_duration_seconds",
                    "How long answers took, in seconds, by verb, dry run, group, version, resource, subresource and scope.",
                ),
                ["verb", "dry_run", "group", "version", "resource", "subresource", "scope", "component"],
                &DURATIONS,
            )?,
            sizes: registry.histograms(
                Description::stable(
                    "apiserver_response_sizes",
                    "How large answers to reads were, in bytes, by verb, group, version, resource, subresource and scope.",
                ),
                ["verb", "group", "version", "resource", "subresource", "scope", "component"],
                &SIZES,
            )?,
            inflight: registry.gauges(
                Description::stable(
                    "apiserver_current_inflight_requests",
                    "Requests being served, by kind of request.",
                ),
                ["request_kind"],
            )?,
            inqueue: registry.gauges(
                Description::alpha(
                    "apiserver_current_inqueue_requests",
                    "Requests that wait to be served, by kind of request.",
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
                ["verb", "group", "version", "resource", "subresource", "scope", "component", "code"],
            )?,
            handshake_errors: registry.counter(Description::alpha(
                "apiserver_tls_handshake_errors_total",
                "Connections that ended before both sides had agreed on how to speak.",
            ))?,
        })
    }

    /// Everything as text.
    pub(crate) fn render(&self) -> String {
        self.registry.render()
    }

    pub(crate) fn inflight(&self, kind: &str) -> Gauge {
        self.inflight.with([kind])
    }

    pub(crate) fn inqueue(&self, kind: &str) -> Gauge {
        self.inqueue.with([kind])
    }

    /// A request was ended before it was served.
    pub(crate) fn terminated(&self, info: &RequestInfo, known: bool, code: &str) {
        let Shown { verb, group, version, resource, subresource, scope } = &Shown::of(info, known);
        self.terminations.with([verb, group, version, resource, subresource, scope, COMPONENT, code]).inc();
    }

    /// A connection got no further than the handshake.
    pub(crate) fn handshake_failed(&self) {
        self.handshake_errors.inc();
    }

    pub(crate) fn long_running(&self, info: &RequestInfo) -> LongRunning {
        let gauge = self.long_running.with([
            &verb(info),
            &info.group,
            &info.version,
            &info.resource,
            &info.subresource,
            scope(info),
            COMPONENT,
        ]);
        gauge.inc();
        LongRunning(gauge)
    }

    /// A request was answered. `dry_run` is the option's value, `known` whether there is such a resource: names that clients make
    /// up must not fill the memory. `size` is that of an answer that is whole.
    pub(crate) fn answered(&self, info: &RequestInfo, dry_run: &str, known: bool, answer: &Answered) {
        let Shown { verb, group, version, resource, subresource, scope } = &Shown::of(info, known);
        let dry_run = if dry_run == "All" { "All" } else { "" };
        let code = answer.code.to_string();
        self.requests
            .with([verb, dry_run, group, version, resource, subresource, scope, COMPONENT, &code])
            .inc();
        if info.is_long_running() {
            return;
        }
        self.durations
            .with([verb, dry_run, group, version, resource, subresource, scope, COMPONENT])
            .observe_duration(answer.took);
        if let Some(size) = answer.size.filter(|_| known && matches!(info.verb.as_str(), "get" | "list")) {
            self.sizes
                .with([verb, group, version, resource, subresource, scope, COMPONENT])
                .observe(size as f64);
        }
    }
}

/// What came of a request.
pub(crate) struct Answered {
    pub code: u16,
    pub took: Duration,
    /// Of an answer that is whole and not a stream.
    pub size: Option<usize>,
}

/// A request by its labels.
struct Shown<'a> {
    verb: String,
    group: &'a str,
    version: &'a str,
    resource: &'a str,
    subresource: &'a str,
    scope: &'static str,
}

impl<'a> Shown<'a> {
    fn of(info: &'a RequestInfo, known: bool) -> Self {
        let verb = verb(info);
        if !known {
            return Self { verb, group: "", version: "", resource: "", subresource: "", scope: "" };
        }
        let (group, version, resource) = (&*info.group, &*info.version, &*info.resource);
        Self { verb, group, version, resource, subresource: &info.subresource, scope: scope(info) }
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
