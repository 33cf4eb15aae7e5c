//! Questions to a pod's specification.

use std::borrow::Cow;

use api::core::v1::{Container, EphemeralContainer, Pod, PodSpec};

/// What role a container has in its pod.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Runs to its end before the next one begins.
    Init,
    /// An init container that goes on running.
    Sidecar,
    /// What the pod is for.
    App,
    /// Added to a running pod by hand, never started again.
    Ephemeral,
}

/// Every container of a pod with its role, in the order of the specification.
pub fn containers(pod: &Pod) -> Vec<(Role, Cow<'_, Container>)> {
    let Some(spec) = &pod.spec else { return Vec::new() };
    let init = spec.init_containers.iter().flatten().map(|c| (init_role(c), Cow::Borrowed(c)));
    let app = spec.containers.iter().map(|c| (Role::App, Cow::Borrowed(c)));
    let ephemeral = spec.ephemeral_containers.iter().flatten();
    let ephemeral = ephemeral.map(|c| (Role::Ephemeral, Cow::Owned(from_ephemeral(c))));
    init.chain(app).chain(ephemeral).collect()
}

/// One container by its name.
pub fn container<'a>(pod: &'a Pod, name: &str) -> Option<(Role, Cow<'a, Container>)> {
    containers(pod).into_iter().find(|(_, container)| container.name == name)
}

/// Whether an init container goes on running.
pub fn init_role(container: &Container) -> Role {
    match container.restart_policy.as_deref() {
        Some("Always") => Role::Sidecar,
        _ => Role::Init,
    }
}

/// An ephemeral container as the container that it is.
fn from_ephemeral(from: &EphemeralContainer) -> Container {
    let from = from.clone();
    Container {
        name: from.name,
        image: from.image,
        command: from.command,
        args: from.args,
        working_dir: from.working_dir,
        env: from.env,
        env_from: from.env_from,
        volume_mounts: from.volume_mounts,
        volume_devices: from.volume_devices,
        security_context: from.security_context,
        image_pull_policy: from.image_pull_policy,
        stdin: from.stdin,
        stdin_once: from.stdin_once,
        tty: from.tty,
        termination_message_path: from.termination_message_path,
        termination_message_policy: from.termination_message_policy,
        resources: from.resources,
        ..Container::default()
    }
}

/// The container whose processes an ephemeral container wants to see.
pub fn target<'a>(pod: &'a Pod, name: &str) -> Option<&'a str> {
    let all = pod.spec.as_ref()?.ephemeral_containers.iter().flatten();
    let found = all.into_iter().find(|container| container.name == name)?;
    found.target_container_name.as_deref().filter(|target| !target.is_empty())
}

/// Whether a container that ended is started again: its own rules, then its own policy, then the pod's.
pub fn restarts(spec: &PodSpec, role: Role, container: &Container, exit_code: i32) -> bool {
    match role {
        Role::Sidecar => return true,
        Role::Ephemeral => return false,
        Role::Init | Role::App => {}
    }
    for rule in container.restart_policy_rules.iter().flatten() {
        let Some(codes) = &rule.exit_codes else { continue };
        let within = codes.values.iter().flatten().any(|code| *code == exit_code);
        let fits = if codes.operator == "NotIn" { !within } else { within };
        if fits && rule.action.starts_with("Restart") {
            return true;
        }
    }
    let own = container.restart_policy.as_deref();
    match own.or(spec.restart_policy.as_deref()).unwrap_or("Always") {
        "Never" => false,
        "OnFailure" => exit_code != 0,
        // An init container that did its work is done, whatever the policy.
        _ => role == Role::App || exit_code != 0,
    }
}

/// A hash of what can't be changed in a running container: its name and image. FNV-1a, in hexadecimal.
pub fn hash(container: &Container) -> String {
    let text = format!("{}\0{}", container.name, container.image.as_deref().unwrap_or_default());
    format!(
        "{:x}",
        text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    )
}

/// The pod's namespace.
pub fn namespace(pod: &Pod) -> &str {
    pod.metadata.namespace.as_deref().unwrap_or_default()
}

/// The pod's name.
pub fn name(pod: &Pod) -> &str {
    pod.metadata.name.as_deref().unwrap_or_default()
}

/// The pod's UID.
pub fn uid(pod: &Pod) -> &str {
    pod.metadata.uid.as_deref().unwrap_or_default()
}

/// The pod as messages name it: `name_namespace(uid)`.
pub fn described(pod: &Pod) -> String {
    format!("{}_{}({})", name(pod), namespace(pod), uid(pod))
}

/// Whether the pod uses the node's network.
pub fn host_network(pod: &Pod) -> bool {
    pod.spec.as_ref().and_then(|spec| spec.host_network).unwrap_or(false)
}

/// Seconds that its containers have to end.
pub fn termination_grace(pod: &Pod) -> i64 {
    pod.spec.as_ref().and_then(|spec| spec.termination_grace_period_seconds).unwrap_or(30)
}

/// Whether the pod is read from a file or URL, not from the API.
pub fn is_static(pod: &Pod) -> bool {
    let source = pod.metadata.annotations.as_ref().and_then(|map| map.get(crate::names::CONFIG_SOURCE));
    source.is_some_and(|source| source != "api")
}

/// Whether the pod only shows a static pod of some node.
pub fn is_mirror(pod: &Pod) -> bool {
    pod.metadata.annotations.as_ref().is_some_and(|map| map.contains_key(crate::names::CONFIG_MIRROR))
}

/// Whether the phase is an end.
pub fn is_final(phase: Option<&str>) -> bool {
    matches!(phase, Some("Succeeded" | "Failed"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Typed as _;

    #[test]
    fn who_is_started_again() {
        let rules =
            serde_json::json!([{"action": "Restart", "exitCodes": {"operator": "In", "values": [42]}}]);
        for (policy, role, extra, code, expected) in [
            ("Always", Role::App, serde_json::json!({}), 0, true),
            ("OnFailure", Role::App, serde_json::json!({}), 0, false),
            ("OnFailure", Role::App, serde_json::json!({}), 1, true),
            ("Never", Role::App, serde_json::json!({}), 1, false),
            ("Never", Role::App, serde_json::json!({"restartPolicyRules": rules}), 42, true),
            ("Never", Role::App, serde_json::json!({"restartPolicyRules": rules}), 41, false),
            ("Never", Role::App, serde_json::json!({"restartPolicy": "OnFailure"}), 1, true),
            ("Always", Role::Init, serde_json::json!({}), 0, false),
            ("Always", Role::Init, serde_json::json!({}), 1, true),
            ("Never", Role::Sidecar, serde_json::json!({"restartPolicy": "Always"}), 0, true),
            ("Always", Role::Ephemeral, serde_json::json!({}), 1, false),
        ] {
            let mut container = serde_json::json!({"name": "c"});
            container.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
            let pod = Pod::decode(
                &serde_json::json!({"spec": {"restartPolicy": policy, "containers": [container]}}),
            );
            let spec = pod.unwrap().spec.unwrap();
            let got = restarts(&spec, role, &spec.containers[0], code);
            assert_eq!(got, expected, "{policy} {role:?} {container} {code}");
        }
    }
}
