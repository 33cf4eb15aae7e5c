//! Private keys: generated ones are ECDSA P-256; ones brought along may be of any kind that ring signs with.
//!
//! Keys are held as PEM as well, since whoever makes one writes it to disk next. Called by `authority.rs` and `pki.rs`.

use std::sync::Arc;

use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair};
use rustls::SignatureScheme;
use rustls::sign::SigningKey;

use crate::bundle::{self, BundleError};

/// A private key that can sign.
#[derive(Clone)]
pub struct Key {
    pem: String,
    signer: Arc<dyn SigningKey>,
    public: Vec<u8>,
}

/// Why a key cannot be made, read or used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum KeyError {
    /// The system gave no randomness.
    #[error("the system's random number generator failed")]
    Random,
    /// What should be a key is none.
    #[error(transparent)]
    Read(#[from] BundleError),
    /// A key that this build cannot sign certificates with.
    #[error(
        "the key is of a kind that cannot sign certificates here (ECDSA P-256 or P-384, RSA and Ed25519 can)"
    )]
    Kind,
    /// The signature failed.
    #[error("signing failed: {0}")]
    Sign(String),
}

/// How certificates are signed with each kind of key: the scheme, the algorithm's OID, whether it has a NULL parameter.
const SCHEMES: &[(SignatureScheme, &[u64], bool)] = &[
    (SignatureScheme::ECDSA_NISTP256_SHA256, &[1, 2, 840, 10045, 4, 3, 2], false),
    (SignatureScheme::ECDSA_NISTP384_SHA384, &[1, 2, 840, 10045, 4, 3, 3], false),
    (SignatureScheme::RSA_PKCS1_SHA256, &[1, 2, 840, 113_549, 1, 1, 11], true),
    (SignatureScheme::ED25519, &[1, 3, 101, 112], false),
];

/// A signature and how its algorithm is named in X.509.
pub(crate) struct Signature {
    pub oid: &'static [u64],
    pub null_parameter: bool,
    pub bytes: Vec<u8>,
}

impl Key {
    /// A new ECDSA P-256 key.
    pub fn generate() -> Result<Self, KeyError> {
        let random = ring::rand::SystemRandom::new();
        let der = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random)
            .map_err(|_| KeyError::Random)?;
        Self::from_pem(&bundle::encode("PRIVATE KEY", der.as_ref()))
    }

    /// Reads a key from PEM: PKCS#8, PKCS#1 or SEC 1.
    pub fn from_pem(pem: &str) -> Result<Self, KeyError> {
        let der = bundle::private_key(pem)?;
        let signer = rustls::crypto::ring::sign::any_supported_type(&der).map_err(|_| KeyError::Kind)?;
        let public = signer.public_key().ok_or(KeyError::Kind)?.to_vec();
        Ok(Self { pem: pem.to_owned(), signer, public })
    }

    /// The private key as PEM.
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// The public key as PEM (SubjectPublicKeyInfo).
    pub fn public_pem(&self) -> String {
        bundle::encode("PUBLIC KEY", &self.public)
    }

    /// The public key as the DER of its SubjectPublicKeyInfo.
    pub fn public_der(&self) -> &[u8] {
        &self.public
    }

    /// How this key signs: asked before the signature, since X.509 names the algorithm inside of what is signed.
    pub(crate) fn algorithm(&self) -> Result<(&'static [u64], bool), KeyError> {
        let usable = |line: &&(SignatureScheme, _, _)| self.signer.choose_scheme(&[line.0]).is_some();
        SCHEMES.iter().find(usable).map(|line| (line.1, line.2)).ok_or(KeyError::Kind)
    }

    pub(crate) fn sign(&self, message: &[u8]) -> Result<Signature, KeyError> {
        for (scheme, oid, null_parameter) in SCHEMES {
            if let Some(signer) = self.signer.choose_scheme(&[*scheme]) {
                let bytes = signer.sign(message).map_err(|error| KeyError::Sign(error.to_string()))?;
                return Ok(Signature { oid, null_parameter: *null_parameter, bytes });
            }
        }
        Err(KeyError::Kind)
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(private)")
    }
}
