//! From the server's responses to whole revisions in order, each once. Pure; the watch feeds it and delivers what it gives.

use bytes::Bytes;

use crate::etcd::range::{from_wire, kv};
use crate::etcd::wire;
use crate::{Event, Revision, WatchItem};

/// What a response amounts to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing to deliver (yet).
    Nothing,
    /// The server has taken up the watch.
    Created,
    /// Something for the consumer.
    Deliver(WatchItem),
    /// History has a hole before what would come next; the watcher must list. Reads at this revision still work.
    Compacted(Revision),
    /// The server has ended the watch for a reason of its own.
    Canceled(String),
}

/// What was delivered so far, and what waits for its rest.
#[derive(Debug)]
pub(super) struct Assembler {
    prefix: Bytes,
    previous: bool,
    /// Where the server was asked to start: events up to here were delivered earlier.
    started: Revision,
    /// Everything up to here is delivered.
    delivered: Revision,
    /// The beginning of a revision whose rest is in the next fragment.
    held: Vec<Event>,
}

impl Assembler {
    /// For a watch of what comes after `after`.
    pub fn new(prefix: Bytes, after: Revision, previous: bool) -> Self {
        Self { prefix, previous, started: after, delivered: after, held: Vec::new() }
    }

    /// Everything up to here is delivered.
    pub fn delivered(&self) -> Revision {
        self.delivered
    }

    /// Prepares for a new stream that starts after what was delivered. What was incomplete comes again whole.
    pub fn restart(&mut self) {
        self.held.clear();
        self.started = self.delivered;
    }

    /// What the current stream started after.
    pub fn started(&self) -> Revision {
        self.started
    }

    /// Takes the next response.
    pub fn take(&mut self, response: wire::WatchResponse) -> Step {
        if response.compact_revision > 0 {
            return Step::Compacted(from_wire(response.compact_revision));
        }
        if response.canceled {
            return Step::Canceled(response.cancel_reason);
        }
        if response.created {
            return Step::Created;
        }
        let newest = from_wire(response.header.map_or(0, |header| header.revision));
        if response.events.is_empty() && self.held.is_empty() && !response.fragment {
            return self.progress(newest);
        }
        for event in response.events {
            let Some(found) = self.event(event) else { return Step::Compacted(newest) };
            let revision = found.revision();
            if revision <= self.started {
                continue;
            }
            // The server has broken its word: this should have come before what was already delivered. Listing is what heals it.
            if revision <= self.delivered {
                return Step::Compacted(newest);
            }
            self.held.push(found);
        }
        self.release(response.fragment)
    }

    fn progress(&mut self, newest: Revision) -> Step {
        // A member that lags behind, or a watch that starts in the future: nothing new is known.
        if newest < self.delivered {
            return Step::Nothing;
        }
        self.delivered = newest;
        Step::Deliver(WatchItem::Progress(newest))
    }

    /// Delivers what is whole: everything, or, if a fragment follows, all but the last revision.
    fn release(&mut self, fragment: bool) -> Step {
        let Some(last) = self.held.last().map(Event::revision) else { return Step::Nothing };
        let whole = match fragment {
            true => self.held.iter().position(|event| event.revision() == last).unwrap_or(0),
            false => self.held.len(),
        };
        let rest = self.held.split_off(whole);
        let events = std::mem::replace(&mut self.held, rest);
        let Some(last) = events.last() else { return Step::Nothing };
        self.delivered = last.revision();
        Step::Deliver(WatchItem::Events(events))
    }

    /// The event as callers see it; `None` if compaction has taken the previous value that it must carry.
    fn event(&self, event: wire::Event) -> Option<Event> {
        let delete = event.r#type == i32::from(wire::EventType::Delete);
        let new = kv(&self.prefix, event.kv?);
        let previous = event.prev_kv.filter(|_| self.previous).map(|old| kv(&self.prefix, old));
        let existed = delete || new.version > 1;
        if self.previous && existed && previous.is_none() && new.mod_revision > self.started {
            return None;
        }
        Some(match delete {
            true => Event::Delete { key: new.key, revision: new.mod_revision, previous },
            false => Event::Put { kv: new, previous },
        })
    }
}

#[cfg(test)]
mod tests;
