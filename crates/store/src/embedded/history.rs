//! The recent past: every kept change in order, and when it happened. Pure; owned by `state.rs`, read by watches.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;

use super::item::Item;
use super::state::Place;
use crate::{Event, Revision};

/// What a kept change costs beyond its bytes, roughly.
const CHANGE_OVERHEAD: usize = 160;
/// So many marks cover the longest age that is kept.
const MARKS: u64 = 256;

/// One change of one key; at least one of the two versions is there.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    pub revision: Revision,
    /// Where the key is kept.
    pub place: Place,
    /// Counted here: when it is asked for again, the item has long left the processor's caches.
    cost: u32,
    pub new: Option<Arc<Item>>,
    pub previous: Option<Arc<Item>>,
}

impl Change {
    pub(crate) fn new(
        revision: Revision,
        place: Place,
        new: Option<Arc<Item>>,
        previous: Option<Arc<Item>>,
    ) -> Self {
        let cost = new.as_ref().map_or(0, |item| item.size()) + CHANGE_OVERHEAD;
        Self { revision, place, cost: u32::try_from(cost).unwrap_or(u32::MAX), new, previous }
    }

    pub(crate) fn key(&self) -> &Bytes {
        let item = self.new.as_ref().or(self.previous.as_ref());
        &item.expect("a change has a version before or after it").kv.key
    }

    fn cost(&self) -> usize {
        self.cost as usize
    }

    /// The change as a watcher sees it.
    pub(crate) fn event(&self, with_previous: bool) -> Event {
        let previous = self.previous.as_ref().filter(|_| with_previous).map(|item| item.kv.clone());
        match &self.new {
            Some(item) => Event::Put { kv: item.kv.clone(), previous },
            None => Event::Delete { key: self.key().clone(), revision: self.revision, previous },
        }
    }
}

/// The kept changes, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    changes: VecDeque<Change>,
    bytes: usize,
    /// How many of the oldest are compacted and only wait to be dropped, and what they cost.
    compacted: usize,
    compacted_bytes: usize,
}

impl Changes {
    pub(crate) fn push(&mut self, change: Change) {
        self.bytes += change.cost();
        self.changes.push_back(change);
    }

    /// Takes the oldest change off, if it is not after `floor`.
    pub(crate) fn pop_through(&mut self, floor: Revision) -> Option<Change> {
        if self.changes.front()?.revision > floor {
            return None;
        }
        let change = self.changes.pop_front()?;
        self.bytes -= change.cost();
        if self.compacted > 0 {
            self.compacted -= 1;
            self.compacted_bytes -= change.cost();
        }
        if self.changes.is_empty() {
            self.changes.shrink_to(1024);
        }
        Some(change)
    }

    pub(crate) fn len(&self) -> usize {
        self.changes.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The changes after `revision`, in order.
    pub(crate) fn after(&self, revision: Revision) -> impl Iterator<Item = &Change> {
        let start = self.changes.partition_point(|change| change.revision <= revision);
        self.changes.range(start..)
    }

    /// Notes that what is not after `revision` no longer counts.
    pub(crate) fn compact(&mut self, revision: Revision) {
        while let Some(change) = self.changes.get(self.compacted)
            && change.revision <= revision
        {
            self.compacted += 1;
            self.compacted_bytes += change.cost();
        }
    }

    /// How many compacted changes wait to be dropped.
    pub(crate) fn compacted(&self) -> usize {
        self.compacted
    }

    /// Up to which revision history must be forgotten so that what is not compacted keeps the bounds.
    pub(crate) fn excess(&self, max_events: usize, max_bytes: usize) -> Option<Revision> {
        let mut events = self.changes.len() - self.compacted;
        let mut bytes = self.bytes - self.compacted_bytes;
        let mut target = None;
        for change in self.changes.range(self.compacted..) {
            if events <= max_events && bytes <= max_bytes {
                break;
            }
            events -= 1;
            bytes -= change.cost();
            target = Some(change.revision);
        }
        target
    }
}

/// All revisions up to `revision`, and after the mark before, were committed from `start` to `end` (milliseconds since 1970).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub start: u64,
    pub end: u64,
    pub revision: Revision,
}

/// When revisions were committed, coarsely: a few hundred marks however many revisions.
#[derive(Debug, Default)]
pub(crate) struct Marks(VecDeque<Mark>);

