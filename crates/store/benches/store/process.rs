//! What Linux knows about a process: processor time, memory, bytes it sent to disks.

use std::fs::read_to_string;

use anyhow::{Context, Result};

/// The unit of times in `/proc/<pid>/stat`, which is the same on every architecture that we run on.
const TICKS_PER_SECOND: f64 = 100.0;

/// Seconds of processor time of all threads of a process, which is a number or `self`.
pub fn cpu_seconds(pid: &str) -> Result<f64> {
    cpu_times(pid, 2)
}

/// The same of this process and those that it started and that have ended.
pub fn cpu_seconds_with_children() -> Result<f64> {
    cpu_times("self", 4)
}

/// The sum of the first `count` of: user and system time, and user and system time of children.
fn cpu_times(pid: &str, count: usize) -> Result<f64> {
    let stat = read_to_string(format!("/proc/{pid}/stat"))?;
    // The name, in parentheses, may hold blanks. Behind it: state is the first field, times begin with the 12th.
    let behind = stat.rsplit_once(')').context("/proc/<pid>/stat has no name")?.1;
    let ticks = behind.split_whitespace().skip(11).take(count).map(str::parse::<f64>);
    Ok(ticks.sum::<Result<f64, _>>()? / TICKS_PER_SECOND)
}

/// Seconds of processor time that the machine has had in all, and those that it worked.
pub fn machine_seconds() -> Result<(f64, f64)> {
    let stat = read_to_string("/proc/stat")?;
    let first = stat.lines().next().unwrap_or_default();
    let ticks: Vec<f64> =
        first.split_whitespace().skip(1).take(8).map(str::parse).collect::<Result<_, _>>()?;
    // The fourth and the fifth are those without work, waiting for a disk or not.
    let idle: f64 = ticks.iter().skip(3).take(2).sum();
    let all: f64 = ticks.iter().sum();
    Ok((all / TICKS_PER_SECOND, (all - idle) / TICKS_PER_SECOND))
}

/// Bytes that a process sent to disks, as the kernel counts them.
pub fn disk_bytes(pid: &str) -> Result<f64> {
    field(&read_to_string(format!("/proc/{pid}/io"))?, "write_bytes:")
}

/// Memory of this process, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct Memory {
    /// In use now.
    pub resident: f64,
    /// The most there was.
    pub peak: f64,
}

impl Memory {
    /// As it is now.
    pub fn own() -> Result<Self> {
        let status = read_to_string("/proc/self/status")?;
        let kib = |name| field(&status, name).map(|kib| kib * 1024.0);
        Ok(Self { resident: kib("VmRSS:")?, peak: kib("VmHWM:")? })
    }
}

/// The number behind `name` at the start of a line.
fn field(text: &str, name: &str) -> Result<f64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name));
    let number = value.and_then(|value| value.split_whitespace().next());
    number.with_context(|| format!("no {name}"))?.parse().with_context(|| format!("{name} is no number"))
}
