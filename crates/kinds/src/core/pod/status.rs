//! What may be said of a pod through `/status`.

mod devices;

use std::collections::HashSet;

use api::core::v1::{Container, ContainerStatus, PodSpec, PodStatus};
use meta::validate::object_meta::immutable_field;
use meta::{BadValue, ErrorList, Path, names, validate};
use serde_json::json;

use super::update::Pair;
use crate::rules::report::{Report, list, text};

/// What is wrong with a changed status.
pub fn validate(pair: &Pair<'_>) -> ErrorList {
    let mut errors = pair.annotations();
    let (status, old) =
        (pair.pod.status.clone().unwrap_or_default(), pair.before.status.clone().unwrap_or_default());
    let (spec, old_spec) =
        (pair.pod.spec.clone().unwrap_or_default(), pair.before.spec.clone().unwrap_or_default());
    let path = Path::new("status");
    conditions(&status, &path.child("conditions"), &mut errors);
    nominated_node(&status, &old, &old_spec, &path, &mut errors);
    if let Some(generation) = status.observed_generation.filter(|generation| *generation < 0) {
        errors.invalid(&path.child("observedGeneration"), generation, "must be a non-negative integer");
    }
    let class = |status: &PodStatus| text(&status.qos_class).to_owned();
    errors.extend(immutable_field(&class(&status), &class(&old), &path.child("qosClass")));
    let kinds = [
        (
            "containerStatuses",
            &status.container_statuses,
            &old.container_statuses,
            Some(old_spec.containers.as_slice()),
        ),
        (
            "initContainerStatuses",
            &status.init_container_statuses,
            &old.init_container_statuses,
            Some(list(&old_spec.init_containers)),
        ),
        (
            "ephemeralContainerStatuses",
            &status.ephemeral_container_statuses,
            &old.ephemeral_container_statuses,
            None,
        ),
    ];
    for (field, new, old, containers) in kinds {
        transitions(list(new), list(old), containers, &old_spec, &path.child(field), &mut errors);
    }
    resource_claims(&status, &spec, &path.child("resourceClaimStatuses"), &mut errors);
    devices::extended_claim(&status, &spec, &path.child("extendedResourceClaimStatus"), &mut errors);
    devices::node_claims(&status, &spec, &path.child("nodeAllocatableResourceClaimStatuses"), &mut errors);
    addresses(&status, &old, &mut errors);
    let os = spec.os.as_ref().map(|os| os.name.as_str());
    for (field, statuses, ..) in kinds {
        users(list(statuses), os, &path.child(field), &mut errors);
    }
    given_devices(&status, &spec, &path, &mut errors);
    for (field, statuses, ..) in kinds {
        devices::images(list(statuses), &path.child(field), &mut errors);
    }
    errors
}

fn given_devices(status: &PodStatus, spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let (regular, init) = (spec.containers.as_slice(), list(&spec.init_containers));
    devices::health(list(&status.container_statuses), regular, &path.child("containerStatuses"), errors);
    devices::health(
        list(&status.init_container_statuses),
        init,
        &path.child("initContainerStatuses"),
        errors,
    );
    let ephemeral = path.child("ephemeralContainerStatuses");
    devices::no_devices(list(&status.ephemeral_container_statuses), &ephemeral, errors);
}

fn conditions(status: &PodStatus, path: &Path<'_>, errors: &mut ErrorList) {
    for (index, condition) in list(&status.conditions).iter().enumerate() {
        let at = path.index(index);
        if let Some(generation) = condition.observed_generation.filter(|generation| *generation < 0) {
            errors.invalid(&at.child("observedGeneration"), generation, "must be a non-negative integer");
        }
        if !["PodScheduled", "Ready", "Initialized"].contains(&condition.type_.as_str()) {
            errors.problems(&at.child("Type"), &condition.type_, validate::qualified_name(&condition.type_));
        }
    }
}

fn nominated_node(
    status: &PodStatus,
    old: &PodStatus,
    old_spec: &PodSpec,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let (node, old_node) = (text(&status.nominated_node_name), text(&old.nominated_node_name));
    if node.is_empty() || node == old_node {
        return;
    }
    let at = path.child("nominatedNodeName");
    errors.problems(&at, node, names::dns_subdomain(node, false));
    if !text(&old_spec.node_name).is_empty() {
        errors.forbidden(&at, "may not be set on pods that are already bound to a node");
    }
}

