//! A back end that is as plain as can be, and wrong on request: it shows that the checkers see each kind of bug when it happens
//! under load, and lets the tests of this folder test themselves.
//!
//! It keeps everything in memory under one lock. It is not a model for a real back end: nothing is durable or fast.

mod bug;
mod watcher;

use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use store::{
    Backend, Conflict, Error, Event, Range, RangeResult, Result, Revision, Watch, WatchRequest, Write,
    WriteResult, Written,
};
use tokio::sync::{mpsc, watch};

pub use bug::{Bug, CASES};

use crate::history::state::State;

/// The back end.
#[derive(Clone)]
pub struct Reference(Arc<Shared>);

struct Shared {
    inner: Mutex<Inner>,
    newest: watch::Sender<u64>,
    bug: Option<Bug>,
}

/// All revisions: the state after each, and its changes with previous values.
struct Inner {
    states: Vec<State>,
    changes: Vec<Vec<Event>>,
    compacted: u64,
    calls: u64,
}

impl Reference {
    /// An empty store with this bug.
    pub fn new(bug: Option<Bug>) -> Self {
        let inner = Inner { states: vec![State::default()], changes: vec![vec![]], compacted: 0, calls: 0 };
        Self(Arc::new(Shared { inner: Mutex::new(inner), newest: watch::Sender::new(0), bug }))
    }
}

impl Inner {
    fn newest(&self) -> u64 {
        self.states.len() as u64 - 1
    }

    fn state(&self, revision: u64) -> &State {
        &self.states[usize::try_from(revision).expect("small")]
    }

    fn write(&mut self, writes: &[Write], bug: Option<Bug>) -> Result<WriteResult> {
        self.calls += 1;
        let now = self.newest();
        if let Some(index) = self.state(now).refused(writes)
            && !(bug == Some(Bug::ConditionIgnored) && self.calls.is_multiple_of(7))
        {
            return Err(self.conflict(writes, index, bug));
        }
        let any = |write: &Write| without_condition(write);
        let writes: Vec<Write> = writes.iter().map(any).collect();
        let mut state = self.state(now).clone();
        let applied = state.apply(&writes, now + 1, std::time::Duration::ZERO).expect("unconditional");
        let written = applied.previous.into_iter().map(|previous| Written { previous }).collect();
        if applied.events.is_empty() {
            return Ok(WriteResult { revision: Revision(now), written });
        }
        // An acknowledged write that is lost: its revision goes to the next one.
        if !(bug == Some(Bug::LostWrite) && self.calls.is_multiple_of(40)) {
            self.states.push(state);
            self.changes.push(applied.events);
        }
        Ok(WriteResult { revision: Revision(now + 1), written })
    }

    fn conflict(&self, writes: &[Write], index: usize, bug: Option<Bug>) -> Error {
        let write = &writes[index];
        let mut current = self.state(self.newest()).get(write.key()).cloned();
        if bug == Some(Bug::WrongConflict) && self.calls.is_multiple_of(5) {
            current = None;
        }
        Error::Conflict(Box::new(Conflict {
            revision: Revision(self.newest()),
            index,
            key: write.key().clone(),
            expected: write.expect(),
            current,
        }))
    }

    fn range(&mut self, range: &Range, bug: Option<Bug>) -> Result<RangeResult> {
        self.calls += 1;
        let newest = self.newest();
        let mut at = range.revision.map_or(newest, |revision| revision.0);
        if at > newest {
            return Err(Error::FutureRevision { requested: Revision(at), current: Revision(newest) });
        }
        let ignore = bug == Some(Bug::CompactedRead);
        if at < self.compacted && !ignore {
            let compacted = Revision(self.compacted);
            return Err(Error::Compacted { requested: Revision(at), compacted });
        }
        if bug == Some(Bug::StaleRead) && range.revision.is_none() && self.calls.is_multiple_of(3) {
            at = at.saturating_sub(20);
        }
        let (mut kvs, count, more) = self.state(at).range(range);
        if bug == Some(Bug::TornRead) && self.calls.is_multiple_of(9) {
            kvs = self.state(at.saturating_sub(10)).range(range).0;
        }
        Ok(RangeResult { revision: Revision(at), kvs, count, more })
    }
}

fn without_condition(write: &Write) -> Write {
    let expect = store::Expect::Any;
    match write.clone() {
        Write::Put { key, value, ttl, .. } => Write::Put { key, value, expect, ttl },
        Write::Delete { key, .. } => Write::Delete { key, expect },
        Write::Check { key, .. } => Write::Check { key, expect },
    }
}

#[async_trait]
impl Backend for Reference {
    async fn write(&self, writes: Vec<Write>) -> Result<WriteResult> {
        tokio::task::yield_now().await;
        let mut inner = self.0.inner.lock();
        let result = inner.write(&writes, self.0.bug);
        self.0.newest.send_replace(inner.newest());
        result
    }

    async fn range(&self, range: Range) -> Result<RangeResult> {
        tokio::task::yield_now().await;
        self.0.inner.lock().range(&range, self.0.bug)
    }

    async fn revision(&self) -> Result<Revision> {
        Ok(Revision(self.0.inner.lock().newest()))
    }

    async fn watch(&self, request: WatchRequest) -> Result<Watch> {
        let (items, receiver) = mpsc::channel(4);
        let (progress, requests) = mpsc::channel(1);
        let after = request.after.map_or_else(|| self.0.inner.lock().newest(), |revision| revision.0);
        tokio::spawn(watcher::run(self.0.clone(), request, after, items, requests));
        Ok(Watch::new(receiver, progress))
    }

    async fn compact(&self, revision: Revision) -> Result<()> {
        let mut inner = self.0.inner.lock();
        let (newest, compacted) = (inner.newest(), inner.compacted);
        if revision.0 > newest {
            return Err(Error::FutureRevision { requested: revision, current: Revision(newest) });
        }
        if revision.0 <= compacted {
            return Err(Error::Compacted { requested: revision, compacted: Revision(compacted) });
        }
        inner.compacted = revision.0;
        Ok(())
    }

    fn progress_on_request(&self) -> bool {
        true
    }

    async fn close(&self) {}
}
