//! Members of `system:masters` may do everything, before and whatever any policy says: the way back in when a policy is broken.

use async_trait::async_trait;
use resource::User;

use crate::{Attributes, Authorizer, Decision};

/// Members may do everything.
pub const MASTERS: &str = "system:masters";

/// Lets members of `system:masters` do everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Masters;

/// Whether the user is one of the cluster's masters.
pub fn is_master(user: &User) -> bool {
    user.groups.iter().any(|group| group == MASTERS)
}

#[async_trait]
impl Authorizer for Masters {
    async fn authorize(&self, attributes: &Attributes<'_>) -> Decision {
        if is_master(attributes.user) { Decision::allow() } else { Decision::no_opinion() }
    }
}
