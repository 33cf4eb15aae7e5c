//! `MutatingAdmissionWebhook`: services may change what is written, one after the other, and each sees what those before it did.

use std::sync::Arc;

use async_trait::async_trait;
use meta::{StatusError, go};
use patch::json_patch::JsonPatch;
use resource::Object;

use crate::webhook::{self, Caller, Failure, Hook, Source, Subject};
use crate::{Config, Permits, Plugin, Request};

/// The plugin.
pub fn plugin(config: &Config) -> Box<dyn Plugin> {
    Box::new(MutatingAdmissionWebhook {
        source: Source::new("mutatingwebhookconfigurations.admissionregistration.k8s.io"),
        caller: config.caller.clone(),
        permits: config.permits.clone(),
    })
}

struct MutatingAdmissionWebhook {
    source: Source,
    caller: Arc<dyn Caller>,
    permits: Arc<dyn Permits>,
}

#[async_trait]
impl Plugin for MutatingAdmissionWebhook {
    fn handles(&self, request: &Request<'_>) -> bool {
        !self.source.is_empty(request.state) && !webhook::is_exempt(request)
    }

    async fn mutate(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        request.rounds.enter(Some(object));
        let mut changing = Some(object.clone());
        self.ask_all(request, &mut changing, warnings).await?;
        if let Some(changed) = changing {
            *object = changed;
        }
        request.rounds.leave(Some(object));
        Ok(())
    }

    /// A deletion has no object to change; the webhooks have their say in it all the same.
    async fn validate(
        &self,
        request: &Request<'_>,
        _object: Option<&Object>,
        warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        if request.deletes() { self.ask_all(request, &mut None, warnings).await } else { Ok(()) }
    }
}

impl MutatingAdmissionWebhook {
    async fn ask_all(
        &self,
        request: &Request<'_>,
        object: &mut Option<Object>,
        warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        for hook in self.source.hooks(request.state).iter() {
            let subject = Subject::new(request, object.as_ref());
            let Some(at) = webhook::chosen(hook, &subject, object.as_ref(), &self.permits).await? else {
                continue;
            };
            if !request.rounds.is_due(&hook.uid) {
                continue;
            }
            let outcome = self.ask(hook, &subject, at, object.as_ref(), warnings).await;
            let changed = matches!(&outcome, Ok(Some(new)) if Some(new) != object.as_ref());
            request.rounds.asked(&hook.uid, changed, hook.again);
            match outcome {
                Ok(Some(new)) => *object = Some(new),
                Ok(None) => {}
                Err(failure) => failure.settle(hook)?,
            }
        }
        Ok(())
    }

    /// The object as the webhook wants it, if it wants it changed.
    async fn ask(
        &self,
        hook: &Hook,
        subject: &Subject<'_>,
        at: usize,
        object: Option<&Object>,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Object>, Failure> {
        let mut verdict = webhook::ask(&*self.caller, hook, subject, at, object, true).await?;
        warnings.append(&mut verdict.warnings);
        verdict.refusal(hook)?;
        if verdict.patch.is_empty() {
            return Ok(None);
        }
        let undecodable =
            |why: String| Failure::Call(format!("received undecodable patch in webhook response: {why}"));
        let patch = serde_json::from_slice(&verdict.patch).map_err(|error| undecodable(error.to_string()))?;
        let patch = JsonPatch::read(&patch).map_err(|error| undecodable(error.to_string()))?;
        if patch.is_empty() {
            return Ok(None);
        }
        let internal = |why: String| Failure::Refusal(StatusError::internal(why));
        let Some(object) = object else {
            let name = go::quote(&hook.name);
            let why = "attempted to modify the object, which is not supported for this operation";
            return Err(internal(format!("admission webhook {name} {why}")));
        };
        if verdict.patch_type != "JSONPatch" {
            return Err(Failure::Call(format!("unsupported patch type {}", go::quote(&verdict.patch_type))));
        }
        let mut tree = subject.show(at, object).map_err(Failure::Refusal)?;
        patch.run(&mut tree).map_err(|error| internal(error.to_string()))?;
        subject.take(at, object, tree).map(Some).map_err(Failure::Refusal)
    }
}
