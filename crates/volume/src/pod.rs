//! All volumes of one pod.
//!
//! What is set up is found again on disk, so that a kubelet that was started anew can take it down: `…/pods/<uid>/volumes/<plugin>/<name>`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use api::core::v1::{Pod, Volume};
use runtime::Clock;

use crate::plugin::{Facts, Objects, Request, SetUp};
use crate::plugins::empty_dir;
use crate::{VolumeError, subpath, table};

/// A volume of a pod that is there.
pub type Mounted = SetUp;

/// The volumes of a pod by their names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PodVolumes {
    /// What is there.
    pub mounted: BTreeMap<String, Mounted>,
    /// When the first of them has to be set up again.
    pub refresh_at: Option<SystemTime>,
}

/// Sets up all volumes of a pod, or brings them up to date. An error names the volume.
pub async fn set_up(
    pod: &Pod,
    pod_directory: &Path,
    facts: &Facts,
    objects: &dyn Objects,
    clock: &Clock,
) -> Result<PodVolumes, (String, VolumeError)> {
    let mut volumes = PodVolumes::default();
    let wanted = pod.spec.iter().flat_map(|spec| spec.volumes.iter().flatten());
    for volume in wanted {
        let made = set_up_one(pod, volume, pod_directory, facts, objects, clock).await;
        let made = made.map_err(|error| (volume.name.clone(), error))?;
        volumes.refresh_at = [volumes.refresh_at, made.refresh_at].into_iter().flatten().min();
        volumes.mounted.insert(volume.name.clone(), made);
    }
    Ok(volumes)
}

async fn set_up_one(
    pod: &Pod,
    volume: &Volume,
    pod_directory: &Path,
    facts: &Facts,
    objects: &dyn Objects,
    clock: &Clock,
) -> Result<SetUp, VolumeError> {
    let plugin = table::find(volume).ok_or(VolumeError::NoPlugin)?;
    let directory = pod_directory.join("volumes").join(plugin.directory()).join(&volume.name);
    plugin.set_up(&Request { pod, volume, directory: &directory, facts, objects, clock }).await
}

/// Takes down everything that was set up for a pod, and removes its directories.
pub fn tear_down(pod_directory: &Path) -> Result<(), VolumeError> {
    subpath::clear_all(pod_directory)?;
    let volumes = pod_directory.join("volumes");
    for plugin in table::PLUGINS {
        let kind = volumes.join(plugin.directory());
        for entry in fs::read_dir(&kind).into_iter().flatten().flatten() {
            plugin.tear_down(&entry.path())?;
            // Whatever is still mounted here is not ours to delete.
            if empty_dir::is_mount_point(&entry.path()) {
                let busy = std::io::Error::from(std::io::ErrorKind::ResourceBusy);
                return Err(VolumeError::io("remove", &entry.path())(busy));
            }
            fs::remove_dir_all(entry.path()).map_err(VolumeError::io("remove", &entry.path()))?;
        }
    }
    match fs::remove_dir_all(&volumes) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(VolumeError::io("remove", &volumes)(error))
        }
        _ => Ok(()),
    }
}
