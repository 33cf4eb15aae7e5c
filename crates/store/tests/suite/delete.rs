//! Removal of one key.

use store::{Expect, Revision};

use super::{Case, Cases};

pub const CASES: Cases = &[
    ("delete_returns_what_was_there", |c| Box::pin(delete_returns_what_was_there(c))),
    ("delete_of_what_is_absent_changes_nothing", |c| Box::pin(delete_of_what_is_absent_changes_nothing(c))),
    ("delete_with_a_condition", |c| Box::pin(delete_with_a_condition(c))),
    ("delete_if_absent", |c| Box::pin(delete_if_absent(c))),
    ("creation_after_a_delete_starts_over", |c| Box::pin(creation_after_a_delete_starts_over(c))),
];

async fn delete_returns_what_was_there(c: Case) {
    let put = c.put("k", "v").await;
    let kv = c.get("k").await;
    let (revision, previous) = c.store.delete(c.key("k"), Expect::Any).await.unwrap();
    assert_eq!((revision, previous), (put.next(), kv));
    assert_eq!((c.get("k").await, c.revision().await), (None, revision));
}

async fn delete_of_what_is_absent_changes_nothing(c: Case) {
    let now = c.put("other", "x").await;
    for _ in 0..3 {
        assert_eq!(c.store.delete(c.key("k"), Expect::Any).await.unwrap(), (now, None));
    }
    assert_eq!(c.revision().await, now);
    assert_eq!(c.put("other", "y").await, now.next());
}

async fn delete_with_a_condition(c: Case) {
    let first = c.put("k", "1").await;
    let second = c.put("k", "2").await;
    let conflict = c.conflict(vec![c.unset("k", Expect::At(first))]).await;
    assert_eq!(conflict.current.unwrap().mod_revision, second);
    let (gone, previous) = c.store.delete(c.key("k"), Expect::At(second)).await.unwrap();
    assert_eq!((gone, &previous.unwrap().value[..]), (second.next(), &b"2"[..]));
    let conflict = c.conflict(vec![c.unset("k", Expect::At(second))]).await;
    assert_eq!((conflict.current, conflict.revision), (None, gone));
}

async fn delete_if_absent(c: Case) {
    let now = c.put("k", "v").await;
    let conflict = c.conflict(vec![c.unset("k", Expect::Absent)]).await;
    assert_eq!(conflict.current.unwrap().mod_revision, now);
    assert_eq!(c.store.delete(c.key("none"), Expect::Absent).await.unwrap(), (now, None));
}

async fn creation_after_a_delete_starts_over(c: Case) {
    c.put("k", "1").await;
    let second = c.put("k", "2").await;
    c.delete("k").await;
    let created = c.store.create(c.key("k"), "3", None).await.unwrap();
    let kv = c.get("k").await.unwrap();
    assert_eq!((kv.create_revision, kv.mod_revision, kv.version), (created, created, 1));
    assert_eq!(created, Revision(second.0 + 2));
}
