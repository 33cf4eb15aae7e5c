//! What a clean stop and start keeps: everything, with history, times to live and compaction.

use std::time::{Duration, UNIX_EPOCH};

use runtime::Clock;
use store::embedded::{Config, Embedded};
use store::{Error, Event, Expect, KeyRange, Range, Revision, Store, WatchItem, WatchRequest, Write};

use crate::suite::case::{events, soon};

async fn open(dir: &std::path::Path, clock: &Clock) -> Store {
    let config = Config { clock: clock.clone(), ..Config::default() };
    Store::new(Embedded::open(dir, config).await.unwrap())
}

async fn put(store: &Store, key: &'static str, value: &'static str, ttl: Option<Duration>) -> Revision {
    let write = Write::Put { key: key.into(), value: value.into(), expect: Expect::Any, ttl };
    store.write(vec![write]).await.unwrap().revision
}

#[tokio::test(flavor = "multi_thread")]
async fn contents_history_and_compaction() {
    let dir = tempfile::tempdir().unwrap();
    let clock = Clock::system();
    let store = open(dir.path(), &clock).await;
    for value in ["1", "2", "3", "4"] {
        put(&store, "/k", value, None).await;
    }
    store.delete("/k", Expect::Any).await.unwrap();
    let end = put(&store, "/k", "5", None).await;
    store.compact(Revision(2)).await.unwrap();
    let before = store.range(Range::new(KeyRange::all())).await.unwrap();
    let mut watch = store.watch(WatchRequest::after(KeyRange::all(), Revision(2))).await.unwrap();
    let seen = events(&mut watch, end).await;
    store.close().await;
    drop((store, watch));
    for _ in 0..3 {
        let store = open(dir.path(), &clock).await;
        assert_eq!(store.range(Range::new(KeyRange::all())).await.unwrap(), before);
        let mut watch = store.watch(WatchRequest::after(KeyRange::all(), Revision(2))).await.unwrap();
        assert_eq!(events(&mut watch, end).await, seen);
        let old = store.range(Range::new(KeyRange::all()).at(Revision(1))).await;
        assert!(matches!(old, Err(Error::Compacted { compacted: Revision(2), .. })), "{old:?}");
        assert_eq!(store.range(Range::new(KeyRange::all()).at(Revision(3))).await.unwrap().kvs[0].value, "3");
        store.close().await;
    }
}

/// A time to live goes on over a restart, is not too short, and what ran out meanwhile is a delete like any other.
#[tokio::test(flavor = "multi_thread")]
async fn times_to_live() {
    let dir = tempfile::tempdir().unwrap();
    let (clock, time) = Clock::manual(UNIX_EPOCH + Duration::from_secs(1_000_000));
    let store = open(dir.path(), &clock).await;
    put(&store, "/short", "x", Some(Duration::from_secs(10))).await;
    let last = put(&store, "/long", "x", Some(Duration::from_secs(1000))).await;
    store.close().await;
    drop(store);

    time.advance(Duration::from_secs(9));
    let store = open(dir.path(), &clock).await;
    put(&store, "/other", "x", None).await;
    assert!(store.get("/short").await.unwrap().is_some(), "before its time");
    store.close().await;
    drop(store);

    time.advance(Duration::from_secs(2));
    let store = open(dir.path(), &clock).await;
    let mut watch = store.watch(WatchRequest::after(KeyRange::key("/short"), last)).await.unwrap();
    // Whatever the store does about clocks that jump, the time does run out.
    let gone = soon("the end of the key", async {
        loop {
            tokio::select! {
                item = watch.next() => if let WatchItem::Events(events) = item.unwrap().unwrap() { return events },
                () = tokio::time::sleep(Duration::from_millis(5)) => time.advance(Duration::from_secs(1)),
            }
        }
    })
    .await;
    assert!(matches!(&gone[..], [Event::Delete { previous: Some(_), .. }]), "{gone:?}");
    assert!(store.get("/long").await.unwrap().is_some());
    store.close().await;
}
