//! One question to one webhook.

use meta::{StatusError, go};
use resource::Object;
use serde_json::Value;

use super::caller::Caller;
use super::hook::Hook;
use super::review::{self, Objects};
use super::subject::Subject;
use super::verdict::{self, Verdict};

/// Why a webhook did not let a request go on.
#[derive(Debug)]
pub enum Failure {
    /// It could not be asked; whether that matters is told by its policy.
    Call(String),
    /// It, or the server because of it, refuses.
    Refusal(StatusError),
}

impl Failure {
    /// What becomes of the request.
    pub fn settle(self, hook: &Hook) -> Result<(), StatusError> {
        match self {
            Self::Refusal(error) => Err(error),
            Self::Call(reason) if hook.fails_open => {
                let (configuration, webhook) = (&hook.configuration, &hook.name);
                tracing::warn!(
                    configuration,
                    webhook,
                    reason,
                    "a webhook can't be called; the request goes on"
                );
                Ok(())
            }
            Self::Call(reason) => Err(verdict::failed(&hook.name, &reason)),
        }
    }
}

/// Asks a webhook about an object in one of the versions; what it allows is the verdict.
pub async fn ask(
    caller: &dyn Caller,
    hook: &Hook,
    subject: &Subject<'_>,
    at: usize,
    object: Option<&Object>,
    mutating: bool,
) -> Result<Verdict, Failure> {
    let request = subject.request;
    if request.is_dry_run() {
        match hook.dry_run {
            None => return Err(Failure::Call("Webhook SideEffects is nil".to_owned())),
            Some(false) => return Err(Failure::Refusal(verdict::no_dry_run(&hook.name))),
            Some(true) => {}
        }
    }
    let Some(version) = hook.version else {
        let why = "could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)";
        return Err(Failure::Call(why.to_owned()));
    };
    let endpoint = hook.endpoint.as_ref();
    let endpoint = endpoint.map_err(|why| Failure::Call(format!("could not get REST client: {why}")))?;
    let show = |object: Option<&Object>| {
        object.map_or(Ok(Value::Null), |object| subject.show(at, object)).map_err(Failure::Refusal)
    };
    let objects = Objects { object: show(object)?, old: show(request.old())? };
    let uid = review::uid();
    let body = review::review(version, &uid, subject.tree(at), objects).to_string().into_bytes();
    let reply = caller.call(endpoint, body, hook.timeout).await.map_err(|why| {
        let url = go::quote(&endpoint.url(hook.timeout));
        Failure::Call(format!("failed to call webhook: Post {url}: {why}"))
    })?;
    let verdict = verdict::read(&reply, version, &uid, mutating).map_err(Failure::Call)?;
    if !verdict.annotations.is_empty() {
        tracing::debug!(webhook = hook.name, annotations = ?verdict.annotations, "a webhook annotates a request");
    }
    Ok(verdict)
}

impl Verdict {
    /// The refusal, if it is one.
    pub fn refusal(&mut self, hook: &Hook) -> Result<(), Failure> {
        if self.allowed {
            return Ok(());
        }
        Err(Failure::Refusal(verdict::denied(&hook.name, self.status.take())))
    }
}
