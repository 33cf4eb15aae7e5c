//! The end: after `close`, nothing works and nothing hangs.

use store::{Error, Range};

use super::case::soon;
use super::{Case, Cases};

pub const CASES: Cases = &[
    ("after_close_everything_is_unavailable", |c| Box::pin(after_close_everything_is_unavailable(c))),
    ("close_ends_watches", |c| Box::pin(close_ends_watches(c))),
    ("close_answers_writes_in_flight", |c| Box::pin(close_answers_writes_in_flight(c))),
    ("close_twice", |c| Box::pin(close_twice(c))),
];

async fn after_close_everything_is_unavailable(c: Case) {
    let now = c.put("k", "v").await;
    soon("the end", c.store.close()).await;
    let unavailable = |what: &str, error: Option<Error>| {
        assert!(matches!(error, Some(Error::Unavailable(_))), "{what}: {error:?}");
    };
    unavailable("write", c.store.write(vec![c.set("k", "2")]).await.err());
    unavailable("read", c.store.range(Range::new(c.all())).await.err());
    unavailable("revision", c.store.revision().await.err());
    unavailable("compact", c.store.compact(now).await.err());
    match c.store.watch(store::WatchRequest::from_now(c.all())).await {
        Err(error) => unavailable("watch", Some(error)),
        Ok(mut watch) => match soon("the end of the watch", watch.next()).await {
            None => {}
            Some(item) => unavailable("watch", item.err()),
        },
    }
}

async fn close_ends_watches(c: Case) {
    let mut watch = c.watch_now().await;
    soon("the end", c.store.close()).await;
    loop {
        match soon("the end of the watch", watch.next()).await {
            None => break,
            Some(Ok(_)) => {}
            Some(Err(error)) => {
                assert!(matches!(error, Error::Unavailable(_)), "{error:?}");
                break;
            }
        }
    }
}

async fn close_answers_writes_in_flight(c: Case) {
    let writers: Vec<_> = (0..16)
        .map(|n| {
            let (store, write) = (c.store.clone(), c.set(&n.to_string(), "v"));
            tokio::spawn(async move {
                while store.write(vec![write.clone()]).await.is_ok() {}
                store.write(vec![write]).await
            })
        })
        .collect();
    while c.store.get(c.key("7")).await.unwrap().is_none() {
        tokio::task::yield_now().await;
    }
    soon("the end", c.store.close()).await;
    for writer in writers {
        let answer = soon("an answer", writer).await.unwrap();
        assert!(matches!(answer, Err(Error::Unavailable(_))), "{answer:?}");
    }
}

async fn close_twice(c: Case) {
    let (one, two) = (c.store.clone(), c.store.clone());
    let (one, two) =
        (tokio::spawn(async move { one.close().await }), tokio::spawn(async move { two.close().await }));
    soon("the end", one).await.unwrap();
    soon("the end", two).await.unwrap();
    soon("the end", c.store.close()).await;
}
