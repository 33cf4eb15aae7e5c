//! A path within a volume, so that no link in it, now or later, leads out of the volume.
//!
//! The path is resolved by the kernel with the volume as root, and what was found is bind-mounted to a place of the kubelet's own, which
//! the container is then shown: whoever changes links afterwards changes nothing. As upstream lays it out:
//! `…/pods/<uid>/volume-subpaths/<volume>/<container>/<index>`.

use std::fs;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags};
use rustix::fs::{Mode, OFlags, ResolveFlags};

use crate::VolumeError;

/// Where the sub-path of one mount of one container is to be seen.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The pod's directory: `…/pods/<uid>`.
    pub pod_directory: &'a Path,
    /// The volume's name.
    pub volume: &'a str,
    /// The container's name.
    pub container: &'a str,
    /// Which of its mounts.
    pub index: usize,
}

/// Makes the sub-path of a volume (a directory, if there is nothing) and gives where it can be mounted from.
pub fn bind(volume: &Path, sub_path: &str, place: Place<'_>) -> Result<PathBuf, VolumeError> {
    let parts: Vec<&str> = sub_path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    if sub_path.starts_with('/') || parts.contains(&"..") {
        return Err(VolumeError::UnsafePath(format!("subPath {sub_path:?} must stay within its volume")));
    }
    let root = open_root(volume)?;
    let found = match open_within(&root, &parts.join("/")) {
        Ok(found) => found,
        Err(rustix::io::Errno::NOENT) => make_within(&root, volume, &parts)?,
        Err(errno) => return Err(VolumeError::io("open", &volume.join(sub_path))(errno.into())),
    };
    show(&found, place)
}

fn open_root(volume: &Path) -> Result<OwnedFd, VolumeError> {
    rustix::fs::open(volume, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())
        .map_err(|errno| VolumeError::io("open", volume)(errno.into()))
}

fn open_within(root: &OwnedFd, path: &str) -> Result<OwnedFd, rustix::io::Errno> {
    let path = if path.is_empty() { "." } else { path };
    let resolve = ResolveFlags::IN_ROOT | ResolveFlags::NO_MAGICLINKS;
    rustix::fs::openat2(root, path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty(), resolve)
}

fn make_within(root: &OwnedFd, volume: &Path, parts: &[&str]) -> Result<OwnedFd, VolumeError> {
    let mut path = String::new();
    let mut parent = open_within(root, "");
    for part in parts {
        let failed = |errno: rustix::io::Errno| VolumeError::io("mkdir", &volume.join(part))(errno.into());
        let above = parent.map_err(failed)?;
        path = if path.is_empty() { (*part).to_owned() } else { format!("{path}/{part}") };
        parent = open_within(root, &path);
        if matches!(parent, Err(rustix::io::Errno::NOENT)) {
            let failed =
                |errno: rustix::io::Errno| VolumeError::io("mkdir", &volume.join(part))(errno.into());
            rustix::fs::mkdirat(&above, *part, Mode::from_raw_mode(0o750)).map_err(failed)?;
            parent = open_within(root, &path);
        }
    }
    parent.map_err(|errno| VolumeError::io("open", &volume.join(&path))(errno.into()))
}

/// Binds what the descriptor stands for to the place.
fn show(found: &OwnedFd, place: Place<'_>) -> Result<PathBuf, VolumeError> {
    let target = place
        .pod_directory
        .join("volume-subpaths")
        .join(place.volume)
        .join(place.container)
        .join(place.index.to_string());
    let source = PathBuf::from(format!("/proc/self/fd/{}", found.as_raw_fd()));
    clear(&target);
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent).map_err(VolumeError::io("mkdir", parent))?;
    }
    let stat = rustix::fs::fstat(found).map_err(|errno| VolumeError::io("stat", &source)(errno.into()))?;
    if rustix::fs::FileType::from_raw_mode(stat.st_mode).is_dir() {
        fs::create_dir_all(&target).map_err(VolumeError::io("mkdir", &target))?;
    } else {
        fs::write(&target, []).map_err(VolumeError::io("create", &target))?;
    }
    nix::mount::mount(Some(&source), &target, None::<&str>, MsFlags::MS_BIND | MsFlags::MS_REC, None::<&str>)
        .map_err(|errno| VolumeError::io("bind", &target)(errno.into()))?;
    Ok(target)
}

/// Takes away what an earlier container was shown.
fn clear(target: &Path) {
    let _ = nix::mount::umount2(target, MntFlags::MNT_DETACH);
    let _ = fs::remove_file(target);
    let _ = fs::remove_dir(target);
}

/// Takes away all sub-paths of a pod.
pub fn clear_all(pod_directory: &Path) -> Result<(), VolumeError> {
    let root = pod_directory.join("volume-subpaths");
    for volume in entries(&root) {
        for container in entries(&volume) {
            entries(&container).iter().for_each(|target| clear(target));
            let _ = fs::remove_dir(&container);
        }
        let _ = fs::remove_dir(&volume);
    }
    match fs::remove_dir(&root) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(VolumeError::io("remove", &root)(error))
        }
        _ => Ok(()),
    }
}

fn entries(path: &Path) -> Vec<PathBuf> {
    fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}
