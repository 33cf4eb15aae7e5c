//! Security contexts of pods and containers.

pub mod profiles;
pub mod windows;

use std::collections::HashSet;

use api::core::v1::{PodSecurityContext, PodSpec, SecurityContext};
use meta::{BadValue, ErrorList, FieldError, Path, validate};
use serde_json::{Value, json};

use super::pod_spec::Options;
use super::report::{Report, list};

/// Of a container; `host_users`: its pod uses the node's user namespace.
pub fn container(context: &SecurityContext, host_users: bool, path: &Path<'_>, errors: &mut ErrorList) {
    ids(context.run_as_user, context.run_as_group, path, errors);
    if let Some(mount) = &context.proc_mount {
        let at = path.child("procMount");
        if !["Default", "Unmasked"].contains(&mount.as_str()) {
            errors.push(FieldError::not_supported(&at, BadValue::json(mount), &["Default", "Unmasked"]));
        }
        if host_users && mount == "Unmasked" {
            errors.invalid(&at, BadValue::json(mount), "`hostUsers` must be false to use `Unmasked`");
        }
    }
    profiles::seccomp(context.seccomp_profile.as_ref(), &path.child("seccompProfile"), errors);
    if context.allow_privilege_escalation == Some(false) {
        if context.privileged == Some(true) {
            let detail = "cannot set `allowPrivilegeEscalation` to false and `privileged` to true";
            errors.invalid(path, shown(context), detail);
        }
        let added = context.capabilities.iter().flat_map(|capabilities| list(&capabilities.add));
        for _ in added.filter(|capability| *capability == "CAP_SYS_ADMIN") {
            let detail =
                "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN";
            errors.invalid(path, shown(context), detail);
        }
    }
    windows::options(context.windows_options.as_ref(), &path.child("windowsOptions"), errors);
    profiles::app_armor(context.app_armor_profile.as_ref(), &path.child("appArmorProfile"), errors);
}

/// A container's context as upstream shows it in errors: by the names of its internal struct.
fn shown(context: &SecurityContext) -> BadValue {
    let profile =
        |kind: &str, localhost: &Option<String>| json!({"Type": kind, "LocalhostProfile": localhost});
    let members: [(&str, Value); 12] = [
        ("Capabilities", json!(context.capabilities.as_ref().map(|c| json!({"Add": c.add, "Drop": c.drop})))),
        ("Privileged", json!(context.privileged)),
        (
            "SELinuxOptions",
            json!(context.se_linux_options.as_ref().map(|o| {
                let text = |field: &Option<String>| field.clone().unwrap_or_default();
                json!({"User": text(&o.user), "Role": text(&o.role), "Type": text(&o.type_), "Level": text(&o.level)})
            })),
        ),
        (
            "WindowsOptions",
            json!(context.windows_options.as_ref().map(|o| json!({
                "GMSACredentialSpecName": o.gmsa_credential_spec_name, "GMSACredentialSpec": o.gmsa_credential_spec,
                "RunAsUserName": o.run_as_user_name, "HostProcess": o.host_process,
            }))),
        ),
        ("RunAsUser", json!(context.run_as_user)),
        ("RunAsGroup", json!(context.run_as_group)),
        ("RunAsNonRoot", json!(context.run_as_non_root)),
        ("ReadOnlyRootFilesystem", json!(context.read_only_root_filesystem)),
        ("AllowPrivilegeEscalation", json!(context.allow_privilege_escalation)),
        ("ProcMount", json!(context.proc_mount)),
        ("SeccompProfile", json!(context.seccomp_profile.as_ref().map(|p| profile(&p.type_, &p.localhost_profile)))),
        ("AppArmorProfile", json!(context.app_armor_profile.as_ref().map(|p| profile(&p.type_, &p.localhost_profile)))),
    ];
    let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    BadValue::Json(format!("{{{}}}", members.join(",")))
}

