//! Which lease a key may join. Pure: time is an argument.

use std::time::Duration;

/// The most keys on one lease: all of them are deleted in one transaction when it ends.
const MAX_KEYS: usize = 1000;
/// The shortest and the longest window in which keys join a lease.
const WINDOW: (Duration, Duration) = (Duration::from_secs(3), Duration::from_secs(60));
/// How long a write is expected to take at most. A slower one renews its lease.
const MARGIN: Duration = Duration::from_millis(500);
/// How many leases are kept open for joining; one for each time to live in use is enough.
const MAX_OPEN: usize = 32;

/// A lease that a key is about to join.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::etcd) struct Held {
    /// The lease.
    pub id: i64,
    /// It ends no sooner than this.
    ends: Duration,
    /// What the key was promised.
    ttl: Duration,
}

impl Held {
    /// Whether a key written by `now` may end too soon.
    pub fn is_late(&self, now: Duration) -> bool {
        now.saturating_add(self.ttl) > self.ends
    }
}

#[derive(Debug)]
struct Open {
    id: i64,
    ends: Duration,
    first_ttl: Duration,
    keys: usize,
}

/// The leases that keys may still join, the newest last.
#[derive(Debug, Default)]
pub(super) struct Pool(Vec<Open>);

impl Pool {
    /// Joins a lease that lasts at least `ttl` from now, and not much longer.
    pub fn join(&mut self, now: Duration, ttl: Duration) -> Option<Held> {
        self.0.retain(|open| open.keys < MAX_KEYS && open.ends > now);
        let exact = now.saturating_add(ttl);
        let least = exact.saturating_add(MARGIN);
        // Whole seconds may add one to the window.
        let most = exact.saturating_add(window(ttl) + Duration::from_secs(1));
        // A server may grant more time than was asked for; the next key with the same time to live need not mind.
        let fits = |open: &&mut Open| open.ends >= least && (open.ends <= most || open.first_ttl == ttl);
        let open = self.0.iter_mut().rev().find(fits)?;
        open.keys += 1;
        Some(Held { id: open.id, ends: open.ends, ttl })
    }

    /// Adds a lease that was granted for a key with `ttl`, which joins it.
    pub fn open(&mut self, id: i64, ends: Duration, ttl: Duration) -> Held {
        if self.0.len() >= MAX_OPEN {
            self.0.remove(0);
        }
        self.0.push(Open { id, ends, first_ttl: ttl, keys: 1 });
        Held { id, ends, ttl }
    }

    /// Never joins this lease again.
    pub fn forget(&mut self, id: i64) {
        self.0.retain(|open| open.id != id);
    }
}

/// For how long keys with `ttl` join the same lease: a twentieth of their time, within reason.
fn window(ttl: Duration) -> Duration {
    (ttl / 20).clamp(WINDOW.0, WINDOW.1)
}

/// How many seconds to ask for, for a key with `ttl` and those that join it.
pub(super) fn grant_seconds(ttl: Duration) -> i64 {
    let lasts = ttl.saturating_add(window(ttl));
    let seconds = lasts.as_secs() + u64::from(lasts.subsec_nanos() > 0);
    i64::try_from(seconds).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_lease_outlives_its_first_key_by_the_window() {
        for (ttl, seconds) in [
            (Duration::from_millis(1), 4),
            (Duration::from_millis(1500), 5),
            (secs(15), 18),
            (secs(100), 105),
            (secs(3600), 3660),
        ] {
            assert_eq!(grant_seconds(ttl), seconds, "{ttl:?}");
        }
    }

    #[test]
    fn keys_join_while_their_time_fits() {
        let mut pool = Pool::default();
        let (start, hour) = (secs(1000), secs(3600));
        pool.open(1, start + secs(3660), hour);
        assert_eq!(pool.join(start + secs(59), hour).map(|held| held.id), Some(1));
        assert_eq!(pool.join(start + secs(60), hour), None, "it would end too soon");
        assert_eq!(pool.join(start, secs(1800)), None, "it would end far too late");
        assert_eq!(pool.join(start + secs(5), secs(3605)).map(|held| held.id), Some(1), "a similar time");
    }

    #[test]
    fn a_full_lease_takes_no_more_keys() {
        let mut pool = Pool::default();
        pool.open(1, secs(105), secs(100));
        let joined = (0..2000).map_while(|_| pool.join(secs(0), secs(100))).count();
        assert_eq!(joined, 999);
    }

    #[test]
    fn a_slow_write_is_noticed() {
        let mut pool = Pool::default();
        let held = pool.open(1, secs(13), secs(10));
        assert!(!held.is_late(secs(3)) && held.is_late(secs(4)));
    }

    #[test]
    fn forgotten_and_ended_leases_are_not_joined_and_few_are_kept() {
        let mut pool = Pool::default();
        pool.open(1, secs(14), secs(10));
        pool.forget(1);
        assert_eq!(pool.join(secs(0), secs(10)), None);
        for id in 0..100 {
            pool.open(id, secs(150), secs(50));
        }
        assert_eq!(pool.0.len(), MAX_OPEN);
        assert_eq!(pool.join(secs(200), secs(1)), None);
        assert!(pool.0.is_empty());
    }

    #[test]
    fn more_time_than_asked_for_still_serves_the_same_ttl() {
        let mut pool = Pool::default();
        pool.open(1, secs(75), secs(1));
        assert_eq!(pool.join(secs(0), secs(1)).map(|held| held.id), Some(1));
        assert_eq!(pool.join(secs(0), secs(2)), None);
    }
}
