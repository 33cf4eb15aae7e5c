//! Watches: what they show.

use store::{Event, Expect, KeyRange, Revision, WatchItem, WatchRequest};

use super::case::{events, next};
use super::{Case, Cases};

pub const CASES: Cases = &[
    ("from_now_on", |c| Box::pin(from_now_on(c))),
    ("from_a_revision_of_the_past", |c| Box::pin(from_a_revision_of_the_past(c))),
    ("from_a_revision_of_the_future", |c| Box::pin(from_a_revision_of_the_future(c))),
    ("previous_values_if_asked_for", |c| Box::pin(previous_values_if_asked_for(c))),
    ("no_previous_values_if_not", |c| Box::pin(no_previous_values_if_not(c))),
    ("deletes_and_creation_after", |c| Box::pin(deletes_and_creation_after(c))),
    ("events_show_versions", |c| Box::pin(events_show_versions(c))),
    ("a_revision_is_never_split", |c| Box::pin(a_revision_is_never_split(c))),
    ("the_largest_revision_is_not_split", |c| Box::pin(the_largest_revision_is_not_split(c))),
    ("only_the_range_is_seen", |c| Box::pin(only_the_range_is_seen(c))),
    ("part_of_a_transaction_in_range", |c| Box::pin(part_of_a_transaction_in_range(c))),
    ("one_key", |c| Box::pin(one_key(c))),
    ("all_keys", |c| Box::pin(all_keys(c))),
    ("conflicts_and_no_ops_are_not_seen", |c| Box::pin(conflicts_and_no_ops_are_not_seen(c))),
    ("two_watchers_see_the_same", |c| Box::pin(two_watchers_see_the_same(c))),
    ("events_are_readable_when_seen", |c| Box::pin(events_are_readable_when_seen(c))),
];

async fn from_now_on(c: Case) {
    let old = c.put("k", "old").await;
    let mut watch = c.watch_now().await;
    let new = c.put("k", "new").await;
    assert_eq!(c.shown(&mut watch, old, new).await, ["k=new@1"]);
}

async fn from_a_revision_of_the_past(c: Case) {
    let base = c.revision().await;
    for n in 1..=4 {
        c.put("k", &n.to_string()).await;
    }
    for after in 0..4 {
        let mut watch = c.watch(Revision(base.0 + after)).await;
        let all: Vec<_> = (after + 1..=4).map(|n| format!("k={n}@{n}")).collect();
        assert_eq!(c.shown(&mut watch, base, Revision(base.0 + 4)).await, all);
        let item = tokio::time::timeout(std::time::Duration::from_millis(1), watch.next()).await;
        assert!(!matches!(item, Ok(Some(Ok(WatchItem::Events(_))))), "{item:?}");
    }
}

async fn from_a_revision_of_the_future(c: Case) {
    let base = c.revision().await;
    let mut watch = c.watch(Revision(base.0 + 3)).await;
    for n in 1..=5 {
        c.put("k", &n.to_string()).await;
    }
    assert_eq!(c.shown(&mut watch, base, Revision(base.0 + 5)).await, ["k=4@4", "k=5@5"]);
}

async fn previous_values_if_asked_for(c: Case) {
    let base = c.revision().await;
    c.put("k", "1").await;
    let first = c.get("k").await;
    c.put("k", "2").await;
    let second = c.get("k").await;
    let end = c.delete("k").await;
    let mut watch = c.watch(base).await;
    let previous: Vec<_> = events(&mut watch, end)
        .await
        .into_iter()
        .map(|event| match event {
            Event::Put { previous, .. } | Event::Delete { previous, .. } => previous,
        })
        .collect();
    assert_eq!(previous, [None, first, second]);
}

async fn no_previous_values_if_not(c: Case) {
    let base = c.revision().await;
    let request = WatchRequest { keys: c.all(), after: Some(base), previous: false };
    let mut running = c.store.watch(request.clone()).await.unwrap();
    c.put("k", "1").await;
    c.put("k", "2").await;
    let end = c.delete("k").await;
    let mut late = c.store.watch(request).await.unwrap();
    for watch in [&mut running, &mut late] {
        for event in events(watch, end).await {
            let (Event::Put { previous, .. } | Event::Delete { previous, .. }) = event;
            assert_eq!(previous, None);
        }
    }
}

async fn deletes_and_creation_after(c: Case) {
    let base = c.revision().await;
    let mut running = c.watch(base).await;
    c.put("k", "1").await;
    c.delete("k").await;
    c.put("k", "2").await;
    let end = c.delete("k").await;
    let mut late = c.watch(base).await;
    for watch in [&mut running, &mut late] {
        assert_eq!(c.shown(watch, base, end).await, ["k=1@1", "-k@2", "k=2@3", "-k@4"]);
    }
}

async fn events_show_versions(c: Case) {
    let base = c.revision().await;
    let mut running = c.watch(base).await;
    c.put("k", "1").await;
    c.put("k", "2").await;
    c.delete("k").await;
    let end = c.put("k", "3").await;
    let mut late = c.watch(base).await;
    for watch in [&mut running, &mut late] {
        let facts: Vec<_> = events(watch, end)
            .await
            .iter()
            .filter_map(|event| match event {
                Event::Put { kv, .. } => {
                    Some((kv.create_revision.0 - base.0, kv.mod_revision.0 - base.0, kv.version))
                }
                Event::Delete { .. } => None,
            })
            .collect();
        assert_eq!(facts, [(1, 1, 1), (1, 2, 2), (4, 4, 1)]);
    }
}

