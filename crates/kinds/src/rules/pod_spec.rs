//! What a pod wants: defaults and validation of `PodSpec`, for pods and for templates of pods.

pub mod annotations;
pub mod defaults;
pub mod disabled;
pub mod options;
pub mod pod_resources;
pub mod warnings;

use std::collections::{BTreeSet, HashMap, HashSet};

use api::core::v1::{PodResourceClaim, PodSchedulingGate, PodSpec, ResourceRequirements, Volume};
use meta::validate::object_meta;
use meta::{BadValue, ErrorList, FieldError, ObjectMeta, Path, names, validate};

use super::containers::{self, visit};
use super::report::{Report, list, text};
use super::security_context::{self, windows};
use super::{affinity, dns, internal, resources, tolerations, topology_spread, volumes};

pub use defaults::defaults;
pub use options::Options;

/// What is wrong with a spec at `path`. `meta` is the pod's, where the spec is a pod's own.
pub fn validate(spec: &PodSpec, meta: Option<&ObjectMeta>, options: &Options, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    if spec.termination_grace_period_seconds.is_none() {
        errors.required(&path.child("terminationGracePeriodSeconds"), "");
    }
    workload(spec, meta, options, path, &mut errors);
    host_network_ports(spec, options, path, &mut errors);
    policies(spec, path, &mut errors);
    errors.append(object_meta::labels(
        &spec.node_selector.clone().unwrap_or_default(),
        &path.child("nodeSelector"),
    ));
    let at = path.child("securityContext");
    match &spec.security_context {
        Some(context) => security_context::pod(context, spec, options, &at, &mut errors),
        None => security_context::share_process_namespace(spec, &at, &mut errors),
    }
    placement(spec, options, path, &mut errors);
    windows::host_process(spec, path, &mut errors);
    host_users(spec, path, &mut errors);
    host_name_override(spec, path, &mut errors);
    names_of_others(spec, path, &mut errors);
    rest(spec, options, path, &mut errors);
    errors
}

/// Volumes, claims, containers, and resources of the whole.
fn workload(
    spec: &PodSpec,
    meta: Option<&ObjectMeta>,
    options: &Options,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let claims = list(&spec.resource_claims);
    let sound = volumes::validate(list(&spec.volumes), meta, options, &path.child("volumes"), errors);
    resource_claims(claims, meta, &path.child("resourceClaims"), errors);
    let pod = containers::Pod {
        volumes: sound,
        claims: claims.iter().map(|claim| claim.name.as_str()).filter(|name| !name.is_empty()).collect(),
        os: spec.os.as_ref().map(|os| os.name.as_str()),
        grace: spec.termination_grace_period_seconds,
        restart_policy: text(&spec.restart_policy),
        host_users: spec.host_users != Some(false),
    };
    let (regular, init) = (spec.containers.as_slice(), list(&spec.init_containers));
    containers::regular(regular, &pod, options, &path.child("containers"), errors);
    containers::init(init, regular, &pod, options, &path.child("initContainers"), errors);
    let ephemeral = list(&spec.ephemeral_containers);
    let at = path.child("ephemeralContainers");
    containers::ephemeral(ephemeral, &[regular, init], &pod, options, &at, errors);
    pod_resources::validate(spec, &pod.claims, options, path, errors);
}

fn resource_claims(
    claims: &[PodResourceClaim],
    meta: Option<&ObjectMeta>,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let is_mirror = meta.is_some_and(|meta| meta.annotations.contains_key(annotations::MIRROR));
    let mut seen = BTreeSet::new();
    for (index, claim) in claims.iter().enumerate() {
        if is_mirror {
            errors.forbidden(&Path::new(""), "static pods do not support resource claims");
            continue;
        }
        let at = path.index(index);
        if claim.name.is_empty() {
            errors.required(&at.child("name"), "");
        } else if seen.contains(&claim.name) {
            errors.duplicate(&at.child("name"), &claim.name);
        } else {
            errors.problems(&at.child("name"), &claim.name, validate::dns1123_label(&claim.name));
            seen.insert(&claim.name);
        }
        let problem = match (&claim.resource_claim_name, &claim.resource_claim_template_name) {
            (Some(_), Some(_)) => {
                Some("at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified")
            }
            (None, None) => Some("must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"),
            _ => None,
        };
        if let Some(detail) = problem {
            errors.invalid(&at, claim_shown(claim), detail);
        }
        if let Some(name) = &claim.resource_claim_name {
            errors.problems(&at.child("resourceClaimName"), name, names::dns_subdomain(name, false));
        }
        if let Some(name) = &claim.resource_claim_template_name {
            errors.problems(&at.child("resourceClaimTemplateName"), name, names::dns_subdomain(name, false));
        }
    }
}

