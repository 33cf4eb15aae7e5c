//! Who asks: which authenticators this server has, by its configuration, and what it issues tokens with. The authenticators
//! themselves are `authn`'s.

use std::sync::Arc;

use authn::discovery::{self, Documents};
use authn::jws::{Signer, VerifyingKey};
use authn::service_account::{Issuer, ServiceAccounts};
use authn::{
    Authenticator, Bearer, BootstrapTokens, ByCertificate, Chain, TokenAuthenticator, TokenFile, Tokens,
};
use bytes::Bytes;
use registry::Registry;
use runtime::Clock;

use crate::Config;
use crate::api_server::Document;
use crate::run::RunError;

/// In whose name tokens are issued, and for whom they are good unless asked otherwise.
pub(crate) const ISSUER: &str = "https://kubernetes.default.svc.cluster.local";

/// Everything that has to do with tokens.
pub(crate) struct Identities {
    /// Who asks.
    pub authenticator: Arc<dyn Authenticator>,
    /// Whose token it is.
    pub tokens: Tokens,
    /// Makes tokens.
    pub issuer: Arc<Issuer>,
    /// The audiences of this server.
    pub audiences: Vec<String>,
    /// What others need to check tokens.
    pub documents: Vec<Document>,
}

/// Puts them together. `address` is where others reach this server.
pub(crate) fn identities(
    config: &Config,
    pki: &tls::Pki,
    registry: &Arc<Registry>,
    clock: &Clock,
    address: &str,
) -> Result<Identities, RunError> {
    let key = pki.service_account_key();
    let unusable = |error: authn::jws::Error| RunError::Flag(format!("service account key: {error}"));
    let signer = Signer::from_pem(key.private_pem(), &key.public_pem()).map_err(unusable)?;
    let keys = vec![VerifyingKey::from_pem(&key.public_pem()).map_err(unusable)?];
    let audiences = vec![ISSUER.to_owned()];
    let documents = documents(&Documents::new(ISSUER, address, &keys), pki);
    let mut known: Vec<Arc<dyn TokenAuthenticator>> = Vec::new();
    if let Some(path) = &config.token_auth_file {
        known.push(Arc::new(TokenFile::open(path).map_err(|error| RunError::Flag(error.to_string()))?));
    }
    let accounts = ServiceAccounts::new(keys, ISSUER, audiences.clone(), registry.clone(), clock.clone());
    known.push(Arc::new(accounts));
    known.push(Arc::new(BootstrapTokens::new(registry.clone(), clock.clone())));
    let tokens = Tokens(known);
    let verifier = tls::ClientVerifier::build(pki.client_authority().certificate())?;
    let chain: Vec<Arc<dyn Authenticator>> = vec![
        Arc::new(ByCertificate::new(verifier, clock.clone())),
        Arc::new(Bearer::new(tokens.clone(), audiences.clone())),
    ];
    let issuer = Arc::new(Issuer::new(signer, ISSUER, clock.clone()));
    Ok(Identities { authenticator: Arc::new(Chain(chain)), tokens, issuer, audiences, documents })
}

/// What is served as it is.
fn documents(openid: &Documents, pki: &tls::Pki) -> Vec<Document> {
    let json = |value| Bytes::from(codec::json::to_vec(value));
    vec![
        Document {
            path: discovery::CONFIGURATION_PATH,
            content_type: "application/json",
            body: json(&openid.configuration),
        },
        Document {
            path: discovery::KEYS_PATH,
            content_type: "application/jwk-set+json",
            body: json(&openid.keys),
        },
        // By this a node that joins learns whom to trust; it compares the hash that came with its token.
        Document {
            path: "/cacerts",
            content_type: "application/x-pem-file",
            body: Bytes::from(pki.server_authority().certificate().to_owned()),
        },
    ]
}
