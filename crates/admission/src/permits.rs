//! The question whether a user may do something else than what the request does: sign for a signer, ask for an audience. Whoever
//! wires the server answers it with its authorizer.

use async_trait::async_trait;
use resource::User;

/// What the user might do.
#[derive(Debug, Clone, Copy)]
pub struct Check<'a> {
    /// Who.
    pub user: &'a User,
    /// `approve`
    pub verb: &'a str,
    /// The API group.
    pub group: &'a str,
    /// The version; any if it does not matter.
    pub version: &'a str,
    /// The resource.
    pub resource: &'a str,
    /// What below it; empty for the resource itself.
    pub subresource: &'a str,
    /// The namespace; empty for what belongs to the cluster.
    pub namespace: &'a str,
    /// The object.
    pub name: &'a str,
}

/// Answers whether a user may do something.
#[async_trait]
pub trait Permits: Send + Sync + 'static {
    /// Whether they may.
    async fn permits(&self, check: Check<'_>) -> bool;

    /// Whether a user may use a path that is no resource.
    async fn permits_path(&self, user: &User, verb: &str, path: &str) -> bool;
}

/// Permits everything to the cluster's masters, and nothing to others.
#[derive(Debug, Clone, Copy, Default)]
pub struct Masters;

#[async_trait]
impl Permits for Masters {
    async fn permits(&self, check: Check<'_>) -> bool {
        is_master(check.user)
    }

    async fn permits_path(&self, user: &User, _verb: &str, _path: &str) -> bool {
        is_master(user)
    }
}

fn is_master(user: &User) -> bool {
    user.groups.iter().any(|group| group == api::well_known::group::MASTERS)
}
