//! `CertificateSigning`: who puts a certificate into a request may sign for its signer.

use async_trait::async_trait;
use kinds::rules::object::same;
use meta::{StatusError, go};
use resource::Object;
use std::sync::Arc;

use super::certificate_approval::may;
use crate::{Config, Permits, Plugin, Request};

/// The plugin.
pub fn plugin(config: &Config) -> Box<dyn Plugin> {
    Box::new(CertificateSigning { permits: config.permits.clone() })
}

struct CertificateSigning {
    permits: Arc<dyn Permits>,
}

#[async_trait]
impl Plugin for CertificateSigning {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.updates()
            && request.subresource() == "status"
            && request.is("certificates.k8s.io", "certificatesigningrequests")
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let (Some(new), Some(old)) = (object, request.old()) else { return Ok(()) };
        let paths = ["status.certificate", "status.conditions"];
        if paths.iter().all(|path| same(new.get(path), old.get(path))) {
            return Ok(());
        }
        let signer = old.text("spec.signerName");
        if may(&*self.permits, request, "sign", signer).await {
            return Ok(());
        }
        let why = format!("user not permitted to sign requests with signerName {}", go::quote(signer));
        Err(request.forbidden(object, why))
    }
}
