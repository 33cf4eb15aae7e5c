//! Keys to work on: each at most once in the queue and at most once in work, with delays and retries on upstream's curve.
//!
//! `state.rs` is the queue without time and waiting; this file adds both.

mod state;

use std::hash::Hash;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use runtime::Clock;
use tokio::sync::Notify;

use crate::Key;
use state::State;

/// A queue that its producers and workers share. Cheap to clone.
pub struct Queue<T: Item = Key>(Arc<Inner<T>>);

/// What can be queued.
pub trait Item: Clone + Eq + Hash + Ord + Send + 'static {}
impl<T: Clone + Eq + Hash + Ord + Send + 'static> Item for T {}

struct Inner<T> {
    state: Mutex<State<T>>,
    changed: Notify,
    clock: Clock,
}

impl<T: Item> Clone for Queue<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Item> Queue<T> {
    /// An empty queue.
    pub fn new(clock: Clock) -> Self {
        Self(Arc::new(Inner { state: Mutex::new(State::default()), changed: Notify::new(), clock }))
    }

    /// Queues an item, unless it waits already. One that is in work is queued again when it is done.
    pub fn add(&self, item: T) {
        if self.0.state.lock().add(item) {
            self.0.changed.notify_one();
        }
    }

    /// Queues an item after a delay. Of several delays the shortest counts.
    pub fn add_after(&self, item: T, delay: Duration) {
        if delay.is_zero() {
            return self.add(item);
        }
        if self.0.state.lock().add_at(item, self.0.clock.monotonic() + delay) {
            self.0.changed.notify_one();
        }
    }

    /// Queues an item after a delay that doubles with each retry, from 5 ms up to 1000 s.
    pub fn retry(&self, item: T) {
        let delay = self.0.state.lock().next_delay(&item);
        self.add_after(item, delay);
    }

    /// How often an item was retried.
    pub fn retries(&self, item: &T) -> u32 {
        self.0.state.lock().retries(item)
    }

    /// The next retry of this item begins with the shortest delay again.
    pub fn forget(&self, item: &T) {
        self.0.state.lock().forget(item);
    }

    /// The next item; `None` once the queue is closed.
    pub async fn next(&self) -> Option<Lease<T>> {
        loop {
            let (item, due, more) = {
                let mut state = self.0.state.lock();
                if state.is_closed() {
                    return None;
                }
                let due = state.promote(self.0.clock.monotonic());
                let item = state.take();
                (item, due, state.is_waiting())
            };
            if let Some(item) = item {
                if more {
                    // One signal may have stood for several items: the next worker is woken too.
                    self.0.changed.notify_one();
                }
                return Some(Lease { queue: self.clone(), item });
            }
            let wait = async {
                match due {
                    Some(at) => self.0.clock.sleep(at.saturating_sub(self.0.clock.monotonic())).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = self.0.changed.notified() => {}
                () = wait => {}
            }
        }
    }

    /// How many items wait, not counting the delayed.
    pub fn len(&self) -> usize {
        self.0.state.lock().len()
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Ends the work: nobody gets an item any more.
    pub fn close(&self) {
        self.0.state.lock().close();
        self.0.changed.notify_waiters();
        self.0.changed.notify_one();
    }
}

/// An item in work. It is done when this is dropped.
pub struct Lease<T: Item> {
    queue: Queue<T>,
    item: T,
}

impl<T: Item> Deref for Lease<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.item
    }
}

impl<T: Item + std::fmt::Display> std::fmt::Display for Lease<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.item.fmt(f)
    }
}

impl<T: Item> Drop for Lease<T> {
    fn drop(&mut self) {
        if self.queue.0.state.lock().done(&self.item) {
            self.queue.0.changed.notify_one();
        }
    }
}

#[cfg(test)]
mod tests;
