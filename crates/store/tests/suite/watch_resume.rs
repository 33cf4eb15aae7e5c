//! Watches that end and begin anew, and watchers that are slow.

use store::{Revision, WatchItem};

use super::case::{events, next, soon};
use super::{Case, Cases};

pub const CASES: Cases = &[
    ("resume_anywhere", |c| Box::pin(resume_anywhere(c))),
    ("a_dropped_watch_does_no_harm", |c| Box::pin(a_dropped_watch_does_no_harm(c))),
    ("a_slow_watcher_does_not_block_writers", |c| Box::pin(a_slow_watcher_does_not_block_writers(c))),
    ("a_slow_watcher_does_not_block_others", |c| Box::pin(a_slow_watcher_does_not_block_others(c))),
    ("many_watchers", |c| Box::pin(many_watchers(c))),
    ("from_a_list_without_gap", |c| Box::pin(from_a_list_without_gap(c))),
];

async fn resume_anywhere(c: Case) {
    let base = c.revision().await;
    let mut end = base;
    for n in 1..=40 {
        end = match n % 5 {
            0 => c.delete("k").await,
            1 => c.write((0..3).map(|k| c.set(&k.to_string(), "v")).collect()).await.revision,
            _ => c.put("k", &n.to_string()).await,
        };
    }
    let all = events(&mut c.watch(base).await, end).await;
    for after in base.0..end.0 {
        let rest = events(&mut c.watch(Revision(after)).await, end).await;
        let due: Vec<_> = all.iter().filter(|event| event.revision().0 > after).cloned().collect();
        assert_eq!(rest, due, "after {after}");
    }
}

async fn a_dropped_watch_does_no_harm(c: Case) {
    let base = c.revision().await;
    for n in 0..20 {
        let mut watch = c.watch(base).await;
        let end = c.put("k", &n.to_string()).await;
        if n % 2 == 0 {
            events(&mut watch, end).await;
        }
        drop(watch);
    }
    assert_eq!(c.revision().await.0, base.0 + 20);
}

async fn a_slow_watcher_does_not_block_writers(c: Case) {
    let base = c.revision().await;
    let mut watch = c.watch(base).await;
    let value = "x".repeat(4096);
    let mut end = base;
    for n in 0..600 {
        end = soon("a write", c.put(&(n % 50).to_string(), &value)).await;
    }
    // Nothing was lost meanwhile, or the watcher is told that it was too slow.
    let mut seen = base.0;
    while seen < end.0 {
        match next(&mut watch).await {
            Ok(WatchItem::Events(events)) => {
                for event in events {
                    assert_eq!(event.revision().0, seen + 1);
                    seen += 1;
                }
            }
            Ok(WatchItem::Progress(revision)) => assert!(revision.0 <= seen),
            Err(error) => panic!("600 changes are no reason to give up: {error}"),
        }
    }
}

async fn a_slow_watcher_does_not_block_others(c: Case) {
    let base = c.revision().await;
    let _slow = c.watch(base).await;
    let mut prompt = c.watch(base).await;
    let value = "x".repeat(1024);
    for n in 1..=300 {
        let end = c.put("k", &value).await;
        if n % 50 == 0 {
            assert_eq!(events(&mut prompt, end).await.len(), 50);
        }
    }
}

async fn many_watchers(c: Case) {
    let base = c.revision().await;
    let mut watches = vec![];
    for _ in 0..100 {
        watches.push(c.watch(base).await);
    }
    let mut end = base;
    for n in 0..10 {
        end = c.put("k", &n.to_string()).await;
    }
    for watch in &mut watches {
        assert_eq!(events(watch, end).await.len(), 10);
    }
}

async fn from_a_list_without_gap(c: Case) {
    c.put("n", "0").await;
    let writer = {
        let (store, writes) =
            (c.store.clone(), (1..=200).map(|n| c.set("n", &n.to_string())).collect::<Vec<_>>());
        tokio::spawn(async move {
            for write in writes {
                store.write(vec![write]).await.unwrap();
            }
        })
    };
    loop {
        let list = c.read(store::Range::new(c.all())).await;
        let listed = list.kvs[0].version;
        if listed == 201 {
            break;
        }
        let mut watch = c.watch(list.revision).await;
        let WatchItem::Events(events) = next(&mut watch).await.unwrap() else { continue };
        let store::Event::Put { kv, .. } = &events[0] else { panic!("{events:?}") };
        assert_eq!(kv.version, listed + 1);
    }
    writer.await.unwrap();
}
