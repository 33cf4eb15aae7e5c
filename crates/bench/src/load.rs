//! Requests as fast as they are answered, from many connections: each sends its next one when the last is answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use hdrhistogram::Histogram;
use runtime::Clock;
use tokio::task::JoinSet;

use crate::connection::{Call, Connection};
use crate::error::{Error, Result};
use crate::space::Space;

/// What stands in a template where the number goes.
pub(crate) const NUMBER: &str = "0123456789";

/// When to stop.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Limit {
    For(Duration),
    Count(u64),
}

/// Makes the n-th request.
pub(crate) type Make = Arc<dyn Fn(u64) -> Call + Send + Sync>;

/// What was counted.
pub struct Measured {
    pub(crate) connections: usize,
    pub(crate) count: u64,
    pub(crate) errors: u64,
    pub(crate) bytes: u64,
    pub(crate) took: Duration,
    /// In microseconds.
    pub(crate) latencies: Histogram<u64>,
}

impl Measured {
    pub(crate) fn new(connections: usize) -> Self {
        Self { connections, count: 0, errors: 0, bytes: 0, took: Duration::ZERO, latencies: latencies() }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.errors += other.errors;
        self.bytes += other.bytes;
        // Both have the same bounds.
        let _ = self.latencies.add(&other.latencies);
    }
}

/// For a microsecond to a minute, three digits.
pub(crate) fn latencies() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 60_000_000, 3).expect("the bounds are in order")
}

pub(crate) fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX).max(1)
}

/// A body with a number in it that differs from request to request, put there without encoding anything anew.
#[derive(Clone)]
pub(crate) struct Template {
    text: Bytes,
    places: Arc<[usize]>,
}

impl Template {
    /// Wherever [`NUMBER`] stands there will be a number of as many digits.
    pub(crate) fn new(text: impl Into<Bytes>) -> Self {
        let text = text.into();
        let places = memchr::memmem::find_iter(&text, NUMBER).collect();
        Self { text, places }
    }

    pub(crate) fn with(&self, number: u64) -> Bytes {
        let mut text = BytesMut::from(&*self.text);
        for place in self.places.iter() {
            let mut rest = number;
            for digit in text[*place..*place + NUMBER.len()].iter_mut().rev() {
                *digit = b'0' + (rest % 10) as u8;
                rest /= 10;
            }
        }
        text.freeze()
    }
}

/// Sends requests from `connections` connections until the limit is reached.
pub(crate) async fn run(
    space: &Space,
    clock: &Clock,
    connections: usize,
    limit: Limit,
    make: Make,
) -> Result<Measured> {
    let mut opened = Vec::new();
    for _ in 0..connections.max(1) {
        opened.push(space.target.connect().await?);
    }
    let started = clock.monotonic();
    let next = Arc::new(AtomicU64::new(0));
    let mut workers = JoinSet::new();
    for connection in opened {
        let (space, clock, next, make) = (space.clone(), clock.clone(), next.clone(), make.clone());
        let end = match limit {
            Limit::For(duration) => (started + duration, u64::MAX),
            Limit::Count(count) => (Duration::MAX, count),
        };
        workers.spawn(async move { work(connection, &space, &clock, &next, end, &make).await });
    }
    let mut all = Measured::new(connections);
    while let Some(one) = workers.join_next().await {
        let one = one.map_err(|error| Error::Wrong(format!("a worker ended: {error}")))?;
        all.add(&one);
    }
    all.took = clock.monotonic().saturating_sub(started);
    Ok(all)
}

async fn work(
    mut connection: Connection,
    space: &Space,
    clock: &Clock,
    next: &AtomicU64,
    (end, last): (Duration, u64),
    make: &Make,
) -> Measured {
    let mut measured = Measured::new(1);
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= last {
            break;
        }
        let call = make(number);
        let sent = clock.monotonic();
        if sent >= end {
            break;
        }
        match connection.send(&call).await {
            Ok(outcome) if outcome.is_good() => {
                measured.count += 1;
                measured.bytes += outcome.bytes;
                let latency = micros(clock.monotonic().saturating_sub(sent));
                measured.latencies.saturating_record(latency);
            }
            Ok(_) => measured.errors += 1,
            Err(_) => {
                measured.errors += 1;
                let Ok(again) = space.target.connect().await else { break };
                connection = again;
            }
        }
    }
    measured
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fill_every_place_of_a_template() {
        let template = Template::new(format!("a-{NUMBER} b-{NUMBER}"));
        assert_eq!(template.with(42), "a-0000000042 b-0000000042");
        assert_eq!(Template::new("none").with(42), "none");
    }
}
