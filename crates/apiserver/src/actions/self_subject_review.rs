//! `SelfSubjectReview`: who am I?

use async_trait::async_trait;
use meta::{StatusError, Time};
use registry::{Action, Answer, Call, Object, Registry};
use serde_json::json;

use super::user_info;

/// Answers with the caller.
pub(super) struct SelfSubjectReview;

#[async_trait]
impl Action for SelfSubjectReview {
    async fn run(
        &self,
        registry: &Registry,
        call: Call<'_>,
        mut body: Object,
    ) -> Result<Answer, StatusError> {
        let now = Time::from(registry.clock().now());
        body.set("metadata", json!({"creationTimestamp": now.to_string()}));
        body.set("status", json!({"userInfo": user_info(&call.caller.user)}));
        Ok(Answer::Tree(body))
    }
}
