//! What both ends of a connection share: ring as the cryptography, the project's clock, the protocols above TLS.

use std::sync::Arc;
use std::time::UNIX_EPOCH;

use runtime::Clock;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::UnixTime;
use rustls::sign::CertifiedKey;
use rustls::time_provider::TimeProvider;

use crate::bundle::{self, BundleError, Certified};

/// What is spoken inside the connection, as both ends agree on it while they shake hands (ALPN).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// HTTP/2.
    Http2,
    /// HTTP/1.1.
    Http1,
}

impl Protocol {
    const ALL: [Self; 2] = [Self::Http2, Self::Http1];

    pub(crate) fn id(self) -> &'static [u8] {
        match self {
            Self::Http2 => b"h2",
            Self::Http1 => b"http/1.1",
        }
    }

    pub(crate) fn of(id: Option<&[u8]>) -> Option<Self> {
        Self::ALL.into_iter().find(|protocol| Some(protocol.id()) == id)
    }
}

/// Why an end of a connection cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The chain or key of a certificate of ours is unusable.
    #[error("the certificate{}: {reason}", of(.name))]
    Certificate {
        /// Which one, where there are several.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The bundle of authorities is unusable.
    #[error("the bundle of certificate authorities: {0}")]
    Authorities(String),
    /// The machine has no trust store.
    #[error("the system's trust store holds no usable authority{0}")]
    NoSystemRoots(String),
    /// The library refused.
    #[error("TLS set-up: {0}")]
    Library(String),
}

fn of(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(" for {name}") }
}

impl From<BundleError> for ConfigError {
    fn from(error: BundleError) -> Self {
        Self::Authorities(error.to_string())
    }
}

/// The cryptography: ring, named here and nowhere else, so that no process-wide default is needed.
pub(crate) fn crypto() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

/// For libraries that make their TLS connections themselves and ask the process for its cryptography: ring. Safe to repeat.
pub fn install_process_default() {
    // Fails only if somebody was first, and everybody here would install the same.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// A chain and its key, checked to belong together.
pub(crate) fn certified_key(certified: &Certified, name: &str) -> Result<Arc<CertifiedKey>, ConfigError> {
    let broken = |reason: String| ConfigError::Certificate { name: name.to_owned(), reason };
    let chain = bundle::certificates(&certified.certificate).map_err(|error| broken(error.to_string()))?;
    let key = bundle::private_key(&certified.key).map_err(|error| broken(format!("its key: {error}")))?;
    let key = CertifiedKey::from_der(chain, key, &crypto()).map_err(|error| broken(error.to_string()))?;
    Ok(Arc::new(key))
}

/// The project's clock, as rustls asks for it.
#[derive(Debug)]
pub(crate) struct ClockTime(pub Clock);

impl TimeProvider for ClockTime {
    fn current_time(&self) -> Option<UnixTime> {
        self.0.now().duration_since(UNIX_EPOCH).ok().map(UnixTime::since_unix_epoch)
    }
}
