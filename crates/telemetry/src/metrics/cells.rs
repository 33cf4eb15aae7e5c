//! The handles that components count with: atomics behind an `Arc`, no lock and no allocation when something is counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Only grows. Clones count the same.
#[derive(Clone, Debug, Default)]
pub struct Counter(Arc<CounterCell>);

/// Whole steps, which are almost all of them, need no compare-and-swap.
#[derive(Debug, Default)]
struct CounterCell {
    whole: AtomicU64,
    fraction: Float,
}

impl Counter {
    /// One more.
    pub fn inc(&self) {
        self.0.whole.fetch_add(1, Relaxed);
    }

    /// So many more.
    pub fn add(&self, by: u64) {
        self.0.whole.fetch_add(by, Relaxed);
    }

    /// So much more, e.g. seconds; less than nothing is ignored, since a counter does not shrink.
    pub fn add_f64(&self, by: f64) {
        if by > 0.0 {
            self.0.fraction.add(by);
        }
    }

    /// The count.
    pub fn value(&self) -> f64 {
        self.0.whole.load(Relaxed) as f64 + self.0.fraction.get()
    }
}

/// Goes up and down. Clones show the same.
#[derive(Clone, Debug, Default)]
pub struct Gauge(Arc<Float>);

impl Gauge {
    /// From now on this.
    pub fn set(&self, value: f64) {
        self.0.0.store(value.to_bits(), Relaxed);
    }

    /// More, or less.
    pub fn add(&self, by: f64) {
        self.0.add(by);
    }

    /// One more.
    pub fn inc(&self) {
        self.add(1.0);
    }

    /// One less.
    pub fn dec(&self) {
        self.add(-1.0);
    }

    /// The value.
    pub fn value(&self) -> f64 {
        self.0.get()
    }
}

/// Counts by size in buckets that are fixed when it is registered. Clones count the same.
#[derive(Clone, Debug)]
pub struct Histogram(Arc<HistogramCell>);

#[derive(Debug)]
struct HistogramCell {
    /// Upper ends, each included in its bucket, rising.
    bounds: Arc<[f64]>,
    /// One per bound and one for what is beyond the last; not cumulative, so that counting touches one.
    counts: Box<[AtomicU64]>,
    sum: Float,
}

impl Histogram {
    /// One of this size.
    pub fn observe(&self, value: f64) {
        let cell = &*self.0;
        // What is not a number is beyond every bound.
        let bucket = if value.is_nan() {
            cell.bounds.len()
        } else {
            cell.bounds.partition_point(|bound| *bound < value)
        };
        cell.counts[bucket].fetch_add(1, Relaxed);
        cell.sum.add(value);
    }

    /// One that took this long, in seconds.
    pub fn observe_duration(&self, duration: std::time::Duration) {
        self.observe(duration.as_secs_f64());
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.0.counts.iter().map(|count| count.load(Relaxed)).sum()
    }

    pub(super) fn new(bounds: &Arc<[f64]>) -> Self {
        let counts = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Self(Arc::new(HistogramCell { bounds: bounds.clone(), counts, sum: Float::default() }))
    }

    /// The bounds, the count of each bucket and of the one beyond, and the sum. What is counted meanwhile may be in one and not yet
    /// in the other, as in any client.
    pub(super) fn read(&self) -> (Arc<[f64]>, Vec<u64>, f64) {
        let counts = self.0.counts.iter().map(|count| count.load(Relaxed)).collect();
        (self.0.bounds.clone(), counts, self.0.sum.get())
    }
}

/// A float that many may add to.
#[derive(Debug, Default)]
struct Float(AtomicU64);

impl Float {
    fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Relaxed))
    }

    fn add(&self, by: f64) {
        let mut seen = self.0.load(Relaxed);
        while let Err(now) =
            self.0.compare_exchange_weak(seen, (f64::from_bits(seen) + by).to_bits(), Relaxed, Relaxed)
        {
            seen = now;
        }
    }
}
