//! A pod's directories, cgroup and volumes.

use informer::Severity;

use super::Scene;
use crate::pod::actor::Message;
use crate::pod::spec;
use crate::resources;
use crate::shared::Shared;

pub(super) async fn set_up(shared: &Shared, scene: &Scene) -> Message {
    let pod = &scene.pod;
    let directory = shared.config.pod_dir(spec::uid(pod));
    if let Err(error) = std::fs::create_dir_all(&directory) {
        let text = format!("error making pod data directories: {error}");
        shared.event(pod, None, Severity::Warning, "Failed", &text);
        return Message::Volumes(Err(text));
    }
    if let Err(error) = if scene.refreshing { Ok(()) } else { cgroup(shared, scene) } {
        tracing::warn!(pod = %spec::described(pod), error, "the pod's cgroup can't be made");
        return Message::Volumes(Err(error));
    }
    let ips = scene.seen.sandboxes.first().map(|sandbox| sandbox.ips.clone()).unwrap_or_default();
    let facts = shared.facts(pod, &ips);
    let made = volume::set_up(pod, &directory, &facts, shared.objects.as_ref(), &shared.clock).await;
    Message::Volumes(made.map_err(|(name, error)| {
        let text = format!("MountVolume.SetUp failed for volume \"{name}\" : {error}");
        shared.event(pod, None, Severity::Warning, "FailedMount", &text);
        text
    }))
}

/// The cgroup whose limits hold for all containers of the pod together.
fn cgroup(shared: &Shared, scene: &Scene) -> Result<(), String> {
    let Some(cgroups) = &shared.cgroups else { return Ok(()) };
    let uid = spec::uid(&scene.pod);
    // A change that an earlier kubelet began goes on from where it was.
    let total = shared.ledger.actuated(uid).pod.unwrap_or_else(|| resources::pod_amounts(&scene.pod));
    let path = resources::cgroup_path(&shared.config.cgroup_root, &scene.pod);
    cgroups.ensure(&path, &resources::of_pod(total))?;
    shared.ledger.pod_told(uid, total);
    Ok(())
}
