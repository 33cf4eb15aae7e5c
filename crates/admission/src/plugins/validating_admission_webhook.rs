//! `ValidatingAdmissionWebhook`: services may refuse what is written. All are asked at once; any of them can refuse.

use std::sync::Arc;

use async_trait::async_trait;
use futures_util::future::join_all;
use meta::StatusError;
use resource::Object;

use crate::webhook::{self, Caller, Failure, Hook, Source, Subject};
use crate::{Config, Permits, Plugin, Request};

/// The plugin.
pub fn plugin(config: &Config) -> Box<dyn Plugin> {
    Box::new(ValidatingAdmissionWebhook {
        source: Source::new("validatingwebhookconfigurations.admissionregistration.k8s.io"),
        caller: config.caller.clone(),
        permits: config.permits.clone(),
    })
}

struct ValidatingAdmissionWebhook {
    source: Source,
    caller: Arc<dyn Caller>,
    permits: Arc<dyn Permits>,
}

#[async_trait]
impl Plugin for ValidatingAdmissionWebhook {
    fn handles(&self, request: &Request<'_>) -> bool {
        !self.source.is_empty(request.state) && !webhook::is_exempt(request)
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let hooks = self.source.hooks(request.state);
        let subject = Subject::new(request, object);
        let mut concerned = Vec::new();
        for hook in hooks.iter() {
            if let Some(at) = webhook::chosen(hook, &subject, object, &self.permits).await? {
                concerned.push((hook, at));
            }
        }
        let asked = concerned.iter().map(|(hook, at)| self.ask(hook, &subject, *at, object));
        let mut outcome = Ok(());
        for ((hook, _), (told, answer)) in concerned.iter().zip(join_all(asked).await) {
            warnings.extend(told);
            if let Err(failure) = answer {
                let settled = failure.settle(hook);
                outcome = outcome.and(settled);
            }
        }
        outcome
    }
}

impl ValidatingAdmissionWebhook {
    /// What one webhook says, with its warnings.
    async fn ask(
        &self,
        hook: &Hook,
        subject: &Subject<'_>,
        at: usize,
        object: Option<&Object>,
    ) -> (Vec<String>, Result<(), Failure>) {
        match webhook::ask(&*self.caller, hook, subject, at, object, false).await {
            Ok(mut verdict) => (std::mem::take(&mut verdict.warnings), verdict.refusal(hook)),
            Err(failure) => (Vec::new(), Err(failure)),
        }
    }
}
