//! Limits, and what is used.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Limits of a pod or container, as cgroups have them; 0 means none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinuxResources {
    /// Microseconds in which the quota holds; 0 means 100,000.
    pub cpu_period: i64,
    /// Microseconds of processor time per period.
    pub cpu_quota: i64,
    /// The weight, on cgroup v1's scale (1024 is one processor).
    pub cpu_shares: i64,
    /// Bytes.
    pub memory_limit: i64,
    /// Bytes with swap.
    pub memory_swap_limit: i64,
    /// -1000 to 1000: who is killed first.
    pub oom_score_adj: i64,
    /// Which processors: `0-1,3`.
    pub cpuset_cpus: String,
    /// Which memory nodes.
    pub cpuset_mems: String,
    /// Most processes.
    pub pids_limit: i64,
    /// Bytes by page size: `2Mi`.
    pub hugepage_limits: Vec<(String, u64)>,
    /// Files of cgroup v2 to be written as they are.
    pub unified: BTreeMap<String, String>,
}

/// Processor time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CpuUsage {
    /// When it was read: nanoseconds since 1970.
    pub timestamp: i64,
    /// Nanoseconds of processor time since the start.
    pub usage_nanos: u64,
}

/// Memory in bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemoryUsage {
    /// When it was read: nanoseconds since 1970.
    pub timestamp: i64,
    /// What can't be given back at once.
    pub working_set: u64,
    /// Everything.
    pub usage: u64,
    /// Anonymous memory.
    pub rss: u64,
    /// Faults.
    pub page_faults: u64,
    /// Faults that read from disk.
    pub major_page_faults: u64,
}

/// What a container uses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContainerStats {
    /// Whose.
    pub id: String,
    /// Its name in the pod.
    pub name: String,
    /// Its labels.
    pub labels: BTreeMap<String, String>,
    /// Processor.
    pub cpu: CpuUsage,
    /// Memory.
    pub memory: MemoryUsage,
    /// Bytes in its writable layer.
    pub writable_layer_bytes: u64,
    /// Inodes in it.
    pub writable_layer_inodes: u64,
}
