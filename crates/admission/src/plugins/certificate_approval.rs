//! `CertificateApproval`: who approves a request for a certificate may do so for its signer.

use async_trait::async_trait;
use meta::{StatusError, go};
use resource::Object;
use std::sync::Arc;

use crate::{Check, Config, Permits, Plugin, Request};

/// The plugin.
pub fn plugin(config: &Config) -> Box<dyn Plugin> {
    Box::new(CertificateApproval { permits: config.permits.clone() })
}

struct CertificateApproval {
    permits: Arc<dyn Permits>,
}

#[async_trait]
impl Plugin for CertificateApproval {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.updates()
            && request.subresource() == "approval"
            && request.is("certificates.k8s.io", "certificatesigningrequests")
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        // The signer as it was: the request may try to change it.
        let signer = request.old().map_or("", |old| old.text("spec.signerName"));
        if may(&*self.permits, request, "approve", signer).await {
            return Ok(());
        }
        let why = format!("user not permitted to approve requests with signerName {}", go::quote(signer));
        Err(request.forbidden(object, why))
    }
}

/// Whether the user may do this for a signer, or for all signers of its domain.
pub(super) async fn may(permits: &dyn Permits, request: &Request<'_>, verb: &str, signer: &str) -> bool {
    let wildcard = signer.split('/').next().map(|domain| format!("{domain}/*")).unwrap_or_default();
    for name in [signer, &wildcard] {
        let check = Check {
            user: request.user(),
            verb,
            group: "certificates.k8s.io",
            version: "*",
            resource: "signers",
            subresource: "",
            namespace: "",
            name,
        };
        if permits.permits(check).await {
            return true;
        }
    }
    false
}