/// A claim as upstream shows it: by the names of its internal struct.
fn claim_shown(claim: &PodResourceClaim) -> BadValue {
    let tree = serde_json::json!({
        "name": claim.name,
        "resourceClaimName": claim.resource_claim_name,
        "resourceClaimTemplateName": claim.resource_claim_template_name,
    });
    internal::shown("PodResourceClaim", Some(&tree))
}

fn host_network_ports(spec: &PodSpec, options: &Options, path: &Path<'_>, errors: &mut ErrorList) {
    if spec.host_network != Some(true) {
        return;
    }
    let at = path.child("containers");
    for (index, container) in spec.containers.iter().enumerate() {
        for (port_index, port) in list(&container.ports).iter().enumerate() {
            let host = port.host_port.unwrap_or(0);
            if (options.is_pod || host != 0) && host != port.container_port {
                let at = at.index(index);
                let detail = "must match `containerPort` when `hostNetwork` is true";
                errors.invalid(&at.child("ports").index(port_index).child("hostPort"), host, detail);
            }
        }
    }
}

fn policies(spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let restart = ["Always", "OnFailure", "Never"];
    enumerated(text(&spec.restart_policy), &restart, &path.child("restartPolicy"), errors);
    let dns = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];
    enumerated(text(&spec.dns_policy), &dns, &path.child("dnsPolicy"), errors);
}

/// One of an enumeration that upstream lists in its own order; required.
fn enumerated(value: &str, supported: &[&str], path: &Path<'_>, errors: &mut ErrorList) {
    if value.is_empty() {
        errors.required(path, "");
    } else if !supported.contains(&value) {
        errors.push(FieldError::not_supported(path, BadValue::json(value), supported));
    }
}

fn placement(spec: &PodSpec, options: &Options, path: &Path<'_>, errors: &mut ErrorList) {
    if let Some(affinity) = &spec.affinity {
        affinity::validate(affinity, options, &path.child("affinity"), errors);
    }
    dns::config(spec.dns_config.as_ref(), text(&spec.dns_policy), &path.child("dnsConfig"), errors);
    let at = path.child("readinessGates");
    for (index, gate) in list(&spec.readiness_gates).iter().enumerate() {
        let name = gate.condition_type.as_str();
        errors.problems(&at.index(index).child("conditionType"), name, validate::qualified_name(name));
    }
    scheduling_gates(list(&spec.scheduling_gates), &path.child("schedulingGates"), errors);
    let constraints = list(&spec.topology_spread_constraints);
    topology_spread::validate(constraints, options, &path.child("topologySpreadConstraints"), errors);
}

fn scheduling_gates(gates: &[PodSchedulingGate], path: &Path<'_>, errors: &mut ErrorList) {
    let mut seen = HashSet::new();
    for (index, gate) in gates.iter().enumerate() {
        errors.problems(&path.index(index), &gate.name, validate::qualified_name(&gate.name));
        if !seen.insert(&gate.name) {
            errors.duplicate(&path.index(index), &gate.name);
        }
    }
}

fn host_users(spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    const DETAIL: &str = "when `hostUsers` is false";
    if spec.host_users != Some(false) {
        return;
    }
    let given = [("hostNetwork", spec.host_network), ("HostPID", spec.host_pid), ("HostIPC", spec.host_ipc)];
    for (name, _) in given.iter().filter(|(_, given)| *given == Some(true)) {
        errors.forbidden(&path.child(name), DETAIL);
    }
    visit::all(spec, path, |container, at| {
        if !list(&container.volume_devices).is_empty() {
            errors.forbidden(&at.child("volumeDevices"), DETAIL);
        }
    });
}

