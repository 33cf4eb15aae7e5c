//! `pods/eviction`: a deletion that asks the budgets of disruptions first.
//!
//! Pods that do not run, or no longer, are nobody's loss; one that is not ready costs its budget nothing when that is met without
//! it. All others take one from their budget, or are told to come back.

use async_trait::async_trait;
use meta::options::{DeleteOptions, DryRun, GetOptions, Preconditions};
use meta::{FieldError, GroupKind, GroupResource, Path, Status, StatusError};
use registry::{Action, Answer, Call, Object, Registry, Target};
use serde_json::{Value, json};

use super::{budget, set_condition};

/// How often a pod that others write at the same time is tried again.
const ATTEMPTS: usize = 20;

/// Deletes the pod if its budget allows it.
pub(super) struct Evict;

#[async_trait]
impl Action for Evict {
    async fn run(&self, registry: &Registry, call: Call<'_>, body: Object) -> Result<Answer, StatusError> {
        if call.target.name != body.name() {
            return Err(StatusError::bad_request("name in URL does not match name in Eviction object"));
        }
        let options = options(&body, &call)?;
        let target = super::pod(registry, &call.target.namespace, body.name())?;
        let eviction = Eviction { registry, call, target, options };
        let mut attempts = ATTEMPTS;
        let pod = loop {
            let pod = eviction.pod().await?;
            if !is_free(&pod) {
                break pod;
            }
            attempts -= 1;
            match eviction.delete(must_be_as_seen(&pod).then_some(&pod)).await {
                Ok(()) => return Ok(Answer::Status(Status::success(201))),
                Err(error) if error.is_conflict() && !eviction.has_version() && attempts > 0 => {}
                Err(error) => return Err(error),
            }
        };
        eviction.within_budget(&pod).await?;
        Ok(Answer::Status(Status::success(201)))
    }
}

/// How the pod is to be deleted. A dry run may be asked for in the request or in the body, but not differently in both.
fn options(body: &Object, call: &Call<'_>) -> Result<DeleteOptions, StatusError> {
    let asked = body.get("deleteOptions").cloned().unwrap_or_else(|| json!({}));
    let mut options: DeleteOptions =
        serde_json::from_value(asked).map_err(|error| StatusError::bad_request(error.to_string()))?;
    if options.ignore_store_read_error_with_cluster_breaking_potential == Some(true) {
        let path = Path::new("deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential");
        let detail = "can not be set for pod eviction, try after removing the option";
        let error = FieldError::invalid(&path, true, detail);
        return Err(StatusError::invalid(&GroupKind::new("policy", "Eviction"), body.name(), &error.into()));
    }
    let asked = &call.options.dry_run;
    if options.dry_run.is_empty() {
        options.dry_run = asked.clone();
    } else if !asked.is_empty() && options.dry_run != *asked {
        let (request, content) = (asked.join(" "), options.dry_run.join(" "));
        return Err(StatusError::unknown(format!(
            "Non-matching dry-run options in request and content: [{request}] and [{content}]"
        )));
    }
    Ok(options)
}

/// Whether no budget has a say.
fn is_free(pod: &Object) -> bool {
    pod.is_terminating() || ["Succeeded", "Failed", "Pending"].contains(&pod.text("status.phase"))
}

/// Whether the pod may have changed to one that its budget counts.
fn must_be_as_seen(pod: &Object) -> bool {
    !pod.is_terminating() && !["Succeeded", "Failed"].contains(&pod.text("status.phase"))
}

fn is_ready(pod: &Object) -> bool {
    let conditions = pod.get("status.conditions").and_then(Value::as_array).into_iter().flatten();
    conditions.into_iter().any(|condition| condition["type"] == "Ready" && condition["status"] == "True")
}

struct Eviction<'a> {
    registry: &'a Registry,
    call: Call<'a>,
    target: Target,
    options: DeleteOptions,
}

impl Eviction<'_> {
    async fn pod(&self) -> Result<Object, StatusError> {
        let stored = self.registry.get(&self.target, &GetOptions::default()).await?;
        stored.object().map_err(StatusError::internal)
    }

    fn dry_run(&self) -> bool {
        DryRun::from_options(&self.options.dry_run) == DryRun::All
    }

    fn has_version(&self) -> bool {
        self.options.preconditions.as_ref().is_some_and(|wanted| wanted.resource_version.is_some())
    }

    /// Asks the pod's budget, then deletes the pod.
    async fn within_budget(&self, pod: &Object) -> Result<(), StatusError> {
        let budgets = budget::of(self.registry, pod);
        let Some(budget) = budgets.first() else { return self.delete(None).await };
        if budgets.len() > 1 {
            return Err(StatusError::unknown(
                "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
            ));
        }
        if is_ready(pod) || !budget::spares_unready(budget) {
            budget::take_one(self.registry, budget, pod.name(), self.dry_run()).await?;
            return self.delete(None).await;
        }
        let outcome = self.delete(Some(pod)).await;
        outcome.map_err(|error| match error.is_conflict() && !self.has_version() {
            true => budget::still_processed(budget.name()),
            false => error,
        })
    }

    /// Says in the pod why it goes, and deletes it; with `seen`, only if it is still that.
    async fn delete(&self, seen: Option<&Object>) -> Result<(), StatusError> {
        let mut options = self.options.clone();
        if let Some(seen) = seen.filter(|_| !self.has_version()) {
            let wanted = options.preconditions.get_or_insert_with(Preconditions::default);
            wanted.resource_version = Some(seen.text("metadata.resourceVersion").to_owned());
        }
        if !self.dry_run() {
            let wanted = options.preconditions.clone();
            let now = self.registry.clock().now().into();
            let change = |pod: &mut Object| {
                check(pod, wanted.as_ref())?;
                let condition = json!({
                    "type": "DisruptionTarget",
                    "status": "True",
                    "reason": "EvictionByEvictionAPI",
                    "message": "Eviction API: evicting",
                });
                set_condition(pod, condition, now);
                Ok(())
            };
            let stored = self.registry.alter(&self.target, false, change).await?;
            if let Some(wanted) = &mut options.preconditions
                && wanted.resource_version.is_some()
            {
                wanted.resource_version = Some(stored.revision.to_string());
            }
        }
        self.registry.delete(&self.target, self.call.caller, &options).await.map(drop)
    }
}

/// The pod is still the one that is meant.
fn check(pod: &Object, wanted: Option<&Preconditions>) -> Result<(), StatusError> {
    let Some(wanted) = wanted else { return Ok(()) };
    let conflict =
        |text: String| Err(StatusError::conflict(&GroupResource::new("", "Pod"), pod.name(), text));
    let (uid, version) = (pod.uid(), pod.text("metadata.resourceVersion"));
    if let Some(wanted) = wanted.uid.as_deref().filter(|wanted| !wanted.is_empty() && *wanted != uid) {
        return conflict(format!(
            "the UID in the precondition ({wanted}) does not match the UID in record ({uid}). The object might have been deleted \
             and then recreated"
        ));
    }
    let other = |wanted: &&str| !wanted.is_empty() && *wanted != version;
    if let Some(wanted) = wanted.resource_version.as_deref().filter(other) {
        return conflict(format!(
            "the ResourceVersion in the precondition ({wanted}) does not match the ResourceVersion in record ({version}). The \
             object might have been modified"
        ));
    }
    Ok(())
}
