//! What containers use: control groups, and the writable layer on disk.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;

use node::{ContainerStats, CpuUsage, MemoryUsage, RuntimeError};

use super::model::ContainerEntry;
use super::{Runtime, blocking, other};

impl Runtime {
    pub(super) async fn stats_of(&self, entry: Arc<ContainerEntry>) -> Result<ContainerStats, RuntimeError> {
        let runtime = self.clone();
        blocking(move || {
            let timestamp = runtime.now();
            let used = runtime.0.groups.stats(&entry.record.cgroup).map_err(other)?;
            let (bytes, inodes) = disk_use(&runtime.0.places.container(&entry.id).join("upper"));
            Ok(ContainerStats {
                id: entry.id.clone(),
                name: entry.record.config.name.clone(),
                labels: entry.record.config.labels.clone(),
                cpu: CpuUsage { timestamp, usage_nanos: used.cpu_nanos },
                memory: MemoryUsage {
                    timestamp,
                    working_set: used.memory_working_set,
                    usage: used.memory_usage,
                    rss: used.memory_rss,
                    page_faults: used.page_faults,
                    major_page_faults: used.major_page_faults,
                },
                writable_layer_bytes: bytes,
                writable_layer_inodes: inodes,
            })
        })
        .await
    }
}

/// Bytes and inodes of a folder with all in it; what vanishes meanwhile does not count.
fn disk_use(dir: &Path) -> (u64, u64) {
    let (mut bytes, mut inodes) = (0, 1);
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let Ok(meta) = entry.metadata() else { continue };
        if meta.is_dir() {
            let (more, inner) = disk_use(&entry.path());
            bytes += more;
            inodes += inner;
        } else {
            bytes += meta.blocks() * 512;
            inodes += 1;
        }
    }
    (bytes, inodes)
}
