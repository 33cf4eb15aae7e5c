//! `pods/binding`, and the older `bindings`: a scheduler names the node of a pod.

use async_trait::async_trait;
use meta::options::DryRun;
use meta::{GroupResource, Status, StatusError, Time};
use registry::{Action, Answer, Call, Object, Registry};
use serde_json::{Value, json};

use super::set_condition;

/// Writes the node into the pod.
pub(super) struct Bind;

#[async_trait]
impl Action for Bind {
    async fn run(&self, registry: &Registry, call: Call<'_>, body: Object) -> Result<Answer, StatusError> {
        let by_path = !call.target.name.is_empty();
        if by_path && call.target.name != body.name() {
            return Err(StatusError::bad_request("name in URL does not match name in Binding object"));
        }
        check(&body)?;
        let target = super::pod(registry, &call.target.namespace, body.name())?;
        let dry_run = DryRun::from_options(&call.options.dry_run) == DryRun::All;
        let now = registry.clock().now().into();
        registry.alter(&target, dry_run, |pod| assign(pod, &body, now)).await?;
        Ok(Answer::Status(Status::success(201)))
    }
}

/// What upstream says of a target that is none: the bare errors, not those of an invalid object.
fn check(body: &Object) -> Result<(), StatusError> {
    let mut errors = meta::ErrorList::new();
    let kind = body.text("target.kind");
    if !["", "Node"].contains(&kind) {
        let path = meta::Path::new("target.kind");
        errors.push(meta::FieldError::not_supported(&path, kind, &["Node", "<empty>"]));
    }
    if body.text("target.name").is_empty() {
        errors.push(meta::FieldError::required(&meta::Path::new("target.name"), ""));
    }
    if errors.is_empty() { Ok(()) } else { Err(StatusError::unknown(errors.to_string())) }
}

fn assign(pod: &mut Object, body: &Object, now: Time) -> Result<(), StatusError> {
    let name = pod.name().to_owned();
    let conflict = |resource: &str, text: String| {
        Err(StatusError::conflict(&GroupResource::new("", resource), &name, text))
    };
    for (path, what) in [("metadata.uid", "UID"), ("metadata.resourceVersion", "ResourceVersion")] {
        let (wanted, found) = (body.text(path), pod.text(path));
        if !wanted.is_empty() && wanted != found {
            let text = format!(
                "Precondition failed: {what} in precondition: {wanted}, {what} in object meta: {found}"
            );
            return conflict("pods", text);
        }
    }
    let refuse = |text: String| conflict("pods/binding", text);
    if pod.is_terminating() {
        return refuse(format!("pod {name} is being deleted, cannot be assigned to a host"));
    }
    if !pod.text("spec.nodeName").is_empty() {
        let node = pod.text("spec.nodeName");
        return refuse(format!("pod {name} is already assigned to node {node:?}"));
    }
    let gates = pod.get("spec.schedulingGates").and_then(Value::as_array);
    if gates.is_some_and(|gates| !gates.is_empty()) {
        return refuse(format!("pod {name} has non-empty .spec.schedulingGates"));
    }
    pod.set("spec.nodeName", body.text("target.name"));
    pod.remove("status.nominatedNodeName");
    for (path, members) in [
        ("metadata.annotations", body.get("metadata.annotations")),
        ("metadata.labels", body.get("metadata.labels")),
    ] {
        for (key, value) in members.and_then(Value::as_object).into_iter().flatten() {
            let mut all = pod.get(path).cloned().unwrap_or_else(|| json!({}));
            all[key] = value.clone();
            pod.set(path, all);
        }
    }
    set_condition(pod, json!({"type": "PodScheduled", "status": "True"}), now);
    Ok(())
}
