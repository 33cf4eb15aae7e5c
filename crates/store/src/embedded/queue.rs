//! Where writers leave their transactions and the committer thread takes them, all that wait at once.

use std::collections::VecDeque;

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
    /// Whether the committer sleeps and must be woken.
    sleeping: bool,
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
        if std::mem::take(&mut waiting.sleeping) {
            drop(waiting);
            self.arrived.notify_one();
        }
        Ok(())
    }

    /// Takes the requests of one batch into `batch`, waiting for the first. `false` when the queue is closed and empty.
    pub(crate) fn take(&self, batch: &mut Vec<Request>) -> bool {
        let mut waiting = self.waiting.lock();
        while waiting.requests.is_empty() {
            if waiting.closed {
                return false;
            }
            waiting.sleeping = true;
            self.arrived.wait(&mut waiting);
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

    /// Takes all requests that nobody will do any more.
    pub(crate) fn abandon(&self) -> VecDeque<Request> {
        let mut waiting = self.waiting.lock();
        waiting.closed = true;
        std::mem::take(&mut waiting.requests)
    }
}
