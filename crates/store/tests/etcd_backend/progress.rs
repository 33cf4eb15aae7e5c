//! Progress marks: asked for only where the server can be trusted with them.

use std::sync::Arc;

use store::etcd::Etcd;
use store::{Backend, Event, Expect, KeyRange, Revision, Watch, WatchItem, WatchRequest, Write};

use crate::fixture::etcd::{Cluster, Options};

fn put(key: &'static str) -> Write {
    Write::Put { key: key.into(), value: "v".into(), expect: Expect::Any, ttl: None }
}

/// The next mark that is at least `least`, with the events before it.
async fn mark(watch: &mut Watch, least: Revision) -> (Vec<Revision>, Revision) {
    let mut events = Vec::new();
    loop {
        match watch.next().await.expect("the store is open").expect("the watch goes on") {
            WatchItem::Events(more) => events.extend(more.iter().map(Event::revision)),
            WatchItem::Progress(revision) if revision >= least => return (events, revision),
            WatchItem::Progress(_) => {}
        }
    }
}

#[tokio::test]
async fn trust_goes_by_version() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    assert_eq!(etcd.progress_on_request(), etcd.server_version().progress_on_request());
    let mut config = cluster.config();
    config.trust_progress = Some(!etcd.progress_on_request());
    assert_eq!(Etcd::connect(config).await.unwrap().progress_on_request(), !etcd.progress_on_request());
}

#[tokio::test]
async fn a_request_for_progress_is_answered_with_the_newest_revision() {
    let cluster = Cluster::single().await;
    let mut config = cluster.config();
    // Old versions answer wrongly only while events are on their way, and here none are.
    config.trust_progress = Some(true);
    let etcd = Etcd::connect(config).await.unwrap();
    let mut watch = etcd.watch(WatchRequest::from_now(KeyRange::prefix("mine/"))).await.unwrap();
    for _ in 0..3 {
        let revision = etcd.write(vec![put("others/a")]).await.unwrap().revision;
        watch.request_progress();
        let (events, progress) = mark(&mut watch, revision).await;
        assert_eq!((events, progress), (vec![], revision));
    }
    let mut nothing = etcd
        .watch(WatchRequest::from_now(KeyRange { start: "b".into(), end: Some("b".into()) }))
        .await
        .unwrap();
    let revision = etcd.write(vec![put("b")]).await.unwrap().revision;
    nothing.request_progress();
    assert_eq!(mark(&mut nothing, revision).await, (vec![], revision), "an empty range makes progress too");
}

#[tokio::test]
async fn a_request_made_while_the_server_is_down_is_answered_later() {
    let mut cluster = Cluster::single().await;
    let mut config = cluster.config();
    config.trust_progress = Some(true);
    let etcd = Etcd::connect(config).await.unwrap();
    let mut watch = etcd.watch(WatchRequest::from_now(KeyRange::prefix("mine/"))).await.unwrap();
    let revision = etcd.write(vec![put("others/a")]).await.unwrap().revision;
    cluster.kill(0);
    watch.request_progress();
    cluster.restart(0).await;
    assert_eq!(mark(&mut watch, revision).await, (vec![], revision));
}

#[tokio::test]
async fn marks_that_come_by_themselves_never_overtake_events() {
    let flags = vec!["--experimental-watch-progress-notify-interval=100ms".to_string()];
    let cluster = Cluster::start(Options { flags, ..Options::default() }).await;
    let etcd = Arc::new(cluster.connect().await);
    let mut watch = etcd.watch(WatchRequest::from_now(KeyRange::prefix("mine/"))).await.unwrap();
    let writer = tokio::spawn({
        let etcd = etcd.clone();
        async move {
            let mut last = Revision::ZERO;
            for _ in 0..300 {
                etcd.write(vec![put("others/a")]).await.unwrap();
                last = etcd.write(vec![put("mine/a")]).await.unwrap().revision;
            }
            etcd.write(vec![put("others/a")]).await.map(|result| (last, result.revision))
        }
    });
    let mut seen = Revision::ZERO;
    let mut events = 0;
    let mut marks = 0;
    let mut goal = None;
    let mut writer = Some(writer);
    while goal.is_none_or(|goal| seen < goal) {
        match watch.next().await.unwrap().unwrap() {
            WatchItem::Events(more) => {
                assert!(more.first().unwrap().revision() > seen, "an event behind a mark or another event");
                (events, seen) = (events + more.len(), more.last().unwrap().revision());
            }
            WatchItem::Progress(revision) => {
                assert!(revision >= seen);
                (marks, seen) = (marks + 1, revision);
            }
        }
        if events == 300
            && let Some(writer) = writer.take()
        {
            let (_, newest) = writer.await.unwrap().unwrap();
            goal = Some(newest);
        }
    }
    assert!(events == 300 && marks > 0);
}
