//! Roles and bindings within the namespaces of the system.

use serde_json::Value;

use super::{Rule, binding, metadata, named, object, on, trees};

const SYSTEM: &str = "kube-system";
const PUBLIC: &str = "kube-public";
const LOCKS: &[Rule] = &[
    on("coordination.k8s.io", "leases", "create get list update watch"),
    on("coordination.k8s.io", "leasecandidates", "create get list update watch"),
];
const EVENTS: Rule = on("core events.k8s.io", "events", "create patch update");

const ROLES: &[(&str, &str, &[Rule])] = &[
    (
        PUBLIC,
        "system:controller:bootstrap-signer",
        &[
            on("core", "configmaps", "get list watch"),
            named("core", "configmaps", "cluster-info", "update"),
            EVENTS,
        ],
    ),
    (
        SYSTEM,
        "extension-apiserver-authentication-reader",
        &[named("core", "configmaps", "extension-apiserver-authentication", "get list watch")],
    ),
    (SYSTEM, "system::leader-locking-kube-controller-manager", LOCKS),
    (SYSTEM, "system::leader-locking-kube-scheduler", LOCKS),
    (SYSTEM, "system:controller:bootstrap-signer", &[on("core", "secrets", "get list watch")]),
    (SYSTEM, "system:controller:cloud-provider", &[on("core", "configmaps", "create get list watch")]),
    (SYSTEM, "system:controller:token-cleaner", &[on("core", "secrets", "delete get list watch"), EVENTS]),
];

/// Namespace, binding, role, subjects as in the table of cluster role bindings.
const BINDINGS: &[(&str, &str, &str, &str)] = &[
    (
        PUBLIC,
        "system:controller:bootstrap-signer",
        "system:controller:bootstrap-signer",
        "s:bootstrap-signer",
    ),
    (
        SYSTEM,
        "system::extension-apiserver-authentication-reader",
        "extension-apiserver-authentication-reader",
        "u:system:kube-controller-manager u:system:kube-scheduler",
    ),
    (
        SYSTEM,
        "system::leader-locking-kube-controller-manager",
        "system::leader-locking-kube-controller-manager",
        "u:system:kube-controller-manager s:kube-controller-manager s:leader-election-controller",
    ),
    (
        SYSTEM,
        "system::leader-locking-kube-scheduler",
        "system::leader-locking-kube-scheduler",
        "u:system:kube-scheduler s:kube-scheduler",
    ),
    (
        SYSTEM,
        "system:controller:bootstrap-signer",
        "system:controller:bootstrap-signer",
        "s:bootstrap-signer",
    ),
    (SYSTEM, "system:controller:cloud-provider", "system:controller:cloud-provider", "s:cloud-provider"),
    (SYSTEM, "system:controller:token-cleaner", "system:controller:token-cleaner", "s:token-cleaner"),
];

/// All roles.
pub fn roles() -> Vec<Value> {
    let made = ROLES.iter().map(|(namespace, name, rules)| {
        let mut role = object("Role", metadata(name, namespace));
        role["rules"] = trees(rules);
        role
    });
    made.collect()
}

/// All role bindings.
pub fn role_bindings() -> Vec<Value> {
    let made = BINDINGS.iter().map(|(namespace, name, role, subjects)| {
        binding("RoleBinding", metadata(name, namespace), ("Role", role), subjects)
    });
    made.collect()
}
