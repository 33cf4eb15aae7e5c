//! What containers use.

use node::{ContainerFilter, ContainerStats, CpuUsage, MemoryUsage};

use super::image::filesystem;
use crate::wire;

/// Which containers. Their state can't be asked for; who needs it looks at the list.
pub(crate) fn stats_filter(filter: &ContainerFilter) -> wire::ContainerStatsFilter {
    wire::ContainerStatsFilter {
        id: filter.id.clone().unwrap_or_default(),
        pod_sandbox_id: filter.sandbox_id.clone().unwrap_or_default(),
        label_selector: filter.labels.clone(),
    }
}

/// What a container uses.
pub(crate) fn stats_of(stats: wire::ContainerStats) -> ContainerStats {
    let value = |value: Option<wire::UInt64Value>| value.unwrap_or_default().value;
    let attributes = stats.attributes.unwrap_or_default();
    let (cpu, memory) = (stats.cpu.unwrap_or_default(), stats.memory.unwrap_or_default());
    let layer = filesystem(stats.writable_layer.unwrap_or_default());
    ContainerStats {
        id: attributes.id,
        name: attributes.metadata.unwrap_or_default().name,
        labels: attributes.labels,
        cpu: CpuUsage { timestamp: cpu.timestamp, usage_nanos: value(cpu.usage_core_nano_seconds) },
        memory: MemoryUsage {
            timestamp: memory.timestamp,
            working_set: value(memory.working_set_bytes),
            usage: value(memory.usage_bytes),
            rss: value(memory.rss_bytes),
            page_faults: value(memory.page_faults),
            major_page_faults: value(memory.major_page_faults),
        },
        writable_layer_bytes: layer.used_bytes,
        writable_layer_inodes: layer.inodes_used,
    }
}
