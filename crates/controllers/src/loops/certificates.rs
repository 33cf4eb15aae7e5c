//! Certificate signing requests: kubelets' are approved by what the requester may do, approved ones are signed, old ones removed.
//! Upstream: `certificatesigningrequest-approving-controller`, `…-signing-controller`, `…-cleaner-controller`.

pub mod approve;
pub mod clean;
mod recognize;
pub mod sign;

use api::certificates::v1::CertificateSigningRequest;

/// Signers of kubelets.
pub const KUBELET_CLIENT: &str = "kubernetes.io/kube-apiserver-client-kubelet";
pub const KUBELET_SERVING: &str = "kubernetes.io/kubelet-serving";
pub const CLIENT: &str = "kubernetes.io/kube-apiserver-client";

/// Whether a condition of this kind holds.
fn has(request: &CertificateSigningRequest, kind: &str) -> bool {
    let conditions =
        request.status.as_ref().and_then(|status| status.conditions.as_deref()).unwrap_or_default();
    conditions.iter().any(|one| one.type_ == kind && one.status != "False")
}

/// Whether it has its certificate.
fn is_issued(request: &CertificateSigningRequest) -> bool {
    request
        .status
        .as_ref()
        .and_then(|status| status.certificate.as_ref())
        .is_some_and(|one| !one.0.is_empty())
}
