//! A running watch: the present objects if asked for, then every change that concerns the watcher, in order, each once.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use meta::StatusError;
use parking_lot::Mutex;
use runtime::Clock;
use store::Revision;
use tokio::sync::mpsc;

use crate::cache::{Cache, Collection, Delivery, End, Start};
use crate::change::{Change, View};
use crate::{Kind, Stored};

/// What a watch delivers.
#[derive(Debug, Clone)]
pub enum WatchItem {
    /// An object that was there when the watch began; an `ADDED`.
    Initial(Arc<Stored>),
    /// A change, as the watcher's selectors show it.
    Change(Arc<Change>, View),
    /// Nothing older than this revision will follow.
    Bookmark {
        /// The revision.
        revision: Revision,
        /// Whether it marks the end of the initial objects.
        initial_end: bool,
    },
    /// The watch has failed; nothing follows.
    Error(StatusError),
}

impl WatchItem {
    /// The resource version up to which the watcher knows everything after this item.
    pub fn revision(&self) -> Option<Revision> {
        match self {
            Self::Initial(stored) => Some(stored.revision),
            Self::Change(change, _) => Some(change.revision),
            Self::Bookmark { revision, .. } => Some(*revision),
            Self::Error(_) => None,
        }
    }
}

/// A running watch; dropping it ends it.
pub struct Subscription {
    cache: Arc<Cache>,
    collection: Arc<Collection>,
    id: u64,
    initial: VecDeque<Arc<Stored>>,
    /// Sent once after the initial objects.
    initial_end: Option<Revision>,
    history: VecDeque<Delivery>,
    /// An item that was taken from the queue before a bookmark could go out.
    held: Option<Delivery>,
    queue: mpsc::Receiver<Delivery>,
    end: Arc<Mutex<Option<End>>>,
    bookmarks: Option<Bookmarks>,
    clock: Clock,
    done: bool,
}

struct Bookmarks {
    every: Duration,
    due: Duration,
    /// A bookmark that goes out as soon as everything up to it has been delivered.
    pending: Option<Revision>,
}

impl Subscription {
    pub(crate) fn new(cache: Arc<Cache>, collection: Arc<Collection>, start: Start, clock: Clock) -> Self {
        Self {
            cache,
            collection,
            id: start.id,
            initial: start.initial.into(),
            initial_end: None,
            history: start.history.into(),
            held: None,
            queue: start.queue,
            end: start.end,
            bookmarks: None,
            clock,
            done: false,
        }
    }

    /// With a bookmark now and then.
    pub(crate) fn with_bookmarks(mut self, every: Duration) -> Self {
        self.bookmarks = Some(Bookmarks { every, due: self.clock.monotonic() + every, pending: None });
        self
    }

    /// With a bookmark at the end of the initial objects.
    pub(crate) fn with_initial_end(mut self, revision: Revision) -> Self {
        self.initial_end = Some(revision);
        self
    }

    /// The kind that is watched.
    pub fn kind(&self) -> &Arc<Kind> {
        self.collection.kind()
    }

    /// Asks for a bookmark as soon as there can be one: the last thing before a watch ends in good order. Only watches that allow
    /// bookmarks get one.
    pub fn request_bookmark(&mut self) {
        let revision = self.collection.revision(|| self.cache.applied());
        if let Some(bookmarks) = &mut self.bookmarks {
            bookmarks.pending = Some(revision);
            bookmarks.due = self.clock.monotonic() + bookmarks.every;
        }
    }

    /// The next item; `None` when the watch has ended. Safe to cancel.
    pub async fn next(&mut self) -> Option<WatchItem> {
        if let Some(item) = self.prelude() {
            return Some(item);
        }
        if self.done {
            return None;
        }
        loop {
            if let Some(item) = self.waiting() {
                return Some(item);
            }
            let Some(bookmarks) = &self.bookmarks else {
                let received = self.queue.recv().await;
                return self.finish(received);
            };
            let wait = bookmarks.due.saturating_sub(self.clock.monotonic());
            tokio::select! {
                biased;
                received = self.queue.recv() => return self.finish(received),
                () = self.clock.sleep(wait) => self.request_bookmark(),
            }
        }
    }

    /// What comes before the changes of now.
    fn prelude(&mut self) -> Option<WatchItem> {
        if let Some(stored) = self.initial.pop_front() {
            return Some(WatchItem::Initial(stored));
        }
        if let Some(revision) = self.initial_end.take() {
            return Some(WatchItem::Bookmark { revision, initial_end: true });
        }
        self.history.pop_front().map(|(change, view)| WatchItem::Change(change, view))
    }

    /// What can be delivered without waiting, if a bookmark is due: it goes out before the first change after it, or when the
    /// queue is empty, for whatever happened up to it was put into the queue before its revision could be seen.
    fn waiting(&mut self) -> Option<WatchItem> {
        if let Some((change, view)) = self.held.take() {
            return Some(WatchItem::Change(change, view));
        }
        let pending = self.bookmarks.as_ref()?.pending?;
        match self.queue.try_recv() {
            Ok((change, view)) if change.revision <= pending => Some(WatchItem::Change(change, view)),
            other => {
                self.held = other.ok();
                self.bookmarks.as_mut()?.pending = None;
                Some(WatchItem::Bookmark { revision: pending, initial_end: false })
            }
        }
    }

    fn finish(&mut self, received: Option<Delivery>) -> Option<WatchItem> {
        if let Some((change, view)) = received {
            return Some(WatchItem::Change(change, view));
        }
        self.done = true;
        match *self.end.lock() {
            Some(End::Slow) => Some(WatchItem::Error(StatusError::expired(
                "the watch was too slow to keep up with changes; list again and watch from there",
            ))),
            Some(End::Removed | End::Shutdown) | None => None,
        }
    }

    /// Why the watch ended, once it has.
    pub fn ended(&self) -> Option<End> {
        *self.end.lock()
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.collection.unwatch(self.id);
    }
}
