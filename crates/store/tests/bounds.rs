//! Disk and memory stay within a small multiple of the live data, however much is written.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use store::embedded::{Config, Embedded, History};
use store::{Backend, Error, Expect, KeyRange, Range, Revision, Store, WatchItem, WatchRequest, Write};

const KEYS: usize = 1000;
const OVERWRITES: usize = 1_000_000;
const VALUE: usize = 200;
const WRITERS: usize = 32;
/// Keys that one transaction writes.
const TOGETHER: usize = 25;
const MAX_EVENTS: usize = 5_000;

fn config() -> Config {
    let history = History { max_events: MAX_EVENTS, max_bytes: 4 << 20, ..History::default() };
    Config { segment_bytes: 1 << 20, checkpoint_bytes: 2 << 20, history, ..Config::default() }
}

fn on_disk(dir: &Path) -> u64 {
    // A file may be renamed or removed while its directory is read.
    std::fs::read_dir(dir).unwrap().filter_map(|entry| Some(entry.ok()?.metadata().ok()?.len())).sum()
}

fn puts(round: usize, first: usize) -> Vec<Write> {
    let put = |n: usize| {
        let mut value = format!("{round}.").into_bytes();
        value.resize(VALUE, b'v');
        let key = Bytes::from(format!("/bounds/{:04}", (first + n) % KEYS));
        Write::Put { key, value: value.into(), expect: Expect::Any, ttl: None }
    };
    (0..TOGETHER).map(put).collect()
}

/// Overwrites on and on; calls `look` now and then.
async fn overwrite(store: &Store, count: usize, look: impl Fn(usize)) {
    let done = Arc::new(AtomicUsize::new(0));
    let writers: Vec<_> = (0..WRITERS)
        .map(|_| {
            let (store, done) = (store.clone(), done.clone());
            tokio::spawn(async move {
                loop {
                    let n = done.fetch_add(TOGETHER, Ordering::SeqCst);
                    if n >= count {
                        return;
                    }
                    store.write(puts(n / KEYS, n % KEYS)).await.unwrap();
                }
            })
        })
        .collect();
    for (n, writer) in writers.into_iter().enumerate() {
        while !writer.is_finished() {
            look(n);
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        writer.await.unwrap();
    }
}

/// Waits until history is back within its bounds, which it must be without another write.
async fn settled(embedded: &Embedded) {
    crate::suite::case::soon("the end of old history", async {
        while embedded.stats().history_events as usize > 2 * MAX_EVENTS {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_million_overwrites_take_no_more_room_than_a_thousand_keys_need() {
    let dir = tempfile::tempdir().unwrap();
    let embedded = Embedded::open(dir.path(), config()).await.unwrap();
    let store = Store::new(embedded.clone());
    let (most, events) = (AtomicUsize::new(0), AtomicUsize::new(0));
    overwrite(&store, OVERWRITES, |_| {
        most.fetch_max(usize::try_from(on_disk(dir.path())).unwrap(), Ordering::SeqCst);
        events.fetch_max(usize::try_from(embedded.stats().history_events).unwrap(), Ordering::SeqCst);
    })
    .await;
    // A checkpoint keeps what it reads; what it kept goes when it is done.
    assert!(events.into_inner() <= 20 * MAX_EVENTS, "history is not bounded while writes go on");
    settled(&embedded).await;
    let stats = embedded.stats();
    assert!(stats.writes as usize * TOGETHER >= OVERWRITES, "{stats:?}");
    assert!(stats.checkpoints > 3, "{stats:?}");
    let live = (KEYS * (VALUE + 12)) as u64;
    assert_eq!(stats.keys, KEYS as u64);
    assert!(stats.live_bytes <= 2 * live, "{stats:?}");
    // The log since the last checkpoint, what is written while one is made, spares, and two checkpoints with history.
    let allowed = 24 << 20;
    assert!(most.into_inner() <= allowed, "the directory grew to more than {allowed} bytes: {stats:?}");
    assert!(stats.history_bytes <= 8 << 20, "{stats:?}");
    assert!(stats.history_keys <= 2 * KEYS as u64, "{stats:?}");
    assert!(stats.commits <= stats.writes, "{stats:?}");
    store.close().await;
    drop((store, embedded));

    let embedded = Embedded::open(dir.path(), config()).await.unwrap();
    let all = embedded.range(Range::new(KeyRange::all())).await.unwrap();
    assert_eq!((all.count, all.revision), (KEYS as u64, stats.revision));
    assert!(all.kvs.iter().all(|kv| kv.version == (OVERWRITES / KEYS) as u64), "every overwrite counted");
    embedded.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_watchers_lose_nothing_or_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let embedded = Embedded::open(dir.path(), config()).await.unwrap();
    let store = Store::new(embedded.clone());
    let first = store.create("/first", "x", None).await.unwrap();
    let mut slow = vec![];
    for _ in 0..10 {
        slow.push(store.watch(WatchRequest::after(KeyRange::all(), Revision::ZERO)).await.unwrap());
    }
    // Far beyond the bounds of history, while nobody reads.
    overwrite(&store, 100_000, |_| {}).await;
    // Slow watchers keep no history alive.
    settled(&embedded).await;
    let newest = store.revision().await.unwrap();
    let mut told = 0;
    for mut watch in slow {
        let mut seen = Revision::ZERO;
        while seen < newest {
            match watch.next().await.expect("the store runs") {
                Ok(WatchItem::Events(events)) => {
                    for chunk in events.chunk_by(|a, b| a.revision() == b.revision()) {
                        assert_eq!(chunk[0].revision(), seen.next(), "a gap");
                        assert_eq!(
                            chunk.len(),
                            if seen < first { 1 } else { TOGETHER },
                            "a part of a revision"
                        );
                        seen = chunk[0].revision();
                    }
                }
                Ok(WatchItem::Progress(revision)) => assert!(revision <= seen, "progress over a gap"),
                Err(Error::Compacted { .. }) => {
                    told += 1;
                    break;
                }
                Err(other) => panic!("{other:?}"),
            }
        }
    }
    assert!(told > 0, "100,000 changes can't have been kept for all");
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn history_is_bounded_by_age() {
    let (clock, time) =
        runtime::Clock::manual(std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000));
    let dir = tempfile::tempdir().unwrap();
    let history = History { max_age: std::time::Duration::from_secs(60), ..History::default() };
    let embedded = Embedded::open(dir.path(), Config { clock, history, ..Config::default() }).await.unwrap();
    let store = Store::new(embedded.clone());
    for n in 0..100 {
        store.write(puts(n, 0)).await.unwrap();
    }
    assert!(embedded.stats().history_events >= 100);
    // Forgetting follows the clock, not the next write.
    while embedded.stats().history_events > 0 {
        time.advance(std::time::Duration::from_secs(61));
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    let old = store.range(Range::new(KeyRange::all()).at(Revision(1))).await;
    assert!(matches!(old, Err(Error::Compacted { .. })), "{old:?}");
    assert_eq!(store.range(Range::new(KeyRange::all())).await.unwrap().count, TOGETHER as u64);
    store.close().await;
}
