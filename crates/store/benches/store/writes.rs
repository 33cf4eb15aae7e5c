//! Durable writes: the embedded store, the bare disk and etcd take turns, so that a noisy neighbour troubles all of them; the store and the
//! disk, which are compared most closely, in short slices. Figures are compared within a round and the median of the rounds is reported.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use store::Store;
use store::embedded::{Config, Embedded, Stats};

use crate::Bench;
use crate::counted::{Blocks, CountedDisk};
use crate::etcd::Server;
use crate::figures::{Side, Writes};
use crate::load::{Load, Turn, histogram, log_bytes, settle};
use crate::meter::Meter;
use crate::raw::Raw;

/// Nobody's first turns count: files get made and keys created.
const WARM_UP_TURNS: u32 = 4;
/// A turn of the store and of the bare disk comes in so many slices, by turns.
const SLICES: u32 = 8;
/// After its last write etcd has something left for the disk, every tenth of a second.
const ETCD_SETTLES: Duration = Duration::from_millis(250);

/// All numbers of writers.
pub fn measure(bench: &Bench<'_>) -> Result<Vec<Writes>> {
    let mut all = Vec::new();
    for &writers in &bench.plan.writers {
        println!("measuring {writers} writers");
        all.push(compare(bench, writers)?);
    }
    Ok(all)
}

/// One round of all four.
struct Round {
    embedded: Turn,
    batch: f64,
    frame: f64,
    raw: Turn,
    raw_full: Turn,
    etcd: Turn,
}

fn compare(bench: &Bench<'_>, writers: usize) -> Result<Writes> {
    let dir = tempfile::tempdir_in(bench.dir)?;
    let (store_dir, blocks) = (dir.path().join("embedded"), Blocks::default());
    let disk = CountedDisk::create(&store_dir, blocks.clone())?;
    let etcd = bench.runtime.block_on(Server::start(dir.path(), &bench.clock))?;
    let mut contest = Contest {
        bench,
        writers,
        raw: Raw::new(dir.path())?,
        embedded: bench.runtime.block_on(Embedded::open_on(disk, Config::default()))?,
        meter: Meter::own(&store_dir, blocks.clone())?,
        blocks,
        store_dir,
        etcd_meter: etcd.meter(dir.path())?,
        etcd,
    };
    let rounds = contest.rounds()?;
    bench.runtime.block_on(async {
        Store::new(contest.embedded.clone()).close().await;
        contest.etcd.store.close().await;
    });
    Ok(summary(writers, &rounds))
}

struct Contest<'a> {
    bench: &'a Bench<'a>,
    writers: usize,
    raw: Raw,
    store_dir: PathBuf,
    embedded: Embedded,
    meter: Meter,
    blocks: Blocks,
    etcd: Server,
    etcd_meter: Meter,
}

impl Contest<'_> {
    fn rounds(&mut self) -> Result<Vec<Round>> {
        let Bench { plan, clock, runtime, .. } = self.bench;
        let mut own = Load::new(Store::new(self.embedded.clone()), self.writers);
        let mut etcd = Load::new(self.etcd.store.clone(), self.writers);
        runtime.block_on(own.run(plan.turn * WARM_UP_TURNS, clock))?;
        runtime.block_on(settle(&self.store_dir, &self.blocks, clock));
        runtime.block_on(etcd.run(plan.turn * WARM_UP_TURNS, clock))?;
        (0..plan.rounds).map(|_| self.round(&mut own, &mut etcd)).collect()
    }

    fn round(&mut self, own: &mut Load, etcd: &mut Load) -> Result<Round> {
        let Bench { plan, clock, runtime, .. } = self.bench;
        let (slice, stats) = (plan.turn / SLICES, self.embedded.stats());
        let (mut embedded, mut raw, mut raw_full) = (Turn::empty(), Turn::empty(), Turn::empty());
        for _ in 0..SLICES {
            let (turn, batch, frame) = self.embedded_slice(own, slice)?;
            embedded.add(&turn)?;
            raw.add(&self.raw.run(frame as usize, batch, slice, clock)?)?;
            let all = self.writers as f64;
            let full = (frame * (all / batch).max(1.0)) as usize;
            raw_full.add(&self.raw.run(full, all.max(batch), slice, clock)?)?;
        }
        let (batch, frame) = shape(&stats, &self.embedded.stats());
        let before = self.etcd_meter.read()?;
        let mut etcd = runtime.block_on(etcd.run(plan.turn, clock))?;
        runtime.block_on(clock.sleep(ETCD_SETTLES));
        etcd.usage = self.etcd_meter.read()? - before;
        Ok(Round { embedded, batch, frame, raw, raw_full, etcd })
    }

    /// A slice of the embedded store's turn, with writes per group commit and bytes of its frames.
    fn embedded_slice(&self, load: &mut Load, slice: Duration) -> Result<(Turn, f64, f64)> {
        let Bench { clock, runtime, .. } = self.bench;
        let (before, stats) = (self.meter.read()?, self.embedded.stats());
        let mut turn = runtime.block_on(load.run(slice, clock))?;
        // What it still does in the background does not slow its writers, but it goes to the disk.
        runtime.block_on(settle(&self.store_dir, &self.blocks, clock));
        turn.usage = self.meter.read()? - before;
        let (batch, frame) = shape(&stats, &self.embedded.stats());
        Ok((turn, batch, frame))
    }
}

/// Writes per group commit and bytes of a frame, between two looks.
fn shape(before: &Stats, after: &Stats) -> (f64, f64) {
    let commits = (after.commits - before.commits) as f64;
    ((after.writes - before.writes) as f64 / commits, log_bytes(before, after) / commits)
}

fn summary(writers: usize, rounds: &[Round]) -> Writes {
    let by = |other: fn(&Round) -> &Turn| {
        median(rounds.iter().map(|round| round.embedded.rate() / other(round).rate()))
    };
    Writes {
        writers,
        batch: median(rounds.iter().map(|round| round.batch)),
        frame_bytes: median(rounds.iter().map(|round| round.frame)),
        embedded: side(rounds, |round| &round.embedded),
        etcd: side(rounds, |round| &round.etcd),
        raw: side(rounds, |round| &round.raw),
        raw_full: side(rounds, |round| &round.raw_full),
        by_raw: by(|round| &round.raw),
        by_raw_full: by(|round| &round.raw_full),
        by_etcd: by(|round| &round.etcd),
    }
}

fn side(rounds: &[Round], of: fn(&Round) -> &Turn) -> Side {
    let (mut latency, mut writes) = (histogram(), 0.0);
    let (mut disk, mut device, mut cpu) = (0.0, 0.0, 0.0);
    for turn in rounds.iter().map(of) {
        latency.add(&turn.latency).expect("all histograms have the same bounds");
        writes += turn.writes;
        disk += turn.usage.disk_bytes;
        device += turn.usage.device_bytes;
        cpu += turn.usage.cpu;
    }
    Side {
        per_second: median(rounds.iter().map(|round| of(round).rate())),
        p50_micros: latency.value_at_quantile(0.5) as f64,
        p99_micros: latency.value_at_quantile(0.99) as f64,
        disk_bytes: disk / writes,
        device_bytes: device / writes,
        cpu_micros: cpu * 1e6 / writes,
    }
}

/// The middle one; the upper of two.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
