//! Client certificates of the cluster's authority: the common name is the user, the organizations are the groups.

use async_trait::async_trait;
use http::HeaderMap;
use resource::User;
use runtime::Clock;
use tls::{ClientVerifier, Identity};

use crate::identity::CREDENTIAL_ID;
use crate::{Authenticator, Connection};

/// Believes the certificates that a verifier believes.
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
    User {
        name: identity.common_name.clone(),
        uid: identity.uid.clone().unwrap_or_default(),
        groups: identity.organizations.clone(),
        extra: vec![(CREDENTIAL_ID.to_owned(), vec![identity.credential_id.clone()])],
    }
}
