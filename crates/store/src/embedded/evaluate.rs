//! Decides what transactions do: checks their requirements against the contents and what the batch has changed so far. Pure.
//!
//! The committer calls it for every transaction of a batch, before anything is written.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;

use super::item::{Item, Lease, Moment};
use super::state::{Effect, State};
use crate::{Conflict, Expect, KeyValue, Revision, Write, WriteResult, Written};

/// The changes of a batch that are not durable yet.
pub(crate) struct Pending<'a> {
    state: &'a State,
    now: Moment,
    /// The newest revision, with those of this batch.
    pub revision: Revision,
    pub effects: Vec<Effect>,
    overlay: HashMap<Bytes, Option<Arc<Item>>>,
}

impl<'a> Pending<'a> {
    pub(crate) fn new(state: &'a State, now: Moment) -> Self {
        Self { state, now, revision: state.revision, effects: Vec::new(), overlay: HashMap::new() }
    }

    fn current(&self, key: &Bytes) -> Option<&Arc<Item>> {
        match self.overlay.get(key) {
            Some(pending) => pending.as_ref(),
            None => self.state.current(key),
        }
    }

    /// Does a transaction, or nothing of it. Its effects are appended to [`effects`](Self::effects).
    pub(crate) fn transact(&mut self, writes: &[Write]) -> Result<WriteResult, Box<Conflict>> {
        if let Some(conflict) = self.conflict(writes) {
            return Err(Box::new(conflict));
        }
        let revision = self.revision.next();
        let begin = self.effects.len();
        let mut written = Vec::with_capacity(writes.len());
        for write in writes {
            let (effect, previous) = self.effect(write, revision, (self.effects.len() - begin) as u32);
            self.effects.extend(effect);
            written.push(Written { previous });
        }
        for effect in &self.effects[begin..] {
            self.overlay.insert(effect.key.clone(), effect.item.clone());
        }
        if self.effects.len() > begin {
            self.revision = revision;
        }
        Ok(WriteResult { revision: self.revision, written })
    }

    fn conflict(&self, writes: &[Write]) -> Option<Conflict> {
        let demanding = writes.iter().enumerate().filter(|(_, write)| write.expect() != Expect::Any);
        demanding.into_iter().find_map(|(index, write)| {
            let current = self.current(write.key());
            let holds = write.expect().holds(current.map(|item| item.kv.mod_revision));
            (!holds).then(|| Conflict {
                revision: self.revision,
                index,
                key: write.key().clone(),
                expected: write.expect(),
                current: current.map(|item| item.kv.clone()),
            })
        })
    }

    /// What a write changes, if anything, and what its key held before.
    fn effect(&self, write: &Write, revision: Revision, order: u32) -> (Option<Effect>, Option<KeyValue>) {
        let previous = self.current(write.key());
        let effect = match write {
            Write::Put { key, value, ttl, .. } => {
                let lease = ttl.map(|ttl| Lease::starting(self.now, ttl));
                let item = Item::following(previous.map(Arc::as_ref), key, value.clone(), revision, lease);
                Some(Effect { revision, order, key: item.kv.key.clone(), item: Some(item) })
            }
            Write::Delete { .. } => {
                previous.map(|item| Effect { revision, order, key: item.kv.key.clone(), item: None })
            }
            Write::Check { .. } => None,
        };
        (effect, previous.map(|item| item.kv.clone()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const NOW: Moment = Moment { wall: Duration::ZERO, monotonic: Duration::ZERO };

    fn put(key: &'static str, value: &'static str, expect: Expect) -> Write {
        Write::Put { key: key.into(), value: value.into(), expect, ttl: None }
    }

    fn delete(key: &'static str, expect: Expect) -> Write {
        Write::Delete { key: key.into(), expect }
    }

    /// Runs transactions in one batch on an empty store; for each, its revision or the index of the conflict.
    fn outcomes(transactions: &[&[Write]]) -> Vec<Result<u64, usize>> {
        let state = State::default();
        let mut pending = Pending::new(&state, NOW);
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
        let state = State::default();
        let mut pending = Pending::new(&state, NOW);
        for write in [put("a", "1", Expect::Any), put("a", "2", Expect::Any), delete("a", Expect::Any)] {
            pending.transact(&[write]).unwrap();
        }
        let result = pending.transact(&[put("a", "3", Expect::Absent)]).unwrap();
        assert_eq!(result.written[0].previous, None);
        let seen: Vec<_> = (pending.effects.iter())
            .map(|e| e.item.as_ref().map(|i| (i.kv.create_revision.0, i.kv.mod_revision.0, i.kv.version)))
            .collect();
        assert_eq!(seen, [Some((1, 1, 1)), Some((1, 2, 2)), None, Some((4, 4, 1))]);
    }

    #[test]
    fn a_conflict_shows_what_is_there_instead() {
        let state = State::default();
        let mut pending = Pending::new(&state, NOW);
        pending.transact(&[put("a", "1", Expect::Any)]).unwrap();
        let conflict = pending.transact(&[put("a", "2", Expect::Absent)]).unwrap_err();
        assert_eq!((conflict.revision, conflict.current.unwrap().value), (Revision(1), "1".into()));
    }
}