/// A container that ended stays so, unless its policy lets it start again.
fn transitions(
    new: &[ContainerStatus],
    old: &[ContainerStatus],
    containers: Option<&[Container]>,
    spec: &PodSpec,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let any_restarts_all = spec.containers.iter().chain(list(&spec.init_containers)).any(|container| {
        list(&container.restart_policy_rules).iter().any(|rule| rule.action == "RestartAllContainers")
    });
    if containers.is_some() && any_restarts_all {
        return;
    }
    for (index, before) in old.iter().enumerate() {
        let Some(ended) = before.state.as_ref().and_then(|state| state.terminated.as_ref()) else { continue };
        let Some(now) = new.iter().find(|status| status.name == before.name) else { continue };
        if now.state.as_ref().is_some_and(|state| state.terminated.is_some()) {
            continue;
        }
        let container = containers.and_then(|all| all.iter().find(|container| container.name == before.name));
        if !container.is_some_and(|container| may_restart(container, spec, ended.exit_code)) {
            let detail = "may not be transitioned to non-terminated state";
            errors.forbidden(&path.index(index).child("state"), detail);
        }
    }
}

fn may_restart(container: &Container, spec: &PodSpec, code: i32) -> bool {
    let policy = container.restart_policy.as_deref().unwrap_or(text(&spec.restart_policy));
    for rule in list(&container.restart_policy_rules) {
        let Some(codes) = &rule.exit_codes else { continue };
        let listed = list(&codes.values).contains(&code);
        if (codes.operator == "In" && listed) || (codes.operator == "NotIn" && !listed) {
            return rule.action.starts_with("Restart");
        }
    }
    match policy {
        "Always" => true,
        "OnFailure" => code != 0,
        _ => false,
    }
}

fn resource_claims(status: &PodStatus, spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let mut seen = HashSet::new();
    for (index, claim) in list(&status.resource_claim_statuses).iter().enumerate() {
        let at = path.index(index);
        if !list(&spec.resource_claims).iter().any(|own| own.name == claim.name) {
            let detail = "must match the name of an entry in `spec.resourceClaims`";
            errors.invalid(&at.child("name"), &claim.name, detail);
        }
        if !seen.insert(&claim.name) {
            errors.duplicate(&at.child("name"), &claim.name);
        }
        if let Some(name) = &claim.resource_claim_name {
            errors.problems(&at.child("resourceClaimName"), name, names::dns_subdomain(name, false));
        }
    }
}

fn addresses(status: &PodStatus, old: &PodStatus, errors: &mut ErrorList) {
    let pod_ips: Vec<&str> = list(&status.pod_ips).iter().map(|ip| ip.ip.as_str()).collect();
    let old_ips: Vec<&str> = list(&old.pod_ips).iter().map(|ip| ip.ip.as_str()).collect();
    one_of_each_family(&pod_ips, &old_ips, &Path::new("status.podIPs"), errors);
    let host_ips: Vec<&str> = list(&status.host_ips).iter().map(|ip| ip.ip.as_str()).collect();
    let old_ips: Vec<&str> = list(&old.host_ips).iter().map(|ip| ip.ip.as_str()).collect();
    let path = Path::new("status.hostIPs");
    if let Some(first) = host_ips.first().filter(|first| **first != text(&status.host_ip)) {
        errors.invalid(&path.index(0).child("ip"), *first, "must be equal to `hostIP`");
    }
    one_of_each_family(&host_ips, &old_ips, &path, errors);
}

fn one_of_each_family(ips: &[&str], old: &[&str], path: &Path<'_>, errors: &mut ErrorList) {
    for (index, ip) in ips.iter().enumerate() {
        errors.append(validate::ip_legacy(&path.index(index), ip, true, old));
    }
    let families: Vec<bool> =
        ips.iter().filter_map(|ip| validate::parse_ip_sloppy(ip)).map(|ip| ip.is_ipv6()).collect();
    let dual = families.contains(&true) && families.contains(&false);
    if ips.len() > 1 && (!dual || ips.len() > 2) {
        let shown: Vec<_> = ips.iter().map(|ip| json!({"IP": ip})).collect();
        errors.invalid(path, BadValue::json(&shown), "may specify no more than one IP for each IP family");
    }
}

fn users(statuses: &[ContainerStatus], os: Option<&str>, path: &Path<'_>, errors: &mut ErrorList) {
    for (index, status) in statuses.iter().enumerate() {
        let Some(linux) = status.user.as_ref().and_then(|user| user.linux.as_ref()) else { continue };
        let at = path.index(index);
        let at = at.child("user");
        let at = at.child("linux");
        if os == Some("windows") {
            errors.forbidden(&at, "cannot be set for a windows pod");
            continue;
        }
        for (field, id) in [("uid", linux.uid), ("gid", linux.gid)] {
            let problems = if field == "uid" { validate::user_id(id) } else { validate::group_id(id) };
            for problem in problems {
                errors.invalid(&at.child(field), id, problem);
            }
        }
        for (index, group) in list(&linux.supplemental_groups).iter().enumerate() {
            for problem in validate::group_id(*group) {
                errors.invalid(&at.child("supplementalGroups").index(index), *group, problem);
            }
        }
    }
}
