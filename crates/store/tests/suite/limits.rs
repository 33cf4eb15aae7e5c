//! What every back end refuses, and that it takes the largest it must take.

use std::time::Duration;

use store::{Error, Expect, MAX_BYTES, MAX_WRITES, Write};

use super::{Case, Cases};

pub const CASES: Cases = &[
    ("no_writes_are_refused", |c| Box::pin(no_writes_are_refused(c))),
    ("too_many_writes_are_refused", |c| Box::pin(too_many_writes_are_refused(c))),
    ("the_most_writes_are_taken", |c| Box::pin(the_most_writes_are_taken(c))),
    ("a_key_twice_is_refused", |c| Box::pin(a_key_twice_is_refused(c))),
    ("an_empty_key_is_refused", |c| Box::pin(an_empty_key_is_refused(c))),
    ("too_many_bytes_are_refused", |c| Box::pin(too_many_bytes_are_refused(c))),
    ("the_largest_value_is_taken", |c| Box::pin(the_largest_value_is_taken(c))),
    ("a_ttl_of_zero_is_refused", |c| Box::pin(a_ttl_of_zero_is_refused(c))),
];

async fn refused(c: &Case, writes: Vec<Write>) -> String {
    let before = c.revision().await;
    let error = c.store.write(writes).await.expect_err("refused");
    assert_eq!(c.revision().await, before);
    match error {
        Error::Invalid(text) => text,
        other => panic!("{other:?} is not about a rule"),
    }
}

async fn no_writes_are_refused(c: Case) {
    refused(&c, vec![]).await;
}

async fn too_many_writes_are_refused(c: Case) {
    let writes = (0..=MAX_WRITES).map(|n| c.set(&n.to_string(), "v")).collect();
    assert!(refused(&c, writes).await.contains("129"));
}

async fn the_most_writes_are_taken(c: Case) {
    let result = c.write((0..MAX_WRITES).map(|n| c.set(&n.to_string(), "v")).collect()).await;
    assert_eq!(result.written.len(), MAX_WRITES);
    let read = c.read(store::Range::new(c.all())).await;
    assert_eq!(read.count, MAX_WRITES as u64);
    assert!(read.kvs.iter().all(|kv| kv.mod_revision == result.revision));
}

async fn a_key_twice_is_refused(c: Case) {
    let text = refused(&c, vec![c.set("a", "1"), c.set("b", "1"), c.unset("a", Expect::Any)]).await;
    assert!(text.contains("twice"), "{text}");
    refused(&c, vec![c.set("a", "1"), c.check("a", Expect::Any)]).await;
}

async fn an_empty_key_is_refused(c: Case) {
    let empty = |expect| Write::Delete { key: bytes::Bytes::new(), expect };
    let text = refused(&c, vec![empty(Expect::Any)]).await;
    assert!(text.contains("empty"), "{text}");
}

async fn too_many_bytes_are_refused(c: Case) {
    let text = refused(&c, vec![c.set("k", &"x".repeat(MAX_BYTES))]).await;
    assert!(text.contains("too large"), "{text}");
    let half = "x".repeat(MAX_BYTES / 2);
    refused(&c, vec![c.set("a", &half), c.set("b", &half)]).await;
}

async fn the_largest_value_is_taken(c: Case) {
    // Room for the back end's own words in the request.
    for size in [MAX_BYTES - 16 * 1024, 1 << 20, 0, 1] {
        let value = "y".repeat(size);
        c.put("k", &value).await;
        assert_eq!(c.get("k").await.unwrap().value.len(), size);
    }
    assert_eq!(c.get("k").await.unwrap().version, 4);
}

async fn a_ttl_of_zero_is_refused(c: Case) {
    let ttl = Some(Duration::ZERO);
    let write = Write::Put { key: c.key("k"), value: "v".into(), expect: Expect::Any, ttl };
    refused(&c, vec![write]).await;
}
