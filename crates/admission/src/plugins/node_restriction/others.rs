//! A node reports on claims of its pods, and keeps the objects that carry its name.

use meta::{StatusError, go};
use resource::Object;

use super::Asked;
use crate::plugins::certificate_subject_restriction::parse;

/// The signers of certificates for nodes.
const SIGNERS: [&str; 2] = ["kubernetes.io/kubelet-serving", "kubernetes.io/kube-apiserver-client-kubelet"];
const LEASES: &str = "kube-node-lease";

/// What a node may report of a claim.
const REPORTED: [&str; 6] = [
    "metadata.resourceVersion",
    "metadata.managedFields",
    "status.capacity",
    "status.conditions",
    "status.allocatedResourceStatuses",
    "status.allocatedResources",
];

pub(super) fn claim(asked: Asked<'_>) -> Result<(), StatusError> {
    if asked.request.subresource() != "status" {
        return asked.refuse("may only update PVC status");
    }
    let (Some(new), Some(old)) = (asked.object, asked.request.old()) else {
        return asked.refuse(format!("unexpected operation {}", asked.operation()));
    };
    let rest = |claim: &Object| {
        let mut claim = claim.clone();
        for path in REPORTED {
            claim.remove(path);
        }
        claim.into_tree()
    };
    if rest(new) == rest(old) {
        return Ok(());
    }
    asked.refuse(format!(
        "node {} is not allowed to update fields other than status.quantity and status.conditions",
        asked.quoted()
    ))
}

pub(super) fn lease(asked: Asked<'_>) -> Result<(), StatusError> {
    if asked.request.namespace() != LEASES {
        let why = format!("can only access leases in the {} system namespace", go::quote(LEASES));
        return asked.refuse(why);
    }
    if asked.name() == asked.node {
        return Ok(());
    }
    asked.refuse("can only access node lease with the same name as the requesting node")
}

pub(super) fn csi_node(asked: Asked<'_>) -> Result<(), StatusError> {
    if asked.name() == asked.node {
        return Ok(());
    }
    asked.refuse("can only access CSINode with the same name as the requesting node")
}

pub(super) fn resource_slice(asked: Asked<'_>) -> Result<(), StatusError> {
    let (slice, verb) = match (asked.request.creates(), asked.request.deletes()) {
        (true, _) => (asked.object, "create"),
        (_, true) => (asked.request.old(), "delete"),
        _ => return Ok(()),
    };
    if slice.is_some_and(|slice| slice.text("spec.nodeName") == asked.node) {
        return Ok(());
    }
    asked.refuse(format!("can only {verb} ResourceSlice with the same NodeName as the requesting node"))
}

pub(super) fn signing_request(asked: Asked<'_>) -> Result<(), StatusError> {
    let Some(csr) = asked.object.filter(|_| asked.request.creates()) else { return Ok(()) };
    if !SIGNERS.contains(&csr.text("spec.signerName")) {
        return Ok(());
    }
    let expected = format!("system:node:{}", asked.node);
    match parse(csr) {
        Err(why) => asked.refuse(format!("unable to parse csr: {why}")),
        Ok(request) if request.subject.common_name == expected => Ok(()),
        Ok(_) => asked.refuse(format!("can only create a node CSR with CN={expected}")),
    }
}
