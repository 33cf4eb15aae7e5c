//! Changes of a collection, from now, from the present objects, or from a revision of the past.

use std::sync::Arc;

use meta::StatusError;
use meta::options::ListOptions;
use store::{Event, KeyRange, Revision, WatchItem, WatchRequest};

use super::Registry;
use crate::cache::{Collection, Delivery, From, Start};
use crate::change::Change;
use crate::{Filter, Subscription, Target, error};

/// More changes than this are not fetched from the store for one watch: listing again costs less.
const MAX_REPLAY: usize = 10_000;

impl Registry {
    /// Starts a watch of what the target and the options ask for.
    pub async fn watch(&self, target: &Target, options: &ListOptions) -> Result<Subscription, StatusError> {
        let filter = Filter::new(target, &options.label_selector, &options.field_selector)?;
        let version = error::parse_version(&options.resource_version).map_err(StatusError::unknown)?;
        let collection = self.collection(target)?;
        let initial = options.send_initial_events;
        let from = match (initial, version) {
            (Some(true), _) | (None, None | Some(Revision::ZERO)) => From::State,
            (Some(false), None | Some(Revision::ZERO)) => From::Now,
            (_, Some(revision)) => From::After(revision),
        };
        // Without a version the watch begins no earlier than every write acknowledged before.
        match version {
            None => drop(self.is_current().await?),
            Some(revision) if initial == Some(true) => self.is_at_least(revision).await?,
            Some(_) => {}
        }
        let start = self.start(&collection, &filter, from).await?;
        let revision = start.revision;
        let watch = Subscription::new(self.cache.clone(), collection, start, self.clock.clone());
        Ok(match (options.allow_watch_bookmarks, initial) {
            (true, Some(true)) => watch.with_initial_end(revision).with_bookmarks(self.config.bookmarks),
            (true, _) => watch.with_bookmarks(self.config.bookmarks),
            (false, _) => watch,
        })
    }

    async fn start(
        &self,
        collection: &Arc<Collection>,
        filter: &Filter,
        from: From,
    ) -> Result<Start, StatusError> {
        let mut start =
            collection.watch(filter, from, || self.cache.applied()).ok_or_else(error::not_served)?;
        let From::After(asked) = from else { return Ok(start) };
        if asked >= start.floor {
            return Ok(start);
        }
        match self.replay(collection, filter, asked, start.floor).await {
            Some(mut older) => {
                older.append(&mut start.history);
                start.history = older;
                Ok(start)
            }
            None => {
                collection.unwatch(start.id);
                Err(StatusError::too_old(asked.0, start.floor.0))
            }
        }
    }

    /// What happened after `after` up to and including `until`, from the store's history; `None` if it does not know, or if there
    /// is too much of it.
    async fn replay(
        &self,
        collection: &Collection,
        filter: &Filter,
        after: Revision,
        until: Revision,
    ) -> Option<Vec<Delivery>> {
        if !self.store.progress_on_request() {
            return None;
        }
        let request = WatchRequest::after(KeyRange::prefix(collection.prefix().to_owned()), after);
        let mut watch = self.store.watch(request).await.ok()?;
        watch.request_progress();
        let mut found = Vec::new();
        loop {
            let item = tokio::select! {
                item = watch.next() => item,
                () = self.clock.sleep(self.config.patience) => None,
            };
            match item?.ok()? {
                WatchItem::Progress(revision) if revision >= until => return Some(found),
                WatchItem::Progress(_) => watch.request_progress(),
                WatchItem::Events(events) => {
                    for event in events {
                        if event.revision() > until {
                            return Some(found);
                        }
                        let change = read(collection, event);
                        let view = change.seen_by(|stored| filter.matches(stored));
                        found.extend(view.map(|view| (change, view)));
                    }
                    if found.len() > MAX_REPLAY {
                        return None;
                    }
                }
            }
        }
    }
}

fn read(collection: &Collection, event: Event) -> Arc<Change> {
    let stored = |kv: &store::KeyValue| Arc::new(collection.read(kv));
    match event {
        Event::Put { kv, previous } => {
            Change::new(kv.mod_revision, previous.as_ref().map(stored), Some(stored(&kv)))
        }
        Event::Delete { revision, previous, .. } => {
            Change::new(revision, previous.as_ref().map(stored), None)
        }
    }
}
