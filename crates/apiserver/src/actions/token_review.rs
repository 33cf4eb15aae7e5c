//! `TokenReview`: whose token is this? Asked by those who are shown tokens and cannot check them.

use async_trait::async_trait;
use authn::{TokenAuthenticator as _, Tokens};
use meta::StatusError;
use registry::{Action, Answer, Call, Object, Registry};
use serde_json::{Map, Value, json};

use super::user_info;

/// Answers by the same tokens that requests are known by.
pub(super) struct TokenReview {
    pub tokens: Tokens,
    /// Who is meant when no audience is named.
    pub audiences: Vec<String>,
}

#[async_trait]
impl Action for TokenReview {
    async fn run(
        &self,
        _registry: &Registry,
        _call: Call<'_>,
        mut body: Object,
    ) -> Result<Answer, StatusError> {
        let token = body.text("spec.token").to_owned();
        if token.is_empty() {
            return Err(StatusError::bad_request("token is required for TokenReview in authentication"));
        }
        let listed = body.get("spec.audiences").and_then(Value::as_array).into_iter().flatten();
        let mut audiences: Vec<String> = listed.filter_map(Value::as_str).map(str::to_owned).collect();
        if audiences.is_empty() {
            audiences.clone_from(&self.audiences);
        }
        let mut status = Map::new();
        match self.tokens.authenticate(&token, &audiences).await {
            Ok(Some(known)) => {
                status.insert("authenticated".into(), true.into());
                status.insert("user".into(), user_info(&known.user));
                // A token that is for nobody in particular is good for this server's own audiences only.
                let good = known.audiences.unwrap_or_else(|| {
                    self.audiences.iter().filter(|one| audiences.contains(one)).cloned().collect()
                });
                if good.is_empty() {
                    status = Map::new();
                    status.insert("user".into(), json!({}));
                    status.insert("error".into(), "token is not valid for the requested audiences".into());
                } else {
                    status.insert("audiences".into(), good.into());
                }
            }
            refused => {
                let error = refused.err().unwrap_or_else(|| "invalid bearer token".to_owned());
                status.insert("user".into(), json!({}));
                status.insert("error".into(), error.into());
            }
        }
        body.set("status", status);
        Ok(Answer::Tree(body))
    }
}
