//! A text sealed by a secret that people hand around: nobody reads or changes it without the secret.
//!
//! The secret may be short, so the key is made of it slowly (PBKDF2) and with salt; the text is then encrypted with AES-256-GCM.

use std::num::NonZeroU32;

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::pbkdf2;
use ring::rand::{SecureRandom as _, SystemRandom};

/// What the first byte says: which way of sealing this is.
const VERSION: u8 = 1;
const SALT: usize = 16;
/// How slowly: a quarter of a second for those who have the secret, years for those who guess.
const ROUNDS: NonZeroU32 = NonZeroU32::new(600_000).expect("it is not zero");

/// Why a text can't be sealed or opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The system gives no random numbers.
    #[error("the system gives no random numbers")]
    NoRandom,
    /// The secret is not the one it was sealed with, or somebody changed it.
    #[error("it was sealed with another secret")]
    Wrong,
}

/// Seals a text.
pub fn seal(secret: &str, text: &str) -> Result<Vec<u8>, SealError> {
    let mut head = [0; SALT + NONCE_LEN];
    SystemRandom::new().fill(&mut head).map_err(|_| SealError::NoRandom)?;
    let (salt, nonce) = head.split_at(SALT);
    let mut body = text.as_bytes().to_vec();
    let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SealError::NoRandom)?;
    key(secret, salt)
        .seal_in_place_append_tag(nonce, Aad::from([VERSION]), &mut body)
        .map_err(|_| SealError::Wrong)?;
    Ok([&[VERSION][..], &head, &body].concat())
}

/// Opens what was sealed with this secret.
pub fn unseal(secret: &str, sealed: &[u8]) -> Result<String, SealError> {
    let (version, rest) = sealed.split_first().ok_or(SealError::Wrong)?;
    if *version != VERSION || rest.len() < SALT + NONCE_LEN {
        return Err(SealError::Wrong);
    }
    let (salt, rest) = rest.split_at(SALT);
    let (nonce, body) = rest.split_at(NONCE_LEN);
    let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SealError::Wrong)?;
    let mut body = body.to_vec();
    let text = key(secret, salt)
        .open_in_place(nonce, Aad::from([VERSION]), &mut body)
        .map_err(|_| SealError::Wrong)?;
    String::from_utf8(text.to_vec()).map_err(|_| SealError::Wrong)
}

fn key(secret: &str, salt: &[u8]) -> LessSafeKey {
    let mut bytes = [0; 32];
    pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA256, ROUNDS, salt, secret.as_bytes(), &mut bytes);
    LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &bytes).expect("32 bytes are a key of this kind"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_secret_opens_what_nobody_changed() {
        let sealed = seal("open sesame", "text").unwrap();
        assert_eq!(unseal("open sesame", &sealed).unwrap(), "text");
        assert_eq!(unseal("open rye", &sealed), Err(SealError::Wrong));
        let mut changed = sealed.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert_eq!(unseal("open sesame", &changed), Err(SealError::Wrong));
        assert_eq!(unseal("open sesame", &sealed[..20]), Err(SealError::Wrong));
        assert_ne!(seal("open sesame", "text").unwrap(), sealed, "each time differently");
    }
}
