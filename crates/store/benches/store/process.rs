//! What Linux knows about a process: bytes it sent to disks, processor time, memory.

use std::fs::read_to_string;
use std::ops::Sub;

use anyhow::{Context, Result};

/// The unit of times in `/proc/<pid>/stat`, which is the same on every architecture that we run on.
const TICKS_PER_SECOND: f64 = 100.0;

/// What a process has used so far, or between two looks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Usage {
    /// Bytes sent to disks, in whole pages. The file system's own journal does not count.
    pub disk_bytes: f64,
    /// Seconds of processor time, of all its threads.
    pub cpu: f64,
}

impl Usage {
    /// Of this process.
    pub fn own() -> Result<Self> {
        Self::of("self")
    }

    /// Of a process by its number.
    pub fn of(pid: &str) -> Result<Self> {
        let io = read_to_string(format!("/proc/{pid}/io"))?;
        let stat = read_to_string(format!("/proc/{pid}/stat"))?;
        // The name, in parentheses, may hold blanks. Behind it: state is the first field, the two times are the 12th and 13th.
        let behind = stat.rsplit_once(')').context("/proc/<pid>/stat has no name")?.1;
        let ticks = behind.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
        let ticks: f64 = ticks.sum::<Result<f64, _>>()?;
        Ok(Self { disk_bytes: field(&io, "write_bytes:")?, cpu: ticks / TICKS_PER_SECOND })
    }
}

impl Sub for Usage {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self { disk_bytes: self.disk_bytes - earlier.disk_bytes, cpu: self.cpu - earlier.cpu }
    }
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
