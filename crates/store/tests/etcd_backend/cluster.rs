//! Several members, of which one dies or hangs.

use std::time::Duration;

use store::etcd::Etcd;
use store::{Backend, Error, Event, Expect, KeyRange, Range, Revision, WatchItem, WatchRequest, Write};

use crate::fixture::etcd::Cluster;

/// Writes until one succeeds; a write that was in flight when the member died may have any outcome.
async fn write_until_done(etcd: &Etcd, key: &str) -> Revision {
    loop {
        let put =
            Write::Put { key: key.to_string().into(), value: "1".into(), expect: Expect::Any, ttl: None };
        match etcd.write(vec![put]).await {
            Ok(result) => return result.revision,
            Err(error) => assert!(error.is_transient(), "{error}"),
        }
    }
}

#[tokio::test]
async fn one_dead_member_of_three_stops_nothing() {
    let mut cluster = Cluster::of(3).await;
    let etcd = cluster.connect().await;
    let mut watch = etcd.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    write_until_done(&etcd, "0").await;
    for dead in [0, 1] {
        cluster.kill(dead);
        for round in 0..20 {
            write_until_done(&etcd, &format!("{dead}-{round}")).await;
        }
        let last = write_until_done(&etcd, "last").await;
        let mut seen = Revision::ZERO;
        while seen < last {
            if let WatchItem::Events(events) = watch.next().await.unwrap().unwrap() {
                for revision in events.iter().map(Event::revision) {
                    assert!(revision > seen || seen == Revision::ZERO, "{revision} after {seen}");
                    seen = revision;
                }
            }
        }
        assert_eq!(etcd.range(Range::new(KeyRange::key("last"))).await.unwrap().kvs[0].mod_revision, last);
        cluster.restart(dead).await;
    }
}

#[tokio::test]
async fn a_frozen_member_does_not_stall_reads() {
    let cluster = Cluster::of(3).await;
    let mut config = cluster.config();
    config.attempt_timeout = Duration::from_millis(300);
    let etcd = Etcd::connect(config).await.unwrap();
    let revision = write_until_done(&etcd, "a").await;
    // Whichever member serves now, all are frozen in turn; the others have a quorum each time.
    for frozen in 0..3 {
        cluster.freeze(frozen);
        assert!(etcd.revision().await.unwrap() >= revision);
        cluster.thaw(frozen);
    }
}

#[tokio::test]
async fn a_member_that_is_down_at_the_start_stops_nothing_but_trust() {
    let mut cluster = Cluster::of(3).await;
    cluster.kill(0);
    let etcd = cluster.connect().await;
    write_until_done(&etcd, "a").await;
    assert!(!etcd.progress_on_request(), "an unknown member can't be trusted");
    cluster.kill(1);
    cluster.kill(2);
    let mut config = cluster.config();
    config.request_timeout = Duration::from_millis(500);
    let error = Etcd::connect(config).await.err().expect("nobody is there");
    assert!(
        matches!(&error, Error::Unavailable(why) if why.contains("no member of etcd answers")),
        "{error}"
    );
}
