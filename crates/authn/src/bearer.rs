//! Tokens: the one that a request bears, and the contract of those who know tokens.

use std::sync::Arc;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::HeaderMap;
use http::header::{AUTHORIZATION, SEC_WEBSOCKET_PROTOCOL};
use resource::User;

use crate::{Authenticator, Connection};

/// Browsers cannot set headers on web sockets, so the token may come as one of the offered protocols.
const WEBSOCKET: &str = "base64url.bearer.authorization.k8s.io.";

/// Whose token it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The user.
    pub user: User,
    /// For which of the wanted audiences the token is good; `None` if it is not made for certain ones.
    pub audiences: Option<Vec<String>>,
}

/// Knows tokens of one kind.
#[async_trait]
pub trait TokenAuthenticator: Send + Sync + 'static {
    /// Whose token it is, if it is good for one of the audiences; `None` if it is of another kind or unknown; an error if it is wrong.
    async fn authenticate(&self, token: &str, audiences: &[String]) -> Result<Option<Known>, String>;
}

/// Those who know tokens, one after the other.
#[derive(Clone)]
pub struct Tokens(pub Vec<Arc<dyn TokenAuthenticator>>);

#[async_trait]
impl TokenAuthenticator for Tokens {
    async fn authenticate(&self, token: &str, audiences: &[String]) -> Result<Option<Known>, String> {
        let mut errors = Vec::new();
        for one in &self.0 {
            match one.authenticate(token, audiences).await {
                Ok(Some(mut known)) => {
                    known.user = crate::chain::authenticated(known.user);
                    return Ok(Some(known));
                }
                Ok(None) => {}
                Err(error) => errors.push(error),
            }
        }
        match errors.as_slice() {
            [] => Ok(None),
            [one] => Err(one.clone()),
            many => Err(format!("[{}]", many.join(", "))),
        }
    }
}

/// Authenticates requests by the token that they bear.
pub struct Bearer {
    tokens: Tokens,
    audiences: Vec<String>,
}

impl Bearer {
    /// Believes tokens that are good for one of the server's audiences.
    pub fn new(tokens: Tokens, audiences: Vec<String>) -> Self {
        Self { tokens, audiences }
    }
}

#[async_trait]
impl Authenticator for Bearer {
    async fn authenticate(
        &self,
        _connection: &Connection,
        headers: &HeaderMap,
    ) -> Result<Option<User>, String> {
        let Some(token) = token_of(headers) else { return Ok(None) };
        match self.tokens.authenticate(&token, &self.audiences).await? {
            Some(known) => Ok(Some(known.user)),
            None => Err("invalid bearer token".to_owned()),
        }
    }
}

/// The token of a request.
fn token_of(headers: &HeaderMap) -> Option<String> {
    if let Some(value) = headers.get(AUTHORIZATION) {
        let (scheme, rest) = value.to_str().ok()?.trim().split_once(' ')?;
        let token = rest.split(' ').next().unwrap_or_default();
        return (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then(|| token.to_owned());
    }
    let offered = headers.get_all(SEC_WEBSOCKET_PROTOCOL).iter().filter_map(|value| value.to_str().ok());
    let mut offered = offered.flat_map(|value| value.split(',')).map(str::trim);
    let encoded = offered.find_map(|protocol| protocol.strip_prefix(WEBSOCKET))?;
    let token = String::from_utf8(URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()?;
    (!token.is_empty()).then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_found_where_clients_put_them() {
        for (name, value, expected) in [
            (AUTHORIZATION, "Bearer abc", Some("abc")),
            (AUTHORIZATION, "  bearer abc def", Some("abc")),
            (AUTHORIZATION, "Bearer", None),
            (AUTHORIZATION, "Bearer ", None),
            (AUTHORIZATION, "Basic abc", None),
            (
                SEC_WEBSOCKET_PROTOCOL,
                "v5.channel.k8s.io, base64url.bearer.authorization.k8s.io.YWJj",
                Some("abc"),
            ),
            (SEC_WEBSOCKET_PROTOCOL, "base64url.bearer.authorization.k8s.io.%%", None),
            (SEC_WEBSOCKET_PROTOCOL, "v5.channel.k8s.io", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            assert_eq!(token_of(&headers).as_deref(), expected, "{value}");
        }
    }
}
