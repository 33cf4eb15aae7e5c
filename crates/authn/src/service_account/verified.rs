//! Remembers which tokens are signed, since checking a signature costs more than the rest of a request. A token's claims never
//! change, so there is nothing to grow old here; what they refer to is looked up every time.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use ring::digest;
use serde_json::Value;

use crate::jws::Error;

/// How many are remembered; beyond it all are forgotten and checked again.
const MOST: usize = 8192;

/// By the token's hash: the tokens themselves are not kept.
#[derive(Default)]
pub(super) struct Verified(Mutex<HashMap<[u8; 32], Arc<Value>>>);

impl Verified {
    pub(super) fn get_or_check(
        &self,
        token: &str,
        check: impl FnOnce() -> Result<Value, Error>,
    ) -> Result<Arc<Value>, Error> {
        let hash = digest::digest(&digest::SHA256, token.as_bytes());
        let hash: [u8; 32] = hash.as_ref().try_into().expect("SHA-256 has 32 bytes");
        if let Some(claims) = self.0.lock().get(&hash) {
            return Ok(claims.clone());
        }
        let claims = Arc::new(check()?);
        let mut known = self.0.lock();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(hash, claims.clone());
        Ok(claims)
    }
}