/// Every item holds whole revisions of `size` events.
async fn whole(c: &Case, base: Revision, revisions: u64, size: usize) {
    let mut watch = c.watch(base).await;
    let mut seen = base.0;
    while seen < base.0 + revisions {
        let WatchItem::Events(events) = next(&mut watch).await.unwrap() else { continue };
        assert_eq!(events.len() % size, 0);
        for chunk in events.chunks(size) {
            seen += 1;
            assert!(chunk.iter().all(|event| event.revision().0 == seen));
        }
    }
}

async fn a_revision_is_never_split(c: Case) {
    let base = c.revision().await;
    for n in 0..20 {
        c.write((0..7).map(|k| c.set(&k.to_string(), &n.to_string())).collect()).await;
    }
    whole(&c, base, 20, 7).await;
}

async fn the_largest_revision_is_not_split(c: Case) {
    let base = c.revision().await;
    let value = "x".repeat(store::MAX_BYTES / store::MAX_WRITES - 400);
    let size = store::MAX_WRITES;
    for _ in 0..2 {
        c.write((0..size).map(|k| c.set(&k.to_string(), &value)).collect()).await;
    }
    whole(&c, base, 2, size).await;
}

async fn only_the_range_is_seen(c: Case) {
    let base = c.revision().await;
    let request = WatchRequest::after(KeyRange::prefix(c.key("p/")), base);
    let mut running = c.store.watch(request.clone()).await.unwrap();
    for name in ["p", "p.", "p/", "p/a", "p/b/c", "p0", "q"] {
        c.put(name, "v").await;
    }
    let end = c.put("p/end", "v").await;
    let mut late = c.store.watch(request).await.unwrap();
    for watch in [&mut running, &mut late] {
        assert_eq!(c.shown(watch, base, end).await, ["p/=v@3", "p/a=v@4", "p/b/c=v@5", "p/end=v@8"]);
    }
}

async fn part_of_a_transaction_in_range(c: Case) {
    let base = c.revision().await;
    c.put("p/gone", "v").await;
    let request = WatchRequest::after(KeyRange::prefix(c.key("p/")), base);
    let writes = vec![c.set("o", "v"), c.set("p/b", "v"), c.unset("p/gone", Expect::Any), c.set("q", "v")];
    let end = c.write(writes).await.revision;
    let mut watch = c.store.watch(request).await.unwrap();
    let mut shown = c.shown(&mut watch, base, end).await;
    shown.sort();
    assert_eq!(shown, ["-p/gone@2", "p/b=v@2", "p/gone=v@1"]);
}

async fn one_key(c: Case) {
    let base = c.revision().await;
    let mut watch = c.store.watch(WatchRequest::after(KeyRange::key(c.key("k")), base)).await.unwrap();
    c.put("k\0", "v").await;
    c.put("kk", "v").await;
    c.put("j", "v").await;
    let end = c.put("k", "v").await;
    assert_eq!(c.shown(&mut watch, base, end).await, ["k=v@4"]);
}

async fn all_keys(c: Case) {
    let base = c.revision().await;
    let mut watch = c.store.watch(WatchRequest::after(KeyRange::all(), base)).await.unwrap();
    c.put("a", "v").await;
    let end = c.put("\u{7f}", "v").await;
    assert_eq!(c.shown(&mut watch, base, end).await, ["a=v@1", "\\x7f=v@2"]);
}

async fn conflicts_and_no_ops_are_not_seen(c: Case) {
    let base = c.revision().await;
    let mut watch = c.watch(base).await;
    c.put("k", "1").await;
    c.conflict(vec![c.set("x", "v"), c.set_if("k", "2", Expect::Absent)]).await;
    c.delete("none").await;
    c.write(vec![c.check("k", Expect::Any)]).await;
    let end = c.write(vec![c.check("k", Expect::Any), c.unset("none", Expect::Any), c.set("l", "1")]).await;
    assert_eq!(c.shown(&mut watch, base, end.revision).await, ["k=1@1", "l=1@2"]);
}

async fn two_watchers_see_the_same(c: Case) {
    let base = c.revision().await;
    let (mut one, mut two) = (c.watch(base).await, c.watch_now().await);
    let mut end = base;
    for n in 0..30 {
        end = if n % 4 == 3 { c.delete("k").await } else { c.put("k", &n.to_string()).await };
    }
    assert_eq!(events(&mut one, end).await, events(&mut two, end).await);
}

async fn events_are_readable_when_seen(c: Case) {
    let base = c.revision().await;
    let mut watch = c.watch(base).await;
    let writer = {
        let (store, writes) =
            (c.store.clone(), (0..50).map(|n| c.set("k", &n.to_string())).collect::<Vec<_>>());
        tokio::spawn(async move {
            for write in writes {
                store.write(vec![write]).await.unwrap();
            }
        })
    };
    let mut seen = base;
    while seen.0 < base.0 + 50 {
        let WatchItem::Events(events) = next(&mut watch).await.unwrap() else { continue };
        seen = events.last().unwrap().revision();
        assert!(c.get("k").await.unwrap().mod_revision >= seen);
        assert!(c.revision().await >= seen);
    }
    writer.await.unwrap();
}
