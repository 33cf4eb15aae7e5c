//! A daemon that fails again and again on a node is replaced later and later, so that it does not keep everybody busy.

use std::collections::HashMap;
use std::time::Duration;

use informer::Key;
use parking_lot::Mutex;

/// Upstream's times.
const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(15 * 60);

/// Until when to wait, and how long the last wait was.
struct Wait {
    until: Duration,
    last: Duration,
}

/// How long to wait for each daemon set and node.
#[derive(Default)]
pub struct Patience(Mutex<HashMap<(Key, String), Wait>>);

impl Patience {
    /// Zero if a failed daemon may be replaced now, which makes the next wait longer; else how long to wait.
    pub fn left(&self, key: &Key, node: &str, now: Duration) -> Duration {
        let mut waits = self.0.lock();
        // Who did well for twice the longest time begins again.
        waits.retain(|_, wait| now < wait.until + LONGEST * 2);
        let wait =
            waits.entry((key.clone(), node.to_owned())).or_insert(Wait { until: now, last: Duration::ZERO });
        if now < wait.until {
            return wait.until - now;
        }
        wait.last = (wait.last * 2).clamp(FIRST, LONGEST);
        wait.until = now + wait.last;
        Duration::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_are_forgotten() {
        let (patience, key) = (Patience::default(), Key::new("default", "d"));
        let left = |millis: u64| patience.left(&key, "n", Duration::from_millis(millis)).as_millis();
        assert_eq!(left(0), 0);
        assert_eq!(left(400), 600);
        assert_eq!(left(1000), 0);
        assert_eq!(left(1000), 2000);
        assert_eq!(left(10_000_000), 0);
        assert_eq!(left(10_000_000), 1000);
    }
}
