//! Resources of a whole pod, beside those of its containers.

use std::collections::{BTreeMap, BTreeSet};

use api::core::v1::{Container, PodSpec, ResourceRequirements};
use meta::{ErrorList, Path, Quantity};

use super::Options;
use crate::rules::report::{Report, list};
use crate::rules::resources::{self, List, amount};

/// Amounts by resource.
pub type Amounts = BTreeMap<String, Quantity>;

/// What is wrong with `resources` of the pod; `path` is the spec's.
pub fn validate(
    spec: &PodSpec,
    claims: &BTreeSet<&str>,
    options: &Options,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let Some(own) = &spec.resources else { return };
    let at = path.child("resources");
    if spec.os.as_ref().is_some_and(|os| os.name == "windows") {
        return errors.forbidden(&at, "may not be set for a windows pod");
    }
    if own.claims.is_some() {
        errors.forbidden(&at.child("claims"), "claims may not be set for Resources at pod-level");
    }
    resources::requirements(own, resources::pod_name, claims, options, &at, errors);
    enough_for_containers(spec, own, &at, errors);
}

fn enough_for_containers(
    spec: &PodSpec,
    own: &ResourceRequirements,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let none = List::new();
    let (limits, requests) = (own.limits.as_ref().unwrap_or(&none), own.requests.as_ref().unwrap_or(&none));
    for (name, sum) in aggregate(spec, |r| r.requests.as_ref()) {
        if let Some(request) = requests.get(&name).map(amount).filter(|request| sum > *request) {
            let detail = format!("must be greater than or equal to aggregate container requests of {sum}");
            errors.invalid(&path.child("requests").key(&name), request.to_string(), detail);
        }
    }
    for (name, sum) in aggregate(spec, |r| r.limits.as_ref()) {
        if !resources::is_huge_page(&name) {
            continue;
        }
        if let Some(limit) = limits.get(&name).map(amount).filter(|limit| sum > *limit) {
            let detail = format!("must be greater than or equal to aggregate container limits of {sum}");
            errors.invalid(&path.child("limits").key(&name), limit.to_string(), detail);
        }
    }
    for (index, container) in spec.containers.iter().enumerate() {
        let own = container.resources.as_ref().and_then(|r| r.limits.as_ref());
        for (name, value) in own.into_iter().flatten() {
            let value = amount(value);
            if let Some(limit) = limits.get(name).map(amount).filter(|limit| value > *limit) {
                let at = path.child("containers");
                let detail = format!("must be less than or equal to pod limits of {limit}");
                errors.invalid(&at.index(index).key(name).child("limits"), value.to_string(), detail);
            }
        }
    }
}

/// What all containers need together: regular ones and sidecars at once, init containers one after the other.
pub fn aggregate(spec: &PodSpec, part: fn(&ResourceRequirements) -> Option<&List>) -> Amounts {
    let of = |container: &Container| -> Amounts {
        let list = container.resources.as_ref().and_then(part);
        list.into_iter().flatten().map(|(name, value)| (name.clone(), amount(value))).collect()
    };
    let mut sum = Amounts::new();
    for container in &spec.containers {
        add(&mut sum, &of(container));
    }
    let (mut sidecars, mut init) = (Amounts::new(), Amounts::new());
    for container in list(&spec.init_containers) {
        let mut needs = of(container);
        if container.restart_policy.as_deref() == Some("Always") {
            add(&mut sum, &needs);
            add(&mut sidecars, &needs);
            needs = sidecars.clone();
        } else {
            add(&mut needs, &sidecars);
        }
        max(&mut init, &needs);
    }
    max(&mut sum, &init);
    sum
}

fn add(to: &mut Amounts, more: &Amounts) {
    for (name, value) in more {
        match to.get_mut(name) {
            Some(sum) => *sum += value,
            None => drop(to.insert(name.clone(), value.clone())),
        }
    }
}

fn max(to: &mut Amounts, other: &Amounts) {
    for (name, value) in other {
        if to.get(name).is_none_or(|known| known < value) {
            to.insert(name.clone(), value.clone());
        }
    }
}
