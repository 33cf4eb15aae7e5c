//! What a node needs to join, in one word: `K<hash of the CA>::<id>.<secret>`. The hash lets the node know the server before the
//! server knows the node; a bare bootstrap token is one too, for those who bring the CA themselves.

use crate::bootstrap_token::{BootstrapToken, InvalidToken};

/// A bootstrap token, and the hash of the public key of the CA that signs the server's certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinToken {
    /// As [`tls::ca_hash`] gives it: `sha256:…`.
    pub ca_hash: Option<String>,
    /// How the node is known.
    pub token: BootstrapToken,
}

impl std::str::FromStr for JoinToken {
    type Err = InvalidToken;

    fn from_str(text: &str) -> Result<Self, InvalidToken> {
        let (hash, token) = match text.strip_prefix('K').and_then(|rest| rest.split_once("::")) {
            Some((hash, token)) => (Some(hash), token),
            None => (None, text),
        };
        let sound = |hash: &&str| hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_hexdigit());
        if hash.is_some_and(|hash| !sound(&hash)) {
            return Err(InvalidToken);
        }
        let ca_hash = hash.map(|hash| format!("sha256:{}", hash.to_ascii_lowercase()));
        Ok(Self { ca_hash, token: token.parse()? })
    }
}

impl std::fmt::Display for JoinToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(hash) = &self.ca_hash {
            write!(f, "K{}::", hash.trim_start_matches("sha256:"))?;
        }
        write!(f, "{}", self.token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_holds_both() {
        let token = "abcdef.0123456789abcdef";
        let whole = format!("K{}::{token}", "0a".repeat(32));
        let parsed: JoinToken = whole.parse().unwrap();
        assert_eq!(parsed.ca_hash.as_deref(), Some(format!("sha256:{}", "0a".repeat(32)).as_str()));
        assert_eq!(parsed.to_string(), whole);
        assert_eq!(token.parse::<JoinToken>().unwrap().ca_hash, None);
        for wrong in ["K::abcdef.0123456789abcdef", "K0a::abcdef.0123456789abcdef", "x", ""] {
            assert_eq!(wrong.parse::<JoinToken>(), Err(InvalidToken), "{wrong}");
        }
    }
}
