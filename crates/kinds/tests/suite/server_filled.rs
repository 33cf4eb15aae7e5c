//! What a server's metadata code, admission and allocators put into objects, which the rules of kinds do not.

use resource::{Kind, Object};
use serde_json::{Value, json};

/// Does to a new object, in small, what admission would before it is judged.
pub fn admit(kind: &Kind, object: &mut Object) {
    match &*kind.kind {
        "Pod" => {
            // Admission of service accounts: the account of the namespace, unless another is named.
            object.set_default("spec.serviceAccountName", "default");
            object.set_default("spec.serviceAccount", "default");
        }
        "PersistentVolumeClaim" => protect(object, "kubernetes.io/pvc-protection"),
        "PersistentVolume" => protect(object, "kubernetes.io/pv-protection"),
        _ => {}
    }
}

/// Admission of storage in use: a finalizer keeps it from going under its users.
fn protect(object: &mut Object, finalizer: &str) {
    let mut finalizers: Vec<Value> =
        object.get("metadata.finalizers").and_then(Value::as_array).cloned().unwrap_or_default();
    finalizers.push(finalizer.into());
    object.set("metadata.finalizers", json!(finalizers));
}

/// Does to a changed object, in small, what admission and allocators would before it is judged.
pub fn admit_update(kind: &Kind, object: &mut Object, old: &Object) {
    // Admission fills the same into a changed pod as into a new one, but for the token of its account.
    if kind.kind == "Pod" {
        for path in ["spec.tolerations", "spec.priority", "spec.preemptionPolicy"] {
            if object.get(path).is_none() {
                object.copy_from(old, path);
            }
        }
    }
}

/// Takes out of an answer what rules do not fill in.
pub fn forget(kind: &Kind, tree: &mut Value) {
    remove(
        tree,
        "/metadata",
        &["uid", "creationTimestamp", "resourceVersion", "managedFields", "generation", "selfLink"],
    );
    match &*kind.kind {
        "Pod" => forget_of_pod(tree),
        "Service" => {
            let allocated =
                ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "healthCheckNodePort"];
            remove(tree, "/spec", &allocated);
            for port in array(tree, "/spec/ports") {
                port.as_object_mut().map(|members| members.remove("nodePort"));
            }
        }
        "Node" => {
            // Admission of taints: a new node is not ready.
            if let Some(Value::Array(taints)) = tree.pointer_mut("/spec/taints") {
                taints.retain(|taint| taint["key"] != "node.kubernetes.io/not-ready");
                if taints.is_empty() {
                    remove(tree, "/spec", &["taints"]);
                }
            }
        }
        _ => {}
    }
}

/// The token of the account and its mounts, the priority and its policy, how long a pod bears a lost node.
fn forget_of_pod(tree: &mut Value) {
    remove(tree, "/spec", &["priority", "preemptionPolicy", "tolerations"]);
    if let Some(Value::Array(volumes)) = tree.pointer_mut("/spec/volumes") {
        volumes.retain(|volume| !is_token(volume));
        if volumes.is_empty() {
            remove(tree, "/spec", &["volumes"]);
        }
    }
    for kind in ["/spec/containers", "/spec/initContainers", "/spec/ephemeralContainers"] {
        for container in array(tree, kind) {
            if let Some(Value::Array(mounts)) = container.get_mut("volumeMounts") {
                mounts.retain(|mount| !is_token(mount));
                if mounts.is_empty() {
                    container.as_object_mut().map(|members| members.remove("volumeMounts"));
                }
            }
        }
    }
}

fn is_token(item: &Value) -> bool {
    item["name"].as_str().is_some_and(|name| name.starts_with("kube-api-access-"))
}

fn array<'a>(tree: &'a mut Value, pointer: &str) -> impl Iterator<Item = &'a mut Value> {
    tree.pointer_mut(pointer).and_then(Value::as_array_mut).into_iter().flatten()
}

fn remove(tree: &mut Value, pointer: &str, names: &[&str]) {
    if let Some(Value::Object(members)) = tree.pointer_mut(pointer) {
        for name in names {
            members.remove(*name);
        }
    }
}
