//! The contract of authorizers.

use async_trait::async_trait;
use resource::User;

use crate::Attributes;
use crate::rbac::Rule;

/// What an authorizer says, with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// They may.
    Allow(String),
    /// They may not, whatever others say.
    Deny(String),
    /// This authorizer does not know; with a reason for the refusal if nobody does.
    NoOpinion(String),
}

impl Decision {
    /// Yes, without a reason.
    pub const fn allow() -> Self {
        Self::Allow(String::new())
    }

    /// No opinion, without a reason.
    pub const fn no_opinion() -> Self {
        Self::NoOpinion(String::new())
    }

    /// Whether they may.
    pub const fn is_allowed(&self) -> bool {
        matches!(self, Self::Allow(_))
    }

    /// Why.
    pub fn reason(&self) -> &str {
        match self {
            Self::Allow(reason) | Self::Deny(reason) | Self::NoOpinion(reason) => reason,
        }
    }
}

/// What somebody may do in a namespace, as far as an authorizer can list it.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// The rules.
    pub rules: Vec<Rule>,
    /// Whether there may be more.
    pub incomplete: bool,
    /// What went wrong while they were gathered.
    pub errors: Vec<String>,
}

/// Decides whether a user may do something.
#[async_trait]
pub trait Authorizer: Send + Sync + 'static {
    /// The decision.
    async fn authorize(&self, attributes: &Attributes<'_>) -> Decision;

    /// What a user may do in a namespace.
    fn rules(&self, _user: &User, _namespace: &str) -> Rules {
        Rules::default()
    }
}
