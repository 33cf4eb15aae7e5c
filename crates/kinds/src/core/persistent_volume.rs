//! `PersistentVolume`: a piece of storage in the cluster.

mod validate;

use api::core::v1::PersistentVolume;
use meta::{ErrorList, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use crate::describe;
use crate::printing::{UNSET, age, age_of, name, text};
use crate::rules::object::{default, default_absent, keep, made, typed};
use crate::rules::pod_spec::defaults::{round, storage};
use crate::rules::pod_spec::warnings::deprecated_label;

/// The annotation that named the class before the field did.
pub(super) const OLD_CLASS: &str = "volume.beta.kubernetes.io/storage-class";

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster("", "v1", "PersistentVolume", "persistentvolumes")
        .short(&["pv"])
        .status()
        .columns(vec![
            name(),
            text("Capacity", "io.k8s.api.core.v1.PersistentVolumeSpec#capacity"),
            text("Access Modes", "io.k8s.api.core.v1.PersistentVolumeSpec#accessModes"),
            text("Reclaim Policy", "io.k8s.api.core.v1.PersistentVolumeSpec#persistentVolumeReclaimPolicy"),
            text("Status", "io.k8s.api.core.v1.PersistentVolumeStatus#phase"),
            text("Claim", "io.k8s.api.core.v1.PersistentVolumeSpec#claimRef"),
            text("StorageClass", "StorageClass of the pv"),
            text("VolumeAttributesClass", "VolumeAttributesClass of the pv"),
            text("Reason", "io.k8s.api.core.v1.PersistentVolumeStatus#reason"),
            age(),
            text("VolumeMode", "io.k8s.api.core.v1.PersistentVolumeSpec#volumeMode").wide(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        default(spec, "persistentVolumeReclaimPolicy", "Retain");
        default_absent(spec, "volumeMode", "Filesystem");
        if let Some(path) = spec.get_mut("hostPath") {
            default_absent(path, "type", "");
        }
        storage(spec);
        round(spec, "capacity");
        default(made(object.tree_mut(), "status"), "phase", "Pending");
    }

    fn prepare_create(&self, object: &mut Object, cx: &Context<'_>) {
        object.set("status", json!({"phase": "Pending", "lastPhaseTransitionTime": cx.now.to_string()}));
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |volume: &PersistentVolume| validate::volume(volume, false))
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, cx: &Context<'_>) {
        if part == Part::Main {
            return keep(new, old, &["status"]);
        }
        keep(new, old, &["spec"]);
        let path = "status.lastPhaseTransitionTime";
        let (moved, told) = (new.text("status.phase") != old.text("status.phase"), new.get(path));
        if !moved && told.is_none() {
            new.copy_from(old, path);
        } else if moved && (told.is_none() || told == old.get(path)) {
            new.set(path, cx.now.to_string());
        }
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => validate::update(new, old),
            Part::Status | Part::View(_) => ErrorList::new(),
        }
    }

    fn warnings(&self, new: &Object, _old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        warnings(new)
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let claim = object.get("spec.claimRef").map_or_else(String::new, |_| {
            format!("{}/{}", object.text("spec.claimRef.namespace"), object.text("spec.claimRef.name"))
        });
        let phase = if object.is_terminating() { "Terminating" } else { object.text("status.phase") };
        vec![
            object.get("spec.capacity").and_then(|c| c.get("storage")).cloned().unwrap_or_else(|| "0".into()),
            modes(object, "spec.accessModes").into(),
            object.text("spec.persistentVolumeReclaimPolicy").into(),
            phase.into(),
            claim.into(),
            class(object).into(),
            or_unset(object, "spec.volumeAttributesClassName"),
            object.text("status.reason").into(),
            age_of(object, now),
            or_unset(object, "spec.volumeMode"),
        ]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}

/// The text at a path; `<unset>` if there is none.
pub(super) fn or_unset(object: &Object, path: &str) -> Value {
    object.get(path).cloned().unwrap_or_else(|| UNSET.into())
}

/// The storage class of a volume or claim, from wherever it is said.
pub(super) fn class(object: &Object) -> &str {
    object.annotation(OLD_CLASS).unwrap_or_else(|| object.text("spec.storageClassName"))
}

/// Access modes by their abbreviations, in their usual order.
pub(super) fn modes(object: &Object, path: &str) -> String {
    let given: Vec<&str> =
        object.get(path).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let known = [
        ("ReadWriteOnce", "RWO"),
        ("ReadOnlyMany", "ROX"),
        ("ReadWriteMany", "RWX"),
        ("ReadWriteOncePod", "RWOP"),
    ];
    let short: Vec<&str> =
        known.iter().filter(|(mode, _)| given.contains(mode)).map(|(_, short)| *short).collect();
    short.join(",")
}

fn warnings(volume: &Object) -> Vec<String> {
    let mut warnings = Vec::new();
    if volume.annotation(OLD_CLASS).is_some() {
        warnings.push(format!(
            "metadata.annotations[{OLD_CLASS}]: deprecated since v1.8; use \"storageClassName\" attribute instead"
        ));
    }
    if volume.annotation("volume.beta.kubernetes.io/mount-options").is_some() {
        warnings.push(
            "metadata.annotations[volume.beta.kubernetes.io/mount-options]: deprecated since v1.31; use \"mountOptions\" attribute instead"
                .to_owned(),
        );
    }
    if volume.text("spec.persistentVolumeReclaimPolicy") == "Recycle" {
        warnings.push(
            "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning."
                .to_owned(),
        );
    }
    old_labels(volume, &mut warnings);
    let deprecated = [
        ("cephfs", "cephfs", "v1.28, non-functional in v1.31+"),
        ("photonPersistentDisk", "photonPersistentDisk", "v1.11, non-functional in v1.16+"),
        ("scaleIO", "scaleIO", "v1.16, non-functional in v1.22+"),
        ("storageos", "storageOS", "v1.22, non-functional in v1.25+"),
        ("glusterfs", "glusterfs", "v1.25, non-functional in v1.26+"),
        ("rbd", "rbd", "v1.28, non-functional in v1.31+"),
    ];
    for (field, shown, since) in deprecated {
        if volume.get(&format!("spec.{field}")).is_some() {
            warnings.push(format!("spec.{shown}: deprecated in {since}"));
        }
    }
    warnings
}

/// Labels of nodes that have successors.
fn old_labels(volume: &Object, warnings: &mut Vec<String>) {
    let terms = volume.get("spec.nodeAffinity.required.nodeSelectorTerms").and_then(Value::as_array);
    let path = meta::Path::new("spec.nodeAffinity.required.nodeSelectorTerms");
    for (index, term) in terms.into_iter().flatten().enumerate() {
        let expressions = term.get("matchExpressions").and_then(Value::as_array).into_iter().flatten();
        for (at, expression) in expressions.enumerate() {
            let key = expression["key"].as_str().unwrap_or_default();
            if let Some(message) = deprecated_label(key) {
                let term = path.index(index);
                warnings.push(format!(
                    "{}: {key} is {message}",
                    term.child("matchExpressions").index(at).child("key")
                ));
            }
        }
    }
}
