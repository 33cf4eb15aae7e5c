//! Kinds of volume that pods and persistent volumes share: what each must say.

use std::collections::BTreeMap;

use api::core::v1::{
    AWSElasticBlockStoreVolumeSource, AzureDiskVolumeSource, FCVolumeSource, FlockerVolumeSource,
    GCEPersistentDiskVolumeSource, HostPathVolumeSource, NFSVolumeSource, PhotonPersistentDiskVolumeSource,
    PortworxVolumeSource, QuobyteVolumeSource, SecretReference, VsphereVirtualDiskVolumeSource,
};
use meta::{BadValue, ErrorList, FieldError, Path, validate};

use super::paths;
use crate::rules::report::{Report, list, text};

const PARTITION: &str = "must be between 1 and 255, inclusive";
const FORMAT: &str = "must be valid format";

/// A path on the node.
pub fn host_path(source: &HostPathVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("path");
    if source.path.is_empty() {
        return errors.required(&at, "");
    }
    paths::no_backsteps(&source.path, &at, errors);
    let types =
        ["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"];
    if let Some(kind) = &source.type_ {
        errors.one_of(&path.child("type"), kind, &types);
    }
}

/// A disk of GCE.
pub fn gce(source: &GCEPersistentDiskVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("pdName"), &source.pd_name);
    partition(source.partition, path, errors);
}

/// A disk of AWS.
pub fn aws(source: &AWSElasticBlockStoreVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("volumeID"), &source.volume_id);
    partition(source.partition, path, errors);
}

fn partition(partition: Option<i32>, path: &Path<'_>, errors: &mut ErrorList) {
    if let Some(partition) = partition.filter(|number| !(0..=255).contains(number)) {
        errors.invalid(&path.child("partition"), partition, PARTITION);
    }
}

/// An NFS export.
pub fn nfs(source: &NFSVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("server"), &source.server);
    errors.need(&path.child("path"), &source.path);
    if !source.path.starts_with('/') {
        errors.invalid(&path.child("path"), &source.path, "must be an absolute path");
    }
}

/// What both forms of an iSCSI volume have.
pub struct Iscsi<'a> {
    /// `targetPortal`
    pub portal: &'a str,
    /// `iqn`
    pub iqn: &'a str,
    /// `lun`
    pub lun: i32,
    /// `initiatorName`
    pub initiator: Option<&'a str>,
    /// Whether either end must prove itself.
    pub chap: bool,
    /// Whether a secret for that is named.
    pub has_secret: bool,
    /// The name of the secret, where it must be given; upstream asks for it in persistent volumes only.
    pub secret_name: Option<&'a str>,
    /// The name of the persistent volume, if it is one.
    pub volume: Option<&'a str>,
}

/// Said of names that are too long together.
pub const TOO_LONG: &str = "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";

/// An iSCSI volume.
pub fn iscsi(source: &Iscsi<'_>, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("targetPortal"), source.portal);
    if let Some(volume) = source.volume
        && source.initiator.is_some()
        && volume.len() + 1 + source.portal.len() > 64
    {
        errors.invalid(&path.child("targetportal"), source.portal, TOO_LONG);
    }
    let start =
        if source.volume.is_some() { FORMAT } else { "must be valid format starting with iqn, eui, or naa" };
    if source.iqn.is_empty() {
        errors.required(&path.child("iqn"), "");
    } else {
        iscsi_name(source.iqn, start, &path.child("iqn"), errors);
    }
    if !(0..=255).contains(&source.lun) {
        errors.invalid(&path.child("lun"), source.lun, validate::inclusive_range_error(0, 255));
    }
    if source.chap && !source.has_secret {
        errors.required(&path.child("secretRef"), "");
    }
    if let Some(name) = source.secret_name {
        errors.need(&path.child("secretRef").child("name"), name);
    }
    if let Some(initiator) = source.initiator {
        iscsi_name(initiator, start, &path.child("initiatorname"), errors);
    }
}

