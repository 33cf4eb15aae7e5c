//! Watches: each is a place in the shared history and a small task that feeds its consumer from there.
//!
//! There is no queue per watch: a slow consumer falls behind in the history, and never holds up a writer. `hub` knows who sleeps
//! and wakes those whose keys were touched; this file is the task.

mod hub;

use std::sync::Arc;

use tokio::sync::mpsc;

pub(crate) use self::hub::Hub;
use self::hub::Seat;
use super::shared::Shared;
use crate::{Error, Event, Result, Revision, Watch, WatchItem, WatchRequest};

/// Items that wait for a slow consumer.
const ITEMS: usize = 4;
/// An item is closed when it holds so many events, or so many bytes, and a revision is complete.
const EVENTS: usize = 512;
const BYTES: usize = 1 << 20;
/// So many changes are looked at before the lock is given to others.
const LOOK_AT: usize = 8192;

/// Starts a watch.
pub(crate) fn start(
    shared: &Arc<Shared>,
    runtime: &tokio::runtime::Handle,
    request: WatchRequest,
) -> Result<Watch> {
    shared.check()?;
    let (current, compacted) = {
        let state = shared.state.read();
        (state.revision, state.compacted)
    };
    let after = request.after.unwrap_or(current);
    if after < compacted {
        return Err(Error::Compacted { requested: after, compacted });
    }
    let (items, receiver) = mpsc::channel(ITEMS);
    let (sender, progress) = mpsc::channel(1);
    let seat = Hub::sit(shared, request.keys.clone());
    runtime.spawn(Feeder { shared: shared.clone(), request, cursor: after, items, progress, seat }.run());
    Ok(Watch::new(receiver, sender))
}

/// What a look into the history found.
enum Found {
    Events(Vec<Event>),
    /// Nothing more up to the newest revision, which is this.
    Nothing(Revision),
    /// Nothing in as far as was looked.
    NotYet,
    Compacted(Revision),
}

/// Why a watch ends.
enum End {
    /// The consumer has gone, or has been told.
    Over,
    /// The store has stopped.
    Stopped,
}

struct Feeder {
    shared: Arc<Shared>,
    request: WatchRequest,
    /// Everything up to here has been delivered.
    cursor: Revision,
    items: mpsc::Sender<Result<WatchItem>>,
    progress: mpsc::Receiver<()>,
    seat: Seat,
}

impl Feeder {
    async fn run(mut self) {
        let mut wanted = false;
        let end = loop {
            if let Err(end) = self.step(&mut wanted).await {
                break end;
            }
        };
        if let (End::Stopped, Some(failure)) = (end, self.shared.failure()) {
            // Nobody waits for this consumer, but the store must not wait for it either.
            let _ = self.items.try_send(Err(Error::Unavailable(failure.to_owned())));
        }
    }

    /// Delivers what there is, or waits until there may be something. `wanted` is whether a progress mark is asked for.
    async fn step(&mut self, wanted: &mut bool) -> Result<(), End> {
        // Requests are taken before the state is read, so that the answer is no older than they are.
        while self.progress.try_recv().is_ok() {
            *wanted = true;
        }
        match self.look() {
            Found::Events(events) => self.send(Ok(WatchItem::Events(events))).await,
            Found::NotYet => {
                tokio::task::yield_now().await;
                Ok(())
            }
            Found::Compacted(compacted) => {
                self.send(Err(Error::Compacted { requested: self.cursor, compacted })).await?;
                Err(End::Over)
            }
            Found::Nothing(revision) => {
                if std::mem::take(wanted) {
                    return self.send(Ok(WatchItem::Progress(revision))).await;
                }
                self.rest(revision, wanted).await
            }
        }
    }

    /// Looks for events after the cursor, and moves it.
    fn look(&mut self) -> Found {
        let state = self.shared.state.read();
        if self.cursor < state.compacted {
            return Found::Compacted(state.compacted);
        }
        let (mut events, mut bytes, mut last) = (Vec::new(), 0, self.cursor);
        let visible = state.changes.after(self.cursor).take_while(|change| change.revision <= state.revision);
        for (looked, change) in visible.enumerate() {
            let full = events.len() >= EVENTS || bytes >= BYTES || looked >= LOOK_AT;
            if full && change.revision > last {
                self.cursor = last;
                return if events.is_empty() { Found::NotYet } else { Found::Events(events) };
            }
            last = change.revision;
            if self.request.keys.contains(change.key()) {
                bytes += change.new.as_ref().map_or(0, |item| item.size());
                events.push(change.event(self.request.previous));
            }
        }
        // A watch may begin after a revision that is still to come.
        self.cursor = self.cursor.max(state.revision);
        if events.is_empty() { Found::Nothing(state.revision) } else { Found::Events(events) }
    }

    async fn send(&self, item: Result<WatchItem>) -> Result<(), End> {
        tokio::select! {
            biased;
            sent = self.items.send(item) => sent.map_err(|_| End::Over),
            () = self.shared.stop.wait() => Err(End::Stopped),
        }
    }

    /// Sleeps until a key of the range is touched, progress is asked for, or the watch ends. `seen` is the newest revision.
    async fn rest(&mut self, seen: Revision, wanted: &mut bool) -> Result<(), End> {
        if !self.seat.rest(seen) {
            return Ok(());
        }
        tokio::select! {
            () = self.seat.touched() => {}
            () = self.shared.stop.wait() => return Err(End::Stopped),
            request = self.progress.recv() => match request {
                Some(()) => *wanted = true,
                // The consumer's half is gone.
                None => return Err(End::Over),
            }
        }
        self.cursor = self.cursor.max(self.seat.rise());
        Ok(())
    }
}
