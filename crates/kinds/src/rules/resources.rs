//! Names and amounts of resources: what containers, pods, nodes, quotas and limits count.

use std::collections::{BTreeMap, BTreeSet};

use api::Quantity as Text;
use api::core::v1::{ResourceClaim, ResourceRequirements};
use meta::{BadValue, ErrorList, FieldError, Path, Quantity, validate};

use super::pod_spec::Options;
use super::report::{NOT_NEGATIVE, Report, list, text};

/// Resources by name.
pub type List = BTreeMap<String, Text>;

const COUNTED: [&str; 9] = [
    "configmaps",
    "persistentvolumeclaims",
    "pods",
    "replicationcontrollers",
    "resourcequotas",
    "secrets",
    "services",
    "services.loadbalancers",
    "services.nodeports",
];
const COMPUTE: [&str; 9] = [
    "cpu",
    "ephemeral-storage",
    "limits.cpu",
    "limits.ephemeral-storage",
    "limits.memory",
    "memory",
    "requests.cpu",
    "requests.ephemeral-storage",
    "requests.memory",
];

/// An amount, as the tree holds it; what does not parse was refused when it was decoded.
pub fn amount(text: &Text) -> Quantity {
    text.0.parse().unwrap_or_default()
}

/// Whether the name is that of huge pages.
pub fn is_huge_page(name: &str) -> bool {
    name.starts_with("hugepages-")
}

fn is_quota_huge_page(name: &str) -> bool {
    is_huge_page(name) || name.starts_with("requests.hugepages-")
}

/// Whether the name is the system's own, not an extension's.
pub fn is_native(name: &str) -> bool {
    !name.contains('/') || name.contains("kubernetes.io/")
}

/// Whether the name is an extension's.
pub fn is_extended(name: &str) -> bool {
    let prefix = "requests.";
    !is_native(name)
        && !name.starts_with(prefix)
        && validate::qualified_name(&format!("{prefix}{name}")).is_empty()
}

/// Whether more may be promised than there is.
pub fn is_overcommit_allowed(name: &str) -> bool {
    is_native(name) && !is_huge_page(name)
}

fn is_standard(name: &str) -> bool {
    COUNTED.contains(&name)
        || COMPUTE.contains(&name)
        || ["storage", "requests.storage"].contains(&name)
        || is_quota_huge_page(name)
}

/// Whether a quota may count it.
pub fn is_standard_for_quota(name: &str) -> bool {
    name != "storage" && is_standard(name)
}

/// Any resource's name.
pub fn name(name: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let problems = validate::qualified_name(name);
    if problems.is_empty() && !name.contains('/') && !is_standard(name) {
        errors.invalid(path, name, "must be a standard resource type or fully qualified");
    }
    errors.problems(path, name, problems);
}

/// The name of a resource of a container.
pub fn container_name(resource: &str, path: &Path<'_>, errors: &mut ErrorList) {
    name(resource, path, errors);
    if !resource.contains('/') {
        if !["cpu", "memory", "ephemeral-storage"].contains(&resource) && !is_huge_page(resource) {
            errors.invalid(path, resource, "must be a standard resource for containers");
        }
    } else if !is_native(resource) && !is_extended(resource) {
        errors.invalid(path, resource, "doesn't follow extended resource name standard");
    }
}

/// The name of a resource of a whole pod.
pub fn pod_name(resource: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let before = errors.len();
    name(resource, path, errors);
    if errors.len() == before && !["cpu", "memory"].contains(&resource) && !is_huge_page(resource) {
        errors.push(FieldError::not_in_set(path, resource, &["cpu", "hugepages-", "memory"]));
    }
}

/// An amount of a resource: not negative, and whole where it is counted.
pub fn quantity(resource: &str, value: &Text, path: &Path<'_>, errors: &mut ErrorList) {
    let parsed = amount(value);
    if parsed.sign() < 0 {
        errors.invalid(path, parsed.to_string(), NOT_NEGATIVE);
    }
    if (COUNTED.contains(&resource) || is_extended(resource)) && parsed.milli_value() % 1000 != 0 {
        errors.invalid(path, BadValue::json(&parsed.to_string()), "must be an integer");
    }
}

