//! Watches: where they begin, what selectors make of changes, what happens to slow ones.

use std::time::Duration;

use registry::{Config, WatchItem};
use serde_json::json;

use super::support::*;

#[tokio::test]
async fn a_watch_sees_what_changes() {
    let lab = Lab::new().await;
    let at = lab.list(&lab.maps(), "").await.unwrap().revision;
    let mut watch = lab.watch(&lab.maps(), &format!("resourceVersion={at}")).await.unwrap();
    lab.map("a", json!({})).await;
    lab.create(&lab.target("configmaps", "other", ""), json!({"metadata": {"name": "x"}})).await.unwrap();
    lab.change("configmaps", "a", |map| map.set("data.n", "1")).await.unwrap();
    lab.delete("configmaps", "a", json!({})).await.unwrap();
    for expected in ["ADDED a", "MODIFIED a"] {
        assert_eq!(next(&mut watch).await, expected);
    }
    let Some(WatchItem::Change(change, view)) = watch.next().await else { panic!("a change") };
    let last = change.object(view).unwrap();
    assert_eq!(
        (view.as_str(), last.object().unwrap().text("data.n"), last.revision),
        ("DELETED", "1", change.revision)
    );
}

#[tokio::test]
async fn selectors_turn_changes_into_coming_and_going() {
    let lab = Lab::new().await;
    let mut watch = lab.watch(&lab.maps(), "labelSelector=a%3Db").await.unwrap();
    lab.map("x", json!({})).await;
    lab.change("configmaps", "x", |map| map.set("metadata.labels", json!({"a": "b"}))).await.unwrap();
    lab.change("configmaps", "x", |map| map.set("data.n", "1")).await.unwrap();
    lab.change("configmaps", "x", |map| map.set("metadata.labels", json!({"a": "c"}))).await.unwrap();
    lab.delete("configmaps", "x", json!({})).await.unwrap();
    lab.map("y", json!({"a": "b"})).await;
    for expected in ["ADDED x", "MODIFIED x", "DELETED x", "ADDED y"] {
        assert_eq!(next(&mut watch).await, expected);
    }
}

#[tokio::test]
async fn fields_do_so_too() {
    let lab = Lab::new().await;
    let pods = lab.target("pods", "", "");
    let mut n1 = lab.watch(&pods, "fieldSelector=spec.nodeName%3Dn1").await.unwrap();
    let mut n2 = lab.watch(&pods, "fieldSelector=spec.nodeName%3Dn2").await.unwrap();
    let mut one = lab.watch(&lab.target("pods", "ns", "p"), "").await.unwrap();
    let pod = json!({"metadata": {"name": "p"}, "spec": {"nodeName": "n1", "containers": [{"name": "c"}]}});
    lab.create(&lab.target("pods", "ns", ""), pod).await.unwrap();
    lab.change("pods", "p", |pod| pod.set("spec.nodeName", "n2")).await.unwrap();
    assert_eq!(next(&mut n1).await, "ADDED p");
    assert_eq!(next(&mut n1).await, "DELETED p");
    assert_eq!(next(&mut n2).await, "ADDED p");
    assert_eq!(next(&mut one).await, "ADDED p");
    assert_eq!(next(&mut one).await, "MODIFIED p");
}

#[tokio::test]
async fn initial_events_end_with_a_bookmark() {
    let lab = Lab::new().await;
    lab.map("a", json!({})).await;
    lab.map("b", json!({})).await;
    let query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    let mut watch = lab.watch(&lab.maps(), query).await.unwrap();
    for expected in ["ADDED a", "ADDED b", "INITIAL-END"] {
        assert_eq!(next(&mut watch).await, expected);
    }
    lab.map("c", json!({})).await;
    assert_eq!(next(&mut watch).await, "ADDED c");
    let mut watch =
        lab.watch(&lab.maps(), "sendInitialEvents=false&resourceVersionMatch=NotOlderThan").await.unwrap();
    lab.map("d", json!({})).await;
    assert_eq!(next(&mut watch).await, "ADDED d");
    let mut watch = lab.watch(&lab.maps(), "resourceVersion=0").await.unwrap();
    assert_eq!(next(&mut watch).await, "ADDED a");
}

