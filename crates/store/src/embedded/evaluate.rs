//! Decides what a transaction does: checks its requirements against what its keys hold, and says what changes. Pure.
//!
//! The writer calls it under the desk's lock (`desk.rs`), before anything is written.

use std::sync::Arc;

use super::delta::Delta;
use super::item::{Item, Lease, Moment};
use super::state::{Effect, KeyHash, Place};
use crate::{Conflict, Expect, Revision, Write, Written};

/// What a key holds, with all that was decided before.
pub(crate) struct Found {
    pub hash: KeyHash,
    pub place: Option<Place>,
    pub item: Option<Arc<Item>>,
}

/// Does a transaction, or nothing of it, after the revision `current`. `found` says for each write what its key holds. The changes are
/// appended to `delta`; there may be none.
pub(crate) fn transact(
    writes: Vec<Write>,
    found: &mut Vec<Found>,
    current: Revision,
    now: impl Fn() -> Moment,
    delta: &mut Delta,
) -> Result<Vec<Written>, Box<Conflict>> {
    if let Some(conflict) = conflict(&writes, found, current) {
        found.clear();
        return Err(Box::new(conflict));
    }
    let revision = current.next();
    let mut written = Vec::with_capacity(writes.len());
    let mut order = 0;
    for (write, found) in writes.into_iter().zip(found.drain(..)) {
        let previous = found.item.as_deref().map(|item| item.kv.clone());
        if let Some(effect) = effect(write, found, revision, order, &now) {
            delta.push(effect);
            order += 1;
        }
        written.push(Written { previous });
    }
    Ok(written)
}

fn conflict(writes: &[Write], found: &[Found], current: Revision) -> Option<Conflict> {
    writes.iter().zip(found).enumerate().find_map(|(index, (write, found))| {
        let there = found.item.as_ref();
        let holds =
            write.expect() == Expect::Any || write.expect().holds(there.map(|item| item.kv.mod_revision));
        (!holds).then(|| Conflict {
            revision: current,
            index,
            key: write.key().clone(),
            expected: write.expect(),
            current: there.map(|item| item.kv.clone()),
        })
    })
}

/// What a write changes, if anything.
fn effect(
    write: Write,
    found: Found,
    revision: Revision,
    order: u32,
    now: impl Fn() -> Moment,
) -> Option<Effect> {
    let Found { hash, place, item: previous } = found;
    match write {
        Write::Put { key, value, ttl, .. } => {
            // A lease begins no earlier than its write.
            let lease = ttl.map(|ttl| Lease::starting(now(), ttl));
            let item = Item::following(previous.as_deref(), &key, value, revision, lease);
            Some(Effect { revision, order, key: item.kv.key.clone(), hash, place, item: Some(item) })
        }
        Write::Delete { .. } => {
            let key = previous?.kv.key.clone();
            Some(Effect { revision, order, key, hash, place, item: None })
        }
        Write::Check { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::WriteResult;
    use crate::embedded::state::KeyHasher;

    const NOW: Moment = Moment { wall: Duration::ZERO, monotonic: Duration::ZERO };

    /// One batch on an empty store.
    #[derive(Default)]
    struct Batch {
        hasher: KeyHasher,
        delta: Delta,
        revision: Revision,
    }

    impl Batch {
        fn transact(&mut self, writes: &[Write]) -> Result<WriteResult, Box<Conflict>> {
            let find = |write: &Write| {
                let hash = self.hasher.hash(write.key());
                let item = self.delta.find(hash, write.key()).and_then(|effect| effect.item.clone());
                Found { hash, place: None, item }
            };
            let mut found = writes.iter().map(find).collect();
            let before = self.delta.effects().len();
            let written = transact(writes.to_vec(), &mut found, self.revision, || NOW, &mut self.delta)?;
            if self.delta.effects().len() > before {
                self.revision = self.revision.next();
            }
            Ok(WriteResult { revision: self.revision, written })
        }
    }

    fn put(key: &'static str, value: &'static str, expect: Expect) -> Write {
        Write::Put { key: key.into(), value: value.into(), expect, ttl: None }
    }

    fn delete(key: &'static str, expect: Expect) -> Write {
        Write::Delete { key: key.into(), expect }
    }

    /// Runs transactions in one batch on an empty store; for each, its revision or the index of the conflict.
    fn outcomes(transactions: &[&[Write]]) -> Vec<Result<u64, usize>> {
        let mut pending = Batch::default();
        let run = |writes: &&[Write]| {
            pending.transact(writes).map(|result| result.revision.0).map_err(|conflict| conflict.index)
        };
        transactions.iter().map(run).collect()
    }

    #[test]
    fn transactions_of_a_batch_see_each_other() {
        use Expect::{Absent, Any, At};
        let a = |expect| put("a", "v", expect);
        for (transactions, expected) in [
            (&[&[a(Absent)][..], &[a(Absent)]][..], &[Ok(1), Err(0)][..]),
            (&[&[a(Absent)], &[a(At(Revision(1)))], &[a(At(Revision(1)))]], &[Ok(1), Ok(2), Err(0)]),
            (&[&[a(Any)], &[delete("a", At(Revision(1)))], &[a(Absent)]], &[Ok(1), Ok(2), Ok(3)]),
            (&[&[delete("a", Any)], &[a(Any)], &[delete("b", Any)]], &[Ok(0), Ok(1), Ok(1)]),
            (&[&[a(Any), delete("b", At(Revision(1)))], &[a(Absent)]], &[Err(1), Ok(1)]),
            (
                &[&[a(Any)], &[Write::Check { key: "a".into(), expect: Absent }, put("b", "v", Any)]],
                &[Ok(1), Err(0)],
            ),
        ] {
            assert_eq!(outcomes(transactions), expected, "{transactions:?}");
        }
    }

    #[test]
    fn versions_count_and_creations_start_anew() {
        let mut pending = Batch::default();
        for write in [put("a", "1", Expect::Any), put("a", "2", Expect::Any), delete("a", Expect::Any)] {
            pending.transact(&[write]).unwrap();
        }
        let result = pending.transact(&[put("a", "3", Expect::Absent)]).unwrap();
        assert_eq!(result.written[0].previous, None);
        let seen: Vec<_> = (pending.delta.effects().iter())
            .map(|e| e.item.as_ref().map(|i| (i.kv.create_revision.0, i.kv.mod_revision.0, i.kv.version)))
            .collect();
        assert_eq!(seen, [Some((1, 1, 1)), Some((1, 2, 2)), None, Some((4, 4, 1))]);
    }

    #[test]
    fn a_conflict_shows_what_is_there_instead() {
        let mut pending = Batch::default();
        pending.transact(&[put("a", "1", Expect::Any)]).unwrap();
        let conflict = pending.transact(&[put("a", "2", Expect::Absent)]).unwrap_err();
        assert_eq!((conflict.revision, conflict.current.unwrap().value), (Revision(1), "1".into()));
    }
}
