//! What a server costs: processor time and memory, from `/proc` by its process ids, or from its own metrics.

use std::fs::read_to_string;
use std::sync::Arc;

use crate::connection::Call;
use crate::error::Result;
use crate::target::Target;

/// The unit of times in `/proc/<pid>/stat`, which is the same on every architecture that we run on.
const TICKS_PER_SECOND: f64 = 100.0;

/// Where the figures of a server come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meter {
    /// From `/proc`, summed up: a server may be several processes (itself and its datastore).
    Processes(Vec<u32>),
    /// From `process_cpu_seconds_total` and `process_resident_memory_bytes` of its `/metrics`.
    Metrics,
    /// Nowhere.
    None,
}

/// What was used up to now, and what is in use.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Usage {
    /// Seconds of processor time since the start; `None` if that cannot be known.
    pub cpu_seconds: Option<f64>,
    /// Bytes of memory now; `None` if that cannot be known.
    pub resident_bytes: Option<f64>,
}

impl Usage {
    /// Processor time since `earlier`.
    pub(crate) fn cpu_since(&self, earlier: &Self) -> Option<f64> {
        Some(self.cpu_seconds? - earlier.cpu_seconds?)
    }
}

impl Meter {
    /// Reads it. What cannot be read is left out: figures of the server are wanted, but the others count without them.
    pub(crate) async fn read(target: &Arc<Target>) -> Usage {
        match &target.meter {
            Self::Processes(pids) => of_processes(pids),
            Self::Metrics => metrics(target).await.unwrap_or_default(),
            Self::None => Usage::default(),
        }
    }

    /// Seconds of processor time of this process.
    pub(crate) fn own_cpu() -> f64 {
        cpu_seconds("self").unwrap_or(0.0)
    }
}

fn of_processes(pids: &[u32]) -> Usage {
    let sum = |read: fn(&str) -> Option<f64>| pids.iter().map(|pid| read(&pid.to_string())).sum();
    Usage { cpu_seconds: sum(cpu_seconds), resident_bytes: sum(resident_bytes) }
}

fn cpu_seconds(pid: &str) -> Option<f64> {
    let stat = read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in parentheses, may hold blanks. Behind it: state is the first field, user and system time the 12th and 13th.
    let behind = stat.rsplit_once(')')?.1;
    let ticks = behind.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
    Some(ticks.sum::<Result<f64, _>>().ok()? / TICKS_PER_SECOND)
}

fn resident_bytes(pid: &str) -> Option<f64> {
    let status = read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? * 1024.0)
}

async fn metrics(target: &Arc<Target>) -> Result<Usage> {
    let call = Call::get("/metrics").accept("text/plain");
    let text = target.connect().await?.fetch(&call).await?;
    Ok(parse(&String::from_utf8_lossy(&text)))
}

fn parse(text: &str) -> Usage {
    let value = |name: &str| {
        text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok())
    };
    Usage {
        cpu_seconds: value("process_cpu_seconds_total"),
        resident_bytes: value("process_resident_memory_bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_time_and_memory() {
        let usage = of_processes(&[std::process::id()]);
        assert!(usage.cpu_seconds.is_some_and(|seconds| seconds >= 0.0));
        assert!(usage.resident_bytes.is_some_and(|bytes| bytes > 100_000.0));
        assert_eq!(of_processes(&[u32::MAX]), Usage::default(), "no such process");
    }

    #[test]
    fn metrics_are_found_by_their_whole_names() {
        let text = "# HELP process_cpu_seconds_total x\nprocess_cpu_seconds_total_x 1\nprocess_cpu_seconds_total 12.5\n\
                    process_resident_memory_bytes 2.68435456e+08\n";
        let expected = Usage { cpu_seconds: Some(12.5), resident_bytes: Some(268_435_456.0) };
        assert_eq!(parse(text), expected);
    }
}
