//! May they: which authorizers this server has, what a request asks of them, and the words of a refusal. The authorizers themselves
//! are `authz`'s.

use std::sync::Arc;

use admission::{Check, Permits};
use async_trait::async_trait;
use authz::node::Node;
use authz::rbac::Rbac;
use authz::rbac::escalation::{Guard, Guarded};
use authz::{Attributes, Authorizer, Decision, Masters, Union};
use meta::{GroupResource, StatusError, go};
use registry::{Hook, Object, Pending, Registry};
use resource::{Context, User};

use crate::request_info::RequestInfo;

/// What is open to everybody.
const OPEN: [&str; 5] = ["/healthz", "/livez", "/readyz", "/version", "/cacerts"];

/// The authorizers, in the order in which they are asked; and RBAC's own, for those who look up rules.
pub(crate) fn chain(registry: &Arc<Registry>) -> (Arc<dyn Authorizer>, Rbac) {
    let rbac = Rbac::new(registry.clone());
    let chain: Vec<Arc<dyn Authorizer>> = vec![
        Arc::new(Masters),
        Arc::new(Open),
        Arc::new(Node::new(registry.clone())),
        Arc::new(rbac.clone()),
    ];
    (Arc::new(Union(chain)), rbac)
}

/// The same authorizers, as admission asks them.
pub(crate) struct Permissions(pub Arc<dyn Authorizer>);

#[async_trait]
impl Permits for Permissions {
    async fn permits(&self, check: Check<'_>) -> bool {
        let asked = Attributes {
            version: check.version,
            subresource: check.subresource,
            namespace: check.namespace,
            name: check.name,
            ..Attributes::resource(check.user, check.verb, check.group, check.resource)
        };
        matches!(self.0.authorize(&asked).await, Decision::Allow(_))
    }

    async fn permits_path(&self, user: &User, verb: &str, path: &str) -> bool {
        matches!(self.0.authorize(&Attributes::path(user, verb, path)).await, Decision::Allow(_))
    }
}

/// From now on nobody grants what they do not have.
pub(crate) fn guard(registry: &Registry, rbac: Rbac, authorizer: Arc<dyn Authorizer>) {
    let guard = Guard::new(rbac, authorizer);
    for kind in Guarded::ALL {
        let hook = Grants { guard: guard.clone(), kind };
        registry.set_hook(authz::rbac::GROUP, kind.plural(), Arc::new(hook));
    }
}

/// Everybody may see what is open.
struct Open;

#[async_trait]
impl Authorizer for Open {
    async fn authorize(&self, attributes: &Attributes<'_>) -> Decision {
        let open = !attributes.is_resource && is_open(attributes.verb, attributes.path);
        if open { Decision::allow() } else { Decision::no_opinion() }
    }
}

/// Whether a path is open even to those who are not known.
pub(crate) fn is_open(verb: &str, path: &str) -> bool {
    let below =
        |open: &str| path.strip_prefix(open).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    matches!(verb, "get" | "head") && OPEN.iter().any(|open| below(open))
}

/// What a request asks.
pub(crate) fn attributes<'a>(user: &'a User, info: &'a RequestInfo) -> Attributes<'a> {
    let all = Attributes::default();
    Attributes {
        user,
        verb: &info.verb,
        group: &info.group,
        version: &info.version,
        resource: &info.resource,
        subresource: &info.subresource,
        namespace: &info.namespace,
        name: &info.name,
        path: &info.path,
        is_resource: info.is_resource,
        fields: &info.fields,
        labels: info.labels.as_ref().unwrap_or(all.labels),
    }
}

/// The answer to those who may not.
pub(crate) fn refusal(asked: &Attributes<'_>, reason: &str) -> StatusError {
    let (user, verb) = (go::quote(&asked.user.name), asked.verb);
    let mut why = match (asked.is_resource, asked.subresource) {
        (false, _) => format!("User {user} cannot {verb} path {}", go::quote(asked.path)),
        (true, below) => {
            let below = if below.is_empty() { String::new() } else { format!("/{below}") };
            let resource = go::quote(&format!("{}{below}", asked.resource));
            format!("User {user} cannot {verb} resource {resource} in API group {}", go::quote(asked.group))
        }
    };
    if asked.is_resource && asked.namespace.is_empty() {
        why.push_str(" at the cluster scope");
    } else if asked.is_resource {
        why.push_str(&format!(" in the namespace {}", go::quote(asked.namespace)));
    }
    if !reason.is_empty() {
        why.push_str(": ");
        why.push_str(reason);
    }
    let (group, resource) = if asked.is_resource { (asked.group, asked.resource) } else { ("", "") };
    StatusError::forbidden(&GroupResource::new(group, resource), asked.name, why)
}

/// Around writes of roles and bindings.
struct Grants {
    guard: Guard,
    kind: Guarded,
}

#[async_trait]
impl Hook for Grants {
    async fn create(
        &self,
        object: &mut Object,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Pending>>, StatusError> {
        self.guard.check(self.kind, cx.user, object, None).await.map(|()| None)
    }

    async fn update(
        &self,
        new: &mut Object,
        old: &Object,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Pending>>, StatusError> {
        self.guard.check(self.kind, cx.user, new, Some(old)).await.map(|()| None)
    }

    async fn deleted(&self, _object: &Object) {}
}

#[cfg(test)]
mod tests {
    use http::Method;
    use meta::options::Query;

    use super::*;

    #[test]
    fn refusals_say_what_upstream_says() {
        let user = User { name: "eve".into(), ..User::default() };
        for (method, path, expected) in [
            (
                Method::GET,
                "/api/v1/namespaces/a/pods/p/log",
                r#"pods "p" is forbidden: User "eve" cannot get resource "pods/log" in API group "" in the namespace "a""#,
            ),
            (
                Method::POST,
                "/apis/apps/v1/namespaces/a/deployments",
                r#"deployments.apps is forbidden: User "eve" cannot create resource "deployments" in API group "apps" in the namespace "a""#,
            ),
            (
                Method::GET,
                "/api/v1/nodes",
                r#"nodes is forbidden: User "eve" cannot list resource "nodes" in API group "" at the cluster scope"#,
            ),
            (Method::GET, "/metrics", r#"forbidden: User "eve" cannot get path "/metrics""#),
        ] {
            let info = RequestInfo::read(&method, path, &Query::parse(""));
            assert_eq!(refusal(&attributes(&user, &info), "").to_string(), expected);
        }
    }

    #[test]
    fn only_reads_of_a_few_paths_are_open() {
        for (verb, path, expected) in [
            ("get", "/livez/ping", true),
            ("get", "/version", true),
            ("head", "/cacerts", true),
            ("post", "/version", false),
            ("get", "/versions", false),
            ("get", "/metrics", false),
            ("get", "/", false),
        ] {
            assert_eq!(is_open(verb, path), expected, "{verb} {path}");
        }
    }
}
