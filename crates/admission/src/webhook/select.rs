//! Whether a webhook is to be asked about a request, and in which version.

use std::sync::Arc;

use meta::StatusError;
use resource::Object;
use serde_json::{Map, Value};

use super::conditions::{self, Asker, Facts};
use super::hook::Hook;
use super::subject::Subject;
use crate::Permits;

/// The version in which the webhook is to be asked; `None` if it is not. What is wrong with a selector matters only to requests that
/// the rules are about.
pub async fn chosen(
    hook: &Hook,
    subject: &Subject<'_>,
    object: Option<&Object>,
    permits: &Arc<dyn Permits>,
) -> Result<Option<usize>, StatusError> {
    let Some(at) = version(hook, subject) else { return Ok(None) };
    let (inside, labelled) = (in_namespace(hook, subject, object).await, has_labels(hook, subject, object));
    if matches!(inside, Ok(false)) || matches!(labelled, Ok(false)) {
        return Ok(None);
    }
    (inside?, labelled?);
    if !hook.conditions.is_empty() && !meets_conditions(hook, subject, object, at, permits)? {
        return Ok(None);
    }
    Ok(Some(at))
}

/// The version that the request speaks, if a rule is about it; else the first that one is about.
fn version(hook: &Hook, subject: &Subject<'_>) -> Option<usize> {
    let spoken = subject.spoken();
    if hook.rules.iter().any(|rule| rule.matches(&subject.asked(spoken))) {
        return Some(spoken);
    }
    if !hook.equivalent {
        return None;
    }
    let others = || subject.versions().filter(|at| *at != spoken);
    hook.rules.iter().find_map(|rule| others().find(|at| rule.matches(&subject.asked(*at))))
}

async fn in_namespace(
    hook: &Hook,
    subject: &Subject<'_>,
    object: Option<&Object>,
) -> Result<bool, StatusError> {
    let (request, name) = (subject.request, subject.namespace.as_str());
    if name.is_empty() && !request.is("", "namespaces") {
        return Ok(true);
    }
    let selector = hook.namespaces.as_ref().map_err(StatusError::internal)?;
    if selector.is_everything() {
        return Ok(true);
    }
    if request.is_whole("", "namespaces") && (request.creates() || request.updates()) {
        return Ok(selector.matches(&object.and_then(labels)));
    }
    let found = request.state.find("namespaces", "", name).await?;
    let namespace =
        found.ok_or_else(|| StatusError::not_found(&meta::GroupResource::new("", "namespaces"), name))?;
    Ok(selector.matches(&labels(&namespace)))
}

fn labels(object: &Object) -> Option<&Map<String, Value>> {
    object.get("metadata.labels").and_then(Value::as_object)
}

fn has_labels(hook: &Hook, subject: &Subject<'_>, object: Option<&Object>) -> Result<bool, StatusError> {
    let selector = hook.objects.as_ref().map_err(StatusError::internal)?;
    let selects = |object: Option<&Object>| {
        object.and_then(|object| subject.labels(object)).is_some_and(|labels| selector.matches(&labels))
    };
    Ok(selector.is_everything() || selects(object) || selects(subject.request.old()))
}

fn meets_conditions(
    hook: &Hook,
    subject: &Subject<'_>,
    object: Option<&Object>,
    at: usize,
    permits: &Arc<dyn Permits>,
) -> Result<bool, StatusError> {
    let request = subject.request;
    let show = |object: Option<&Object>| object.map_or(Ok(Value::Null), |object| subject.show(at, object));
    let asker = Arc::new(Asker { user: request.user().clone(), permits: permits.clone() });
    let (tree, object, old) = (subject.tree(at), show(object)?, show(request.old())?);
    let facts = Facts { request: &tree, object: &object, old: &old, asker };
    match conditions::hold(&hook.conditions, &facts) {
        Ok(hold) => Ok(hold),
        Err(_) if hook.fails_open => Ok(false),
        Err(why) => Err(StatusError::forbidden(&request.target().group_resource(), &subject.name, why)),
    }
}
