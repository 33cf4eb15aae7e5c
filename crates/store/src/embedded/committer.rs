//! What changes the store: takes all waiting requests, decides them, writes one frame, and only when that is durable applies it,
//! answers, and wakes watchers. Between two frames there is one write and one sync, however many writers wait.
//!
//! One thread does it, so that no thread of the runtime waits for the disk; but a lone writer on a fast disk does it by itself.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::oneshot;

use super::evaluate::Pending;
use super::frame;
use super::item::{Moment, millis_up};
use super::log::{AppendError, Log};
use super::queue::{Patience, Request};
use super::record::{BatchWriter, Op};
use super::shared::Shared;
use super::state::{Effect, State};
use crate::{Error, Result, Revision, WriteResult};

/// After a commit the committer itself drops this many times as much history as the commit added; the upkeep thread does the rest.
const TRIM_FACTOR: usize = 2;
const TRIM_AT_LEAST: usize = 16;
/// With so much left, the upkeep thread is called.
const TRIM_BACKLOG: usize = 4096;

/// An answer that waits until what it says is durable.
enum Answer {
    Write(oneshot::Sender<Result<WriteResult>>, Result<WriteResult>),
    Compact(oneshot::Sender<Result<()>>, Result<()>),
}

impl Answer {
    /// A writer that has gone away doesn't want its answer.
    fn send(self) {
        match self {
            Self::Write(reply, result) => drop(reply.send(result)),
            Self::Compact(reply, result) => drop(reply.send(result)),
        }
    }

    fn fail(self, error: &Error) {
        match self {
            Self::Write(reply, _) => drop(reply.send(Err(error.clone()))),
            Self::Compact(reply, _) => drop(reply.send(Err(error.clone()))),
        }
    }
}

/// What a batch of requests comes to.
struct Round {
    now: Moment,
    effects: Vec<Effect>,
    transactions: u64,
    revision: Revision,
    /// Up to where history is to be forgotten, if a request says so.
    compact: Option<Revision>,
    answers: Vec<Answer>,
}

impl Round {
    fn changes_anything(&self) -> bool {
        !self.effects.is_empty() || self.compact.is_some()
    }
}

/// The right to commit: the end of the log and what goes with it. Only who holds it changes the store.
pub(crate) struct Desk {
    log: Log,
    batch: Vec<Request>,
    buffer: Vec<u8>,
    patience: Patience,
    /// The last commit had one writer and took a moment only: the next one may do it by itself, see [`commit_alone`].
    alone: bool,
}

/// A commit that takes less may hold up a thread of the runtime: waking two threads, the committer and then the writer's, takes a good
/// part of that.
const MOMENT: Duration = Duration::from_micros(250);

impl Desk {
    pub(crate) fn new(log: Log) -> Self {
        Self { log, batch: Vec::new(), buffer: Vec::new(), patience: Patience::default(), alone: false }
    }

    /// Commits what is in `batch`; `false` if the log failed, after which nobody may commit any more.
    fn turn(&mut self, shared: &Shared, runtime: &Handle) -> bool {
        let begun = shared.config.clock.monotonic();
        match commit(shared, &mut self.log, &mut self.batch, &mut self.buffer, runtime) {
            Ok(writers) => {
                let took = shared.config.clock.monotonic() - begun;
                self.patience = Patience::after(writers, took);
                self.alone = writers <= 1 && took < MOMENT;
                true
            }
            Err(error) => {
                shared.counters.sync_failures.add(1);
                shared.poison(&error.to_string());
                false
            }
        }
    }
}

/// The thread's body; ends when the queue is closed and empty, or the log fails. Then nobody can commit any more.
pub(crate) fn run(shared: &Arc<Shared>, runtime: &Handle) {
    let mut patience = Patience::default();
    let mut batch = Vec::new();
    while shared.queue.take(&mut batch, patience) {
        let mut place = shared.desk.lock();
        // It is put back only after a commit that went well, so that nobody goes on behind one that did not.
        let Some(mut desk) = place.take() else {
            shared.refuse(batch);
            return;
        };
        desk.batch.append(&mut batch);
        if !desk.turn(shared, runtime) {
            return;
        }
        patience = desk.patience;
        *place = Some(desk);
    }
    *shared.desk.lock() = None;
}

/// Commits a request on the thread of its writer, which is quicker where one writer writes one thing after the other to a fast disk. Gives
/// it back if others are about, or the disk is slow: then it is for the committer.
pub(crate) fn commit_alone(shared: &Shared, request: Request, runtime: &Handle) -> Option<Request> {
    let Some(mut place) = shared.desk.try_lock() else { return Some(request) };
    let may = place.as_ref().is_some_and(|desk| desk.alone) && shared.queue.len() == 0;
    if !may || runtime.runtime_flavor() == RuntimeFlavor::CurrentThread {
        return Some(request);
    }
    let Some(mut desk) = place.take() else { return Some(request) };
    desk.batch.push(request);
    if desk.turn(shared, runtime) {
        *place = Some(desk);
    }
    None
}

/// Does one batch. How many writers were answered, or came to wait meanwhile.
fn commit(
    shared: &Shared,
    log: &mut Log,
    batch: &mut Vec<Request>,
    buffer: &mut Vec<u8>,
    runtime: &Handle,
) -> Result<usize, AppendError> {
    let mut round = evaluate(shared, batch, buffer);
    let mut touched = Vec::new();
    if round.changes_anything() {
        match log.append(buffer, round.revision.0 - round.transactions + 1) {
            Ok(bytes) => count(shared, &round, bytes),
            Err(error) => return refuse(round, error).map(|()| 0),
        }
        touched.extend(round.effects.iter().map(|effect| effect.key.clone()));
    }
    apply(shared, log, &mut round);
    let writers = round.answers.len() + shared.queue.len();
    answer(round.answers, runtime);
    publish(shared, touched, round.revision);
    ask_for_upkeep(shared, log);
    Ok(writers)
}

