//! A store with many keys: how long it takes to open, what it needs in memory, how long a checkpoint and a full read take.
//!
//! Opening is measured in a process of its own, so that its memory is that of the store alone.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use runtime::Clock;
use serde::{Deserialize, Serialize};
use store::embedded::{Config, Embedded, restore};
use store::{KeyRange, Range, Store};
use tokio::runtime::Runtime;

use crate::Bench;
use crate::figures::{Open, Opening};
use crate::load::{VALUE, put, value};
use crate::process::Memory;
use crate::writes::median;

const REPEATS: usize = 5;
/// Keys written at once.
const AT_ONCE: usize = 100;
/// What a client asks for at once when it lists many objects.
const PAGE: usize = 500;

/// What the process that opens the store reports.
#[derive(Serialize, Deserialize)]
struct Opened {
    millis: f64,
    /// Bytes that opening added.
    added: f64,
    resident: f64,
    peak: f64,
}

/// The body of that process.
pub fn child(dir: &Path, clock: &Clock, runtime: &Runtime) -> Result<()> {
    let before = Memory::own()?.resident;
    let begun = clock.monotonic();
    let embedded = runtime.block_on(Embedded::open(dir, Config::default()))?;
    let millis = millis(clock.monotonic() - begun);
    let Memory { resident, peak } = Memory::own()?;
    println!("{}", serde_json::to_string(&Opened { millis, added: resident - before, resident, peak })?);
    drop(embedded);
    Ok(())
}

/// Everything about the large store.
pub fn measure(bench: &Bench<'_>) -> Result<Opening> {
    let dir = tempfile::tempdir_in(bench.dir)?;
    let (log, checkpoint) = (dir.path().join("log"), dir.path().join("checkpoint"));
    let backup = dir.path().join("backup");
    let live_bytes = bench.runtime.block_on(fill(&log, &backup, bench.plan.keys))?;
    restore(&backup, &checkpoint)?;
    let mut opens = Vec::new();
    let mut warm = Vec::new();
    for (from, dir) in [("checkpoint", &checkpoint), ("log", &log)] {
        for cached in [true, false] {
            let all = (0..REPEATS).map(|_| open(dir, cached)).collect::<Result<Vec<_>>>()?;
            let millis = median(all.iter().map(|opened| opened.millis));
            opens.push(Open { from, cached, millis, millis_per_100_mb: millis * 1e8 / live_bytes });
            warm.extend((from == "checkpoint" && cached).then_some(all).into_iter().flatten());
        }
    }
    let of = |field: fn(&Opened) -> f64| median(warm.iter().map(field));
    let running = bench.runtime.block_on(run(&log, bench))?;
    Ok(Opening {
        keys: bench.plan.keys,
        value_bytes: VALUE,
        live_bytes,
        opens,
        resident_bytes: of(|opened| opened.resident),
        peak_bytes: of(|opened| opened.peak),
        bytes_per_key: of(|opened| opened.added) / bench.plan.keys as f64 - VALUE as f64,
        checkpoint_millis: running.checkpoint,
        checkpoint_slowest_write_millis: running.slowest,
        range_millis: running.range,
        pages_millis: running.pages,
    })
}

/// Makes a store whose keys are all in the log, and a backup of it, which is a checkpoint. The bytes of its keys and values.
async fn fill(dir: &Path, backup: &Path, keys: usize) -> Result<f64> {
    let config = Config { checkpoint_bytes: u64::MAX, ..Config::default() };
    let embedded = Embedded::open(dir, config).await?;
    let store = Store::new(embedded.clone());
    let value = value(VALUE);
    for from in (0..keys).step_by(AT_ONCE) {
        let writes = (from..from + AT_ONCE).map(|n| {
            let key = format!("/registry/pods/ns-{:04}/pod-{:05}", n / 100, n);
            put(key, &value, None)
        });
        store.write(writes.collect()).await?;
    }
    embedded.backup(backup).await?;
    let live = embedded.stats().live_bytes;
    store.close().await;
    Ok(live as f64)
}

/// Opens the store in another process, with or without its files in the system's memory.
fn open(dir: &PathBuf, cached: bool) -> Result<Opened> {
    for entry in std::fs::read_dir(dir)? {
        let file = std::fs::File::open(entry?.path())?;
        if cached {
            std::io::copy(&mut &file, &mut std::io::sink())?;
        } else {
            file.sync_all()?;
            rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed)?;
        }
    }
    let output = Command::new(std::env::current_exe()?).arg("--open-and-report").arg(dir).output()?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the process that opens the store failed: {error}");
    serde_json::from_slice(&output.stdout).context("the process that opens the store reports nothing")
}

struct Running {
    checkpoint: f64,
    slowest: f64,
    range: f64,
    pages: f64,
}

/// Opens the store here. Its first write finds that a checkpoint is due.
async fn run(dir: &Path, bench: &Bench<'_>) -> Result<Running> {
    let clock = &bench.clock;
    let config = Config { checkpoint_bytes: 1, ..Config::default() };
    let embedded = Embedded::open(dir, config).await?;
    let store = Store::new(embedded.clone());
    let (value, mut slowest) = (value(VALUE), Duration::ZERO);
    store.write(vec![put("/registry/pods/one".into(), &value, None)]).await?;
    let begun = clock.monotonic();
    let mut now = begun;
    while embedded.stats().checkpoints == 0 {
        store.write(vec![put("/registry/pods/one".into(), &value, None)]).await?;
        let done = clock.monotonic();
        slowest = slowest.max(done - now);
        now = done;
    }
    let checkpoint = millis(now - begun);
    let (mut ranges, mut pages) = (Vec::new(), Vec::new());
    for _ in 0..REPEATS {
        ranges.push(timed(clock, read(&store, 0)).await?);
        pages.push(timed(clock, read(&store, PAGE)).await?);
    }
    store.close().await;
    let (range, pages) = (median(ranges.into_iter()), median(pages.into_iter()));
    Ok(Running { checkpoint, slowest: millis(slowest), range, pages })
}

/// Reads all keys, `limit` at a time.
async fn read(store: &Store, limit: usize) -> Result<()> {
    let mut keys = KeyRange::all();
    loop {
        let page = store.range(Range::new(keys.clone()).limit(limit)).await?;
        match page.kvs.last() {
            Some(last) if page.more => keys = keys.after(&last.key),
            _ => return Ok(()),
        }
    }
}

async fn timed(clock: &Clock, what: impl Future<Output = Result<()>>) -> Result<f64> {
    let begun = clock.monotonic();
    what.await?;
    Ok(millis(clock.monotonic() - begun))
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
