//! Where transactions are decided, and wait to be written. Each writer decides its own, on its own thread, on top of all that was decided
//! before, while the commit before is still being written; whoever commits finds a frame that is ready.
//!
//! Nothing here waits for the disk, and nothing decided here is seen by anybody before it is durable. Its lock is taken before that of the
//! contents, never after it.

mod waiting;

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use self::waiting::Waiting;
use super::item::Moment;
use super::log::Log;
use super::patience::Patience;
use super::round::Round;
use super::shared::Shared;
use super::state::{KeyHasher, Position, State};
use crate::{Result, Revision, Write, WriteResult};

/// A commit that takes less may hold up a thread of the runtime: waking two threads, the committer and then the writer's, takes a good
/// part of that.
const MOMENT: Duration = Duration::from_micros(250);
/// So many buffers of past commits are kept for the next ones.
const SPARES: usize = 3;

/// What is asked of the store.
pub(crate) enum Request {
    /// A transaction.
    Write { writes: Vec<Write>, reply: oneshot::Sender<Result<WriteResult>> },
    /// Forget history.
    Compact { revision: Revision, reply: oneshot::Sender<Result<()>> },
    /// See whether history has become too old.
    Age,
}

/// A commit to be done, with the right to do it. It must be brought back by [`Desk::land`] or [`Desk::abort`].
pub(crate) struct Flight {
    pub log: Log,
    pub round: Round,
}

/// A commit that is durable, and must be shown. [`Desk::shown`] says that it is.
pub(crate) struct Landed {
    pub round: Round,
    /// When it was written.
    pub now: Moment,
    /// Where the log goes on behind it.
    pub position: Position,
}

/// The place where transactions are decided. Its lock is the standard library's: the other one lets go of the processor while it waits,
/// which costs a committer that is needed at once a good part of a commit.
pub(crate) struct Desk {
    waiting: Mutex<Waiting>,
    arrived: Condvar,
    landed: Condvar,
    hasher: KeyHasher,
}

impl Desk {
    /// For a store with these contents, of which nothing is decided yet. Nobody can commit until [`open`](Self::open).
    pub(crate) fn new(state: &State) -> Self {
        Self {
            waiting: Mutex::new(Waiting::new(state)),
            arrived: Condvar::new(),
            landed: Condvar::new(),
            hasher: state.hasher().clone(),
        }
    }

    /// A thread that panicked in here has stopped the store, or decided nothing.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on this log is written to.
    pub(crate) fn open(&self, log: Log) {
        self.lock().log = Some(log);
    }

    /// Decides requests, next to each other. An error if no more are taken. With `may_commit`, a writer that finds nobody else may get the
    /// right to commit at once.
    pub(crate) fn submit(
        &self,
        shared: &Shared,
        requests: impl IntoIterator<Item = Request>,
        may_commit: bool,
    ) -> Result<Option<Flight>, ()> {
        let mut waiting = self.lock();
        if waiting.closed {
            return Err(());
        }
        let alone = may_commit && waiting.alone && waiting.rounds.is_empty();
        for request in requests {
            waiting.decide(request, &self.hasher, shared);
        }
        if alone && let Some(flight) = waiting.take_off() {
            return Ok(Some(flight));
        }
        // Whoever commits looks here when done.
        if waiting.log.is_some() && waiting.wake_at.is_some_and(|enough| waiting.len() >= enough) {
            waiting.wake_at = None;
            drop(waiting);
            self.arrived.notify_one();
        }
        Ok(None)
    }

    /// The next commit, for the committer: waits for requests, and for others with the patience that is due. `None` when there will be no
    /// more.
    pub(crate) fn next(&self) -> Option<Flight> {
        let mut waiting = self.lock();
        loop {
            if waiting.over {
                return None;
            }
            let Patience { expected, at_most } = waiting.patience;
            if waiting.log.is_none() || waiting.rounds.is_empty() {
                if waiting.closed && waiting.log.is_some() {
                    waiting.over = true;
                    self.landed.notify_one();
                    return None;
                }
                waiting.wake_at = Some(1);
                waiting = self.arrived.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            } else if expected > waiting.len() && !waiting.closed {
                waiting.wake_at = Some(expected);
                waiting.patience = Patience::default();
                (waiting, _) =
                    self.arrived.wait_timeout(waiting, at_most).unwrap_or_else(PoisonError::into_inner);
                if waiting.len() < expected {
                    waiting.hope.lose();
                }
            } else if let Some(flight) = waiting.take_off() {
                waiting.wake_at = None;
                return Some(flight);
            }
        }
    }

