//! What is read from this machine for a spec: capabilities that can be given, device nodes.

use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use caps::CapSet;
use node::{ContainerConfig, RuntimeError};

use crate::spec::{self, DeviceNode};

/// What is not for containers, not even privileged ones: what each container has of its own.
const OWN: &[&str] =
    &["pts", "shm", "fd", "mqueue", ".lxc", ".lxd-mounts", ".udev", "console", "ptmx", "tty"];

/// Capabilities that this process may hand on, with `CAP_`.
pub fn capabilities() -> Vec<String> {
    match caps::read(None, CapSet::Bounding) {
        Ok(found) => found.iter().map(ToString::to_string).collect(),
        Err(_) => spec::all_names(),
    }
}

/// The devices of a container: those asked for, and all for a privileged one.
pub fn devices(config: &ContainerConfig) -> Result<Vec<DeviceNode>, RuntimeError> {
    let mut found = Vec::new();
    if config.security.privileged {
        walk(Path::new("/dev"), &mut found);
    }
    for device in &config.devices {
        let host = Path::new(&device.host_path);
        let path = if device.container_path.is_empty() { &device.host_path } else { &device.container_path };
        let node = node(host, path, &device.permissions).ok_or_else(|| {
            RuntimeError::Invalid(format!("{} is no device of this node", device.host_path))
        })?;
        found.retain(|there| there.path != node.path);
        found.push(node);
    }
    Ok(found)
}

fn walk(dir: &Path, found: &mut Vec<DeviceNode>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if dir == Path::new("/dev") && OWN.iter().any(|own| name == *own) {
            continue;
        }
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&path, found),
            Ok(_) => found.extend(node(&path, &path.display().to_string(), "rwm")),
            Err(_) => {}
        }
    }
}

fn node(host: &Path, path: &str, access: &str) -> Option<DeviceNode> {
    let meta = fs::symlink_metadata(host).ok()?;
    let kind = match meta.file_type() {
        kind if kind.is_char_device() => 'c',
        kind if kind.is_block_device() => 'b',
        _ => return None,
    };
    let number = (rustix::fs::major(meta.rdev()), rustix::fs::minor(meta.rdev()));
    Some(DeviceNode {
        path: path.to_owned(),
        kind,
        number,
        mode: meta.mode() & 0o7777,
        owner: (meta.uid(), meta.gid()),
        access: access.to_owned(),
    })
}
