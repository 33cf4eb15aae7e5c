//! Mounts and devices of containers, and the volumes they refer to.

use std::collections::HashSet;

use api::core::v1::{Container, VolumeMount};
use meta::{ErrorList, FieldError, Path};

use crate::rules::report::{Report, list, text};
use crate::rules::volumes::{ByName, paths};

/// `volumeMounts`
pub fn validate(container: &Container, volumes: &ByName<'_>, path: &Path<'_>, errors: &mut ErrorList) {
    let devices = list(&container.volume_devices);
    let mut points = HashSet::new();
    for (index, mount) in list(&container.volume_mounts).iter().enumerate() {
        let at = path.index(index);
        errors.need(&at.child("name"), &mount.name);
        if !volumes.contains_key(mount.name.as_str()) {
            errors.push(FieldError::not_found(&at.child("name"), &mount.name));
        }
        errors.need(&at.child("mountPath"), &mount.mount_path);
        if !points.insert(&mount.mount_path) {
            errors.invalid(&at.child("mountPath"), &mount.mount_path, "must be unique");
        }
        if devices.iter().any(|device| device.name == mount.name) {
            errors.invalid(&at.child("name"), &mount.name, "must not already exist in volumeDevices");
        }
        if devices.iter().any(|device| device.device_path == mount.mount_path) {
            let detail = "must not already exist as a path in volumeDevices";
            errors.invalid(&at.child("mountPath"), &mount.mount_path, detail);
        }
        details(mount, container, path, &at, errors);
    }
}

/// Upstream reports most of these at the list (`path`), not at the mount (`at`).
fn details(
    mount: &VolumeMount,
    container: &Container,
    path: &Path<'_>,
    at: &Path<'_>,
    errors: &mut ErrorList,
) {
    let (sub_path, expression) = (text(&mount.sub_path), text(&mount.sub_path_expr));
    if !sub_path.is_empty() {
        paths::descending(sub_path, &path.child("subPath"), errors);
    }
    if !expression.is_empty() {
        if !sub_path.is_empty() {
            let detail = "subPathExpr and subPath are mutually exclusive";
            errors.invalid(&at.child("subPathExpr"), expression, detail);
        }
        paths::descending(expression, &path.child("subPathExpr"), errors);
    }
    if let Some(propagation) = &mount.mount_propagation {
        let at = path.child("mountPropagation");
        errors.one_of(&at, propagation, &["Bidirectional", "HostToContainer", "None"]);
        let privileged =
            container.security_context.as_ref().and_then(|context| context.privileged) == Some(true);
        if propagation == "Bidirectional" && !privileged {
            errors
                .forbidden(&at, "Bidirectional mount propagation is available only to privileged containers");
        }
    }
    recursive_read_only(mount, &path.child("recursiveReadOnly"), errors);
}

fn recursive_read_only(mount: &VolumeMount, path: &Path<'_>, errors: &mut ErrorList) {
    let Some(mode) = &mount.recursive_read_only else { return };
    match mode.as_str() {
        "Disabled" => {}
        "Enabled" | "IfPossible" => {
            if mount.read_only != Some(true) {
                errors.forbidden(path, "may only be specified when readOnly is true");
            }
            if mount.mount_propagation.as_deref().is_some_and(|propagation| propagation != "None") {
                errors
                    .forbidden(path, "may only be specified when mountPropagation is None or not specified");
            }
        }
        other => errors.one_of(path, other, &["Disabled", "Enabled", "IfPossible"]),
    }
}

/// `volumeDevices`
pub fn validate_devices(
    container: &Container,
    volumes: &ByName<'_>,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let mounts = list(&container.volume_mounts);
    let mounted: HashSet<&String> = mounts.iter().map(|mount| &mount.name).collect();
    let mount_paths: HashSet<&String> = mounts.iter().map(|mount| &mount.mount_path).collect();
    let (mut paths_seen, mut names) = (HashSet::new(), HashSet::new());
    for (index, device) in list(&container.volume_devices).iter().enumerate() {
        let at = path.index(index);
        let (at_name, at_path) = (at.child("name"), at.child("devicePath"));
        errors.need(&at_name, &device.name);
        if names.contains(&device.name) {
            errors.invalid(&at_name, &device.name, "must be unique");
        }
        match volumes.get(device.name.as_str()) {
            Some(volume) if volume.persistent_volume_claim.is_none() && volume.ephemeral.is_none() => {
                let detail =
                    "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode";
                errors.invalid(&at_name, &device.name, detail);
            }
            Some(_) => {}
            None => errors.push(FieldError::not_found(&at_name, &device.name)),
        }
        errors.need(&at_path, &device.device_path);
        if paths_seen.contains(&device.device_path) {
            errors.invalid(&at_path, &device.device_path, "must be unique");
        }
        if device.device_path.split('/').any(|part| part == "..") {
            errors.invalid(&at_path, &device.device_path, "can not contain backsteps ('..')");
        } else {
            paths_seen.insert(&device.device_path);
        }
        if mounted.contains(&device.name) {
            errors.invalid(&at_name, &device.name, "must not already exist in volumeMounts");
        }
        if mount_paths.contains(&device.device_path) {
            errors.invalid(&at_path, &device.device_path, "must not already exist as a path in volumeMounts");
        }
        if !device.name.is_empty() {
            names.insert(&device.name);
        }
    }
}
