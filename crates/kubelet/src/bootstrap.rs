//! Certificates by a token: a node that joins asks for its client certificate, and later for the one its own API shows.
//!
//! The keys never leave the node: requests are signed here, approved and answered by the cluster (CertificateSigningRequest).

use std::net::IpAddr;
use std::time::Duration;

use api::Typed as _;
use api::certificates::v1::CertificateSigningRequest;
use client::{Client, Select};
use runtime::Clock;
use serde_json::json;
use tls::{AlternativeNames, Certified, Key, Subject};

/// The signer of kubelets' client certificates.
pub const CLIENT_SIGNER: &str = "kubernetes.io/kube-apiserver-client-kubelet";
/// The signer of the certificates that kubelets show.
pub const SERVING_SIGNER: &str = "kubernetes.io/kubelet-serving";

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum BootstrapError {
    /// The key.
    #[error("cannot make a key: {0}")]
    Key(#[from] tls::KeyError),
    /// The request.
    #[error("cannot make a certificate request: {0}")]
    Request(#[from] tls::RequestError),
    /// The API.
    #[error("cannot ask for a certificate: {0}")]
    Api(#[from] client::Error),
    /// The request is not what the API takes.
    #[error("cannot ask for a certificate: {0}")]
    Decode(#[from] api::DecodeError),
    /// Refused.
    #[error("the certificate request {0} was {1}: {2}")]
    Refused(String, &'static str, String),
    /// Nobody answered.
    #[error("nobody signed the certificate request {0}")]
    Timeout(String),
}

/// Asks for the client certificate of a node, with whatever identity the client has (a bootstrap token's).
pub async fn client_certificate(
    client: &Client,
    node_name: &str,
    limit: Duration,
    clock: &Clock,
) -> Result<Certified, BootstrapError> {
    let subject = Subject::user(&format!("system:node:{node_name}"), &["system:nodes"]);
    let usages = ["digital signature", "client auth"];
    request(client, &subject, &AlternativeNames::default(), CLIENT_SIGNER, &usages, limit, clock).await
}

/// Asks for the certificate that a node's own API shows, as that node.
pub async fn serving_certificate(
    client: &Client,
    node_name: &str,
    addresses: &[IpAddr],
    limit: Duration,
    clock: &Clock,
) -> Result<Certified, BootstrapError> {
    let subject = Subject::user(&format!("system:node:{node_name}"), &["system:nodes"]);
    let hosts: Vec<String> =
        std::iter::once(node_name.to_owned()).chain(addresses.iter().map(ToString::to_string)).collect();
    let usages = ["digital signature", "server auth"];
    request(client, &subject, &AlternativeNames::hosts(&hosts), SERVING_SIGNER, &usages, limit, clock).await
}

async fn request(
    client: &Client,
    subject: &Subject,
    names: &AlternativeNames,
    signer: &str,
    usages: &[&str],
    limit: Duration,
    clock: &Clock,
) -> Result<Certified, BootstrapError> {
    let key = Key::generate()?;
    let pem = tls::CertificateRequest::create(subject, names, &key)?;
    let encoded = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, pem);
    let wanted = CertificateSigningRequest::decode(&json!({
        "apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest",
        "metadata": {"generateName": "csr-"},
        "spec": {"request": encoded, "signerName": signer, "usages": usages},
    }))?;
    let requests = client.all::<CertificateSigningRequest>();
    let made = requests.create(&wanted).await?;
    let name = made.metadata.name.clone().unwrap_or_default();
    tracing::info!(name, signer, "waiting for a certificate");
    let certificate = tokio::select! {
        certificate = wait(client, &name, &made) => certificate?,
        () = clock.sleep(limit) => return Err(BootstrapError::Timeout(name)),
    };
    Ok(Certified { certificate, key: key.pem().to_owned() })
}

/// Watches the request until it is answered.
async fn wait(
    client: &Client,
    name: &str,
    made: &CertificateSigningRequest,
) -> Result<String, BootstrapError> {
    use futures_util::StreamExt as _;
    let requests = client.all::<CertificateSigningRequest>();
    let select = Select::fields(format!("metadata.name={name}"));
    if let Some(certificate) = verdict(name, made)? {
        return Ok(certificate);
    }
    loop {
        let version = made.metadata.resource_version.clone().unwrap_or_default();
        let mut events = std::pin::pin!(requests.watch(&select, &version).await?);
        while let Some(event) = events.next().await {
            if let client::WatchEvent::Added(found) | client::WatchEvent::Modified(found) = event?
                && let Some(certificate) = verdict(name, &found)?
            {
                return Ok(certificate);
            }
        }
    }
}

/// The certificate, if the request was answered with one.
fn verdict(name: &str, request: &CertificateSigningRequest) -> Result<Option<String>, BootstrapError> {
    let Some(status) = &request.status else { return Ok(None) };
    for condition in status.conditions.iter().flatten() {
        let refused = match condition.type_.as_str() {
            "Denied" => "denied",
            "Failed" => "not signed",
            _ => continue,
        };
        let why = condition.message.clone().unwrap_or_default();
        return Err(BootstrapError::Refused(name.to_owned(), refused, why));
    }
    Ok(status
        .certificate
        .as_ref()
        .map(|bytes| String::from_utf8_lossy(&bytes.0).into_owned())
        .filter(|pem| !pem.is_empty()))
}
