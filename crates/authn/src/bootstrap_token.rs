//! Bootstrap tokens: `id.secret`, kept as secrets in `kube-system`, by which a node that joins is known until it has a certificate.

use std::sync::Arc;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use meta::Time;
use resource::{Lister, Object, User};
use ring::rand::{SecureRandom, SystemRandom};
use runtime::Clock;

use crate::{Known, TokenAuthenticator};

/// The namespace of their secrets.
const NAMESPACE: &str = "kube-system";
/// The type of their secrets.
const TYPE: &str = "bootstrap.kubernetes.io/token";
/// The group of all who use one.
const GROUP: &str = "system:bootstrappers";

/// A token in its two parts.
#[derive(Clone, PartialEq, Eq)]
pub struct BootstrapToken {
    /// Six letters or digits: what it is called.
    pub id: String,
    /// Sixteen letters or digits: what nobody else knows.
    pub secret: String,
}

/// A text that is no bootstrap token.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("a token has the form abcdef.0123456789abcdef: six and sixteen small letters or digits")]
pub struct InvalidToken;

/// The system gave no random numbers.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("the system gives no random numbers")]
pub struct NoRandom;

impl BootstrapToken {
    /// A new one.
    pub fn generate() -> Result<Self, NoRandom> {
        Ok(Self { id: random(6)?, secret: random(16)? })
    }

    /// The name of its secret.
    pub fn secret_name(&self) -> String {
        format!("bootstrap-token-{}", self.id)
    }
}

impl std::str::FromStr for BootstrapToken {
    type Err = InvalidToken;

    fn from_str(text: &str) -> Result<Self, InvalidToken> {
        let plain = |part: &str, length: usize| {
            part.len() == length && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        let (id, secret) = text.split_once('.').ok_or(InvalidToken)?;
        if !plain(id, 6) || !plain(secret, 16) {
            return Err(InvalidToken);
        }
        Ok(Self { id: id.to_owned(), secret: secret.to_owned() })
    }
}

impl std::fmt::Display for BootstrapToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.id, self.secret)
    }
}

impl std::fmt::Debug for BootstrapToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.<secret>", self.id)
    }
}

/// Letters and digits, each as likely as any other.
fn random(length: usize) -> Result<String, NoRandom> {
    const LETTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let (random, mut text) = (SystemRandom::new(), String::new());
    while text.len() < length {
        let mut bytes = [0u8; 32];
        random.fill(&mut bytes).map_err(|_| NoRandom)?;
        // 252 is the largest multiple of 36 that fits: beyond it some letters would come more often.
        let fair = bytes.iter().filter(|byte| **byte < 252);
        text.extend(fair.map(|byte| char::from(LETTERS[usize::from(byte % 36)])).take(length - text.len()));
    }
    Ok(text)
}

/// Knows the tokens that lie in the cluster.
pub struct BootstrapTokens {
    lister: Arc<dyn Lister>,
    clock: Clock,
}

impl BootstrapTokens {
    /// On the cluster's state.
    pub fn new(lister: Arc<dyn Lister>, clock: Clock) -> Self {
        Self { lister, clock }
    }

    /// The user, or why there is none.
    fn check(&self, token: &BootstrapToken) -> Result<User, &'static str> {
        let secret =
            self.lister.get("secrets", NAMESPACE, &token.secret_name()).ok_or("there is no such token")?;
        if secret.is_terminating() || secret.text("type") != TYPE {
            return Err("its secret is going or of another type");
        }
        if !same(&data(&secret, "token-secret"), &token.secret) || data(&secret, "token-id") != token.id {
            return Err("its secret says something else");
        }
        let expiration = data(&secret, "expiration");
        if !expiration.is_empty() {
            let until: Time = expiration.parse().map_err(|_| "its expiration cannot be read")?;
            if until <= Time::from(self.clock.now()) {
                return Err("it has expired");
            }
        }
        if data(&secret, "usage-bootstrap-authentication") != "true" {
            return Err("it is not meant for authentication");
        }
        let groups = groups(&data(&secret, "auth-extra-groups")).ok_or("its groups are not sound")?;
        Ok(User { name: format!("system:bootstrap:{}", token.id), groups, ..User::default() })
    }
}

/// Compares in the time that the longer takes.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

