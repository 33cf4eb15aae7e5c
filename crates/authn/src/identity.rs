//! The names of the system's own users and groups.

use resource::User;

/// Everybody who was authenticated is in this group.
pub const ALL_AUTHENTICATED: &str = "system:authenticated";
/// Everybody else is in this one.
pub const ALL_UNAUTHENTICATED: &str = "system:unauthenticated";
/// By what a user was recognised, in the user's extra.
pub(crate) const CREDENTIAL_ID: &str = "authentication.kubernetes.io/credential-id";

/// Whoever was not authenticated, on the few paths that are open to all.
pub fn anonymous() -> User {
    named("system:anonymous", &[ALL_UNAUTHENTICATED])
}

/// Whoever reaches the port without TLS on the loopback device, which only an operator opens.
pub fn unsecured() -> User {
    named("system:unsecured", &["system:masters", ALL_AUTHENTICATED])
}

/// A part of the control plane within the process: `kube-scheduler`, `kube-controller-manager` and `kube-proxy` are users of that
/// name, `apiserver` is one of the masters, and every other name is that of a controller, whose service account lies in
/// `kube-system`.
pub fn component(name: &str) -> User {
    match name {
        "kube-scheduler" | "kube-controller-manager" | "kube-proxy" => {
            named(&format!("system:{name}"), &[ALL_AUTHENTICATED])
        }
        "apiserver" => named("system:apiserver", &["system:masters", ALL_AUTHENTICATED]),
        controller => service_account("kube-system", controller),
    }
}

/// The kubelet of a node.
pub fn node(name: &str) -> User {
    named(&format!("system:node:{name}"), &["system:nodes", ALL_AUTHENTICATED])
}

/// A service account, without the uid that only its tokens know.
pub fn service_account(namespace: &str, name: &str) -> User {
    let mut user = named(&format!("system:serviceaccount:{namespace}:{name}"), &[]);
    user.groups = service_account_groups(namespace);
    user.groups.push(ALL_AUTHENTICATED.to_owned());
    user
}

/// The groups of every service account of a namespace.
pub(crate) fn service_account_groups(namespace: &str) -> Vec<String> {
    vec!["system:serviceaccounts".to_owned(), format!("system:serviceaccounts:{namespace}")]
}

/// Namespace and name of a service account, from the user's name.
pub(crate) fn split_service_account(user: &str) -> Option<(&str, &str)> {
    let (namespace, name) = user.strip_prefix("system:serviceaccount:")?.split_once(':')?;
    let sound = meta::names::dns_label(namespace, false).is_empty()
        && meta::names::dns_subdomain(name, false).is_empty();
    sound.then_some((namespace, name))
}

fn named(name: &str, groups: &[&str]) -> User {
    let groups = groups.iter().map(|group| (*group).to_owned()).collect();
    User { name: name.to_owned(), groups, ..User::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_have_the_names_that_their_roles_are_bound_to() {
        for (name, expected) in [
            ("kube-scheduler", "system:kube-scheduler"),
            ("kube-controller-manager", "system:kube-controller-manager"),
            ("kube-proxy", "system:kube-proxy"),
            ("job-controller", "system:serviceaccount:kube-system:job-controller"),
        ] {
            let user = component(name);
            assert_eq!(user.name, expected);
            assert!(user.groups.contains(&ALL_AUTHENTICATED.to_owned()));
            assert!(!user.groups.contains(&"system:masters".to_owned()));
        }
        let groups = ["system:serviceaccounts", "system:serviceaccounts:a", ALL_AUTHENTICATED];
        assert_eq!(service_account("a", "b").groups, groups);
    }

    #[test]
    fn only_sound_names_are_those_of_accounts() {
        assert_eq!(split_service_account("system:serviceaccount:a:b.c"), Some(("a", "b.c")));
        for wrong in
            ["a:b", "system:serviceaccount:a", "system:serviceaccount:a:", "system:serviceaccount:a:b:c"]
        {
            assert_eq!(split_service_account(wrong), None, "{wrong}");
        }
    }
}
