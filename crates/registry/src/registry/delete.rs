//! Objects that go: at once, after a grace period, or when their finalizers let them.

use std::sync::Arc;

use async_trait::async_trait;
use meta::object_meta::{FINALIZER_FOREGROUND, FINALIZER_ORPHAN};
use meta::options::{DeleteOptions, Preconditions, PropagationPolicy};
use meta::{GroupResource, Status, StatusError, Time};
use resource::{Delete, Object, Propagation};
use serde_json::json;

use super::Registry;
use super::edit::{Current, Decision, Edit, Outcome};
use super::write::Request;
use crate::{Caller, Operation, Stored, Target, error};

/// What a deletion is answered with.
#[derive(Debug, Clone)]
pub enum Deleted {
    /// The object: as it is now, if it is still there; as it was, if its kind shows what went.
    Object {
        /// The object.
        stored: Arc<Stored>,
        /// Whether it is gone for good. If not, the answer is an acceptance.
        gone: bool,
    },
    /// That it is gone.
    Status(Status),
}

impl Registry {
    /// Deletes an object.
    pub async fn delete(
        &self,
        target: &Target,
        caller: &Caller,
        options: &DeleteOptions,
    ) -> Result<Deleted, StatusError> {
        options.validate()?;
        let options_tree = serde_json::to_value(options).unwrap_or_else(|_| json!({}));
        let request = Request::new(self, target, caller, "", &options.dry_run, options_tree);
        let dry_run = request.dry_run;
        let mut edit = Deleting { request, options, begun: false };
        let outcome = self.edit(target, dry_run, &mut edit).await?;
        Ok(match outcome {
            Outcome::Removed(stored) => {
                if !dry_run {
                    self.after_delete(target, &stored).await;
                }
                answer(target, stored)
            }
            Outcome::Kept(stored) | Outcome::Written { stored, .. } => {
                Deleted::Object { stored, gone: false }
            }
        })
    }

    /// What follows when an object has gone.
    pub(super) async fn after_delete(&self, target: &Target, stored: &Stored) {
        if let Some(hook) = self.hook(&target.kind)
            && let Ok(object) = stored.object()
        {
            hook.deleted(&object).await;
        }
    }
}

fn answer(target: &Target, stored: Arc<Stored>) -> Deleted {
    if target.kind.strategy.returns_deleted() {
        return Deleted::Object { stored, gone: true };
    }
    let GroupResource { group, resource, .. } = target.group_resource();
    Deleted::Status(Status::deleted(&group, &resource, &stored.head.name, &stored.head.uid))
}

/// A deletion under way.
struct Deleting<'a> {
    request: Request<'a>,
    options: &'a DeleteOptions,
    /// The object was marked by this very request; what its client asked for has been looked at.
    begun: bool,
}

/// What the grace period makes of a deletion.
enum Grace {
    /// The object goes, finalizers permitting.
    Over,
    /// The object was marked with a period of so many seconds.
    Marked(i64),
    /// An earlier deletion is still under way, and this one does not hasten it.
    Running,
}

#[async_trait]
impl Edit for Deleting<'_> {
    async fn decide(&mut self, current: Option<&Current>) -> Result<Decision, StatusError> {
        let Some(current) = current else { return Err(error::not_found(self.request.target)) };
        let (strategy, now) = (self.request.target.kind.strategy.clone(), self.request.now);
        let old = &current.object;
        if let Some(why) = strategy.stays(old) {
            let target = self.request.target;
            return Err(StatusError::forbidden(&target.group_resource(), &target.name, why));
        }
        // Somebody else may have been faster with another change, so that the mark was not written.
        self.begun &= old.is_terminating();
        if !self.begun {
            check_preconditions(self.request.target, self.options.preconditions.as_ref(), old)?;
        }
        let mut object = old.clone();
        let grace = if self.begun { Grace::Over } else { grace(&mut object, self.options, &*strategy, now) };
        self.request.admit(Operation::Delete, Some(old), None).await?;
        if matches!(grace, Grace::Running) {
            return Ok(Decision::Keep);
        }
        set_finalizers(&mut object, self.options, strategy.default_propagation());
        let pending = strategy.is_pending(&object);
        let cx = self.request.context();
        Ok(match grace {
            Grace::Marked(0) if !pending => {
                self.begun = true;
                Decision::Put { object, again: true }
            }
            Grace::Marked(_) => {
                strategy.begin_delete(&mut object, &cx);
                Decision::Put { object, again: false }
            }
            Grace::Over | Grace::Running if pending => {
                mark(&mut object, now);
                strategy.begin_delete(&mut object, &cx);
                Decision::Put { object, again: false }
            }
            Grace::Over | Grace::Running => Decision::Remove(object),
        })
    }

    fn may_be_gone(&self) -> bool {
        self.begun
    }
}

