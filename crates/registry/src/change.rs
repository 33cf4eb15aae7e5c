//! One change of one object, as watchers see it, with the frames that were encoded of it so far.

use std::sync::Arc;

use bytes::Bytes;
use parking_lot::Mutex;
use store::Revision;

use crate::Stored;

/// What happened to one object at one revision. Shared by the cache's history and every watcher that it concerns.
pub struct Change {
    /// When.
    pub revision: Revision,
    /// The object after it; `None` if it is gone.
    pub now: Option<Arc<Stored>>,
    /// The object before it; `None` if it is new.
    pub before: Option<Arc<Stored>>,
    /// What was encoded of it, each once: few watchers ask for anything but one encoding of one version.
    frames: Mutex<Vec<(FrameKey, Bytes)>>,
}

/// How a change looks through a watcher's selectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum View {
    /// The object came into sight.
    Added,
    /// It changed and stays in sight.
    Modified,
    /// It went out of sight.
    Deleted,
}

impl View {
    /// The `type` of the event.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Added => "ADDED",
            Self::Modified => "MODIFIED",
            Self::Deleted => "DELETED",
        }
    }
}

/// What tells the encoded forms of one change apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FrameKey {
    pub view: View,
    pub served: usize,
    pub media: codec::negotiate::Media,
    pub shape: codec::negotiate::Shape,
}

impl Change {
    pub(crate) fn new(
        revision: Revision,
        before: Option<Arc<Stored>>,
        now: Option<Arc<Stored>>,
    ) -> Arc<Self> {
        Arc::new(Self { revision, now, before, frames: Mutex::default() })
    }

    /// How the change looks to someone who sees the object only while `sees` it.
    pub(crate) fn seen_by(&self, sees: impl Fn(&Stored) -> bool) -> Option<View> {
        let (before, now) =
            (self.before.as_deref().is_some_and(&sees), self.now.as_deref().is_some_and(&sees));
        match (before, now) {
            (false, true) => Some(View::Added),
            (true, true) => Some(View::Modified),
            (true, false) => Some(View::Deleted),
            (false, false) => None,
        }
    }

    /// The object that the view shows: the new state, or for what went out of sight the last state seen, under the revision at
    /// which it went.
    pub fn object(&self, view: View) -> Option<Arc<Stored>> {
        match view {
            View::Added | View::Modified => self.now.clone(),
            View::Deleted => self.before.as_ref().map(|before| Arc::new(before.at(self.revision))),
        }
    }

    /// The encoded form under `key`, made by `encode` if it is the first to be asked for. Whoever asks meanwhile waits for it
    /// rather than doing the same work.
    pub(crate) fn frame<E>(
        &self,
        key: FrameKey,
        encode: impl FnOnce() -> Result<Bytes, E>,
    ) -> Result<Bytes, E> {
        let mut frames = self.frames.lock();
        if let Some((_, frame)) = frames.iter().find(|(known, _)| *known == key) {
            return Ok(frame.clone());
        }
        let frame = encode()?;
        frames.push((key, frame.clone()));
        Ok(frame)
    }
}

impl std::fmt::Debug for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} -> {:?} @{}", self.before, self.now, self.revision)
    }
}
