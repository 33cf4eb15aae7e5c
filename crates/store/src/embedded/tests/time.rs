//! Expiry and the age of history, on a clock moved by hand.

use std::time::{Duration, SystemTime};

use runtime::{Clock, ManualTime};

use super::*;
use crate::{Event, WatchItem};

fn bench() -> (Bench, ManualTime) {
    let mut bench = Bench::new();
    let (clock, time) = Clock::manual(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000));
    bench.config.clock = clock;
    (bench, time)
}

const TEN: Duration = Duration::from_secs(10);

/// The next events of a watch.
async fn events(watch: &mut Watch) -> Vec<Event> {
    match watch.next().await {
        Some(Ok(WatchItem::Events(events))) => events,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_key_expires_when_its_time_is_up_unless_it_was_renewed() {
    let (bench, time) = bench();
    let (embedded, store) = bench.open().await.unwrap();
    store.create("a", "v", Some(TEN)).await.unwrap();
    let b = store.create("b", "v", Some(TEN)).await.unwrap();
    let mut watch = store.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    time.advance(TEN - Duration::from_millis(1));
    store.update("b", "v", b, Some(TEN)).await.unwrap();
    assert!(matches!(&events(&mut watch).await[..], [Event::Put { .. }]));
    time.advance(Duration::from_millis(1));
    let expired = events(&mut watch).await;
    assert!(matches!(&expired[..], [Event::Delete { key, revision: Revision(4), .. }] if key == "a"));
    assert!(store.get("b").await.unwrap().is_some());
    time.advance(TEN);
    assert!(matches!(&events(&mut watch).await[..], [Event::Delete { key, .. }] if key == "b"));
    assert_eq!(embedded.stats().keys, 0);
}

#[tokio::test]
async fn deadlines_survive_a_restart() {
    let (bench, time) = bench();
    let (_, store) = bench.open().await.unwrap();
    store.create("a", "v", Some(TEN)).await.unwrap();
    store.close().await;
    time.advance(Duration::from_secs(9));
    let (_, store) = bench.open().await.unwrap();
    assert!(store.get("a").await.unwrap().is_some());
    let mut watch = store.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    time.advance(Duration::from_secs(1));
    assert!(matches!(&events(&mut watch).await[..], [Event::Delete { .. }]));
}

#[tokio::test]
async fn old_history_is_forgotten_without_a_write() {
    let (bench, time) = bench();
    let (embedded, store) = bench.open().await.unwrap();
    for n in 0..5 {
        put(&store, "a", &n.to_string()).await;
    }
    let commits = embedded.stats().commits;
    time.advance(bench.config.history.max_age);
    while embedded.stats().compacted < Revision(5) || embedded.stats().history_events > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(embedded.stats().commits, commits);
    let old = store.range(Range::new(KeyRange::all()).at(Revision(4))).await;
    assert!(matches!(old, Err(Error::Compacted { .. })));
    assert_eq!(all(&store).await.kvs.len(), 1);
}