fn check_preconditions(
    target: &Target,
    preconditions: Option<&Preconditions>,
    object: &Object,
) -> Result<(), StatusError> {
    let Some(preconditions) = preconditions else { return Ok(()) };
    // Upstream names the kind here, not the resource.
    let kind = GroupResource::new(&*target.version().group, &*target.kind.kind);
    let conflict = |text: String| Err(StatusError::conflict(&kind, &target.name, text));
    let (uid, version) = (object.uid(), object.text("metadata.resourceVersion"));
    if let Some(wanted) = preconditions.uid.as_deref().filter(|wanted| *wanted != uid) {
        return conflict(format!(
            "the UID in the precondition ({wanted}) does not match the UID in record ({uid}). The object might have been deleted \
             and then recreated"
        ));
    }
    if let Some(wanted) = preconditions.resource_version.as_deref().filter(|wanted| *wanted != version) {
        return conflict(format!(
            "the ResourceVersion in the precondition ({wanted}) does not match the ResourceVersion in record ({version}). The \
             object might have been modified"
        ));
    }
    Ok(())
}

/// Applies the grace period: an earlier one can only be shortened.
fn grace(
    object: &mut Object,
    options: &DeleteOptions,
    strategy: &dyn resource::Strategy,
    now: Time,
) -> Grace {
    let asked = options.grace_period_seconds.map(|seconds| if seconds < 0 { 1 } else { seconds });
    if !object.is_terminating() {
        let Delete::Gracefully(seconds) = strategy.delete(object, asked) else { return Grace::Over };
        object.set("metadata.deletionTimestamp", Time::from_unix(now.unix() + seconds).to_string());
        object.set("metadata.deletionGracePeriodSeconds", seconds);
        if object.generation() > 0 {
            object.set("metadata.generation", object.generation() + 1);
        }
        return Grace::Marked(seconds);
    }
    let running = match object.int("metadata.deletionGracePeriodSeconds") {
        None | Some(0) => return Grace::Over,
        Some(seconds) if seconds < 0 => 1,
        Some(seconds) => seconds,
    };
    let Some(mut period) = asked.filter(|asked| *asked < running) else { return Grace::Running };
    let until = object.text("metadata.deletionTimestamp").parse::<Time>().map_or(now.unix(), Time::unix);
    let mut until = until - running + period;
    if until < now.unix() {
        until = now.unix();
        // The whole period is over, but the deletion is still to be confirmed by whoever runs the object.
        period = period.min(1);
    }
    object.set("metadata.deletionTimestamp", Time::from_unix(until).to_string());
    object.set("metadata.deletionGracePeriodSeconds", period);
    Grace::Marked(period)
}

/// Marks an object that only waits for its finalizers.
fn mark(object: &mut Object, now: Time) {
    if !object.is_terminating() && object.generation() > 0 {
        object.set("metadata.generation", object.generation() + 1);
    }
    let until = object.text("metadata.deletionTimestamp").parse::<Time>().ok();
    if until.is_none_or(|until| until.unix() > now.unix()) {
        object.set("metadata.deletionTimestamp", now.to_string());
    }
    object.set("metadata.deletionGracePeriodSeconds", 0);
}

/// Sets the finalizers by which the garbage collector learns what becomes of dependents.
fn set_finalizers(object: &mut Object, options: &DeleteOptions, default: Propagation) {
    let present: Vec<String> = object.finalizers().map(str::to_owned).collect();
    let has = |name: &str| present.iter().any(|finalizer| finalizer == name);
    let policy = match (options.orphan_dependents, options.propagation()) {
        (Some(true), _) => PropagationPolicy::Orphan,
        (Some(false), _) => PropagationPolicy::Background,
        (None, Some(policy)) => policy,
        (None, None) if has(FINALIZER_ORPHAN) => PropagationPolicy::Orphan,
        (None, None) if has(FINALIZER_FOREGROUND) => PropagationPolicy::Foreground,
        (None, None) => match default {
            Propagation::Background => PropagationPolicy::Background,
            Propagation::Orphan => PropagationPolicy::Orphan,
        },
    };
    let wanted = match policy {
        PropagationPolicy::Orphan => Some(FINALIZER_ORPHAN),
        PropagationPolicy::Foreground => Some(FINALIZER_FOREGROUND),
        PropagationPolicy::Background => None,
    };
    let others = |name: &&String| *name != FINALIZER_ORPHAN && *name != FINALIZER_FOREGROUND;
    let gone = [FINALIZER_ORPHAN, FINALIZER_FOREGROUND].iter().any(|name| has(name) && Some(*name) != wanted);
    if !gone && wanted.is_none_or(has) {
        return;
    }
    let finalizers: Vec<&str> = present.iter().filter(others).map(String::as_str).chain(wanted).collect();
    if finalizers.is_empty() {
        object.remove("metadata.finalizers");
    } else {
        object.set("metadata.finalizers", json!(finalizers));
    }
}
