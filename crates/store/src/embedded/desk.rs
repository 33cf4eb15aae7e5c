//! Where transactions are decided, and wait to be written. Each writer decides its own, on its own thread, on top of all that was decided
//! before, while the commit before is still being written; whoever commits finds a frame that is ready.
//!
//! Nothing here waits for the disk, and nothing decided here is seen by anybody before it is durable. Its lock is taken before that of the
//! contents, never after it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

use super::delta::Delta;
use super::evaluate::{Found, transact};
use super::item::Moment;
use super::log::Log;
use super::patience::{Hope, Patience};
use super::round::{Answer, Round};
use super::shared::Shared;
use super::state::{KeyHasher, Position, State};
use crate::{Error, Result, Revision, Write, WriteResult};

/// A commit takes transactions until it has this many bytes.
const ROUND_BYTES: usize = 1 << 20;
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

struct Waiting {
    /// Not there while somebody commits, nor when nobody can any more.
    log: Option<Log>,
    /// The commits that are not in the contents yet: those that wait to be shown, and the one that is being written.
    flying: VecDeque<Arc<Delta>>,
    /// Those that are durable and wait to be shown, oldest first.
    landed: VecDeque<Landed>,
    /// Somebody shows one, and nobody else may.
    showing: bool,
    /// The next ones, oldest first.
    rounds: VecDeque<Round>,
    /// The newest revision and the newest compaction, with all that is decided.
    revision: Revision,
    compacted: Revision,
    /// No more requests are taken.
    closed: bool,
    /// Nobody will commit any more.
    over: bool,
    /// Nothing will be shown any more.
    broken: bool,
    /// The committer sleeps, and must be woken when so many wait.
    wake_at: Option<usize>,
    patience: Patience,
    hope: Hope,
    /// The next writer that finds nobody else may commit by itself.
    alone: bool,
    spares: Vec<Vec<u8>>,
    /// Used again and again.
    found: Vec<Found>,
}

/// The place where transactions are decided.
pub(crate) struct Desk {
    waiting: Mutex<Waiting>,
    arrived: Condvar,
    landed: Condvar,
    hasher: KeyHasher,
}

impl Waiting {
    /// How many requests wait.
    fn len(&self) -> usize {
        self.rounds.iter().map(|round| round.answers.len().max(1)).sum()
    }

    /// The round that takes the next request.
    fn open_round(&mut self) -> &mut Round {
        if self.rounds.back().is_none_or(|round| round.buffer.len() >= ROUND_BYTES) {
            let buffer = self.spares.pop().unwrap_or_default();
            self.rounds.push_back(Round::begin(buffer, (self.revision, self.compacted)));
        }
        self.rounds.back_mut().expect("one was added if there was none")
    }

    /// What a write's key holds, with all that is decided.
    fn find(&self, write: &Write, hasher: &KeyHasher, state: &State) -> Found {
        let (key, hash) = (write.key(), hasher.hash(write.key()));
        let waiting = self.rounds.iter().rev().map(|round| &round.delta);
        let decided = waiting.chain(self.flying.iter().rev()).find_map(|delta| delta.find(hash, key));
        match decided {
            Some(effect) => Found { hash, place: effect.place, item: effect.item.clone() },
            None => {
                let (place, item) = state.find(hash, key);
                Found { hash, place, item: item.cloned() }
            }
        }
    }

    fn write(&mut self, writes: Vec<Write>, hasher: &KeyHasher, shared: &Shared) -> Result<WriteResult> {
        let mut found = std::mem::take(&mut self.found);
        {
            let state = shared.state.read();
            found.extend(writes.iter().map(|write| self.find(write, hasher, &state)));
        }
        let current = self.revision;
        let round = self.open_round();
        let delta = Arc::get_mut(&mut round.delta).expect("it is shared only when it is written");
        let before = delta.effects().len();
        let now = || Moment::now(&shared.config.clock);
        let written = transact(writes, &mut found, current, now, delta);
        round.close_transaction(before);
        let revision = round.revision;
        self.revision = revision;
        self.found = found;
        match written {
            Ok(written) => Ok(WriteResult { revision, written }),
            Err(conflict) => {
                shared.counters.conflicts.add(1);
                Err(Error::Conflict(conflict))
            }
        }
    }

    fn compact(&mut self, revision: Revision, shared: &Shared) -> Result<()> {
        let compacted = self.compacted.max(shared.state.read().compacted);
        may_compact(revision, compacted, self.revision)?;
        self.compacted = revision;
        self.open_round().compact = Some(revision);
        Ok(())
    }

