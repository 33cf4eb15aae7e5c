//! Keys and values are bytes, all of them, in the order of bytes.

use bytes::Bytes;
use store::{Expect, KeyRange, Range, Write};

use super::case::events;
use super::{Case, Cases};

pub const CASES: Cases = &[
    ("keys_of_any_bytes_in_order", |c| Box::pin(keys_of_any_bytes_in_order(c))),
    ("values_of_any_bytes", |c| Box::pin(values_of_any_bytes(c))),
    ("a_prefix_that_ends_in_ff", |c| Box::pin(a_prefix_that_ends_in_ff(c))),
    ("a_key_is_not_its_extension", |c| Box::pin(a_key_is_not_its_extension(c))),
];

fn put(key: Bytes, value: &[u8]) -> Write {
    Write::Put { key, value: Bytes::copy_from_slice(value), expect: Expect::Any, ttl: None }
}

async fn keys_of_any_bytes_in_order(c: Case) {
    let names: [&[u8]; 9] =
        [b"\xff\xff", b"\x00", b"a", b"\x00\x00", b"a\x00", b"\xff", b"a\xff", b"\x80\xfe", b""];
    let mut keys: Vec<Bytes> = names.iter().map(|name| c.key(name)).collect();
    keys.pop();
    let start = c.revision().await;
    for key in &keys {
        c.write(vec![put(key.clone(), key)]).await;
    }
    let mut watch = c.watch(start).await;
    let now = c.revision().await;
    let seen: Vec<Bytes> = events(&mut watch, now).await.iter().map(|event| event.key().clone()).collect();
    assert_eq!(seen, keys);
    keys.sort();
    let read = c.read(Range::new(c.all())).await;
    assert_eq!(read.kvs.iter().map(|kv| kv.key.clone()).collect::<Vec<_>>(), keys);
    for key in keys {
        assert_eq!(c.store.get(key.clone()).await.unwrap().unwrap().value, key);
    }
}

async fn values_of_any_bytes(c: Case) {
    let every: Vec<u8> = (0..=255).collect();
    for value in [&every[..], b"", b"\x00", b"\xff\x00\xff"] {
        c.write(vec![put(c.key("k"), value)]).await;
        assert_eq!(&c.get("k").await.unwrap().value[..], value);
    }
}

async fn a_prefix_that_ends_in_ff(c: Case) {
    for name in [&b"p\xfe"[..], b"p\xff", b"p\xff\x00", b"p\xff\xff", b"q"] {
        c.write(vec![put(c.key(name), b"v")]).await;
    }
    let read = c.read(Range::new(KeyRange::prefix(c.key(b"p\xff")))).await;
    assert_eq!(read.count, 3);
    let read = c.read(Range::new(KeyRange::prefix(c.key(b"p\xff\xff")))).await;
    assert_eq!((read.count, &read.kvs[0].key), (1, &c.key(b"p\xff\xff")));
}

async fn a_key_is_not_its_extension(c: Case) {
    c.write(vec![put(c.key(b"k"), b"1"), put(c.key(b"k\x00"), b"2")]).await;
    c.write(vec![Write::Delete { key: c.key(b"k"), expect: Expect::Any }]).await;
    assert_eq!(c.get(b"k").await, None);
    assert_eq!(&c.get(b"k\x00").await.unwrap().value[..], b"2");
}
