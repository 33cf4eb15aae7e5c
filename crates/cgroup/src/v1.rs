//! cgroup v1: limits to writes, file contents to figures. No I/O.

use crate::limits::{Limits, Write, page_size};
use crate::stats::{Stats, keyed, number};

/// The default period of the processor's quota, in microseconds.
const PERIOD: u64 = 100_000;

/// What to write, in the order that suits a new group; see [`crate::Cgroups::update`] for memory below swap.
pub fn plan(limits: &Limits) -> Vec<Write> {
    let mut writes = Vec::new();
    if let Some(shares) = limits.cpu_shares {
        writes.push(Write::new("cpu", "cpu.shares", shares.clamp(2, 262_144)));
    }
    if let Some(quota) = limits.cpu_quota {
        writes.push(Write::new("cpu", "cpu.cfs_period_us", limits.cpu_period.unwrap_or(PERIOD)));
        writes.push(Write::new("cpu", "cpu.cfs_quota_us", if quota <= 0 { -1 } else { quota }));
    }
    if let Some(bytes) = limits.memory {
        writes.push(Write::new("memory", "memory.limit_in_bytes", bytes));
    }
    if let Some(bytes) = limits.memory_swap {
        writes.push(Write::new("memory", "memory.memsw.limit_in_bytes", bytes));
    }
    if let Some(most) = limits.pids {
        let value = if most < 0 { "max".to_owned() } else { most.to_string() };
        writes.push(Write::new("pids", "pids.max", value));
    }
    if !limits.cpuset_cpus.is_empty() {
        writes.push(Write::new("cpuset", "cpuset.cpus", &limits.cpuset_cpus));
    }
    if !limits.cpuset_mems.is_empty() {
        writes.push(Write::new("cpuset", "cpuset.mems", &limits.cpuset_mems));
    }
    for (size, bytes) in &limits.hugepages {
        let file = format!("hugetlb.{}.limit_in_bytes", page_size(size));
        writes.push(Write::new("hugetlb", file, bytes));
    }
    writes
}

/// Figures from the files; `read` gives a controller's file, or nothing.
pub fn stats(read: impl Fn(&str, &str) -> String) -> Stats {
    let memory = read("memory", "memory.stat");
    let usage = number(&read("memory", "memory.usage_in_bytes"));
    Stats {
        cpu_nanos: number(&read("cpuacct", "cpuacct.usage")),
        memory_usage: usage,
        memory_working_set: usage.saturating_sub(keyed(&memory, "total_inactive_file")),
        memory_rss: keyed(&memory, "total_rss"),
        page_faults: keyed(&memory, "total_pgfault"),
        major_page_faults: keyed(&memory, "total_pgmajfault"),
        pids: number(&read("pids", "pids.current")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_become_files() {
        let limits = Limits {
            cpu_shares: Some(1),
            cpu_quota: Some(50_000),
            memory: Some(1 << 20),
            memory_swap: Some(-1),
            pids: Some(-1),
            cpuset_cpus: "0-1".into(),
            hugepages: vec![("2Mi".into(), 4096), ("1GB".into(), 0)],
            ..Limits::default()
        };
        let lines: Vec<_> = plan(&limits).into_iter().map(|w| format!("{}={}", w.file, w.value)).collect();
        let expected = "cpu.shares=2 cpu.cfs_period_us=100000 cpu.cfs_quota_us=50000 memory.limit_in_bytes=1048576 \
                        memory.memsw.limit_in_bytes=-1 pids.max=max cpuset.cpus=0-1 hugetlb.2MB.limit_in_bytes=4096 \
                        hugetlb.1GB.limit_in_bytes=0";
        assert_eq!(lines.join(" "), expected);
        assert_eq!(plan(&Limits::default()), []);
    }

    #[test]
    fn files_become_figures() {
        let stats = stats(|_, file| {
            match file {
                "memory.stat" => "cache 5\ntotal_inactive_file 30\ntotal_rss 40\ntotal_pgfault 7\n",
                "memory.usage_in_bytes" => "100\n",
                "cpuacct.usage" => "123\n",
                _ => "",
            }
            .to_owned()
        });
        assert_eq!((stats.cpu_nanos, stats.memory_working_set, stats.memory_rss), (123, 70, 40));
        assert_eq!((stats.page_faults, stats.pids), (7, 0));
    }
}
