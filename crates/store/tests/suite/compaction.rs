//! Forgetting the past on request.

use store::{Error, Range, Revision};

use super::{Case, Cases};

pub const CASES: Cases = &[
    ("reads_at_the_compacted_revision_work", |c| Box::pin(reads_at_the_compacted_revision_work(c))),
    ("older_reads_are_refused", |c| Box::pin(older_reads_are_refused(c))),
    ("compacting_again_is_refused", |c| Box::pin(compacting_again_is_refused(c))),
    ("compacting_the_future_is_refused", |c| Box::pin(compacting_the_future_is_refused(c))),
    ("watches_after_the_compacted_revision_work", |c| Box::pin(watches_after_the_compacted_revision_work(c))),
    ("older_watches_are_refused", |c| Box::pin(older_watches_are_refused(c))),
    ("compaction_keeps_the_present", |c| Box::pin(compaction_keeps_the_present(c))),
    ("compaction_on_a_delete_keeps_it_for_watches", |c| Box::pin(compaction_on_a_delete(c))),
    ("a_running_watch_outlives_compaction", |c| Box::pin(a_running_watch_outlives_compaction(c))),
    ("compaction_is_no_change", |c| Box::pin(compaction_is_no_change(c))),
];

/// Writes one key five times; the revisions.
async fn five(c: &Case) -> Vec<Revision> {
    let mut revisions = vec![];
    for n in 1..=5 {
        revisions.push(c.put("k", &n.to_string()).await);
    }
    revisions
}

async fn value_at(c: &Case, at: Revision) -> Result<String, Error> {
    let read = c.store.range(Range::new(c.all()).at(at)).await?;
    Ok(String::from_utf8_lossy(&read.kvs[0].value).into_owned())
}

async fn reads_at_the_compacted_revision_work(c: Case) {
    let r = five(&c).await;
    c.store.compact(r[2]).await.unwrap();
    for (n, at) in r.iter().enumerate().skip(2) {
        assert_eq!(value_at(&c, *at).await.unwrap(), (n + 1).to_string());
    }
}

async fn older_reads_are_refused(c: Case) {
    let r = five(&c).await;
    c.store.compact(r[2]).await.unwrap();
    for at in &r[..2] {
        match value_at(&c, *at).await {
            Err(Error::Compacted { requested, compacted }) => assert_eq!((requested, compacted), (*at, r[2])),
            other => panic!("{other:?}"),
        }
    }
}

async fn compacting_again_is_refused(c: Case) {
    let r = five(&c).await;
    c.store.compact(r[2]).await.unwrap();
    for to in [r[2], r[0]] {
        match c.store.compact(to).await {
            Err(Error::Compacted { requested, compacted }) => assert_eq!((requested, compacted), (to, r[2])),
            other => panic!("{other:?}"),
        }
    }
    c.store.compact(r[3]).await.unwrap();
    assert!(matches!(value_at(&c, r[2]).await, Err(Error::Compacted { .. })));
}

async fn compacting_the_future_is_refused(c: Case) {
    let r = five(&c).await;
    let ahead = Revision(r[4].0 + 1);
    match c.store.compact(ahead).await {
        Err(Error::FutureRevision { requested, current }) => assert_eq!((requested, current), (ahead, r[4])),
        other => panic!("{other:?}"),
    }
    assert_eq!(value_at(&c, r[0]).await.unwrap(), "1");
}

async fn watches_after_the_compacted_revision_work(c: Case) {
    let r = five(&c).await;
    c.store.compact(r[2]).await.unwrap();
    let mut watch = c.watch(r[2]).await;
    assert_eq!(c.shown(&mut watch, r[2], r[4]).await, ["k=4@1", "k=5@2"]);
}

async fn older_watches_are_refused(c: Case) {
    let r = five(&c).await;
    c.store.compact(r[2]).await.unwrap();
    for after in &r[..2] {
        match c.watch_error(*after).await {
            Error::Compacted { compacted, .. } => assert_eq!(compacted, r[2], "after {after}"),
            other => panic!("{other:?}"),
        }
    }
}

async fn compaction_keeps_the_present(c: Case) {
    c.put("old", "1").await;
    let r = five(&c).await;
    let before = c.read(Range::new(c.all())).await;
    c.store.compact(r[4]).await.unwrap();
    assert_eq!(c.read(Range::new(c.all())).await, before);
    assert_eq!(c.read(Range::new(c.all()).at(r[4])).await, before);
    assert_eq!(c.put("k", "6").await, r[4].next());
    assert_eq!(c.get("k").await.unwrap().version, 6);
}

/// The delete itself is at the compacted revision: a watch after the one before is too late, one after it sees what follows, and a
/// read at it must not show the key.
async fn compaction_on_a_delete(c: Case) {
    let put = c.put("k", "1").await;
    let gone = c.delete("k").await;
    c.store.compact(gone).await.unwrap();
    assert_eq!(c.read(Range::new(c.all()).at(gone)).await.count, 0);
    assert!(matches!(c.watch_error(put).await, Error::Compacted { .. }));
    let again = c.put("k", "2").await;
    let second = c.delete("k").await;
    let mut watch = c.watch(gone).await;
    assert_eq!(c.shown(&mut watch, gone, second).await, ["k=2@1", "-k@2"]);
    c.store.compact(again).await.unwrap();
    let mut watch = c.watch(again).await;
    assert_eq!(c.shown(&mut watch, gone, second).await, ["-k@2"], "the delete right after the compacted one");
}

async fn a_running_watch_outlives_compaction(c: Case) {
    let start = c.revision().await;
    let mut watch = c.watch(start).await;
    let first = c.put("k", "1").await;
    assert_eq!(c.shown(&mut watch, start, first).await, ["k=1@1"]);
    c.put("k", "2").await;
    let third = c.put("k", "3").await;
    assert_eq!(c.shown(&mut watch, start, third).await, ["k=2@2", "k=3@3"]);
    c.store.compact(third).await.unwrap();
    let fourth = c.put("k", "4").await;
    assert_eq!(c.shown(&mut watch, start, fourth).await, ["k=4@4"]);
}

async fn compaction_is_no_change(c: Case) {
    let r = five(&c).await;
    c.store.compact(r[3]).await.unwrap();
    assert_eq!(c.revision().await, r[4]);
}
