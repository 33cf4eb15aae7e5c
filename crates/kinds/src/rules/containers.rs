//! Containers of a pod: what all have in common, and what regular, init and ephemeral ones have of their own.

pub mod mounts;
pub mod ports;
mod restart;
pub mod visit;

use std::collections::{BTreeSet, HashSet};

use api::core::v1::{Container, ContainerResizePolicy, EphemeralContainer};
use meta::{BadValue, ErrorList, FieldError, Path, validate};

use super::pod_spec::Options;
use super::report::{Report, list, text};
use super::volumes::ByName;
use super::{env, probes, resources, security_context};

/// What containers need to know of their pod.
pub struct Pod<'a> {
    /// Its sound volumes.
    pub volumes: ByName<'a>,
    /// The names of its resource claims.
    pub claims: BTreeSet<&'a str>,
    /// `spec.os.name`
    pub os: Option<&'a str>,
    /// `spec.terminationGracePeriodSeconds`
    pub grace: Option<i64>,
    /// `spec.restartPolicy`
    pub restart_policy: &'a str,
    /// Whether it uses the node's user namespace.
    pub host_users: bool,
}

/// `imagePullPolicy` and its like.
pub fn pull_policy(policy: &str, path: &Path<'_>, errors: &mut ErrorList) {
    if policy.is_empty() {
        errors.required(path, "");
    } else {
        errors.one_of(path, policy, &["Always", "IfNotPresent", "Never"]);
    }
}

fn common(container: &Container, pod: &Pod<'_>, options: &Options, path: &Path<'_>, errors: &mut ErrorList) {
    if container.name.is_empty() {
        errors.required(&path.child("name"), "");
    } else {
        errors.problems(&path.child("name"), &container.name, validate::dns1123_label(&container.name));
    }
    errors.need(&path.child("image"), text(&container.image));
    let at = path.child("terminationMessagePolicy");
    match text(&container.termination_message_policy) {
        "" => errors.required(&at, ""),
        "File" | "FallbackToLogsOnError" => {}
        other => errors.push(FieldError::not_supported(&at, other, &["File", "FallbackToLogsOnError"])),
    }
    ports::validate(list(&container.ports), &path.child("ports"), errors);
    env::validate(list(&container.env), &path.child("env"), errors);
    env::validate_from(list(&container.env_from), &path.child("envFrom"), errors);
    mounts::validate(container, &pod.volumes, &path.child("volumeMounts"), errors);
    mounts::validate_devices(container, &pod.volumes, &path.child("volumeDevices"), errors);
    pull_policy(text(&container.image_pull_policy), &path.child("imagePullPolicy"), errors);
    if let Some(requirements) = &container.resources {
        let at = path.child("resources");
        resources::requirements(requirements, resources::container_name, &pod.claims, options, &at, errors);
    }
    resize_policy(list(&container.resize_policy), pod.restart_policy, &path.child("resizePolicy"), errors);
    if let Some(context) = &container.security_context {
        security_context::container(context, pod.host_users, &path.child("securityContext"), errors);
    }
}

fn resize_policy(
    policies: &[ContainerResizePolicy],
    pod_policy: &str,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let mut seen = HashSet::new();
    for (index, policy) in policies.iter().enumerate() {
        if !seen.insert(&policy.resource_name) {
            errors.duplicate(&path.index(index), &policy.resource_name);
        }
        if policy.resource_name.is_empty() {
            errors.required(path, "");
        } else {
            errors.one_of(path, &policy.resource_name, &["cpu", "memory"]);
        }
        if policy.restart_policy.is_empty() {
            errors.required(path, "");
        } else {
            errors.one_of(path, &policy.restart_policy, &["NotRequired", "RestartContainer"]);
        }
        if pod_policy == "Never" && policy.restart_policy != "NotRequired" {
            let detail = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
            errors.invalid(path, &policy.restart_policy, detail);
        }
    }
}

fn probes_and_hooks(container: &Container, pod: &Pod<'_>, path: &Path<'_>, errors: &mut ErrorList) {
    if let Some(lifecycle) = &container.lifecycle {
        probes::lifecycle(lifecycle, pod.grace, pod.os, &path.child("lifecycle"), errors);
    }
    if let Some(probe) = &container.liveness_probe {
        probes::liveness(probe, &path.child("livenessProbe"), errors);
    }
    if let Some(probe) = &container.readiness_probe {
        probes::readiness(probe, &path.child("readinessProbe"), errors);
    }
    if let Some(probe) = &container.startup_probe {
        probes::liveness(probe, &path.child("startupProbe"), errors);
    }
}

/// `containers`
pub fn regular(
    containers: &[Container],
    pod: &Pod<'_>,
    options: &Options,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    if containers.is_empty() {
        return errors.required(path, "");
    }
    let mut names = HashSet::new();
    for (index, container) in containers.iter().enumerate() {
        let at = path.index(index);
        common(container, pod, options, &at, errors);
        if !names.insert(&container.name) {
            errors.duplicate(&at.child("name"), &container.name);
        }
        probes_and_hooks(container, pod, &at, errors);
        restart::policy(container, &at, errors);
    }
    ports::host_ports_once(containers, path, errors);
}