    /// Brings back the right to commit, after a commit that took so long, so that the next one can begin. It is to be shown by the caller
    /// if it is returned; else others wait, and the shower does it.
    pub(crate) fn land(&self, log: Log, landed: Landed, took: Duration) -> Option<Landed> {
        let mut waiting = self.lock();
        waiting.log = Some(log);
        let writers = landed.round.answers.len() + waiting.len();
        let hope = waiting.hope.next();
        waiting.patience = Patience::after(writers, took, hope);
        let together = waiting.rounds.is_empty() || waiting.patience.expected > 0;
        waiting.alone = writers <= 1 && took < MOMENT;
        // Commits are shown in their order: not before one that still waits for it.
        if together && waiting.landed.is_empty() && !waiting.showing {
            waiting.showing = true;
            self.wake(waiting);
            return Some(landed);
        }
        waiting.landed.push_back(landed);
        let show = !waiting.showing;
        self.wake(waiting);
        if show {
            self.landed.notify_one();
        }
        None
    }

    /// The next commit to show, for the shower. `None` when there will be no more.
    pub(crate) fn next_landed(&self) -> Option<Landed> {
        let mut waiting = self.lock();
        loop {
            if waiting.broken {
                return None;
            }
            if !waiting.showing {
                if let Some(landed) = waiting.landed.pop_front() {
                    waiting.showing = true;
                    return Some(landed);
                }
                if waiting.over {
                    return None;
                }
            }
            waiting = self.landed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The oldest commit that was not shown is in the contents now, and everybody has been told.
    pub(crate) fn shown(&self, buffer: Vec<u8>) {
        let mut waiting = self.lock();
        let delta = waiting.flying.pop_front();
        waiting.showing = false;
        if waiting.spares.len() < SPARES {
            waiting.spares.push(buffer);
        }
        let more = !waiting.landed.is_empty() || waiting.over;
        drop(waiting);
        if more {
            self.landed.notify_one();
        }
        drop(delta);
    }

    /// Brings back the right to commit, after `round` could not be written: all that was decided on top of it is void, and returned.
    pub(crate) fn abort(&self, log: Log, round: &Round) -> VecDeque<Round> {
        let mut waiting = self.lock();
        waiting.flying.pop_back();
        waiting.log = Some(log);
        (waiting.revision, waiting.compacted) = round.before;
        (waiting.patience, waiting.alone) = (Patience::default(), false);
        let void = std::mem::take(&mut waiting.rounds);
        self.wake(waiting);
        void
    }

    /// Wakes the committer, if there is something for it and it sleeps.
    fn wake(&self, mut waiting: MutexGuard<'_, Waiting>) {
        if (!waiting.rounds.is_empty() || waiting.closed) && waiting.wake_at.take().is_some() {
            drop(waiting);
            self.arrived.notify_one();
        }
    }

    /// A commit was shown in part only: nothing else may be.
    pub(crate) fn break_off(&self) {
        let mut waiting = self.lock();
        waiting.broken = true;
        waiting.landed.clear();
        drop(waiting);
        self.landed.notify_one();
    }

    /// Takes no more requests; those that wait are still done.
    pub(crate) fn close(&self) {
        let mut waiting = self.lock();
        waiting.closed = true;
        drop(waiting);
        self.arrived.notify_one();
    }

    /// Nobody will commit any more. What waits is returned; nothing of it was written.
    pub(crate) fn abandon(&self) -> VecDeque<Round> {
        let mut waiting = self.lock();
        (waiting.closed, waiting.over) = (true, true);
        let rounds = std::mem::take(&mut waiting.rounds);
        drop(waiting);
        self.arrived.notify_one();
        self.landed.notify_one();
        rounds
    }
}