fn iscsi_name(name: &str, start: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let sound = match name.get(..3) {
        Some("iqn") => is_iqn(name),
        Some("eui") => name.len() == 20 && name[4..].bytes().all(|b| b.is_ascii_alphanumeric()),
        Some("naa") => name.len() == 36 && name[4..].bytes().all(|b| b.is_ascii_alphanumeric()),
        _ => return errors.invalid(path, name, start),
    };
    if !sound {
        errors.invalid(path, name, FORMAT);
    }
}

/// `iqn.yyyy-mm.domain:identifier`
fn is_iqn(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("iqn.") else { return false };
    let (Some(date), Some(rest)) = (rest.get(..8), rest.get(8..)) else { return false };
    let date = date.as_bytes();
    let digits = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    let dated = digits(&date[..4]) && date[4] == b'-' && digits(&date[5..7]) && date[7] == b'.';
    let Some((domain, identifier)) = rest.split_once(':') else { return false };
    let in_domain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'.';
    dated
        && !domain.is_empty()
        && domain.bytes().all(in_domain)
        && !identifier.is_empty()
        && !identifier.chars().any(|c| ",;*&$|".contains(c) || c.is_ascii_whitespace())
}

/// A fibre channel volume.
pub fn fc(source: &FCVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    let (wwns, wwids) = (list(&source.target_wwns), list(&source.wwids));
    let at = path.child("targetWWNs");
    if wwns.is_empty() && wwids.is_empty() {
        errors.required(&at, "must specify either targetWWNs or wwids, but not both");
    }
    if !wwns.is_empty() && !wwids.is_empty() {
        errors.invalid(&at, BadValue::json(wwns), "targetWWNs and wwids can not be specified simultaneously");
    }
    if !wwns.is_empty() {
        match source.lun {
            None => errors.required(&path.child("lun"), "lun is required if targetWWNs is specified"),
            Some(lun) if !(0..=255).contains(&lun) => {
                errors.invalid(&path.child("lun"), lun, validate::inclusive_range_error(0, 255));
            }
            Some(_) => {}
        }
    }
}

/// A GlusterFS volume.
pub fn glusterfs(endpoints: &str, at: &str, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("endpoints"), endpoints);
    errors.need(&path.child("path"), at);
}

/// A Flocker volume.
pub fn flocker(source: &FlockerVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    let (name, uuid) = (text(&source.dataset_name), text(&source.dataset_uuid));
    if name.is_empty() && uuid.is_empty() {
        errors.required(path, "one of datasetName and datasetUUID is required");
    }
    if !name.is_empty() && !uuid.is_empty() {
        errors.invalid(path, "resource", "datasetName and datasetUUID can not be specified simultaneously");
    }
    if name.contains('/') {
        errors.invalid(&path.child("datasetName"), name, "must not contain '/'");
    }
}

/// A RADOS block device.
pub fn rbd(monitors: &[String], image: &str, path: &Path<'_>, errors: &mut ErrorList) {
    monitors_given(monitors, path, errors);
    errors.need(&path.child("image"), image);
}

/// Monitors of a Ceph cluster.
pub fn monitors_given(monitors: &[String], path: &Path<'_>, errors: &mut ErrorList) {
    if monitors.is_empty() {
        errors.required(&path.child("monitors"), "");
    }
}

/// A Quobyte volume.
pub fn quobyte(source: &QuobyteVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    const PAIRS: &str = "must be a host:port pair or multiple pairs separated by commas";
    if source.registry.is_empty() {
        errors.required(&path.child("registry"), PAIRS);
    } else if text(&source.tenant).len() >= 65 {
        errors.required(&path.child("tenant"), "must be a UUID and may not exceed a length of 64 characters");
    } else {
        for pair in source.registry.split(',').filter(|pair| !is_host_port(pair)) {
            let _ = pair;
            errors.invalid(&path.child("registry"), &source.registry, PAIRS);
        }
    }
    errors.need(&path.child("volume"), &source.volume);
}

fn is_host_port(pair: &str) -> bool {
    match pair.rsplit_once(':') {
        Some((host, _)) if host.starts_with('[') => host.ends_with(']'),
        Some((host, _)) => !host.contains(':'),
        None => false,
    }
}

