//! A certificate authority: a certificate that may sign, its key, and what it issues with them.
//!
//! Knows nothing of files (`pki.rs`) nor of who may have a certificate.

use std::time::{Duration, SystemTime};

use ring::rand::SecureRandom;
use time::OffsetDateTime;

use crate::bundle::{self, BundleError, Certified};
use crate::encode::{self, Fields};
use crate::info::{self, CertificateInfo};
use crate::key::{Key, KeyError};
use crate::names::{AlternativeNames, NameError, Subject};
use crate::request::CertificateRequest;
use crate::usage::Usage;

/// Certificates are good from a little before they are made, for machines whose clocks lag.
const BACKDATE: Duration = Duration::from_secs(5 * 60);
/// Lifetimes from here on include the backdating; shorter ones get their full length from now, as stock signers do it.
const SHORT_LIVED: Duration = Duration::from_secs(8 * 3600);

/// A certificate that signs others, with its key.
#[derive(Clone, Debug)]
pub struct Authority {
    certificate: String,
    info: CertificateInfo,
    key: Key,
    /// DER of its own name, which every certificate it signs repeats as the issuer.
    name: Vec<u8>,
    key_id: Vec<u8>,
}

/// What a certificate is to say; the key is made along with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Whose it is.
    pub subject: Subject,
    /// The names it is good for.
    pub names: AlternativeNames,
    /// What it may be used for.
    pub usages: Vec<Usage>,
    /// How long.
    pub lifetime: Duration,
}

