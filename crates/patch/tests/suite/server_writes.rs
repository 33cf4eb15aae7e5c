//! What a server does to an object besides what it was asked: enough of it to tell the two apart in recordings.

use patch::apply::FieldSet;
use serde_json::Value;

/// What an endpoint resets: each kind's own business, so only as much of it as the recordings need.
pub(crate) fn reset_fields(subresource: &str, kind: &str) -> FieldSet {
    match (subresource, kind) {
        ("status", "Deployment") => FieldSet::of_fields([&["spec"][..], &["metadata", "labels"][..]]),
        ("status", _) => FieldSet::of_fields([&["spec"][..]]),
        (_, "CertificateSigningRequest") => FieldSet::of_fields([&["spec"][..], &["status"][..]]),
        _ => FieldSet::of_fields([&["status"][..]]),
    }
}

/// Places that the server writes after it has tracked the request: `*` is every item.
const WRITTEN_LATER: [(&str, &[&str]); 8] = [
    ("Job", &["metadata.labels", "spec.selector", "spec.template.metadata.labels"]),
    ("Namespace", &["spec.finalizers"]),
    ("Node", &["spec.taints"]),
    ("PersistentVolume", &["metadata.finalizers"]),
    ("PersistentVolumeClaim", &["metadata.finalizers", "spec.dataSourceRef"]),
    ("VolumeAttributesClass", &["metadata.finalizers"]),
    (
        "Pod",
        &[
            "spec.containers.*.volumeMounts",
            "spec.initContainers.*.volumeMounts",
            "spec.volumes",
            "spec.preemptionPolicy",
            "spec.priority",
            "spec.serviceAccount",
            "spec.serviceAccountName",
            "spec.tolerations",
        ],
    ),
    (
        "Service",
        &[
            "spec.clusterIP",
            "spec.clusterIPs",
            "spec.ipFamilies",
            "spec.ipFamilyPolicy",
            "spec.healthCheckNodePort",
            "spec.ports.*.nodePort",
        ],
    ),
];

/// Takes out of the answer what was neither sent nor there before, in the places that the server writes later.
pub(crate) fn withhold(answer: &mut Value, sent: &Value, before: Option<&Value>) {
    let places =
        WRITTEN_LATER.iter().find(|(kind, _)| answer["kind"] == *kind).map_or(&[][..], |(_, places)| places);
    let account = sent["spec"].get("serviceAccount").is_some();
    for place in places.iter().filter(|place| !(account && place.starts_with("spec.serviceAccount"))) {
        let path: Vec<&str> = place.split('.').collect();
        cut(answer, &path, Some(sent), before);
    }
}

fn cut(value: &mut Value, path: &[&str], sent: Option<&Value>, before: Option<&Value>) {
    let Some((first, rest)) = path.split_first() else { return };
    if *first == "*" {
        for (at, item) in value.as_array_mut().into_iter().flatten().enumerate() {
            cut(item, rest, sent.and_then(|sent| sent.get(at)), before.and_then(|before| before.get(at)));
        }
        return;
    }
    let (sent, before) = (sent.and_then(|sent| sent.get(first)), before.and_then(|before| before.get(first)));
    if !rest.is_empty() {
        if let Some(member) = value.get_mut(first) {
            cut(member, rest, sent, before);
        }
        return;
    }
    match (value.get_mut(first), sent.or(before)) {
        (Some(_), None) => drop(value.as_object_mut().expect("has a member").remove(*first)),
        (Some(Value::Array(items)), Some(Value::Array(kept))) => items.truncate(kept.len()),
        (Some(Value::Object(members)), Some(Value::Object(kept))) => {
            members.retain(|name, _| kept.contains_key(name))
        }
        _ => {}
    }
}
