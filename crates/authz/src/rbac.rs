//! Role-based access control: who is bound to which rules, by the roles and bindings of the cluster.
//!
//! | file | what it does |
//! |---|---|
//! | `rule` | one rule, and what it matches |
//! | `index` | bindings by subject, made of what the cache holds and kept until that changes |
//! | `cover` | whether rules are within other rules: nobody grants more than they have |
//! | `escalation` | what the writers of roles and bindings are told |

mod cover;
pub mod escalation;
mod index;
mod rule;

use std::sync::Arc;

use async_trait::async_trait;
use resource::{Lister, User};

pub use cover::missing;
pub use rule::Rule;

use crate::{Attributes, Authorizer, Decision, Rules};
use index::{Grant, Keeper};

/// The API group of roles and bindings.
pub const GROUP: &str = "rbac.authorization.k8s.io";

/// Decides by the roles and bindings that the lister shows. Cheap to share.
#[derive(Clone)]
pub struct Rbac(Arc<Keeper>);

impl Rbac {
    /// On the cluster's state.
    pub fn new(lister: Arc<dyn Lister>) -> Self {
        Self(Arc::new(Keeper::new(lister)))
    }

    /// The rules that a role reference gives in a namespace (empty for the cluster), or why there are none.
    pub fn rules_of(&self, kind: &str, name: &str, namespace: &str) -> Result<Arc<[Rule]>, String> {
        self.0.index().rules_of(kind, name, namespace)
    }

    /// All rules that a user has in a namespace and in the cluster, with the errors of bindings whose role is missing.
    pub fn rules_for(&self, user: &User, namespace: &str) -> (Vec<Rule>, Vec<String>) {
        let (mut rules, mut errors) = (Vec::new(), Vec::new());
        let (index, mut seen) = (self.0.index(), Vec::new());
        for grant in index.grants(user, namespace) {
            if seen.contains(&grant.binding) {
                continue;
            }
            seen.push(grant.binding);
            match &grant.rules {
                Ok(found) => rules.extend(found.iter().cloned()),
                Err(error) => errors.push(error.clone()),
            }
        }
        (rules, errors)
    }
}

#[async_trait]
impl Authorizer for Rbac {
    async fn authorize(&self, attributes: &Attributes<'_>) -> Decision {
        let index = self.0.index();
        let mut errors: Vec<&str> = Vec::new();
        for grant in index.grants(attributes.user, attributes.namespace) {
            match &grant.rules {
                Ok(rules) if rules.iter().any(|rule| rule.allows(attributes)) => return allowed(grant),
                Ok(_) => {}
                Err(error) if errors.contains(&error.as_str()) => {}
                Err(error) => errors.push(error),
            }
        }
        Decision::NoOpinion(match errors.as_slice() {
            [] => String::new(),
            [one] => format!("RBAC: {one}"),
            many => format!("RBAC: [{}]", many.join(", ")),
        })
    }

    fn rules(&self, user: &User, namespace: &str) -> Rules {
        let (rules, errors) = self.rules_for(user, namespace);
        Rules { rules, errors, incomplete: false }
    }
}

fn allowed(grant: &Grant) -> Decision {
    Decision::Allow(format!("RBAC: allowed by {}", grant.source))
}

#[cfg(test)]
pub(crate) mod tests;