impl Marks {
    pub(crate) fn restore(marks: impl IntoIterator<Item = Mark>) -> Self {
        Self(marks.into_iter().collect())
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &Mark> {
        self.0.iter()
    }

    /// Notes that `revision` was committed at `time`.
    pub(crate) fn note(&mut self, time: u64, revision: Revision, max_age: u64) {
        match self.0.back_mut() {
            // A clock that went back joins the newest mark too: what it covers only gets older.
            Some(mark) if time < mark.start.saturating_add(max_age / MARKS) => {
                mark.end = mark.end.max(time);
                mark.revision = revision;
            }
            _ => self.0.push_back(Mark { start: time, end: time, revision }),
        }
    }

    /// Forgets the marks whose revisions are all older than `max_age`; the newest revision among them.
    pub(crate) fn expire(&mut self, now: u64, max_age: u64) -> Option<Revision> {
        let mut newest = None;
        while let Some(mark) = self.0.front()
            && mark.end.saturating_add(max_age) <= now
        {
            newest = Some(mark.revision);
            self.0.pop_front();
        }
        newest
    }

    /// Forgets what lies wholly at or before `compacted`.
    pub(crate) fn forget(&mut self, compacted: Revision) {
        while self.0.front().is_some_and(|mark| mark.revision <= compacted) {
            self.0.pop_front();
        }
    }

    /// When the oldest mark expires, in milliseconds since 1970.
    pub(crate) fn next(&self, max_age: u64) -> Option<u64> {
        self.0.front().map(|mark| mark.end.saturating_add(max_age))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(revision: u64) -> Change {
        let item = Item::following(
            None,
            &Bytes::from_static(b"k"),
            Bytes::from_static(&[0; 39]),
            Revision(revision),
            None,
        );
        Change::new(Revision(revision), Place::default(), Some(item), None)
    }

    #[test]
    fn changes_are_found_by_revision_and_forgotten_in_order() {
        let mut changes = Changes::default();
        for revision in [3, 5, 5, 9] {
            changes.push(change(revision));
        }
        let after =
            |changes: &Changes, r| changes.after(Revision(r)).map(|c| c.revision.0).collect::<Vec<_>>();
        assert_eq!(after(&changes, 0), [3, 5, 5, 9]);
        assert_eq!(after(&changes, 3), [5, 5, 9]);
        assert_eq!(after(&changes, 9), [0; 0]);
        while changes.pop_through(Revision(5)).is_some() {}
        assert_eq!((after(&changes, 0), changes.bytes()), (vec![9], 40 + CHANGE_OVERHEAD));
    }

    #[test]
    fn the_bounds_say_what_must_go() {
        let mut changes = Changes::default();
        for revision in 1..=10 {
            changes.push(change(revision));
        }
        let one = 40 + CHANGE_OVERHEAD;
        for (compacted, events, bytes, expected) in [
            (0, 10, 10 * one, None),
            (0, 8, 10 * one, Some(2)),
            (0, 10, 10 * one - 1, Some(1)),
            (0, 10, 0, Some(10)),
            (4, 6, 6 * one, None),
            (4, 5, 6 * one, Some(5)),
        ] {
            changes.compact(Revision(compacted));
            let excess = changes.excess(events, bytes);
            assert_eq!(
                excess,
                expected.map(Revision),
                "compacted {compacted}, {events} events, {bytes} bytes"
            );
        }
    }

    #[test]
    fn marks_are_coarse_but_never_expire_early() {
        let mut marks = Marks::default();
        let age = 1000 * MARKS;
        for (time, revision) in [(0, 1), (500, 2), (999, 3), (1000, 4), (5000, 5)] {
            marks.note(time, Revision(revision), age);
        }
        assert_eq!(
            marks.iter().map(|m| (m.end, m.revision.0)).collect::<Vec<_>>(),
            [(999, 3), (1000, 4), (5000, 5)]
        );
        assert_eq!(marks.next(age), Some(999 + age));
        assert_eq!(marks.expire(998 + age, age), None);
        assert_eq!(marks.expire(1000 + age, age), Some(Revision(4)));
        marks.forget(Revision(5));
        assert_eq!(marks.next(age), None);
    }
}
