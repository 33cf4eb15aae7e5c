//! Checks what a signed token says: its time, its account, and the object that it is bound to.

use meta::Time;
use resource::{Lister, User};
use serde_json::Value;

use super::claims::{Claims, Reference};
use super::{LEEWAY, present};
use crate::identity::{CREDENTIAL_ID, service_account_groups};

const INVALIDATED: &str = "service account token has been invalidated";

pub(super) fn check(said: &Value, now: Time, lister: &dyn Lister) -> Result<User, String> {
    let claims = read(said)?;
    in_time(&claims, now.unix())?;
    let (namespace, account) = (&claims.kubernetes.namespace, &claims.kubernetes.serviceaccount);
    let place = format!("{namespace}/{}", account.name);
    let found = lister
        .get("serviceaccounts", namespace, &account.name)
        .ok_or_else(|| format!("serviceaccounts {} not found", meta::go::quote(&account.name)))?;
    if found.uid() != account.uid {
        return Err(format!("service account UID ({}) does not match claim ({})", found.uid(), account.uid));
    }
    if present(lister, "serviceaccounts", namespace, &account.name, now).is_none() {
        return Err(format!("service account {place} has been deleted"));
    }
    let objects = &claims.kubernetes;
    for (reference, kind, called, within) in [
        (&objects.secret, "secrets", "secret", namespace.as_str()),
        (&objects.pod, "pods", "pod", namespace.as_str()),
        // A pod's node is only told, not checked.
        (if objects.pod.is_some() { &None } else { &objects.node }, "nodes", "node", ""),
    ] {
        if let Some(reference) = reference {
            still_there(lister, reference, kind, called, within, now)?;
        }
    }
    Ok(user(&claims))
}

/// The audience was looked at before; here it may be a list or a text.
fn read(said: &Value) -> Result<Claims, String> {
    let mut said = said.clone();
    said["aud"] = Value::Array(Vec::new());
    serde_json::from_value(said).map_err(|_| "service account token claims could not be read".to_owned())
}

fn in_time(claims: &Claims, now: i64) -> Result<(), String> {
    if claims.nbf > now + LEEWAY {
        return Err("service account token is not valid yet".to_owned());
    }
    if claims.exp < now - LEEWAY {
        return Err("service account token has expired".to_owned());
    }
    if claims.iat > now + LEEWAY {
        return Err("service account token is issued in the future".to_owned());
    }
    Ok(())
}

fn still_there(
    lister: &dyn Lister,
    reference: &Reference,
    kind: &str,
    called: &str,
    namespace: &str,
    now: Time,
) -> Result<(), String> {
    let found = lister.get(kind, namespace, &reference.name).ok_or_else(|| INVALIDATED.to_owned())?;
    if found.uid() != reference.uid {
        return Err(format!(
            "{called} UID ({}) does not match service account {called} ref claim ({})",
            found.uid(),
            reference.uid
        ));
    }
    present(lister, kind, namespace, &reference.name, now).map(drop).ok_or_else(|| INVALIDATED.to_owned())
}

fn user(claims: &Claims) -> User {
    let of = &claims.kubernetes;
    let mut extra = Vec::new();
    let mut add = |key: &str, value: &str| {
        if !value.is_empty() {
            extra.push((format!("authentication.kubernetes.io/{key}"), vec![value.to_owned()]));
        }
    };
    if let Some(pod) = &of.pod {
        add("pod-name", &pod.name);
        add("pod-uid", &pod.uid);
    }
    if let Some(node) = &of.node {
        add("node-name", &node.name);
        add("node-uid", &node.uid);
    }
    if !claims.jti.is_empty() {
        extra.push((CREDENTIAL_ID.to_owned(), vec![format!("JTI={}", claims.jti)]));
    }
    User {
        name: format!("system:serviceaccount:{}:{}", of.namespace, of.serviceaccount.name),
        uid: of.serviceaccount.uid.clone(),
        groups: service_account_groups(&of.namespace),
        extra,
    }
}
