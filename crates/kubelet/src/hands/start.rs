//! Making and starting a container: its environment, its mounts, itself, its hook.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use api::core::v1::Container;
use node::{ContainerConfig, Mount};
use volume::Objects as _;

use super::{Scene, hooks};
use crate::environment::{self, Referred};
use crate::make::container::{self as make_container, Given};
use crate::make::{dns, hostname, hosts, sandbox, security};
use crate::pod::spec::{self, Role};
use crate::pod::state::Waiting;
use crate::resources;
use crate::shared::Shared;

pub(super) async fn start(shared: &Shared, scene: &Scene, name: &str, attempt: u32) -> Result<(), Waiting> {
    let pod = &scene.pod;
    let Some((role, container)) = spec::container(pod, name) else {
        return Err(waiting("CreateContainerConfigError", "no such container"));
    };
    let Some(sandbox_seen) = scene.seen.sandbox() else {
        return Err(waiting("CreateContainerError", "the sandbox is gone"));
    };
    let failed = |reason: &str, error: String| {
        shared.warning(pod, name, "Failed", &format!("Error: {error}"));
        waiting(reason, &error)
    };
    let config = config(shared, scene, role, &container, attempt).await;
    let config = config.map_err(|error| failed("CreateContainerConfigError", error))?;
    let of_sandbox = sandbox::of(pod, sandbox_seen.attempt, &shared.config, &shared.resolver);
    let of_sandbox = of_sandbox.map_err(|error| failed("CreateContainerConfigError", error))?;
    let made = shared.runtime.create_container(&sandbox_seen.id, &config, &of_sandbox).await;
    let id = made.map_err(|error| failed("CreateContainerError", error.to_string()))?;
    shared.normal(pod, name, "Created", "Container created");
    let started = shared.runtime.start_container(&id).await;
    started.map_err(|error| failed("RunContainerError", error.to_string()))?;
    if role != Role::Ephemeral {
        let amounts = resources::effective(pod, &container);
        shared.ledger.told(spec::uid(pod), name, amounts);
    }
    shared.normal(pod, name, "Started", "Container started");
    post_start(shared, scene, &container, &id).await
}

fn waiting(reason: &str, message: &str) -> Waiting {
    Waiting { reason: reason.into(), message: message.into() }
}

/// Runs the hook; a container whose hook fails is ended.
async fn post_start(shared: &Shared, scene: &Scene, container: &Container, id: &str) -> Result<(), Waiting> {
    let Some(hook) = container.lifecycle.as_ref().and_then(|lifecycle| lifecycle.post_start.as_ref()) else {
        return Ok(());
    };
    let run = hooks::run(shared, scene, container, id, hook);
    let outcome = tokio::select! {
        outcome = run => outcome,
        () = scene.cancel.wait() => Ok(()),
    };
    let Err(error) = outcome else { return Ok(()) };
    tracing::info!(pod = %spec::described(&scene.pod), container = container.name, error, "the hook after the start failed");
    shared.warning(&scene.pod, &container.name, "FailedPostStartHook", "PostStartHook failed");
    super::stop::stop(
        shared,
        scene,
        id,
        &container.name,
        spec::termination_grace(&scene.pod),
        "FailedPostStartHook",
    )
    .await;
    Err(waiting("PostStartHookError", "PostStartHook failed"))
}

/// What the runtime is asked for.
async fn config(
    shared: &Shared,
    scene: &Scene,
    role: Role,
    container: &Container,
    attempt: u32,
) -> Result<ContainerConfig, String> {
    let pod = &scene.pod;
    let image = container.image.clone().unwrap_or_default();
    let image = shared.runtime.image(&image).await.map_err(|error| error.to_string())?;
    let image = image.ok_or_else(|| "the image is gone".to_owned())?;
    let target = (role == Role::Ephemeral).then(|| spec::target(pod, &container.name)).flatten();
    let target = target.and_then(|target| scene.seen.latest(target)).map(|attempt| attempt.id.clone());
    let seccomp = shared.config.root_dir.join("seccomp").display().to_string();
    let security = security::of_container(pod, container, &image, &seccomp, target)?;
    let env = environment(shared, scene, container).await?;
    let mounts = mounts(shared, scene, container, attempt, &env)?;
    let node_memory = shared.machine.memory;
    Ok(make_container::of(Given { pod, container, attempt, env, security, mounts, node_memory }))
}

