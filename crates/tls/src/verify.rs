//! Who a client certificate speaks for: the chain is checked against the trusted authorities, then its subject is read.
//!
//! The handshake only proves that the client holds the key (`server/handshake.rs`); this runs afterwards, once per connection and
//! authenticator, so that a certificate nobody trusts costs its holder a 401 and not the connection, as in the stock API server.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use rustls::RootCertStore;
use rustls::pki_types::UnixTime;
use rustls::server::WebPkiClientVerifier;
use rustls::server::danger::ClientCertVerifier;

use crate::bundle;
use crate::info::CertificateInfo;
use crate::provider::{self, ConfigError};
use crate::server::PeerCertificates;

/// Checks client certificates against a bundle of authorities. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ClientVerifier(Arc<dyn ClientCertVerifier>);

/// The user that a verified certificate names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The user's name; may be empty, and then the certificate authenticates nobody.
    pub common_name: String,
    /// The user's groups.
    pub organizations: Vec<String>,
    /// The user's UID, where the subject gives one.
    pub uid: Option<String>,
    /// `X509SHA256=…`: the value of `authentication.kubernetes.io/credential-id` in the user's extra.
    pub credential_id: String,
    /// When the certificate ends: a decision made from it must not be kept longer.
    pub not_after: SystemTime,
}

/// Why a client's certificate is not accepted.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum VerifyError {
    /// The client showed none.
    #[error("the client presented no certificate")]
    NoCertificate,
    /// The chain leads to no trusted authority, or is not valid now or not for this.
    #[error("verifying certificate {certificate} failed: {reason}")]
    Untrusted {
        /// Serial number and subject.
        certificate: String,
        /// What the check found.
        reason: String,
    },
    /// Not a certificate that can be read.
    #[error("the certificate is not well formed")]
    Malformed,
    /// The subject's UID is given several times, or empty.
    #[error("the certificate's subject must hold one user UID that is not empty, or none")]
    Uid,
}

impl ClientVerifier {
    /// Trusts the authorities of a PEM bundle.
    pub fn build(authorities: &str) -> Result<Self, ConfigError> {
        let mut roots = RootCertStore::empty();
        for certificate in bundle::certificates(authorities)? {
            roots.add(certificate).map_err(|error| ConfigError::Authorities(error.to_string()))?;
        }
        let builder = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider::crypto());
        let verifier = builder.build().map_err(|error| ConfigError::Library(error.to_string()))?;
        Ok(Self(verifier))
    }

    /// The identity that the peer's chain proves at this time.
    pub fn verify(&self, peer: &PeerCertificates, now: SystemTime) -> Result<Identity, VerifyError> {
        let (leaf, intermediates) = peer.chain().split_first().ok_or(VerifyError::NoCertificate)?;
        let info = CertificateInfo::from_der(leaf).map_err(|_| VerifyError::Malformed)?;
        let time = UnixTime::since_unix_epoch(now.duration_since(UNIX_EPOCH).unwrap_or_default());
        self.0.verify_client_cert(leaf, intermediates, time).map_err(|error| VerifyError::Untrusted {
            certificate: format!("SN={}, {}", info.serial, info.subject),
            reason: error.to_string(),
        })?;
        identity(info)
    }
}

fn identity(info: CertificateInfo) -> Result<Identity, VerifyError> {
    let uid = match info.subject.uids.as_slice() {
        [] => None,
        [uid] if !uid.is_empty() => Some(uid.clone()),
        _ => return Err(VerifyError::Uid),
    };
    Ok(Identity {
        common_name: info.subject.common_name,
        organizations: info.subject.organizations,
        uid,
        credential_id: format!("X509SHA256={}", info.fingerprint),
        not_after: info.not_after,
    })
}
