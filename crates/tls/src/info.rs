//! Facts about a certificate that people and the leaf's renewal ask for; and the hash by which a joining node knows its CA.
//!
//! Reads only; whether a certificate is to be trusted is decided in `verify.rs` and by rustls.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use x509_parser::certificate::X509Certificate;
use x509_parser::prelude::{ASN1Time, FromDer};

use crate::bundle::{self, BundleError};
use crate::names::{AlternativeNames, Subject};
use crate::usage::Usage;

/// What a certificate says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateInfo {
    /// Whose it is.
    pub subject: Subject,
    /// Who signed it.
    pub issuer: Subject,
    /// Its number at the issuer, in hexadecimal with colons.
    pub serial: String,
    /// Good from.
    pub not_before: SystemTime,
    /// Good until.
    pub not_after: SystemTime,
    /// The names it is good for.
    pub names: AlternativeNames,
    /// What it may be used for.
    pub usages: Vec<Usage>,
    /// Whether it may sign others.
    pub is_ca: bool,
    /// SHA-256 of the whole certificate, in hexadecimal.
    pub fingerprint: String,
}

impl CertificateInfo {
    /// Reads the first certificate of a PEM text.
    pub fn from_pem(pem: &str) -> Result<Self, BundleError> {
        Self::from_der(&bundle::certificate(pem)?)
    }

    /// Reads every certificate of a PEM text.
    pub fn all_from_pem(pem: &str) -> Result<Vec<Self>, BundleError> {
        bundle::certificates(pem)?.iter().map(|der| Self::from_der(der)).collect()
    }

    /// Reads a certificate from its DER.
    pub fn from_der(der: &[u8]) -> Result<Self, BundleError> {
        Self::read(&parse(der)?, der).ok_or(BundleError::Certificate)
    }

    fn read(certificate: &X509Certificate<'_>, der: &[u8]) -> Option<Self> {
        let names = certificate.subject_alternative_name().ok()?;
        let names = names.map(|names| AlternativeNames::read(names.value)).transpose().ok()?;
        let bits = certificate.key_usage().ok()?.map(|bits| bits.value);
        let purposes = certificate.extended_key_usage().ok()?.map(|purposes| purposes.value);
        Some(Self {
            subject: Subject::read(certificate.subject()).ok()?,
            issuer: Subject::read(certificate.issuer()).ok()?,
            serial: certificate.raw_serial_as_string(),
            not_before: system_time(certificate.validity().not_before),
            not_after: system_time(certificate.validity().not_after),
            names: names.unwrap_or_default(),
            usages: Usage::read(bits, purposes),
            is_ca: certificate.is_ca(),
            fingerprint: hex(&sha256(der)),
        })
    }
}

/// The hash of a CA's public key (`sha256:…`) by which `kubeadm join`-like commands pin the CA they talk to.
pub fn ca_hash(pem: &str) -> Result<String, BundleError> {
    let der = bundle::certificate(pem)?;
    Ok(format!("sha256:{}", hex(&sha256(parse(&der)?.public_key().raw))))
}

pub(crate) fn parse(der: &[u8]) -> Result<X509Certificate<'_>, BundleError> {
    X509Certificate::from_der(der).map(|(_, certificate)| certificate).map_err(|_| BundleError::Certificate)
}

pub(crate) fn sha256(bytes: &[u8]) -> Vec<u8> {
    ring::digest::digest(&ring::digest::SHA256, bytes).as_ref().to_vec()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn system_time(time: ASN1Time) -> SystemTime {
    let seconds = time.timestamp();
    let distance = Duration::from_secs(seconds.unsigned_abs());
    if seconds < 0 { UNIX_EPOCH - distance } else { UNIX_EPOCH + distance }
}
