//! Approves requests for kubelets' client certificates, if the requester may make them.

use std::sync::Arc;

use api::Resource as _;
use api::certificates::v1::{CertificateSigningRequest, CertificateSigningRequestCondition};
use async_trait::async_trait;
use bytes::Bytes;
use client::Client;
use http::Request;
use http::header::CONTENT_TYPE;
use informer::{Controller, Error, Informer, Inputs, Key, Next};
use runtime::Clock;
use serde_json::{Value, json};
use tls::CertificateRequest;

use super::{KUBELET_CLIENT, KUBELET_SERVING, has, is_issued, recognize};
use crate::{Context, Work};

pub struct Approver {
    client: Client,
    clock: Clock,
    requests: Informer<CertificateSigningRequest>,
}

/// Puts it together.
pub fn build(cx: &Context) -> Work {
    Work::Reconciles(Arc::new(Approver {
        client: cx.client.clone(),
        clock: cx.clock.clone(),
        requests: cx.informers.of(),
    }))
}

impl Approver {
    /// Whether the requester may have such a certificate: `selfnodeclient` or `nodeclient`.
    async fn may(&self, request: &CertificateSigningRequest, subresource: &str) -> Result<bool, Error> {
        let spec = &request.spec;
        let review = json!({
            "apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview",
            "spec": {
                "user": spec.username, "uid": spec.uid, "groups": spec.groups, "extra": spec.extra,
                "resourceAttributes": {
                    "group": "certificates.k8s.io", "resource": "certificatesigningrequests", "verb": "create",
                    "subresource": subresource, "version": "*",
                },
            },
        });
        let path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
        let post = Request::post(path).header(CONTENT_TYPE, "application/json");
        let answer =
            self.client.request(post.body(Bytes::from(review.to_string())).map_err(Error::other)?).await?;
        let tree: Value = serde_json::from_slice(answer.body()).map_err(Error::other)?;
        Ok(tree["status"]["allowed"] == true)
    }

    async fn approve(&self, request: &CertificateSigningRequest, message: &str) -> Result<(), Error> {
        let mut approved = request.clone();
        let now = api::time::time(self.clock.now());
        approved.status.get_or_insert_default().conditions.get_or_insert_default().push(
            CertificateSigningRequestCondition {
                type_: "Approved".to_owned(),
                status: "True".to_owned(),
                reason: Some("AutoApproved".to_owned()),
                message: Some(message.to_owned()),
                last_update_time: Some(now.clone()),
                last_transition_time: Some(now),
            },
        );
        let tree = api::Typed::encode(&approved);
        let path =
            format!("/apis/certificates.k8s.io/v1/certificatesigningrequests/{}/approval", request.name());
        let put = Request::put(path).header(CONTENT_TYPE, "application/json");
        self.client.request(put.body(Bytes::from(tree.to_string())).map_err(Error::other)?).await?;
        Ok(())
    }
}

#[async_trait]
impl Controller for Approver {
    fn name(&self) -> &'static str {
        "certificatesigningrequest-approving-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.requests, |event| vec![Key::of(&**event.object())]);
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(request) = self.requests.get("", &key.name) else { return Ok(Next::Done) };
        if has(&request, "Approved") || has(&request, "Denied") || is_issued(&request) {
            return Ok(Next::Done);
        }
        let text = String::from_utf8_lossy(&request.spec.request.0).into_owned();
        let parsed = CertificateRequest::from_pem(&text).map_err(Error::other)?;
        let usages = request.spec.usages.clone().unwrap_or_default();
        let own = request.spec.username.as_deref() == Some(parsed.subject.common_name.as_str());
        match request.spec.signer_name.as_str() {
            KUBELET_CLIENT if recognize::kubelet_client(&parsed, &usages).is_ok() => {
                if own && self.may(&request, "selfnodeclient").await? {
                    let message = "Auto approving self kubelet client certificate after SubjectAccessReview.";
                    self.approve(&request, message).await?;
                } else if self.may(&request, "nodeclient").await? {
                    let message = "Auto approving kubelet client certificate after SubjectAccessReview.";
                    self.approve(&request, message).await?;
                }
            }
            // A node may show its own name. The API server asks for a node by that name, so addresses in it give no power.
            KUBELET_SERVING if own && recognize::own_name(&parsed, &usages) => {
                self.approve(&request, "Auto approving kubelet serving certificate for the node's own name.")
                    .await?;
            }
            _ => {}
        }
        Ok(Next::Done)
    }
}
