//! Collections of objects, whole or page by page.
//!
//! Most lists come from the cache. The store is asked for what the cache cannot know: a page of an older revision (a list that goes
//! on while others write), an exact revision, or a present that the cache has not reached.

use std::sync::Arc;

use meta::StatusError;
use meta::options::{ListOptions, ResourceVersionMatch};
use store::{Error, KeyRange, Range, Revision};

use super::Registry;
use super::continue_token::ContinueToken;
use crate::cache::Collection;
use crate::{Filter, Stored, Target, error, key};

/// Part of a collection at one revision.
#[derive(Debug, Default)]
pub struct Page {
    /// The objects, in the order of their keys.
    pub items: Vec<Arc<Stored>>,
    /// The revision that the list shows.
    pub revision: Revision,
    /// What the next page is asked for with; empty on the last one.
    pub continue_token: String,
    /// How many objects follow, where that is known.
    pub remaining: Option<i64>,
}

/// At which revision a list is wanted.
enum Wanted {
    /// Every write acknowledged before.
    Current,
    /// At least this.
    NotOlderThan(Revision),
    /// Exactly this.
    Exact(Revision),
}

/// Where a page begins and how long it is.
struct Span<'a> {
    filter: &'a Filter,
    start: Option<&'a str>,
    limit: usize,
}

impl Registry {
    /// The objects that the target and the options ask for.
    pub async fn list(&self, target: &Target, options: &ListOptions) -> Result<Page, StatusError> {
        let filter = Filter::new(target, &options.label_selector, &options.field_selector)?;
        let version = error::parse_version(&options.resource_version);
        let collection = self.collection(target)?;
        let limit = usize::try_from(options.limit).unwrap_or(0);
        if !options.continue_token.is_empty() {
            let token = ContinueToken::decode(&options.continue_token)?;
            check_continued(options)?;
            return self.go_on(&collection, &filter, limit, &token).await;
        }
        let version =
            version.map_err(|text| StatusError::bad_request(format!("invalid resource version: {text}")))?;
        let wanted = match (version, options.version_match()) {
            (None, _) => Wanted::Current,
            (Some(version), Some(ResourceVersionMatch::Exact)) => Wanted::Exact(version),
            // Before there was a match parameter, a version with a limit meant exactly that version.
            (Some(version), None) if limit > 0 && version != Revision::ZERO => Wanted::Exact(version),
            (Some(version), _) => Wanted::NotOlderThan(version),
        };
        // Whoever takes any version gets all of it: upstream's cache does not page such lists.
        let limit = if matches!(wanted, Wanted::NotOlderThan(Revision::ZERO)) { 0 } else { limit };
        let span = Span { filter: &filter, start: None, limit };
        match wanted {
            Wanted::Current if self.is_current().await? => Ok(self.list_cached(&collection, &span)),
            Wanted::Current => self.list_stored(&collection, &span, None).await.map_err(error::of_store),
            Wanted::NotOlderThan(revision) => {
                self.is_at_least(revision).await?;
                Ok(self.list_cached(&collection, &span))
            }
            Wanted::Exact(revision) => self.exactly(&collection, &span, revision).await,
        }
    }

    /// The objects that an owner owns, as the cache has them.
    pub fn owned_by(&self, kind: &resource::Kind, uid: &str) -> Vec<Arc<Stored>> {
        self.collection_of(kind).map(|collection| collection.owned_by(uid)).unwrap_or_default()
    }

    fn list_cached(&self, collection: &Collection, span: &Span<'_>) -> Page {
        let listed = collection.list(span.filter, span.start, span.limit, || self.cache.applied());
        let mut page = Page { items: listed.items, revision: listed.revision, ..Page::default() };
        if listed.more {
            page.finish(span.filter, Some(listed.revision), listed.count);
        }
        page
    }

