//! Keys with a time to live, on a real server and in real time: short, and waited for by watching.

use std::time::{Duration, UNIX_EPOCH};

use runtime::Clock;
use store::etcd::{Config, Etcd};
use store::{Backend, Event, Expect, KeyRange, Revision, WatchItem, WatchRequest, Write};

use crate::fixture::etcd::{Cluster, Proxy};

fn put(key: impl Into<String>, ttl: Option<Duration>) -> Write {
    Write::Put { key: key.into().into(), value: "v".into(), expect: Expect::Any, ttl }
}

async fn leases(cluster: &Cluster) -> Vec<String> {
    let answer = cluster.gateway("/v3/lease/leases", "{}").await;
    answer.split("\"ID\":\"").skip(1).filter_map(|rest| rest.split('"').next()).map(String::from).collect()
}

#[tokio::test]
async fn a_key_ends_after_its_time_and_not_before_and_each_write_sets_it_anew() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let clock = Clock::system();
    let (ttl, longer) = (Duration::from_secs(1), Duration::from_secs(4));
    let mut watch = etcd.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    etcd.write(vec![put("short", Some(ttl)), put("renewed", Some(ttl)), put("kept", Some(ttl))])
        .await
        .unwrap();
    let written = clock.monotonic();
    let kept = etcd.write(vec![put("kept", None)]).await.unwrap().revision;
    etcd.write(vec![put("renewed", Some(longer))]).await.unwrap();
    let renewed = clock.monotonic();
    let mut ended: Vec<(String, Duration, Revision)> = Vec::new();
    while ended.len() < 2 {
        let WatchItem::Events(events) = watch.next().await.unwrap().unwrap() else { continue };
        for event in events {
            if let Event::Delete { key, revision, previous } = event {
                assert!(previous.is_some());
                ended.push((String::from_utf8(key.to_vec()).unwrap(), clock.monotonic(), revision));
            }
        }
    }
    assert_eq!((&ended[0].0[..], &ended[1].0[..]), ("short", "renewed"));
    assert!(ended[0].1 >= written + ttl, "it ended early");
    assert!(ended[1].1 >= renewed + longer, "it ended early");
    let left = etcd.range(store::Range::new(KeyRange::all())).await.unwrap();
    assert_eq!(left.kvs.iter().map(|kv| kv.mod_revision).collect::<Vec<_>>(), [kept]);
}

#[tokio::test]
async fn five_hundred_keys_share_a_few_leases() {
    let cluster = Cluster::single().await;
    let etcd = std::sync::Arc::new(cluster.connect().await);
    let tasks: Vec<_> = (0..10)
        .map(|writer| {
            let etcd = etcd.clone();
            tokio::spawn(async move {
                for key in 0..50 {
                    let ttl = Some(Duration::from_secs(3600));
                    etcd.write(vec![put(format!("{writer}-{key}"), ttl)]).await.unwrap();
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let count = leases(&cluster).await.len();
    assert!((1..=3).contains(&count), "{count} leases for 500 keys");
    assert_eq!(etcd.range(store::Range::new(KeyRange::all()).count_only()).await.unwrap().count, 500);
}

#[tokio::test]
async fn a_lease_that_somebody_revoked_is_replaced() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let ttl = Some(Duration::from_secs(3600));
    etcd.write(vec![put("a", ttl)]).await.unwrap();
    let [lease] = &leases(&cluster).await[..] else { panic!("one key, one lease") };
    cluster.gateway("/v3/lease/revoke", &format!("{{\"ID\":\"{lease}\"}}")).await;
    etcd.write(vec![put("b", ttl)]).await.unwrap();
    let left = etcd.range(store::Range::new(KeyRange::all())).await.unwrap();
    assert_eq!(left.kvs.iter().map(|kv| &kv.key[..]).collect::<Vec<_>>(), [b"b"]);
}

#[tokio::test]
async fn a_write_that_took_too_long_renews_its_lease() {
    let cluster = Cluster::single().await;
    let direct = cluster.connect().await;
    let proxy = Proxy::to(cluster.port(0)).await;
    let (clock, time) = Clock::manual(UNIX_EPOCH);
    let config = Config { endpoints: vec![proxy.endpoint.clone()], clock, ..cluster.config() };
    let etcd = Etcd::connect(config).await.unwrap();
    let ttl = Some(Duration::from_secs(3600));
    etcd.write(vec![put("quick", ttl)]).await.unwrap();
    let renewals = cluster.counter("etcd_debugging_lease_renewed_total").await;
    proxy.mute();
    let slow = tokio::spawn(async move { etcd.write(vec![put("slow", ttl)]).await });
    while direct.range(store::Range::new(KeyRange::key("slow"))).await.unwrap().count == 0 {
        tokio::task::yield_now().await;
    }
    // More than the window in which keys join: the lease might now end before the key's hour is over.
    time.advance(Duration::from_secs(120));
    proxy.open();
    slow.await.unwrap().unwrap();
    assert_eq!(cluster.counter("etcd_debugging_lease_renewed_total").await, renewals + 1);
    assert_eq!(leases(&cluster).await.len(), 1, "both keys are on it");
}
