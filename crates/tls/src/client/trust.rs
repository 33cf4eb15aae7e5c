//! Which servers a client believes, where the library's own rule is not the one that is needed.
//!
//! [`Bundle`] adds one thing to it: a server whose own certificate stands in the bundle is believed, as Go believes it. Webhooks and
//! aggregated API servers commonly sign themselves with a certificate that is marked as an authority, and hand that out as
//! their bundle. [`AnyServer`] is `insecure-skip-tls-verify`.

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{CryptoProvider, WebPkiSupportedAlgorithms};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use crate::bundle;
use crate::info;
use crate::provider::ConfigError;

/// Believes servers by a bundle of authorities, and the members of the bundle themselves.
#[derive(Debug)]
pub(super) struct Bundle {
    members: Vec<CertificateDer<'static>>,
    chains: Arc<WebPkiServerVerifier>,
}

impl Bundle {
    pub(super) fn build(pem: &str, crypto: &Arc<CryptoProvider>) -> Result<Self, ConfigError> {
        let members = bundle::certificates(pem)?;
        let mut roots = RootCertStore::empty();
        for member in &members {
            roots.add(member.clone()).map_err(|error| ConfigError::Authorities(error.to_string()))?;
        }
        let builder = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), crypto.clone());
        let chains = builder.build().map_err(|error| ConfigError::Library(error.to_string()))?;
        Ok(Self { members, chains })
    }
}

impl ServerCertVerifier for Bundle {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.members.iter().any(|member| member.as_ref() == end_entity.as_ref()) {
            return verify_member(end_entity, server, now);
        }
        self.chains.verify_server_cert(end_entity, intermediates, server, ocsp, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.chains.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.chains.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.chains.supported_verify_schemes()
    }
}

/// A certificate that is trusted as it stands must still be of this time, for servers and for this name.
fn verify_member(
    certificate: &CertificateDer<'_>,
    server: &ServerName<'_>,
    now: UnixTime,
) -> Result<ServerCertVerified, Error> {
    let parsed = info::parse(certificate).map_err(|_| CertificateError::BadEncoding)?;
    let time = UNIX_EPOCH + Duration::from_secs(now.as_secs());
    if time < info::system_time(parsed.validity().not_before) {
        return Err(CertificateError::NotValidYet.into());
    }
    if time > info::system_time(parsed.validity().not_after) {
        return Err(CertificateError::Expired.into());
    }
    let purposes = parsed.extended_key_usage().map_err(|_| CertificateError::BadEncoding)?;
    if purposes.is_some_and(|purposes| !purposes.value.server_auth && !purposes.value.any) {
        return Err(CertificateError::InvalidPurpose.into());
    }
    verify_server_name(&ParsedCertificate::try_from(certificate)?, server)?;
    Ok(ServerCertVerified::assertion())
}

/// Believes every server that holds the key of the certificate it shows.
#[derive(Debug)]
pub(super) struct AnyServer(pub WebPkiSupportedAlgorithms);

impl ServerCertVerifier for AnyServer {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        rustls::crypto::verify_tls12_signature(message, certificate, signature, &self.0)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        rustls::crypto::verify_tls13_signature(message, certificate, signature, &self.0)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_schemes()
    }
}
