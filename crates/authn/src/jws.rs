//! Signed tokens (JWS in its compact form): keys, signing with ES256, checking of ES256 and RS256.
//!
//! A token says by which key and algorithm it claims to be signed; the algorithm is the key's, never the token's to choose. Knows
//! nothing of what a token says (`service_account.rs`).

mod der;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::digest;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, RSA_PKCS1_2048_8192_SHA256,
    UnparsedPublicKey, VerificationAlgorithm,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Why a key or a token cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Error {
    /// No such PEM block, or nothing sound in it.
    #[error("the key is not in PEM form")]
    Pem,
    /// Only P-256 keys sign, only those and RSA keys check.
    #[error("the key is of a kind that is not used for tokens (ECDSA P-256, and RSA to check)")]
    Kind,
    /// The random numbers or the key failed.
    #[error("the token could not be signed")]
    Sign,
    /// Not three parts of base64 with JSON in them.
    #[error("the token is not a signed one")]
    Malformed,
    /// No key has this id.
    #[error("invalid signature, no keys found")]
    UnknownKey,
    /// The signature is not by the key, or the algorithm is not the key's.
    #[error("the token's signature is invalid")]
    Signature,
}

#[derive(Serialize, Deserialize)]
struct Header {
    alg: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    kid: String,
}

/// Signs tokens.
pub struct Signer {
    pair: EcdsaKeyPair,
    random: SystemRandom,
    kid: String,
}

impl Signer {
    /// From a P-256 key pair in PEM: the private half (PKCS#8), and the public one.
    pub fn from_pem(private: &str, public: &str) -> Result<Self, Error> {
        let random = SystemRandom::new();
        let key = unwrap_pem(private, "PRIVATE KEY")?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &key, &random);
        Ok(Self { pair: pair.map_err(|_| Error::Kind)?, random, kid: VerifyingKey::from_pem(public)?.kid })
    }

    /// The token that says `claims`.
    pub fn sign(&self, claims: &Value) -> Result<String, Error> {
        let header = json!({"alg": "ES256", "kid": self.kid});
        let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let said = format!("{}.{}", encode(&header), encode(claims));
        let signature = self.pair.sign(&self.random, said.as_bytes()).map_err(|_| Error::Sign)?;
        Ok(format!("{said}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}

/// A public key that checks tokens.
#[derive(Clone)]
pub struct VerifyingKey {
    /// How tokens name it: a hash of the key, from which the key cannot be had.
    kid: String,
    /// `ES256` or `RS256`.
    algorithm: &'static str,
    /// As ring wants it: a point, or an RSA key of PKCS#1.
    key: Vec<u8>,
}

impl VerifyingKey {
    /// From PEM (SubjectPublicKeyInfo).
    pub fn from_pem(pem: &str) -> Result<Self, Error> {
        let info = unwrap_pem(pem, "PUBLIC KEY")?;
        let (algorithm, key) = der::public_key(&info).ok_or(Error::Kind)?;
        let kid = URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, &info));
        Ok(Self { kid, algorithm, key })
    }

    fn ring(&self) -> &'static dyn VerificationAlgorithm {
        match self.algorithm {
            "RS256" => &RSA_PKCS1_2048_8192_SHA256,
            _ => &ECDSA_P256_SHA256_FIXED,
        }
    }

    /// The key as others read it (JWK).
    pub fn jwk(&self) -> Value {
        let mut jwk = json!({"use": "sig", "kid": self.kid, "alg": self.algorithm});
        let encode = |bytes: &[u8]| Value::from(URL_SAFE_NO_PAD.encode(bytes));
        if self.algorithm == "RS256" {
            let (n, e) = der::rsa_numbers(&self.key).unwrap_or_default();
            (jwk["kty"], jwk["n"], jwk["e"]) = ("RSA".into(), encode(n), encode(e));
        } else {
            // An uncompressed point: 4, then two numbers of 32 bytes.
            let (x, y) = self.key.get(1..).unwrap_or_default().split_at(32);
            (jwk["kty"], jwk["crv"]) = ("EC".into(), "P-256".into());
            (jwk["x"], jwk["y"]) = (encode(x), encode(y));
        }
        jwk
    }

    /// `ES256` or `RS256`.
    pub fn algorithm(&self) -> &'static str {
        self.algorithm
    }
}

/// What an unchecked token says. Not to be trusted.
pub fn unverified(token: &str) -> Option<Value> {
    let mut parts = token.split('.');
    let (_, payload, _) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload).ok()?).ok()
}

/// What a token says that one of the keys has signed.
pub fn verify(token: &str, keys: &[VerifyingKey]) -> Result<Value, Error> {
    let (said, signature) = token.rsplit_once('.').ok_or(Error::Malformed)?;
    let (header, payload) = said.split_once('.').ok_or(Error::Malformed)?;
    let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| Error::Malformed);
    let header: Header = serde_json::from_slice(&decode(header)?).map_err(|_| Error::Malformed)?;
    let (payload, signature) = (decode(payload)?, decode(signature)?);
    let mut named = keys.iter().filter(|key| header.kid.is_empty() || key.kid == header.kid).peekable();
    if named.peek().is_none() {
        return Err(Error::UnknownKey);
    }
    let signed = |key: &VerifyingKey| {
        key.algorithm == header.alg
            && UnparsedPublicKey::new(key.ring(), &key.key).verify(said.as_bytes(), &signature).is_ok()
    };
    if !named.any(signed) {
        return Err(Error::Signature);
    }
    serde_json::from_slice(&payload).map_err(|_| Error::Malformed)
}

/// The bytes of the first PEM block with this label.
fn unwrap_pem(text: &str, label: &str) -> Result<Vec<u8>, Error> {
    let (begin, end) = (format!("-----BEGIN {label}-----"), format!("-----END {label}-----"));
    let inner = text.split_once(&begin).and_then(|(_, rest)| rest.split_once(&end)).ok_or(Error::Pem)?.0;
    let inner: String = inner.split_whitespace().collect();
    STANDARD.decode(inner).map_err(|_| Error::Pem)
}

#[cfg(test)]
mod tests;