fn ids(user: Option<i64>, group: Option<i64>, path: &Path<'_>, errors: &mut ErrorList) {
    for (id, problem) in user.iter().flat_map(|id| validate::user_id(*id).into_iter().map(move |p| (*id, p)))
    {
        errors.invalid(&path.child("runAsUser"), id, problem);
    }
    for (id, problem) in
        group.iter().flat_map(|id| validate::group_id(*id).into_iter().map(move |p| (*id, p)))
    {
        errors.invalid(&path.child("runAsGroup"), id, problem);
    }
}

/// Of a pod. Part of it stands beside the context in `spec` (`hostNetwork` and its like).
pub fn pod(
    context: &PodSecurityContext,
    spec: &PodSpec,
    options: &Options,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    if let Some(group) = context.fs_group {
        for problem in validate::group_id(group) {
            errors.invalid(&path.child("fsGroup"), group, problem);
        }
    }
    ids(context.run_as_user, context.run_as_group, path, errors);
    let at = path.child("supplementalGroups");
    for (index, group) in list(&context.supplemental_groups).iter().enumerate() {
        for problem in validate::group_id(*group) {
            errors.invalid(&at.index(index), *group, problem);
        }
    }
    share_process_namespace(spec, path, errors);
    sysctls(context, spec, options, &path.child("sysctls"), errors);
    if let Some(policy) = &context.fs_group_change_policy {
        errors.one_of(&path.child("fsGroupChangePolicy"), policy, &["Always", "OnRootMismatch"]);
    }
    profiles::seccomp(context.seccomp_profile.as_ref(), &path.child("seccompProfile"), errors);
    windows::options(context.windows_options.as_ref(), &path.child("windowsOptions"), errors);
    profiles::app_armor(context.app_armor_profile.as_ref(), &path.child("appArmorProfile"), errors);
    if let Some(policy) = &context.supplemental_groups_policy {
        errors.one_of(&path.child("supplementalGroupsPolicy"), policy, &["Merge", "Strict"]);
    }
    if let Some(policy) = &context.se_linux_change_policy {
        errors.one_of(&path.child("seLinuxChangePolicy"), policy, &["MountOption", "Recursive"]);
    }
}

/// The pod shares its process namespace, or uses the node's: not both.
pub fn share_process_namespace(spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    if spec.share_process_namespace == Some(true) && spec.host_pid == Some(true) {
        let detail = "ShareProcessNamespace and HostPID cannot both be enabled";
        errors.invalid(&path.child("shareProcessNamespace"), true, detail);
    }
}

fn sysctls(
    context: &PodSecurityContext,
    spec: &PodSpec,
    options: &Options,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let mut names = HashSet::new();
    for (index, sysctl) in list(&context.sysctls).iter().enumerate() {
        let at = path.index(index);
        let at = at.child("name");
        let name = sysctl.name.as_str();
        if name.is_empty() {
            errors.required(&at, "");
        } else if !is_sysctl(name) {
            let regex = r"^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";
            errors.invalid(&at, name, format!("must have at most 253 characters and match regex {regex}"));
        } else if names.contains(name) {
            errors.duplicate(&at, name);
        }
        if !options.host_sysctls {
            let dotted = name.replace('/', ".");
            if spec.host_network == Some(true) && dotted.starts_with("net.") {
                errors.invalid(&at, name, "may not be specified when 'hostNetwork' is true");
            } else if spec.host_ipc == Some(true) && is_ipc(&dotted) {
                errors.invalid(&at, name, "may not be specified when 'hostIPC' is true");
            }
        }
        names.insert(name);
    }
}

/// Whether a kernel parameter belongs to the IPC namespace.
fn is_ipc(name: &str) -> bool {
    name == "kernel.sem"
        || ["kernel.shm", "kernel.msg", "fs.mqueue."].iter().any(|prefix| name.starts_with(prefix))
}

fn is_sysctl(name: &str) -> bool {
    let edge = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let part = |part: &str| {
        let bytes = part.as_bytes();
        edge(bytes.first().copied())
            && edge(bytes.last().copied())
            && bytes.iter().all(|b| edge(Some(*b)) || *b == b'-' || *b == b'_')
    };
    name.len() <= 253 && name.split(['.', '/']).all(part)
}
