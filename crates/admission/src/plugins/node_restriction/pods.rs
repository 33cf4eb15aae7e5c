//! A node makes mirror pods of its static pods, deletes and evicts pods of its own, and writes their status.

use api::core::v1::PodSpec;
use kinds::rules::containers::visit;
use kinds::rules::object::same;
use meta::{StatusError, go};
use resource::Object;
use serde_json::Value;

use super::Asked;
use crate::pods;

pub(super) fn judge(asked: Asked<'_>) -> Result<(), StatusError> {
    match asked.request.subresource() {
        "" if asked.request.creates() => create(asked),
        "" if asked.request.deletes() => {
            let own = asked.request.old().is_some_and(|pod| pod.text("spec.nodeName") == asked.node);
            let node = asked.quoted();
            let why = format!("node {node} can only delete pods with spec.nodeName set to itself");
            if own { Ok(()) } else { asked.refuse(why) }
        }
        "" => {
            let (operation, node) = (asked.operation(), asked.quoted());
            asked.refuse(format!(
                "unexpected operation {operation}, node {node} can only create and delete mirror pods"
            ))
        }
        "status" => status(asked),
        "eviction" => evict(asked),
        other => {
            let other = go::quote(other);
            asked.refuse(format!(
                "unexpected pod subresource {other}, only 'status' and 'eviction' are allowed"
            ))
        }
    }
}

fn create(asked: Asked<'_>) -> Result<(), StatusError> {
    let Some(pod) = asked.object else { return Ok(()) };
    let node = asked.quoted();
    if !pods::is_mirror(pod) {
        let key = go::quote(api::well_known::annotation::MIRROR_POD);
        return asked
            .refuse(format!("pod does not have {key} annotation, node {node} can only create mirror pods"));
    }
    if pod.text("spec.nodeName") != asked.node {
        return asked.refuse(format!("node {node} can only create pods with spec.nodeName set to itself"));
    }
    check_owner(asked, pod, &node)?;
    match reference(&pods::spec(pod)?) {
        None => Ok(()),
        Some(resource) => asked.refuse(format!("node {node} can not create pods that reference {resource}")),
    }
}

fn check_owner(asked: Asked<'_>, pod: &Object, node: &str) -> Result<(), StatusError> {
    let owners = pod.get("metadata.ownerReferences").and_then(Value::as_array);
    let owner = match owners.map(Vec::as_slice).unwrap_or_default() {
        [owner] => owner,
        [] => {
            return asked
                .refuse(format!("node {node} can only create pods with an owner reference set to itself"));
        }
        _ => {
            return asked.refuse(format!(
                "node {node} can only create pods with a single owner reference set to itself"
            ));
        }
    };
    if owner["apiVersion"] != "v1" || owner["kind"] != "Node" || owner["name"] != asked.node {
        return asked
            .refuse(format!("node {node} can only create pods with an owner reference set to itself"));
    }
    if owner["controller"] != true {
        return asked.refuse(format!(
            "node {node} can only create pods with a controller owner reference set to itself"
        ));
    }
    if owner["blockOwnerDeletion"] == true {
        return asked.refuse(format!("node {node} must not set blockOwnerDeletion on an owner reference"));
    }
    let known = asked
        .request
        .state
        .get("nodes", "", asked.node)
        .ok_or_else(|| StatusError::not_found(&meta::GroupResource::new("", "nodes"), asked.node))?;
    let (uid, found) = (owner["uid"].as_str().unwrap_or_default(), known.uid());
    if uid != found {
        return asked.refuse(format!("node {} UID mismatch: expected {uid} got {found}", asked.node));
    }
    Ok(())
}

fn status(asked: Asked<'_>) -> Result<(), StatusError> {
    let (Some(new), Some(old)) = (asked.object, asked.request.old()) else {
        return asked.refuse(format!("unexpected operation {}", asked.operation()));
    };
    let node = asked.quoted();
    if old.text("spec.nodeName") != asked.node {
        return asked.refuse(format!(
            "node {node} can only update pod status for pods with spec.nodeName set to itself"
        ));
    }
    for (path, what) in [
        ("metadata.labels", "labels through pod status"),
        ("status.resourceClaimStatuses", "resource claim statues"),
        ("status.extendedResourceClaimStatus", "extended resource claim status"),
    ] {
        if !same(new.get(path), old.get(path)) {
            return asked.refuse(format!("node {node} cannot update {what}"));
        }
    }
    Ok(())
}

fn evict(asked: Asked<'_>) -> Result<(), StatusError> {
    if !asked.request.creates() {
        return asked.refuse(format!("unexpected operation {}", asked.request.operation().as_str()));
    }
    if asked.name().is_empty() {
        return asked.refuse("could not determine pod from request data");
    }
    let pod = asked.request.state.get("pods", asked.request.namespace(), asked.name());
    let missing = || StatusError::not_found(&meta::GroupResource::new("", "pods"), asked.name());
    if pod.ok_or_else(missing)?.text("spec.nodeName") == asked.node {
        return Ok(());
    }
    asked.refuse(format!("node {} can only evict pods with spec.nodeName set to itself", asked.node))
}

/// What of the API a pod would read through its node, if anything.
fn reference(spec: &PodSpec) -> Option<&'static str> {
    if spec.service_account_name.as_ref().is_some_and(|name| !name.is_empty()) {
        return Some("serviceaccounts");
    }
    let (mut secrets, mut maps) = (spec.image_pull_secrets.iter().flatten().next().is_some(), false);
    for container in visit::each(spec) {
        for from in container.env.iter().flatten().filter_map(|env| env.value_from.as_ref()) {
            secrets |= from.secret_key_ref.is_some();
            maps |= from.config_map_key_ref.is_some();
        }
        for from in container.env_from.iter().flatten() {
            secrets |= from.secret_ref.is_some();
            maps |= from.config_map_ref.is_some();
        }
    }
    for volume in spec.volumes.iter().flatten() {
        let sources = volume.projected.iter().flat_map(|projected| projected.sources.iter().flatten());
        secrets |= volume.secret.is_some() || sources.clone().any(|source| source.secret.is_some());
        maps |= volume.config_map.is_some() || sources.clone().any(|source| source.config_map.is_some());
    }
    if secrets {
        return Some("secrets");
    }
    if maps {
        return Some("configmaps");
    }
    if spec.resource_claims.iter().flatten().next().is_some() {
        return Some("resourceclaims");
    }
    spec.volumes.iter().flatten().find_map(by_volume)
}

fn by_volume(volume: &api::core::v1::Volume) -> Option<&'static str> {
    let sources = volume.projected.iter().flat_map(|projected| projected.sources.iter().flatten());
    let projected = sources.into_iter().find_map(|source| {
        let token = source.service_account_token.as_ref().map(|_| "serviceaccounts (via projected volumes)");
        token
            .or(source.cluster_trust_bundle.as_ref().map(|_| "clustertrustbundles"))
            .or(source.pod_certificate.as_ref().map(|_| "podcertificates"))
    });
    let own = [
        (volume.csi.is_some(), "csidrivers (via CSI volumes)"),
        (volume.glusterfs.is_some(), "endpoints (via glusterFS volumes)"),
        (volume.persistent_volume_claim.is_some(), "persistentvolumeclaims"),
        (volume.ephemeral.is_some(), "persistentvolumeclaims (via ephemeral volumes)"),
        (volume.azure_file.is_some(), "secrets (via azureFile volumes)"),
    ];
    own.into_iter().find_map(|(has, what)| has.then_some(what)).or(projected)
}
