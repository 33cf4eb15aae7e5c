//! The machine that the figures come from, as far as it explains them.

use std::fs::read_to_string;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::etcd;
use crate::figures::Machine;
use crate::process;

/// File systems that never touch a disk.
const IN_MEMORY: [&str; 2] = ["tmpfs", "ramfs"];

/// Whether `dir` is on a file system in memory.
pub fn in_memory(dir: &Path) -> Result<bool> {
    Ok(IN_MEMORY.contains(&file_system(dir)?.as_str()))
}

/// What to say about this machine.
pub fn describe(dir: &Path) -> Result<Machine> {
    let meminfo = read_to_string("/proc/meminfo")?;
    let memory = meminfo.lines().next().and_then(|line| line.split_whitespace().nth(1)).unwrap_or_default();
    let version = Command::new(etcd::binary()).arg("--version").output().context("etcd does not run")?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let version = version.lines().next().unwrap_or_default().trim_start_matches("etcd Version:").trim();
    Ok(Machine {
        cores: std::thread::available_parallelism()?.get(),
        memory_gib: (memory.parse::<f64>()? / f64::from(1 << 20)).round(),
        file_system: file_system(dir)?,
        etcd: version.to_owned(),
        others: 0.0,
    })
}

/// Notices how much of the processors other programs take: figures of a busy machine say little.
pub struct Watcher {
    all: f64,
    others: f64,
}

impl Watcher {
    /// Begins to watch.
    pub fn begin() -> Result<Self> {
        let (all, busy) = process::machine_seconds()?;
        Ok(Self { all, others: busy - process::cpu_seconds_with_children()? })
    }

    /// The part of the processors that others took since then. All that we started must have ended.
    pub fn others(&self) -> Result<f64> {
        let now = Self::begin()?;
        Ok(((now.others - self.others) / (now.all - self.all)).max(0.0))
    }
}

/// The kind of the file system that holds `dir`: that of the mount with the longest matching path, the last of several.
fn file_system(dir: &Path) -> Result<String> {
    let dir = dir.canonicalize().with_context(|| format!("cannot find {}", dir.display()))?;
    let mounts = read_to_string("/proc/self/mounts")?;
    let parts = mounts.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let holding = parts.filter(|parts| parts.len() > 2 && dir.starts_with(parts[1]));
    let longest = holding.max_by_key(|parts| parts[1].len()).context("the directory is on no mount")?;
    Ok(longest[2].to_owned())
}
