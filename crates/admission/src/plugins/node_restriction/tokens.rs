//! A node gets tokens of service accounts for the pods that run on it, for the audiences that those pods name.

use meta::{StatusError, go};
use resource::Object;
use serde_json::Value;

use super::Asked;
use crate::{Check, Permits, pods};

pub(super) async fn judge(asked: Asked<'_>, permits: &dyn Permits) -> Result<(), StatusError> {
    let request = asked.request;
    let Some(token) = asked.object.filter(|_| request.creates() && request.subresource() == "token") else {
        return Ok(());
    };
    let bound = |name: &str| token.text(&format!("spec.boundObjectRef.{name}"));
    if bound("apiVersion") != "v1" || bound("kind") != "Pod" || bound("name").is_empty() {
        return asked.refuse("node requested token not bound to a pod");
    }
    let uid = bound("uid");
    if uid.is_empty() {
        return asked.refuse("node requested token with a pod binding without a uid");
    }
    let pod = request.state.get("pods", request.namespace(), bound("name"));
    let missing = || StatusError::not_found(&meta::GroupResource::new("", "pods"), bound("name"));
    let pod = pod.ok_or_else(missing)?;
    if pod.uid() != uid {
        return asked.refuse(format!(
            "the UID in the bound object reference ({uid}) does not match the UID in record. The object might have been deleted \
             and then recreated"
        ));
    }
    if pod.text("spec.nodeName") != asked.node {
        return asked.refuse("node requested token bound to a pod scheduled on a different node");
    }
    let audiences = token.get("spec.audiences").and_then(Value::as_array);
    let audience = match audiences.map(Vec::as_slice).unwrap_or_default() {
        [] => "",
        [one] => one.as_str().unwrap_or_default(),
        _ => return asked.refuse("node may only request 0 or 1 audiences"),
    };
    if names_audience(asked, &pod, audience) || may(asked, permits, audience).await {
        return Ok(());
    }
    let (audience, user) = (go::quote(audience), &request.user().name);
    asked.refuse(format!(
        "audience {audience} not found in pod spec volume, {user} is not authorized to request tokens for this audience"
    ))
}

async fn may(asked: Asked<'_>, permits: &dyn Permits, audience: &str) -> bool {
    let check = Check {
        user: asked.request.user(),
        verb: "request-serviceaccounts-token-audience",
        group: "",
        version: "v1",
        resource: audience,
        subresource: "",
        namespace: asked.request.namespace(),
        name: asked.name(),
    };
    permits.permits(check).await
}

/// Whether a volume of the pod needs tokens for the audience: by itself, or by its storage driver.
fn names_audience(asked: Asked<'_>, pod: &Object, audience: &str) -> bool {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let own = |volume: &Value| {
        let sources = volume.pointer("/projected/sources").and_then(Value::as_array);
        let tokens = sources.into_iter().flatten().filter_map(|source| source.get("serviceAccountToken"));
        let mut tokens = tokens.filter(|token| token.is_object());
        tokens.any(|token| text(token.get("audience")) == audience)
    };
    let driver = |volume: &Value| {
        let claim = match volume.get("ephemeral").filter(|value| value.is_object()) {
            Some(_) => format!("{}-{}", pod.name(), text(volume.get("name"))),
            None => text(volume.pointer("/persistentVolumeClaim/claimName")),
        };
        let named = text(volume.pointer("/csi/driver"));
        if named.is_empty() { driver_of_claim(asked, &claim) } else { Some(named) }
    };
    let by_driver = |name: String| {
        let driver = asked.request.state.get("csidrivers.storage.k8s.io", "", &name);
        let requests = driver.as_ref().and_then(|driver| driver.get("spec.tokenRequests"));
        let mut requests = requests.and_then(Value::as_array).into_iter().flatten();
        requests.any(|request| text(request.get("audience")) == audience)
    };
    pods::items(pod, "volumes").any(|volume| own(volume) || driver(volume).is_some_and(by_driver))
}

fn driver_of_claim(asked: Asked<'_>, claim: &str) -> Option<String> {
    let (state, namespace) = (asked.request.state, asked.request.namespace());
    let claim = state.get("persistentvolumeclaims", namespace, claim)?;
    let volume = state.get("persistentvolumes", "", claim.text("spec.volumeName"))?;
    Some(volume.text("spec.csi.driver").to_owned()).filter(|driver| !driver.is_empty())
}
