//! Whether a node has to do with an object: whether one of its pods refers to it, directly or through a claim and its volume.

use std::sync::Arc;

use resource::{Lister, Object};
use serde_json::Value;

/// What kind of object is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    Secret,
    ConfigMap,
    Claim,
    Volume,
    ServiceAccount,
    ResourceClaim,
    Attachment,
    Slice,
    Pod,
}

/// Looks things up.
pub(super) struct Reach {
    lister: Arc<dyn Lister>,
}

impl Reach {
    pub(super) fn new(lister: Arc<dyn Lister>) -> Self {
        Self { lister }
    }

    pub(super) fn leads_to(&self, node: &str, start: Start, namespace: &str, name: &str) -> bool {
        let of_node = |kind: &str, namespace: &str| {
            self.lister.get(kind, namespace, name).is_some_and(|object| object.text("spec.nodeName") == node)
        };
        match start {
            Start::Pod => of_node("pods", namespace),
            Start::Attachment => of_node("volumeattachments.storage.k8s.io", ""),
            Start::Slice => of_node("resourceslices.resource.k8s.io", ""),
            Start::Volume => self.pods(node).any(|pod| self.uses_volume(&pod, name)),
            Start::Secret => self.pods(node).any(|pod| {
                (pod.namespace() == namespace && refers(&pod, start, name))
                    || self.uses_secret_of_volume(&pod, namespace, name)
            }),
            _ => self.pods(node).any(|pod| pod.namespace() == namespace && refers(&pod, start, name)),
        }
    }

    /// The pods of a node, but for those that only mirror what the kubelet runs by itself: they lead nowhere.
    fn pods(&self, node: &str) -> impl Iterator<Item = Arc<Object>> {
        let pods = self.lister.list_by("pods", "spec.nodeName", node);
        pods.into_iter().filter(|pod| pod.annotation("kubernetes.io/config.mirror").is_none())
    }

    /// The volumes that a pod's claims are bound to.
    fn volumes(&self, pod: &Object) -> impl Iterator<Item = Arc<Object>> {
        claims(pod).into_iter().filter_map(|claim| {
            let found = self.lister.get("persistentvolumeclaims", pod.namespace(), &claim)?;
            let volume = self.lister.get("persistentvolumes", "", found.text("spec.volumeName"))?;
            let bound = volume.text("spec.claimRef.name") == claim
                && volume.text("spec.claimRef.namespace") == pod.namespace();
            bound.then_some(volume)
        })
    }

    fn uses_volume(&self, pod: &Object, name: &str) -> bool {
        self.volumes(pod).any(|volume| volume.name() == name)
    }

    fn uses_secret_of_volume(&self, pod: &Object, namespace: &str, name: &str) -> bool {
        self.volumes(pod).any(|volume| {
            let spec = volume.get("spec").unwrap_or(&Value::Null);
            let is = |secret: &Value, key: &str, space: &str| {
                let given = secret[space].as_str().filter(|given| !given.is_empty());
                secret[key] == name && given.unwrap_or(pod.namespace()) == namespace
            };
            is(&spec["azureFile"], "secretName", "secretNamespace")
                || VOLUME_SECRETS.iter().any(|(source, at)| is(&spec[source][at], "name", "namespace"))
        })
    }
}

/// Where volumes name secrets that the kubelet needs.
const VOLUME_SECRETS: [(&str, &str); 10] = [
    ("cephfs", "secretRef"),
    ("cinder", "secretRef"),
    ("flexVolume", "secretRef"),
    ("rbd", "secretRef"),
    ("scaleIO", "secretRef"),
    ("iscsi", "secretRef"),
    ("storageos", "secretRef"),
    ("csi", "nodePublishSecretRef"),
    ("csi", "nodeStageSecretRef"),
    ("csi", "nodeExpandSecretRef"),
];

/// Whether a pod names the object itself.
fn refers(pod: &Object, start: Start, name: &str) -> bool {
    match start {
        Start::ServiceAccount => pod.text("spec.serviceAccountName") == name,
        Start::Claim => claims(pod).iter().any(|claim| claim == name),
        Start::ResourceClaim => has_resource_claim(pod, name),
        Start::Secret => {
            items(pod, "spec.imagePullSecrets").any(|secret| secret["name"] == name)
                || in_environment(pod, "secretKeyRef", "secretRef", name)
                || items(pod, "spec.volumes").any(|volume| is_secret_of(volume, name))
        }
        Start::ConfigMap => {
            in_environment(pod, "configMapKeyRef", "configMapRef", name)
                || items(pod, "spec.volumes")
                    .any(|volume| volume["configMap"]["name"] == name || projects(volume, "configMap", name))
        }
        Start::Volume | Start::Attachment | Start::Slice | Start::Pod => false,
    }
}

fn is_secret_of(volume: &Value, name: &str) -> bool {
    volume["secret"]["secretName"] == name
        || volume["azureFile"]["secretName"] == name
        || projects(volume, "secret", name)
        || VOLUME_SECRETS.iter().any(|(source, at)| volume[source][at]["name"] == name)
}

fn projects(volume: &Value, kind: &str, name: &str) -> bool {
    let sources = volume["projected"]["sources"].as_array();
    sources.into_iter().flatten().any(|source| source[kind]["name"] == name)
}

fn in_environment(pod: &Object, one: &str, all: &str, name: &str) -> bool {
    ["spec.containers", "spec.initContainers", "spec.ephemeralContainers"].iter().any(|list| {
        items(pod, list).any(|container| {
            let each = |at: &str| container[at].as_array().into_iter().flatten();
            each("env").any(|variable| variable["valueFrom"][one]["name"] == name)
                || each("envFrom").any(|source| source[all]["name"] == name)
        })
    })
}

/// The claims that a pod uses; those made for its ephemeral volumes are named after both.
fn claims(pod: &Object) -> Vec<String> {
    let claim = |volume: &Value| match volume["persistentVolumeClaim"]["claimName"].as_str() {
        Some(claim) => Some(claim.to_owned()),
        None if volume["ephemeral"].is_object() => {
            Some(format!("{}-{}", pod.name(), volume["name"].as_str().unwrap_or_default()))
        }
        None => None,
    };
    items(pod, "spec.volumes").filter_map(claim).collect()
}

fn has_resource_claim(pod: &Object, name: &str) -> bool {
    items(pod, "spec.resourceClaims").any(|claim| claim["resourceClaimName"] == name)
        || items(pod, "status.resourceClaimStatuses").any(|claim| claim["resourceClaimName"] == name)
        || pod.text("status.extendedResourceClaimStatus.resourceClaimName") == name
}

fn items<'p>(pod: &'p Object, path: &str) -> impl Iterator<Item = &'p Value> {
    pod.get(path).and_then(Value::as_array).into_iter().flatten()
}