/// A FlexVolume.
pub fn flex(
    driver: &str,
    options: &Option<BTreeMap<String, String>>,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    errors.need(&path.child("driver"), driver);
    for key in options.iter().flat_map(BTreeMap::keys) {
        let namespace = format!(".{}", key.split('/').next().unwrap_or_default().to_lowercase());
        if namespace.ends_with(".kubernetes.io") || namespace.ends_with(".k8s.io") {
            let at = path.child("options");
            errors.invalid(&at.key(key), key, "kubernetes.io and k8s.io namespaces are reserved");
        }
    }
}

/// A file share of Azure.
pub fn azure_file(secret: &str, share: &str, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("secretName"), secret);
    errors.need(&path.child("shareName"), share);
}

/// A disk of Azure.
pub fn azure_disk(source: &AzureDiskVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("diskName"), &source.disk_name);
    errors.need(&path.child("diskURI"), &source.disk_uri);
    if let Some(mode) = &source.caching_mode {
        errors.one_of(&path.child("cachingMode"), mode, &["None", "ReadOnly", "ReadWrite"]);
    }
    let Some(kind) = &source.kind else { return };
    errors.one_of(&path.child("kind"), kind, &["Dedicated", "Managed", "Shared"]);
    let (start, form) = if kind == "Managed" {
        (
            "/subscriptions/",
            "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}",
        )
    } else {
        ("https://", "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd")
    };
    if !source.disk_uri.starts_with(start) {
        errors.push(FieldError::not_supported(&path.child("diskURI"), &source.disk_uri, &[form]));
    }
}

/// A vSphere volume.
pub fn vsphere(source: &VsphereVirtualDiskVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("volumePath"), &source.volume_path);
}

/// A Photon disk.
pub fn photon(source: &PhotonPersistentDiskVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("pdID"), &source.pd_id);
}

/// A Portworx volume.
pub fn portworx(source: &PortworxVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("volumeID"), &source.volume_id);
}

/// A ScaleIO volume.
pub fn scale_io(gateway: &str, system: &str, volume: &str, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("gateway"), gateway);
    errors.need(&path.child("system"), system);
    errors.need(&path.child("volumeName"), volume);
}

/// A StorageOS volume.
pub fn storage_os(volume: &str, namespace: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("volumeName");
    if volume.is_empty() {
        errors.required(&at, "");
    } else {
        errors.problems(&at, volume, validate::dns1123_label(volume));
    }
    if !namespace.is_empty() {
        errors.problems(&path.child("volumeNamespace"), namespace, validate::dns1123_label(namespace));
    }
}

/// The name of a CSI driver.
pub fn csi_driver_name(name: &str, path: &Path<'_>, errors: &mut ErrorList) {
    if name.is_empty() {
        return errors.required(path, "");
    }
    if name.len() > 63 {
        errors.push(FieldError::too_long(path, 63));
    }
    for problem in validate::dns1123_subdomain(&name.to_lowercase()) {
        errors.invalid(path, name, problem);
    }
}

/// A secret in a namespace, as CSI persistent volumes name it.
pub fn secret_reference(secret: &SecretReference, path: &Path<'_>, errors: &mut ErrorList) {
    let (name, namespace) = (text(&secret.name), text(&secret.namespace));
    if name.is_empty() {
        errors.required(&path.child("name"), "");
    } else {
        errors.problems(&path.child("name"), name, validate::dns1123_subdomain(name));
    }
    if namespace.is_empty() {
        errors.required(&path.child("namespace"), "");
    } else {
        errors.problems(&path.child("namespace"), namespace, validate::dns1123_label(namespace));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iscsi_names() {
        let table = [
            ("iqn.2015-02.example.com:test", true),
            ("iqn.2015-02.example.com:a:b", true),
            ("iqn.2015-02.example.com", false),
            ("iqn.15-02.example.com:test", false),
            ("iqn.2015-02.:x", false),
            ("eui.0123456789abcdef", true),
            ("eui.0123456789abcde", false),
            ("naa.0123456789abcdef0123456789abcdef", true),
            ("abc", false),
        ];
        for (name, sound) in table {
            let mut errors = ErrorList::new();
            iscsi_name(name, FORMAT, &Path::new("iqn"), &mut errors);
            assert_eq!(errors.is_empty(), sound, "{name}");
        }
    }
}
