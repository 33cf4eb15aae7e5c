//! Many at once: no update is lost, and a watcher that comes back anywhere sees each change once.

use std::collections::BTreeSet;
use std::sync::Arc;

use registry::{Config, WatchItem};
use serde_json::json;

use super::support::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn thirty_two_writers_lose_no_update() {
    const WRITERS: usize = 32;
    const EACH: usize = 5;
    let lab = Arc::new(Lab::new().await);
    lab.map("a", json!({})).await;
    let mut writers = tokio::task::JoinSet::new();
    for _ in 0..WRITERS {
        let lab = lab.clone();
        writers.spawn(async move {
            for _ in 0..EACH {
                loop {
                    let changed = lab.change("configmaps", "a", |map| {
                        let n: usize = map.text("data.n").parse().unwrap();
                        map.set("data.n", (n + 1).to_string());
                    });
                    match changed.await {
                        Ok(_) => break,
                        Err(error) => assert!(error.is_conflict(), "{error}"),
                    }
                }
            }
        });
    }
    while let Some(done) = writers.join_next().await {
        done.unwrap();
    }
    assert_eq!(lab.get("configmaps", "a").await.unwrap().text("data.n"), (WRITERS * EACH).to_string());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_watcher_that_reconnects_anywhere_sees_each_change_once() {
    let lab = Arc::new(Lab::with(Config { history: 16, ..Config::default() }).await);
    let start = lab.map("a", json!({})).await.revision;
    let writer = tokio::spawn({
        let lab = lab.clone();
        async move {
            for n in 1..=200 {
                lab.change("configmaps", "a", |map| map.set("data.n", n.to_string())).await.unwrap();
            }
        }
    });
    let (mut seen, mut at, mut steps) = (Vec::new(), start, 1);
    while seen.last() != Some(&200) {
        let mut watch = lab.watch(&lab.maps(), &format!("resourceVersion={at}")).await.unwrap();
        for _ in 0..steps {
            let Some(WatchItem::Change(change, _)) = watch.next().await else { panic!("a change") };
            seen.push(change.now.as_ref().unwrap().object().unwrap().text("data.n").parse().unwrap());
            at = change.revision;
            if seen.last() == Some(&200) {
                break;
            }
        }
        steps = steps % 7 + 1;
    }
    writer.await.unwrap();
    assert_eq!(seen, (1..=200).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn list_and_watch_together_miss_nothing_and_repeat_nothing() {
    let lab = Arc::new(Lab::new().await);
    let writer = tokio::spawn({
        let lab = lab.clone();
        async move {
            for n in 0..200 {
                lab.map(&format!("m{n}"), json!({})).await;
            }
        }
    });
    for _ in 0..20 {
        let page = lab.list(&lab.maps(), "").await.unwrap();
        let mut seen: BTreeSet<String> = names(&page).into_iter().map(str::to_owned).collect();
        let mut watch = lab.watch(&lab.maps(), &format!("resourceVersion={}", page.revision)).await.unwrap();
        for _ in 0..5 {
            if seen.len() == 200 {
                break;
            }
            let Some(WatchItem::Change(change, _)) = watch.next().await else { panic!("a change") };
            assert!(change.revision > page.revision);
            assert!(
                seen.insert(change.now.as_ref().unwrap().head.name.to_string()),
                "a change that the list showed already"
            );
        }
    }
    writer.await.unwrap();
    assert_eq!(lab.list(&lab.maps(), "").await.unwrap().items.len(), 200);
}
