//! Watches: every change to a range of keys after a revision, in order, each once.

use tokio::sync::mpsc;

use crate::{KeyRange, KeyValue, Result, Revision};

/// What to watch.
#[derive(Debug, Clone)]
pub struct WatchRequest {
    /// Which keys.
    pub keys: KeyRange,
    /// The changes after this revision, which a read or an earlier watch has shown. It may lie ahead of the store: changes up
    /// to it are then left out. `None` starts with what happens after the call.
    pub after: Option<Revision>,
    /// Whether events carry what the key held before.
    pub previous: bool,
}

impl WatchRequest {
    /// Changes to `keys` after `revision`, with previous values.
    pub fn after(keys: KeyRange, revision: Revision) -> Self {
        Self { keys, after: Some(revision), previous: true }
    }

    /// Changes to `keys` from now on, with previous values.
    pub fn from_now(keys: KeyRange) -> Self {
        Self { keys, after: None, previous: true }
    }
}

/// One change of one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The key was created or changed.
    Put {
        /// What it holds now.
        kv: KeyValue,
        /// What it held before, if it existed and the watch asked for it.
        previous: Option<KeyValue>,
    },
    /// The key was removed, by a caller or because its time was up.
    Delete {
        /// The key.
        key: bytes::Bytes,
        /// The revision that removed it.
        revision: Revision,
        /// What it held before, if the watch asked for it.
        previous: Option<KeyValue>,
    },
}

impl Event {
    /// The revision of the change.
    pub fn revision(&self) -> Revision {
        match self {
            Self::Put { kv, .. } => kv.mod_revision,
            Self::Delete { revision, .. } => *revision,
        }
    }

    /// The key that changed.
    pub fn key(&self) -> &bytes::Bytes {
        match self {
            Self::Put { kv, .. } => &kv.key,
            Self::Delete { key, .. } => key,
        }
    }
}

/// What a watch delivers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WatchItem {
    /// Changes in order. The events of one revision are never split between two items.
    Events(Vec<Event>),
    /// Everything up to and including this revision has been delivered, though nothing of the range may have changed.
    Progress(Revision),
}

/// A running watch; dropping it ends it. After an error it has ended: the watcher resumes with a new request after the last
/// revision it saw, or lists anew if that was [`Compacted`](crate::Error::Compacted).
pub struct Watch {
    items: mpsc::Receiver<Result<WatchItem>>,
    progress: mpsc::Sender<()>,
}

impl Watch {
    /// The consumer's half, made by a back end: `items` as they come, and where requests for progress go.
    pub fn new(items: mpsc::Receiver<Result<WatchItem>>, progress: mpsc::Sender<()>) -> Self {
        Self { items, progress }
    }

    /// The next item; `None` when the store has stopped. Safe to cancel.
    pub async fn next(&mut self) -> Option<Result<WatchItem>> {
        self.items.recv().await
    }

    /// Asks for a [`WatchItem::Progress`] at a revision no older than the newest at the time of this call. Several requests may
    /// share one answer. Meaningful only where [`Backend::progress_on_request`](crate::Backend::progress_on_request) says so.
    pub fn request_progress(&self) {
        // A full queue already holds a request that has not been looked at yet.
        let _ = self.progress.try_send(());
    }
}
