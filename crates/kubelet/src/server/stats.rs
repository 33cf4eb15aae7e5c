//! `/stats/summary`: what pods use.

use std::collections::BTreeMap;

use node::{ContainerFilter, ContainerStats};
use serde_json::{Value, json};

use super::Server;
use super::answer::{self, Answer};
use crate::machine;
use crate::names;

pub(super) async fn summary(server: &Server) -> Answer {
    let stats = match server.shared.runtime.list_stats(&ContainerFilter::default()).await {
        Ok(stats) => stats,
        Err(error) => return answer::text(500, error.to_string()),
    };
    let mut pods: BTreeMap<(String, String, String), Vec<Value>> = BTreeMap::new();
    for one in &stats {
        let label = |key: &str| one.labels.get(key).cloned().unwrap_or_default();
        let key = (label(names::POD_NAMESPACE), label(names::POD_NAME), label(names::POD_UID));
        pods.entry(key).or_default().push(container(server, one));
    }
    let pods: Vec<Value> = pods
        .into_iter()
        .map(|((namespace, name, uid), containers)| {
            let sum = |part: &str, field: &str| -> u64 {
                containers.iter().filter_map(|one| one[part][field].as_u64()).sum()
            };
            json!({
                "podRef": {"name": name, "namespace": namespace, "uid": uid},
                "startTime": containers[0]["startTime"],
                "cpu": {
                    "time": containers[0]["cpu"]["time"],
                    "usageNanoCores": sum("cpu", "usageNanoCores"),
                    "usageCoreNanoSeconds": sum("cpu", "usageCoreNanoSeconds"),
                },
                "memory": {
                    "time": containers[0]["memory"]["time"],
                    "usageBytes": sum("memory", "usageBytes"),
                    "workingSetBytes": sum("memory", "workingSetBytes"),
                    "rssBytes": sum("memory", "rssBytes"),
                },
                "containers": containers,
            })
        })
        .collect();
    let now = stamp(server.shared.now());
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let available = machine::kilobytes(&text, "MemAvailable");
    let used = machine::kilobytes(&text, "MemTotal") - available;
    answer::json(&json!({
        "node": {
            "nodeName": server.shared.config.node_name,
            "cpu": {"time": now, "usageCoreNanoSeconds": node_cpu_nanos()},
            "memory": {"time": now, "availableBytes": available, "usageBytes": used, "workingSetBytes": used},
        },
        "pods": pods,
    }))
}

fn container(server: &Server, one: &ContainerStats) -> Value {
    let name = one.labels.get(names::CONTAINER_NAME).unwrap_or(&one.name);
    let mut cpu = json!({"time": stamp(one.cpu.timestamp), "usageCoreNanoSeconds": one.cpu.usage_nanos});
    if let Some(rate) = rate(server, one) {
        cpu["usageNanoCores"] = json!(rate);
    }
    json!({
        "name": name,
        "cpu": cpu,
        "memory": {
            "time": stamp(one.memory.timestamp),
            "usageBytes": one.memory.usage,
            "workingSetBytes": one.memory.working_set,
            "rssBytes": one.memory.rss,
            "pageFaults": one.memory.page_faults,
            "majorPageFaults": one.memory.major_page_faults,
        },
        "rootfs": {"usedBytes": one.writable_layer_bytes, "inodesUsed": one.writable_layer_inodes},
    })
}

/// Billionths of processors since the last time somebody asked.
fn rate(server: &Server, one: &ContainerStats) -> Option<u64> {
    let now = (one.cpu.timestamp, one.cpu.usage_nanos);
    let (time, usage) = server.samples.lock().insert(one.id.clone(), now)?;
    let elapsed = u64::try_from(now.0 - time).ok().filter(|elapsed| *elapsed > 0)?;
    let used = u128::from(now.1.checked_sub(usage)?);
    u64::try_from(used * 1_000_000_000 / u128::from(elapsed)).ok()
}

fn stamp(nanos: i64) -> String {
    meta::Time::from_unix(nanos / 1_000_000_000).to_string()
}

/// What all processors have worked since the start; the kernel counts in hundredths of seconds.
pub(super) fn node_cpu_nanos() -> u64 {
    let text = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let line = text.lines().next().unwrap_or_default();
    let fields: Vec<u64> = line.split_whitespace().skip(1).filter_map(|word| word.parse().ok()).collect();
    // All but idle and waiting for disks.
    let busy: u64 =
        fields.iter().enumerate().filter(|(index, _)| ![3, 4].contains(index)).map(|(_, value)| value).sum();
    busy * 10_000_000
}
