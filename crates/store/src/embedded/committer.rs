//! What changes the store: takes what was decided since the last commit, writes one frame, and only when that is durable shows it,
//! answers, and wakes watchers. Between two frames there is one write and one sync, however many writers wait.
//!
//! One thread writes, so that no thread of the runtime waits for the disk; another shows what is durable while the next frame is written,
//! if one waits. A lone writer on a fast disk does all of it by itself.

use std::sync::Arc;

use bytes::Bytes;
use parking_lot::RwLockWriteGuard;
use tokio::runtime::{Handle, RuntimeFlavor};

use super::delta::Delta;
use super::desk::{Flight, Landed, Request};
use super::item::{Moment, millis_up};
use super::log::{AppendError, Log};
use super::round::{Answer, Round};
use super::shared::Shared;
use super::state::State;
use crate::{Error, Revision};

/// With so much history to drop, the upkeep thread is called: it is no work that writers should wait for.
const TRIM_BACKLOG: usize = 1024;
/// With so much, the upkeep thread doesn't keep up: each commit drops this many times as much as it added.
const TRIM_TOO_MUCH: usize = 16 * TRIM_BACKLOG;
const TRIM_FACTOR: usize = 2;
/// So many changes are applied before the lock is given to those that wait for it.
const APPLY_STEP: usize = 16;

/// The thread's body; ends when no more requests come and all are done, or the log fails.
pub(crate) fn run(shared: &Arc<Shared>, runtime: &Handle) {
    while let Some(flight) = shared.desk.next() {
        fly(shared, flight, runtime);
    }
}

/// Has a request decided and committed: by this thread, where one writer writes one thing after the other to a fast disk, or else by the
/// committer, if others are about or the disk is slow. An error if the store takes no more.
pub(crate) fn submit(shared: &Shared, request: Request, runtime: &Handle) -> Result<(), ()> {
    let may_commit = runtime.runtime_flavor() != RuntimeFlavor::CurrentThread;
    if let Some(flight) = shared.desk.submit(shared, [request], may_commit)? {
        fly(shared, flight, runtime);
    }
    Ok(())
}

/// The body of the thread that shows commits while the next ones are written; ends when no more come.
pub(crate) fn run_shower(shared: &Arc<Shared>, runtime: &Handle) {
    while let Some(landed) = shared.desk.next_landed() {
        show(shared, landed, runtime);
    }
}

/// Stops the store if a commit ends half way.
struct Guard<'a>(Option<&'a Shared>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if let Some(shared) = self.0 {
            shared.poison("a commit ended half way");
            shared.desk.break_off();
        }
    }
}

/// Does one commit, and brings back the right to do the next.
fn fly(shared: &Shared, flight: Flight, runtime: &Handle) {
    let mut guard = Guard(Some(shared));
    let Flight { mut log, mut round } = flight;
    let now = Moment::now(&shared.config.clock);
    match write(shared, &mut log, &mut round, now) {
        Ok(()) => {
            ask_for_upkeep(shared, &log);
            let landed = Landed { round, now, position: log.position() };
            let took = shared.config.clock.monotonic() - now.monotonic;
            if let Some(landed) = shared.desk.land(log, landed, took) {
                show(shared, landed, runtime);
            }
        }
        Err(error @ AppendError::NotWritten(_)) => {
            tracing::error!(%error, "writes are refused: no room for the log; free some space on its disk");
            let void = shared.desk.abort(log, &round);
            let refusal = Error::Unavailable(error.to_string());
            std::iter::once(round).chain(void).for_each(|round| round.fail(&refusal));
        }
        Err(error @ AppendError::Unknown(_)) => {
            shared.counters.sync_failures.add(1);
            shared.poison(&error.to_string());
            round.fail(&Error::Unknown(error.to_string()));
        }
    }
    guard.0 = None;
}

/// Shows a durable commit: first to readers, then to its writers and to watchers.
fn show(shared: &Shared, landed: Landed, runtime: &Handle) {
    let mut guard = Guard(Some(shared));
    apply(shared, &landed);
    let Round { delta, buffer, answers, revision, .. } = landed.round;
    answer(answers, runtime);
    publish(shared, &delta, revision);
    drop(delta);
    shared.desk.shown(buffer);
    guard.0 = None;
}

/// Makes a round durable, if it changes anything.
fn write(shared: &Shared, log: &mut Log, round: &mut Round, now: Moment) -> Result<(), AppendError> {
    if !round.changes_anything() {
        return Ok(());
    }
    round.finish(shared.state.read().compacted, now);
    let first = round.first_revision();
    let bytes = log.append(&mut round.buffer, first)?;
    let counters = &shared.counters;
    counters.commits.add(1);
    counters.writes.add(round.transactions());
    counters.bytes_written.add(bytes);
    counters.log_since_checkpoint.add(bytes);
    Ok(())
}

/// Sends the answers. Each wakes a task, and from this thread that is a system call, after which the woken thread often takes this one's
/// place on the processor; so where there are several, a task of the runtime sends them and the next commit begins at once.
fn answer(answers: Vec<Answer>, runtime: &Handle) {
    if answers.len() > 1 {
        runtime.spawn(async { answers.into_iter().for_each(Answer::send) });
    } else {
        answers.into_iter().for_each(Answer::send);
    }
}

/// Makes a durable round visible, and forgets as much history as it must.
fn apply(shared: &Shared, landed: &Landed) {
    let Landed { round, now, position } = landed;
    let effects = round.delta.effects();
    let mut state = shared.state.write();
    for chunk in effects.chunks(APPLY_STEP) {
        for effect in chunk {
            let applied = state.apply(effect);
            debug_assert!(applied, "a removal has an effect only on a key that is there");
        }
        // Nobody sees a change before the revision moves; but writers that decide look here for other keys.
        RwLockWriteGuard::bump(&mut state);
    }
    state.position = *position;
    if round.transactions() > 0 {
        state.revision = round.revision;
        let max_age = millis_up(shared.config.history.max_age);
        state.marks.note(now.wall_millis(), round.revision, max_age);
    }
    if let Some(revision) = round.compact {
        state.compact(revision);
    }
    forget(shared, &mut state, effects.len(), *now);
    shared.alarm.set(&state, shared, *now);
}

fn forget(shared: &Shared, state: &mut State, changes: usize, now: Moment) {
    if !state.keep_bounds(&shared.config.history, now.wall_millis()) {
        return;
    }
    if state.changes.compacted() > TRIM_TOO_MUCH {
        let floor = shared.floor(state.compacted);
        state.trim(floor, changes * TRIM_FACTOR);
    }
    let left = state.changes.compacted();
    // A request to compact, or history that is too old, may come with nothing behind it to finish the work.
    if left > TRIM_BACKLOG || (changes == 0 && left > 0) {
        shared.chores.trim();
    }
}

fn publish(shared: &Shared, delta: &Delta, revision: Revision) {
    // Asked only after the change is visible: a watch that comes later sees it without being told.
    let mut touched: Vec<Bytes> = Vec::new();
    if !shared.hub.is_empty() {
        touched.extend(delta.effects().iter().map(|effect| effect.key.clone()));
        touched.sort_unstable();
    }
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
