//! The end of a connection.

use store::{Backend, Error, KeyRange, Range, Revision, WatchRequest, Write};

use crate::fixture::etcd::Cluster;

#[tokio::test]
async fn closing_ends_watches_and_later_calls() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let mut watch = etcd.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    etcd.close().await;
    assert!(watch.next().await.is_none());
    let unavailable = |error: Error| matches!(error, Error::Unavailable(_));
    let check = Write::Check { key: "a".into(), expect: store::Expect::Absent };
    assert!(unavailable(etcd.write(vec![check]).await.unwrap_err()));
    assert!(unavailable(etcd.range(Range::new(KeyRange::all())).await.unwrap_err()));
    assert!(unavailable(etcd.revision().await.unwrap_err()));
    assert!(unavailable(etcd.compact(Revision(1)).await.unwrap_err()));
    assert!(etcd.watch(WatchRequest::after(KeyRange::all(), Revision(1))).await.is_err());
    etcd.close().await;
}

#[tokio::test]
async fn dropping_the_connection_ends_its_watches() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let mut watch = etcd.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    drop(etcd);
    assert!(watch.next().await.is_none());
}
