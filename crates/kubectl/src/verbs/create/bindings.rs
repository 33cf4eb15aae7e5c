//! `create rolebinding` and `create clusterrolebinding`.

use serde_json::{Value, json};

use super::COMMON;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::Flag;
use crate::generate::make;

const GROUP: &str = "rbac.authorization.k8s.io";

/// `create rolebinding`.
pub const ROLE_BINDING: Verb = Verb {
    name: "rolebinding",
    usage: "NAME --clusterrole=NAME|--role=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]",
    about: "Create a role binding for a particular role or cluster role",
    examples: &[(
        "Bind a role to users and groups",
        "kubectl create rolebinding admin --clusterrole=admin --user=user1 --user=user2 --group=group1",
    )],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], SUBJECTS, ROLE],
    run: Some(|cx| Box::pin(role_binding(cx))),
    ..Verb::NONE
};

/// `create clusterrolebinding`.
pub const CLUSTER_ROLE_BINDING: Verb = Verb {
    name: "clusterrolebinding",
    usage: "NAME --clusterrole=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]",
    about: "Create a cluster role binding for a particular cluster role",
    examples: &[(
        "Bind a cluster role to users",
        "kubectl create clusterrolebinding cluster-admin --clusterrole=cluster-admin --user=user1",
    )],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], SUBJECTS],
    required: &["clusterrole"],
    run: Some(|cx| Box::pin(cluster_role_binding(cx))),
    ..Verb::NONE
};

static SUBJECTS: &[Flag] = &[
    Flag::text("clusterrole", "", "ClusterRole that the binding should reference"),
    Flag::repeat("user", "Usernames to bind to the role. The flag can be repeated to add multiple users"),
    Flag::repeat("group", "Groups to bind to the role. The flag can be repeated to add multiple groups"),
    Flag::repeat("serviceaccount", "Service accounts to bind to the role, in the format <namespace>:<name>"),
];
static ROLE: &[Flag] = &[Flag::text("role", "", "Role this RoleBinding should reference")];

fn subjects(cx: &Cx) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for (flag, kind) in [("user", "User"), ("group", "Group")] {
        all.extend(
            cx.flags
                .list(flag)
                .into_iter()
                .map(|name| json!({"kind": kind, "apiGroup": GROUP, "name": name})),
        );
    }
    for account in cx.flags.list("serviceaccount") {
        let parts: Vec<&str> = account.split(':').collect();
        match parts[..] {
            [namespace, name] if !name.is_empty() => {
                all.push(json!({"kind": "ServiceAccount", "namespace": namespace, "name": name}));
            }
            _ => bail!("serviceaccount must be <namespace>:<name>"),
        }
    }
    Ok(all)
}

fn binding(cx: &Cx, kind: &str, name: &str, role_kind: &str, role: &str) -> Result<Value> {
    let mut object = json!({
        "apiVersion": format!("{GROUP}/v1"), "kind": kind, "metadata": {"name": name},
        "roleRef": {"apiGroup": GROUP, "kind": role_kind, "name": role},
    });
    let subjects = subjects(cx)?;
    if !subjects.is_empty() {
        object["subjects"] = json!(subjects);
    }
    Ok(object)
}

async fn role_binding(cx: &Cx) -> Result {
    let name = cx.one_name()?;
    let (cluster_role, role) = (cx.flags.text("clusterrole"), cx.flags.text("role"));
    if cluster_role.is_empty() == role.is_empty() {
        bail!("exactly one of clusterrole or role must be specified");
    }
    let (kind, role) = if role.is_empty() { ("ClusterRole", cluster_role) } else { ("Role", role) };
    make(cx, binding(cx, "RoleBinding", name, kind, role)?, true, "failed to create rolebinding:").await
}

async fn cluster_role_binding(cx: &Cx) -> Result {
    let name = cx.one_name()?;
    let object = binding(cx, "ClusterRoleBinding", name, "ClusterRole", cx.flags.text("clusterrole"))?;
    make(cx, object, false, "failed to create clusterrolebinding:").await
}
