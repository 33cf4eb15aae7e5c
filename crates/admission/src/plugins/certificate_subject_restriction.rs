//! `CertificateSubjectRestriction`: nobody gets a client certificate of the cluster's masters by asking for one.

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use meta::StatusError;
use resource::Object;
use tls::CertificateRequest;

use crate::{Config, Plugin, Request};

const SIGNER: &str = "kubernetes.io/kube-apiserver-client";

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(CertificateSubjectRestriction)
}

struct CertificateSubjectRestriction;

#[async_trait]
impl Plugin for CertificateSubjectRestriction {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.creates() && request.is_whole("certificates.k8s.io", "certificatesigningrequests")
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let Some(csr) = object.filter(|csr| csr.text("spec.signerName") == SIGNER) else { return Ok(()) };
        let asked =
            parse(csr).map_err(|why| request.forbidden(object, format!("failed to parse CSR: {why}")))?;
        if asked.subject.organizations.iter().any(|group| group == api::well_known::group::MASTERS) {
            let why = format!("use of {SIGNER} signer with system:masters group is not allowed");
            return Err(request.forbidden(object, why));
        }
        Ok(())
    }
}

/// The request inside the object.
pub(super) fn parse(csr: &Object) -> Result<CertificateRequest, String> {
    let bytes = STANDARD.decode(csr.text("spec.request")).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    CertificateRequest::from_pem(&text).map_err(|error| error.to_string())
}
