//! What the user may choose, and how much work that comes to.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use tempfile::TempDir;

use crate::machine;

/// Measures the store: the embedded back end, the bare disk and etcd, in one run.
///
/// `NAVARCH_BENCH_DIR` names a directory on the disk to measure; without it, cargo's target directory. `NAVARCH_TEST_ETCD` names
/// the etcd to compare with; without it, `etcd` from the search path. Relative paths are relative to the workspace.
#[derive(Parser)]
pub struct Args {
    /// A short run, for a first look.
    #[arg(long)]
    quick: bool,
    /// Write all figures to this file.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the report into this document, between its two marker comments.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["only", "writers"])]
    pub update: Option<PathBuf>,
    /// The directory to measure.
    #[arg(long, env = "NAVARCH_BENCH_DIR", hide = true)]
    dir: Option<PathBuf>,
    /// Opens the store in this directory and reports what that took: how the benchmark calls itself.
    #[arg(long, hide = true)]
    pub open_and_report: Option<PathBuf>,
    /// Measure these parts only.
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// Compare writes with so many writers.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 16, 128])]
    writers: Vec<usize>,
    /// Cargo says so to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A part of the benchmark.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    Writes,
    Opening,
    Watching,
    Renewal,
}

/// How much is done.
pub struct Plan {
    /// Which parts; all if there is none.
    only: Vec<Part>,
    /// How many writers write at once.
    pub writers: Vec<usize>,
    /// A short run, whose figures are not worth keeping.
    pub quick: bool,
    /// Each contestant has the disk for so long, then it is the next one's turn.
    pub turn: Duration,
    /// So often each has its turn.
    pub rounds: usize,
    /// Keys of the store that is opened.
    pub keys: usize,
    /// Changes that watchers see.
    pub events: usize,
    /// Keys with a time to live.
    pub leases: usize,
    /// Renewals as they come are observed for so long.
    pub steady: Duration,
}

impl Plan {
    /// Whether a part is wanted.
    pub fn includes(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }
}

impl Args {
    /// The plan that the flags ask for.
    pub fn plan(&self) -> Plan {
        let full = Plan {
            only: self.only.clone(),
            writers: self.writers.clone(),
            quick: false,
            turn: Duration::from_millis(500),
            rounds: 21,
            keys: 100_000,
            events: 20_000,
            leases: 5_000,
            steady: Duration::from_secs(10),
        };
        if !self.quick {
            return full;
        }
        let (turn, steady) = (Duration::from_millis(200), Duration::from_secs(1));
        Plan { quick: true, turn, rounds: 3, keys: 20_000, events: 4_000, leases: 1_000, steady, ..full }
    }

    /// A directory of our own on the disk to measure; gone when the run ends.
    pub fn directory(&self) -> Result<TempDir> {
        let parent = self.dir.clone().unwrap_or_else(|| env!("CARGO_TARGET_TMPDIR").into());
        let parent = in_workspace(&parent);
        std::fs::create_dir_all(&parent).with_context(|| format!("cannot make {}", parent.display()))?;
        if machine::in_memory(&parent)? {
            bail!("{} is in memory, not on a disk: name another in NAVARCH_BENCH_DIR", parent.display());
        }
        Ok(tempfile::Builder::new().prefix("store-bench-").tempdir_in(&parent)?)
    }
}

/// A path that the user gave. Cargo runs benchmarks in the directory of their crate, which is not where the user stands.
pub fn in_workspace(path: &Path) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}
