//! What a container may do: its own security context over the pod's.

use api::core::v1::{
    Capabilities, Container, Pod, PodSecurityContext, SeccompProfile as Wanted, SecurityContext,
};
use node::{ContainerSecurity, Image, NamespaceMode, Namespaces, SeccompProfile};

use crate::pod::spec;

/// The namespaces that a pod asks for.
pub fn namespaces(pod: &Pod) -> Namespaces {
    let on =
        |get: fn(&api::core::v1::PodSpec) -> Option<bool>| pod.spec.as_ref().and_then(get).unwrap_or(false);
    let node_or = |node: bool, other| if node { NamespaceMode::Node } else { other };
    let shared = on(|spec| spec.share_process_namespace);
    Namespaces {
        network: node_or(on(|spec| spec.host_network), NamespaceMode::Pod),
        ipc: node_or(on(|spec| spec.host_ipc), NamespaceMode::Pod),
        pid: node_or(
            on(|spec| spec.host_pid),
            if shared { NamespaceMode::Pod } else { NamespaceMode::Container },
        ),
        user_namespace: pod.spec.as_ref().and_then(|spec| spec.host_users) == Some(false),
    }
}

/// What the container may do, given its image and the id of the container whose processes it wants to see.
pub fn of_container(
    pod: &Pod,
    container: &Container,
    image: &Image,
    seccomp_root: &str,
    pid_target: Option<String>,
) -> Result<ContainerSecurity, String> {
    let own = container.security_context.clone().unwrap_or_default();
    let all = pod.spec.as_ref().and_then(|spec| spec.security_context.clone()).unwrap_or_default();
    let user = own.run_as_user.or(all.run_as_user);
    check_not_root(pod, container, &own, &all, user, image)?;
    // Without a user of the pod's, the image's counts.
    let (run_as_user, run_as_username) = match (user, image.uid) {
        (Some(user), _) | (None, Some(user)) => (Some(user), None),
        (None, None) => (None, Some(image.username.clone()).filter(|name| !name.is_empty())),
    };
    let Capabilities { add, drop } = own.capabilities.clone().unwrap_or_default();
    let unmasked = own.proc_mount.as_deref() == Some("Unmasked");
    let privileged = own.privileged.unwrap_or(false);
    let groups =
        all.fs_group.into_iter().chain(all.supplemental_groups.clone().unwrap_or_default()).collect();
    Ok(ContainerSecurity {
        privileged,
        add_capabilities: add.unwrap_or_default(),
        drop_capabilities: drop.unwrap_or_default(),
        pid: namespaces(pod).pid,
        pid_target,
        run_as_user,
        run_as_username,
        run_as_group: own.run_as_group.or(all.run_as_group),
        supplemental_groups: groups,
        strict_groups: all.supplemental_groups_policy.as_deref() == Some("Strict"),
        read_only_root: own.read_only_root_filesystem.unwrap_or(false),
        no_new_privileges: own.allow_privilege_escalation == Some(false),
        seccomp: match privileged {
            true => SeccompProfile::Unconfined,
            false => seccomp(own.seccomp_profile.as_ref().or(all.seccomp_profile.as_ref()), seccomp_root),
        },
        masked_paths: unmasked.then(Vec::new),
        read_only_paths: unmasked.then(Vec::new),
    })
}

/// The profile; a container that names none is unconfined, as upstream has it by default.
pub fn seccomp(wanted: Option<&Wanted>, root: &str) -> SeccompProfile {
    match wanted.map(|wanted| (wanted.type_.as_str(), wanted.localhost_profile.as_deref())) {
        Some(("RuntimeDefault", _)) => SeccompProfile::RuntimeDefault,
        Some(("Localhost", Some(file))) => SeccompProfile::Localhost(format!("{root}/{file}")),
        _ => SeccompProfile::Unconfined,
    }
}

/// A container that must not run as root does not.
fn check_not_root(
    pod: &Pod,
    container: &Container,
    own: &SecurityContext,
    all: &PodSecurityContext,
    user: Option<i64>,
    image: &Image,
) -> Result<(), String> {
    if !own.run_as_non_root.or(all.run_as_non_root).unwrap_or(false) {
        return Ok(());
    }
    let who = format!("(pod: \"{}\", container: {})", spec::described(pod), container.name);
    match (user, image.uid) {
        (Some(0), _) => Err(format!("container's runAsUser breaks non-root policy {who}")),
        (Some(_), _) => Ok(()),
        (None, Some(0)) => Err(format!("container has runAsNonRoot and image will run as root {who}")),
        (None, Some(_)) => Ok(()),
        (None, None) if image.username.is_empty() => {
            Err(format!("container has runAsNonRoot and image will run as root {who}"))
        }
        (None, None) => Err(format!(
            "container has runAsNonRoot and image has non-numeric user ({}), cannot verify user is non-root {who}",
            image.username
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Typed as _;
    use serde_json::{Value, json};

    fn made(of_pod: Value, own: Value, image: &Image) -> Result<ContainerSecurity, String> {
        let pod = Pod::decode(&json!({"metadata": {"name": "p", "namespace": "n", "uid": "u"},
            "spec": {"securityContext": of_pod, "containers": [{"name": "c", "securityContext": own}]}}));
        let pod = pod.unwrap();
        of_container(&pod, &pod.spec.as_ref().unwrap().containers[0], image, "/seccomp", None)
    }

    #[test]
    fn non_root_is_enforced() {
        let image = |uid, username: &str| Image { uid, username: username.into(), ..Image::default() };
        let must = json!({"runAsNonRoot": true});
        for (own, image, expected) in [
            (json!({"runAsUser": 5}), image(Some(0), ""), None),
            (
                json!({"runAsUser": 0}),
                image(Some(7), ""),
                Some("container's runAsUser breaks non-root policy"),
            ),
            (json!({}), image(Some(7), ""), None),
            (json!({}), image(Some(0), ""), Some("container has runAsNonRoot and image will run as root")),
            (
                json!({}),
                image(None, "www"),
                Some("container has runAsNonRoot and image has non-numeric user (www)"),
            ),
            (json!({"runAsNonRoot": false}), image(Some(0), ""), None),
        ] {
            let got = made(must.clone(), own.clone(), &image).err();
            match expected {
                None => assert_eq!(got, None, "{own}"),
                Some(text) => assert!(got.clone().is_some_and(|got| got.starts_with(text)), "{own}: {got:?}"),
            }
        }
    }

    #[test]
    fn the_containers_word_is_stronger_than_the_pods() {
        let of_pod = json!({"runAsUser": 1, "runAsGroup": 2, "fsGroup": 3, "supplementalGroups": [4],
            "seccompProfile": {"type": "RuntimeDefault"}});
        let own = json!({"runAsUser": 9, "seccompProfile": {"type": "Localhost", "localhostProfile": "a.json"},
            "capabilities": {"add": ["NET_ADMIN"], "drop": ["ALL"]}, "procMount": "Unmasked"});
        let got = made(of_pod.clone(), own, &Image::default()).unwrap();
        assert_eq!((got.run_as_user, got.run_as_group), (Some(9), Some(2)));
        assert_eq!(got.supplemental_groups, [3, 4]);
        assert_eq!(got.seccomp, SeccompProfile::Localhost("/seccomp/a.json".into()));
        assert_eq!(got.masked_paths, Some(vec![]));
        assert_eq!(
            made(of_pod, json!({}), &Image::default()).unwrap().seccomp,
            SeccompProfile::RuntimeDefault
        );
    }
}