/// What a container or pod asks for; `judge_name` decides which names it may ask for.
pub fn requirements(
    requirements: &ResourceRequirements,
    judge_name: fn(&str, &Path<'_>, &mut ErrorList),
    pod_claims: &BTreeSet<&str>,
    options: &Options,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let none = List::new();
    let (at_limits, at_requests) = (path.child("limits"), path.child("requests"));
    let (limits, requests) =
        (requirements.limits.as_ref().unwrap_or(&none), requirements.requests.as_ref().unwrap_or(&none));
    for (name, value) in limits {
        let at = at_limits.key(name);
        judge_name(name, &at, errors);
        quantity(name, value, &at, errors);
        huge_page(name, value, options, &at, errors);
    }
    for (name, value) in requests {
        let at = at_requests.key(name);
        judge_name(name, &at, errors);
        quantity(name, value, &at, errors);
        within_limit(name, value, limits.get(name), &at_limits, &at_requests, errors);
        huge_page(name, value, options, &at, errors);
    }
    let any = |test: fn(&str) -> bool| limits.keys().chain(requests.keys()).any(|name| test(name));
    if any(is_huge_page) && !any(|name| name == "cpu" || name == "memory") {
        errors.forbidden(path, "HugePages require cpu or memory");
    }
    claims(list(&requirements.claims), pod_claims, &path.child("claims"), errors);
}

fn within_limit(
    name: &str,
    value: &Text,
    limit: Option<&Text>,
    at_limits: &Path<'_>,
    at_requests: &Path<'_>,
    errors: &mut ErrorList,
) {
    let value = amount(value);
    let Some(limit) = limit.map(amount) else {
        if !is_overcommit_allowed(name) {
            errors.required(at_limits, "Limit must be set for non overcommitable resources");
        }
        return;
    };
    let relation = if value != limit && !is_overcommit_allowed(name) {
        "equal to"
    } else if value > limit {
        "less than or equal to"
    } else {
        return;
    };
    errors.invalid(at_requests, value.to_string(), format!("must be {relation} {name} limit of {limit}"));
}

pub(super) fn huge_page(
    name: &str,
    value: &Text,
    options: &Options,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    if !is_huge_page(name) || options.indivisible_huge_pages {
        return;
    }
    let value = amount(value);
    let size = name.trim_start_matches("hugepages-").parse::<Quantity>().ok();
    let divides = |size: &Quantity| {
        size.sign() > 0 && size.milli_value() % 1000 == 0 && value.value() % size.value() == 0
    };
    if !size.is_some_and(|size| divides(&size)) {
        let text = value.to_string();
        errors.invalid(path, &text, format!("{text} is not positive integer multiple of {name}"));
    }
}

fn claims(claims: &[ResourceClaim], pod_claims: &BTreeSet<&str>, path: &Path<'_>, errors: &mut ErrorList) {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for (index, claim) in claims.iter().enumerate() {
        let at = path.index(index);
        let (name, request) = (claim.name.as_str(), text(&claim.request));
        if name.is_empty() {
            errors.required(&at, "");
            continue;
        }
        if names.contains(name) {
            errors.duplicate(&at, name);
        } else {
            let key = if request.is_empty() { name.to_owned() } else { format!("{name}/{request}") };
            if !request.is_empty() {
                errors.problems(&at.child("request"), request, validate::dns1123_label(request));
            }
            if names.contains(&key) {
                errors.duplicate(&at, &key);
            } else if request.is_empty() {
                let prefix = format!("{name}/");
                for _ in names.iter().filter(|known| known.starts_with(&prefix)) {
                    errors.duplicate(&at, name);
                }
            }
            names.insert(key);
        }
        if !pod_claims.contains(name) {
            let mut error = FieldError::not_found(&at, name);
            let known: Vec<&str> = pod_claims.iter().copied().collect();
            error.detail = match known.as_slice() {
                [] => "must be one of the names in pod.spec.resourceClaims which is empty".to_owned(),
                known => format!("must be one of the names in pod.spec.resourceClaims: {}", known.join(", ")),
            };
            errors.push(error);
        }
    }
}
