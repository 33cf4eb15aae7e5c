//! Volumes of pods: each has a name and exactly one kind of source.

pub mod paths;
pub mod projected;
pub mod sources;

use std::collections::{HashMap, HashSet};

use api::core::v1::{
    CSIVolumeSource, ConfigMapVolumeSource, EphemeralVolumeSource, ImageVolumeSource, KeyToPath,
    SecretVolumeSource, Volume,
};
use meta::{ErrorList, ObjectMeta, Path, Quantity, go, names, validate};

use super::claims;
use super::pod_spec::Options;
use super::report::{Report, list, text};

const ONE: &str = "may not specify more than 1 volume type";

/// The sound volumes of a pod by name, for those who refer to them.
pub type ByName<'a> = HashMap<&'a str, &'a Volume>;

/// What is wrong with a pod's volumes, and which of them are sound. `meta` is the pod's, if it is one.
pub fn validate<'a>(
    volumes: &'a [Volume],
    meta: Option<&ObjectMeta>,
    options: &Options,
    path: &Path<'_>,
    errors: &mut ErrorList,
) -> ByName<'a> {
    let pod = meta.map(|meta| meta.name.as_str()).filter(|name| !name.is_empty());
    let ephemeral = volumes.iter().filter(|volume| volume.ephemeral.is_some());
    let created: HashSet<String> = pod
        .iter()
        .flat_map(|pod| ephemeral.clone().map(move |volume| format!("{pod}-{}", volume.name)))
        .collect();
    let mut sound = ByName::new();
    for (index, volume) in volumes.iter().enumerate() {
        let at = path.index(index);
        let mut found = ErrorList::new();
        source(volume, pod, options, &at, &mut found);
        if volume.name.is_empty() {
            found.required(&at.child("name"), "");
        } else {
            found.problems(&at.child("name"), &volume.name, validate::dns1123_label(&volume.name));
        }
        if sound.contains_key(volume.name.as_str()) {
            found.duplicate(&at.child("name"), &volume.name);
        }
        if found.is_empty() {
            sound.insert(&volume.name, volume);
        }
        errors.append(found);
        if let Some(claim) = &volume.persistent_volume_claim
            && created.contains(&claim.claim_name)
        {
            let detail = "must not reference a PVC that gets created for an ephemeral volume";
            errors.invalid(&at.child("persistentVolumeClaim").child("claimName"), &claim.claim_name, detail);
        }
    }
    sound
}

/// Judges one kind of source, if it is there: the first is looked into, others are too many.
pub struct OneOf<'e> {
    errors: &'e mut ErrorList,
    seen: bool,
}

impl<'e> OneOf<'e> {
    /// Nothing seen yet.
    pub fn new(errors: &'e mut ErrorList) -> Self {
        Self { errors, seen: false }
    }

    /// Whether there was a source at all.
    pub fn seen(&self) -> bool {
        self.seen
    }

