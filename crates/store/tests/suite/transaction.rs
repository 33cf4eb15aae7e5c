//! Several writes that happen together or not at all.

use store::{Expect, KeyRange, Range, Revision};

use super::{Case, Cases};

pub const CASES: Cases = &[
    ("many_writes_make_one_revision", |c| Box::pin(many_writes_make_one_revision(c))),
    ("answers_come_in_the_order_of_writes", |c| Box::pin(answers_come_in_the_order_of_writes(c))),
    ("one_failed_condition_stops_all", |c| Box::pin(one_failed_condition_stops_all(c))),
    ("the_first_failed_condition_is_named", |c| Box::pin(the_first_failed_condition_is_named(c))),
    ("checks_guard_other_keys", |c| Box::pin(checks_guard_other_keys(c))),
    ("nothing_to_change_makes_no_revision", |c| Box::pin(nothing_to_change_makes_no_revision(c))),
    ("some_change_makes_one_revision", |c| Box::pin(some_change_makes_one_revision(c))),
    ("readers_never_see_half_a_transaction", |c| Box::pin(readers_never_see_half_a_transaction(c))),
];

async fn many_writes_make_one_revision(c: Case) {
    let before = c.put("gone", "x").await;
    let writes =
        vec![c.set("a", "1"), c.unset("gone", Expect::At(before)), c.set_if("b", "2", Expect::Absent)];
    let result = c.write(writes).await;
    assert_eq!(result.revision, before.next());
    for name in ["a", "b"] {
        let kv = c.get(name).await.unwrap();
        assert_eq!((kv.create_revision, kv.mod_revision), (result.revision, result.revision));
    }
    assert_eq!((c.get("gone").await, c.revision().await), (None, result.revision));
}

async fn answers_come_in_the_order_of_writes(c: Case) {
    c.put("b", "old b").await;
    c.put("c", "old c").await;
    let (b, d) = (c.get("b").await, c.get("c").await);
    let check = c.check("c", Expect::At(d.as_ref().unwrap().mod_revision));
    let result = c.write(vec![c.set("z", "new"), check, c.unset("b", Expect::Any), c.set("a", "new")]).await;
    let previous: Vec<_> = result.written.into_iter().map(|written| written.previous).collect();
    assert_eq!(previous, [None, d, b, None]);
}

async fn one_failed_condition_stops_all(c: Case) {
    c.put("k", "1").await;
    let before = (c.read(Range::new(c.all())).await, c.revision().await);
    for bad in [c.set_if("k", "2", Expect::Absent), c.unset("k", Expect::At(before.1.next()))] {
        for at in 0..3 {
            let mut writes = vec![c.set("a", "x"), c.unset("b", Expect::Any), c.set("c", "x")];
            writes.insert(at, bad.clone());
            let conflict = c.conflict(writes).await;
            assert_eq!((conflict.index, conflict.revision), (at, before.1));
        }
    }
    assert_eq!((c.read(Range::new(c.all())).await, c.revision().await), before);
}

async fn the_first_failed_condition_is_named(c: Case) {
    let now = c.put("there", "1").await;
    let writes = vec![
        c.set("a", "x"),
        c.check("there", Expect::At(now)),
        c.set_if("missing", "x", Expect::At(now)),
        c.set_if("there2", "x", Expect::Absent),
        c.check("absent", Expect::At(now)),
    ];
    let conflict = c.conflict(writes).await;
    assert_eq!((conflict.index, conflict.key, conflict.current), (2, c.key("missing"), None));
}

async fn checks_guard_other_keys(c: Case) {
    let guard = c.put("guard", "1").await;
    let written = c.write(vec![c.set("k", "1"), c.check("guard", Expect::At(guard))]).await;
    assert_eq!(written.written[1].previous.as_ref().unwrap().mod_revision, guard);
    assert_eq!(c.get("guard").await.unwrap().mod_revision, guard, "a check writes nothing");
    c.put("guard", "2").await;
    let conflict = c.conflict(vec![c.set("k", "2"), c.check("guard", Expect::At(guard))]).await;
    assert_eq!((conflict.index, conflict.key), (1, c.key("guard")));
    c.conflict(vec![c.set("k", "2"), c.check("guard", Expect::Absent)]).await;
    c.write(vec![c.set("k", "3"), c.check("never", Expect::Absent), c.check("guard", Expect::Any)]).await;
    assert_eq!(c.value("k").await.as_deref(), Some("3"));
}

async fn nothing_to_change_makes_no_revision(c: Case) {
    let now = c.put("k", "1").await;
    let result = c.write(vec![c.check("k", Expect::At(now))]).await;
    assert_eq!((result.revision, result.written.len()), (now, 1));
    let result = c.write(vec![c.unset("none", Expect::Any), c.check("k", Expect::Any)]).await;
    assert_eq!((result.revision, c.revision().await), (now, now));
    assert_eq!(result.written[1].previous, c.get("k").await);
}

async fn some_change_makes_one_revision(c: Case) {
    let now = c.put("k", "1").await;
    let result = c.write(vec![c.unset("none", Expect::Any), c.unset("k", Expect::Any)]).await;
    assert_eq!((result.revision, c.revision().await), (now.next(), now.next()));
}

async fn readers_never_see_half_a_transaction(c: Case) {
    c.write((0..4).map(|n| c.set(&format!("{n}"), "0")).collect()).await;
    let reader = {
        let (store, range) = (c.store.clone(), Range::new(KeyRange::prefix(c.prefix.clone())));
        tokio::spawn(async move {
            let mut last = Revision::ZERO;
            loop {
                let read = store.range(range.clone()).await.unwrap();
                let values: std::collections::HashSet<_> = read.kvs.iter().map(|kv| &kv.value).collect();
                assert_eq!((read.kvs.len(), values.len()), (4, 1), "{:?}", read.kvs);
                assert!(read.revision >= last);
                last = read.revision;
                if read.kvs[0].value == "end" {
                    return;
                }
            }
        })
    };
    for n in 1..60 {
        let value = if n == 59 { "end".to_owned() } else { n.to_string() };
        c.write((0..4).map(|k| c.set(&format!("{k}"), &value)).collect()).await;
    }
    reader.await.unwrap();
}
