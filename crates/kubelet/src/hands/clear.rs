//! What is left of a pod that has ended: volumes and cgroup first, then the API's object, then everything.

use std::collections::BTreeMap;

use api::core::v1::Pod;
use client::DeleteOptions;
use node::SandboxFilter;

use super::Scene;
use crate::pod::spec;
use crate::shared::Shared;
use crate::{names, resources};

/// Takes down volumes and cgroup. Logs and ended containers stay, to be read.
pub(super) async fn tear_down(shared: &Shared, scene: &Scene) -> Result<(), String> {
    let uid = spec::uid(&scene.pod);
    volume::tear_down(&shared.config.pod_dir(uid)).map_err(|error| error.to_string())?;
    match &shared.cgroups {
        Some(cgroups) => cgroups.remove(&resources::cgroup_path(&shared.config.cgroup_root, &scene.pod)),
        None => Ok(()),
    }
}

/// Tells the API that the pod is gone, after it was told how it ended.
pub(super) async fn delete(shared: &Shared, scene: &Scene) -> Result<(), String> {
    let (pod, Some(client)) = (&scene.pod, &shared.client) else { return Ok(()) };
    shared.statuses.flush(spec::uid(pod)).await;
    let options = DeleteOptions { grace_seconds: Some(0), ..DeleteOptions::of_uid(spec::uid(pod)) };
    match client.within::<Pod>(spec::namespace(pod)).delete(spec::name(pod), &options).await {
        Ok(()) => Ok(()),
        // Gone, or another pod of that name: both mean that this one is gone.
        Err(error) if error.is_not_found() || error.is_conflict() => Ok(()),
        Err(error) => {
            tracing::warn!(pod = %spec::described(pod), %error, "the pod can't be deleted");
            Err(error.to_string())
        }
    }
}

/// Removes everything.
pub(super) async fn clear(shared: &Shared, scene: &Scene) -> Result<(), String> {
    let uid = spec::uid(&scene.pod);
    let labels = BTreeMap::from([(names::POD_UID.to_owned(), uid.to_owned())]);
    let filter = SandboxFilter { labels, ..SandboxFilter::default() };
    let sandboxes = shared.runtime.list_sandboxes(&filter).await.map_err(|error| error.to_string())?;
    for sandbox in sandboxes {
        shared.runtime.remove_sandbox(&sandbox.id).await.map_err(|error| error.to_string())?;
    }
    remove(&shared.config.pod_dir(uid))?;
    remove(&shared.config.pod_log_dir(spec::namespace(&scene.pod), spec::name(&scene.pod), uid))
}

/// Removes a directory, if it is there.
pub(crate) fn remove(path: &std::path::Path) -> Result<(), String> {
    match std::fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("cannot remove {}: {error}", path.display()))
        }
        _ => Ok(()),
    }
}
