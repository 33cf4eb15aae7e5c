//! What is wrong with a persistent volume.

use api::Typed;
use api::core::v1::{PersistentVolume, PersistentVolumeSpec};
use meta::validate::object_meta::immutable_field;
use meta::{BadValue, ErrorList, FieldError, Path, names};
use resource::Object;
use serde_json::Value;

use crate::rules::report::{POSITIVE, Report, list, text};
use crate::rules::resources::amount;
use crate::rules::volumes::{OneOf, paths, sources};
use crate::rules::{affinity, claims, internal};

const MOUNT_OPTIONS: &str = "volume.beta.kubernetes.io/mount-options";

/// A new volume; `any_values`: node affinity may have values that are no label values.
pub fn volume(volume: &PersistentVolume, any_values: bool) -> ErrorList {
    let mut errors = ErrorList::new();
    let spec = volume.spec.clone().unwrap_or_default();
    let path = Path::new("spec");
    basics(&spec, &path, &mut errors);
    let mut has_affinity = false;
    if let Some(own) = &spec.node_affinity {
        let at = path.child("nodeAffinity");
        has_affinity = true;
        match &own.required {
            Some(required) => {
                affinity::node_selector(required, any_values, &at.child("required"), &mut errors)
            }
            None => errors.required(&at.child("required"), "must specify required node constraints"),
        }
    }
    source(&spec, text(&volume.metadata.name), has_affinity, &path, &mut errors);
    rest(&spec, &path, &mut errors);
    mount_options(volume, &spec, &mut errors);
    errors
}

fn basics(spec: &PersistentVolumeSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let modes = list(&spec.access_modes);
    if modes.is_empty() {
        errors.required(&path.child("accessModes"), "");
    }
    claims::access_modes(modes, &path.child("accessModes"), errors);
    let at = path.child("capacity");
    let capacity = spec.capacity.clone().unwrap_or_default();
    if capacity.is_empty() {
        errors.required(&at, "");
    }
    if !capacity.contains_key("storage") || capacity.len() > 1 {
        let value = spec.capacity.as_ref().map_or(BadValue::Null, |capacity| {
            let shown: std::collections::BTreeMap<&String, &String> =
                capacity.iter().map(|(k, v)| (k, &v.0)).collect();
            BadValue::json(&shown)
        });
        errors.push(FieldError::not_supported(&at, value, &["storage"]));
    }
    for (name, value) in &capacity {
        let value = amount(value);
        if value.value() < 0 {
            errors.invalid(&at.key(name), value.value(), "must be a valid resource quantity");
        }
        if value.sign() <= 0 {
            errors.invalid(&at.key(name), value.to_string(), POSITIVE);
        }
    }
    let policy = text(&spec.persistent_volume_reclaim_policy);
    if !policy.is_empty() {
        errors.one_of(&path.child("persistentVolumeReclaimPolicy"), policy, &["Delete", "Recycle", "Retain"]);
    }
}

fn source(
    spec: &PersistentVolumeSpec,
    name: &str,
    has_affinity: bool,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let mut one = OneOf::new(errors);
    one.check(&spec.host_path, path, "hostPath", sources::host_path);
    one.check_named(&spec.gce_persistent_disk, path, "gcePersistentDisk", "persistentDisk", sources::gce);
    one.check(&spec.aws_elastic_block_store, path, "awsElasticBlockStore", sources::aws);
    one.check(&spec.glusterfs, path, "glusterfs", |v, at, e| {
        sources::glusterfs(&v.endpoints, &v.path, at, e);
        match v.endpoints_namespace.as_deref() {
            Some("") => {
                let detail = "if the endpointnamespace is set, it must be a valid namespace name";
                e.invalid(&at.child("endpointsNamespace"), "", detail);
            }
            Some(namespace) => {
                e.problems(&at.child("endpointsNamespace"), namespace, names::dns_label(namespace, false))
            }
            None => {}
        }
    });
    one.check(&spec.flocker, path, "flocker", sources::flocker);
    one.check(&spec.nfs, path, "nfs", sources::nfs);
    one.check(&spec.rbd, path, "rbd", |v, at, e| sources::rbd(&v.monitors, &v.image, at, e));
    one.check(&spec.quobyte, path, "quobyte", sources::quobyte);
    one.check_named(&spec.cephfs, path, "cephFS", "cephfs", |v, at, e| {
        sources::monitors_given(&v.monitors, at, e)
    });
    one.check(&spec.iscsi, path, "iscsi", |v, at, e| {
        let source = sources::Iscsi {
            portal: &v.target_portal,
            iqn: &v.iqn,
            lun: v.lun,
            initiator: v.initiator_name.as_deref(),
            chap: v.chap_auth_discovery == Some(true) || v.chap_auth_session == Some(true),
            has_secret: v.secret_ref.is_some(),
            secret_name: v.secret_ref.as_ref().map(|secret| text(&secret.name)),
            volume: Some(name),
        };
        sources::iscsi(&source, at, e);
    });
    network_storage(spec, path, &mut one);
    more_sources(spec, has_affinity, path, &mut one);
    if !one.seen() {
        errors.required(path, "must specify a volume type");
    }
}

