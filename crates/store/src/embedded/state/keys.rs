//! Every key with its versions: found by its hash, walked in order. Pure; owned by `state.rs`.
//!
//! An ordered tree alone would do, but costs a walk through memory for each comparison of two keys, several times a write. Here a write
//! finds its key once; whoever knows the [`Place`] needs no search at all.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::RangeBounds;

use bytes::Bytes;
use hashbrown::HashTable;

use super::chain::Chain;

/// The hash of a key. Seeded at random: names are chosen by users, who must not be able to make keys collide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeyHash(u32);

impl KeyHash {
    /// What the table takes: it looks at the upper and at the lower bits.
    pub(crate) fn spread(self) -> u64 {
        u64::from(self.0).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// Makes hashes; clones make the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct KeyHasher(RandomState);

impl KeyHasher {
    pub(crate) fn hash(&self, key: &[u8]) -> KeyHash {
        KeyHash(self.0.hash_one(key) as u32)
    }
}

/// Where a key is kept, as long as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Place(u32);

struct Entry {
    key: Bytes,
    hash: KeyHash,
    chain: Chain,
}

/// All keys.
#[derive(Default)]
pub(crate) struct Keys {
    entries: Vec<Option<Entry>>,
    free: Vec<Place>,
    /// The hash is there too, so that growing touches nothing else.
    index: HashTable<(KeyHash, Place)>,
    order: BTreeMap<Bytes, Place>,
    hasher: KeyHasher,
}

const KEPT: &str = "a place is used only while its key is kept";

impl Keys {
    /// From pairs in the order of their keys.
    pub(crate) fn sorted(keys: Vec<(Bytes, Chain)>) -> Self {
        let mut all = Self::default();
        all.index.reserve(keys.len(), |(hash, _)| hash.spread());
        all.entries.reserve(keys.len());
        // Collecting sorted pairs builds the tree in bulk.
        let place = |(key, chain): (Bytes, Chain)| {
            let hash = all.hasher.hash(&key);
            (key.clone(), all.keep(Entry { key, hash, chain }))
        };
        let order = keys.into_iter().map(place).collect();
        all.order = order;
        all
    }

    pub(crate) fn hasher(&self) -> &KeyHasher {
        &self.hasher
    }

    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    pub(crate) fn find(&self, hash: KeyHash, key: &[u8]) -> Option<Place> {
        let is_it = |&(other, place): &(KeyHash, Place)| other == hash && self.holds(place, key);
        self.index.find(hash.spread(), is_it).map(|(_, place)| *place)
    }

    /// Whether this key is kept here.
    pub(crate) fn holds(&self, place: Place, key: &[u8]) -> bool {
        self.entries.get(place.0 as usize).and_then(Option::as_ref).is_some_and(|entry| entry.key == key)
    }

    pub(crate) fn chain(&self, place: Place) -> &Chain {
        &self.entries[place.0 as usize].as_ref().expect(KEPT).chain
    }

    pub(crate) fn chain_mut(&mut self, place: Place) -> &mut Chain {
        &mut self.entries[place.0 as usize].as_mut().expect(KEPT).chain
    }

    /// Adds a key that is not there.
    pub(crate) fn insert(&mut self, key: Bytes, hash: KeyHash, chain: Chain) -> Place {
        let place = self.keep(Entry { key: key.clone(), hash, chain });
        self.order.insert(key, place);
        place
    }

    fn keep(&mut self, entry: Entry) -> Place {
        let hash = entry.hash;
        let place = match self.free.pop() {
            Some(place) => {
                self.entries[place.0 as usize] = Some(entry);
                place
            }
            None => {
                self.entries.push(Some(entry));
                Place(u32::try_from(self.entries.len() - 1).expect("memory does not hold so many keys"))
            }
        };
        self.index.insert_unique(hash.spread(), (hash, place), |(hash, _)| hash.spread());
        place
    }

    pub(crate) fn remove(&mut self, place: Place) {
        let Some(entry) = self.entries[place.0 as usize].take() else { return };
        if let Ok(found) = self.index.find_entry(entry.hash.spread(), |(_, other)| *other == place) {
            found.remove();
        }
        self.order.remove(&entry.key);
        self.free.push(place);
    }

    pub(crate) fn range(&self, range: impl RangeBounds<[u8]>) -> impl Iterator<Item = (&Bytes, &Chain)> {
        self.order.range::<[u8], _>(range).map(|(key, place)| (key, self.chain(*place)))
    }

    pub(crate) fn places(&self) -> impl Iterator<Item = (Place, &Chain)> {
        self.order.values().map(|place| (*place, self.chain(*place)))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Bound;

    use super::super::Slot;
    use super::*;
    use crate::Revision;

    fn chain(revision: u64) -> Chain {
        Chain::new(Slot { revision: Revision(revision), order: 0, item: None })
    }

    #[test]
    fn keys_are_found_walked_in_order_and_their_places_used_again() {
        let mut keys = Keys::sorted(vec![("a".into(), chain(1)), ("c".into(), chain(2))]);
        let hash = |keys: &Keys, key: &str| keys.hasher().hash(key.as_bytes());
        let b = keys.insert("b".into(), hash(&keys, "b"), chain(3));
        let seen = |keys: &Keys| {
            keys.range((Bound::<&[u8]>::Unbounded, Bound::Unbounded))
                .map(|(key, _)| key.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(seen(&keys), ["a", "b", "c"]);
        assert_eq!(keys.find(hash(&keys, "b"), b"b"), Some(b));
        assert_eq!(keys.chain(b).last().revision, Revision(3));
        keys.remove(b);
        assert_eq!((keys.find(hash(&keys, "b"), b"b"), keys.holds(b, b"b")), (None, false));
        let d = keys.insert("d".into(), hash(&keys, "d"), chain(4));
        assert_eq!((d, keys.holds(b, b"b"), keys.holds(d, b"d")), (b, false, true));
        assert_eq!((seen(&keys), keys.len()), (vec!["a".into(), "c".into(), Bytes::from("d")], 3));
    }

    #[test]
    fn many_keys_survive_growth() {
        let mut keys = Keys::default();
        for n in 0..5000_u64 {
            let key = Bytes::from(format!("key-{n}"));
            let hash = keys.hasher().hash(&key);
            keys.insert(key, hash, chain(n));
        }
        for n in 0..5000_u64 {
            let key = format!("key-{n}");
            let place = keys.find(keys.hasher().hash(key.as_bytes()), key.as_bytes()).unwrap();
            assert_eq!(keys.chain(place).last().revision, Revision(n));
        }
    }
}
