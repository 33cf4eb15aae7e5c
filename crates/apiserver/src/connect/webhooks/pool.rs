//! Connections that are kept for a while after their answer has come, so that the next question needs no handshake. Pure.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;

use crate::connect::dialer::Place;

/// How long one is kept.
const KEPT: Duration = Duration::from_secs(60);
/// How many are kept for one place.
const MOST: usize = 16;

/// What a connection is good for: who is there, and how that was proven.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// Where.
    pub place: Place,
    /// By which name.
    pub name: String,
    /// Believed because of whom.
    pub authorities: String,
}

/// The connections that nobody uses at the moment, with the time since when.
pub(super) struct Pool<T>(Mutex<HashMap<Key, Vec<(T, Duration)>>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Pool<T> {
    /// The one that was used last, if any is young enough.
    pub(super) fn take(&self, key: &Key, now: Duration) -> Option<T> {
        let (kept, since) = self.0.lock().get_mut(key)?.pop()?;
        (now.saturating_sub(since) < KEPT).then_some(kept)
    }

    /// Keeps a connection.
    pub(super) fn give(&self, key: Key, connection: T, now: Duration) {
        let mut all = self.0.lock();
        all.retain(|_, kept| {
            kept.retain(|(_, since)| now.saturating_sub(*since) < KEPT);
            !kept.is_empty()
        });
        let kept = all.entry(key).or_default();
        if kept.len() < MOST {
            kept.push((connection, now));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect::dialer::Trust;

    #[test]
    fn the_youngest_is_taken_and_the_old_go() {
        let place = Place { host: "h".into(), port: 1, trust: Trust::Plain };
        let key = |name: &str| Key { place: place.clone(), name: name.into(), authorities: String::new() };
        let (pool, at) = (Pool::default(), Duration::from_secs);
        pool.give(key("a"), 1, at(0));
        pool.give(key("a"), 2, at(50));
        assert_eq!((pool.take(&key("b"), at(50)), pool.take(&key("a"), at(55))), (None, Some(2)));
        assert_eq!(pool.take(&key("a"), at(70)), None);
        pool.give(key("a"), 3, at(100));
        pool.give(key("b"), 4, at(161));
        assert_eq!((pool.take(&key("a"), at(161)), pool.take(&key("b"), at(162))), (None, Some(4)));
    }
}
