//! Writers that put one value after the other into a store, for one turn, and what one turn comes to.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use bytes::Bytes;
use hdrhistogram::Histogram;
use runtime::Clock;
use store::embedded::Stats;
use store::{Expect, Store, Write};
use tokio::task::JoinSet;

use crate::counted::Blocks;
use crate::meter::Usage;

/// The size of a value: a small pod.
pub const VALUE: usize = 1024;
/// All writers together have this many keys: at first each write makes a new one, afterwards each changes one.
const KEYS: usize = 20_000;

/// What happened in one turn.
pub struct Turn {
    /// Writes that became durable.
    pub writes: f64,
    /// In so many seconds.
    pub seconds: f64,
    /// How long each took, in microseconds.
    pub latency: Histogram<u64>,
    /// What the server used meanwhile.
    pub usage: Usage,
}

impl Turn {
    /// One of no time, to which slices are added.
    pub fn empty() -> Self {
        Self { writes: 0.0, seconds: 0.0, latency: histogram(), usage: Usage::default() }
    }

    /// Adds a slice.
    pub fn add(&mut self, slice: &Self) -> Result<()> {
        self.writes += slice.writes;
        self.seconds += slice.seconds;
        self.latency.add(&slice.latency)?;
        self.usage = self.usage + slice.usage;
        Ok(())
    }

    /// Writes per second.
    pub fn rate(&self) -> f64 {
        self.writes / self.seconds
    }
}

/// An empty histogram of microseconds, to one percent: finer ones are large enough to cost the writers time.
pub fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 60_000_000, 2).expect("the bounds are in order")
}

/// Notes how long something took.
pub fn note(histogram: &mut Histogram<u64>, took: Duration) {
    histogram.saturating_record(u64::try_from(took.as_micros()).unwrap_or(u64::MAX).max(1));
}

/// A value that does not compress by much.
pub fn value(len: usize) -> Bytes {
    let mut random = fastrand::Rng::with_seed(7);
    (0..len).map(|_| random.u8(..)).collect::<Vec<_>>().into()
}

/// A write of one key, whatever it held.
pub fn put(key: String, value: &Bytes, ttl: Option<Duration>) -> Write {
    Write::Put { key: key.into(), value: value.clone(), expect: Expect::Any, ttl }
}

/// Tasks that write concurrently. They go on with their keys from turn to turn.
pub struct Load {
    store: Store,
    next: Vec<usize>,
}

impl Load {
    /// `writers` writers to `store`.
    pub fn new(store: Store, writers: usize) -> Self {
        Self { store, next: vec![0; writers] }
    }

    /// Lets them write for `turn`; `usage` stays empty.
    pub async fn run(&mut self, turn: Duration, clock: &Clock) -> Result<Turn> {
        let begun = clock.monotonic();
        let mut tasks = JoinSet::new();
        for (writer, &next) in self.next.iter().enumerate() {
            let keys = KEYS / self.next.len();
            let task = Writer { store: self.store.clone(), clock: clock.clone(), writer, keys, next };
            tasks.spawn(task.run(begun + turn));
        }
        let mut latency = histogram();
        while let Some(done) = tasks.join_next().await {
            let (writer, next, own) = done??;
            self.next[writer] = next;
            latency.add(&own)?;
        }
        let seconds = (clock.monotonic() - begun).as_secs_f64();
        Ok(Turn { writes: latency.len() as f64, seconds, latency, usage: Usage::default() })
    }
}

struct Writer {
    store: Store,
    clock: Clock,
    writer: usize,
    keys: usize,
    next: usize,
}

impl Writer {
    async fn run(mut self, until: Duration) -> Result<(usize, usize, Histogram<u64>), store::Error> {
        let (value, mut latency) = (value(VALUE), histogram());
        let mut now = self.clock.monotonic();
        while now < until {
            let key = format!("/registry/pods/ns-{:03}/pod-{:05}", self.writer, self.next % self.keys);
            self.store.write(vec![put(key, &value, None)]).await?;
            self.next += 1;
            let done = self.clock.monotonic();
            note(&mut latency, done - now);
            now = done;
        }
        Ok((self.writer, self.next, latency))
    }
}

/// Waits until a store that nobody writes to has finished what it does in the background, so that it takes nothing from the next
/// one's turn.
pub async fn settle(dir: &Path, blocks: &Blocks, clock: &Clock) {
    let mut before = blocks.bytes();
    loop {
        clock.sleep(Duration::from_millis(5)).await;
        let now = blocks.bytes();
        if now == before && !dir.join("checkpoint.tmp").exists() {
            return;
        }
        before = now;
    }
}

/// Bytes of log between two looks.
pub fn log_bytes(before: &Stats, after: &Stats) -> f64 {
    let checkpoints = (after.checkpoints - before.checkpoints) * after.checkpoint_bytes;
    (after.bytes_written - before.bytes_written).saturating_sub(checkpoints) as f64
}
