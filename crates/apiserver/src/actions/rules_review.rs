//! `SelfSubjectRulesReview`: what may I do in a namespace? A hint for user interfaces, as far as the authorizers can list it.

use std::sync::Arc;

use async_trait::async_trait;
use authz::{Authorizer, Rules};
use meta::StatusError;
use registry::{Action, Answer, Call, Object, Registry};
use serde_json::{Value, json};

/// Lists the caller's rules.
pub(super) struct RulesReview {
    pub authorizer: Arc<dyn Authorizer>,
}

#[async_trait]
impl Action for RulesReview {
    async fn run(
        &self,
        _registry: &Registry,
        call: Call<'_>,
        mut body: Object,
    ) -> Result<Answer, StatusError> {
        let namespace = body.text("spec.namespace").to_owned();
        if namespace.is_empty() {
            return Err(StatusError::bad_request("no namespace on request"));
        }
        let Rules { rules, incomplete, errors } = self.authorizer.rules(&call.caller.user, &namespace);
        let of = |resources: bool| -> Value {
            let wanted = rules.iter().filter(|rule| resources != rule.resources.is_empty());
            wanted.filter(|rule| resources || !rule.urls.is_empty()).map(authz::rbac::Rule::tree).collect()
        };
        let mut status =
            json!({"resourceRules": of(true), "nonResourceRules": of(false), "incomplete": incomplete});
        match errors.as_slice() {
            [] => {}
            [one] => status["evaluationError"] = one.as_str().into(),
            many => status["evaluationError"] = format!("[{}]", many.join(", ")).into(),
        }
        body.set("metadata", json!({}));
        body.set("spec", json!({}));
        body.set("status", status);
        Ok(Answer::Tree(body))
    }
}
