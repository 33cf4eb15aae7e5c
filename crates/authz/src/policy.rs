//! The roles and bindings that every cluster starts with, as upstream's v1.36 has them; `apiserver` makes them at every start and
//! adds what is missing from those that are there.
//!
//! The tables are compact: lists are words with spaces between, and the core group is spelled `core`. One test compares what is
//! made of them with what a stock server holds.

mod components;
mod controllers;
mod flow_control;
mod namespaced;
mod nodes;
mod priority;
mod reconcile;
mod users;

use serde_json::{Value, json};

pub use flow_control::{flow_schemas, priority_levels};
pub use namespaced::{role_bindings, roles};
pub use priority::priority_classes;
pub use reconcile::{merged_binding, merged_role};

use crate::rbac::{self, GROUP};

/// A cluster role.
struct Role {
    name: &'static str,
    /// The role whose sum this is part of: `admin`, `edit` or `view`.
    part_of: &'static str,
    /// The sum that this role is.
    gathers: &'static str,
    rules: &'static [Rule],
}

/// One rule; lists are words.
struct Rule {
    groups: &'static str,
    resources: &'static str,
    names: &'static str,
    urls: &'static str,
    verbs: &'static str,
}

const fn on(groups: &'static str, resources: &'static str, verbs: &'static str) -> Rule {
    Rule { groups, resources, names: "", urls: "", verbs }
}

const fn named(
    groups: &'static str,
    resources: &'static str,
    names: &'static str,
    verbs: &'static str,
) -> Rule {
    Rule { groups, resources, names, urls: "", verbs }
}

const fn paths(urls: &'static str, verbs: &'static str) -> Rule {
    Rule { groups: "", resources: "", names: "", urls, verbs }
}

impl Rule {
    fn made(&self) -> rbac::Rule {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let group = |name: String| if name == "core" { String::new() } else { name };
        rbac::Rule {
            verbs: words(self.verbs),
            groups: words(self.groups).into_iter().map(group).collect(),
            resources: words(self.resources),
            names: words(self.names),
            urls: words(self.urls),
        }
    }
}

fn trees(rules: &[Rule]) -> Value {
    rules.iter().map(|rule| rule.made().tree()).collect()
}

/// Labels and annotations that mark an object as the server's own.
fn metadata(name: &str, namespace: &str) -> Value {
    let mut metadata = json!({
        "name": name,
        "labels": {"kubernetes.io/bootstrapping": "rbac-defaults"},
        "annotations": {"rbac.authorization.kubernetes.io/autoupdate": "true"},
    });
    if !namespace.is_empty() {
        metadata["namespace"] = namespace.into();
    }
    metadata
}

fn object(kind: &str, metadata: Value) -> Value {
    json!({"apiVersion": format!("{GROUP}/v1"), "kind": kind, "metadata": metadata})
}

const CONTROLLER: &str = "system:controller:";

/// All cluster roles. Those that are the sum of others are without rules.
pub fn cluster_roles() -> Vec<Value> {
    let tables = [users::ROLES, nodes::ROLES, components::ROLES];
    let plain = tables.into_iter().flatten().map(cluster_role);
    let of_controllers = controllers::ROLES.iter().map(|(name, rules)| {
        let mut role = object("ClusterRole", metadata(&format!("{CONTROLLER}{name}"), ""));
        role["rules"] = trees(rules);
        role
    });
    plain.chain(of_controllers).collect()
}

fn cluster_role(role: &Role) -> Value {
    let aggregate = |to: &str| format!("{GROUP}/aggregate-to-{to}");
    let mut tree = object("ClusterRole", metadata(role.name, ""));
    if !role.part_of.is_empty() {
        tree["metadata"]["labels"][aggregate(role.part_of)] = "true".into();
    }
    if role.gathers.is_empty() {
        tree["rules"] = trees(role.rules);
    } else {
        let labels = json!({aggregate(role.gathers): "true"});
        tree["aggregationRule"] = json!({"clusterRoleSelectors": [{"matchLabels": labels}]});
    }
    tree
}

/// The rules of the role `system:node`, which the Node authorizer applies by itself: nobody is bound to it.
pub(crate) fn node_rules() -> Vec<rbac::Rule> {
    let role = nodes::ROLES.iter().find(|role| role.name == "system:node");
    role.into_iter().flat_map(|role| role.rules).map(Rule::made).collect()
}

/// Cluster roles and whom they are given to: `u:` a user, `g:` a group, `s:` a service account in `kube-system`. The binding is named
/// like the role.
const BOUND: &[(&str, &str)] = &[
    ("cluster-admin", "g:system:masters"),
    ("system:monitoring", "g:system:monitoring"),
    ("system:discovery", "g:system:authenticated"),
    ("system:basic-user", "g:system:authenticated"),
    ("system:public-info-viewer", "g:system:authenticated g:system:unauthenticated"),
    ("system:node-proxier", "u:system:kube-proxy"),
    ("system:kube-controller-manager", "u:system:kube-controller-manager"),
    ("system:kube-dns", "s:kube-dns"),
    ("system:kube-scheduler", "u:system:kube-scheduler"),
    ("system:volume-scheduler", "u:system:kube-scheduler"),
    ("system:service-account-issuer-discovery", "g:system:serviceaccounts"),
    ("system:node", ""),
];

/// All cluster role bindings.
pub fn cluster_role_bindings() -> Vec<Value> {
    let plain = BOUND.iter().map(|(role, subjects)| cluster_role_binding(role, subjects));
    let of_controllers = controllers::ROLES
        .iter()
        .map(|(name, _)| cluster_role_binding(&format!("{CONTROLLER}{name}"), &format!("s:{name}")));
    plain.chain(of_controllers).collect()
}

fn cluster_role_binding(role: &str, subjects: &str) -> Value {
    binding("ClusterRoleBinding", metadata(role, ""), ("ClusterRole", role), subjects)
}

fn binding(kind: &str, metadata: Value, (role_kind, role): (&str, &str), subjects: &str) -> Value {
    let mut tree = object(kind, metadata);
    tree["roleRef"] = json!({"apiGroup": GROUP, "kind": role_kind, "name": role});
    if !subjects.is_empty() {
        tree["subjects"] = subjects.split(' ').map(subject).collect();
    }
    tree
}

fn subject(text: &str) -> Value {
    let (kind, name) = text.split_once(':').unwrap_or_default();
    match kind {
        "s" => json!({"kind": "ServiceAccount", "name": name, "namespace": "kube-system"}),
        "g" => json!({"kind": "Group", "apiGroup": GROUP, "name": name}),
        _ => json!({"kind": "User", "apiGroup": GROUP, "name": name}),
    }
}

#[cfg(test)]
mod tests;
