//! What was left by pods that nobody wants any more: they were deleted while the kubelet was not there.

use std::collections::BTreeSet;
use std::sync::Arc;

use node::{ContainerFilter, ContainerState, SandboxFilter};

use super::Roster;
use crate::hands;
use crate::names;
use crate::shared::Shared;

/// What containers get that say nothing about it.
const GRACE: i64 = 30;

/// Ends and removes what no pod of the roster owns. Called once, when all sources have spoken.
pub(super) async fn end(shared: Arc<Shared>, roster: Roster) {
    if let Err(error) = sandboxes(&shared, &roster).await {
        tracing::warn!(%error, "what old pods left can't be removed");
    }
    directories(&shared, &roster);
}

async fn sandboxes(shared: &Arc<Shared>, roster: &Roster) -> Result<(), node::RuntimeError> {
    let listed = shared.runtime.list_sandboxes(&SandboxFilter::default()).await?;
    for sandbox in listed {
        let Some(uid) = sandbox.labels.get(names::POD_UID) else { continue };
        if roster.get(uid).is_some() {
            continue;
        }
        tracing::info!(uid, pod = sandbox.name, "ending a pod that nobody wants any more");
        let filter = ContainerFilter {
            sandbox_id: Some(sandbox.id.clone()),
            state: Some(ContainerState::Running),
            ..ContainerFilter::default()
        };
        let mut endings = Vec::new();
        for container in shared.runtime.list_containers(&filter).await? {
            let grace =
                container.annotations.get(names::TERMINATION_GRACE).and_then(|text| text.parse().ok());
            let runtime = shared.runtime.clone();
            endings.push(tokio::spawn(async move {
                runtime.stop_container(&container.id, grace.unwrap_or(GRACE)).await
            }));
        }
        for ending in endings {
            if let Ok(Err(error)) = ending.await {
                tracing::warn!(%error, "a container does not end");
            }
        }
        shared.runtime.stop_sandbox(&sandbox.id).await?;
        shared.runtime.remove_sandbox(&sandbox.id).await?;
        let logs = shared.config.pod_log_dir(&sandbox.namespace, &sandbox.name, uid);
        let _ = hands::remove(&logs);
    }
    Ok(())
}

/// Directories and volumes of pods that nobody wants any more.
fn directories(shared: &Shared, roster: &Roster) {
    let root = shared.config.root_dir.join("pods");
    let found: BTreeSet<String> = std::fs::read_dir(root)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    for uid in found.iter().filter(|uid| roster.get(uid).is_none()) {
        let directory = shared.config.pod_dir(uid);
        let gone = volume::tear_down(&directory)
            .map_err(|error| error.to_string())
            .and_then(|()| hands::remove(&directory));
        if let Err(error) = gone {
            tracing::warn!(uid, error, "the directory of an old pod can't be removed");
        }
        for class in ["", "/burstable", "/besteffort"] {
            if let Some(cgroups) = &shared.cgroups {
                let _ = cgroups.remove(&format!("{}/kubepods{class}/pod{uid}", shared.config.cgroup_root));
            }
        }
    }
}
