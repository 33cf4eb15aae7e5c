//! Tables: what a node may do.

use meta::selector::FieldSelector;
use serde_json::json;

use super::*;
use crate::rbac::tests::{Fixed, user};

fn cluster() -> Arc<Fixed> {
    let fixed = Fixed::default();
    let pod = |name: &str, node: &str, annotations: serde_json::Value| {
        json!({
            "metadata": {"name": name, "namespace": "a", "annotations": annotations},
            "spec": {
                "nodeName": node,
                "serviceAccountName": "bot",
                "imagePullSecrets": [{"name": "pull"}],
                "containers": [{
                    "env": [{"valueFrom": {"secretKeyRef": {"name": "env"}}}],
                    "envFrom": [{"configMapRef": {"name": "settings"}}],
                }],
                "volumes": [
                    {"secret": {"secretName": "vol"}},
                    {"projected": {"sources": [{"configMap": {"name": "root"}}, {"secret": {"name": "proj"}}]}},
                    {"persistentVolumeClaim": {"claimName": "claim"}},
                    {"name": "scratch", "ephemeral": {}},
                ],
            },
        })
    };
    fixed.put("pods", pod("p", "n1", json!({})));
    fixed.put("pods", pod("static", "n3", json!({"kubernetes.io/config.mirror": "x"})));
    fixed.put(
        "persistentvolumeclaims",
        json!({"metadata": {"name": "claim", "namespace": "a"}, "spec": {"volumeName": "pv"}}),
    );
    fixed.put(
        "persistentvolumes",
        json!({"metadata": {"name": "pv"}, "spec": {"claimRef": {"namespace": "a", "name": "claim"},
               "csi": {"nodeStageSecretRef": {"namespace": "csi", "name": "stage"}}}}),
    );
    fixed.put(
        "volumeattachments.storage.k8s.io",
        json!({"metadata": {"name": "va"}, "spec": {"nodeName": "n1"}}),
    );
    Arc::new(fixed)
}

/// `verb group resource/subresource namespace name`, with `-` for nothing.
async fn asked(node: &Node, who: &str, text: &str, fields: &str) -> String {
    let who = user(who, &["system:nodes", "system:authenticated"]);
    let words: Vec<&str> = text.split(' ').map(|word| if word == "-" { "" } else { word }).collect();
    let (resource, subresource) = words[2].split_once('/').unwrap_or((words[2], ""));
    let fields: FieldSelector = fields.parse().unwrap();
    let attributes = Attributes {
        subresource,
        namespace: words[3],
        name: words[4],
        fields: &fields,
        ..Attributes::resource(&who, words[0], words[1], resource)
    };
    match node.authorize(&attributes).await {
        Decision::Allow(_) => "yes".to_owned(),
        other => other.reason().to_owned(),
    }
}

#[tokio::test]
async fn a_node_reaches_what_its_pods_refer_to() {
    let node = Node::new(cluster());
    for text in [
        "get - secrets a pull",
        "get - secrets a env",
        "watch - secrets a vol",
        "list - secrets a proj",
        "get - secrets csi stage",
        "get - configmaps a settings",
        "get - configmaps a root",
        "get - persistentvolumeclaims a claim",
        "get - persistentvolumeclaims a p-scratch",
        "patch - persistentvolumeclaims/status a claim",
        "get - persistentvolumes - pv",
        "create - serviceaccounts/token a bot",
        "get - serviceaccounts a bot",
        "get storage.k8s.io volumeattachments - va",
        "get - pods a p",
    ] {
        assert_eq!(asked(&node, "system:node:n1", text, "").await, "yes", "{text}");
        let stranger = asked(&node, "system:node:n2", text, "").await;
        assert_eq!(stranger, "no relationship found between node 'n2' and this object", "{text}");
        if !text.contains("volumeattachments") && !text.contains("pods") {
            assert_ne!(
                asked(&node, "system:node:n3", text, "").await,
                "yes",
                "a mirror pod leads nowhere: {text}"
            );
        }
    }
}

#[tokio::test]
async fn a_node_keeps_to_its_own() {
    let node = Node::new(cluster());
    for (text, fields, expected) in [
        ("list - secrets a -", "", "No Object name found"),
        ("get - secrets - x", "", "can only read namespaced object of this type"),
        ("delete - secrets a pull", "", "can only read resources of this type"),
        ("get - configmaps/x a root", "", "cannot read subresource"),
        ("list - persistentvolumes - -", "", "can only get individual resources of this type"),
        ("create - serviceaccounts/token a -", "", "can only create tokens for individual service accounts"),
        ("list - pods - -", "spec.nodeName=n1", "yes"),
        (
            "watch - pods - -",
            "spec.nodeName=n2",
            "can only list/watch pods with spec.nodeName field selector",
        ),
        ("list - pods a -", "", "can only list/watch pods with spec.nodeName field selector"),
        ("patch - pods/status a other", "", "yes"),
        ("update - pods a p", "", ""),
        ("create - pods/eviction a p", "", "yes"),
        ("get - nodes - n1", "", "yes"),
        ("get - nodes - n2", "", "node 'n1' cannot read 'n2', only its own Node object"),
        ("list - nodes - -", "", "node 'n1' cannot read all nodes, only its own Node object"),
        ("patch - nodes/status - n1", "", "yes"),
        ("delete - nodes - n1", "", ""),
        ("get coordination.k8s.io leases kube-node-lease n1", "", "yes"),
        ("create coordination.k8s.io leases kube-node-lease -", "", "yes"),
        (
            "list coordination.k8s.io leases kube-node-lease -",
            "",
            "can only get, create, update, patch, or delete a node lease",
        ),
        (
            "get coordination.k8s.io leases default n1",
            "",
            "can only access leases in the \"kube-node-lease\" system namespace",
        ),
        (
            "get coordination.k8s.io leases kube-node-lease n2",
            "",
            "can only access node lease with the same name as the requesting node",
        ),
        ("update storage.k8s.io csinodes - n1", "", "yes"),
        (
            "update storage.k8s.io csinodes - n2",
            "",
            "can only access CSINode with the same name as the requesting node",
        ),
        ("list resource.k8s.io resourceslices - -", "spec.nodeName=n1", "yes"),
        (
            "list resource.k8s.io resourceslices - -",
            "",
            "can only list/watch/deletecollection resourceslices with nodeName field selector",
        ),
        ("list - services - -", "", "yes"),
        ("create - events a -", "", "yes"),
        ("create certificates.k8s.io certificatesigningrequests - -", "", "yes"),
        ("list - namespaces - -", "", ""),
    ] {
        assert_eq!(asked(&node, "system:node:n1", text, fields).await, expected, "{text} {fields}");
    }
    assert_eq!(
        asked(&node, "system:node:", "get - nodes - x", "").await,
        "unknown node for user \"system:node:\""
    );
    assert_eq!(asked(&node, "eve", "get - nodes - x", "").await, "", "no node, no opinion");
}
