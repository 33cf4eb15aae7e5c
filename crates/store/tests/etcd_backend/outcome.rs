//! Writes that fail: certain or unknown, and never done twice.

use std::time::Duration;

use store::etcd::{Config, Etcd};
use store::{Backend, Error, Expect, KeyRange, Range, Write};

use crate::fixture::etcd::{Cluster, Proxy};

fn put(value: &'static str) -> Write {
    Write::Put { key: "k".into(), value: value.into(), expect: Expect::Any, ttl: None }
}

async fn wired(cluster: &Cluster) -> (Proxy, Etcd) {
    let proxy = Proxy::to(cluster.port(0)).await;
    let endpoints = vec![proxy.endpoint.clone()];
    let config = Config { endpoints, request_timeout: Duration::from_secs(2), ..cluster.config() };
    let etcd = Etcd::connect(config).await.expect("the wire is open");
    (proxy, etcd)
}

#[tokio::test]
async fn a_write_whose_answer_is_lost_is_unknown_and_done_once() {
    let cluster = Cluster::single().await;
    let direct = cluster.connect().await;
    let (proxy, etcd) = wired(&cluster).await;
    etcd.write(vec![put("before")]).await.unwrap();
    proxy.mute();
    let write = tokio::spawn(async move {
        let result = etcd.write(vec![put("in flight")]).await;
        (etcd, result)
    });
    // The server has done it once it shows; only the answer is held back.
    let done = loop {
        let found = direct.range(Range::new(KeyRange::key("k"))).await.unwrap().kvs.pop().unwrap();
        if found.value == "in flight" {
            break found;
        }
        tokio::task::yield_now().await;
    };
    // The wire works again at once: whoever tried again would succeed.
    proxy.cut();
    proxy.open();
    let (etcd, result) = write.await.unwrap();
    assert!(matches!(&result, Err(Error::Unknown(_))), "{result:?}");
    let after = etcd.range(Range::new(KeyRange::key("k"))).await.unwrap().kvs.pop().unwrap();
    assert_eq!(after, done, "it was not done again");
}

#[tokio::test]
async fn a_write_without_an_answer_in_time_is_unknown() {
    let cluster = Cluster::single().await;
    let (proxy, etcd) = wired(&cluster).await;
    etcd.write(vec![put("before")]).await.unwrap();
    proxy.mute();
    let result = etcd.write(vec![put("in flight")]).await;
    assert!(matches!(&result, Err(Error::Unknown(_))), "{result:?}");
    let read = etcd.range(Range::new(KeyRange::all())).await;
    assert!(matches!(&read, Err(Error::Unavailable(_))), "{read:?}");
}

#[tokio::test]
async fn a_write_to_nobody_is_certain_not_to_have_happened() {
    let mut cluster = Cluster::single().await;
    let mut config = cluster.config();
    config.request_timeout = Duration::from_secs(1);
    let etcd = Etcd::connect(config).await.unwrap();
    cluster.kill(0);
    // The first may still be sent on a connection whose end has not been noticed.
    let mut results = Vec::new();
    for _ in 0..3 {
        results.push(etcd.write(vec![put("x")]).await);
    }
    assert!(results.iter().all(|result| result.as_ref().is_err_and(Error::is_transient)), "{results:?}");
    assert!(matches!(results.last(), Some(Err(Error::Unavailable(_)))), "{results:?}");
}
