//! What a pod uses: itself, and the computing resources that it asks for while it lives.

use std::collections::{BTreeMap, BTreeSet};

use api::Typed as _;
use api::core::v1::{PodAffinityTerm, PodSpec};
use meta::Time;
use resource::Object;

use super::{Scope, number};
use crate::core::pod::qos;
use crate::rules::amounts::{self, Amounts};
use crate::rules::resources;

const NAMES: [&str; 11] = [
    "count/pods",
    "cpu",
    "memory",
    "ephemeral-storage",
    "requests.cpu",
    "requests.memory",
    "requests.ephemeral-storage",
    "limits.cpu",
    "limits.memory",
    "limits.ephemeral-storage",
    "pods",
];
/// Resources of which each container must say how much it uses where a quota bounds them.
const SAID: [&str; 6] = ["cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"];

pub(super) fn counts(name: &str) -> bool {
    let huge = name.starts_with("hugepages-") || name.starts_with("requests.hugepages-");
    let extended = name.strip_prefix("requests.").is_some_and(|_| {
        !resources::is_native(name) || name.starts_with("requests.deviceclass.resource.kubernetes.io/")
    });
    NAMES.contains(&name) || huge || extended
}

/// Whether the pod ends by itself after a time.
pub fn ends(pod: &Object) -> bool {
    pod.int("spec.activeDeadlineSeconds").is_some_and(|seconds| seconds >= 0)
}

fn spec(pod: &Object) -> PodSpec {
    pod.get("spec").and_then(|spec| PodSpec::decode(spec).ok()).unwrap_or_default()
}

pub(super) fn usage(pod: &Object, now: Time) -> Amounts {
    let mut usage = Amounts::from([("count/pods".to_owned(), number(1))]);
    if !is_alive(pod, now) {
        return usage;
    }
    let spec = spec(pod);
    let (mut requests, mut limits) = (amounts::pod_requests(&spec), amounts::pod_limits(&spec));
    let overhead = amounts::of_list(spec.overhead.as_ref());
    amounts::add(&mut requests, &overhead);
    let limited: Amounts = overhead.into_iter().filter(|(name, _)| limits.contains_key(name)).collect();
    amounts::add(&mut limits, &limited);
    amounts::add(&mut usage, &computing(&requests, &limits));
    usage
}

/// Whether the pod still runs, or might: what has ended, and what should long have gone, uses nothing.
fn is_alive(pod: &Object, now: Time) -> bool {
    if matches!(pod.text("status.phase"), "Failed" | "Succeeded") {
        return false;
    }
    let until = pod.text("metadata.deletionTimestamp").parse::<Time>().ok();
    let grace = pod.int("metadata.deletionGracePeriodSeconds");
    !matches!((until, grace), (Some(until), Some(grace)) if now.unix() > until.unix() + grace)
}

/// The names under which a quota knows requests and limits.
fn computing(requests: &Amounts, limits: &Amounts) -> Amounts {
    let mut usage = Amounts::from([("pods".to_owned(), number(1))]);
    for (name, amount) in requests {
        let plain = matches!(name.as_str(), "cpu" | "memory" | "ephemeral-storage");
        if plain || name.starts_with("hugepages-") {
            usage.insert(name.clone(), amount.clone());
        }
        if plain || name.starts_with("hugepages-") || resources::is_extended(name) {
            usage.insert(format!("requests.{name}"), amount.clone());
        }
    }
    for name in ["cpu", "memory", "ephemeral-storage"] {
        if let Some(amount) = limits.get(name) {
            usage.insert(format!("limits.{name}"), amount.clone());
        }
    }
    usage
}

pub(super) fn constraints(restricted: &[String], pod: &Object) -> Result<(), String> {
    let spec = spec(pod);
    let whole = spec.resources.as_ref();
    if whole.is_some_and(|own| own.requests.is_some() || own.limits.is_some()) {
        return Ok(());
    }
    let mut missing: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for container in spec.containers.iter().chain(spec.init_containers.iter().flatten()) {
        let own = container.resources.as_ref();
        let requests = amounts::of_list(own.and_then(|own| own.requests.as_ref()));
        let limits = amounts::of_list(own.and_then(|own| own.limits.as_ref()));
        let said = computing(&requests, &limits);
        for name in restricted.iter().filter(|name| SAID.contains(&name.as_str())) {
            if !said.contains_key(name) {
                missing.entry(name).or_default().insert(&container.name);
            }
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    let one = |(resource, containers): (&&str, &BTreeSet<&str>)| {
        let containers: Vec<&str> = containers.iter().copied().collect();
        format!("{resource} for: {}", containers.join(","))
    };
    Err(format!("must specify {}", missing.iter().map(one).collect::<Vec<_>>().join("; ")))
}

pub(super) fn is_in(scope: &Scope, pod: &Object) -> bool {
    match scope.name.as_str() {
        "Terminating" => ends(pod),
        "NotTerminating" => !ends(pod),
        "BestEffort" => qos::of(pod) == "BestEffort",
        "NotBestEffort" => qos::of(pod) != "BestEffort",
        "PriorityClass" => {
            let class = pod.text("spec.priorityClassName");
            scope.selects(Some(class).filter(|class| !class.is_empty()))
        }
        "CrossNamespacePodAffinity" => crosses(&spec(pod)),
        _ => false,
    }
}

/// Whether the pod wants to be near or far from pods of other namespaces.
fn crosses(spec: &PodSpec) -> bool {
    let Some(affinity) = &spec.affinity else { return false };
    let mut terms: Vec<&PodAffinityTerm> = Vec::new();
    if let Some(near) = &affinity.pod_affinity {
        terms.extend(near.required_during_scheduling_ignored_during_execution.iter().flatten());
        let preferred = near.preferred_during_scheduling_ignored_during_execution.iter().flatten();
        terms.extend(preferred.map(|term| &term.pod_affinity_term));
    }
    if let Some(far) = &affinity.pod_anti_affinity {
        terms.extend(far.required_during_scheduling_ignored_during_execution.iter().flatten());
        let preferred = far.preferred_during_scheduling_ignored_during_execution.iter().flatten();
        terms.extend(preferred.map(|term| &term.pod_affinity_term));
    }
    let crosses = |term: &&PodAffinityTerm| {
        term.namespaces.as_ref().is_some_and(|names| !names.is_empty()) || term.namespace_selector.is_some()
    };
    terms.iter().any(crosses)
}
