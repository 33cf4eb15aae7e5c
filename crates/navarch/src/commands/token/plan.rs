//! What is written and shown, as plain data.

use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use authn::BootstrapToken;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// The group that `token create` puts its tokens into.
const GROUP: &str = "system:bootstrappers:navarch:default-node-token";
const TYPE: &str = "bootstrap.kubernetes.io/token";

/// The secret of a token.
pub(super) fn secret(token: &BootstrapToken, ttl: Duration, description: &str, now: SystemTime) -> Value {
    let mut data = json!({
        "token-id": token.id,
        "token-secret": token.secret,
        "usage-bootstrap-authentication": "true",
        "usage-bootstrap-signing": "true",
        "auth-extra-groups": GROUP,
    });
    if !ttl.is_zero() {
        data["expiration"] = meta::Time::from(now + ttl).to_string().into();
    }
    if !description.is_empty() {
        data["description"] = description.into();
    }
    json!({
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": token.secret_name(), "namespace": "kube-system"},
        "type": TYPE,
        "stringData": data,
    })
}

/// What whoever joins by a token may do, and nodes later: bindings of roles that every cluster has.
pub(super) fn bindings() -> Vec<Value> {
    let binding = |name: &str, role: &str, group: &str| {
        json!({
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "ClusterRoleBinding",
            "metadata": {"name": name},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": role},
            "subjects": [{"kind": "Group", "apiGroup": "rbac.authorization.k8s.io", "name": group}],
        })
    };
    let requests = "system:certificates.k8s.io:certificatesigningrequests";
    vec![
        binding("navarch:node-bootstrap", "system:node-bootstrapper", GROUP),
        binding("navarch:node-autoapprove-bootstrap", &format!("{requests}:nodeclient"), GROUP),
        binding("navarch:node-autoapprove-rotation", &format!("{requests}:selfnodeclient"), "system:nodes"),
        // A node's proxy and DNS read services in the node's name.
        binding("navarch:node-proxier", "system:node-proxier", "system:nodes"),
    ]
}

/// Kubelets' serving certificates are approved for the node's own name, which a stock cluster leaves to people: the role for it, and who
/// has it.
pub(super) fn serving_approval() -> [Value; 2] {
    let (group, name) = ("rbac.authorization.k8s.io", "navarch:approve-kubelet-serving");
    let rule = json!({
        "apiGroups": ["certificates.k8s.io"], "resources": ["signers"],
        "resourceNames": ["kubernetes.io/kubelet-serving"], "verbs": ["approve"],
    });
    let role = json!({
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": name}, "rules": [rule],
    });
    let account =
        json!({"kind": "ServiceAccount", "name": "certificate-controller", "namespace": "kube-system"});
    let binding = json!({
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": name},
        "roleRef": {"apiGroup": group, "kind": "ClusterRole", "name": name}, "subjects": [account],
    });
    [role, binding]
}

/// Whoever joins learns who signs clients' certificates, by which its kubelet knows the API server.
pub(super) fn authority_binding() -> Value {
    json!({
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "RoleBinding",
        "metadata": {"name": "navarch:bootstrap-authority-reader", "namespace": "kube-system"},
        "roleRef": {
            "apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "extension-apiserver-authentication-reader",
        },
        "subjects": [{"kind": "Group", "apiGroup": "rbac.authorization.k8s.io", "name": GROUP}],
    })
}

/// All tokens of a list of secrets, for people.
pub(super) fn table(secrets: &Value) -> String {
    let mut rows = vec![["TOKEN", "EXPIRES", "USAGES", "DESCRIPTION", "EXTRA GROUPS"].map(str::to_owned)];
    let items = secrets["items"].as_array().into_iter().flatten();
    for secret in items.filter(|secret| secret["type"] == TYPE) {
        let data = |key: &str| {
            let encoded = secret["data"][key].as_str().unwrap_or_default();
            String::from_utf8(STANDARD.decode(encoded).unwrap_or_default()).unwrap_or_default()
        };
        let or = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
        let usages: Vec<&str> = ["authentication", "signing"]
            .into_iter()
            .filter(|usage| data(&format!("usage-bootstrap-{usage}")) == "true")
            .collect();
        rows.push([
            format!("{}.{}", data("token-id"), data("token-secret")),
            or(data("expiration"), "<forever>"),
            or(usages.join(","), "<none>"),
            or(data("description"), "<none>"),
            or(data("auth-extra-groups"), "<none>"),
        ]);
    }
    let widths: Vec<usize> =
        (0..5).map(|at| rows.iter().map(|row| row[at].len()).max().unwrap_or(0)).collect();
    let line = |row: &[String; 5]| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        format!("{}\n", cells.collect::<Vec<_>>().join("   ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// The server's address as others reach it: its own, unless that is the loopback device's.
pub(super) fn reachable(server: &str, own: Option<IpAddr>) -> String {
    let Some(own) = own else { return server.to_owned() };
    let host = if own.is_ipv6() { format!("[{own}]") } else { own.to_string() };
    for loopback in ["//127.0.0.1:", "//localhost:", "//[::1]:"] {
        if server.contains(loopback) {
            return server.replacen(loopback, &format!("//{host}:"), 1);
        }
    }
    server.to_owned()
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use super::*;

    #[test]
    fn a_token_becomes_a_secret_and_a_row() {
        let token: BootstrapToken = "abcdef.0123456789abcdef".parse().unwrap();
        let made = secret(&token, Duration::from_secs(3600), "lab", UNIX_EPOCH);
        assert_eq!(made["metadata"]["name"], "bootstrap-token-abcdef");
        assert_eq!(made["stringData"]["expiration"], "1970-01-01T01:00:00Z");
        assert_eq!(secret(&token, Duration::ZERO, "", UNIX_EPOCH)["stringData"].get("expiration"), None);
        let data = made["stringData"].as_object().unwrap().iter();
        let data: serde_json::Map<String, Value> =
            data.map(|(key, value)| (key.clone(), STANDARD.encode(value.as_str().unwrap()).into())).collect();
        let shown = table(&json!({"items": [{"type": TYPE, "data": data}, {"type": "Opaque"}]}));
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(
            lines[1]
                .starts_with("abcdef.0123456789abcdef   1970-01-01T01:00:00Z   authentication,signing   lab")
        );
    }

    #[test]
    fn others_do_not_reach_the_loopback_device() {
        let own = Some("192.0.2.7".parse().unwrap());
        assert_eq!(reachable("https://127.0.0.1:6443", own), "https://192.0.2.7:6443");
        assert_eq!(reachable("https://10.0.0.1:6443", own), "https://10.0.0.1:6443");
        assert_eq!(reachable("https://127.0.0.1:6443", None), "https://127.0.0.1:6443");
    }
}
