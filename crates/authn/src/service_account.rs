//! Tokens of service accounts: issued for a time, an audience and perhaps an object, and good as long as account and object are there.
//!
//! | file | what it does |
//! |---|---|
//! | `claims` | what a token says |
//! | `issuer` | makes them |
//! | `bound`, `legacy` | check what today's tokens say, and what those say that lie in secrets |
//! | `verified` | remembers whose signatures were checked |
//!
//! Signatures are checked once per token; account and object are looked up every time. Upstream's counterpart is
//! `pkg/serviceaccount`.

mod bound;
mod claims;
mod issuer;
mod legacy;
mod verified;

use std::sync::Arc;

use async_trait::async_trait;
use resource::{Lister, Object};
use runtime::Clock;
use serde_json::Value;

use crate::jws::{self, VerifyingKey};
use crate::{Known, TokenAuthenticator};

pub use claims::{Bound, Claims, Kubernetes, Reference};
pub use issuer::{Issuer, Request};
pub use legacy::LEGACY_ISSUER;
use verified::Verified;

/// How far clocks may differ, in seconds.
const LEEWAY: i64 = 60;

/// Knows the tokens of service accounts.
pub struct ServiceAccounts {
    keys: Vec<VerifyingKey>,
    issuer: String,
    audiences: Vec<String>,
    lister: Arc<dyn Lister>,
    clock: Clock,
    verified: Verified,
}

impl ServiceAccounts {
    /// Believes tokens of this issuer (and those of secrets) signed by one of the keys. Tokens without an audience are taken to be
    /// for `audiences`, those of the API server.
    pub fn new(
        keys: Vec<VerifyingKey>,
        issuer: &str,
        audiences: Vec<String>,
        lister: Arc<dyn Lister>,
        clock: Clock,
    ) -> Self {
        Self { keys, issuer: issuer.to_owned(), audiences, lister, clock, verified: Verified::default() }
    }

    /// What the token says, if it is signed.
    fn said(&self, token: &str) -> Result<Arc<Value>, String> {
        self.verified
            .get_or_check(token, || jws::verify(token, &self.keys))
            .map_err(|error| error.to_string())
    }

    fn audiences(&self, claims: &Value, wanted: &[String]) -> Result<Vec<String>, String> {
        let mut of_token = claims::audiences(claims);
        if of_token.is_empty() {
            of_token = self.audiences.clone();
        }
        let good: Vec<String> = of_token.iter().filter(|one| wanted.contains(one)).cloned().collect();
        if good.is_empty() {
            return Err(format!(
                "token audiences {} is invalid for the target audiences {}",
                shown(&of_token),
                shown(wanted)
            ));
        }
        Ok(good)
    }
}

fn shown(list: &[String]) -> String {
    let items: Vec<String> = list.iter().map(|item| meta::go::quote(item)).collect();
    format!("[{}]", items.join(" "))
}

#[async_trait]
impl TokenAuthenticator for ServiceAccounts {
    async fn authenticate(&self, token: &str, audiences: &[String]) -> Result<Option<Known>, String> {
        // Looked at before it is checked, only to leave other issuers' tokens to others.
        let Some(issuer) = jws::unverified(token).and_then(|said| Some(said["iss"].as_str()?.to_owned()))
        else {
            return Ok(None);
        };
        let is_legacy = issuer == LEGACY_ISSUER;
        if issuer != self.issuer && !is_legacy {
            return Ok(None);
        }
        let said = self.said(token)?;
        let audiences = self.audiences(&said, audiences)?;
        let now = meta::Time::from(self.clock.now());
        let user = if is_legacy {
            legacy::check(&said, token, &*self.lister)?
        } else {
            bound::check(&said, now, &*self.lister)?
        };
        Ok(Some(Known { user, audiences: Some(audiences) }))
    }
}

/// An object that is there and not on its way out since before the leeway.
fn present(
    lister: &dyn Lister,
    kind: &str,
    namespace: &str,
    name: &str,
    now: meta::Time,
) -> Option<Arc<Object>> {
    let object = lister.get(kind, namespace, name)?;
    let gone: Option<meta::Time> = object.text("metadata.deletionTimestamp").parse().ok();
    gone.is_none_or(|gone| gone.unix() >= now.unix() - LEEWAY).then_some(object)
}

#[cfg(test)]
mod tests;
