//! Subresources that do something, and kinds that are only asked: what a scheduler says of a pod, what drains a node, tokens, reviews.
//! Plugged into the registry, which lets admission judge the body first; called by `rest/act.rs`.

mod access_review;
mod binding;
mod budget;
mod eviction;
mod rules_review;
mod self_subject_review;
mod token_request;
mod token_review;

use std::sync::Arc;

use authz::Authorizer;
use meta::{StatusError, Time};
use registry::{Object, Registry, Target};
use resource::User;
use serde_json::{Map, Value, json};

use crate::authenticate::Identities;
use access_review::{About, AccessReview};

/// Puts all of them in.
pub(crate) fn install(registry: &Registry) {
    registry.set_action("", "pods", "binding", Arc::new(binding::Bind));
    registry.set_action("", "bindings", "", Arc::new(binding::Bind));
    registry.set_action("", "pods", "eviction", Arc::new(eviction::Evict));
}

/// Puts in those that are about who asks and what they may.
pub(crate) fn install_reviews(
    registry: &Registry,
    identities: &Identities,
    authorizer: &Arc<dyn Authorizer>,
) {
    const AUTHENTICATION: &str = "authentication.k8s.io";
    const AUTHORIZATION: &str = "authorization.k8s.io";
    let audiences = identities.audiences.clone();
    let (issuer, tokens) = (identities.issuer.clone(), identities.tokens.clone());
    let requests = token_request::TokenRequest { issuer, audiences: audiences.clone() };
    registry.set_action("", "serviceaccounts", "token", Arc::new(requests));
    let reviews = token_review::TokenReview { tokens, audiences };
    registry.set_action(AUTHENTICATION, "tokenreviews", "", Arc::new(reviews));
    registry.set_action(
        AUTHENTICATION,
        "selfsubjectreviews",
        "",
        Arc::new(self_subject_review::SelfSubjectReview),
    );
    for (plural, about) in [
        ("subjectaccessreviews", About::Somebody),
        ("localsubjectaccessreviews", About::Somebody),
        ("selfsubjectaccessreviews", About::Caller),
    ] {
        let review = AccessReview { about, authorizer: authorizer.clone() };
        registry.set_action(AUTHORIZATION, plural, "", Arc::new(review));
    }
    let rules = rules_review::RulesReview { authorizer: authorizer.clone() };
    registry.set_action(AUTHORIZATION, "selfsubjectrulesreviews", "", Arc::new(rules));
}

/// A user as reviews show one.
fn user_info(user: &User) -> Value {
    let mut info = Map::new();
    for (field, text) in [("username", &user.name), ("uid", &user.uid)] {
        if !text.is_empty() {
            info.insert(field.to_owned(), text.as_str().into());
        }
    }
    if !user.groups.is_empty() {
        info.insert("groups".to_owned(), user.groups.clone().into());
    }
    if !user.extra.is_empty() {
        let extra = user.extra.iter().map(|(key, values)| (key.clone(), Value::from(values.clone())));
        info.insert("extra".to_owned(), Value::Object(extra.collect()));
    }
    Value::Object(info)
}

/// A pod by its place.
fn pod(registry: &Registry, namespace: &str, name: &str) -> Result<Target, StatusError> {
    let (kind, served) = registry.resolve("", "v1", "pods").ok_or_else(crate::answer::no_resource)?;
    let (namespace, name) = (namespace.to_owned(), name.to_owned());
    Ok(Target { kind, served, namespace, name, subresource: String::new() })
}

/// Sets a condition among an object's; the time of its change stays when its status does.
fn set_condition(object: &mut Object, mut condition: Value, now: Time) {
    let mut conditions =
        object.get("status.conditions").and_then(Value::as_array).cloned().unwrap_or_default();
    let known = conditions.iter_mut().find(|known| known["type"] == condition["type"]);
    let since = known
        .as_ref()
        .filter(|known| known["status"] == condition["status"])
        .and_then(|known| known.get("lastTransitionTime").cloned());
    condition["lastTransitionTime"] = since.unwrap_or_else(|| json!(now.to_string()));
    match known {
        Some(known) => *known = condition,
        None => conditions.push(condition),
    }
    object.set("status.conditions", conditions);
}
