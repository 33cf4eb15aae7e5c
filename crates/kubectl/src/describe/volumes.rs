//! Volumes of a pod.

use serde_json::Value;

use super::Text;
use super::shared::or_unset;
use crate::tree::{Tree as _, show};

/// The volumes of a pod specification; `space` is before titles within a template.
pub fn describe(text: &mut Text, volumes: &[Value], space: &str) {
    if volumes.is_empty() {
        text.line(0, format!("{space}Volumes:\t<none>"));
        return;
    }
    text.line(0, format!("{space}Volumes:"));
    for volume in volumes {
        let indent = if space.is_empty() { "" } else { " " };
        text.line(1, format!("{indent}{}:", volume.text("name")));
        source(text, volume);
    }
}

/// Where a volume comes from: the kinds that pods and persistent volumes share, too.
pub fn source(text: &mut Text, volume: &Value) {
    let kind = volume
        .as_object()
        .and_then(|members| members.keys().find(|key| *key != "name"))
        .cloned()
        .unwrap_or_default();
    let of = volume.at(&kind);
    let optional = of.truth("optional");
    let fields: (&str, Vec<(&str, String)>) = match kind.as_str() {
        "hostPath" => (
            "HostPath (bare host directory volume)",
            vec![
                ("Path", of.show("path")),
                ("HostPathType", if of.has("type") { of.show("type") } else { "<none>".to_owned() }),
            ],
        ),
        "emptyDir" => (
            "EmptyDir (a temporary directory that shares a pod's lifetime)",
            vec![("Medium", of.show("medium")), ("SizeLimit", or_unset(of.at("sizeLimit")))],
        ),
        "secret" => (
            "Secret (a volume populated by a Secret)",
            vec![("SecretName", of.show("secretName")), ("Optional", optional.to_string())],
        ),
        "configMap" => (
            "ConfigMap (a volume populated by a ConfigMap)",
            vec![("Name", of.show("name")), ("Optional", optional.to_string())],
        ),
        "persistentVolumeClaim" => (
            "PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)",
            vec![("ClaimName", of.show("claimName")), ("ReadOnly", of.truth("readOnly").to_string())],
        ),
        "nfs" => (
            "NFS (an NFS mount that lasts the lifetime of a pod)",
            vec![
                ("Server", of.show("server")),
                ("Path", of.show("path")),
                ("ReadOnly", of.truth("readOnly").to_string()),
            ],
        ),
        "image" => (
            "Image (a container image or OCI artifact)",
            vec![("Reference", of.show("reference")), ("PullPolicy", of.show("pullPolicy"))],
        ),
        "local" => (
            "LocalVolume (a persistent volume backed by local storage on a node)",
            vec![("Path", of.show("path"))],
        ),
        "csi" => {
            let mut fields = vec![("Driver", of.show("driver")), ("FSType", of.show("fsType"))];
            if of.has("volumeHandle") {
                fields.push(("VolumeHandle", of.show("volumeHandle")));
            }
            fields.push(("ReadOnly", of.truth("readOnly").to_string()));
            ("CSI (a Container Storage Interface (CSI) volume source)", fields)
        }
        "ephemeral" => (
            "EphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)",
            vec![],
        ),
        "projected" => return projected(text, of),
        "downwardAPI" => return downward(text, of),
        _ => {
            text.line(1, "<unknown>");
            return;
        }
    };
    text.field(2, "Type", fields.0);
    for (name, value) in fields.1 {
        text.field(2, name, value);
    }
    if kind == "csi" {
        super::shared::multiline(
            text,
            "    ",
            "VolumeAttributes",
            crate::tree::texts(of.at("volumeAttributes")).into_iter().map(|(k, v)| format!("    {k}={v}")),
        );
    }
}

fn projected(text: &mut Text, of: &Value) {
    text.field(2, "Type", "Projected (a volume that contains injected data from multiple sources)");
    for source in of.items("sources") {
        if source.has("secret") {
            text.field(2, "SecretName", source.text("secret.name"));
            text.field(2, "Optional", source.truth("secret.optional"));
        } else if source.has("downwardAPI") {
            text.field(2, "DownwardAPI", "true");
        } else if source.has("configMap") {
            text.field(2, "ConfigMapName", source.text("configMap.name"));
            text.field(2, "Optional", source.truth("configMap.optional"));
        } else if source.has("serviceAccountToken") {
            text.field(2, "TokenExpirationSeconds", source.int("serviceAccountToken.expirationSeconds"));
        }
    }
}

fn downward(text: &mut Text, of: &Value) {
    text.field(2, "Type", "DownwardAPI (a volume populated by information about the pod)\n    Items:");
    for item in of.items("items") {
        for field in ["fieldRef.fieldPath", "resourceFieldRef.resource"] {
            if item.has(field) {
                text.line(3, format!("{} -> {}", show(item.at(field)), item.text("path")));
            }
        }
    }
}
