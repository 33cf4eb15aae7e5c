//! Tokens that lie in secrets: without an end, good as long as the secret holds them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use resource::{Lister, User};
use serde_json::Value;

use crate::identity::{service_account_groups, split_service_account};

/// Who issues them.
pub const LEGACY_ISSUER: &str = "kubernetes/serviceaccount";
/// What marks one that nobody used for too long.
const INVALID_SINCE: &str = "kubernetes.io/legacy-token-invalid-since";

pub(super) fn check(said: &Value, token: &str, lister: &dyn Lister) -> Result<User, String> {
    let claim = |name: &str, called: &str| {
        let value = said[format!("kubernetes.io/serviceaccount/{name}")].as_str().unwrap_or_default();
        if value.is_empty() { Err(format!("{called} claim is missing")) } else { Ok(value) }
    };
    let subject = said["sub"].as_str().unwrap_or_default();
    if subject.is_empty() {
        return Err("sub claim is missing".to_owned());
    }
    let namespace = claim("namespace", "namespace")?;
    let secret_name = claim("secret.name", "secretName")?;
    let name = claim("service-account.name", "serviceAccountName")?;
    let uid = claim("service-account.uid", "serviceAccountUID")?;
    if split_service_account(subject) != Some((namespace, name)) {
        return Err("sub claim is invalid".to_owned());
    }
    let secret = lister.get("secrets", namespace, secret_name).filter(|secret| !secret.is_terminating());
    let secret = secret.ok_or("Token has been invalidated")?;
    let kept = secret.get("data").and_then(|data| data.get("token")?.as_str()).unwrap_or_default();
    if STANDARD.decode(kept).unwrap_or_default() != token.as_bytes() {
        return Err("Token does not match server's copy".to_owned());
    }
    let account = lister.get("serviceaccounts", namespace, name);
    let account = account.ok_or_else(|| format!("serviceaccounts {} not found", meta::go::quote(name)))?;
    if account.is_terminating() {
        return Err(format!("ServiceAccount {namespace}/{name} has been deleted"));
    }
    if account.uid() != uid {
        return Err(format!("ServiceAccount UID ({}) does not match claim ({uid})", account.uid()));
    }
    if secret.label(INVALID_SINCE).is_some() {
        return Err(format!("the token in secret {namespace}/{secret_name} has been marked invalid"));
    }
    Ok(User {
        name: subject.to_owned(),
        uid: uid.to_owned(),
        groups: service_account_groups(namespace),
        extra: Vec::new(),
    })
}
