//! The recent changes of one collection, oldest first: what a watcher that comes back is told.

use std::collections::VecDeque;
use std::sync::Arc;

use store::Revision;

use crate::change::Change;

/// A bounded history without gaps.
pub(super) struct Ring {
    changes: VecDeque<Arc<Change>>,
    capacity: usize,
    /// Every change after this revision is here.
    floor: Revision,
}

impl Ring {
    pub(super) fn new(capacity: usize, floor: Revision) -> Self {
        Self { changes: VecDeque::new(), capacity, floor }
    }

    pub(super) fn push(&mut self, change: Arc<Change>) {
        if self.changes.len() >= self.capacity
            && let Some(oldest) = self.changes.pop_front()
        {
            self.floor = oldest.revision;
        }
        self.changes.push_back(change);
    }

    /// The oldest revision after which every change is known. A revision whose changes are only partly here does not count.
    pub(super) fn floor(&self) -> Revision {
        self.floor
    }

    /// The changes after `revision`, which must not lie below the floor.
    pub(super) fn after(&self, revision: Revision) -> impl Iterator<Item = &Arc<Change>> {
        let from = self.changes.partition_point(|change| change.revision <= revision);
        self.changes.range(from..)
    }

    /// Forgets everything: what happened before `floor` is no longer known in full.
    pub(super) fn reset(&mut self, floor: Revision) {
        self.changes.clear();
        self.floor = floor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_falls_out_raises_the_floor() {
        let mut ring = Ring::new(3, Revision(10));
        for revision in [11, 12, 12, 15] {
            ring.push(Change::new(Revision(revision), None, None));
        }
        assert_eq!(ring.floor(), Revision(11));
        let after = |revision| ring.after(Revision(revision)).map(|c| c.revision.0).collect::<Vec<_>>();
        assert_eq!(after(11), [12, 12, 15]);
        assert_eq!(after(12), [15]);
        assert_eq!(after(20), [] as [u64; 0]);
    }
}
