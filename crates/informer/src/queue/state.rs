//! A queue without waiting: what is queued, in work, delayed, and how often it failed. Time comes in as a number.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::time::Duration;

/// Upstream's curve of retries.
const FIRST: Duration = Duration::from_millis(5);
const LONGEST: Duration = Duration::from_secs(1000);

pub(super) struct State<T> {
    /// What is ready, in order.
    ready: VecDeque<T>,
    /// What is ready, or must be made ready once it is no longer in work.
    dirty: HashSet<T>,
    /// What is in work.
    working: HashSet<T>,
    /// When what is due.
    delayed: BTreeSet<(Duration, T)>,
    due: HashMap<T, Duration>,
    failures: HashMap<T, u32>,
    closed: bool,
}

impl<T> Default for State<T> {
    fn default() -> Self {
        Self {
            ready: VecDeque::new(),
            dirty: HashSet::new(),
            working: HashSet::new(),
            delayed: BTreeSet::new(),
            due: HashMap::new(),
            failures: HashMap::new(),
            closed: false,
        }
    }
}

impl<T: Clone + Eq + Hash + Ord> State<T> {
    /// Whether a worker has something new to do.
    pub fn add(&mut self, item: T) -> bool {
        if self.closed || !self.dirty.insert(item.clone()) || self.working.contains(&item) {
            return false;
        }
        self.ready.push_back(item);
        true
    }

    /// Whether whoever waits must wait less long.
    pub fn add_at(&mut self, item: T, at: Duration) -> bool {
        if self.closed || self.due.get(&item).is_some_and(|due| *due <= at) {
            return false;
        }
        if let Some(later) = self.due.insert(item.clone(), at) {
            self.delayed.remove(&(later, item.clone()));
        }
        self.delayed.insert((at, item));
        self.delayed.first().is_some_and(|(first, _)| *first == at)
    }

    /// Makes ready what is due, and says when the next is.
    pub fn promote(&mut self, now: Duration) -> Option<Duration> {
        while let Some((at, item)) = self.delayed.pop_first() {
            if at > now {
                self.delayed.insert((at, item));
                return Some(at);
            }
            self.due.remove(&item);
            self.add(item);
        }
        None
    }

    pub fn take(&mut self) -> Option<T> {
        let item = self.ready.pop_front()?;
        self.dirty.remove(&item);
        self.working.insert(item.clone());
        Some(item)
    }

    /// Whether the item must be worked on again.
    pub fn done(&mut self, item: &T) -> bool {
        self.working.remove(item);
        let again = !self.closed && self.dirty.contains(item);
        if again {
            self.ready.push_back(item.clone());
        }
        again
    }

    pub fn next_delay(&mut self, item: &T) -> Duration {
        let failures = self.failures.entry(item.clone()).or_default();
        let delay = FIRST.saturating_mul(1_u32.checked_shl(*failures).unwrap_or(u32::MAX)).min(LONGEST);
        *failures = failures.saturating_add(1);
        delay
    }

    pub fn retries(&self, item: &T) -> u32 {
        self.failures.get(item).copied().unwrap_or_default()
    }

    pub fn forget(&mut self, item: &T) {
        self.failures.remove(item);
    }

    pub fn is_waiting(&self) -> bool {
        !self.ready.is_empty()
    }

    pub fn len(&self) -> usize {
        self.ready.len()
    }

    pub fn close(&mut self) {
        self.closed = true;
    }

    pub fn is_closed(&self) -> bool {
        self.closed
    }
}
