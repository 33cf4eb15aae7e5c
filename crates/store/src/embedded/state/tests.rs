//! The contents against a model that keeps every revision's whole map.

use std::time::Duration;

use proptest::prelude::*;

use super::super::item::{Lease, Moment};
use super::*;

fn put(state: &mut State, key: &str, lease: Option<Lease>) {
    let revision = state.revision.next();
    let hash = state.hasher().hash(key.as_bytes());
    let (place, previous) = state.find(hash, key.as_bytes());
    let item = Item::following(
        previous.map(Arc::as_ref),
        &Bytes::copy_from_slice(key.as_bytes()),
        "v".into(),
        revision,
        lease,
    );
    let key = item.kv.key.clone();
    assert!(state.apply(&Effect { revision, order: 0, key, hash, place, item: Some(item) }));
    state.revision = revision;
}

fn delete(state: &mut State, key: &str) -> bool {
    let revision = state.revision.next();
    let (key, hash) = (Bytes::from(key.to_owned()), state.hasher().hash(key.as_bytes()));
    let applied = state.apply(&Effect { revision, order: 0, key, hash, place: None, item: None });
    if applied {
        state.revision = revision;
    }
    applied
}

fn snapshot(state: &State, at: u64) -> Vec<(Bytes, u64, u64, u64)> {
    state
        .chains_in(&KeyRange::all())
        .filter_map(|(key, chain)| {
            let kv = &chain.at(Revision(at))?.kv;
            Some((key.clone(), kv.create_revision.0, kv.mod_revision.0, kv.version))
        })
        .collect()
}

proptest! {
    #[test]
    fn compaction_and_trimming_never_change_what_is_readable(
        ops in proptest::collection::vec((0..4usize, any::<bool>()), 1..40),
        compact in 0..40u64,
    ) {
        let mut state = State::default();
        let mut model = vec![Vec::new()];
        for (key, is_put) in ops {
            let key = ["a", "b", "c", "d"][key];
            if is_put { put(&mut state, key, None) } else if !delete(&mut state, key) { continue }
            model.push(snapshot(&state, state.revision.0));
        }
        let compact = compact.min(state.revision.0);
        state.compact(Revision(compact));
        while state.trim(Revision(compact), 2) {}
        for at in compact..=state.revision.0 {
            prop_assert_eq!(&snapshot(&state, at), &model[at as usize], "at {}", at);
        }
        let left: Vec<_> = state.changes.after(Revision::ZERO).map(|c| c.revision.0).collect();
        prop_assert_eq!(left, (compact + 1..=state.revision.0).collect::<Vec<_>>());
        prop_assert_eq!(state.live_keys as usize, model.last().unwrap().len());
        if compact == state.revision.0 {
            prop_assert_eq!(state.chains(), model.last().unwrap().len());
        }
    }
}

#[test]
fn a_rewritten_key_is_due_only_by_its_newest_write() {
    let mut state = State::default();
    let lease = |seconds| {
        let now = Moment { wall: Duration::ZERO, monotonic: Duration::ZERO };
        Some(Lease::starting(now, Duration::from_secs(seconds)))
    };
    put(&mut state, "a", lease(5));
    put(&mut state, "b", lease(5));
    put(&mut state, "a", lease(9));
    let due = |state: &State, now| state.due(now).map(|(k, r)| (k.clone(), r.0)).collect::<Vec<_>>();
    assert_eq!(due(&state, 4999), []);
    assert_eq!(due(&state, 5000), [(Bytes::from("b"), 2)]);
    delete(&mut state, "b");
    assert_eq!(state.next_due(), Some(9000));
    put(&mut state, "a", None);
    assert_eq!((state.next_due(), state.live_keys), (None, 1));
}

#[test]
fn history_is_compacted_by_age_and_count() {
    let history = History { max_age: Duration::from_secs(60), max_events: 3, max_bytes: usize::MAX };
    let mut state = State::default();
    for second in 0..5 {
        put(&mut state, "a", None);
        state.marks.note(second * 1000, state.revision, 60_000);
    }
    assert!(state.keep_bounds(&history, 4000));
    assert_eq!(state.compacted, Revision(2));
    state.keep_bounds(&history, 63_000);
    assert_eq!(state.compacted, Revision(4));
    state.keep_bounds(&history, 64_000);
    assert_eq!((state.compacted, state.marks.next(60_000)), (Revision(5), None));
}
