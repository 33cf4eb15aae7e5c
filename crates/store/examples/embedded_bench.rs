//! Measures the embedded store against the bare disk: commits by one and by many writers, and the time to open.
//!
//! `cargo run --profile bench -p store --example embedded_bench -- DIR [writers…]`
#![expect(clippy::print_stdout, reason = "a measuring tool reports to its user")]

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::Duration;

use runtime::Clock;
use store::embedded::{Config, Embedded, History};
use store::{Expect, KeyRange, Range, Store, Write};

const VALUE: usize = 1024;
/// The store and the bare disk take turns of this length, so that a noisy neighbour troubles both.
const TURN: Duration = Duration::from_millis(250);
const TURNS: usize = 16;

fn main() -> anyhow::Result<()> {
    let dir = std::env::args().nth(1).unwrap_or_else(|| "target/embedded-bench".into());
    let dir = Path::new(&dir);
    std::fs::create_dir_all(dir)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let clock = Clock::system();
    for writers in [1, 16, 128] {
        for round in 0..2 {
            let (rate, batch, raw) = runtime.block_on(compare(dir, writers, &clock))?;
            let part = 100.0 * rate / raw;
            println!(
                "{writers:4} writers, round {round}: {rate:8.0} writes/s in batches of {batch:5.1}; bare disk {raw:8.0}: {part:3.0} %"
            );
        }
    }
    runtime.block_on(opening(&dir.join("store"), &clock))?;
    std::fs::remove_dir_all(dir)?;
    Ok(())
}

/// The median rates of turns with the store and turns with the bare disk, and the store's batches.
async fn compare(dir: &Path, writers: usize, clock: &Clock) -> anyhow::Result<(f64, f64, f64)> {
    let store_dir = dir.join("store");
    let _ = std::fs::remove_dir_all(&store_dir);
    let history = History { max_events: 20_000, ..History::default() };
    let embedded = Embedded::open(&store_dir, Config { history, ..Config::default() }).await?;
    let store = Store::new(embedded.clone());
    // Long enough for log files to be reused.
    run(&store, writers, TURN * 8, clock).await?;
    let raw = Raw::new(&dir.join("raw"))?;
    let (mut rates, mut raws, mut batches) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let before = embedded.stats();
        let begun = clock.monotonic();
        run(&store, writers, TURN, clock).await?;
        let seconds = (clock.monotonic() - begun).as_secs_f64();
        let after = embedded.stats();
        let writes = (after.writes - before.writes) as f64;
        let batch = writes / (after.commits - before.commits) as f64;
        rates.push(writes / seconds);
        batches.push(batch);
        raws.push(raw.run(batch, clock)?);
    }
    store.close().await;
    Ok((median(rates), median(batches), median(raws)))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Writers that each put one key after the other.
async fn run(store: &Store, writers: usize, run: Duration, clock: &Clock) -> anyhow::Result<()> {
    let until = clock.monotonic() + run;
    let mut tasks = tokio::task::JoinSet::new();
    for writer in 0..writers {
        let (store, clock) = (store.clone(), clock.clone());
        tasks.spawn(async move {
            let value = bytes::Bytes::from(vec![7; VALUE]);
            let mut n = 0;
            while clock.monotonic() < until {
                n += 1;
                let key = format!("/registry/pods/ns-{writer}/pod-{}", n % 100);
                let value = value.clone();
                store
                    .write(vec![Write::Put { key: key.into(), value, expect: Expect::Any, ttl: None }])
                    .await?;
            }
            Ok::<_, store::Error>(())
        });
    }
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    Ok(())
}

/// One write and one fdatasync after the other on a file filled with zeros, of as many bytes as a batch takes.
struct Raw(std::fs::File);

impl Raw {
    const LEN: u64 = 16 << 20;

    fn new(file: &Path) -> anyhow::Result<Self> {
        let file = OpenOptions::new().create(true).truncate(true).write(true).read(true).open(file)?;
        file.write_all_at(&vec![0; Self::LEN as usize], 0)?;
        file.sync_all()?;
        Ok(Self(file))
    }

    fn run(&self, batch: f64, clock: &Clock) -> anyhow::Result<f64> {
        let frame = vec![9; ((VALUE + 50) as f64 * batch) as usize];
        let (begun, mut commits, mut at) = (clock.monotonic(), 0u64, 0);
        while clock.monotonic() - begun < TURN {
            if at + frame.len() as u64 > Self::LEN {
                at = 0;
            }
            self.0.write_all_at(&frame, at)?;
            self.0.sync_data()?;
            at += frame.len() as u64;
            commits += 1;
        }
        Ok(commits as f64 * batch / (clock.monotonic() - begun).as_secs_f64())
    }
}

/// Opens 100,000 keys of 1 KiB, from the log and from a checkpoint.
async fn opening(dir: &Path, clock: &Clock) -> anyhow::Result<()> {
    for (what, checkpoint_bytes) in [("log", u64::MAX), ("checkpoint", 32 << 20)] {
        let _ = std::fs::remove_dir_all(dir);
        let config = || Config { checkpoint_bytes, ..Config::default() };
        let embedded = Embedded::open(dir, config()).await?;
        let store = Store::new(embedded.clone());
        for n in 0..1000 {
            let put = |m| {
                let key = format!("/registry/pods/ns-{n:04}/pod-{m:03}");
                Write::Put { key: key.into(), value: vec![7; VALUE].into(), expect: Expect::Any, ttl: None }
            };
            store.write((0..100).map(put).collect()).await?;
        }
        store.close().await;
        let begun = clock.monotonic();
        let embedded = Embedded::open(dir, config()).await?;
        let millis = (clock.monotonic() - begun).as_millis();
        let store = Store::new(embedded.clone());
        let listing = clock.monotonic();
        let count = store.range(Range::new(KeyRange::all())).await?.kvs.len();
        let list = (clock.monotonic() - listing).as_millis();
        let stats = embedded.stats();
        println!(
            "open {count} keys from {what}: {millis} ms (checkpoint {} bytes); list all {list} ms",
            stats.checkpoint_bytes
        );
        store.close().await;
    }
    Ok(())
}
