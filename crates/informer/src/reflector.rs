//! Keeps a cache equal to the server: a list and a watch in one request, or one after the other where the server does not know how;
//! then changes, resumed after every break from where it was. Only when the server no longer knows that place is all read again.

use std::sync::Arc;
use std::time::Duration;

use api::Resource;
use client::{Api, Error, Select, Watch, WatchEvent};
use futures_util::StreamExt as _;
use runtime::{Backoff, Clock, Shutdown};

use crate::cache::Cache;
use crate::informer::Shared;

/// The first and the longest pause after a failure.
const PAUSES: (Duration, Duration) = (Duration::from_millis(800), Duration::from_secs(30));

pub(crate) struct Reflector<K> {
    pub api: Api<K>,
    pub select: Select,
    pub shared: Arc<Shared<K>>,
    pub clock: Clock,
}

/// How far a reflector is.
struct Progress {
    /// What has been seen; `None` before the first list and when the server has forgotten it.
    version: Option<String>,
    /// Whether the server can list and watch in one.
    watch_list: bool,
    /// Whether anything came since this was last reset.
    moved: bool,
}

impl<K: Resource> Reflector<K> {
    /// Goes on until told to stop.
    pub async fn run(self, shutdown: Shutdown) {
        tokio::select! {
            () = shutdown.wait() => {}
            () = self.follow() => {}
        }
        self.shared.close();
    }

    async fn follow(&self) {
        let mut backoff = Backoff::new(PAUSES.0, PAUSES.1);
        let mut progress = Progress { version: None, watch_list: true, moved: false };
        loop {
            progress.moved = false;
            let outcome = self.step(&mut progress).await;
            if progress.moved {
                backoff.reset();
            }
            match outcome {
                // The server ends watches now and then. One that ends before anything came is no watch to insist on.
                Ok(()) if progress.moved => continue,
                Ok(()) => {}
                Err(error) if error.is_gone() && progress.version.take().is_some() => {
                    tracing::debug!(kind = K::KIND, %error, "the server has forgotten where this watch was; reading all");
                    continue;
                }
                Err(error)
                    if refuses_watch_list(&error) && progress.version.is_none() && progress.watch_list =>
                {
                    progress.watch_list = false;
                    continue;
                }
                Err(error) => tracing::warn!(kind = K::KIND, %error, "watching failed; will try again"),
            }
            self.clock.sleep(backoff.next_delay()).await;
        }
    }

    /// One request, or two for a list and a watch, to the end of the watch.
    async fn step(&self, progress: &mut Progress) -> Result<(), Error> {
        let watch = match &progress.version {
            Some(version) => self.api.watch(&self.select, version).await?,
            None if progress.watch_list => {
                let mut watch = self.api.watch_list(&self.select).await?;
                if !self.fill(&mut watch, progress).await? {
                    return Ok(());
                }
                watch
            }
            None => {
                let list = self.api.list(&self.select).await?;
                self.settle(list.items, list.version.clone(), progress);
                self.api.watch(&self.select, &list.version).await?
            }
        };
        self.pass_on(watch, progress).await
    }

    /// Reads the objects of the beginning. `false` if the watch ended before all were there.
    async fn fill(&self, watch: &mut Watch<K>, progress: &mut Progress) -> Result<bool, Error> {
        let mut objects = std::collections::BTreeMap::new();
        while let Some(event) = watch.next().await {
            match event? {
                WatchEvent::Added(object) | WatchEvent::Modified(object) => {
                    objects.insert(crate::Key::of(&object), object);
                }
                WatchEvent::Deleted(object) => drop(objects.remove(&crate::Key::of(&object))),
                WatchEvent::Bookmark { version, initial_end: true } => {
                    self.settle(objects.into_values().collect(), version, progress);
                    return Ok(true);
                }
                WatchEvent::Bookmark { .. } => {}
            }
        }
        Ok(false)
    }

    fn settle(&self, objects: Vec<K>, version: String, progress: &mut Progress) {
        self.shared.change(&version, |cache| cache.replace(objects));
        self.shared.mark_synced();
        (progress.version, progress.moved) = (Some(version), true);
    }

    async fn pass_on(&self, mut watch: Watch<K>, progress: &mut Progress) -> Result<(), Error> {
        while let Some(event) = watch.next().await {
            progress.moved = true;
            let version = match event? {
                WatchEvent::Bookmark { version, .. } => {
                    self.shared.change(&version, |_| Vec::new());
                    version
                }
                WatchEvent::Added(object) | WatchEvent::Modified(object) => {
                    let version = object.resource_version().to_owned();
                    self.shared.change(&version, |cache| cache.put(object));
                    version
                }
                WatchEvent::Deleted(object) => {
                    let (version, key) = (object.resource_version().to_owned(), crate::Key::of(&object));
                    let gone = |cache: &mut Cache<K>| cache.remove(&key.namespace, &key.name, Some(object));
                    self.shared.change(&version, |cache| gone(cache).into_iter().collect());
                    version
                }
            };
            progress.version = Some(version);
        }
        Ok(())
    }
}

/// Servers that do not know how refuse the parameters.
fn refuses_watch_list(error: &Error) -> bool {
    matches!(error.code(), Some(400 | 422))
}
