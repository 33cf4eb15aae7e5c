//! The one feed of the cache: loads everything at one revision, then follows the store's watch. When the stream ends it resumes
//! where it stopped; when the store no longer knows what happened since, it loads again and tells watchers the difference.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use runtime::Backoff;
use store::{Error, KeyRange, KeyValue, Range, Revision, WatchItem, WatchRequest};

use super::{Cache, Table};
use crate::key;

/// Keys per read of the first load.
const PAGE: usize = 2000;

/// The running feed; dropping it ends it.
pub(crate) struct Feed(tokio::task::JoinHandle<()>);

impl Drop for Feed {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Starts feeding the cache.
pub(crate) fn follow(cache: Arc<Cache>) -> Feed {
    Feed(tokio::spawn(async move { run(&cache).await }))
}

async fn run(cache: &Cache) {
    let mut backoff = Backoff::new(Duration::from_millis(10), Duration::from_secs(5));
    let mut position = None;
    loop {
        match feed(cache, &mut position, &mut backoff).await {
            Error::Compacted { .. } => {
                tracing::warn!("the watch cache fell behind the store's history and loads anew");
                position = None;
            }
            error => {
                tracing::warn!(%error, "the watch cache lost the store and tries again");
                cache.clock.sleep(backoff.next_delay()).await;
            }
        }
    }
}

/// Loads if need be, then applies what the store tells, until that ends.
async fn feed(cache: &Cache, position: &mut Option<Revision>, backoff: &mut Backoff) -> Error {
    let after = match *position {
        Some(after) => after,
        None => match load(cache).await {
            Ok(at) => at,
            Err(error) => return error,
        },
    };
    *position = Some(after);
    // Previous values are not asked for: the cache has them.
    let request = WatchRequest { keys: KeyRange::prefix(key::ROOT), after: Some(after), previous: false };
    let mut watch = match cache.store.watch(request).await {
        Ok(watch) => watch,
        Err(error) => return error,
    };
    loop {
        let item = tokio::select! {
            item = watch.next() => item,
            () = cache.progress.notified() => {
                watch.request_progress();
                continue;
            }
        };
        match item {
            Some(Ok(WatchItem::Events(events))) => {
                cache.apply(events);
                backoff.reset();
            }
            Some(Ok(WatchItem::Progress(revision))) => cache.advance(revision),
            Some(Err(error)) => return error,
            None => return Error::Unavailable("the watch has ended".into()),
        }
        *position = Some(cache.applied());
    }
}

/// Reads everything at one revision, page by page.
async fn load(cache: &Cache) -> Result<Revision, Error> {
    let mut keys = KeyRange::prefix(key::ROOT);
    let mut kvs: Vec<KeyValue> = Vec::new();
    let mut at = None;
    loop {
        let mut range = Range::new(keys.clone()).limit(PAGE);
        range.revision = at;
        let page = cache.store.range(range).await?;
        at = Some(page.revision);
        let last = page.kvs.last().map(|kv| kv.key.clone());
        kvs.extend(page.kvs);
        match last {
            Some(last) if page.more => keys = keys.after(&last),
            _ => break,
        }
    }
    let revision = at.unwrap_or_default();
    let mut table = cache.table.write();
    take_in(&mut table, kvs, revision);
    cache.advance(revision);
    drop(table);
    cache.loaded.send_replace(true);
    Ok(revision)
}

/// Hands each collection its keys; the rest is kept aside.
fn take_in(table: &mut Table, kvs: Vec<KeyValue>, revision: Revision) {
    let mut parts: HashMap<Box<str>, Vec<KeyValue>> = HashMap::new();
    table.aside.clear();
    for kv in kvs {
        match key::parse(&kv.key).map(|(collection, _)| collection) {
            Some(collection) if table.collections.contains_key(collection) => {
                parts.entry(collection.into()).or_default().push(kv);
            }
            _ => drop(table.aside.insert(kv.key, (kv.value, kv.mod_revision))),
        }
    }
    for (name, collection) in &table.collections {
        collection.reload(parts.get(name).map_or(&[], Vec::as_slice), revision);
    }
}
