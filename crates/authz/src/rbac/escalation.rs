//! Nobody grants what they do not have: what the writers of roles and bindings are told. Called where roles and bindings are written.
//!
//! Two verbs get around it, as upstream has them: `escalate` on a role, and `bind` on the role that a binding gives. Upstream's
//! counterparts are the `policybased` registries.

use meta::{GroupResource, StatusError, go};
use resource::{Object, User};

use super::{GROUP, Rbac, Rule, cover, rule};
use crate::{Attributes, Authorizer, is_master};

/// Checks writes of roles and bindings.
#[derive(Clone)]
pub struct Guard {
    rbac: Rbac,
    authorizer: std::sync::Arc<dyn Authorizer>,
}

/// One of the four kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guarded {
    /// `roles`
    Role,
    /// `clusterroles`
    ClusterRole,
    /// `rolebindings`
    RoleBinding,
    /// `clusterrolebindings`
    ClusterRoleBinding,
}

impl Guarded {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Role, Self::ClusterRole, Self::RoleBinding, Self::ClusterRoleBinding];

    /// The plural.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Role => "roles",
            Self::ClusterRole => "clusterroles",
            Self::RoleBinding => "rolebindings",
            Self::ClusterRoleBinding => "clusterrolebindings",
        }
    }
}

impl Guard {
    /// Rules are looked up by RBAC; the two verbs are asked of the whole chain.
    pub fn new(rbac: Rbac, authorizer: std::sync::Arc<dyn Authorizer>) -> Self {
        Self { rbac, authorizer }
    }

    /// Whether the user may write this; `old` is what it was, if it was.
    pub async fn check(
        &self,
        kind: Guarded,
        user: &User,
        new: &Object,
        old: Option<&Object>,
    ) -> Result<(), StatusError> {
        if is_master(user) || old.is_some_and(|old| only_housekeeping(new, old)) {
            return Ok(());
        }
        match kind {
            Guarded::Role | Guarded::ClusterRole => self.role(kind, user, new, old).await,
            Guarded::RoleBinding | Guarded::ClusterRoleBinding => self.binding(kind, user, new).await,
        }
    }

    async fn role(
        &self,
        kind: Guarded,
        user: &User,
        new: &Object,
        old: Option<&Object>,
    ) -> Result<(), StatusError> {
        let asked = Attributes {
            namespace: new.namespace(),
            // A role that is being made has no name in its path.
            name: old.map_or("", Object::name),
            ..Attributes::resource(user, "escalate", GROUP, kind.plural())
        };
        if self.authorizer.authorize(&asked).await.is_allowed() {
            return Ok(());
        }
        let forbidden = |why: String| StatusError::forbidden(&resource(kind), new.name(), why);
        let rules = Rule::all_of(new.get("rules"));
        self.within(user, new.namespace(), &rules).map_err(forbidden)?;
        let gathers = |role: &Object| {
            let selectors = role.get("aggregationRule.clusterRoleSelectors");
            selectors.and_then(serde_json::Value::as_array).is_some_and(|selectors| !selectors.is_empty())
        };
        if kind == Guarded::ClusterRole && (gathers(new) || old.is_some_and(gathers)) {
            let why = |_| forbidden("must have cluster-admin privileges to use the aggregationRule".into());
            self.within(user, "", &Rule::everything()).map_err(why)?;
        }
        Ok(())
    }

    async fn binding(&self, kind: Guarded, user: &User, new: &Object) -> Result<(), StatusError> {
        let (role_kind, role) = (new.text("roleRef.kind"), new.text("roleRef.name"));
        let plural = match role_kind {
            "ClusterRole" => "clusterroles",
            "Role" => "roles",
            _ => "",
        };
        let asked = Attributes {
            namespace: new.namespace(),
            name: role,
            ..Attributes::resource(user, "bind", new.text("roleRef.apiGroup"), plural)
        };
        if !plural.is_empty() && self.authorizer.authorize(&asked).await.is_allowed() {
            return Ok(());
        }
        let rules = self.rbac.rules_of(role_kind, role, new.namespace()).map_err(|error| match plural {
            "" => StatusError::internal(error),
            _ => StatusError::not_found(&GroupResource::new(GROUP, plural.trim_end_matches('s')), role),
        })?;
        self.within(user, new.namespace(), &rules)
            .map_err(|why| StatusError::forbidden(&resource(kind), new.name(), why))
    }

    /// That the user has all these rules, or what is missing.
    fn within(&self, user: &User, namespace: &str, rules: &[Rule]) -> Result<(), String> {
        let (owned, errors) = self.rbac.rules_for(user, namespace);
        let missing = cover::missing(&owned, rules);
        if missing.is_empty() {
            return Ok(());
        }
        let mut text = format!(
            "user {} (groups={}) is attempting to grant RBAC permissions not currently held:\n{}",
            go::quote(&user.name),
            rule::quoted(&user.groups),
            cover::describe(missing)
        );
        if !errors.is_empty() {
            text.push_str(&format!("; resolution errors: [{}]", errors.join(" ")));
        }
        Err(text)
    }
}

fn resource(kind: Guarded) -> GroupResource {
    GroupResource::new(GROUP, kind.plural())
}

/// Whether only what garbage collection writes has changed: that must work for objects that nobody may grant.
fn only_housekeeping(new: &Object, old: &Object) -> bool {
    let mut new = new.clone();
    for path in ["metadata.ownerReferences", "metadata.finalizers", "metadata.managedFields"] {
        new.copy_from(old, path);
    }
    new == *old
}
