//! Changes that have been decided but are not in the contents yet, found by key: later transactions are decided on top of them. Pure.

use bytes::Bytes;
use hashbrown::HashTable;

use super::state::{Effect, KeyHash};

/// So few are looked through one by one.
const FEW: usize = 8;

/// The changes of one commit, in order.
#[derive(Default)]
pub(crate) struct Delta {
    effects: Vec<Effect>,
    /// The newest change of each key, once there are more than a few.
    newest: HashTable<u32>,
}

impl Delta {
    pub(crate) fn effects(&self) -> &[Effect] {
        &self.effects
    }

    pub(crate) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
        match self.effects.len() - 1 {
            FEW => (0..=FEW).for_each(|index| self.note(index)),
            index if index > FEW => self.note(index),
            _ => {}
        }
    }

    fn note(&mut self, index: usize) {
        let Self { effects, newest } = self;
        let Effect { hash, key, .. } = &effects[index];
        let same = |other: &u32| is_of(&effects[*other as usize], *hash, key);
        let rehash = |other: &u32| effects[*other as usize].hash.spread();
        let index = u32::try_from(index).expect("a batch is limited to a few MiB");
        *newest.entry(hash.spread(), same, rehash).insert(index).get_mut() = index;
    }

    /// The newest change of a key.
    pub(crate) fn find(&self, hash: KeyHash, key: &Bytes) -> Option<&Effect> {
        if self.effects.len() <= FEW {
            return self.effects.iter().rev().find(|effect| is_of(effect, hash, key));
        }
        let same = |other: &u32| is_of(&self.effects[*other as usize], hash, key);
        self.newest.find(hash.spread(), same).map(|index| &self.effects[*index as usize])
    }
}

fn is_of(effect: &Effect, hash: KeyHash, key: &Bytes) -> bool {
    effect.hash == hash && effect.key == *key
}

#[cfg(test)]
mod tests {
    use super::super::state::KeyHasher;
    use super::*;
    use crate::Revision;

    #[test]
    fn the_newest_change_of_a_key_is_found_however_many_there_are() {
        let (hasher, mut delta) = (KeyHasher::default(), Delta::default());
        let name = |n: u64| Bytes::from(format!("key-{}", n % 7));
        for n in 0..50 {
            let (key, hash) = (name(n), hasher.hash(&name(n)));
            delta.push(Effect { revision: Revision(n), order: 0, key, hash, place: None, item: None });
            for back in 0..=n.min(6) {
                let key = name(n - back);
                let found = delta.find(hasher.hash(&key), &key).map(|effect| effect.revision);
                assert_eq!(found, Some(Revision(n - back)), "after {n}");
            }
            let other = Bytes::from_static(b"other");
            assert!(delta.find(hasher.hash(&other), &other).is_none());
        }
    }
}
