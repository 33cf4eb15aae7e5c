//! Who asks. The contract of authenticators, and the one by client certificate.
//!
//! An authenticator says who, or that it has nothing to say, or that what it was shown is wrong. Not here: what they may do
//! (`authorize.rs`), and where certificates come from (`tls`).

use std::sync::OnceLock;

use async_trait::async_trait;
use http::HeaderMap;
use resource::User;
use runtime::Clock;
use tls::{ClientVerifier, Identity, PeerCertificates};

/// Everybody who was authenticated is in this group.
const AUTHENTICATED: &str = "system:authenticated";

/// One accepted connection, as authenticators see it. Lives as long as the connection.
#[derive(Debug, Default)]
pub struct Connection {
    /// What the client showed in the handshake.
    pub certificates: PeerCertificates,
    /// What came of checking it: the chain is checked once per connection.
    verified: OnceLock<Result<Identity, String>>,
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
    Network(std::sync::Arc<Connection>),
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

/// Client certificates of the cluster's authority: the common name is the user, the organizations are the groups.
pub struct ByCertificate {
    verifier: ClientVerifier,
    clock: Clock,
}

impl ByCertificate {
    /// Believes what the verifier believes.
    pub fn new(verifier: ClientVerifier, clock: Clock) -> Self {
        Self { verifier, clock }
    }
}

#[async_trait]
impl Authenticator for ByCertificate {
    async fn authenticate(
        &self,
        connection: &Connection,
        _headers: &HeaderMap,
    ) -> Result<Option<User>, String> {
        if connection.certificates.is_empty() {
            return Ok(None);
        }
        let now = self.clock.now();
        let verify =
            || self.verifier.verify(&connection.certificates, now).map_err(|error| error.to_string());
        let identity = connection.verified.get_or_init(verify).as_ref().map_err(Clone::clone)?;
        if identity.not_after <= now {
            return Err("the client's certificate has expired since the connection was made".to_owned());
        }
        if identity.common_name.is_empty() {
            return Ok(None);
        }
        Ok(Some(user(identity)))
    }
}

fn user(identity: &Identity) -> User {
    let mut groups = identity.organizations.clone();
    groups.push(AUTHENTICATED.to_owned());
    User {
        name: identity.common_name.clone(),
        uid: identity.uid.clone().unwrap_or_default(),
        groups,
        extra: vec![(
            "authentication.kubernetes.io/credential-id".to_owned(),
            vec![identity.credential_id.clone()],
        )],
    }
}

/// Whoever was not authenticated, on the few paths that are open to all.
pub(crate) fn anonymous() -> User {
    User {
        name: "system:anonymous".to_owned(),
        groups: vec!["system:unauthenticated".to_owned()],
        ..User::default()
    }
}

/// Whoever reaches the port without TLS on the loopback device, which only an operator opens.
pub(crate) fn unsecured() -> User {
    User {
        name: "system:unsecured".to_owned(),
        groups: vec!["system:masters".to_owned(), AUTHENTICATED.to_owned()],
        ..User::default()
    }
}
