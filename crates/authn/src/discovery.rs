//! What others need to check our tokens: the issuer's OpenID configuration and its keys.

use serde_json::{Value, json};

use crate::jws::VerifyingKey;

/// Where the configuration is.
pub const CONFIGURATION_PATH: &str = "/.well-known/openid-configuration";
/// Where the keys are.
pub const KEYS_PATH: &str = "/openid/v1/jwks";

/// Both documents.
#[derive(Debug, Clone)]
pub struct Documents {
    /// At [`CONFIGURATION_PATH`].
    pub configuration: Value,
    /// At [`KEYS_PATH`].
    pub keys: Value,
}

impl Documents {
    /// For an issuer whose keys can be had from the server at `address` (host and port).
    pub fn new(issuer: &str, address: &str, keys: &[VerifyingKey]) -> Self {
        let mut algorithms: Vec<&str> = keys.iter().map(VerifyingKey::algorithm).collect();
        algorithms.sort_unstable();
        algorithms.dedup();
        let configuration = json!({
            "issuer": issuer,
            "jwks_uri": format!("https://{address}{KEYS_PATH}"),
            "response_types_supported": ["id_token"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": algorithms,
        });
        let keys: Vec<Value> = keys.iter().map(VerifyingKey::jwk).collect();
        Self { configuration, keys: json!({ "keys": keys }) }
    }
}
