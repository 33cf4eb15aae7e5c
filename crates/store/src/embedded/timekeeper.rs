//! The task that sleeps until the next key expires or the oldest history is too old, and asks the committer for what is due then.
//!
//! With nothing to expire it sleeps for good. An expiry is an ordinary durable removal, conditional on the write that is due, so a
//! renewal that comes first wins.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::task::Poll;
use std::time::Duration;

use runtime::Clock;
use tokio::sync::{Notify, oneshot};

use super::desk::Request;
use super::item::{Moment, millis_up};
use super::shared::Shared;
use super::state::State;
use crate::{Error, Expect, Write};

/// So many keys expire in one go.
const AT_ONCE: usize = 1024;
/// The pause after an expiry that could not be written.
const RETRY: Duration = Duration::from_secs(1);
const NEVER: u64 = u64::MAX;

/// Until when the task sleeps, in milliseconds of the monotonic clock, and how to wake it earlier.
pub(crate) struct Alarm {
    until: AtomicU64,
    earlier: Notify,
}

impl Default for Alarm {
    fn default() -> Self {
        Self { until: AtomicU64::new(NEVER), earlier: Notify::new() }
    }
}

impl Alarm {
    /// Wakes the task if it would sleep too long. Called under the state's lock for writing, so that it can't miss the change.
    pub(crate) fn set(&self, state: &State, shared: &Shared, now: Moment) {
        if next_due(state, shared, now) < self.until.load(Relaxed) {
            self.earlier.notify_one();
        }
    }
}

/// When there is something to do, in milliseconds of the monotonic clock.
fn next_due(state: &State, shared: &Shared, now: Moment) -> u64 {
    let max_age = millis_up(shared.config.history.max_age);
    let aged = state.marks.next(max_age).map_or(NEVER, |wall| {
        millis_up(now.monotonic).saturating_add(wall.saturating_sub(now.wall_millis()))
    });
    aged.min(state.next_due().unwrap_or(NEVER))
}

/// The task's body; ends when the store stops.
pub(crate) async fn run(shared: Arc<Shared>) {
    tokio::select! {
        () = shared.stop.wait() => {}
        () = keep_time(&shared) => {}
    }
}

async fn keep_time(shared: &Shared) {
    let clock = &shared.config.clock;
    loop {
        let until = {
            let state = shared.state.read();
            let until = next_due(&state, shared, Moment::now(clock));
            shared.alarm.until.store(until, Relaxed);
            until
        };
        tokio::select! {
            () = shared.alarm.earlier.notified() => continue,
            () = sleep_until(clock, until) => {}
        }
        if act(shared).await.is_err() {
            clock.sleep(RETRY).await;
        }
    }
}

/// Removes the keys that are due, and has too old history forgotten.
async fn act(shared: &Shared) -> Result<(), Error> {
    let now = u64::try_from(shared.config.clock.monotonic().as_millis()).unwrap_or(NEVER);
    let mut replies = Vec::new();
    let mut requests = vec![Request::Age];
    for (key, revision) in shared.state.read().due(now).take(AT_ONCE) {
        let (reply, result) = oneshot::channel();
        let writes = vec![Write::Delete { key: key.clone(), expect: Expect::At(revision) }];
        requests.push(Request::Write { writes, reply });
        replies.push(result);
    }
    // The last reply comes after all is done, the aging too.
    if replies.is_empty() {
        let (reply, result) = oneshot::channel();
        requests.push(Request::Write { writes: Vec::new(), reply });
        replies.push(result);
    }
    shared.desk.submit(shared, requests, false).map_err(|()| Shared::closed())?;
    for reply in replies {
        match reply.await {
            Ok(Ok(result)) => shared.counters.expired.add(result.written.len() as u64),
            // Somebody wrote or removed the key in the meantime.
            Ok(Err(Error::Conflict(_))) => {}
            Ok(Err(error)) => return Err(error),
            Err(_) => return Err(Shared::closed()),
        }
    }
    Ok(())
}

/// Sleeps until `until` milliseconds of the monotonic clock.
async fn sleep_until(clock: &Clock, until: u64) {
    if until == NEVER {
        return std::future::pending().await;
    }
    let until = Duration::from_millis(until);
    loop {
        let now = clock.monotonic();
        let Some(left) = until.checked_sub(now).filter(|left| !left.is_zero()) else { return };
        let mut sleep = pin!(clock.sleep(left));
        if poll_fn(|context| Poll::Ready(sleep.as_mut().poll(context).is_ready())).await {
            continue;
        }
        // A sleep counts from its first poll. If the clock has been moved since it was read, it would last too long.
        if clock.monotonic().saturating_sub(now) <= Duration::from_millis(1) {
            sleep.await;
        }
    }
}