fn network_storage(spec: &PersistentVolumeSpec, path: &Path<'_>, one: &mut OneOf<'_>) {
    one.check(&spec.cinder, path, "cinder", |v, at, e| {
        e.need(&at.child("volumeID"), &v.volume_id);
        if let Some(secret) = &v.secret_ref {
            e.need(&at.child("secretRef").child("name"), text(&secret.name));
            e.need(&at.child("secretRef").child("namespace"), text(&secret.namespace));
        }
    });
    one.check(&spec.fc, path, "fc", sources::fc);
    one.always(&spec.flex_volume, path, "flexVolume", |v, at, e| sources::flex(&v.driver, &v.options, at, e));
    one.check(&spec.azure_file, path, "azureFile", |v, at, e| {
        sources::azure_file(&v.secret_name, &v.share_name, at, e);
        if v.secret_namespace.as_deref() == Some("") {
            e.required(&at.child("secretNamespace"), "");
        }
    });
}

fn more_sources(spec: &PersistentVolumeSpec, has_affinity: bool, path: &Path<'_>, one: &mut OneOf<'_>) {
    one.check(&spec.vsphere_volume, path, "vsphereVolume", sources::vsphere);
    one.check(&spec.photon_persistent_disk, path, "photonPersistentDisk", sources::photon);
    one.check(&spec.portworx_volume, path, "portworxVolume", sources::portworx);
    one.check(&spec.azure_disk, path, "azureDisk", sources::azure_disk);
    one.check(&spec.scale_io, path, "scaleIO", |v, at, e| {
        sources::scale_io(&v.gateway, &v.system, text(&v.volume_name), at, e);
    });
    one.check(&spec.local, path, "local", |v, at, e| {
        if v.path.is_empty() {
            e.required(&at.child("path"), "");
        } else {
            paths::no_backsteps(&v.path, &at.child("path"), e);
        }
        if !has_affinity {
            e.required(&path.child("nodeAffinity"), "Local volume requires node affinity");
        }
    });
    one.check(&spec.storageos, path, "storageos", |v, at, e| {
        sources::storage_os(text(&v.volume_name), text(&v.volume_namespace), at, e);
        if let Some(secret) = &v.secret_ref {
            e.need(&at.child("secretRef").child("name"), text(&secret.name));
            e.need(&at.child("secretRef").child("namespace"), text(&secret.namespace));
        }
    });
    one.check(&spec.csi, path, "csi", |v, at, e| {
        sources::csi_driver_name(&v.driver, &at.child("driver"), e);
        e.need(&at.child("volumeHandle"), &v.volume_handle);
        let secrets = [
            ("controllerPublishSecretRef", &v.controller_publish_secret_ref),
            ("controllerExpandSecretRef", &v.controller_expand_secret_ref),
            ("nodePublishSecretRef", &v.node_publish_secret_ref),
            ("nodeExpandSecretRef", &v.node_expand_secret_ref),
        ];
        for (field, secret) in secrets {
            if let Some(secret) = secret {
                sources::secret_reference(secret, &at.child(field), e);
            }
        }
    });
}

fn rest(spec: &PersistentVolumeSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let root = spec.host_path.as_ref().is_some_and(|host| {
        let parts = host.path.split('/').filter(|part| !part.is_empty() && *part != ".");
        host.path.starts_with('/') && parts.count() == 0
    });
    if root && text(&spec.persistent_volume_reclaim_policy) == "Recycle" {
        let detail = "may not be 'recycle' for a hostPath mount of '/'";
        errors.forbidden(&path.child("persistentVolumeReclaimPolicy"), detail);
    }
    let class = text(&spec.storage_class_name);
    if !class.is_empty() {
        errors.problems(&path.child("storageClassName"), class, names::dns_subdomain(class, false));
    }
    if let Some(mode) = &spec.volume_mode {
        errors.one_of(&path.child("volumeMode"), mode, &["Block", "Filesystem"]);
    }
    if let Some(class) = &spec.volume_attributes_class_name {
        let at = path.child("volumeAttributesClassName");
        if class.is_empty() {
            errors.required(&at, "an empty string is disallowed");
        } else {
            errors.problems(&at, class, names::dns_subdomain(class, false));
        }
        if spec.csi.is_none() {
            errors.required(&path.child("csi"), "has to be specified when using volumeAttributesClassName");
        }
    }
}

