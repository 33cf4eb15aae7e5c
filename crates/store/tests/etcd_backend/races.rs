//! Watches under pressure: compaction at their heels, revisions larger than a message, consumers that do not read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use store::etcd::Etcd;
use store::{Backend, Error, Event, Expect, KeyRange, Range, Revision, WatchItem, WatchRequest, Write};

use crate::fixture::etcd::Cluster;

fn put(key: impl Into<String>, bytes: usize) -> Write {
    Write::Put { key: key.into().into(), value: vec![b'x'; bytes].into(), expect: Expect::Any, ttl: None }
}

fn delete(key: &'static str) -> Write {
    Write::Delete { key: key.into(), expect: Expect::Any }
}

/// Watches anew again and again from the newest revision. Every revision must come, with previous values, until the watch says that
/// history has gone.
async fn follow(etcd: Arc<Etcd>, stop: Arc<AtomicBool>, events: Arc<AtomicUsize>) {
    while !stop.load(Ordering::Relaxed) {
        let mut seen = etcd.range(Range::new(KeyRange::all())).await.expect("the server is up").revision;
        let request = WatchRequest::after(KeyRange::all(), seen);
        let mut watch = etcd.watch(request).await.expect("the server is up");
        for _ in 0..20 {
            match watch.next().await.expect("the store is open") {
                Ok(WatchItem::Progress(_)) => {}
                Ok(WatchItem::Events(more)) => {
                    for event in &more {
                        let revision = event.revision();
                        assert!(revision == seen || revision == seen.next(), "{revision} after {seen}");
                        assert!(!matches!(event, Event::Delete { previous: None, .. }));
                        seen = revision;
                    }
                    events.fetch_add(more.len(), Ordering::Relaxed);
                }
                Err(Error::Compacted { requested, .. }) => {
                    assert_eq!(requested, seen);
                    break;
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[tokio::test]
async fn compaction_to_the_newest_revision_never_makes_a_silent_gap() {
    let cluster = Cluster::single().await;
    let etcd = Arc::new(cluster.connect().await);
    let stop = Arc::new(AtomicBool::new(false));
    etcd.write(vec![put("a", 1), put("b", 1)]).await.unwrap();
    let events = Arc::new(AtomicUsize::new(0));
    let watchers: Vec<_> =
        (0..4).map(|_| tokio::spawn(follow(etcd.clone(), stop.clone(), events.clone()))).collect();
    for round in 0.. {
        if round >= 400 && events.load(Ordering::Relaxed) >= 100 {
            break;
        }
        // Deletions are what compaction makes disappear.
        let writes =
            if round % 2 == 0 { vec![delete("a"), delete("b")] } else { vec![put("a", 1), put("b", 1)] };
        let revision = etcd.write(writes).await.unwrap().revision;
        if round % 3 == 0 {
            etcd.compact(revision).await.unwrap();
        }
    }
    stop.store(true, Ordering::Relaxed);
    // Those that wait for one more event get it.
    while !watchers.iter().all(|watcher| watcher.is_finished()) {
        etcd.write(vec![put("a", 1), put("b", 1)]).await.unwrap();
    }
    for watcher in watchers {
        watcher.await.unwrap();
    }
}

#[tokio::test]
async fn a_watch_that_has_begun_is_not_overtaken_by_compaction() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    for _ in 0..5 {
        let first = etcd.write(vec![put("a", 1)]).await.unwrap().revision;
        // Without previous values: the server looks those up when it sends an event, and compaction may be quicker.
        let request = WatchRequest { previous: false, ..WatchRequest::after(KeyRange::all(), first) };
        let mut watch = etcd.watch(request).await.unwrap();
        let second = etcd.write(vec![put("b", 1), delete("a")]).await.unwrap().revision;
        etcd.compact(second).await.unwrap();
        let item = watch.next().await.unwrap().unwrap();
        let WatchItem::Events(events) = item else { panic!("{item:?}") };
        assert!(events.len() == 2 && events[0].revision() == second);
    }
}

#[tokio::test]
async fn a_revision_larger_than_a_message_arrives_whole() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let writes = || (0..100).map(|index| put(format!("{index:03}"), 14_000)).collect::<Vec<_>>();
    let first = etcd.write(writes()).await.unwrap().revision;
    let mut live = etcd.watch(WatchRequest::after(KeyRange::all(), first)).await.unwrap();
    for _ in 0..3 {
        etcd.write(writes()).await.unwrap();
    }
    let mut late = etcd.watch(WatchRequest::after(KeyRange::all(), first)).await.unwrap();
    for watch in [&mut live, &mut late] {
        let mut seen = Vec::new();
        while seen.len() < 300 {
            let WatchItem::Events(events) = watch.next().await.unwrap().unwrap() else { continue };
            assert_eq!(events.len() % 100, 0, "a revision was split");
            assert!(events.iter().all(|event| matches!(event, Event::Put { previous: Some(_), .. })));
            seen.extend(events.iter().map(Event::revision));
        }
        let expected = (1..=3).flat_map(|offset| [Revision(first.0 + offset); 100]);
        assert!(seen.into_iter().eq(expected));
    }
}

#[tokio::test]
async fn watches_that_nobody_reads_hold_up_nobody() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let start = etcd.revision().await.unwrap();
    let mut unread = Vec::new();
    for _ in 0..6 {
        unread.push(etcd.watch(WatchRequest::after(KeyRange::all(), start)).await.unwrap());
    }
    // Far more than the queue of a watch and its window hold.
    const MESSAGES: u64 = 40;
    for index in 0..MESSAGES {
        etcd.write(vec![put(format!("{index}"), 1 << 20)]).await.unwrap();
    }
    let mut read = etcd.watch(WatchRequest::after(KeyRange::all(), start)).await.unwrap();
    for watch in std::iter::once(&mut read).chain(&mut unread) {
        let mut seen = start;
        while seen.0 < start.0 + MESSAGES {
            let WatchItem::Events(events) = watch.next().await.unwrap().unwrap() else { continue };
            for event in events {
                assert_eq!(event.revision(), seen.next());
                seen = event.revision();
            }
        }
        assert!(etcd.revision().await.is_ok());
    }
}
