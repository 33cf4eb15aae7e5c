//! What Linux knows about a process: processor time, memory, bytes it sent to disks.

use std::fs::read_to_string;

use anyhow::{Context, Result};

/// The unit of times in `/proc/<pid>/stat`, which is the same on every architecture that we run on.
const TICKS_PER_SECOND: f64 = 100.0;

/// Seconds of processor time of all threads of a process, which is a number or `self`.
pub fn cpu_seconds(pid: &str) -> Result<f64> {
    let stat = read_to_string(format!("/proc/{pid}/stat"))?;
    // The name, in parentheses, may hold blanks. Behind it: state is the first field, the two times are the 12th and 13th.
    let behind = stat.rsplit_once(')').context("/proc/<pid>/stat has no name")?.1;
    let ticks = behind.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
    Ok(ticks.sum::<Result<f64, _>>()? / TICKS_PER_SECOND)
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
