//! What a pod's status says of devices, claims and images that were given to its containers.

use std::collections::HashSet;

use api::core::v1::{Container, ContainerStatus, PodSpec, PodStatus};
use meta::{ErrorList, FieldError, Path, names, validate};

use crate::rules::report::{Report, list, text};
use crate::rules::resources::{amount, is_native};

const MESSAGE_MAX: usize = 1024;

/// The health of devices of these containers.
pub fn health(
    statuses: &[ContainerStatus],
    containers: &[Container],
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    for (index, status) in statuses.iter().enumerate() {
        let at = path.index(index);
        let at = at.child("allocatedResourcesStatus");
        let container = containers.iter().find(|container| container.name == status.name);
        for (index, resource) in list(&status.allocated_resources_status).iter().enumerate() {
            let at = at.index(index);
            if let Some(container) = container {
                belongs(&resource.name, container, &at.child("name"), errors);
            }
            let mut seen = HashSet::new();
            let at = at.child("resources");
            for (index, device) in list(&resource.resources).iter().enumerate() {
                let at = at.index(index);
                errors.one_of(
                    &at.child("health"),
                    text(&device.health),
                    &["Healthy", "Unhealthy", "Unknown"],
                );
                match device.message.as_deref() {
                    Some("") => errors.required(&at.child("message"), "must be non-empty if specified"),
                    Some(message) if message.len() > MESSAGE_MAX => {
                        errors.push(FieldError::too_long(&at.child("message"), MESSAGE_MAX));
                    }
                    _ => {}
                }
                if !seen.insert(&device.resource_id) {
                    errors.duplicate(&at.child("resourceID"), &device.resource_id);
                }
            }
        }
    }
}

fn belongs(name: &str, container: &Container, path: &Path<'_>, errors: &mut ErrorList) {
    let own = container.resources.clone().unwrap_or_default();
    let (found, detail) = if name.starts_with("claim:") {
        let claims = list(&own.claims).iter().map(|claim| match text(&claim.request) {
            "" => format!("claim:{}", claim.name),
            request => format!("claim:{}/{request}", claim.name),
        });
        let detail = "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty";
        (claims.into_iter().any(|claim| claim == name), detail)
    } else {
        let detail = "must match one of the container's resource requests";
        (own.requests.is_some_and(|requests| requests.contains_key(name)), detail)
    };
    if !found {
        errors.invalid(path, name, detail);
    }
}

/// Ephemeral containers have no devices.
pub fn no_devices(statuses: &[ContainerStatus], path: &Path<'_>, errors: &mut ErrorList) {
    for (index, _) in
        statuses.iter().enumerate().filter(|(_, s)| !list(&s.allocated_resources_status).is_empty())
    {
        let at = path.index(index);
        errors.forbidden(&at.child("allocatedResourcesStatus"), "must not be specified in container status");
    }
}

/// Images that are mounted as volumes.
pub fn images(statuses: &[ContainerStatus], path: &Path<'_>, errors: &mut ErrorList) {
    for (index, status) in statuses.iter().enumerate() {
        let at = path.index(index);
        let at = at.child("volumeMounts");
        for (index, mount) in list(&status.volume_mounts).iter().enumerate() {
            let Some(image) = mount.volume_status.as_ref().and_then(|status| status.image.as_ref()) else {
                continue;
            };
            let at = at.index(index);
            let at = at.child("volumeStatus");
            let at = at.child("imageVolumeStatus");
            if image.image_ref.is_empty() {
                errors.required(&at.child("imageRef"), "imageRef must not be empty");
            }
            if image.image_ref.len() > 256 {
                errors.push(FieldError::too_long(&at.child("imageRef"), 256));
            }
        }
    }
}

/// The claim that stands for extended resources which the pod asked for.
pub fn extended_claim(status: &PodStatus, spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let Some(claim) = &status.extended_resource_claim_status else { return };
    let at = path.child("requestMappings");
    if claim.request_mappings.is_empty() {
        errors.required(&at, "at least one request mapping is required");
    }
    let containers: Vec<&Container> = spec.containers.iter().chain(list(&spec.init_containers)).collect();
    let mut seen = HashSet::new();
    for (index, mapping) in claim.request_mappings.iter().enumerate() {
        let at = at.index(index);
        match containers.iter().find(|container| container.name == mapping.container_name) {
            None => {
                let detail =
                    "must match the name of an entry in spec.initContainers.name or spec.containers.name";
                errors.invalid(&at.child("containerName"), &mapping.container_name, detail);
            }
            Some(container) => {
                let requests = container.resources.as_ref().and_then(|own| own.requests.as_ref());
                if !requests.is_some_and(|requests| requests.contains_key(&mapping.resource_name)) {
                    let detail = "must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests";
                    errors.invalid(&at.child("resourceName"), &mapping.resource_name, detail);
                }
            }
        }
        let request = &mapping.request_name;
        errors.problems(&path.child("requestName"), request, validate::dns1123_label(request));
        if !seen.insert((&mapping.container_name, &mapping.resource_name, request)) {
            errors.duplicate(&at.child("containerName"), &mapping.container_name);
            errors.duplicate(&at.child("resourceName"), &mapping.resource_name);
            errors.duplicate(&at.child("requestName"), request);
        }
    }
    let name = &claim.resource_claim_name;
    if name.is_empty() {
        errors.required(&path.child("resourceClaimName"), "");
    } else {
        errors.problems(&path.child("resourceClaimName"), name, names::dns_subdomain(name, false));
    }
}

/// Claims on what a node has of its own.
pub fn node_claims(status: &PodStatus, spec: &PodSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let known = list(&spec.resource_claims).iter().filter_map(|claim| claim.resource_claim_name.as_deref());
    let made =
        list(&status.resource_claim_statuses).iter().filter_map(|claim| claim.resource_claim_name.as_deref());
    let known: HashSet<&str> = known.chain(made).collect();
    for (index, claim) in list(&status.node_allocatable_resource_claim_statuses).iter().enumerate() {
        let at = path.index(index);
        let name = claim.resource_claim_name.as_str();
        if name.is_empty() {
            errors.required(&at.child("resourceClaimName"), "must not be empty");
        }
        if !known.contains(name) {
            errors.invalid(&at.child("resourceClaimName"), name, "no mapping found in pod reference");
        }
        if list(&claim.containers).is_empty() {
            errors.required(&at.child("containers"), "must not be empty");
        }
        let at = at.child("resources");
        if claim.resources.is_empty() {
            errors.required(&at, "must not be empty");
        }
        for (name, value) in &claim.resources {
            if !is_native(name) {
                errors.invalid(&at.key(name), name, "must be a node allocatable resource name");
            }
            let value = amount(value);
            if value.sign() < 0 {
                errors.invalid(&at.key(name), value.to_string(), "must be non-negative");
            }
        }
    }
}