    async fn exactly(
        &self,
        collection: &Collection,
        span: &Span<'_>,
        revision: Revision,
    ) -> Result<Page, StatusError> {
        match self.list_stored(collection, span, Some(revision)).await {
            Err(Error::Compacted { .. }) => Err(StatusError::list_version_expired()),
            other => other.map_err(error::of_store),
        }
    }

    /// A further page: of the revision that the first one showed, or of now if the token says so.
    async fn go_on(
        &self,
        collection: &Collection,
        filter: &Filter,
        limit: usize,
        token: &ContinueToken,
    ) -> Result<Page, StatusError> {
        // The token's place is relative to what was listed, which may be one namespace.
        let base = if filter.namespace.is_empty() { String::new() } else { format!("{}/", filter.namespace) };
        let start = format!("{base}{}", token.start);
        let span = Span { filter, start: Some(&start), limit };
        let Some(revision) = token.revision else {
            return if self.is_current().await? {
                Ok(self.list_cached(collection, &span))
            } else {
                self.list_stored(collection, &span, None).await.map_err(error::of_store)
            };
        };
        match self.list_stored(collection, &span, Some(revision)).await {
            Err(Error::Compacted { .. }) => {
                let token = ContinueToken { revision: None, start: token.start.clone() };
                Err(StatusError::continue_expired(Some(token.encode())))
            }
            other => other.map_err(error::of_store),
        }
    }

    /// A page as the store has it at a revision. Objects that have not changed since are taken from the cache.
    async fn list_stored(
        &self,
        collection: &Collection,
        span: &Span<'_>,
        at: Option<Revision>,
    ) -> Result<Page, Error> {
        let (filter, limit) = (span.filter, span.limit);
        let prefix = match filter.namespace.as_str() {
            "" => collection.prefix().to_owned(),
            namespace => format!("{}{namespace}/", collection.prefix()),
        };
        let mut keys = KeyRange::prefix(prefix);
        if let Some(start) = span.start {
            keys.start = keys.start.max(format!("{}{start}", collection.prefix()).into());
        }
        let mut page = Page::default();
        let mut at = at;
        loop {
            let mut range = Range::new(keys.clone()).limit(if limit == 0 { 0 } else { limit.max(100) });
            range.revision = at;
            let read = self.store.range(range).await?;
            at = Some(read.revision);
            page.revision = read.revision;
            let count = usize::try_from(read.count).unwrap_or(usize::MAX);
            for (index, kv) in read.kvs.iter().enumerate() {
                let place = key::parse(&kv.key).map_or("", |(_, place)| place);
                let cached = collection.get(place).filter(|stored| stored.revision == kv.mod_revision);
                let stored = cached.unwrap_or_else(|| Arc::new(collection.read(kv)));
                if !filter.matches(&stored) {
                    continue;
                }
                if limit > 0 && page.items.len() == limit {
                    page.finish(filter, at, limit + count - index);
                    return Ok(page);
                }
                page.items.push(stored);
            }
            match read.kvs.last() {
                Some(last) if read.more => keys = keys.after(&last.key),
                _ => return Ok(page),
            }
        }
    }
}

impl Page {
    /// There is more: after the last item of this page, of `count` objects from the page's start on.
    fn finish(&mut self, filter: &Filter, revision: Option<Revision>, count: usize) {
        let Some(last) = self.items.last() else { return };
        let place = key::place(&last.head.namespace, &last.head.name);
        let place = match filter.namespace.as_str() {
            "" => place.as_str(),
            namespace => {
                place.strip_prefix(namespace).and_then(|rest| rest.strip_prefix('/')).unwrap_or(&place)
            }
        };
        self.continue_token = ContinueToken::after(place, revision).encode();
        if !filter.has_selectors() {
            self.remaining = i64::try_from(count - self.items.len()).ok();
        }
    }
}

fn check_continued(options: &ListOptions) -> Result<(), StatusError> {
    if options.resource_version.is_empty() || options.resource_version == "0" {
        return Ok(());
    }
    Err(StatusError::bad_request("specifying resource version is not allowed when using continue"))
}
