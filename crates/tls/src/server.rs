//! The server's end: accepts connections, shows the right certificate, asks for the client's, and can be given new certificates
//! while it runs.
//!
//! A handshake uses the configuration of the moment it begins. Sessions that clients resume survive a reload. It neither binds
//! sockets nor judges clients: `apiserver` and `kubelet` do the first, [`crate::ClientVerifier`] the second.

mod certificates;
mod handshake;

use std::io;
use std::sync::Arc;

use parking_lot::RwLock;
use runtime::Clock;
use rustls::pki_types::CertificateDer;
use rustls::server::{ProducesTickets, ServerSessionMemoryCache, StoresServerSessions};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::bundle::Certified;
use crate::provider::{self, ClockTime, ConfigError, Protocol};

/// An accepted connection, decrypted.
pub type ServerStream<IO> = tokio_rustls::server::TlsStream<IO>;

/// How many TLS 1.2 sessions are remembered; TLS 1.3 keeps them at the client, in tickets.
const SESSIONS: usize = 1024;

/// What a server shows and asks for.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Shown unless a name below fits.
    pub certificate: Certified,
    /// Shown to clients that ask for one of their names.
    pub sni: Vec<SniCertificate>,
    /// PEM bundle of the authorities that clients are told of, so that they pick the right certificate; empty means any.
    pub client_authorities: String,
    /// What is offered inside, most wanted first.
    pub protocols: Vec<Protocol>,
}

/// A certificate for certain names.
#[derive(Clone, Debug)]
pub struct SniCertificate {
    /// Host names, possibly with a leading `*.`; empty means the names that the certificate itself holds.
    pub names: Vec<String>,
    /// The certificate.
    pub certified: Certified,
}

impl ServerOptions {
    /// One certificate for all names, HTTP/2 and HTTP/1.1.
    pub fn new(certificate: Certified, client_authorities: &str) -> Self {
        let protocols = vec![Protocol::Http2, Protocol::Http1];
        Self { certificate, sni: Vec::new(), client_authorities: client_authorities.to_owned(), protocols }
    }
}

/// Turns accepted sockets into TLS connections. Shared by reference; cheap per connection.
pub struct Acceptor {
    config: RwLock<Arc<rustls::ServerConfig>>,
    kept: Kept,
}

/// What outlives a reload.
struct Kept {
    clock: Clock,
    sessions: Arc<dyn StoresServerSessions>,
    tickets: Arc<dyn ProducesTickets>,
}

impl Acceptor {
    /// Checks the certificates and makes an acceptor of them.
    pub fn build(options: &ServerOptions, clock: &Clock) -> Result<Self, ConfigError> {
        let tickets = rustls::crypto::ring::Ticketer::new();
        let tickets = tickets.map_err(|error| ConfigError::Library(error.to_string()))?;
        let kept = Kept { clock: clock.clone(), sessions: ServerSessionMemoryCache::new(SESSIONS), tickets };
        Ok(Self { config: RwLock::new(kept.config(options)?), kept })
    }

    /// Uses new certificates from the next handshake on; if they are unusable the old ones stay.
    pub fn reload(&self, options: &ServerOptions) -> Result<(), ConfigError> {
        *self.config.write() = self.kept.config(options)?;
        Ok(())
    }

    /// Shakes hands. How long a client may take is the caller's to limit.
    pub async fn accept<IO>(&self, io: IO) -> io::Result<(ServerStream<IO>, Peer)>
    where
        IO: AsyncRead + AsyncWrite + Unpin,
    {
        let acceptor = tokio_rustls::TlsAcceptor::from(self.config.read().clone());
        let stream = acceptor.accept(io).await?;
        let peer = Peer::of(stream.get_ref().1);
        Ok((stream, peer))
    }
}

impl std::fmt::Debug for Acceptor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Acceptor")
    }
}

impl Kept {
    fn config(&self, options: &ServerOptions) -> Result<Arc<rustls::ServerConfig>, ConfigError> {
        let crypto = provider::crypto();
        let verifier = handshake::AnyCertificate::build(&options.client_authorities, &crypto)?;
        let certificates = certificates::ByName::build(&options.certificate, &options.sni)?;
        let time = Arc::new(ClockTime(self.clock.clone()));
        let mut config = rustls::ServerConfig::builder_with_details(crypto, time)
            .with_protocol_versions(&[&rustls::version::TLS13, &rustls::version::TLS12])
            .map_err(|error| ConfigError::Library(error.to_string()))?
            .with_client_cert_verifier(Arc::new(verifier))
            .with_cert_resolver(Arc::new(certificates));
        config.alpn_protocols = options.protocols.iter().map(|protocol| protocol.id().to_vec()).collect();
        config.session_storage = self.sessions.clone();
        config.ticketer = self.tickets.clone();
        Ok(Arc::new(config))
    }
}

/// What the handshake told about the other side.
#[derive(Clone, Debug)]
pub struct Peer {
    /// The certificates it showed, of which only the possession of the key is proven.
    pub certificates: PeerCertificates,
    /// What is spoken inside, if both named something.
    pub protocol: Option<Protocol>,
    /// The host name that the client asked for.
    pub server_name: Option<String>,
    /// `TLSv1_2` or `TLSv1_3`.
    pub version: String,
    /// Whether an earlier session was taken up again.
    pub resumed: bool,
}

impl Peer {
    fn of(connection: &rustls::ServerConnection) -> Self {
        let certificates = connection.peer_certificates().unwrap_or_default();
        let version = connection.protocol_version().and_then(|version| version.as_str());
        Self {
            certificates: PeerCertificates(certificates.iter().map(|der| der.clone().into_owned()).collect()),
            protocol: Protocol::of(connection.alpn_protocol()),
            server_name: connection.server_name().map(str::to_owned),
            version: version.unwrap_or_default().to_owned(),
            resumed: connection.handshake_kind() == Some(rustls::HandshakeKind::Resumed),
        }
    }
}

/// The chain that a client showed, leaf first, and possibly empty. Cheap to clone, for every request of the connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PeerCertificates(Arc<[CertificateDer<'static>]>);

impl PeerCertificates {
    /// A chain from a PEM bundle, leaf first.
    pub fn from_pem(pem: &str) -> Result<Self, crate::BundleError> {
        Ok(Self(crate::bundle::certificates(pem)?.into()))
    }

    /// Whether the client showed no certificate.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What the client's own certificate says, trusted or not.
    pub fn leaf(&self) -> Option<crate::CertificateInfo> {
        self.0.first().and_then(|der| crate::CertificateInfo::from_der(der).ok())
    }

    pub(crate) fn chain(&self) -> &[CertificateDer<'static>] {
        &self.0
    }
}
