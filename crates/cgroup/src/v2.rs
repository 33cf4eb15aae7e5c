//! cgroup v2: limits to writes, file contents to figures. No I/O.

use crate::limits::{Limits, Write, page_size};
use crate::stats::{Stats, keyed, number};

/// The default period of the processor's quota, in microseconds.
const PERIOD: u64 = 100_000;

/// What to write, in order.
pub fn plan(limits: &Limits) -> Vec<Write> {
    let mut writes = Vec::new();
    let mut add = |file: &str, value: String| writes.push(Write::new("", file, value));
    if let Some(shares) = limits.cpu_shares {
        add("cpu.weight", weight(shares).to_string());
    }
    if let Some(quota) = limits.cpu_quota {
        let quota = if quota <= 0 { "max".to_owned() } else { quota.to_string() };
        add("cpu.max", format!("{quota} {}", limits.cpu_period.unwrap_or(PERIOD)));
    }
    if let Some(bytes) = limits.memory {
        add("memory.max", most(bytes));
    }
    if let Some(swap) = swap(limits) {
        add("memory.swap.max", most(swap));
    }
    if let Some(count) = limits.pids {
        add("pids.max", most(count));
    }
    if !limits.cpuset_cpus.is_empty() {
        add("cpuset.cpus", limits.cpuset_cpus.clone());
    }
    if !limits.cpuset_mems.is_empty() {
        add("cpuset.mems", limits.cpuset_mems.clone());
    }
    for (size, bytes) in &limits.hugepages {
        add(&format!("hugetlb.{}.max", page_size(size)), bytes.to_string());
    }
    for (file, value) in &limits.unified {
        add(file, value.clone());
    }
    writes
}

fn most(value: i64) -> String {
    if value < 0 { "max".to_owned() } else { value.to_string() }
}

/// v1's shares (2 to 262144) on v2's scale (1 to 10000), as the kubelet converts them.
fn weight(shares: u64) -> u64 {
    1 + (shares.clamp(2, 262_144) - 2) * 9999 / 262_142
}

/// v2 counts swap by itself; v1's limit is of memory and swap together.
fn swap(limits: &Limits) -> Option<i64> {
    match (limits.memory, limits.memory_swap?) {
        (_, both) if both < 0 => Some(-1),
        (Some(memory), both) if memory >= 0 => Some((both - memory).max(0)),
        _ => None,
    }
}

/// Figures from the files; `read` gives a file, or nothing.
pub fn stats(read: impl Fn(&str) -> String) -> Stats {
    let memory = read("memory.stat");
    let usage = number(&read("memory.current"));
    Stats {
        cpu_nanos: keyed(&read("cpu.stat"), "usage_usec") * 1000,
        memory_usage: usage,
        memory_working_set: usage.saturating_sub(keyed(&memory, "inactive_file")),
        memory_rss: keyed(&memory, "anon"),
        page_faults: keyed(&memory, "pgfault"),
        major_page_faults: keyed(&memory, "pgmajfault"),
        pids: number(&read("pids.current")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_become_files() {
        let limits = Limits {
            cpu_shares: Some(1024),
            cpu_quota: Some(-1),
            memory: Some(1000),
            memory_swap: Some(1500),
            pids: Some(10),
            hugepages: vec![("2Mi".into(), 4096)],
            unified: [("memory.high".to_owned(), "900".to_owned())].into(),
            ..Limits::default()
        };
        let lines: Vec<_> = plan(&limits).into_iter().map(|w| format!("{}={}", w.file, w.value)).collect();
        let expected = "cpu.weight=39|cpu.max=max 100000|memory.max=1000|memory.swap.max=500|pids.max=10|hugetlb.2MB.max=4096|\
                        memory.high=900";
        assert_eq!(lines.join("|"), expected);
    }

    #[test]
    fn weights_and_swap() {
        for (shares, expected) in [(0, 1), (2, 1), (1024, 39), (262_144, 10_000)] {
            assert_eq!(weight(shares), expected, "{shares}");
        }
        for (memory, both, expected) in [
            (Some(10), Some(10), Some(0)),
            (Some(10), Some(-1), Some(-1)),
            (None, Some(5), None),
            (Some(1), None, None),
        ] {
            let limits = Limits { memory, memory_swap: both, ..Limits::default() };
            assert_eq!(swap(&limits), expected, "{memory:?} {both:?}");
        }
    }

    #[test]
    fn files_become_figures() {
        let stats = stats(|file| {
            match file {
                "memory.stat" => "anon 40\ninactive_file 30\npgfault 7\n",
                "memory.current" => "100\n",
                "cpu.stat" => "usage_usec 5\nuser_usec 4\n",
                _ => "",
            }
            .to_owned()
        });
        assert_eq!((stats.cpu_nanos, stats.memory_working_set, stats.memory_rss), (5000, 70, 40));
    }
}
