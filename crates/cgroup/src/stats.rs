//! What a control group uses, and how the kernel's text files are read.

/// Use of a control group with all below it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nanoseconds of processor time since it was made.
    pub cpu_nanos: u64,
    /// Bytes of memory, with the page cache.
    pub memory_usage: u64,
    /// Bytes that can't be given back at once: usage without inactive file pages.
    pub memory_working_set: u64,
    /// Anonymous memory in bytes.
    pub memory_rss: u64,
    /// Page faults.
    pub page_faults: u64,
    /// Page faults that read from disk.
    pub major_page_faults: u64,
    /// Processes and threads.
    pub pids: u64,
}

/// The number after `key` in a file of `key number` lines.
pub(crate) fn keyed(text: &str, key: &str) -> u64 {
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .find(|(name, _)| *name == key)
        .and_then(|(_, value)| value.trim().parse().ok())
        .unwrap_or(0)
}

/// The number that a file consists of.
pub(crate) fn number(text: &str) -> u64 {
    text.trim().parse().unwrap_or(0)
}