fn data(secret: &Object, key: &str) -> String {
    let encoded = secret.get("data").and_then(|data| data.get(key)?.as_str()).unwrap_or_default();
    String::from_utf8(STANDARD.decode(encoded).unwrap_or_default()).unwrap_or_default()
}

/// The group of all, and those that the secret adds.
fn groups(extra: &str) -> Option<Vec<String>> {
    let mut groups = std::collections::BTreeSet::from([GROUP.to_owned()]);
    for group in extra.split(',').filter(|group| !group.is_empty()) {
        let rest = group.strip_prefix("system:bootstrappers:")?;
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
        let sound = rest.bytes().all(|b| plain(b) || b == b':' || b == b'-')
            && rest.bytes().last().is_some_and(plain);
        if !sound || rest.len() > 256 {
            return None;
        }
        groups.insert(group.to_owned());
    }
    Some(groups.into_iter().collect())
}

#[async_trait]
impl TokenAuthenticator for BootstrapTokens {
    async fn authenticate(&self, token: &str, _audiences: &[String]) -> Result<Option<Known>, String> {
        let Ok(token) = token.parse::<BootstrapToken>() else { return Ok(None) };
        match self.check(&token) {
            Ok(user) => Ok(Some(Known { user, audiences: None })),
            Err(reason) => {
                tracing::debug!(id = token.id, reason, "a bootstrap token was refused");
                Ok(None)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use serde_json::{Value, json};

    use super::*;

    struct One(Arc<Object>);

    impl Lister for One {
        fn get(&self, kind: &str, namespace: &str, name: &str) -> Option<Arc<Object>> {
            let found = kind == "secrets" && self.0.namespace() == namespace && self.0.name() == name;
            found.then(|| self.0.clone())
        }

        fn list(&self, _kind: &str, _namespace: &str) -> Vec<Arc<Object>> {
            Vec::new()
        }
    }

    #[tokio::test]
    async fn a_token_is_good_when_its_secret_says_so() {
        let sound = json!({"token-id": "abcdef", "token-secret": "0123456789abcdef", "usage-bootstrap-authentication": "true"});
        let with = |key: &str, value: &str| {
            let mut data = sound.clone();
            data[key] = value.into();
            data
        };
        let good = "abcdef.0123456789abcdef";
        for (data, token, expected) in [
            (sound.clone(), good, Some("system:bootstrappers")),
            (
                with("auth-extra-groups", "system:bootstrappers:x:y"),
                good,
                Some("system:bootstrappers system:bootstrappers:x:y"),
            ),
            (with("auth-extra-groups", "system:masters"), good, None),
            (with("expiration", "2001-01-01T00:00:00Z"), good, Some("system:bootstrappers")),
            (with("expiration", "1999-01-01T00:00:00Z"), good, None),
            (with("expiration", "soon"), good, None),
            (with("usage-bootstrap-authentication", "false"), good, None),
            (with("token-secret", "0123456789abcdee"), good, None),
            (sound.clone(), "abcdef.0123456789abcde", None),
            (sound.clone(), "ABCDEF.0123456789abcdef", None),
            (sound.clone(), "zzzzzz.0123456789abcdef", None),
        ] {
            let members = data.as_object().unwrap().iter();
            let encoded: serde_json::Map<String, Value> = members
                .map(|(key, value)| (key.clone(), STANDARD.encode(value.as_str().unwrap()).into()))
                .collect();
            let secret = json!({"metadata": {"name": "bootstrap-token-abcdef", "namespace": "kube-system"}, "type": TYPE, "data": encoded});
            let (clock, _time) = Clock::manual(UNIX_EPOCH + Duration::from_secs(946_684_800));
            let tokens = BootstrapTokens::new(Arc::new(One(Arc::new(Object::new(secret).unwrap()))), clock);
            let known = tokens.authenticate(token, &[]).await.unwrap();
            assert_eq!(known.map(|known| known.user.groups.join(" ")).as_deref(), expected, "{data} {token}");
        }
    }

    #[test]
    fn new_tokens_are_sound_and_differ() {
        let (one, other) = (BootstrapToken::generate().unwrap(), BootstrapToken::generate().unwrap());
        assert_eq!(one.to_string().parse(), Ok(one.clone()));
        assert_ne!(one, other);
        assert!(!format!("{one:?}").contains(&one.secret));
    }
}
