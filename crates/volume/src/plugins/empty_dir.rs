//! `emptyDir`: a directory that lives as long as the pod, on disk or in memory.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use api::core::v1::Volume;
use async_trait::async_trait;
use meta::Quantity;
use nix::mount::{MntFlags, MsFlags};

use crate::plugin::{Plugin, Request, SetUp};
use crate::{VolumeError, ownership};

pub(crate) struct EmptyDir;

#[async_trait]
impl Plugin for EmptyDir {
    fn directory(&self) -> &'static str {
        "kubernetes.io~empty-dir"
    }

    fn supports(&self, volume: &Volume) -> bool {
        // A volume that says nothing is an empty directory, too.
        let tree = [
            volume.host_path.is_some(),
            volume.config_map.is_some(),
            volume.secret.is_some(),
            volume.projected.is_some(),
            volume.downward_api.is_some(),
            volume.image.is_some(),
            volume.persistent_volume_claim.is_some(),
            volume.ephemeral.is_some(),
            volume.csi.is_some(),
            volume.nfs.is_some(),
            volume.iscsi.is_some(),
            volume.fc.is_some(),
        ];
        volume.empty_dir.is_some() || !tree.into_iter().any(|given| given)
    }

    async fn set_up(&self, request: &Request<'_>) -> Result<SetUp, VolumeError> {
        let source = request.volume.empty_dir.clone().unwrap_or_default();
        let path = request.directory;
        let fresh = !path.exists();
        match source.medium.as_deref().unwrap_or_default() {
            "Memory" => {
                let limit = source.size_limit.as_ref().and_then(|limit| limit.0.parse::<Quantity>().ok());
                in_memory(path, limit.map(|limit| limit.value()))?;
            }
            _ => fs::create_dir_all(path).map_err(VolumeError::io("mkdir", path))?,
        }
        if fresh {
            let open = fs::Permissions::from_mode(0o777);
            fs::set_permissions(path, open).map_err(VolumeError::io("chmod", path))?;
            if let Some(group) = request.fs_group() {
                ownership::apply(path, group, false)?;
            }
        }
        Ok(SetUp { path: Some(path.to_owned()), ..SetUp::default() })
    }

    fn tear_down(&self, directory: &Path) -> Result<(), VolumeError> {
        unmount(directory)
    }
}

/// Makes the directory a file system in memory, unless it is one.
pub(crate) fn in_memory(path: &Path, limit: Option<i64>) -> Result<(), VolumeError> {
    fs::create_dir_all(path).map_err(VolumeError::io("mkdir", path))?;
    if is_mount_point(path) {
        return Ok(());
    }
    let options = limit.filter(|bytes| *bytes > 0).map(|bytes| format!("size={bytes}"));
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    nix::mount::mount(Some("tmpfs"), path, Some("tmpfs"), flags, options.as_deref())
        .map_err(|errno| VolumeError::io("mount tmpfs on", path)(errno.into()))
}

/// Takes the file system in memory away, if there is one.
pub(crate) fn unmount(path: &Path) -> Result<(), VolumeError> {
    if !is_mount_point(path) {
        return Ok(());
    }
    nix::mount::umount2(path, MntFlags::MNT_DETACH)
        .map_err(|errno| VolumeError::io("umount", path)(errno.into()))
}

/// Whether another file system begins here than the one above.
pub(crate) fn is_mount_point(path: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).map(|meta| meta.dev()).ok();
    path.parent().is_some_and(|parent| device(parent) != device(path)) && path.exists()
}
