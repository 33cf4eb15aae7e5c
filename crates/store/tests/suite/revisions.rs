//! One number orders everything.

use std::collections::HashSet;

use store::Range;

use super::{Case, Cases};

pub const CASES: Cases = &[
    ("revisions_have_no_gaps", |c| Box::pin(revisions_have_no_gaps(c))),
    ("concurrent_writers_share_no_revision", |c| Box::pin(concurrent_writers_share_no_revision(c))),
    ("bookkeeping_over_a_life", |c| Box::pin(bookkeeping_over_a_life(c))),
];

async fn revisions_have_no_gaps(c: Case) {
    let start = c.revision().await;
    for n in 1..=30 {
        let revision = if n % 3 == 0 { c.delete("k").await } else { c.put("k", "v").await };
        assert_eq!(revision.0, start.0 + n);
    }
}

async fn concurrent_writers_share_no_revision(c: Case) {
    let start = c.revision().await;
    let writers: Vec<_> = (0..10)
        .map(|writer| {
            let (store, key) = (c.store.clone(), c.key(format!("{writer}")));
            tokio::spawn(async move {
                let mut revisions = vec![];
                for n in 0..20 {
                    let put = crate::workload::put(&key, format!("{n}").as_bytes(), store::Expect::Any);
                    revisions.push(store.write(vec![put]).await.unwrap().revision.0);
                }
                assert!(revisions.is_sorted_by(|a, b| a < b), "{revisions:?}");
                revisions
            })
        })
        .collect();
    let mut all = HashSet::new();
    for writer in writers {
        all.extend(writer.await.unwrap());
    }
    assert_eq!(all, (start.0 + 1..=start.0 + 200).collect());
    assert_eq!(c.revision().await.0, start.0 + 200);
}

async fn bookkeeping_over_a_life(c: Case) {
    let base = c.revision().await.0;
    for _ in 0..2 {
        c.put("a", "1").await;
        c.put("b", "1").await;
        c.put("a", "2").await;
        c.delete("b").await;
    }
    c.put("b", "2").await;
    let read = c.read(Range::new(c.all())).await;
    let facts: Vec<_> = read
        .kvs
        .iter()
        .map(|kv| (kv.create_revision.0 - base, kv.mod_revision.0 - base, kv.version))
        .collect();
    assert_eq!(facts, [(1, 7, 4), (9, 9, 1)]);
}
