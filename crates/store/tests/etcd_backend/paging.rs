//! Lists longer than a page.

use std::collections::BTreeSet;

use store::{Backend, Expect, KeyRange, Range, Write};

use crate::fixture::etcd::Cluster;

const KEYS: usize = 25_000;

fn key(index: usize) -> String {
    format!("/many/{index:06}")
}

#[tokio::test]
async fn twenty_five_thousand_keys_are_one_list_at_one_revision() {
    let cluster = Cluster::single().await;
    let etcd = cluster.connect().await;
    let indexes: Vec<usize> = (0..KEYS).collect();
    for chunk in indexes.chunks(128) {
        let put = |&index: &usize| Write::Put {
            key: key(index).into(),
            value: vec![7; 200].into(),
            expect: Expect::Absent,
            ttl: None,
        };
        etcd.write(chunk.iter().map(put).collect()).await.unwrap();
    }
    let revision = etcd.revision().await.unwrap();
    let writer = async {
        // Changes at both ends while the list runs: none of them may show.
        for round in 0..20 {
            let put = |index: usize| Write::Put {
                key: key(index).into(),
                value: "new".into(),
                expect: Expect::Any,
                ttl: None,
            };
            etcd.write(vec![put(round), put(KEYS - 1 - round), put(KEYS + round)]).await.unwrap();
        }
    };
    let range = Range::new(KeyRange::prefix("/many/")).at(revision);
    let (list, ()) = tokio::join!(etcd.range(range), writer);
    let list = list.unwrap();
    assert_eq!((list.kvs.len(), list.count, list.more), (KEYS, KEYS as u64, false));
    assert_eq!(list.revision, revision);
    assert!(list.kvs.iter().all(|kv| kv.value.len() == 200 && kv.mod_revision <= revision));
    assert!(list.kvs.is_sorted_by(|a, b| a.key < b.key));

    let newest = etcd.range(Range::new(KeyRange::prefix("/many/"))).await.unwrap();
    assert_eq!(newest.count as usize, KEYS + 20);
    let keys: BTreeSet<_> = newest.kvs.iter().map(|kv| kv.key.clone()).collect();
    assert_eq!(keys.len(), KEYS + 20);

    for limit in [1, 499, 500, 501, 12_345] {
        let part = etcd.range(Range::new(KeyRange::prefix("/many/")).limit(limit)).await.unwrap();
        assert_eq!((part.kvs.len(), part.count as usize, part.more), (limit, KEYS + 20, true));
        let last = &part.kvs.last().unwrap().key;
        let rest = KeyRange::prefix("/many/").after(last);
        let rest = etcd.range(Range::new(rest).at(part.revision).count_only()).await.unwrap();
        assert_eq!(rest.count as usize + limit, KEYS + 20);
    }
}
