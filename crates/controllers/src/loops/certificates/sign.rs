//! Signs approved requests with the cluster's authorities.

use std::sync::Arc;
use std::time::Duration;

use api::certificates::v1::{CertificateSigningRequest, CertificateSigningRequestCondition};
use async_trait::async_trait;
use client::Client;
use informer::{Controller, Error, Informer, Inputs, Key, Next};
use runtime::Clock;
use tls::{CertificateRequest, Usage};

use super::{CLIENT, KUBELET_CLIENT, KUBELET_SERVING, has, is_issued, recognize};
use crate::{Authorities, Context, Work};

/// What a certificate lasts, at most and at least.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);
const SHORTEST: Duration = Duration::from_secs(600);

pub struct Signer {
    client: Client,
    clock: Clock,
    authorities: Arc<Authorities>,
    requests: Informer<CertificateSigningRequest>,
}

/// Puts it together.
pub fn build(cx: &Context) -> Work {
    let Some(authorities) = cx.config.authorities.clone() else { return Work::Nothing };
    Work::Reconciles(Arc::new(Signer {
        client: cx.client.clone(),
        clock: cx.clock.clone(),
        authorities,
        requests: cx.informers.of(),
    }))
}

impl Signer {
    fn issue(&self, request: &CertificateSigningRequest) -> Result<Option<Result<String, String>>, Error> {
        let text = String::from_utf8_lossy(&request.spec.request.0).into_owned();
        let parsed = CertificateRequest::from_pem(&text).map_err(Error::other)?;
        let usages = request.spec.usages.clone().unwrap_or_default();
        let (checked, authority) = match request.spec.signer_name.as_str() {
            KUBELET_CLIENT => (recognize::kubelet_client(&parsed, &usages), &self.authorities.clients),
            CLIENT => (recognize::client(&usages), &self.authorities.clients),
            KUBELET_SERVING => (recognize::kubelet_serving(&parsed, &usages), &self.authorities.servers),
            _ => return Ok(None),
        };
        if let Err(reason) = checked {
            return Ok(Some(Err(reason)));
        }
        let asked = request.spec.expiration_seconds.map(|seconds| Duration::from_secs(seconds.max(0) as u64));
        let lifetime = asked.unwrap_or(LONGEST).clamp(SHORTEST, LONGEST);
        let usages: Vec<Usage> =
            usages.iter().map(|usage| usage.parse()).collect::<Result<_, _>>().map_err(Error::other)?;
        let signed = authority.sign(&parsed, &usages, lifetime, self.clock.now()).map_err(Error::other)?;
        Ok(Some(Ok(signed)))
    }
}

#[async_trait]
impl Controller for Signer {
    fn name(&self) -> &'static str {
        "certificatesigningrequest-signing-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.requests, |event| vec![Key::of(&**event.object())]);
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(request) = self.requests.get("", &key.name) else { return Ok(Next::Done) };
        if !has(&request, "Approved")
            || has(&request, "Denied")
            || has(&request, "Failed")
            || is_issued(&request)
        {
            return Ok(Next::Done);
        }
        let Some(outcome) = self.issue(&request)? else { return Ok(Next::Done) };
        let mut changed = (*request).clone();
        let status = changed.status.get_or_insert_default();
        match outcome {
            Ok(certificate) => status.certificate = Some(api::ByteString(certificate.into_bytes())),
            Err(message) => {
                let now = api::time::time(self.clock.now());
                status.conditions.get_or_insert_default().push(CertificateSigningRequestCondition {
                    type_: "Failed".to_owned(),
                    status: "True".to_owned(),
                    reason: Some("SignerValidationFailure".to_owned()),
                    message: Some(message),
                    last_update_time: Some(now.clone()),
                    last_transition_time: Some(now),
                });
            }
        }
        self.client.all::<CertificateSigningRequest>().update_status(&changed).await?;
        Ok(Next::Done)
    }
}
