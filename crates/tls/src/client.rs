//! The client's end: whom to trust and which certificate to show, as kubeconfigs, webhooks and components give it.
//!
//! Others hold a [`ClientConfig`] without naming the library behind it; what needs the library's own type (an HTTP client) takes
//! it from [`ClientConfig::into_inner`].

mod trust;

use std::io;
use std::sync::Arc;

use parking_lot::RwLock;
use runtime::Clock;
use rustls::client::{ResolvesClientCert, Resumption};
use rustls::pki_types::ServerName;
use rustls::sign::CertifiedKey;
use rustls::{RootCertStore, SignatureScheme};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::bundle::{self, Certified};
use crate::provider::{self, ClockTime, ConfigError, Protocol};

/// An open connection, decrypted.
pub type ClientStream<IO> = tokio_rustls::client::TlsStream<IO>;

/// Which servers are believed.
#[derive(Clone, Debug)]
pub enum Roots {
    /// Those with a certificate from an authority of this PEM bundle.
    Bundle(String),
    /// Those that the machine trusts.
    System,
    /// Every server: `insecure-skip-tls-verify`.
    Insecure,
}

/// How a client connects.
#[derive(Clone, Debug)]
pub struct ClientOptions {
    /// Which servers are believed.
    pub roots: Roots,
    /// What the client shows if it is asked.
    pub identity: Option<ClientIdentity>,
    /// What it wants to speak inside, most wanted first.
    pub protocols: Vec<Protocol>,
}

impl ClientOptions {
    /// No certificate of its own, HTTP/2 and HTTP/1.1.
    pub fn new(roots: Roots) -> Self {
        Self { roots, identity: None, protocols: vec![Protocol::Http2, Protocol::Http1] }
    }

    /// The same, with a certificate to show.
    pub fn with_identity(self, identity: ClientIdentity) -> Self {
        Self { identity: Some(identity), ..self }
    }
}

/// The certificate that a client shows, which can be replaced while connections come and go. Clones share it.
#[derive(Clone, Debug)]
pub struct ClientIdentity(Arc<RwLock<Arc<CertifiedKey>>>);

impl ClientIdentity {
    /// Checks the certificate and key.
    pub fn build(certified: &Certified) -> Result<Self, ConfigError> {
        Ok(Self(Arc::new(RwLock::new(provider::certified_key(certified, "")?))))
    }

    /// Shows another certificate from the next connection on; if it is unusable the old one stays.
    pub fn replace(&self, certified: &Certified) -> Result<(), ConfigError> {
        *self.0.write() = provider::certified_key(certified, "")?;
        Ok(())
    }
}

impl ResolvesClientCert for ClientIdentity {
    fn resolve(&self, _hints: &[&[u8]], _schemes: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        // Whatever authorities the server hints at: it may know ours without saying so, and answers 401 if not.
        Some(self.0.read().clone())
    }

    fn has_certs(&self) -> bool {
        true
    }
}

/// How to connect, checked and ready. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ClientConfig(Arc<rustls::ClientConfig>);

impl ClientConfig {
    /// Checks the options and makes a configuration of them.
    pub fn build(options: &ClientOptions, clock: &Clock) -> Result<Self, ConfigError> {
        let crypto = provider::crypto();
        let algorithms = crypto.signature_verification_algorithms;
        let builder = rustls::ClientConfig::builder_with_details(crypto, Arc::new(ClockTime(clock.clone())))
            .with_protocol_versions(&[&rustls::version::TLS13, &rustls::version::TLS12])
            .map_err(|error| ConfigError::Library(error.to_string()))?;
        let builder = match &options.roots {
            Roots::Bundle(pem) => {
                let trust = trust::Bundle::build(pem, &provider::crypto())?;
                builder.dangerous().with_custom_certificate_verifier(Arc::new(trust))
            }
            Roots::System => builder.with_root_certificates(system_roots()?),
            Roots::Insecure => {
                builder.dangerous().with_custom_certificate_verifier(Arc::new(trust::AnyServer(algorithms)))
            }
        };
        let mut config = match &options.identity {
            Some(identity) => builder.with_client_cert_resolver(Arc::new(identity.clone())),
            None => builder.with_no_client_auth(),
        };
        if options.identity.is_some() {
            // A resumed session goes on under the certificate it began with, even after that one was replaced.
            config.resumption = Resumption::disabled();
        }
        config.alpn_protocols = options.protocols.iter().map(|protocol| protocol.id().to_vec()).collect();
        Ok(Self(Arc::new(config)))
    }

    /// The library's own configuration, for HTTP clients that take one.
    pub fn into_inner(self) -> Arc<rustls::ClientConfig> {
        self.0
    }

    /// Something that connects by this configuration.
    pub fn connector(&self) -> Connector {
        Connector(self.0.clone())
    }
}

fn system_roots() -> Result<RootCertStore, ConfigError> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    // Trust stores hold the odd certificate that this library cannot read; the others count.
    let (added, _) = roots.add_parsable_certificates(found.certs);
    if added == 0 {
        let why: String = found.errors.iter().map(|error| format!("; {error}")).collect();
        return Err(ConfigError::NoSystemRoots(why));
    }
    Ok(roots)
}

/// Connects over any stream.
#[derive(Clone, Debug)]
pub struct Connector(Arc<rustls::ClientConfig>);

impl Connector {
    /// Shakes hands with the server of this name (a host or an address).
    pub async fn connect<IO>(&self, server: &str, io: IO) -> io::Result<ClientStream<IO>>
    where
        IO: AsyncRead + AsyncWrite + Unpin,
    {
        let bare = server.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(server);
        let name = ServerName::try_from(bare.to_owned()).map_err(|_| {
            io::Error::new(io::ErrorKind::InvalidInput, format!("{server:?} is no server name"))
        })?;
        tokio_rustls::TlsConnector::from(self.0.clone()).connect(name, io).await
    }

    /// What was agreed to be spoken inside.
    pub fn protocol<IO>(stream: &ClientStream<IO>) -> Option<Protocol> {
        Protocol::of(stream.get_ref().1.alpn_protocol())
    }

    /// The certificates that the server showed, leaf first, as PEM.
    pub fn server_certificates<IO>(stream: &ClientStream<IO>) -> String {
        let chain = stream.get_ref().1.peer_certificates().unwrap_or_default();
        chain.iter().map(|der| bundle::encode("CERTIFICATE", der)).collect()
    }
}