    fn decide(&mut self, request: Request, hasher: &KeyHasher, shared: &Shared) {
        let answer = match request {
            Request::Write { writes, reply } => Answer::Write(reply, self.write(writes, hasher, shared)),
            Request::Compact { revision, reply } => Answer::Compact(reply, self.compact(revision, shared)),
            // An empty commit will do.
            Request::Age => {
                self.open_round();
                return;
            }
        };
        self.open_round().answers.push(answer);
    }

    fn take_off(&mut self) -> Option<Flight> {
        let log = self.log.take()?;
        let Some(round) = self.rounds.pop_front() else {
            self.log = Some(log);
            return None;
        };
        self.flying.push_back(round.delta.clone());
        Some(Flight { log, round })
    }
}

fn may_compact(requested: Revision, compacted: Revision, current: Revision) -> Result<()> {
    if requested > current {
        Err(Error::FutureRevision { requested, current })
    } else if requested <= compacted {
        Err(Error::Compacted { requested, compacted })
    } else {
        Ok(())
    }
}

impl Desk {
    /// For a store with these contents, of which nothing is decided yet. Nobody can commit until [`open`](Self::open).
    pub(crate) fn new(state: &State) -> Self {
        let waiting = Waiting {
            log: None,
            flying: VecDeque::new(),
            landed: VecDeque::new(),
            showing: false,
            rounds: VecDeque::new(),
            revision: state.revision,
            compacted: state.compacted,
            closed: false,
            over: false,
            broken: false,
            wake_at: None,
            patience: Patience::default(),
            hope: Hope::default(),
            alone: false,
            spares: Vec::new(),
            found: Vec::new(),
        };
        Self {
            waiting: Mutex::new(waiting),
            arrived: Condvar::new(),
            landed: Condvar::new(),
            hasher: state.hasher().clone(),
        }
    }

    /// From now on this log is written to.
    pub(crate) fn open(&self, log: Log) {
        self.waiting.lock().log = Some(log);
    }

    /// Decides requests, next to each other. An error if no more are taken. With `may_commit`, a writer that finds nobody else may get the
    /// right to commit at once.
    pub(crate) fn submit(
        &self,
        shared: &Shared,
        requests: impl IntoIterator<Item = Request>,
        may_commit: bool,
    ) -> Result<Option<Flight>, ()> {
        let mut waiting = self.waiting.lock();
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
        let mut waiting = self.waiting.lock();
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
                self.arrived.wait(&mut waiting);
            } else if expected > waiting.len() && !waiting.closed {
                waiting.wake_at = Some(expected);
                waiting.patience = Patience::default();
                self.arrived.wait_for(&mut waiting, at_most);
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
        let mut waiting = self.waiting.lock();
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
        let mut waiting = self.waiting.lock();
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
            self.landed.wait(&mut waiting);
        }
    }

    /// The oldest commit that was not shown is in the contents now, and everybody has been told.
    pub(crate) fn shown(&self, buffer: Vec<u8>) {
        let mut waiting = self.waiting.lock();
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
        let mut waiting = self.waiting.lock();
        waiting.flying.pop_back();
        waiting.log = Some(log);
        (waiting.revision, waiting.compacted) = round.before;
        (waiting.patience, waiting.alone) = (Patience::default(), false);
        let void = std::mem::take(&mut waiting.rounds);
        self.wake(waiting);
        void
    }

    /// Wakes the committer, if there is something for it and it sleeps.
    fn wake(&self, mut waiting: parking_lot::MutexGuard<'_, Waiting>) {
        if (!waiting.rounds.is_empty() || waiting.closed) && waiting.wake_at.take().is_some() {
            drop(waiting);
            self.arrived.notify_one();
        }
    }

    /// A commit was shown in part only: nothing else may be.
    pub(crate) fn break_off(&self) {
        let mut waiting = self.waiting.lock();
        waiting.broken = true;
        waiting.landed.clear();
        drop(waiting);
        self.landed.notify_one();
    }

    /// Takes no more requests; those that wait are still done.
    pub(crate) fn close(&self) {
        let mut waiting = self.waiting.lock();
        waiting.closed = true;
        drop(waiting);
        self.arrived.notify_one();
    }

    /// Nobody will commit any more. What waits is returned; nothing of it was written.
    pub(crate) fn abandon(&self) -> VecDeque<Round> {
        let mut waiting = self.waiting.lock();
        (waiting.closed, waiting.over) = (true, true);
        let rounds = std::mem::take(&mut waiting.rounds);
        drop(waiting);
        self.arrived.notify_one();
        self.landed.notify_one();
        rounds
    }
}
