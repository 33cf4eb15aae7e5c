//! Every object of a collection that the selectors select, each deleted as if it had been asked for by name.

use std::sync::Arc;

use meta::StatusError;
use meta::options::{DeleteOptions, ListOptions};
use tokio::task::JoinSet;

use super::{Page, Registry};
use crate::{Caller, Target};

/// How many deletions are under way at once: they share the store's syncs.
const AT_ONCE: usize = 32;

impl Registry {
    /// Deletes what the list options select; answers with the list of what was there.
    pub async fn delete_collection(
        self: &Arc<Self>,
        target: &Target,
        caller: &Caller,
        options: &DeleteOptions,
        select: &ListOptions,
    ) -> Result<Page, StatusError> {
        options.validate()?;
        let page = self.list(target, select).await?;
        let mut under_way = JoinSet::new();
        let mut failed = None;
        for stored in &page.items {
            if under_way.len() >= AT_ONCE {
                failed = failed.or(take(&mut under_way).await);
            }
            let one =
                Target { namespace: stored.head.namespace.to_string(), ..target.named(&stored.head.name) };
            let (registry, caller, options) = (self.clone(), caller.clone(), options.clone());
            under_way.spawn(async move { registry.delete(&one, &caller, &options).await.map(drop) });
        }
        while !under_way.is_empty() {
            failed = failed.or(take(&mut under_way).await);
        }
        match failed {
            Some(error) => Err(error),
            None => Ok(page),
        }
    }
}

/// Waits for one deletion; what somebody else deleted meanwhile is no failure.
async fn take(under_way: &mut JoinSet<Result<(), StatusError>>) -> Option<StatusError> {
    match under_way.join_next().await? {
        Ok(outcome) => outcome.err().filter(|error| !error.is_not_found()),
        Err(panic) => Some(StatusError::internal(panic)),
    }
}
