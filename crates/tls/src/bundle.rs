//! PEM: certificates and keys as they stand in files, kubeconfigs and API objects.

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// A certificate, followed by its intermediates if any, and its private key, both as PEM.
#[derive(Clone, PartialEq, Eq)]
pub struct Certified {
    /// The chain, leaf first.
    pub certificate: String,
    /// The leaf's private key.
    pub key: String,
}

impl std::fmt::Debug for Certified {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The key stays out of logs.
        f.debug_struct("Certified").field("certificate", &self.certificate).finish_non_exhaustive()
    }
}

/// Why PEM text does not give what was asked of it.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum BundleError {
    /// The text is not PEM.
    #[error("not PEM: {0}")]
    Pem(String),
    /// PEM without a certificate in it.
    #[error("there is no certificate in it")]
    NoCertificate,
    /// PEM without a private key in it.
    #[error("there is no private key in it")]
    NoKey,
    /// PEM whose certificate is not X.509.
    #[error("a certificate in it is not well formed")]
    Certificate,
}

/// One block of PEM.
pub(crate) fn encode(label: &str, der: &[u8]) -> String {
    let config = pem::EncodeConfig::new().set_line_ending(pem::LineEnding::LF);
    pem::encode_config(&pem::Pem::new(label, der), config)
}

/// All certificates of a bundle, at least one.
pub(crate) fn certificates(pem: &str) -> Result<Vec<CertificateDer<'static>>, BundleError> {
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem.as_bytes()).collect();
    match certificates {
        Ok(certificates) if certificates.is_empty() => Err(BundleError::NoCertificate),
        Ok(certificates) => Ok(certificates),
        Err(error) => Err(BundleError::Pem(error.to_string())),
    }
}

/// The first certificate of a bundle.
pub(crate) fn certificate(pem: &str) -> Result<CertificateDer<'static>, BundleError> {
    Ok(certificates(pem)?.swap_remove(0))
}

/// The first private key of a text.
pub(crate) fn private_key(pem: &str) -> Result<PrivateKeyDer<'static>, BundleError> {
    use rustls::pki_types::pem::Error;
    PrivateKeyDer::from_pem_slice(pem.as_bytes()).map_err(|error| match error {
        Error::NoItemsFound => BundleError::NoKey,
        error => BundleError::Pem(error.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_or_broken_is_said() {
        assert_eq!(certificates(""), Err(BundleError::NoCertificate));
        assert_eq!(private_key("hello").unwrap_err(), BundleError::NoKey);
        let cut = "-----BEGIN CERTIFICATE-----\nAAAA\n";
        assert!(matches!(certificates(cut), Err(BundleError::Pem(_))));
        let block = encode("CERTIFICATE", &[1, 2, 3]);
        assert_eq!(certificates(&block.repeat(2)).unwrap().len(), 2);
        assert_eq!(block, "-----BEGIN CERTIFICATE-----\nAQID\n-----END CERTIFICATE-----\n");
    }
}