#[tokio::test]
async fn bookmarks_come_after_what_they_cover() {
    let lab = Lab::new().await;
    let mut watch = lab.watch(&lab.maps(), "allowWatchBookmarks=true").await.unwrap();
    let stored = lab.map("a", json!({})).await;
    lab.create(&lab.target("namespaces", "", ""), json!({"metadata": {"name": "n"}})).await.unwrap();
    lab.list(&lab.maps(), "").await.unwrap();
    watch.request_bookmark();
    assert_eq!(next(&mut watch).await, "ADDED a");
    let Some(WatchItem::Bookmark { revision, initial_end: false }) = watch.next().await else {
        panic!("a bookmark")
    };
    assert!(revision > stored.revision);
    lab.map("b", json!({})).await;
    assert_eq!(next(&mut watch).await, "ADDED b");
}

#[tokio::test]
async fn old_revisions_are_replayed_from_the_store_or_refused() {
    let lab = Lab::with(Config { history: 2, ..Config::default() }).await;
    let start = lab.map("a", json!({})).await.revision;
    for n in 1..6 {
        lab.change("configmaps", "a", |map| map.set("data.n", n.to_string())).await.unwrap();
    }
    let mut watch = lab.watch(&lab.maps(), &format!("resourceVersion={start}")).await.unwrap();
    lab.change("configmaps", "a", |map| map.set("data.n", "6")).await.unwrap();
    for n in 1..7 {
        let Some(WatchItem::Change(change, _)) = watch.next().await else { panic!("a change") };
        assert_eq!(change.now.as_ref().unwrap().object().unwrap().text("data.n"), n.to_string());
    }
    lab.store.compact(lab.store.revision().await.unwrap()).await.unwrap();
    let error = lab.watch(&lab.maps(), &format!("resourceVersion={start}")).await.err().unwrap();
    assert_eq!(error.code(), 410);
    assert!(error.to_string().starts_with(&format!("too old resource version: {start} (")), "{error}");
}

#[tokio::test]
async fn a_slow_watcher_is_cut_off_and_slows_nobody() {
    let lab = Lab::with(Config { queue: 4, ..Config::default() }).await;
    let mut slow = lab.watch(&lab.maps(), "").await.unwrap();
    let mut quick = lab.watch(&lab.maps(), "").await.unwrap();
    for n in 0..20 {
        lab.map(&format!("m{n}"), json!({})).await;
        assert_eq!(next(&mut quick).await, format!("ADDED m{n}"));
    }
    for n in 0..4 {
        assert_eq!(next(&mut slow).await, format!("ADDED m{n}"));
    }
    assert_eq!(next(&mut slow).await, "ERROR 410");
    assert_eq!(next(&mut slow).await, "END");
    assert_eq!(lab.registry.counts(&config_maps()), (20, 1));
}

#[tokio::test]
async fn kinds_come_and_go_while_their_objects_stay() {
    let lab = Lab::new().await;
    lab.map("a", json!({})).await;
    let mut watch = lab.watch(&lab.maps(), "").await.unwrap();
    assert_eq!(next(&mut watch).await, "ADDED a");
    let target = lab.maps();
    lab.registry.remove_kind("", "configmaps");
    assert_eq!(next(&mut watch).await, "END");
    assert!(lab.registry.resolve("", "v1", "configmaps").is_none());
    assert_eq!(lab.list(&target, "").await.unwrap_err().code(), 404);
    lab.registry.add_kind(config_maps());
    assert_eq!(names(&lab.list(&lab.maps(), "").await.unwrap()), ["a"]);
    lab.map("b", json!({})).await;
    assert_eq!(names(&lab.list(&lab.maps(), "").await.unwrap()), ["a", "b"]);
}

#[tokio::test]
async fn periodic_bookmarks_are_sent_to_those_who_ask() {
    let lab = Lab::with(Config { bookmarks: Duration::from_millis(1), ..Config::default() }).await;
    let mut watch = lab.watch(&lab.maps(), "allowWatchBookmarks=true").await.unwrap();
    assert_eq!(next(&mut watch).await, "BOOKMARK");
    assert_eq!(next(&mut watch).await, "BOOKMARK");
}

#[tokio::test]
async fn watches_end_in_good_order() {
    let lab = Lab::new().await;
    let mut watch = lab.watch(&lab.maps(), "").await.unwrap();
    let revision = lab.map("a", json!({})).await.revision;
    lab.list(&lab.maps(), &format!("resourceVersion={revision}")).await.unwrap();
    lab.registry.end_watches();
    assert_eq!(next(&mut watch).await, "ADDED a");
    assert_eq!(next(&mut watch).await, "END");
    assert_eq!(watch.ended(), Some(registry::End::Shutdown));
}
