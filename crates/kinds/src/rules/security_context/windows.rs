//! What concerns pods on Windows, and what pods may not say on either system.

use api::core::v1::{PodSpec, SecurityContext, WindowsSecurityContextOptions};
use meta::{ErrorList, Path, validate};

use crate::rules::containers::visit;
use crate::rules::report::{Report, list};

/// `windowsOptions`
pub fn options(options: Option<&WindowsSecurityContextOptions>, path: &Path<'_>, errors: &mut ErrorList) {
    let Some(options) = options else { return };
    if let Some(name) = &options.gmsa_credential_spec_name {
        errors.problems(&path.child("gmsaCredentialSpecName"), name, validate::dns1123_subdomain(name));
    }
    if let Some(spec) = &options.gmsa_credential_spec {
        let at = path.child("gmsaCredentialSpec");
        if spec.is_empty() {
            errors.invalid(&at, spec, "gmsaCredentialSpec cannot be an empty string");
        } else if spec.len() > 64 * 1024 {
            errors.invalid(&at, spec, "gmsaCredentialSpec size must be under 64 KiB");
        }
    }
    if let Some(name) = &options.run_as_user_name {
        user_name(name, &path.child("runAsUserName"), errors);
    }
}

fn user_name(name: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let parts: Vec<&str> = name.split('\\').collect();
    let (domain, user) = match parts.as_slice() {
        _ if name.is_empty() => return errors.invalid(path, name, "runAsUserName cannot be an empty string"),
        _ if name.chars().any(|c| c.is_ascii_control()) => {
            return errors.invalid(path, name, "runAsUserName cannot contain control characters");
        }
        [user] => (None, *user),
        [domain, user] => (Some(*domain), *user),
        _ => return errors.invalid(path, name, "runAsUserName cannot contain more than one backslash"),
    };
    if domain.is_some_and(|domain| domain.len() >= 256) {
        errors.invalid(path, name, "runAsUserName's Domain length must be under 256 characters");
    }
    if domain.is_some_and(|domain| !is_net_bios(domain) && !is_dns(domain)) {
        errors.invalid(path, name, "runAsUserName's Domain doesn't match the NetBios nor the DNS format");
    }
    if user.is_empty() {
        errors.invalid(path, name, "runAsUserName's User cannot be empty");
    } else if user.len() > 104 {
        errors.invalid(path, name, "runAsUserName's User length must not be longer than 104 characters");
    }
    if !user.is_empty() && user.chars().all(|c| c == '.' || c == ' ') {
        errors.invalid(path, name, "runAsUserName's User cannot contain only periods or spaces");
    }
    if user.chars().any(|c| r#""/\:;|=,+*?<>@[]"#.contains(c)) {
        let detail = r#"runAsUserName's User cannot contain the following characters: "/\:;|=,+*?<>@[]"#;
        errors.invalid(path, name, detail);
    }
}