/// `initContainers`
pub fn init(
    containers: &[Container],
    regular: &[Container],
    pod: &Pod<'_>,
    options: &Options,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let mut names: HashSet<&str> = regular.iter().map(|container| container.name.as_str()).collect();
    for (index, container) in containers.iter().enumerate() {
        let at = path.index(index);
        common(container, pod, options, &at, errors);
        restart::init_policy(container, &at, errors);
        let is_sidecar = container.restart_policy.as_deref() == Some("Always");
        if names.contains(container.name.as_str()) {
            errors.duplicate(&at.child("name"), &container.name);
        } else if !container.name.is_empty() {
            names.insert(&container.name);
        }
        ports::host_ports_once(std::slice::from_ref(container), path, errors);
        if is_sidecar {
            probes_and_hooks(container, pod, &at, errors);
        } else {
            only_sidecars(container, options, &at, errors);
        }
    }
}

/// What init containers that end may not have.
fn only_sidecars(container: &Container, options: &Options, path: &Path<'_>, errors: &mut ErrorList) {
    let given = [
        ("lifecycle", container.lifecycle.is_some()),
        ("livenessProbe", container.liveness_probe.is_some()),
        ("readinessProbe", container.readiness_probe.is_some()),
        ("startupProbe", container.startup_probe.is_some()),
    ];
    for (name, _) in given.iter().filter(|(_, given)| *given) {
        errors
            .forbidden(&path.child(name), "may not be set for init containers without restartPolicy=Always");
    }
    if options.restart_container_in_init {
        return;
    }
    for (index, policy) in list(&container.resize_policy).iter().enumerate() {
        if policy.restart_policy == "RestartContainer" {
            let at = path.child("resizePolicy");
            let detail = "must not be set to 'RestartContainer' for non-sidecar initContainers";
            errors.invalid(
                &at.index(index).child("restartPolicy"),
                BadValue::json(&policy.restart_policy),
                detail,
            );
        }
    }
}

/// `ephemeralContainers`
pub fn ephemeral(
    containers: &[EphemeralContainer],
    others: &[&[Container]],
    pod: &Pod<'_>,
    options: &Options,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let others: HashSet<&str> = others.iter().copied().flatten().map(|c| c.name.as_str()).collect();
    let mut names = others.clone();
    for (index, container) in containers.iter().enumerate() {
        let at = path.index(index);
        let as_container = visit::as_container(container);
        common(&as_container, pod, options, &at, errors);
        image_spaces(&as_container, &at, errors);
        if !names.insert(&container.name) {
            errors.duplicate(&at.child("name"), &container.name);
        }
        let target = text(&container.target_container_name);
        if !target.is_empty() && !others.contains(target) {
            errors.push(FieldError::not_found(&at.child("targetContainerName"), target));
        }
        not_for_ephemeral(container, &at, errors);
    }
}

fn not_for_ephemeral(container: &EphemeralContainer, path: &Path<'_>, errors: &mut ErrorList) {
    const DETAIL: &str = "cannot be set for an Ephemeral Container";
    let resources = container.resources.as_ref();
    let has_resources =
        resources.is_some_and(|r| r.limits.is_some() || r.requests.is_some() || r.claims.is_some());
    let given = [
        ("ports", !list(&container.ports).is_empty()),
        ("resources", has_resources),
        ("resizePolicy", !list(&container.resize_policy).is_empty()),
        ("restartPolicy", container.restart_policy.is_some()),
        ("restartPolicyRules", !list(&container.restart_policy_rules).is_empty()),
        ("livenessProbe", container.liveness_probe.is_some()),
        ("readinessProbe", container.readiness_probe.is_some()),
        ("startupProbe", container.startup_probe.is_some()),
        ("lifecycle", container.lifecycle.is_some()),
    ];
    for (name, _) in given.iter().filter(|(_, given)| *given) {
        errors.forbidden(&path.child(name), DETAIL);
    }
    let mounts = path.child("volumeMounts");
    for (index, mount) in list(&container.volume_mounts).iter().enumerate() {
        if !text(&mount.sub_path).is_empty() {
            errors.forbidden(&mounts.index(index).child("subPath"), DETAIL);
        }
        if !text(&mount.sub_path_expr).is_empty() {
            errors.forbidden(&mounts.index(index).child("subPathExpr"), DETAIL);
        }
    }
}

/// Images of pods (not of templates) must be written without spaces around.
pub fn image_spaces(container: &Container, path: &Path<'_>, errors: &mut ErrorList) {
    let image = text(&container.image);
    if image.len() != image.trim().len() {
        errors.invalid(&path.child("image"), image, "must not have leading or trailing whitespace");
    }
}
