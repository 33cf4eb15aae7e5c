//! What a control group is limited to, in v1's units, which are also CRI's.

use std::collections::BTreeMap;

/// Limits; `None` and empty leave what is there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// The weight: 2 to 262144, 1024 is one processor.
    pub cpu_shares: Option<u64>,
    /// Microseconds of processor time per period; -1 is no limit.
    pub cpu_quota: Option<i64>,
    /// The period in microseconds; 100,000 if it is not given.
    pub cpu_period: Option<u64>,
    /// Bytes; -1 is no limit.
    pub memory: Option<i64>,
    /// Bytes of memory and swap together; -1 is no limit.
    pub memory_swap: Option<i64>,
    /// Most processes; -1 is no limit.
    pub pids: Option<i64>,
    /// Processors: `0-1,3`.
    pub cpuset_cpus: String,
    /// Memory nodes.
    pub cpuset_mems: String,
    /// Bytes by page size, in the kernel's spelling (`2MB`) or Kubernetes' (`2Mi`).
    pub hugepages: Vec<(String, u64)>,
    /// Files of v2, written as they are; v1 has no place for them.
    pub unified: BTreeMap<String, String>,
}

/// A page size as the kernel spells it in file names: `2Mi` is `2MB`.
pub(crate) fn page_size(size: &str) -> String {
    match size.strip_suffix('i') {
        Some(rest) => format!("{rest}B"),
        None => size.to_owned(),
    }
}

/// One value for one file of one controller.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Write {
    /// v1's name of the controller; v2 has all files in one folder.
    pub controller: &'static str,
    /// The file.
    pub file: String,
    /// What goes into it.
    pub value: String,
}

impl Write {
    pub(crate) fn new(controller: &'static str, file: impl Into<String>, value: impl ToString) -> Self {
        Self { controller, file: file.into(), value: value.to_string() }
    }
}