/// Why an authority cannot be read or cannot issue.
#[derive(Debug, thiserror::Error)]
pub enum IssueError {
    /// Its certificate is unusable.
    #[error("the authority's certificate: {0}")]
    Certificate(#[from] BundleError),
    /// A key is unusable.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Certificate and key are of different pairs.
    #[error("the authority's certificate and key do not belong together")]
    Mismatch,
    /// Its certificate is not one of an authority.
    #[error("the certificate is not one of an authority (CA is not set)")]
    NotAnAuthority,
    /// A moment that no certificate can name.
    #[error("the certificate would begin or end at a time that cannot be written")]
    Time,
    /// A name that no certificate can hold.
    #[error(transparent)]
    Name(#[from] NameError),
}

impl Authority {
    /// A new authority with a new key that signs itself.
    pub fn create(name: &str, now: SystemTime, lifetime: Duration) -> Result<Self, IssueError> {
        Self::on_key(name, Key::generate()?, now, lifetime)
    }

    /// A new certificate for an authority whose key is there already; whatever the key has signed stays good.
    pub fn on_key(name: &str, key: Key, now: SystemTime, lifetime: Duration) -> Result<Self, IssueError> {
        let subject = encode::name(&Subject::user(name, &[]));
        let id = key_id(key.public_der());
        let (not_before, not_after) = validity(now, lifetime, None);
        let fields = Fields {
            serial: serial()?,
            issuer: &subject,
            subject: &subject,
            not_before: date(not_before)?,
            not_after: date(not_after)?,
            public_key: key.public_der(),
            names: &AlternativeNames::default(),
            usages: &[Usage::DigitalSignature, Usage::CertSign, Usage::CrlSign],
            authority: true,
            subject_key_id: &id,
            authority_key_id: None,
        };
        let der = encode::certificate(&fields, &key)?;
        let key = key.pem().to_owned();
        Self::from_pem(&Certified { certificate: bundle::encode("CERTIFICATE", &der), key })
    }

    /// Reads an authority, and refuses one whose parts do not fit.
    pub fn from_pem(certified: &Certified) -> Result<Self, IssueError> {
        let key = Key::from_pem(&certified.key)?;
        let der = bundle::certificate(&certified.certificate)?;
        let info = CertificateInfo::from_der(&der)?;
        let parsed = info::parse(&der)?;
        if parsed.public_key().raw != key.public_der() {
            return Err(IssueError::Mismatch);
        }
        if !info.is_ca {
            return Err(IssueError::NotAnAuthority);
        }
        let key_id = stated_key_id(&parsed).unwrap_or_else(|| key_id(key.public_der()));
        let name = parsed.subject().as_raw().to_vec();
        Ok(Self { certificate: certified.certificate.clone(), info, key, name, key_id })
    }

    /// The authority's own certificate as PEM: what others trust.
    pub fn certificate(&self) -> &str {
        &self.certificate
    }

    /// What the authority's certificate says.
    pub fn info(&self) -> &CertificateInfo {
        &self.info
    }

    /// The authority's key.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// Makes a key and a certificate for it.
    pub fn issue(&self, leaf: &Leaf, now: SystemTime) -> Result<Certified, IssueError> {
        let key = Key::generate()?;
        let der = self.certify(leaf, key.public_der(), now)?;
        Ok(Certified { certificate: bundle::encode("CERTIFICATE", &der), key: key.pem().to_owned() })
    }

    /// Signs a request: subject and names as asked, usages and lifetime as given by whoever approved it. Nothing else that the
    /// request wishes for is granted: no authority, no further extension, no user's UID.
    pub fn sign(
        &self,
        request: &CertificateRequest,
        usages: &[Usage],
        lifetime: Duration,
        now: SystemTime,
    ) -> Result<String, IssueError> {
        let subject = Subject { uids: Vec::new(), ..request.subject.clone() };
        let leaf = Leaf { subject, names: request.names.clone(), usages: usages.to_vec(), lifetime };
        Ok(bundle::encode("CERTIFICATE", &self.certify(&leaf, &request.public_key, now)?))
    }

    /// Whether this authority's key signed the certificate (a PEM text's first).
    pub fn signed(&self, certificate: &str) -> bool {
        let check = || -> Result<bool, BundleError> {
            let (ours, theirs) = (bundle::certificate(&self.certificate)?, bundle::certificate(certificate)?);
            let (ours, theirs) = (info::parse(&ours)?, info::parse(&theirs)?);
            let same_name = theirs.issuer().as_raw() == ours.subject().as_raw();
            Ok(same_name && theirs.verify_signature(Some(ours.public_key())).is_ok())
        };
        check().unwrap_or(false)
    }

    fn certify(&self, leaf: &Leaf, public_key: &[u8], now: SystemTime) -> Result<Vec<u8>, IssueError> {
        leaf.names.check()?;
        let (not_before, not_after) = validity(now, leaf.lifetime, Some(self.info.not_after));
        let fields = Fields {
            serial: serial()?,
            issuer: &self.name,
            subject: &encode::name(&leaf.subject),
            not_before: date(not_before)?,
            not_after: date(not_after)?,
            public_key,
            names: &leaf.names,
            usages: &leaf.usages,
            authority: false,
            subject_key_id: &key_id(public_key),
            authority_key_id: Some(&self.key_id),
        };
        Ok(encode::certificate(&fields, &self.key)?)
    }
}

/// From when until when, never beyond what the issuer itself is good for.
fn validity(
    now: SystemTime,
    lifetime: Duration,
    issuer_ends: Option<SystemTime>,
) -> (SystemTime, SystemTime) {
    let not_before = now - BACKDATE;
    let start = if lifetime < SHORT_LIVED { now } else { not_before };
    let not_after = start + lifetime;
    (not_before, issuer_ends.map_or(not_after, |ends| not_after.min(ends)))
}

/// Certificates count in whole seconds, and name years up to 9999.
fn date(time: SystemTime) -> Result<OffsetDateTime, IssueError> {
    let seconds = match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_secs()).map_err(|_| IssueError::Time)?,
        Err(_) => return Err(IssueError::Time),
    };
    OffsetDateTime::from_unix_timestamp(seconds).map_err(|_| IssueError::Time)
}

fn serial() -> Result<[u8; 16], KeyError> {
    let mut serial = [0; 16];
    ring::rand::SystemRandom::new().fill(&mut serial).map_err(|_| KeyError::Random)?;
    Ok(serial)
}

/// The first 160 bits of the SHA-256 of the key (RFC 7093); it only has to differ between keys.
fn key_id(public_key: &[u8]) -> Vec<u8> {
    let mut id = info::sha256(public_key);
    id.truncate(20);
    id
}

fn stated_key_id(certificate: &x509_parser::certificate::X509Certificate<'_>) -> Option<Vec<u8>> {
    certificate.extensions().iter().find_map(|extension| match extension.parsed_extension() {
        x509_parser::extensions::ParsedExtension::SubjectKeyIdentifier(id) => Some(id.0.to_vec()),
        _ => None,
    })
}
