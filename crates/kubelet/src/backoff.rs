//! How long to wait before something that failed is tried again: upstream's curve, which remembers and forgets by time.
//!
//! Pure: the present is handed in, in nanoseconds since 1970.

use std::collections::BTreeMap;

/// Nanoseconds of a second.
pub const SECOND: i64 = 1_000_000_000;

/// Delays by key: the first failure waits `initial`, each further one twice as long up to `max`; forgotten after twice `max` of peace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backoff {
    initial: i64,
    max: i64,
    entries: BTreeMap<String, Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    delay: i64,
    updated: i64,
}

impl Backoff {
    /// A curve, in seconds.
    pub const fn new(initial: i64, max: i64) -> Self {
        Self { initial: initial * SECOND, max: max * SECOND, entries: BTreeMap::new() }
    }

    /// Notes one more failure, of which `event` is the time.
    pub fn next(&mut self, key: &str, event: i64, now: i64) {
        let (initial, max) = (self.initial, self.max);
        let fresh = Entry { delay: initial, updated: now };
        let entry = match self.entries.get(key) {
            Some(entry) if event - entry.updated <= 2 * max => {
                Entry { delay: (entry.delay * 2).min(max), updated: now }
            }
            _ => fresh,
        };
        self.entries.insert(key.to_owned(), entry);
    }

    /// Until when to wait after an event, if that is still to come; with the delay.
    pub fn until(&self, key: &str, event: i64, now: i64) -> Option<(i64, i64)> {
        let entry = self.entries.get(key)?;
        let waits = event - entry.updated <= 2 * self.max && now - event < entry.delay;
        waits.then_some((event + entry.delay, entry.delay))
    }

    /// Until when to wait since the last failure, if that is still to come.
    pub fn until_since_update(&self, key: &str, now: i64) -> Option<i64> {
        let entry = self.entries.get(key)?;
        (now - entry.updated < entry.delay).then_some(entry.updated + entry.delay)
    }

    /// Forgets the key.
    pub fn forget(&mut self, key: &str) {
        self.entries.remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_to_the_maximum_and_forgets() {
        let mut backoff = Backoff::new(10, 300);
        let mut now = 0;
        let mut delays = Vec::new();
        for _ in 0..8 {
            delays.push(backoff.until("c", now, now).map_or(0, |(_, delay)| delay / SECOND));
            now += delays.last().unwrap() * SECOND;
            backoff.next("c", now, now);
        }
        assert_eq!(delays, [0, 10, 20, 40, 80, 160, 300, 300]);
        let later = now + 601 * SECOND;
        assert_eq!(backoff.until("c", later, later), None, "after ten minutes of peace it begins anew");
        backoff.next("c", later, later);
        assert_eq!(backoff.until("c", later, later), Some((later + 10 * SECOND, 10 * SECOND)));
    }
}
