//! Watches: how many events reach their watchers, while they are written and from history.

use std::sync::Arc;

use anyhow::{Context, Result};
use store::embedded::{Config, Embedded};
use store::{KeyRange, Revision, Store, WatchItem, WatchRequest};
use tokio::task::JoinSet;

use crate::Bench;
use crate::figures::Watching;
use crate::load::{VALUE, put, value};
use crate::writes::median;

const WATCHERS: [usize; 3] = [1, 10, 100];
const REPEATS: usize = 3;
/// Changes come from so many writers, in transactions of so many keys: so that the disk is not what limits them.
const WRITERS: usize = 16;
const AT_ONCE: usize = 16;
const PREFIX: &str = "/registry/pods/";

/// All numbers of watchers.
pub fn measure(bench: &Bench<'_>) -> Result<Vec<Watching>> {
    let dir = tempfile::tempdir_in(bench.dir)?;
    bench.runtime.block_on(async {
        let store = Store::new(Embedded::open(dir.path(), Config::default()).await?);
        let mut all = Vec::new();
        for watchers in WATCHERS {
            all.push(fan_out(bench, &store, watchers).await?);
        }
        store.close().await;
        Ok(all)
    })
}

async fn fan_out(bench: &Bench<'_>, store: &Store, watchers: usize) -> Result<Watching> {
    let per_writer = (bench.plan.events / WRITERS / AT_ONCE).max(1);
    let events = per_writer * WRITERS * AT_ONCE;
    let delivered = (events * watchers) as f64;
    let (mut live, mut replay) = (Vec::new(), Vec::new());
    for _ in 0..REPEATS {
        let after = store.revision().await?;
        let mut watches = start(store, watchers, after, events).await?;
        let begun = bench.clock.monotonic();
        change(store, per_writer).await?;
        finish(&mut watches).await?;
        let done = bench.clock.monotonic();
        live.push(delivered / (done - begun).as_secs_f64());
        let mut watches = start(store, watchers, after, events).await?;
        finish(&mut watches).await?;
        replay.push(delivered / (bench.clock.monotonic() - done).as_secs_f64());
    }
    let (live, replay) = (median(live.into_iter()), median(replay.into_iter()));
    Ok(Watching { watchers, live_per_second: live, replay_per_second: replay })
}

/// Watchers that each end when they have seen `events` events.
async fn start(
    store: &Store,
    watchers: usize,
    after: Revision,
    events: usize,
) -> Result<JoinSet<Result<()>>> {
    let mut tasks = JoinSet::new();
    for _ in 0..watchers {
        let request = WatchRequest::after(KeyRange::prefix(PREFIX), after);
        let mut watch = store.watch(request).await?;
        tasks.spawn(async move {
            let mut seen = 0;
            while seen < events {
                let item = watch.next().await.context("the watch ended")??;
                seen += if let WatchItem::Events(events) = item { events.len() } else { 0 };
            }
            Ok(())
        });
    }
    Ok(tasks)
}

async fn finish(tasks: &mut JoinSet<Result<()>>) -> Result<()> {
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    Ok(())
}

/// All writers' changes.
async fn change(store: &Store, per_writer: usize) -> Result<()> {
    let (value, mut tasks) = (Arc::new(value(VALUE)), JoinSet::new());
    for writer in 0..WRITERS {
        let (store, value) = (store.clone(), value.clone());
        tasks.spawn(async move {
            for n in 0..per_writer {
                let key = |m| format!("{PREFIX}ns-{writer}/pod-{}", n * AT_ONCE + m);
                store.write((0..AT_ONCE).map(|m| put(key(m), &value, None)).collect()).await?;
            }
            Ok(())
        });
    }
    finish(&mut tasks).await
}
