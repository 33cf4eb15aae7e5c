//! Volumes are of the kinds that do not reach around the API.

use std::collections::BTreeSet;

use api::core::v1::Volume;

use super::{Pod, Violation, plural, quoted};

/// The kind of a volume that is restricted; nothing for those that are not.
fn restricted(volume: &Volume) -> Option<&'static str> {
    let allowed = volume.config_map.is_some()
        || volume.csi.is_some()
        || volume.downward_api.is_some()
        || volume.empty_dir.is_some()
        || volume.ephemeral.is_some()
        || volume.image.is_some()
        || volume.persistent_volume_claim.is_some()
        || volume.projected.is_some()
        || volume.secret.is_some();
    let kinds = [
        (volume.host_path.is_some(), "hostPath"),
        (volume.gce_persistent_disk.is_some(), "gcePersistentDisk"),
        (volume.aws_elastic_block_store.is_some(), "awsElasticBlockStore"),
        (volume.git_repo.is_some(), "gitRepo"),
        (volume.nfs.is_some(), "nfs"),
        (volume.iscsi.is_some(), "iscsi"),
        (volume.glusterfs.is_some(), "glusterfs"),
        (volume.rbd.is_some(), "rbd"),
        (volume.flex_volume.is_some(), "flexVolume"),
        (volume.cinder.is_some(), "cinder"),
        (volume.cephfs.is_some(), "cephfs"),
        (volume.flocker.is_some(), "flocker"),
        (volume.fc.is_some(), "fc"),
        (volume.azure_file.is_some(), "azureFile"),
        (volume.vsphere_volume.is_some(), "vsphereVolume"),
        (volume.quobyte.is_some(), "quobyte"),
        (volume.azure_disk.is_some(), "azureDisk"),
        (volume.photon_persistent_disk.is_some(), "photonPersistentDisk"),
        (volume.portworx_volume.is_some(), "portworxVolume"),
        (volume.scale_io.is_some(), "scaleIO"),
        (volume.storageos.is_some(), "storageos"),
    ];
    let kind = kinds.into_iter().find(|(is, _)| *is).map_or("unknown", |(_, kind)| kind);
    (!allowed).then_some(kind)
}

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let (mut names, mut kinds) = (Vec::new(), BTreeSet::new());
    for volume in pod.spec.volumes.iter().flatten() {
        if let Some(kind) = restricted(volume) {
            names.push(volume.name.as_str());
            kinds.insert(kind);
        }
    }
    if names.is_empty() {
        return None;
    }
    let count = names.len();
    let detail = format!(
        "{} {} {} {} {}",
        plural("volume", "volumes", count),
        quoted(&names),
        plural("uses", "use", count),
        plural("restricted volume type", "restricted volume types", kinds.len()),
        quoted(&kinds)
    );
    Violation::new("restricted volume types", detail)
}