fn is_net_bios(domain: &str) -> bool {
    let count = domain.chars().count();
    (1..=15).contains(&count)
        && !domain.starts_with('.')
        && !domain.chars().any(|c| r#"\/:*?"<>|"#.contains(c))
}

fn is_dns(domain: &str) -> bool {
    domain.split('.').all(|label| {
        let bytes = label.as_bytes();
        let edge = |b: Option<&u8>| b.is_some_and(u8::is_ascii_alphanumeric);
        bytes.len() <= 63
            && edge(bytes.first())
            && edge(bytes.last())
            && bytes.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
    })
}

/// Host processes: all containers or none, and with the node's network.
pub fn host_process(spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let of =
        |options: Option<&WindowsSecurityContextOptions>| options.and_then(|options| options.host_process);
    let pod = of(spec.security_context.as_ref().and_then(|context| context.windows_options.as_ref()));
    let (mut count, mut hosted) = (0, 0);
    visit::all(spec, path, |container, at| {
        count += 1;
        let own =
            of(container.security_context.as_ref().and_then(|context| context.windows_options.as_ref()));
        if let (Some(pod), Some(own)) = (pod, own)
            && pod != own
        {
            let detail = format!("pod hostProcess value must be identical if both are specified, was {pod}");
            let at = at.child("securityContext");
            errors.invalid(&at.child("windowsOptions").child("hostProcess"), own, detail);
        }
        hosted += usize::from(own.or(pod) == Some(true));
    });
    if hosted == 0 {
        return;
    }
    if hosted != count {
        let detail =
            "If pod contains any hostProcess containers then all containers must be HostProcess containers";
        errors.invalid(path, "", detail);
    }
    if spec.host_network != Some(true) {
        let detail = "hostNetwork must be true if pod contains any hostProcess containers";
        errors.invalid(&path.child("hostNetwork"), false, detail);
    }
}

/// What a pod that says it is for Linux may not say.
pub fn not_on_linux(spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    const DETAIL: &str = "windows options cannot be set for a linux pod";
    if spec.security_context.as_ref().is_some_and(|context| context.windows_options.is_some()) {
        errors.forbidden(&path.child("securityContext").child("windowsOptions"), DETAIL);
    }
    visit::all(spec, path, |container, at| {
        if container.security_context.as_ref().is_some_and(|context| context.windows_options.is_some()) {
            errors.forbidden(&at.child("securityContext").child("windowsOptions"), DETAIL);
        }
    });
}

const NOT_ON_WINDOWS: &str = "cannot be set for a windows pod";

/// What a pod that says it is for Windows may not say.
pub fn not_on_windows(spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let context = spec.security_context.clone().unwrap_or_default();
    let given: [(bool, &str, bool); 15] = [
        (true, "appArmorProfile", context.app_armor_profile.is_some()),
        (true, "seLinuxOptions", context.se_linux_options.is_some()),
        (false, "hostUsers", spec.host_users.is_some()),
        (false, "hostPID", spec.host_pid == Some(true)),
        (false, "hostIPC", spec.host_ipc == Some(true)),
        (true, "seccompProfile", context.seccomp_profile.is_some()),
        (true, "fsGroup", context.fs_group.is_some()),
        (true, "fsGroupChangePolicy", context.fs_group_change_policy.is_some()),
        (true, "sysctls", !list(&context.sysctls).is_empty()),
        (false, "shareProcessNamespace", spec.share_process_namespace.is_some()),
        (true, "runAsUser", context.run_as_user.is_some()),
        (true, "runAsGroup", context.run_as_group.is_some()),
        (true, "supplementalGroups", context.supplemental_groups.is_some()),
        (true, "supplementalGroupsPolicy", context.supplemental_groups_policy.is_some()),
        (true, "seLinuxChangePolicy", context.se_linux_change_policy.is_some()),
    ];
    for (in_context, name, _) in given.iter().filter(|(.., given)| *given) {
        let context = path.child("securityContext");
        errors.forbidden(&if *in_context { context.child(name) } else { path.child(name) }, NOT_ON_WINDOWS);
    }
    visit::all(spec, path, |container, at| {
        if let Some(context) = &container.security_context {
            container_not_on_windows(context, &at.child("securityContext"), errors);
        }
    });
}

fn container_not_on_windows(context: &SecurityContext, path: &Path<'_>, errors: &mut ErrorList) {
    let given = [
        ("appArmorProfile", context.app_armor_profile.is_some()),
        ("seLinuxOptions", context.se_linux_options.is_some()),
        ("seccompProfile", context.seccomp_profile.is_some()),
        ("capabilities", context.capabilities.is_some()),
        ("readOnlyRootFilesystem", context.read_only_root_filesystem.is_some()),
        ("privileged", context.privileged.is_some()),
        ("allowPrivilegeEscalation", context.allow_privilege_escalation.is_some()),
        ("procMount", context.proc_mount.is_some()),
        ("runAsUser", context.run_as_user.is_some()),
        ("runAsGroup", context.run_as_group.is_some()),
    ];
    for (name, _) in given.iter().filter(|(_, given)| *given) {
        errors.forbidden(&path.child(name), NOT_ON_WINDOWS);
    }
}