async fn environment(
    shared: &Shared,
    scene: &Scene,
    container: &Container,
) -> Result<Vec<(String, String)>, String> {
    let pod = &scene.pod;
    let (maps, secrets) = environment::needs(container);
    let (mut referred, namespace) = (Referred::default(), spec::namespace(pod));
    for name in maps {
        let found = shared.objects.config_map(namespace, &name).await?;
        referred.config_maps.insert(name, found);
    }
    for name in secrets {
        let found = shared.objects.secret(namespace, &name).await?;
        referred.secrets.insert(name, found);
    }
    let links = pod.spec.as_ref().and_then(|spec| spec.enable_service_links).unwrap_or(true);
    let services = shared.services.as_ref().map(|services| services.list()).unwrap_or_default();
    let services = environment::of_services(&services, namespace, links);
    let ips = scene.seen.sandbox().map(|sandbox| sandbox.ips.clone()).unwrap_or_default();
    let facts = shared.facts(pod, &ips);
    environment::render(pod, container, &services, &referred, &facts).map_err(|error| error.to_string())
}

/// Volumes, then the files that the kubelet itself gives every container.
fn mounts(
    shared: &Shared,
    scene: &Scene,
    container: &Container,
    attempt: u32,
    env: &[(String, String)],
) -> Result<Vec<Mount>, String> {
    let pod = &scene.pod;
    let directory = shared.config.pod_dir(spec::uid(pod));
    let sub_paths = sub_paths(scene, container, &directory, env)?;
    let mut mounts = make_container::volume_mounts(container, &scene.volumes, &sub_paths)?;
    let taken = |mounts: &[Mount], path: &str| mounts.iter().any(|mount| mount.container_path == path);
    let failed = |error: std::io::Error| format!("cannot write the container's files: {error}");
    if !taken(&mounts, "/etc/hosts") {
        let file = directory.join("etc-hosts");
        std::fs::write(&file, hosts_file(shared, scene)).map_err(failed)?;
        mounts.push(make_container::bind(&file, "/etc/hosts", false));
    }
    if !taken(&mounts, "/etc/resolv.conf") {
        let file = directory.join("resolv.conf");
        std::fs::write(&file, dns::render(&dns::of(pod, &shared.resolver))).map_err(failed)?;
        mounts.push(make_container::bind(&file, "/etc/resolv.conf", false));
    }
    let path = make_container::message_path(container);
    let file = termination_log(&directory, &container.name, attempt).map_err(failed)?;
    mounts.push(make_container::bind(&file, path, false));
    Ok(mounts)
}

/// An empty file for the last words of this attempt, which anybody in the container may write.
fn termination_log(directory: &Path, container: &str, attempt: u32) -> std::io::Result<PathBuf> {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = directory.join("containers").join(container);
    std::fs::create_dir_all(&directory)?;
    let file = directory.join(format!("{attempt:08x}"));
    std::fs::write(&file, [])?;
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o666))?;
    Ok(file)
}

fn hosts_file(shared: &Shared, scene: &Scene) -> String {
    let pod = &scene.pod;
    let aliases = pod.spec.as_ref().and_then(|spec| spec.host_aliases.clone()).unwrap_or_default();
    if spec::host_network(pod) {
        return hosts::of_node(&std::fs::read_to_string("/etc/hosts").unwrap_or_default(), &aliases);
    }
    let ips = scene.seen.sandbox().map(|sandbox| sandbox.ips.clone()).unwrap_or_default();
    let (name, domain) = hostname::of(pod, &shared.config.cluster_domain);
    hosts::managed(&ips, &name, &domain, &aliases)
}

/// The places of mounts that show only a part of their volume.
fn sub_paths(
    scene: &Scene,
    container: &Container,
    directory: &Path,
    env: &[(String, String)],
) -> Result<BTreeMap<usize, PathBuf>, String> {
    let mut places = BTreeMap::new();
    for (index, mount) in container.volume_mounts.iter().flatten().enumerate() {
        let expression = mount.sub_path_expr.as_deref().filter(|text| !text.is_empty());
        let expanded = expression.map(|text| {
            environment::expand(text, |name| {
                env.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
            })
        });
        let sub_path = expanded.or_else(|| mount.sub_path.clone()).filter(|path| !path.is_empty());
        let volume = scene.volumes.mounted.get(&mount.name).and_then(|volume| volume.path.as_deref());
        if let (Some(sub_path), Some(volume)) = (sub_path, volume) {
            let place = volume::subpath::Place {
                pod_directory: directory,
                volume: &mount.name,
                container: &container.name,
                index,
            };
            let made = volume::subpath::bind(volume, &sub_path, place);
            let made = made.map_err(|error| {
                format!(
                    "failed to prepare subPath for volumeMount \"{}\" of container \"{}\": {error}",
                    mount.name, container.name
                )
            })?;
            places.insert(index, made);
        }
    }
    Ok(places)
}
