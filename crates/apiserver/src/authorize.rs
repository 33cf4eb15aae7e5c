//! May they. The contract of authorizers, the one that lets the cluster's masters through, and the words of a refusal.

use async_trait::async_trait;
use meta::{GroupResource, StatusError, go};
use resource::User;

use crate::request_info::RequestInfo;

/// Members may do everything.
const MASTERS: &str = "system:masters";
/// What is open to everybody.
const OPEN: [&str; 4] = ["/healthz", "/livez", "/readyz", "/version"];

/// What an authorizer says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// They may.
    Allow,
    /// They may not, whatever others say.
    Deny(String),
    /// This authorizer does not know; with a reason for the refusal if nobody does.
    NoOpinion(String),
}

/// Decides whether a user may do something.
#[async_trait]
pub trait Authorizer: Send + Sync + 'static {
    /// The decision.
    async fn authorize(&self, user: &User, info: &RequestInfo) -> Decision;
}

/// Lets members of `system:masters` do everything, and everybody what is open.
#[derive(Debug, Clone, Copy, Default)]
pub struct Masters;

#[async_trait]
impl Authorizer for Masters {
    async fn authorize(&self, user: &User, info: &RequestInfo) -> Decision {
        if is_master(user) || is_open(info) { Decision::Allow } else { Decision::NoOpinion(String::new()) }
    }
}

/// Whether the user is one of the cluster's masters.
pub(crate) fn is_master(user: &User) -> bool {
    user.groups.iter().any(|group| group == MASTERS)
}

/// Whether the path is open even to those who are not known.
pub(crate) fn is_open(info: &RequestInfo) -> bool {
    let path = info.path.as_str();
    !info.is_resource
        && matches!(info.verb.as_str(), "get" | "head")
        && OPEN
            .iter()
            .any(|open| path.strip_prefix(open).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// The answer to those who may not.
pub(crate) fn refusal(user: &User, info: &RequestInfo, reason: &str) -> StatusError {
    let mut why = match info.is_resource {
        false => {
            format!("User {} cannot {} path {}", go::quote(&user.name), info.verb, go::quote(&info.path))
        }
        true => format!(
            "User {} cannot {} resource {} in API group {}",
            go::quote(&user.name),
            info.verb,
            go::quote(&info.full_resource()),
            go::quote(&info.group)
        ),
    };
    if info.is_resource && info.namespace.is_empty() {
        why.push_str(" at the cluster scope");
    } else if info.is_resource {
        why.push_str(&format!(" in the namespace {}", go::quote(&info.namespace)));
    }
    if !reason.is_empty() {
        why.push_str(": ");
        why.push_str(reason);
    }
    let (group, resource) = if info.is_resource { (&*info.group, &*info.resource) } else { ("", "") };
    StatusError::forbidden(&GroupResource::new(group, resource), &info.name, why)
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
            assert_eq!(refusal(&user, &info, "").to_string(), expected);
        }
    }

    #[test]
    fn only_reads_of_a_few_paths_are_open() {
        let open = |method: Method, path: &str| is_open(&RequestInfo::read(&method, path, &Query::parse("")));
        assert!(open(Method::GET, "/livez/ping") && open(Method::GET, "/version"));
        assert!(
            !open(Method::POST, "/version")
                && !open(Method::GET, "/versions")
                && !open(Method::GET, "/metrics")
        );
    }
}
