//! What a contestant costs the machine: blocks written, processor time, and what the disk itself has seen.

use std::ops::{Add, Sub};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::counted::Blocks;
use crate::process;

/// The unit of `/sys/dev/block/<device>/stat`.
const SECTOR: f64 = 512.0;

/// What was used so far, or between two looks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Usage {
    /// Bytes that went to the disk.
    pub disk_bytes: f64,
    /// Bytes that the device was given by the whole machine, the file system's journal included; 0 where it can't be told.
    pub device_bytes: f64,
    /// Seconds of processor time, of all threads of the process.
    pub cpu: f64,
}

impl Add for Usage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            disk_bytes: self.disk_bytes + other.disk_bytes,
            device_bytes: self.device_bytes + other.device_bytes,
            cpu: self.cpu + other.cpu,
        }
    }
}

impl Sub for Usage {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self {
            disk_bytes: self.disk_bytes - earlier.disk_bytes,
            device_bytes: self.device_bytes - earlier.device_bytes,
            cpu: self.cpu - earlier.cpu,
        }
    }
}

enum Source {
    Own(Blocks),
    Process(String),
}

/// Reads what one contestant uses.
pub struct Meter {
    source: Source,
    device: PathBuf,
}

impl Meter {
    /// Of this process, which counts what it writes to `dir` in `blocks`.
    pub fn own(dir: &Path, blocks: Blocks) -> Result<Self> {
        Ok(Self { source: Source::Own(blocks), device: device(dir)? })
    }

    /// Of another process, which writes to `dir`.
    pub fn process(dir: &Path, pid: u32) -> Result<Self> {
        Ok(Self { source: Source::Process(pid.to_string()), device: device(dir)? })
    }

    /// What was used so far.
    pub fn read(&self) -> Result<Usage> {
        let (disk_bytes, pid) = match &self.source {
            Source::Own(blocks) => (blocks.bytes(), "self"),
            Source::Process(pid) => (process::disk_bytes(pid)?, pid.as_str()),
        };
        let stat = std::fs::read_to_string(&self.device).unwrap_or_default();
        let sectors = stat.split_whitespace().nth(6).and_then(|sectors| sectors.parse().ok()).unwrap_or(0.0);
        Ok(Usage { disk_bytes, device_bytes: sectors * SECTOR, cpu: process::cpu_seconds(pid)? })
    }
}

/// Where the counts of the device that holds `dir` are; file systems on several devices have none.
fn device(dir: &Path) -> Result<PathBuf> {
    let device = std::fs::metadata(dir)?.dev();
    let (major, minor) = (rustix::fs::major(device), rustix::fs::minor(device));
    Ok(format!("/sys/dev/block/{major}:{minor}/stat").into())
}
