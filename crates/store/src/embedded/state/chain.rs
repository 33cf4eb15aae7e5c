//! The kept versions of one key, oldest first. Pure; owned by `state.rs`.

use std::collections::VecDeque;
use std::sync::Arc;

use super::super::item::Item;
use crate::Revision;

/// One version, or the mark that the key was removed.
#[derive(Debug, Clone)]
pub(crate) struct Slot {
    pub revision: Revision,
    /// The place of the change among those of its transaction.
    pub order: u32,
    pub item: Option<Arc<Item>>,
}

/// All versions of a key; nearly always there is only one, so the others are kept apart.
#[derive(Debug)]
pub(crate) struct Chain {
    last: Slot,
    #[expect(
        clippy::box_collection,
        reason = "a key with one version, as most are, pays for a pointer only"
    )]
    older: Option<Box<VecDeque<Slot>>>,
}

impl Chain {
    pub(crate) fn new(slot: Slot) -> Self {
        Self { last: slot, older: None }
    }

    pub(crate) fn last(&self) -> &Slot {
        &self.last
    }

    pub(crate) fn push(&mut self, slot: Slot) {
        let previous = std::mem::replace(&mut self.last, slot);
        self.older.get_or_insert_default().push_back(previous);
    }

    /// The version that a read at `revision` sees.
    pub(crate) fn at(&self, revision: Revision) -> Option<&Arc<Item>> {
        if self.last.revision <= revision {
            return self.last.item.as_ref();
        }
        let older = self.older.as_ref()?;
        let index = older.partition_point(|slot| slot.revision <= revision).checked_sub(1)?;
        older[index].item.as_ref()
    }

    /// All versions that reads from `compacted` on may see, up to `revision`, those after `after` only.
    pub(crate) fn kept(
        &self,
        compacted: Revision,
        revision: Revision,
        after: Revision,
    ) -> impl Iterator<Item = &Slot> {
        let older = self.older.as_ref();
        let superseded = |next: Revision| next <= compacted;
        let first = older.map_or(0, |older| {
            let below = older.partition_point(|slot| superseded(slot.revision));
            // The last of those at or before `compacted` is still seen, unless the newest version is such a one too.
            if superseded(self.last.revision) { older.len() } else { below.saturating_sub(1) }
        });
        older
            .into_iter()
            .flat_map(move |older| older.range(first..))
            .chain(std::iter::once(&self.last))
            .filter(move |slot| slot.revision > after && slot.revision <= revision)
            .filter(move |slot| slot.item.is_some() || slot.revision > compacted)
    }

    /// Drops what no read at `floor` or later sees. Whether nothing is left.
    pub(crate) fn trim(&mut self, floor: Revision) -> bool {
        let last_covers = self.last.revision <= floor;
        if let Some(older) = &mut self.older {
            while let Some(first) = older.front() {
                let next = older.get(1).map_or(self.last.revision, |slot| slot.revision);
                if next <= floor || (first.item.is_none() && first.revision <= floor) {
                    older.pop_front();
                } else {
                    break;
                }
            }
            if older.is_empty() {
                self.older = None;
            }
        }
        last_covers && self.last.item.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(revision: u64, there: bool) -> Slot {
        let item = there.then(|| Item::following(None, &"k".into(), "v".into(), Revision(revision), None));
        Slot { revision: Revision(revision), order: 0, item }
    }

    /// Written at 2 and 4, removed at 6, written again at 8.
    fn chain() -> Chain {
        let mut chain = Chain::new(slot(2, true));
        chain.push(slot(4, true));
        chain.push(slot(6, false));
        chain.push(slot(8, true));
        chain
    }

    fn seen(chain: &Chain, at: u64) -> Option<u64> {
        chain.at(Revision(at)).map(|item| item.kv.mod_revision.0)
    }

    #[test]
    fn each_revision_sees_its_version() {
        let chain = chain();
        let all: Vec<_> = (1..=9).map(|at| seen(&chain, at)).collect();
        assert_eq!(all, [None, Some(2), Some(2), Some(4), Some(4), None, None, Some(8), Some(8)]);
    }

    #[test]
    fn trimming_changes_nothing_that_is_still_readable() {
        for floor in 1..=9 {
            let mut trimmed = chain();
            assert!(!trimmed.trim(Revision(floor)));
            for at in floor..=9 {
                assert_eq!(seen(&trimmed, at), seen(&chain(), at), "floor {floor}, at {at}");
            }
            let kept: Vec<_> =
                chain().kept(Revision(floor), Revision(9), Revision(0)).map(|s| s.revision.0).collect();
            let left: Vec<_> =
                trimmed.kept(Revision(floor), Revision(9), Revision(0)).map(|s| s.revision.0).collect();
            assert_eq!(kept, left, "floor {floor}");
        }
        let mut chain = chain();
        chain.push(slot(9, false));
        assert!(!chain.trim(Revision(8)) && chain.trim(Revision(9)));
    }

    #[test]
    fn what_is_kept_is_what_reads_and_watches_need() {
        for (compacted, revision, after, expected) in [
            (0, 9, 0, &[2, 4, 6, 8][..]),
            (3, 9, 0, &[2, 4, 6, 8]),
            (4, 9, 0, &[4, 6, 8]),
            (6, 9, 0, &[8]),
            (9, 9, 0, &[8]),
            (3, 7, 0, &[2, 4, 6]),
            (3, 9, 4, &[6, 8]),
        ] {
            let kept: Vec<_> = chain()
                .kept(Revision(compacted), Revision(revision), Revision(after))
                .map(|slot| slot.revision.0)
                .collect();
            assert_eq!(kept, expected, "compacted {compacted}, revision {revision}, after {after}");
        }
    }
}
