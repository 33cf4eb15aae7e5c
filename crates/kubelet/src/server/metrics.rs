//! `/metrics` of the kubelet, and `/metrics/resource` of what runs.

use std::fmt::Write as _;

use node::ContainerFilter;

use super::Server;
use super::answer::{self, Answer};
use super::stats::node_cpu_nanos;
use crate::{machine, names};

/// The kubelet's own.
pub(super) fn own(server: &Server) -> Answer {
    answer::whole(200, telemetry::metrics::CONTENT_TYPE, server.metrics.render())
}

/// Processor and memory of the node, its pods and containers.
pub(super) async fn resource(server: &Server) -> Answer {
    let listed = server.shared.runtime.list_stats(&ContainerFilter::default()).await;
    let failed = listed.is_err();
    let (mut cpu, mut memory) = (String::new(), String::new());
    for one in listed.unwrap_or_default() {
        let label = |key: &str| one.labels.get(key).cloned().unwrap_or_default();
        let labels = format!(
            "container=\"{}\",namespace=\"{}\",pod=\"{}\"",
            label(names::CONTAINER_NAME),
            label(names::POD_NAMESPACE),
            label(names::POD_NAME)
        );
        let seconds = one.cpu.usage_nanos as f64 / 1e9;
        let _ = writeln!(
            cpu,
            "container_cpu_usage_seconds_total{{{labels}}} {seconds} {}",
            one.cpu.timestamp / 1_000_000
        );
        let bytes = one.memory.working_set;
        let _ = writeln!(
            memory,
            "container_memory_working_set_bytes{{{labels}}} {bytes} {}",
            one.memory.timestamp / 1_000_000
        );
    }
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let used = machine::kilobytes(&text, "MemTotal") - machine::kilobytes(&text, "MemAvailable");
    let node_cpu = node_cpu_nanos() as f64 / 1e9;
    let body = format!(
        "# HELP container_cpu_usage_seconds_total [STABLE] Cumulative cpu time consumed by the container in core-seconds\n\
         # TYPE container_cpu_usage_seconds_total counter\n{cpu}\
         # HELP container_memory_working_set_bytes [STABLE] Current working set of the container in bytes\n\
         # TYPE container_memory_working_set_bytes gauge\n{memory}\
         # HELP node_cpu_usage_seconds_total [STABLE] Cumulative cpu time consumed by the node in core-seconds\n\
         # TYPE node_cpu_usage_seconds_total counter\nnode_cpu_usage_seconds_total {node_cpu}\n\
         # HELP node_memory_working_set_bytes [STABLE] Current working set of the node in bytes\n\
         # TYPE node_memory_working_set_bytes gauge\nnode_memory_working_set_bytes {used}\n\
         # HELP resource_scrape_error [STABLE] 1 if there was an error while getting container metrics, 0 otherwise\n\
         # TYPE resource_scrape_error gauge\nresource_scrape_error {}\n",
        u8::from(failed)
    );
    answer::whole(200, telemetry::metrics::CONTENT_TYPE, body)
}
