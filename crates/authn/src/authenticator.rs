//! The contract of authenticators, and what they see of a connection.

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use http::HeaderMap;
use resource::User;
use tls::{Identity, PeerCertificates};

/// One accepted connection, as authenticators see it. Lives as long as the connection.
#[derive(Debug, Default)]
pub struct Connection {
    /// What the client showed in the handshake.
    pub certificates: PeerCertificates,
    /// What came of checking it: the chain is checked once per connection.
    pub(crate) verified: OnceLock<Result<Identity, String>>,
}

impl Connection {
    /// A connection whose client showed these certificates.
    pub fn new(certificates: PeerCertificates) -> Self {
        Self { certificates, verified: OnceLock::new() }
    }
}

/// How a request came in, which decides how its user is found.
#[derive(Debug, Clone)]
pub enum Origin {
    /// Over the network: by what the connection and the headers show.
    Network(Arc<Connection>),
    /// From within the process: by a typed identity, never by a header.
    Process(User),
}

/// Finds out who asks.
#[async_trait]
pub trait Authenticator: Send + Sync + 'static {
    /// The user; `None` if the request shows nothing that this authenticator knows; an error if what it shows is wrong.
    async fn authenticate(
        &self,
        connection: &Connection,
        headers: &HeaderMap,
    ) -> Result<Option<User>, String>;
}
