//! Progress marks on request, where the back end's can be trusted.

use store::{KeyRange, WatchItem, WatchRequest};

use super::case::next;
use super::{Case, Cases};

pub const CASES: Cases = &[
    ("progress_on_request", |c| Box::pin(progress_on_request(c))),
    ("progress_of_a_quiet_range", |c| Box::pin(progress_of_a_quiet_range(c))),
    ("progress_comes_after_the_events", |c| Box::pin(progress_comes_after_the_events(c))),
    ("progress_under_load_is_never_ahead", |c| Box::pin(progress_under_load_is_never_ahead(c))),
];

async fn progress_on_request(c: Case) {
    if !c.store.progress_on_request() {
        return;
    }
    let mut watch = c.watch_now().await;
    for _ in 0..3 {
        let now = c.put("other", "x").await;
        watch.request_progress();
        loop {
            match next(&mut watch).await.unwrap() {
                WatchItem::Progress(revision) if revision >= now => {
                    assert_eq!(revision, now);
                    break;
                }
                _ => {}
            }
        }
    }
}

async fn progress_of_a_quiet_range(c: Case) {
    if !c.store.progress_on_request() {
        return;
    }
    let base = c.revision().await;
    let mut watch =
        c.store.watch(WatchRequest::after(KeyRange::prefix(c.key("quiet/")), base)).await.unwrap();
    for _ in 0..5 {
        let now = c.put("loud", "x").await;
        watch.request_progress();
        loop {
            let WatchItem::Progress(revision) = next(&mut watch).await.unwrap() else { panic!("an event") };
            if revision >= now {
                break;
            }
        }
    }
}

async fn progress_comes_after_the_events(c: Case) {
    if !c.store.progress_on_request() {
        return;
    }
    let base = c.revision().await;
    for n in 0..100 {
        c.put("k", &n.to_string()).await;
    }
    let now = c.revision().await;
    let mut watch = c.watch(base).await;
    watch.request_progress();
    let mut seen = base;
    loop {
        match next(&mut watch).await.unwrap() {
            WatchItem::Events(events) => seen = events.last().unwrap().revision(),
            WatchItem::Progress(revision) => {
                assert!(revision <= seen, "progress {revision}, but only {seen} was shown");
                if revision >= now {
                    break;
                }
            }
        }
    }
}

async fn progress_under_load_is_never_ahead(c: Case) {
    if !c.store.progress_on_request() {
        return;
    }
    let base = c.revision().await;
    let mut watch = c.watch(base).await;
    let writer = {
        let (store, writes) =
            (c.store.clone(), (0..300).map(|n| c.set("k", &n.to_string())).collect::<Vec<_>>());
        tokio::spawn(async move {
            for write in writes {
                store.write(vec![write]).await.unwrap();
            }
        })
    };
    // Marks may be rare while there are always events to show; the one asked for after the last write must come.
    let (mut seen, mut marked) = (base, base);
    while marked.0 < base.0 + 300 {
        watch.request_progress();
        match next(&mut watch).await.unwrap() {
            WatchItem::Events(events) => {
                assert_eq!(events[0].revision(), seen.next());
                seen = events.last().unwrap().revision();
            }
            WatchItem::Progress(revision) => {
                assert!(revision <= seen, "progress {revision}, but only {seen} was shown");
                marked = revision;
            }
        }
    }
    writer.await.unwrap();
}
