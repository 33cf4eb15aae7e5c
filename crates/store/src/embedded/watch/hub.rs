//! Who watches what, and who sleeps. A sleeping watch has seen everything that concerns it; the hub moves it along by doing nothing,
//! and wakes it with the first change to its keys.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::sync::Notify;

use super::super::shared::Shared;
use crate::{KeyRange, Revision};

struct Sitter {
    keys: KeyRange,
    asleep: bool,
    /// While awake: nothing that concerns the watch happened after its cursor up to here.
    resume: Revision,
    touch: Arc<Notify>,
}

impl Sitter {
    /// Whether one of the sorted `keys` lies in the range.
    fn concerns(&self, keys: &[Bytes]) -> bool {
        let first = keys.partition_point(|key| *key < self.keys.start);
        keys.get(first).is_some_and(|key| self.keys.contains(key))
    }
}

struct Seats {
    /// Everything up to here has been published.
    revision: Revision,
    sitters: HashMap<u64, Sitter>,
    next: u64,
}

/// All watches of a store.
pub(crate) struct Hub {
    seats: Mutex<Seats>,
    count: AtomicUsize,
    emptied: Notify,
}

impl Hub {
    pub(crate) fn new(revision: Revision) -> Self {
        let seats = Seats { revision, sitters: HashMap::new(), next: 0 };
        Self { seats: Mutex::new(seats), count: AtomicUsize::new(0), emptied: Notify::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.count.load(Relaxed)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Waits until the last watch has ended.
    pub(crate) async fn emptied(&self) {
        loop {
            // Made before the check, it can't miss what happens after it.
            let emptied = self.emptied.notified();
            if self.is_empty() {
                return;
            }
            emptied.await;
        }
    }

    /// A place for a watch that is awake.
    pub(crate) fn sit(shared: &Arc<Shared>, keys: KeyRange) -> Seat {
        let touch = Arc::new(Notify::new());
        let mut seats = shared.hub.seats.lock();
        let id = seats.next;
        seats.next += 1;
        let sitter = Sitter { keys, asleep: false, resume: Revision::ZERO, touch: touch.clone() };
        seats.sitters.insert(id, sitter);
        shared.hub.count.store(seats.sitters.len(), Relaxed);
        drop(seats);
        Seat { shared: shared.clone(), id, touch }
    }

    /// Tells that the state is at `revision` now, after changes to the sorted `keys`.
    pub(crate) fn publish(&self, keys: &[Bytes], revision: Revision) {
        let mut seats = self.seats.lock();
        let before = seats.revision;
        seats.revision = revision;
        if keys.is_empty() {
            return;
        }
        for sitter in seats.sitters.values_mut().filter(|sitter| sitter.asleep) {
            if sitter.concerns(keys) {
                sitter.asleep = false;
                sitter.resume = before;
                sitter.touch.notify_one();
            }
        }
    }
}

/// A watch's place in the hub; dropping it gives it up.
pub(crate) struct Seat {
    shared: Arc<Shared>,
    id: u64,
    touch: Arc<Notify>,
}

impl Seat {
    /// Falls asleep, if the state is still at `seen`, all of which the watch has seen. `false` if not.
    pub(crate) fn rest(&self, seen: Revision) -> bool {
        let mut seats = self.shared.hub.seats.lock();
        // The committer changes the state first and takes this lock then: either it is seen here, or it finds the sleeper.
        if self.shared.state.read().revision != seen {
            return false;
        }
        if let Some(sitter) = seats.sitters.get_mut(&self.id) {
            sitter.asleep = true;
        }
        true
    }

    /// Waits for a change to the watch's keys.
    pub(crate) async fn touched(&self) {
        self.touch.notified().await;
    }

    /// Wakes up, touched or not. Nothing that concerns the watch happened while it slept, up to the revision returned.
    pub(crate) fn rise(&self) -> Revision {
        let mut seats = self.shared.hub.seats.lock();
        let published = seats.revision;
        let Some(sitter) = seats.sitters.get_mut(&self.id) else { return Revision::ZERO };
        if std::mem::take(&mut sitter.asleep) { published } else { sitter.resume }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let hub = &self.shared.hub;
        let mut seats = hub.seats.lock();
        seats.sitters.remove(&self.id);
        hub.count.store(seats.sitters.len(), Relaxed);
        if seats.sitters.is_empty() {
            hub.emptied.notify_waiters();
        }
    }
}
