//! The certificate that answers a request: set once, and really one.

use api::certificates::v1::CertificateSigningRequest;
use meta::{ErrorList, Path, go};

use crate::rules::report::Report;

fn content(request: &CertificateSigningRequest) -> &[u8] {
    let certificate = request.status.as_ref().and_then(|status| status.certificate.as_ref());
    certificate.map_or(&[], |certificate| certificate.0.as_slice())
}

/// What is wrong with the certificate, unless it was there before or was wrong before.
pub fn validate(request: &CertificateSigningRequest, old: Option<&CertificateSigningRequest>) -> ErrorList {
    let mut errors = ErrorList::new();
    if old.is_some_and(|old| content(old) == content(request) || problem(content(old)).is_some()) {
        return errors;
    }
    if let Some(problem) = problem(content(request)) {
        errors.invalid(&Path::new("status.certificate"), "<certificate data>", problem);
    }
    errors
}

/// `may_set`: the change comes through `/status`.
pub fn change_errors(
    new: &CertificateSigningRequest,
    old: &CertificateSigningRequest,
    may_set: bool,
) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("status.certificate"));
    if content(new) != content(old) {
        if !may_set {
            errors.forbidden(&path, "updates may not set certificate content");
        } else if !content(old).is_empty() {
            errors.forbidden(&path, "updates may not modify existing certificate content");
        }
    }
    errors
}

fn problem(content: &[u8]) -> Option<String> {
    if content.is_empty() {
        return None;
    }
    let blocks = pem::parse_many(content).unwrap_or_default();
    if blocks.is_empty() {
        return Some("must contain at least one CERTIFICATE PEM block".to_owned());
    }
    blocks.iter().find_map(|block| {
        if block.tag() != "CERTIFICATE" {
            return Some(format!(
                "only CERTIFICATE PEM blocks are allowed, found {}",
                go::quote(block.tag())
            ));
        }
        if block.headers().iter().next().is_some() {
            return Some("no PEM block headers are permitted".to_owned());
        }
        if block.contents().is_empty() {
            return Some("found CERTIFICATE PEM block containing 0 certificates".to_owned());
        }
        tls::CertificateInfo::from_der(block.contents())
            .err()
            .map(|_| "x509: malformed certificate".to_owned())
    })
}
