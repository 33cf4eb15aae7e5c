//! Certificate signing requests (PKCS#10): what somebody asks to be certified, as plain data for whoever approves it.
//!
//! Parsing also proves that the asker holds the key. Signing an approved request is `authority.rs`; whether it should be
//! approved is decided elsewhere.

use x509_parser::certification_request::X509CertificationRequest;
use x509_parser::extensions::ParsedExtension;
use x509_parser::prelude::FromDer;

use crate::bundle;
use crate::encode;
use crate::key::{Key, KeyError};
use crate::names::{AlternativeNames, NameError, Subject};
use crate::usage::Usage;

/// A signing request whose signature was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateRequest {
    /// The name that is asked for.
    pub subject: Subject,
    /// The alternative names that are asked for.
    pub names: AlternativeNames,
    /// The usages that the request itself names; the API's `spec.usages` is a separate wish.
    pub usages: Vec<Usage>,
    /// Whether it asks to become an authority, which is never granted.
    pub asks_for_authority: bool,
    /// DER of the SubjectPublicKeyInfo.
    pub(crate) public_key: Vec<u8>,
}

/// Why a text is no usable request.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum RequestError {
    /// Not a PEM block of the right type.
    #[error("PEM block type must be CERTIFICATE REQUEST")]
    NotARequest,
    /// Not PKCS#10.
    #[error("the certificate request is not well formed")]
    Malformed,
    /// The key is of a kind that cannot be checked, or did not sign this.
    #[error("the certificate request is not signed by the key it is for")]
    Signature,
    /// A name in it cannot be read.
    #[error("the certificate request: {0}")]
    Name(#[from] NameError),
    /// Writing one: the key does not sign.
    #[error(transparent)]
    Key(#[from] KeyError),
}

impl CertificateRequest {
    /// Reads the first PEM block and checks that it is signed by the key that it is for.
    pub fn from_pem(text: &str) -> Result<Self, RequestError> {
        let block = pem::parse(text).map_err(|_| RequestError::NotARequest)?;
        if block.tag() != "CERTIFICATE REQUEST" {
            return Err(RequestError::NotARequest);
        }
        let parsed = X509CertificationRequest::from_der(block.contents());
        let (rest, request) = parsed.map_err(|_| RequestError::Malformed)?;
        if !rest.is_empty() {
            return Err(RequestError::Malformed);
        }
        request.verify_signature().map_err(|_| RequestError::Signature)?;
        Self::read(&request)
    }

    fn read(request: &X509CertificationRequest<'_>) -> Result<Self, RequestError> {
        let info = &request.certification_request_info;
        let (mut names, mut bits, mut purposes) = (AlternativeNames::default(), None, None);
        let mut asks_for_authority = false;
        for extension in request.requested_extensions().into_iter().flatten() {
            match extension {
                ParsedExtension::SubjectAlternativeName(found) => names = AlternativeNames::read(found)?,
                ParsedExtension::KeyUsage(found) => bits = Some(found),
                ParsedExtension::ExtendedKeyUsage(found) => purposes = Some(found),
                ParsedExtension::BasicConstraints(found) => asks_for_authority = found.ca,
                ParsedExtension::ParseError { .. } => return Err(RequestError::Malformed),
                _ => {}
            }
        }
        Ok(Self {
            subject: Subject::read(&info.subject)?,
            names,
            usages: Usage::read(bits, purposes),
            asks_for_authority,
            public_key: info.subject_pki.raw.to_vec(),
        })
    }

    /// Writes a request for a certificate on `key` as PEM.
    pub fn create(subject: &Subject, names: &AlternativeNames, key: &Key) -> Result<String, RequestError> {
        names.check()?;
        Ok(bundle::encode("CERTIFICATE REQUEST", &encode::request(subject, names, key)?))
    }
}
