//! One key: creation, change, and every condition of a write.

use store::{Expect, Revision};

use super::{Case, Cases};

pub const CASES: Cases = &[
    ("create_makes_the_first_version", |c| Box::pin(create_makes_the_first_version(c))),
    ("create_of_what_exists_is_a_conflict", |c| Box::pin(create_of_what_exists_is_a_conflict(c))),
    ("update_keeps_the_creation_and_counts", |c| Box::pin(update_keeps_the_creation_and_counts(c))),
    ("update_of_an_old_revision_is_a_conflict", |c| Box::pin(update_of_an_old_revision_is_a_conflict(c))),
    ("update_of_what_is_absent_is_a_conflict", |c| Box::pin(update_of_what_is_absent_is_a_conflict(c))),
    ("put_without_condition_creates_and_changes", |c| Box::pin(put_without_condition_creates_and_changes(c))),
    ("a_conflict_changes_nothing", |c| Box::pin(a_conflict_changes_nothing(c))),
    ("the_same_value_is_a_change", |c| Box::pin(the_same_value_is_a_change(c))),
    ("one_of_many_creators_wins", |c| Box::pin(one_of_many_creators_wins(c))),
    ("increments_are_not_lost", |c| Box::pin(increments_are_not_lost(c))),
];

async fn create_makes_the_first_version(c: Case) {
    let before = c.revision().await;
    let revision = c.store.create(c.key("k"), "v", None).await.unwrap();
    assert_eq!(revision, before.next());
    let kv = c.get("k").await.unwrap();
    assert_eq!((kv.create_revision, kv.mod_revision, kv.version), (revision, revision, 1));
    assert_eq!((kv.key, &kv.value[..]), (c.key("k"), &b"v"[..]));
    assert_eq!(c.get("other").await, None);
}

async fn create_of_what_exists_is_a_conflict(c: Case) {
    c.put("k", "first").await;
    let kv = c.get("k").await;
    let now = c.put("other", "x").await;
    let conflict = c.conflict(vec![c.set_if("k", "second", Expect::Absent)]).await;
    assert_eq!(conflict.revision, now);
    assert_eq!((conflict.index, &conflict.key, conflict.expected), (0, &c.key("k"), Expect::Absent));
    assert_eq!(conflict.current, kv);
    assert!(conflict.to_string().contains("already exists"), "{conflict}");
}

async fn update_keeps_the_creation_and_counts(c: Case) {
    let created = c.put("k", "1").await;
    let second = c.store.update(c.key("k"), "2", created, None).await.unwrap();
    let third = c.store.update(c.key("k"), "3", second, None).await.unwrap();
    assert_eq!((second.0, third.0), (created.0 + 1, created.0 + 2));
    let kv = c.get("k").await.unwrap();
    assert_eq!((kv.create_revision, kv.mod_revision, kv.version), (created, third, 3));
}

async fn update_of_an_old_revision_is_a_conflict(c: Case) {
    let first = c.put("k", "1").await;
    let second = c.put("k", "2").await;
    for wrong in [first, Revision(second.0 + 1), Revision::ZERO, Revision(1)] {
        let conflict = c.conflict(vec![c.set_if("k", "3", Expect::At(wrong))]).await;
        assert_eq!(conflict.current.as_ref().map(|kv| kv.mod_revision), Some(second), "{wrong}");
        assert_eq!((conflict.expected, conflict.revision), (Expect::At(wrong), second));
        assert_eq!(&conflict.current.unwrap().value[..], b"2");
    }
}

async fn update_of_what_is_absent_is_a_conflict(c: Case) {
    let now = c.put("other", "x").await;
    // A back end that knows absence as revision zero must not take the one for the other.
    for at in [now, Revision::ZERO, Revision(now.0 + 9)] {
        let conflict = c.conflict(vec![c.set_if("k", "v", Expect::At(at))]).await;
        assert_eq!((conflict.current.clone(), conflict.revision), (None, now));
        assert!(conflict.to_string().contains("does not exist"), "{conflict}");
    }
}

async fn put_without_condition_creates_and_changes(c: Case) {
    let first = c.write(vec![c.set("k", "1")]).await;
    assert_eq!(first.written[0].previous, None);
    let kv = c.get("k").await;
    let second = c.write(vec![c.set("k", "2")]).await;
    assert_eq!(second.written[0].previous, kv);
    assert_eq!(c.value("k").await.as_deref(), Some("2"));
}

async fn a_conflict_changes_nothing(c: Case) {
    c.put("k", "1").await;
    let before = (c.get("k").await, c.revision().await);
    c.conflict(vec![c.set_if("k", "2", Expect::Absent)]).await;
    c.conflict(vec![c.unset("k", Expect::At(before.1.next()))]).await;
    assert_eq!((c.get("k").await, c.revision().await), before);
}

async fn the_same_value_is_a_change(c: Case) {
    let first = c.put("k", "v").await;
    let second = c.put("k", "v").await;
    assert_eq!((second, c.get("k").await.unwrap().version), (first.next(), 2));
}

async fn one_of_many_creators_wins(c: Case) {
    let tries: Vec<_> = (0..20)
        .map(|n| {
            let (store, key) = (c.store.clone(), c.key("k"));
            tokio::spawn(async move { store.create(key, format!("{n}"), None).await.ok().map(|r| (n, r)) })
        })
        .collect();
    let mut winners = Vec::new();
    for one in tries {
        winners.extend(one.await.unwrap());
    }
    let kv = c.get("k").await.unwrap();
    assert_eq!(winners.len(), 1, "{winners:?}");
    assert_eq!((winners[0].0.to_string().as_bytes(), winners[0].1), (&kv.value[..], kv.mod_revision));
}

async fn increments_are_not_lost(c: Case) {
    c.put("n", "0").await;
    let writers: Vec<_> = (0..8)
        .map(|_| {
            let (store, key) = (c.store.clone(), c.key("n"));
            tokio::spawn(async move {
                for _ in 0..10 {
                    loop {
                        let kv = store.get(key.clone()).await.unwrap().unwrap();
                        let n: u32 = std::str::from_utf8(&kv.value).unwrap().parse().unwrap();
                        let value = (n + 1).to_string();
                        if store.update(key.clone(), value, kv.mod_revision, None).await.is_ok() {
                            break;
                        }
                    }
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(c.value("n").await.as_deref(), Some("80"));
    assert_eq!(c.get("n").await.unwrap().version, 81);
}
