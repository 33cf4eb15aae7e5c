//! A store that runs, and is opened again.

use super::*;
use crate::{Event, WatchItem};

#[tokio::test]
async fn what_was_written_is_there_after_reopening_with_its_history() {
    let bench = Bench::new();
    let (embedded, store) = bench.open().await.unwrap();
    for round in 0..300 {
        put(&store, &format!("key-{}", round % 7), &format!("{round}-{}", "x".repeat(1000))).await;
    }
    store.delete("key-3", crate::Expect::Any).await.unwrap();
    checkpointed(&embedded).await;
    let now = all(&store).await;
    let past = store.range(Range::new(KeyRange::all()).at(Revision(150))).await.unwrap();
    store.close().await;
    let (embedded, store) = bench.open().await.unwrap();
    assert_eq!(all(&store).await, now);
    assert_eq!(store.range(Range::new(KeyRange::all()).at(Revision(150))).await.unwrap(), past);
    let mut watch = store.watch(WatchRequest::after(KeyRange::key("key-3"), Revision(280))).await.unwrap();
    let Some(Ok(WatchItem::Events(events))) = watch.next().await else { panic!("no events") };
    let revisions: Vec<_> = events.iter().map(|event| event.revision().0).collect();
    assert_eq!(revisions, [284, 291, 298, 301]);
    assert!(matches!(events.last(), Some(Event::Delete { previous: Some(_), .. })));
    assert!(embedded.stats().checkpoint_revision > Revision(0), "{:?}", embedded.stats());
}

#[tokio::test]
async fn overwrites_use_little_disk() {
    let bench = Bench::new();
    let (embedded, store) = bench.open().await.unwrap();
    for round in 0..3000 {
        put(&store, &format!("key-{}", round % 10), &"x".repeat(1000)).await;
        if round % 100 == 0 {
            store.compact(Revision(round + 1)).await.unwrap();
        }
    }
    checkpointed(&embedded).await;
    let stats = embedded.stats();
    assert!(stats.checkpoints > 0, "{stats:?}");
    store.close().await;
    let on_disk: u64 =
        std::fs::read_dir(bench.path()).unwrap().map(|f| f.unwrap().metadata().unwrap().len()).sum();
    assert!(on_disk < 1 << 20, "{on_disk} bytes after 3 MB of writes: {stats:?}");
    let (_, store) = bench.open().await.unwrap();
    assert_eq!(all(&store).await.count, 10);
}

#[tokio::test]
async fn many_writers_share_commits() {
    let bench = Bench::new();
    let (embedded, store) = bench.open().await.unwrap();
    let writers: Vec<_> = (0..50)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move { put(&store, &format!("key-{n}"), "v").await.0 })
        })
        .collect();
    let mut revisions = Vec::new();
    for writer in writers {
        revisions.push(writer.await.unwrap());
    }
    revisions.sort_unstable();
    assert_eq!(revisions, (1..=50).collect::<Vec<_>>());
    let stats = embedded.stats();
    assert!(stats.commits < 50 && stats.writes == 50, "{stats:?}");
}

#[tokio::test]
async fn long_reads_are_consistent_while_writers_go_on_and_history_is_forgotten() {
    let bench = Bench::new();
    let (_, store) = bench.open().await.unwrap();
    let writes: Vec<_> = (0..100)
        .map(|n| store.write((0..100).map(|m| any(&format!("{n:03}-{m:03}"), "0")).collect()))
        .collect();
    for write in writes {
        write.await.unwrap();
    }
    let reading = tokio::spawn({
        let store = store.clone();
        async move { all(&store).await }
    });
    for n in 0..50 {
        let at = store.write((0..100).map(|m| any(&format!("{n:03}-{m:03}"), "1")).collect()).await.unwrap();
        store.compact(at.revision).await.unwrap();
    }
    let read = reading.await.unwrap();
    assert_eq!((read.count, read.kvs.len()), (10_000, 10_000));
    assert!(read.kvs.iter().all(|kv| kv.mod_revision <= read.revision));
    let newest = read.kvs.iter().filter(|kv| kv.value == "1").count() as u64;
    assert_eq!(newest, (read.revision.0 - 100) * 100, "each revision after 100 changed 100 keys");
}

fn any(key: &str, value: &'static str) -> Write {
    Write::Put { key: key.to_owned().into(), value: value.into(), expect: crate::Expect::Any, ttl: None }
}

#[tokio::test]
async fn watches_follow_end_with_the_store_and_sleep_through_compaction() {
    let bench = Bench::new();
    let (embedded, store) = bench.open().await.unwrap();
    let mut watch = store.watch(WatchRequest::from_now(KeyRange::prefix("a/"))).await.unwrap();
    for n in 0..20 {
        let revision = put(&store, &format!("b/{n}"), "v").await;
        store.compact(revision).await.unwrap();
    }
    watch.request_progress();
    assert!(matches!(watch.next().await, Some(Ok(WatchItem::Progress(Revision(20))))));
    put(&store, "a/1", "v").await;
    let Some(Ok(WatchItem::Events(events))) = watch.next().await else { panic!("no events") };
    assert_eq!(events.iter().map(|event| event.key().as_ref()).collect::<Vec<_>>(), [b"a/1"]);
    assert_eq!(embedded.stats().watches, 1);
    let dropped = store.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    drop(dropped);
    store.close().await;
    assert!(watch.next().await.is_none());
    assert_eq!(embedded.stats().watches, 0);
    assert!(matches!(store.get("a/1").await, Err(Error::Unavailable(_))));
    assert!(matches!(store.create("x", "v", None).await, Err(Error::Unavailable(_))));
}

#[tokio::test]
async fn a_watch_that_is_too_slow_is_told_so() {
    let bench = Bench::new();
    let (_, store) = bench.open().await.unwrap();
    put(&store, "a", "v").await;
    let mut watch = store.watch(WatchRequest::after(KeyRange::all(), Revision(0))).await.unwrap();
    for _ in 0..5000 {
        let writes = (0..128).map(|n| any(&format!("{n}"), "v")).collect();
        let revision = store.write(writes).await.unwrap().revision;
        if revision.0 > 50 {
            store.compact(revision).await.unwrap();
            break;
        }
    }
    let mut seen = 0;
    loop {
        match watch.next().await.unwrap() {
            Ok(WatchItem::Events(events)) => seen = events.last().unwrap().revision().0,
            Ok(WatchItem::Progress(_)) => {}
            Err(Error::Compacted { requested, compacted }) => {
                assert_eq!((requested.0, compacted.0), (seen, 51));
                break;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(watch.next().await.is_none());
}
