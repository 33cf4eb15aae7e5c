//! Where writers leave their transactions and the committer thread takes them, all that wait at once.

use std::collections::VecDeque;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

use crate::{Result, Revision, Write, WriteResult};

/// A batch takes transactions until it has this many bytes.
const BATCH_BYTES: usize = 1 << 20;

/// What the committer is asked to do.
pub(crate) enum Request {
    /// A transaction.
    Write { writes: Vec<Write>, reply: oneshot::Sender<Result<WriteResult>> },
    /// Forget history.
    Compact { revision: Revision, reply: oneshot::Sender<Result<()>> },
    /// See whether history has become too old.
    Age,
}

impl Request {
    fn bytes(&self) -> usize {
        let Self::Write { writes, .. } = self else { return 0 };
        let bytes = |write: &Write| {
            32 + write.key().len() + if let Write::Put { value, .. } = write { value.len() } else { 0 }
        };
        writes.iter().map(bytes).sum()
    }
}

#[derive(Default)]
struct Waiting {
    requests: VecDeque<Request>,
    closed: bool,
    /// The committer sleeps, and must be woken when so many wait.
    wake_at: Option<usize>,
}

/// How a batch waits for company.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Patience {
    /// So many requests are expected before long: the writers that have just been answered, and those that wait already.
    pub expected: usize,
    /// It waits for them no longer than this.
    pub at_most: Duration,
}

impl Patience {
    /// A sync that takes this long is worth waiting for company. Shorter waits than an eighth of it are not to be had.
    const SLOW: Duration = Duration::from_millis(1);

    /// After a commit that took `took`, with so many writers answered or waiting at its end. Writers tend to come back at once; without waiting for them on a slow
    /// disk they would form two groups that take turns, each commit with half of them.
    pub(crate) fn after(writers: usize, took: Duration) -> Self {
        if writers < 2 || took < Self::SLOW {
            return Self::default();
        }
        Self { expected: writers, at_most: took / 8 }
    }
}

/// The requests that wait.
#[derive(Default)]
pub(crate) struct Queue {
    waiting: Mutex<Waiting>,
    arrived: Condvar,
}

impl Queue {
    /// Adds requests, which come next to each other; gives them back if the queue is closed.
    pub(crate) fn push(&self, requests: impl IntoIterator<Item = Request>) -> std::result::Result<(), ()> {
        let mut waiting = self.waiting.lock();
        if waiting.closed {
            return Err(());
        }
        waiting.requests.extend(requests);
        if waiting.wake_at.is_some_and(|enough| waiting.requests.len() >= enough) {
            waiting.wake_at = None;
            drop(waiting);
            self.arrived.notify_one();
        }
        Ok(())
    }

    /// Takes the requests of one batch into `batch`, waiting for the first, and for others with `patience`. `false` when the queue is
    /// closed and empty.
    pub(crate) fn take(&self, batch: &mut Vec<Request>, patience: Patience) -> bool {
        let mut waiting = self.waiting.lock();
        while waiting.requests.is_empty() {
            if waiting.closed {
                return false;
            }
            waiting.wake_at = Some(1);
            self.arrived.wait(&mut waiting);
        }
        if waiting.requests.len() < patience.expected && !waiting.closed {
            waiting.wake_at = Some(patience.expected);
            self.arrived.wait_for(&mut waiting, patience.at_most);
            waiting.wake_at = None;
        }
        let mut bytes = 0;
        while let Some(request) = waiting.requests.pop_front() {
            bytes += request.bytes();
            batch.push(request);
            if bytes >= BATCH_BYTES {
                break;
            }
        }
        true
    }

    /// Takes no more requests; those that wait are still done.
    pub(crate) fn close(&self) {
        self.waiting.lock().closed = true;
        self.arrived.notify_one();
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        self.waiting.lock().requests.len()
    }

    /// Takes all requests that nobody will do any more.
    pub(crate) fn abandon(&self) -> VecDeque<Request> {
        let mut waiting = self.waiting.lock();
        waiting.closed = true;
        std::mem::take(&mut waiting.requests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_company_on_a_slow_disk_is_waited_for() {
        let millis = Duration::from_millis;
        for (writers, took, expected, at_most) in [
            (1, millis(8), 0, millis(0)),
            (64, Duration::from_micros(90), 0, millis(0)),
            (64, millis(8), 64, millis(1)),
        ] {
            let patience = Patience::after(writers, took);
            assert_eq!((patience.expected, patience.at_most), (expected, at_most), "{writers} in {took:?}");
        }
    }

    #[test]
    fn a_batch_takes_what_waits_and_ends_with_the_queue() {
        let queue = Queue::default();
        let mut batch = Vec::new();
        queue.push([Request::Age, Request::Age]).unwrap();
        assert!(queue.take(&mut batch, Patience { expected: 2, at_most: Duration::from_secs(3600) }));
        assert_eq!(batch.len(), 2);
        queue.push([Request::Age]).unwrap();
        queue.close();
        assert!(queue.take(&mut batch, Patience { expected: 2, at_most: Duration::from_secs(3600) }));
        assert!(!queue.take(&mut batch, Patience::default()) && queue.push([Request::Age]).is_err());
    }
}
