//! `fsGroup`: everything in a volume belongs to a group, whose members may read, and write unless it is read-only.

use std::fs;
use std::os::unix::fs::{PermissionsExt, lchown};
use std::path::Path;

use crate::VolumeError;

/// Gives everything at and below `path` to the group.
pub(crate) fn apply(path: &Path, group: u32, read_only: bool) -> Result<(), VolumeError> {
    let meta = fs::symlink_metadata(path).map_err(VolumeError::io("stat", path))?;
    lchown(path, None, Some(group)).map_err(VolumeError::io("chown", path))?;
    if meta.file_type().is_symlink() {
        return Ok(());
    }
    let mut mode = meta.permissions().mode() & 0o7777 | if read_only { 0o440 } else { 0o660 };
    if meta.is_dir() {
        // New files get the group, too.
        mode |= 0o2110;
        for entry in fs::read_dir(path).map_err(VolumeError::io("read", path))?.flatten() {
            apply(&entry.path(), group, read_only)?;
        }
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(VolumeError::io("chmod", path))
}
