//! Watches whose stream breaks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use store::etcd::{Config, Etcd};
use store::{Backend, Error, Event, Expect, KeyRange, Revision, Watch, WatchItem, WatchRequest, Write};

use crate::fixture::etcd::{Cluster, Proxy};

fn put(key: impl Into<String>) -> Write {
    Write::Put { key: key.into().into(), value: "v".into(), expect: Expect::Any, ttl: None }
}

/// Two keys in each transaction, so that a split revision would show; returns what was acknowledged.
async fn writer(etcd: Arc<Etcd>, name: usize, stop: Arc<AtomicBool>) -> Vec<Revision> {
    let mut acknowledged = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        match etcd.write(vec![put(format!("a{name}")), put(format!("b{name}"))]).await {
            Ok(result) => acknowledged.push(result.revision),
            Err(error) => assert!(error.is_transient(), "{error}"),
        }
    }
    acknowledged
}

/// Reads until the revision is seen; every revision must come once, whole and in order.
async fn collect(watch: &mut Watch, seen: &mut Vec<Revision>, until: Revision) {
    while seen.last().is_none_or(|&last| last < until) {
        let WatchItem::Events(events) =
            watch.next().await.expect("the store is open").expect("the watch goes on")
        else {
            continue;
        };
        let revisions: Vec<_> = events.iter().map(Event::revision).collect();
        for whole in revisions.chunk_by(|a, b| a == b) {
            assert_eq!(whole.len(), 2, "revision {} is split", whole[0]);
            assert!(
                seen.last().is_none_or(|&last| last.next() == whole[0]),
                "{:?} then {}",
                seen.last(),
                whole[0]
            );
            seen.push(whole[0]);
        }
    }
}

#[tokio::test]
async fn killed_and_restarted_under_load_a_watch_misses_and_repeats_nothing() {
    let mut cluster = Cluster::single().await;
    let etcd = Arc::new(cluster.connect().await);
    let start = etcd.revision().await.unwrap();
    let mut watch = etcd.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let writers: Vec<_> = (0..4).map(|name| tokio::spawn(writer(etcd.clone(), name, stop.clone()))).collect();
    let mut seen = vec![start];
    for _ in 0..3 {
        let now = *seen.last().unwrap();
        collect(&mut watch, &mut seen, Revision(now.0 + 100)).await;
        cluster.kill(0);
        cluster.restart(0).await;
    }
    let now = *seen.last().unwrap();
    collect(&mut watch, &mut seen, Revision(now.0 + 100)).await;
    stop.store(true, Ordering::Relaxed);
    let mut acknowledged = Vec::new();
    for writer in writers {
        acknowledged.extend(writer.await.unwrap());
    }
    let last = *acknowledged.iter().max().unwrap();
    collect(&mut watch, &mut seen, last).await;
    assert!(acknowledged.iter().all(|revision| seen.binary_search(revision).is_ok()));
}

/// A connection over a wire that can be cut.
async fn wired(cluster: &Cluster) -> (Proxy, Etcd) {
    let proxy = Proxy::to(cluster.port(0)).await;
    let config = Config { endpoints: vec![proxy.endpoint.clone()], ..cluster.config() };
    let etcd = Etcd::connect(config).await.expect("the wire is open");
    (proxy, etcd)
}

#[tokio::test]
async fn what_happens_while_the_wire_is_cut_is_delivered_afterwards() {
    let cluster = Cluster::single().await;
    let direct = cluster.connect().await;
    let (proxy, etcd) = wired(&cluster).await;
    let mut seen = vec![direct.revision().await.unwrap()];
    let mut watch = etcd.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    for _ in 0..3 {
        let mut last = Revision::ZERO;
        for _ in 0..10 {
            last = direct.write(vec![put("a"), put("b")]).await.unwrap().revision;
        }
        collect(&mut watch, &mut seen, last).await;
        proxy.cut();
        for _ in 0..10 {
            last = direct.write(vec![put("a"), put("b")]).await.unwrap().revision;
        }
        proxy.open();
        collect(&mut watch, &mut seen, last).await;
    }
}

#[tokio::test]
async fn compaction_during_a_break_ends_the_watch() {
    let cluster = Cluster::single().await;
    let direct = cluster.connect().await;
    let (proxy, etcd) = wired(&cluster).await;
    let mut watch = etcd.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    let first = direct.write(vec![put("a"), put("b")]).await.unwrap().revision;
    collect(&mut watch, &mut Vec::new(), first).await;
    proxy.cut();
    // The very next revision is a deletion, and compacted: gone without a trace, unless the watch is told.
    let delete = |key: &'static str| Write::Delete { key: key.into(), expect: Expect::Any };
    let second = direct.write(vec![delete("a"), delete("b")]).await.unwrap().revision;
    assert_eq!(second, first.next());
    direct.compact(second).await.unwrap();
    proxy.open();
    let end = loop {
        match watch.next().await.expect("an error comes before the end") {
            Ok(WatchItem::Progress(_)) => {}
            other => break other,
        }
    };
    assert!(
        matches!(end, Err(Error::Compacted { requested, compacted }) if requested == first && compacted == second),
        "{end:?}"
    );
    assert!(watch.next().await.is_none());
}

#[tokio::test]
async fn a_start_that_is_already_compacted_is_the_first_item() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let first = etcd.write(vec![put("a")]).await.unwrap().revision;
    let second = etcd.write(vec![put("a")]).await.unwrap().revision;
    etcd.compact(second).await.unwrap();
    for (after, fails) in [(Revision::ZERO, true), (first, true), (second, false)] {
        let mut watch = etcd.watch(WatchRequest::after(KeyRange::all(), after)).await.unwrap();
        let third = etcd.write(vec![put("a")]).await.unwrap().revision;
        let item = watch.next().await.unwrap();
        match fails {
            true => assert!(matches!(item, Err(Error::Compacted { compacted, .. }) if compacted == second)),
            false => {
                let Ok(WatchItem::Events(events)) = item else { panic!("{item:?}") };
                // The two watches before made one write each.
                assert_eq!(events.last().unwrap().revision(), third);
            }
        }
    }
}

#[tokio::test]
async fn a_watch_ahead_of_the_store_waits_for_it() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let now = etcd.revision().await.unwrap();
    let mut watch =
        etcd.watch(WatchRequest::after(KeyRange::prefix("k"), Revision(now.0 + 2))).await.unwrap();
    for _ in 0..3 {
        etcd.write(vec![put("k")]).await.unwrap();
    }
    let item = watch.next().await.unwrap().unwrap();
    let WatchItem::Events(events) = item else { panic!("{item:?}") };
    assert_eq!(events.iter().map(Event::revision).collect::<Vec<_>>(), [Revision(now.0 + 3)]);
}
