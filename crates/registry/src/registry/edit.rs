//! The loop of every write to an object that may exist: look at it, decide, compare and swap; if someone was faster, look again. No
//! update is ever lost, because nothing is written but onto the revision that was looked at.
//!
//! The first look is at the cache. A decision that writes nothing on what the cache shows, an error included, is made again on what
//! the store has, unless that is the same.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use meta::StatusError;
use resource::Object;
use store::{Error, Expect, Revision, Write};

use super::Registry;
use crate::cache::Collection;
use crate::stored::marked;
use crate::{Stored, Target, error};

/// An object as it was looked at.
pub(super) struct Current {
    pub stored: Arc<Stored>,
    /// In the hub version, with its resource version.
    pub object: Object,
}

/// What becomes of the object.
pub(super) enum Decision {
    /// It stays as it is.
    Keep,
    /// It becomes this. With `again`, the decision is asked for once more afterwards.
    Put {
        /// The new state, in the hub version.
        object: Object,
        /// Whether a further step follows.
        again: bool,
    },
    /// It goes; the answer shows it like this.
    Remove(Object),
}

/// What became of the object.
pub(super) enum Outcome {
    Kept(Arc<Stored>),
    Written { stored: Arc<Stored>, created: bool },
    Removed(Arc<Stored>),
}

/// Decides. Asked again for each state of the object that it may meet.
#[async_trait]
pub(super) trait Edit: Send {
    async fn decide(&mut self, current: Option<&Current>) -> Result<Decision, StatusError>;

    /// Whether the removal of an object that someone else removed meanwhile is as good as done.
    fn may_be_gone(&self) -> bool {
        false
    }

    /// The write is done, or will not be.
    fn finish(&mut self, _done: bool) {}
}

impl Registry {
    /// Runs an edit until it is done.
    pub(super) async fn edit(
        &self,
        target: &Target,
        dry_run: bool,
        edit: &mut dyn Edit,
    ) -> Result<Outcome, StatusError> {
        let collection = self.collection(target)?;
        let mut state = collection.get(&target.place());
        let mut fresh = false;
        loop {
            if let Some(stored) = &state {
                self.convert(&target.kind, 0, std::slice::from_ref(stored)).await?;
            }
            let current = state.as_ref().map(|stored| look(target, stored)).transpose()?;
            let attempt = match edit.decide(current.as_ref()).await {
                Ok(decision) => {
                    let again = matches!(decision, Decision::Put { again: true, .. });
                    let how = (dry_run, edit.may_be_gone());
                    let attempt = self.carry_out(&collection, target, current.as_ref(), decision, how).await;
                    attempt.map(|attempt| attempt.then(again && !dry_run))
                }
                Err(error) => Err(error),
            };
            edit.finish(matches!(attempt, Ok(Attempt::Done(_) | Attempt::Next(_))));
            // Nothing was written, so that nothing has proven that the cache showed the present.
            if !fresh && (dry_run || matches!(attempt, Err(_) | Ok(Attempt::Done(Outcome::Kept(_))))) {
                fresh = true;
                let now = self.get_from_store(target).await?;
                let revision = |stored: &Option<Arc<Stored>>| stored.as_ref().map(|stored| stored.revision);
                if revision(&now) != revision(&state) {
                    state = now;
                    continue;
                }
            }
            match attempt? {
                Attempt::Done(outcome) => return Ok(outcome),
                Attempt::Next(stored) => (state, fresh) = (Some(stored), true),
                Attempt::Lost(now) => (state, fresh) = (now, true),
            }
        }
    }

