//! The record of a run: operations with the times of call and answer, and watches with all that they delivered.

use std::time::Duration;

use store::{
    Error, Event, KeyValue, Range, RangeResult, Revision, WatchItem, WatchRequest, Write, WriteResult,
};

/// A moment of the run: the value of one counter that all clients share.
pub type Tick = u64;

/// What a client asked for.
#[derive(Debug, Clone)]
pub enum Call {
    Write(Vec<Write>),
    Range(Range),
    Revision,
    Compact(Revision),
}

/// What it was told.
#[derive(Debug, Clone)]
pub enum Answer {
    Wrote(WriteResult),
    Read(RangeResult),
    Newest(Revision),
    Compacted,
    Failed(Error),
}

/// One operation.
#[derive(Debug, Clone)]
pub struct Op {
    pub client: usize,
    pub invoked: Tick,
    /// When the answer came. A write of unknown outcome may happen after it, too.
    pub returned: Tick,
    /// The store's clock at the call, for times to live.
    pub clock: Duration,
    pub call: Call,
    pub answer: Answer,
}

impl Op {
    /// The revision that this write made: it was acknowledged, and it changed something.
    pub fn made(&self) -> Option<u64> {
        let (Call::Write(writes), Answer::Wrote(result)) = (&self.call, &self.answer) else { return None };
        let changed = writes.iter().zip(&result.written).any(|(write, written)| match write {
            Write::Put { .. } => true,
            Write::Delete { .. } => written.previous.is_some(),
            Write::Check { .. } => false,
        });
        changed.then_some(result.revision.0)
    }

    /// The revision that the answer says was the newest at some moment between call and answer.
    pub fn newest(&self) -> Option<u64> {
        match (&self.call, &self.answer) {
            (_, Answer::Wrote(result)) => Some(result.revision.0),
            (Call::Range(Range { revision: None, .. }), Answer::Read(result)) => Some(result.revision.0),
            (_, Answer::Newest(revision)) => Some(revision.0),
            (_, Answer::Failed(Error::Conflict(conflict))) => Some(conflict.revision.0),
            (_, Answer::Failed(Error::FutureRevision { current, .. })) => Some(current.0),
            _ => None,
        }
    }

    /// The revision whose state the answer shows.
    pub fn shows(&self) -> Option<u64> {
        match &self.answer {
            Answer::Read(result) => Some(result.revision.0),
            Answer::Wrote(_) if self.made().is_some() => None,
            Answer::Wrote(_) | Answer::Failed(Error::Conflict(_)) => self.newest(),
            _ => None,
        }
    }

    /// The writes of an operation that may or may not have happened.
    pub fn in_doubt(&self) -> Option<&[Write]> {
        match (&self.call, &self.answer) {
            (Call::Write(writes), Answer::Failed(Error::Unknown(_))) => Some(writes),
            _ => None,
        }
    }
}

/// One watch, from its request to its end. A watcher that resumes has several.
#[derive(Debug, Clone)]
pub struct Watching {
    /// Which watcher: its watches follow each other, each after the last revision that the one before it showed.
    pub watcher: usize,
    pub request: WatchRequest,
    pub invoked: Tick,
    /// When the watch stood.
    pub started: Tick,
    pub items: Vec<(Tick, WatchItem)>,
    /// When progress was asked for.
    pub asked: Vec<Tick>,
    /// The error that ended it, if one did.
    pub end: Option<(Tick, Error)>,
}

impl Watching {
    /// All events, with the time of their arrival.
    pub fn events(&self) -> impl Iterator<Item = (Tick, &Event)> {
        self.items.iter().flat_map(|(tick, item)| match item {
            WatchItem::Events(events) => events.iter().map(|event| (*tick, event)).collect(),
            WatchItem::Progress(_) => vec![],
        })
    }
}

/// A whole run.
#[derive(Debug, Clone, Default)]
pub struct History {
    /// The revision at which the run began, and what the store held then.
    pub base: u64,
    pub initial: Vec<KeyValue>,
    pub ops: Vec<Op>,
    pub watches: Vec<Watching>,
    /// When the store's clock was moved, and to what.
    pub clock: Vec<(Tick, Duration)>,
    /// Whether the store may forget history unasked (bounds, restarts), so that `Compacted` needs no compaction.
    pub forgetful: bool,
}

impl History {
    /// The earliest moment at which a client saw that `revision` exists.
    pub fn sightings(&self) -> Vec<(Tick, u64)> {
        let ops = self.ops.iter().filter_map(|op| Some((op.returned, op.newest()?)));
        let reads = self.ops.iter().filter_map(|op| Some((op.returned, op.shows()?)));
        let watches = self.watches.iter().flat_map(|watch| {
            watch.items.iter().filter_map(|(tick, item)| match item {
                WatchItem::Events(events) => Some((*tick, events.iter().map(|e| e.revision().0).max()?)),
                // A watch that was asked for a future revision may say that it has nothing to deliver up to there.
                WatchItem::Progress(r) if Some(*r) <= watch.request.after => None,
                WatchItem::Progress(revision) => Some((*tick, revision.0)),
            })
        });
        let mut all: Vec<_> = ops.chain(reads).chain(watches).collect();
        all.sort_unstable();
        all
    }

    /// What the store's clock showed at `tick`, at most.
    pub fn clock_at(&self, tick: Tick) -> Duration {
        self.clock.iter().take_while(|(t, _)| *t < tick).map(|(_, clock)| *clock).max().unwrap_or_default()
    }
}