fn host_name_override(spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let Some(name) = &spec.hostname_override else { return };
    let at = path.child("hostnameOverride");
    if spec.set_hostname_as_fqdn == Some(true) {
        errors.forbidden(&at, "may not be specified when setHostnameAsFQDN is true");
    }
    if spec.host_network == Some(true) {
        errors.forbidden(&at, "may not be specified when hostNetwork is true");
    }
    if name.len() > 64 {
        errors.push(FieldError::too_long(&at, 64));
    }
    errors.problems(&at, name, validate::dns1123_subdomain(name));
}

fn names_of_others(spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let account = text(&spec.service_account_name);
    if !account.is_empty() {
        errors.problems(&path.child("serviceAccountName"), account, names::dns_subdomain(account, false));
    }
    let node = text(&spec.node_name);
    if !node.is_empty() {
        errors.problems(&path.child("nodeName"), node, names::dns_subdomain(node, false));
    }
    if let Some(seconds) = spec.active_deadline_seconds.filter(|s| !(1..=i64::from(i32::MAX)).contains(s)) {
        let detail = validate::inclusive_range_error(1, i32::MAX.into());
        errors.invalid(&path.child("activeDeadlineSeconds"), seconds, detail);
    }
    for (field, name) in [("hostname", text(&spec.hostname)), ("subdomain", text(&spec.subdomain))] {
        if !name.is_empty() {
            errors.problems(&path.child(field), name, validate::dns1123_label(name));
        }
    }
}

fn rest(spec: &PodSpec, options: &Options, path: &Path<'_>, errors: &mut ErrorList) {
    tolerations::validate(list(&spec.tolerations), &path.child("tolerations"), errors);
    dns::host_aliases(list(&spec.host_aliases), &path.child("hostAliases"), errors);
    let class = text(&spec.priority_class_name);
    if !class.is_empty() {
        errors.problems(&path.child("priorityClassName"), class, names::dns_subdomain(class, false));
    }
    if let Some(class) = &spec.runtime_class_name {
        errors.problems(&path.child("runtimeClassName"), class, names::dns_subdomain(class, false));
    }
    if let Some(policy) = &spec.preemption_policy {
        let supported = ["PreemptLowerPriority", "Never"];
        enumerated(policy, &supported, &path.child("preemptionPolicy"), errors);
    }
    if let Some(overhead) = &spec.overhead {
        // Upstream judges it as the limits of a container would be, and reports it so.
        let limits =
            ResourceRequirements { limits: Some(overhead.clone()), ..ResourceRequirements::default() };
        let at = path.child("overhead");
        resources::requirements(&limits, resources::container_name, &BTreeSet::new(), options, &at, errors);
    }
    operating_system(spec, path, errors);
    if let Some(group) = &spec.scheduling_group {
        let at = path.child("schedulingGroup");
        match &group.pod_group_name {
            None => errors.invalid(
                &at.child("podGroupName"),
                BadValue::Null,
                "must specify one of: `podGroupName`",
            ),
            Some(name) => errors.problems(&at.child("podGroupName"), name, names::dns_subdomain(name, false)),
        }
    }
    files_of_variables(spec, path, errors);
}

fn operating_system(spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    match spec.os.as_ref().map(|os| os.name.as_str()) {
        None => {}
        Some("") => errors.required(&path.child("os").child("name"), ""),
        Some("linux") => windows::not_on_linux(spec, path, errors),
        Some("windows") => windows::not_on_windows(spec, path, errors),
        Some(other) => errors.one_of(&path.child("os"), other, &["linux", "windows"]),
    }
}

/// Variables that come from files refer to volumes that start empty.
fn files_of_variables(spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let by_name: HashMap<&str, &Volume> = list(&spec.volumes).iter().map(|v| (v.name.as_str(), v)).collect();
    visit::all(spec, path, |container, at| {
        for (index, variable) in list(&container.env).iter().enumerate() {
            let Some(file) = variable.value_from.as_ref().and_then(|from| from.file_key_ref.as_ref()) else {
                continue;
            };
            let at = at.child("env");
            let at = at.index(index);
            let at = at.child("valueFrom");
            let at = at.child("fileKeyRef");
            let at = at.child("volumeName");
            match by_name.get(file.volume_name.as_str()) {
                None => errors.push(FieldError::not_found(&at, &file.volume_name)),
                Some(volume) if volume.empty_dir.is_none() => {
                    errors.invalid(&at, &file.volume_name, "referenced volume must be of type emptyDir");
                }
                Some(_) => {}
            }
        }
    });
}