fn mount_options(volume: &PersistentVolume, spec: &PersistentVolumeSpec, errors: &mut ErrorList) {
    let supported = spec.gce_persistent_disk.is_some()
        || spec.aws_elastic_block_store.is_some()
        || spec.glusterfs.is_some()
        || spec.nfs.is_some()
        || spec.rbd.is_some()
        || spec.quobyte.is_some()
        || spec.iscsi.is_some()
        || spec.cinder.is_some()
        || spec.cephfs.is_some()
        || spec.azure_file.is_some()
        || spec.vsphere_volume.is_some()
        || spec.azure_disk.is_some()
        || spec.photon_persistent_disk.is_some();
    let given = volume
        .metadata
        .annotations
        .as_ref()
        .is_some_and(|annotations| annotations.contains_key(MOUNT_OPTIONS));
    if given && !supported {
        let path = Path::new("metadata.annotations");
        errors.forbidden(&path.child(MOUNT_OPTIONS), "may not specify mount options for this volume type");
    }
}

/// A changed volume: where the storage is may not change.
pub fn update(new: &Object, old: &Object) -> ErrorList {
    let (Ok(typed), Ok(old_typed)) =
        (PersistentVolume::decode(new.tree()), PersistentVolume::decode(old.tree()))
    else {
        return FieldError::internal(&Path::nil(), "not a PersistentVolume").into();
    };
    let old_spec = old_typed.spec.clone().unwrap_or_default();
    let lenient = {
        let required = old_spec.node_affinity.as_ref().and_then(|own| own.required.as_ref());
        required.is_some_and(|required| {
            let mut found = ErrorList::new();
            affinity::node_selector(required, false, &Path::nil(), &mut found);
            !found.is_empty()
        })
    };
    let mut errors = volume(&typed, lenient);
    // Upstream judges the new volume twice: once as such, once as a change.
    errors.append(volume(&typed, lenient));
    let (source, old_source) = (sources_of(new, old), sources_of(old, old));
    if source != old_source {
        let difference = internal::difference("PersistentVolumeSource", Some(&old_source), Some(&source));
        let detail = format!("spec.persistentvolumesource is immutable after creation\n{difference}");
        errors.forbidden(&Path::new("spec.persistentvolumesource"), detail);
    }
    let mode = |object: &Object| object.get("spec.volumeMode").cloned();
    errors.extend(immutable_field(&mode(new), &mode(old), &Path::new("volumeMode")));
    if old.get("spec.nodeAffinity").is_some_and(|old| !same_nodes(new.get("spec.nodeAffinity"), old)) {
        let value = internal::shown("*VolumeNodeAffinity", new.get("spec.nodeAffinity"));
        let detail = "field is immutable, except for updating from beta label to GA";
        errors.invalid(&Path::new("nodeAffinity"), value, detail);
    }
    if old.get("spec.volumeAttributesClassName").is_some()
        && new.get("spec.volumeAttributesClassName").is_none()
    {
        let detail = "update from non-nil value to nil is forbidden";
        errors.forbidden(&Path::new("spec.volumeAttributesClassName"), detail);
    }
    errors
}

/// Whether two affinities select the same nodes: labels may be replaced by their successors.
fn same_nodes(new: Option<&Value>, old: &Value) -> bool {
    const SUCCESSORS: [(&str, &str); 5] = [
        ("failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"),
        ("failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"),
        ("beta.kubernetes.io/os", "kubernetes.io/os"),
        ("beta.kubernetes.io/arch", "kubernetes.io/arch"),
        ("beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type"),
    ];
    match (new, old) {
        (Some(Value::Object(new)), Value::Object(old)) => {
            new.len() == old.len() && old.iter().all(|(name, old)| same_nodes(new.get(name), old))
        }
        (Some(Value::Array(new)), Value::Array(old)) => {
            new.len() == old.len() && new.iter().zip(old).all(|(new, old)| same_nodes(Some(new), old))
        }
        (Some(Value::String(new)), Value::String(old)) => {
            new == old || SUCCESSORS.contains(&(old.as_str(), new.as_str()))
        }
        (new, old) => new == Some(old),
    }
}

/// The spec without what is not a source. A secret for growing may be added to a CSI volume that has none.
fn sources_of(volume: &Object, old: &Object) -> Value {
    let mut spec = volume.get("spec").cloned().unwrap_or_default();
    let others = [
        "capacity",
        "accessModes",
        "claimRef",
        "persistentVolumeReclaimPolicy",
        "storageClassName",
        "mountOptions",
        "volumeMode",
        "nodeAffinity",
        "volumeAttributesClassName",
    ];
    if let Some(members) = spec.as_object_mut() {
        for name in others {
            members.remove(name);
        }
    }
    if old.get("spec.csi").is_some()
        && old.get("spec.csi.controllerExpandSecretRef").is_none()
        && let Some(csi) = spec.get_mut("csi").and_then(Value::as_object_mut)
    {
        csi.remove("controllerExpandSecretRef");
    }
    spec
}
