//! Keys that delete themselves.

use std::time::Duration;

use store::{Event, Expect, Range, Revision, Write};

use super::case::{events, soon};
use super::{Case, Cases};

/// Longer than the shortest that etcd grants.
const TTL: Duration = Duration::from_secs(2);

pub const CASES: Cases = &[
    ("time_up_is_a_delete", |c| Box::pin(time_up_is_a_delete(c))),
    ("not_before_its_time", |c| Box::pin(not_before_its_time(c))),
    ("a_rewrite_renews_it", |c| Box::pin(a_rewrite_renews_it(c))),
    ("a_write_without_ttl_clears_it", |c| Box::pin(a_write_without_ttl_clears_it(c))),
    ("a_key_made_again_has_its_own_time", |c| Box::pin(a_key_made_again_has_its_own_time(c))),
    ("many_keys_expire", |c| Box::pin(many_keys_expire(c))),
];

async fn put_for(c: &Case, name: &str, ttl: Option<Duration>) -> Revision {
    let write = Write::Put { key: c.key(name), value: "v".into(), expect: Expect::Any, ttl };
    c.write(vec![write]).await.revision
}

/// The delete that comes by itself.
async fn gone(c: &Case, after: Revision, name: &str) -> Event {
    let mut watch = c.watch(after).await;
    let key = c.key(name);
    soon("the end of the key", async {
        loop {
            let revision = Revision(after.0 + 1);
            for event in events(&mut watch, revision).await {
                if event.key() == &key && matches!(event, Event::Delete { .. }) {
                    return event;
                }
            }
        }
    })
    .await
}

async fn time_up_is_a_delete(c: Case) {
    let put = put_for(&c, "k", Some(TTL)).await;
    let kv = c.get("k").await;
    assert!(kv.is_some());
    c.pass(TTL + Duration::from_millis(1));
    let Event::Delete { revision, previous, .. } = gone(&c, put, "k").await else { unreachable!() };
    assert_eq!((revision, previous), (put.next(), kv));
    assert_eq!((c.get("k").await, c.revision().await), (None, revision));
    assert_eq!(c.read(Range::new(c.all()).at(put)).await.count, 1);
}

async fn not_before_its_time(c: Case) {
    put_for(&c, "k", Some(TTL)).await;
    // On the system's clock this costs no time, and only checks that a write does not end it.
    c.pass(TTL - Duration::from_millis(1));
    for n in 0..20 {
        c.put("other", &n.to_string()).await;
        assert!(c.get("k").await.is_some());
    }
    c.delete("k").await;
}

async fn a_rewrite_renews_it(c: Case) {
    put_for(&c, "k", Some(TTL)).await;
    c.pass(TTL - Duration::from_millis(1));
    let second = put_for(&c, "k", Some(TTL * 2)).await;
    c.pass(TTL * 2 - Duration::from_millis(1));
    for n in 0..20 {
        c.put("other", &n.to_string()).await;
    }
    if c.time.is_some() {
        assert!(c.get("k").await.is_some());
    }
    c.pass(Duration::from_millis(2));
    let Event::Delete { previous, .. } = gone(&c, second, "k").await else { unreachable!() };
    assert_eq!(previous.unwrap().mod_revision, second);
}

async fn a_write_without_ttl_clears_it(c: Case) {
    put_for(&c, "k", Some(TTL)).await;
    let cleared = put_for(&c, "k", None).await;
    let witness = put_for(&c, "witness", Some(TTL)).await;
    assert_eq!(witness, cleared.next());
    c.pass(TTL * 2);
    // The witness has the same time and was written later: when it is gone, the key would be too.
    let end = gone(&c, witness, "witness").await;
    assert_eq!(c.get("k").await.unwrap().mod_revision, cleared);
    assert_eq!(c.revision().await, end.revision());
}

async fn a_key_made_again_has_its_own_time(c: Case) {
    put_for(&c, "k", Some(TTL)).await;
    c.delete("k").await;
    let again = put_for(&c, "k", None).await;
    let witness = put_for(&c, "witness", Some(TTL)).await;
    c.pass(TTL * 2);
    gone(&c, witness, "witness").await;
    assert_eq!(c.get("k").await.unwrap().mod_revision, again);
}

async fn many_keys_expire(c: Case) {
    let base = c.revision().await;
    for n in 0..20 {
        put_for(&c, &format!("{n}"), Some(TTL)).await;
    }
    c.put("stays", "v").await;
    c.pass(TTL * 2);
    let mut watch = c.watch(base).await;
    let mut deleted = std::collections::HashSet::new();
    while deleted.len() < 20 {
        let item = soon("the ends of the keys", watch.next()).await.unwrap().unwrap();
        let store::WatchItem::Events(events) = item else { continue };
        for event in events {
            if let Event::Delete { key, previous, .. } = event {
                assert!(previous.is_some());
                assert!(deleted.insert(key), "deleted twice");
            }
        }
    }
    assert_eq!(c.names(&c.read(Range::new(c.all())).await), ["stays"]);
}
