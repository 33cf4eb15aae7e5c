//! A container's root: the image's layers with a writable one on top, by overlayfs.

use std::fs;
use std::io;
use std::path::Path;

use nix::mount::{MntFlags, MsFlags, mount as mount_at, umount2};

use crate::protocol::Start;

/// Mounts the root, and images that are volumes.
pub fn mount(place: &Path, start: &Start) -> io::Result<()> {
    // The kernel takes one page of options: relative names of layers let it hold many.
    rustix::process::chdir(&start.layers_dir)?;
    let mounted = mount_all(place, start);
    rustix::process::chdir("/")?;
    mounted
}

fn mount_all(place: &Path, start: &Start) -> io::Result<()> {
    fs::create_dir_all(place)?;
    let (upper, work) = (start.dir.join("upper"), start.dir.join("work"));
    let lower = lower(&start.layers);
    let options = format!("lowerdir={lower},upperdir={},workdir={}", upper.display(), work.display());
    mount_at(Some("overlay"), place, Some("overlay"), MsFlags::empty(), Some(options.as_str()))?;
    for (place, layers) in &start.image_mounts {
        fs::create_dir_all(place)?;
        let read_only = MsFlags::MS_RDONLY | MsFlags::MS_NODEV | MsFlags::MS_NOSUID;
        match layers.as_slice() {
            // An overlay without a writable layer wants at least two.
            [only] => {
                let only = start.layers_dir.join(only);
                mount_at(Some(&only), place, None::<&str>, MsFlags::MS_BIND, None::<&str>)?;
                mount_at(
                    None::<&str>,
                    place,
                    None::<&str>,
                    MsFlags::MS_BIND | MsFlags::MS_REMOUNT | read_only,
                    None::<&str>,
                )?;
            }
            several => {
                let options = format!("lowerdir={}", self::lower(several));
                mount_at(Some("overlay"), place, Some("overlay"), read_only, Some(options.as_str()))?;
            }
        }
    }
    Ok(())
}

/// Layers as the kernel wants them: the uppermost first.
fn lower(layers: &[String]) -> String {
    layers.iter().rev().map(String::as_str).collect::<Vec<_>>().join(":")
}

/// Takes the root down; fine when it is not mounted.
pub fn unmount(place: &Path, start: &Start) {
    for place in start.image_mounts.iter().map(|(place, _)| place.as_path()).chain([place]) {
        while umount2(place, MntFlags::MNT_DETACH).is_ok() {}
        let _ = fs::remove_dir(place);
    }
}