    async fn carry_out(
        &self,
        collection: &Collection,
        target: &Target,
        current: Option<&Current>,
        decision: Decision,
        (dry_run, may_be_gone): (bool, bool),
    ) -> Result<Attempt, StatusError> {
        match (decision, current) {
            (Decision::Keep, Some(current)) => Ok(Attempt::Done(Outcome::Kept(current.stored.clone()))),
            (Decision::Keep, None) | (Decision::Remove(_), None) => Err(error::not_found(target)),
            (Decision::Remove(object), Some(current)) => {
                let at = current.stored.revision;
                let json = codec::canonical::to_stored(object.tree());
                let stored = Arc::new(Stored::written(&target.kind, &object, json, at));
                if dry_run {
                    return Ok(Attempt::Done(Outcome::Removed(stored)));
                }
                let write = Write::Delete { key: target.key().into(), expect: Expect::At(at) };
                Ok(match self.commit(collection, write).await? {
                    Ok(_) => Attempt::Done(Outcome::Removed(stored)),
                    // The last step of a removal that was under way has been taken by someone else.
                    Err(None) if may_be_gone => Attempt::Done(Outcome::Removed(stored)),
                    Err(now) => Attempt::Lost(now),
                })
            }
            (Decision::Put { object, .. }, current) => {
                self.put(collection, target, current, object, dry_run).await
            }
        }
    }

    async fn put(
        &self,
        collection: &Collection,
        target: &Target,
        current: Option<&Current>,
        mut object: Object,
        dry_run: bool,
    ) -> Result<Attempt, StatusError> {
        let kind = &target.kind;
        let json = self.encode(target, &mut object)?;
        if let Some(current) = current.filter(|now| now.stored.version.is_none() && now.stored.json == json) {
            return Ok(Attempt::Done(Outcome::Kept(current.stored.clone())));
        }
        let created = current.is_none();
        let at = current.map_or(Revision::ZERO, |current| current.stored.revision);
        let written = |revision| {
            let stored = Arc::new(Stored::written(kind, &object, json.clone(), revision));
            Attempt::Done(Outcome::Written { stored, created })
        };
        if dry_run {
            return Ok(written(at));
        }
        let expect = if created { Expect::Absent } else { Expect::At(at) };
        let ttl = kind.strategy.ttl(&object);
        let value = marked(kind, &json);
        let write = Write::Put { key: target.key().into(), value, expect, ttl };
        Ok(match self.commit(collection, write).await? {
            Ok(revision) => written(revision),
            Err(now) => Attempt::Lost(now),
        })
    }

    /// Writes; the inner error is what the key held instead of what was expected.
    pub(super) async fn commit(
        &self,
        collection: &Collection,
        write: Write,
    ) -> Result<Result<Revision, Option<Arc<Stored>>>, StatusError> {
        match self.store.write(vec![write]).await {
            Ok(result) => Ok(Ok(result.revision)),
            Err(Error::Conflict(conflict)) => {
                Ok(Err(conflict.current.map(|kv| Arc::new(collection.read(&kv)))))
            }
            Err(other) => Err(error::of_store(other)),
        }
    }

    /// The bytes that are stored. The record of managers is given up rather than the write, if only that makes it too large.
    pub(super) fn encode(&self, target: &Target, object: &mut Object) -> Result<Bytes, StatusError> {
        let json = codec::canonical::to_stored(object.tree());
        let limit = self.config.max_object_bytes.saturating_sub(target.key().len());
        if json.len() <= limit {
            return Ok(json);
        }
        object.remove("metadata.managedFields");
        let json = codec::canonical::to_stored(object.tree());
        if json.len() <= limit {
            return Ok(json);
        }
        Err(StatusError::request_entity_too_large(&format!("limit is {limit}")))
    }
}

enum Attempt {
    Done(Outcome),
    /// One step is done, and a further one follows.
    Next(Arc<Stored>),
    /// Someone was faster; this is what there is now.
    Lost(Option<Arc<Stored>>),
}

impl Attempt {
    /// A write after which the decision is asked for again.
    fn then(self, again: bool) -> Self {
        match self {
            Self::Done(Outcome::Written { stored, .. } | Outcome::Kept(stored)) if again => {
                Self::Next(stored)
            }
            other => other,
        }
    }
}

fn look(target: &Target, stored: &Arc<Stored>) -> Result<Current, StatusError> {
    let object = stored.hub_object(&target.kind).map_err(|problem| error::unreadable(target, &problem))?;
    Ok(Current { stored: stored.clone(), object })
}