/// Sends the answers. Each wakes a task, and from this thread that is a system call, after which the woken thread often takes this one's
/// place on the processor; so where there are several, a task of the runtime sends them and the next batch begins at once.
fn answer(answers: Vec<Answer>, runtime: &Handle) {
    if answers.len() > 1 {
        runtime.spawn(async { answers.into_iter().for_each(Answer::send) });
    } else {
        answers.into_iter().for_each(Answer::send);
    }
}

/// Decides all requests of a batch and encodes what they change.
fn evaluate(shared: &Shared, batch: &mut Vec<Request>, buffer: &mut Vec<u8>) -> Round {
    let now = Moment::now(&shared.config.clock);
    let state = shared.state.read();
    let mut pending = Pending::new(&state, now);
    buffer.clear();
    buffer.resize(frame::HEADER, 0);
    let mut writer = BatchWriter::begin(buffer, state.revision.next().0, now.wall_millis());
    let mut answers = Vec::with_capacity(batch.len());
    let mut compact = None;
    for request in batch.drain(..) {
        match request {
            Request::Write { writes, reply } => {
                let before = pending.effects.len();
                let result = pending.transact(&writes);
                encode(&mut writer, buffer, &pending.effects[before..]);
                if result.is_err() {
                    shared.counters.conflicts.add(1);
                }
                answers.push(Answer::Write(reply, result.map_err(Error::Conflict)));
            }
            Request::Compact { revision, reply } => {
                let compacted = compact.unwrap_or(state.compacted);
                let result = may_compact(revision, compacted, pending.revision);
                if result.is_ok() {
                    compact = Some(revision);
                }
                answers.push(Answer::Compact(reply, result));
            }
            Request::Age => {}
        }
    }
    writer.finish(buffer, compact.unwrap_or(state.compacted).0);
    let transactions = pending.revision.0 - state.revision.0;
    Round { now, transactions, revision: pending.revision, effects: pending.effects, compact, answers }
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

fn encode(writer: &mut BatchWriter, buffer: &mut Vec<u8>, effects: &[Effect]) {
    if effects.is_empty() {
        return;
    }
    writer.transaction(buffer, effects.len() as u32);
    for effect in effects {
        let op = match &effect.item {
            None => Op::Delete { key: &effect.key },
            Some(item) => Op::Put {
                key: &effect.key,
                value: &item.kv.value,
                ttl: item.lease.as_ref().map(|lease| lease.ttl),
            },
        };
        BatchWriter::op(buffer, &op);
    }
}

fn count(shared: &Shared, round: &Round, bytes: u64) {
    let counters = &shared.counters;
    counters.commits.add(1);
    counters.writes.add(round.transactions);
    counters.bytes_written.add(bytes);
    counters.log_since_checkpoint.add(bytes);
}

/// Answers a batch that could not be written.
fn refuse(round: Round, error: AppendError) -> Result<(), AppendError> {
    let answer = match &error {
        AppendError::NotWritten(_) => Error::Unavailable(error.to_string()),
        AppendError::Unknown(_) => Error::Unknown(error.to_string()),
    };
    if let AppendError::NotWritten(error) = &error {
        tracing::error!(%error, "writes are refused: no room for the log; free some space on its disk");
    }
    for waiting in round.answers {
        waiting.fail(&answer);
    }
    if matches!(error, AppendError::NotWritten(_)) { Ok(()) } else { Err(error) }
}

/// Makes a durable round visible, and forgets as much history as it must.
fn apply(shared: &Shared, log: &Log, round: &mut Round) {
    let mut state = shared.state.write();
    let changes = round.effects.len();
    for effect in round.effects.drain(..) {
        let applied = state.apply(effect);
        debug_assert!(applied, "a removal has an effect only on a key that is there");
    }
    state.position = log.position();
    if round.transactions > 0 {
        state.revision = round.revision;
        let max_age = millis_up(shared.config.history.max_age);
        state.marks.note(round.now.wall_millis(), round.revision, max_age);
    }
    if let Some(revision) = round.compact {
        state.compact(revision);
    }
    forget(shared, &mut state, changes, round.now);
    shared.alarm.set(&state, shared, round.now);
}

fn forget(shared: &Shared, state: &mut State, changes: usize, now: Moment) {
    if state.keep_bounds(&shared.config.history, now.wall_millis()) {
        let floor = shared.floor(state.compacted);
        state.trim(floor, changes * TRIM_FACTOR + TRIM_AT_LEAST);
        let left = state.changes.compacted();
        // A request to compact, or history that is too old, may come with nothing behind it to finish the work.
        if left > TRIM_BACKLOG || (changes == 0 && left > 0) {
            shared.chores.trim();
        }
    }
}

fn publish(shared: &Shared, mut touched: Vec<Bytes>, revision: Revision) {
    // Asked only after the change is visible: a watch that comes later sees it without being told.
    if shared.hub.is_empty() {
        touched.clear();
    }
    touched.sort_unstable();
    shared.hub.publish(&touched, revision);
}

fn ask_for_upkeep(shared: &Shared, log: &Log) {
    if log.wants_spare() {
        shared.chores.make_spare();
    }
    let counters = &shared.counters;
    if counters.log_since_checkpoint.get() >= counters.checkpoint_at.get() {
        shared.chores.checkpoint();
    }
}
