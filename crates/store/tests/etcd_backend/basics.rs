//! Calls and their results against a real server: what the shared suite can't see is checked here in detail.

use bytes::Bytes;
use store::{Backend, Error, Expect, KeyRange, MAX_BYTES, Range, Revision, Store, Write};

use crate::fixture::etcd::Cluster;

fn put(key: &'static str, value: &'static str, expect: Expect) -> Write {
    Write::Put { key: key.into(), value: value.into(), expect, ttl: None }
}

#[tokio::test]
async fn a_conflict_carries_what_is_there() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let first = etcd.write(vec![put("a", "1", Expect::Absent)]).await.unwrap().revision;
    let writes = vec![
        Write::Check { key: "z".into(), expect: Expect::Absent },
        put("b", "2", Expect::Any),
        put("a", "2", Expect::At(Revision(first.0 + 7))),
        put("c", "2", Expect::At(Revision(1))),
    ];
    let Err(Error::Conflict(conflict)) = etcd.write(writes).await else { panic!("no conflict") };
    assert_eq!((conflict.index, &conflict.key[..], conflict.revision), (2, &b"a"[..], first));
    let current = conflict.current.unwrap();
    assert_eq!((&current.value[..], current.mod_revision, current.version), (&b"1"[..], first, 1));
    let Err(Error::Conflict(conflict)) = etcd.write(vec![put("b", "1", Expect::At(first))]).await else {
        panic!("no conflict");
    };
    assert_eq!((conflict.index, conflict.current), (0, None), "nothing of the failed transaction happened");
}

#[tokio::test]
async fn revision_zero_is_no_way_to_ask_for_an_absent_key() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let never = etcd.write(vec![put("a", "1", Expect::At(Revision::ZERO))]).await;
    assert!(matches!(never, Err(Error::Conflict(conflict)) if conflict.current.is_none()));
    etcd.write(vec![put("a", "1", Expect::Absent)]).await.unwrap();
    let never = etcd.write(vec![put("a", "2", Expect::At(Revision::ZERO))]).await;
    assert!(matches!(never, Err(Error::Conflict(conflict)) if conflict.current.is_some()));
}

#[tokio::test]
async fn previous_values_come_with_the_answer_and_nothing_changes_without_need() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let first = etcd.write(vec![put("a", "1", Expect::Any), put("b", "1", Expect::Any)]).await.unwrap();
    assert!(first.written.iter().all(|written| written.previous.is_none()));
    let second = etcd
        .write(vec![
            put("a", "2", Expect::At(first.revision)),
            Write::Delete { key: "b".into(), expect: Expect::Any },
            Write::Check { key: "c".into(), expect: Expect::Absent },
        ])
        .await
        .unwrap();
    assert_eq!(second.revision, first.revision.next());
    let values: Vec<_> =
        second.written.iter().map(|w| w.previous.as_ref().map(|kv| kv.value.clone())).collect();
    assert_eq!(values, [Some(Bytes::from("1")), Some(Bytes::from("1")), None]);

    let idle = vec![
        Write::Delete { key: "b".into(), expect: Expect::Any },
        Write::Check { key: "a".into(), expect: Expect::At(second.revision) },
    ];
    let third = etcd.write(idle).await.unwrap();
    assert_eq!(third.revision, second.revision, "nothing was there to delete");
    assert_eq!(third.written[1].previous.as_ref().map(|kv| &kv.value[..]), Some(&b"2"[..]));
    assert_eq!(etcd.revision().await.unwrap(), second.revision);
}

#[tokio::test]
async fn the_past_can_be_read_and_counted_until_it_is_compacted() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let before = etcd.revision().await.unwrap();
    let one = etcd.write(vec![put("a", "1", Expect::Any)]).await.unwrap().revision;
    let two = etcd.write(vec![put("b", "1", Expect::Any)]).await.unwrap().revision;
    let three =
        etcd.write(vec![Write::Delete { key: "a".into(), expect: Expect::Any }]).await.unwrap().revision;
    for (revision, count) in [(Revision::ZERO, 0), (before, 0), (one, 1), (two, 2), (three, 1)] {
        let range = Range::new(KeyRange::all()).at(revision);
        let read = etcd.range(range.clone()).await.unwrap();
        assert_eq!((read.revision, read.kvs.len(), read.count), (revision, count, count as u64));
        let counted = etcd.range(range.count_only()).await.unwrap();
        assert_eq!((counted.revision, counted.kvs.len(), counted.count), (revision, 0, count as u64));
        assert!(!read.more && !counted.more);
    }
    etcd.compact(two).await.unwrap();
    assert_eq!(etcd.range(Range::new(KeyRange::all()).at(two)).await.unwrap().count, 2);
    for old in [Revision::ZERO, one] {
        let error = etcd.range(Range::new(KeyRange::all()).at(old)).await.unwrap_err();
        assert!(
            matches!(error, Error::Compacted { requested, compacted } if requested == old && compacted == two),
            "{error}"
        );
    }
    let error = etcd.compact(one).await.unwrap_err();
    assert!(matches!(error, Error::Compacted { compacted, .. } if compacted == two), "{error}");
    let ahead = Revision(three.0 + 10);
    let future = |error| matches!(error, Error::FutureRevision { requested, current } if requested == ahead && current == three);
    assert!(future(etcd.range(Range::new(KeyRange::all()).at(ahead)).await.unwrap_err()));
    assert!(future(etcd.compact(ahead).await.unwrap_err()));
}

#[tokio::test]
async fn a_prefix_keeps_clusters_apart() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let mut config = cluster.config();
    config.prefix = "/other".into();
    let other = store::etcd::Etcd::connect(config).await.unwrap();
    etcd.write(vec![put("/a", "mine", Expect::Absent)]).await.unwrap();
    other.write(vec![put("/a", "theirs", Expect::Absent)]).await.unwrap();
    let all = other.range(Range::new(KeyRange::all())).await.unwrap();
    assert_eq!(all.kvs.len(), 1);
    assert_eq!((&all.kvs[0].key[..], &all.kvs[0].value[..]), (&b"/a"[..], &b"theirs"[..]));
    let empty = KeyRange { start: "b".into(), end: Some("b".into()) };
    assert_eq!(etcd.range(Range::new(empty)).await.unwrap().count, 0);
}

#[tokio::test]
async fn what_is_too_large_is_invalid() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    for size in [MAX_BYTES + 1, 3 * MAX_BYTES] {
        let huge =
            Write::Put { key: "a".into(), value: vec![0; size].into(), expect: Expect::Any, ttl: None };
        let error = etcd.write(vec![huge]).await.unwrap_err();
        assert!(matches!(error, Error::Invalid(_)), "{size}: {error}");
    }
    let store = Store::new(etcd);
    let revision = store.create("b", vec![0; MAX_BYTES - 16 * 1024], None).await.unwrap();
    assert_eq!(store.get("b").await.unwrap().map(|kv| kv.mod_revision), Some(revision));
    assert_eq!(store.get("a").await.unwrap(), None);
}
