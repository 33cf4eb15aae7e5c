//! Makes tokens. Whether somebody may have one is the caller's to know.

use meta::Time;
use ring::rand::{SecureRandom, SystemRandom};
use runtime::Clock;
use serde_json::json;

use super::claims::{Bound, Claims, Kubernetes, Reference};
use super::legacy::LEGACY_ISSUER;
use crate::jws::{Error, Signer};

/// Signs tokens in one issuer's name.
pub struct Issuer {
    signer: Signer,
    name: String,
    clock: Clock,
}

/// A token that somebody wants.
#[derive(Debug, Clone)]
pub struct Request {
    /// The account's namespace.
    pub namespace: String,
    /// The account.
    pub account: Reference,
    /// For whom the token is to be good.
    pub audiences: Vec<String>,
    /// For how many seconds.
    pub seconds: i64,
    /// What it is bound to.
    pub bound: Option<Bound>,
    /// After how many seconds its use is to be warned of.
    pub warn_after: Option<i64>,
}

impl Issuer {
    /// Signs in this name, which is a URL.
    pub fn new(signer: Signer, name: &str, clock: Clock) -> Self {
        Self { signer, name: name.to_owned(), clock }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A token that ends by itself.
    pub fn issue(&self, wanted: &Request) -> Result<String, Error> {
        let now = Time::from(self.clock.now()).unix();
        let (mut pod, mut secret, mut node) = (None, None, None);
        match wanted.bound.clone() {
            Some(Bound::Pod(reference, on)) => (pod, node) = (Some(reference), on),
            Some(Bound::Secret(reference)) => secret = Some(reference),
            Some(Bound::Node(reference)) => node = Some(reference),
            None => {}
        }
        let claims = Claims {
            aud: wanted.audiences.clone(),
            exp: now + wanted.seconds,
            iat: now,
            iss: self.name.clone(),
            jti: unique()?,
            kubernetes: Kubernetes {
                namespace: wanted.namespace.clone(),
                node,
                pod,
                secret,
                serviceaccount: wanted.account.clone(),
                warnafter: wanted.warn_after.map(|seconds| now + seconds),
            },
            nbf: now,
            sub: format!("system:serviceaccount:{}:{}", wanted.namespace, wanted.account.name),
        };
        let claims = serde_json::to_value(claims).map_err(|_| Error::Sign)?;
        self.signer.sign(&claims)
    }

    /// A token that lies in a secret and is good as long as the secret is: what the token controller writes.
    pub fn issue_legacy(&self, namespace: &str, account: &Reference, secret: &str) -> Result<String, Error> {
        self.signer.sign(&json!({
            "iss": LEGACY_ISSUER,
            "sub": format!("system:serviceaccount:{namespace}:{}", account.name),
            "kubernetes.io/serviceaccount/namespace": namespace,
            "kubernetes.io/serviceaccount/service-account.name": account.name,
            "kubernetes.io/serviceaccount/service-account.uid": account.uid,
            "kubernetes.io/serviceaccount/secret.name": secret,
        }))
    }
}

/// A random UUID.
fn unique() -> Result<String, Error> {
    let mut bytes = [0u8; 16];
    SystemRandom::new().fill(&mut bytes).map_err(|_| Error::Sign)?;
    (bytes[6], bytes[8]) = (bytes[6] & 0x0f | 0x40, bytes[8] & 0x3f | 0x80);
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]))
}
