//! Going over all containers of a pod spec, in upstream's order: init, regular, ephemeral.

use std::borrow::Cow;

use api::core::v1::{Container, EphemeralContainer, PodSpec};
use meta::Path;

use crate::rules::report::list;

/// Calls `see` with every container and its path.
pub fn all(spec: &PodSpec, path: &Path<'_>, mut see: impl FnMut(&Container, &Path<'_>)) {
    let at = path.child("initContainers");
    for (index, container) in list(&spec.init_containers).iter().enumerate() {
        see(container, &at.index(index));
    }
    let at = path.child("containers");
    for (index, container) in spec.containers.iter().enumerate() {
        see(container, &at.index(index));
    }
    let at = path.child("ephemeralContainers");
    for (index, container) in list(&spec.ephemeral_containers).iter().enumerate() {
        see(&as_container(container), &at.index(index));
    }
}

/// Every container, in the same order.
pub fn each(spec: &PodSpec) -> impl Iterator<Item = Cow<'_, Container>> {
    let init = list(&spec.init_containers).iter().chain(&spec.containers).map(Cow::Borrowed);
    init.chain(list(&spec.ephemeral_containers).iter().map(|c| Cow::Owned(as_container(c))))
}

/// What an ephemeral container has in common with others.
pub fn as_container(container: &EphemeralContainer) -> Container {
    let EphemeralContainer {
        args,
        command,
        env,
        env_from,
        image,
        image_pull_policy,
        lifecycle,
        liveness_probe,
        name,
        ports,
        readiness_probe,
        resize_policy,
        resources,
        restart_policy,
        restart_policy_rules,
        security_context,
        startup_probe,
        stdin,
        stdin_once,
        target_container_name: _,
        termination_message_path,
        termination_message_policy,
        tty,
        volume_devices,
        volume_mounts,
        working_dir,
    } = container.clone();
    Container {
        args,
        command,
        env,
        env_from,
        image,
        image_pull_policy,
        lifecycle,
        liveness_probe,
        name,
        ports,
        readiness_probe,
        resize_policy,
        resources,
        restart_policy,
        restart_policy_rules,
        security_context,
        startup_probe,
        stdin,
        stdin_once,
        termination_message_path,
        termination_message_policy,
        tty,
        volume_devices,
        volume_mounts,
        working_dir,
    }
}
