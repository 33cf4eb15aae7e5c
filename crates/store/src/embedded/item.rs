//! One version of one key in memory, and when it expires. Pure data, shared between the map, the history and readers.

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use bytes::Bytes;
use runtime::Clock;

use super::record::Ttl;
use crate::{KeyValue, Revision};

/// A moment on both of the clock's scales.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Time since 1970.
    pub wall: Duration,
    /// Time since the process began.
    pub monotonic: Duration,
}

impl Moment {
    pub(crate) fn now(clock: &Clock) -> Self {
        Self {
            wall: clock.now().duration_since(UNIX_EPOCH).unwrap_or_default(),
            monotonic: clock.monotonic(),
        }
    }

    /// The wall-clock time in milliseconds, as it is written to disk.
    pub(crate) fn wall_millis(&self) -> u64 {
        u64::try_from(self.wall.as_millis()).unwrap_or(u64::MAX)
    }
}

/// Whole milliseconds, rounded up: a key never expires early.
pub(crate) fn millis_up(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

/// When a version expires. While the process runs only `due` counts, so that a step of the wall clock expires nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lease {
    /// What is on disk.
    pub ttl: Ttl,
    /// The moment in milliseconds of the clock's monotonic scale.
    pub due: u64,
}

impl Lease {
    /// The lease of a write that happens now.
    pub(crate) fn starting(now: Moment, ttl: Duration) -> Self {
        let millis = millis_up(ttl);
        let ttl = Ttl { deadline: millis_up(now.wall).saturating_add(millis), millis };
        Self { ttl, due: millis_up(now.monotonic).saturating_add(millis) }
    }

    /// A lease read from disk: what is left of it on the wall clock, and never more than it had at first.
    pub(crate) fn resumed(now: Moment, ttl: Ttl) -> Self {
        let left = ttl.deadline.saturating_sub(now.wall_millis()).min(ttl.millis);
        Self { ttl, due: millis_up(now.monotonic).saturating_add(left) }
    }
}

/// One version of a key.
#[derive(Debug)]
pub(crate) struct Item {
    pub kv: KeyValue,
    pub lease: Option<Box<Lease>>,
}

impl Item {
    /// The version that a write at `revision` makes of `previous`. The key is shared between versions. The bytes are kept as they are:
    /// they must not be a part of a larger buffer, which would stay in memory because of them.
    pub(crate) fn following(
        previous: Option<&Self>,
        key: &Bytes,
        value: Bytes,
        revision: Revision,
        lease: Option<Lease>,
    ) -> Arc<Self> {
        let kv = match previous {
            Some(Self { kv, .. }) => KeyValue {
                key: kv.key.clone(),
                value,
                create_revision: kv.create_revision,
                mod_revision: revision,
                version: kv.version + 1,
            },
            None => KeyValue {
                key: key.clone(),
                value,
                create_revision: revision,
                mod_revision: revision,
                version: 1,
            },
        };
        Arc::new(Self { kv, lease: lease.map(Box::new) })
    }

    /// The bytes of key and value.
    pub(crate) fn size(&self) -> usize {
        self.kv.key.len() + self.kv.value.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(wall: u64, monotonic: u64) -> Moment {
        Moment { wall: Duration::from_micros(wall), monotonic: Duration::from_micros(monotonic) }
    }

    #[test]
    fn leases_round_up_and_survive_steps_of_the_wall_clock() {
        let lease = Lease::starting(moment(1_000_001, 5_000), Duration::from_micros(1500));
        assert_eq!((lease.ttl.deadline, lease.ttl.millis, lease.due), (1003, 2, 7));
        let ttl = Ttl { deadline: 10_000, millis: 4000 };
        for (wall, left) in [(7_000_000, 3000), (10_000_000, 0), (12_000_000, 0), (1_000_000, 4000)] {
            assert_eq!(Lease::resumed(moment(wall, 50_000), ttl).due, 50 + left, "wall {wall}");
        }
    }
}