    /// Looks into a source even if it is one too many.
    pub fn always<T>(
        &mut self,
        source: &Option<T>,
        path: &Path<'_>,
        name: &str,
        judge: impl FnOnce(&T, &Path<'_>, &mut ErrorList),
    ) {
        if let Some(source) = source {
            self.seen = true;
            judge(source, &path.child(name), self.errors);
        }
    }

    /// A source under its name.
    pub fn check<T>(
        &mut self,
        source: &Option<T>,
        path: &Path<'_>,
        name: &str,
        judge: impl FnOnce(&T, &Path<'_>, &mut ErrorList),
    ) {
        self.check_named(source, path, name, name, judge);
    }

    /// Upstream names some sources differently in the two errors.
    pub fn check_named<T>(
        &mut self,
        source: &Option<T>,
        path: &Path<'_>,
        forbidden: &str,
        name: &str,
        judge: impl FnOnce(&T, &Path<'_>, &mut ErrorList),
    ) {
        let Some(source) = source else { return };
        if self.seen {
            self.errors.forbidden(&path.child(forbidden), ONE);
        } else {
            self.seen = true;
            judge(source, &path.child(name), self.errors);
        }
    }
}

fn source(volume: &Volume, pod: Option<&str>, options: &Options, path: &Path<'_>, errors: &mut ErrorList) {
    let mut one = OneOf::new(errors);
    one.check(&volume.empty_dir, path, "emptyDir", |v, at, e| {
        let limit = v.size_limit.as_ref().and_then(|limit| limit.0.parse::<Quantity>().ok());
        if limit.is_some_and(|limit| limit.sign() < 0) {
            e.forbidden(&at.child("sizeLimit"), "SizeLimit field must be a valid resource quantity");
        }
    });
    one.check(&volume.host_path, path, "hostPath", sources::host_path);
    one.check(&volume.git_repo, path, "gitRepo", |v, at, e| {
        e.need(&at.child("repository"), &v.repository);
        paths::descending(text(&v.directory), &at.child("directory"), e);
    });
    one.check_named(&volume.gce_persistent_disk, path, "gcePersistentDisk", "persistentDisk", sources::gce);
    one.check(&volume.aws_elastic_block_store, path, "awsElasticBlockStore", sources::aws);
    one.check(&volume.secret, path, "secret", secret);
    one.check(&volume.nfs, path, "nfs", sources::nfs);
    iscsi(volume, path, &mut one);
    one.check(&volume.glusterfs, path, "glusterfs", |v, at, e| {
        sources::glusterfs(&v.endpoints, &v.path, at, e)
    });
    one.check(&volume.flocker, path, "flocker", sources::flocker);
    one.check(&volume.persistent_volume_claim, path, "persistentVolumeClaim", |v, at, e| {
        e.need(&at.child("claimName"), &v.claim_name);
    });
    one.check(&volume.rbd, path, "rbd", |v, at, e| sources::rbd(&v.monitors, &v.image, at, e));
    network_storage(volume, path, &mut one);
    of_the_cluster(volume, pod, options, path, &mut one);
    if !one.seen {
        errors.required(path, "must specify a volume type");
    }
}

/// Storage of vendors, most of which only CSI drivers serve now.
fn network_storage(volume: &Volume, path: &Path<'_>, one: &mut OneOf<'_>) {
    one.check(&volume.cinder, path, "cinder", |v, at, e| {
        e.need(&at.child("volumeID"), &v.volume_id);
        if let Some(secret) = &v.secret_ref {
            e.need(&at.child("secretRef").child("name"), &secret.name);
        }
    });
    one.check_named(&volume.cephfs, path, "cephFS", "cephfs", |v, at, e| {
        sources::monitors_given(&v.monitors, at, e)
    });
    one.check(&volume.quobyte, path, "quobyte", sources::quobyte);
    one.check_named(&volume.downward_api, path, "downwarAPI", "downwardAPI", projected::downward_api);
    one.check(&volume.fc, path, "fc", sources::fc);
    one.check(&volume.flex_volume, path, "flexVolume", |v, at, e| {
        sources::flex(&v.driver, &v.options, at, e)
    });
    one.check(&volume.config_map, path, "configMap", config_map);
    one.check(&volume.azure_file, path, "azureFile", |v, at, e| {
        sources::azure_file(&v.secret_name, &v.share_name, at, e)
    });
    one.check(&volume.vsphere_volume, path, "vsphereVolume", sources::vsphere);
    one.check(&volume.photon_persistent_disk, path, "photonPersistentDisk", sources::photon);
    one.check(&volume.portworx_volume, path, "portworxVolume", sources::portworx);
    one.check(&volume.azure_disk, path, "azureDisk", sources::azure_disk);
    one.check(&volume.storageos, path, "storageos", |v, at, e| {
        sources::storage_os(text(&v.volume_name), text(&v.volume_namespace), at, e);
        if let Some(secret) = &v.secret_ref {
            e.need(&at.child("secretRef").child("name"), &secret.name);
        }
    });
}

/// What the cluster itself gives: projections, CSI volumes, claims made for the pod, images.
fn of_the_cluster(
    volume: &Volume,
    pod: Option<&str>,
    options: &Options,
    path: &Path<'_>,
    one: &mut OneOf<'_>,
) {
    one.check(&volume.projected, path, "projected", |v, at, e| projected::validate(v, options, at, e));
    one.check(&volume.scale_io, path, "scaleIO", |v, at, e| {
        sources::scale_io(&v.gateway, &v.system, text(&v.volume_name), at, e);
    });
    one.check(&volume.csi, path, "csi", csi);
    one.check(&volume.ephemeral, path, "ephemeral", |v, at, e| {
        ephemeral(v, at, e);
        if let Some(pod) = pod.filter(|_| !volume.name.is_empty()) {
            claim_name(pod, &volume.name, &path.child("name"), e);
        }
    });
    one.check(&volume.image, path, "image", |v, at, e| image(v, options, at, e));
}

fn iscsi(volume: &Volume, path: &Path<'_>, one: &mut OneOf<'_>) {
    one.check(&volume.iscsi, path, "iscsi", |v, at, e| {
        let source = sources::Iscsi {
            portal: &v.target_portal,
            iqn: &v.iqn,
            lun: v.lun,
            initiator: v.initiator_name.as_deref(),
            chap: v.chap_auth_discovery == Some(true) || v.chap_auth_session == Some(true),
            has_secret: v.secret_ref.is_some(),
            secret_name: None,
            volume: None,
        };
        sources::iscsi(&source, at, e);
    });
    if let Some(source) = &volume.iscsi
        && source.initiator_name.is_some()
        && volume.name.len() + 1 + source.target_portal.len() > 64
    {
        one.errors.invalid(&path.child("name"), &volume.name, sources::TOO_LONG);
    }
}

fn secret(source: &SecretVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("secretName"), text(&source.secret_name));
    paths::mode(source.default_mode, &path.child("defaultMode"), errors);
    for (index, item) in list(&source.items).iter().enumerate() {
        key_to_path(item, &path.child("items").index(index), errors);
    }
}

fn config_map(source: &ConfigMapVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("name"), &source.name);
    paths::mode(source.default_mode, &path.child("defaultMode"), errors);
    for (index, item) in list(&source.items).iter().enumerate() {
        key_to_path(item, &path.child("items").index(index), errors);
    }
}

/// A key that becomes a file.
pub(super) fn key_to_path(item: &KeyToPath, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("key"), &item.key);
    errors.need(&path.child("path"), &item.path);
    paths::local(&item.path, &path.child("path"), errors);
    paths::mode(item.mode, &path.child("mode"), errors);
}

fn csi(source: &CSIVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    sources::csi_driver_name(&source.driver, &path.child("driver"), errors);
    if let Some(secret) = &source.node_publish_secret_ref {
        if secret.name.is_empty() {
            errors.required(&path.child("nodePublishSecretRef").child("name"), "");
        } else {
            errors.problems(&path.child("name"), &secret.name, names::dns_subdomain(&secret.name, false));
        }
    }
}

fn ephemeral(source: &EphemeralVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("volumeClaimTemplate");
    match &source.volume_claim_template {
        None => errors.required(&at, ""),
        Some(template) => claims::validate_template(template, &at, errors),
    }
}

fn claim_name(pod: &str, volume: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let claim = format!("{pod}-{volume}");
    for problem in names::dns_subdomain(&claim, false) {
        errors.invalid(path, volume, format!("PVC name {}: {problem}", go::quote(&claim)));
    }
}

fn image(source: &ImageVolumeSource, options: &Options, path: &Path<'_>, errors: &mut ErrorList) {
    if options.is_pod {
        errors.need(&path.child("reference"), text(&source.reference));
    }
    super::containers::pull_policy(text(&source.pull_policy), &path.child("pullPolicy"), errors);
}
