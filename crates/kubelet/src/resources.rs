//! What containers may use, as cgroups have it: classes of service, shares, quotas, and who is killed first.

use std::collections::BTreeMap;

use api::Quantity as Text;
use api::core::v1::{Container, Pod, ResourceRequirements};
use meta::Quantity;
use node::LinuxResources;

use crate::pod::spec::{self, Role};

/// A pod's class of service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QosClass {
    /// Every container has limits for both, equal to its requests.
    Guaranteed,
    /// Something is requested.
    Burstable,
    /// Nothing is.
    BestEffort,
}

impl QosClass {
    /// As the API spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Guaranteed => "Guaranteed",
            Self::Burstable => "Burstable",
            Self::BestEffort => "BestEffort",
        }
    }
}

/// The class of a pod.
pub fn qos_class(pod: &Pod) -> QosClass {
    if let Some(pod_level) = pod.spec.as_ref().and_then(|spec| spec.resources.as_ref())
        && (pod_level.requests.is_some() || pod_level.limits.is_some())
    {
        return class(std::iter::once(Some(pod_level)));
    }
    let all = spec::containers(pod);
    let some: Vec<&Container> = all
        .iter()
        .filter(|(role, _)| *role != Role::Ephemeral)
        .map(|(_, container)| container.as_ref())
        .collect();
    class(some.iter().map(|container| container.resources.as_ref()))
}

fn class<'a>(all: impl Iterator<Item = Option<&'a ResourceRequirements>>) -> QosClass {
    let (mut guaranteed, mut anything) = (true, false);
    for resources in all {
        for name in ["cpu", "memory"] {
            let request = amount(resources.and_then(|given| given.requests.as_ref()), name);
            let limit = amount(resources.and_then(|given| given.limits.as_ref()), name);
            anything |= request.is_some() || limit.is_some();
            guaranteed &= limit.is_some() && (request.is_none() || request == limit);
        }
    }
    match (anything, guaranteed) {
        (false, _) => QosClass::BestEffort,
        (true, true) => QosClass::Guaranteed,
        (true, false) => QosClass::Burstable,
    }
}

/// A quantity of a list, if it is given and not zero.
fn amount(list: Option<&BTreeMap<String, Text>>, name: &str) -> Option<Quantity> {
    let quantity: Quantity = list?.get(name)?.0.parse().ok()?;
    (!quantity.is_zero()).then_some(quantity)
}

/// What is asked for and what is allowed: processors in thousandths, memory in bytes; 0 means nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Amounts {
    /// Requested thousandths of processors.
    pub cpu_request: i64,
    /// Allowed thousandths of processors.
    pub cpu_limit: i64,
    /// Requested bytes.
    pub memory_request: i64,
    /// Allowed bytes.
    pub memory_limit: i64,
}

impl Amounts {
    /// Those of one container.
    pub fn of(resources: Option<&ResourceRequirements>) -> Self {
        let requests = resources.and_then(|given| given.requests.as_ref());
        let limits = resources.and_then(|given| given.limits.as_ref());
        Self {
            cpu_request: amount(requests, "cpu").map_or(0, |quantity| quantity.milli_value()),
            cpu_limit: amount(limits, "cpu").map_or(0, |quantity| quantity.milli_value()),
            memory_request: amount(requests, "memory").map_or(0, |quantity| quantity.value()),
            memory_limit: amount(limits, "memory").map_or(0, |quantity| quantity.value()),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            cpu_request: self.cpu_request + other.cpu_request,
            cpu_limit: self.cpu_limit + other.cpu_limit,
            memory_request: self.memory_request + other.memory_request,
            memory_limit: self.memory_limit + other.memory_limit,
        }
    }

    /// The larger of each.
    pub fn max(self, other: Self) -> Self {
        Self {
            cpu_request: self.cpu_request.max(other.cpu_request),
            cpu_limit: self.cpu_limit.max(other.cpu_limit),
            memory_request: self.memory_request.max(other.memory_request),
            memory_limit: self.memory_limit.max(other.memory_limit),
        }
    }
}

/// What a whole pod asks for: its apps and sidecars together, or the greediest init container if that is more. A limit counts only
/// when every container has one.
pub fn pod_amounts(pod: &Pod) -> Amounts {
    let (mut running, mut peak) = (Amounts::default(), Amounts::default());
    let (mut cpu_limited, mut memory_limited) = (true, true);
    let mut apps = Amounts::default();
    for (role, container) in spec::containers(pod) {
        let own = Amounts::of(container.resources.as_ref());
        match role {
            Role::Ephemeral => continue,
            Role::Sidecar => running = running.plus(own),
            Role::Init => peak = peak.max(running.plus(own)),
            Role::App => apps = apps.plus(own),
        }
        cpu_limited &= own.cpu_limit > 0;
        memory_limited &= own.memory_limit > 0;
    }
    let mut total = running.plus(apps).max(peak);
    if let Some(spec) = &pod.spec {
        let overhead = spec.overhead.as_ref();
        total.cpu_request += amount(overhead, "cpu").map_or(0, |quantity| quantity.milli_value());
        total.memory_request += amount(overhead, "memory").map_or(0, |quantity| quantity.value());
        if spec.resources.is_some() {
            let own = Amounts::of(spec.resources.as_ref());
            let pick = |own: i64, total: i64| if own > 0 { own } else { total };
            total.cpu_request = pick(own.cpu_request, total.cpu_request);
            total.memory_request = pick(own.memory_request, total.memory_request);
            (cpu_limited, memory_limited) =
                (cpu_limited || own.cpu_limit > 0, memory_limited || own.memory_limit > 0);
            total.cpu_limit = pick(own.cpu_limit, total.cpu_limit);
            total.memory_limit = pick(own.memory_limit, total.memory_limit);
        }
    }
    total.cpu_limit = if cpu_limited { total.cpu_limit } else { 0 };
    total.memory_limit = if memory_limited { total.memory_limit } else { 0 };
    total
}

/// Thousandths of processors as a weight.
pub fn shares(milli: i64) -> i64 {
    (milli * 1024 / 1000).clamp(2, 262_144)
}

/// Thousandths of processors as microseconds per period of 100 ms; 0 for no limit.
pub fn quota(milli: i64) -> i64 {
    if milli == 0 { 0 } else { (milli * 100).max(1000) }
}

/// What a container asks for and may use: where it has no limit of its own, the pod's holds.
pub fn effective(pod: &Pod, container: &Container) -> Amounts {
    let mut own = Amounts::of(container.resources.as_ref());
    let whole = Amounts::of(pod.spec.as_ref().and_then(|spec| spec.resources.as_ref()));
    if own.cpu_limit == 0 {
        own.cpu_limit = whole.cpu_limit;
    }
    if own.memory_limit == 0 {
        own.memory_limit = whole.memory_limit;
    }
    own
}

/// The limits of a container.
pub fn of_container(pod: &Pod, container: &Container, node_memory: i64) -> LinuxResources {
    linux(pod, effective(pod, container), node_memory)
}

/// The limits of a container of this pod that may use so much.
pub fn linux(pod: &Pod, own: Amounts, node_memory: i64) -> LinuxResources {
    // A limit without a request is a request, too.
    let request = if own.cpu_request == 0 { own.cpu_limit } else { own.cpu_request };
    LinuxResources {
        cpu_period: 100_000,
        cpu_quota: quota(own.cpu_limit),
        cpu_shares: shares(request),
        memory_limit: own.memory_limit,
        oom_score_adj: oom_score(pod, own, node_memory),
        ..LinuxResources::default()
    }
}

/// Who is killed first when memory runs out: best effort first, guaranteed last, in between by share of what was asked for.
fn oom_score(pod: &Pod, own: Amounts, node_memory: i64) -> i64 {
    let critical =
        pod.spec.as_ref().and_then(|spec| spec.priority).is_some_and(|priority| priority >= 2_000_000_000);
    match qos_class(pod) {
        _ if critical => -997,
        QosClass::Guaranteed => -997,
        QosClass::BestEffort => 1000,
        QosClass::Burstable => {
            let share = i128::from(own.memory_request) * 1000 / i128::from(node_memory.max(1));
            let score = 1000 - i64::try_from(share).unwrap_or(1000);
            // Never as safe as a guaranteed pod, never as exposed as one that asked for nothing.
            score.clamp(3, 999)
        }
    }
}

/// The limits of the cgroup of a pod that may use so much.
pub fn of_pod(total: Amounts) -> LinuxResources {
    LinuxResources {
        cpu_period: 100_000,
        cpu_quota: quota(total.cpu_limit),
        cpu_shares: shares(total.cpu_request),
        memory_limit: total.memory_limit,
        ..LinuxResources::default()
    }
}

/// The cgroup of a pod below the controllers' root, in upstream's tree.
pub fn cgroup_path(root: &str, pod: &Pod) -> String {
    let uid = spec::uid(pod);
    match qos_class(pod) {
        QosClass::Guaranteed => format!("{root}/kubepods/pod{uid}"),
        QosClass::Burstable => format!("{root}/kubepods/burstable/pod{uid}"),
        QosClass::BestEffort => format!("{root}/kubepods/besteffort/pod{uid}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Typed as _;
    use serde_json::{Value, json};

    fn pod(containers: Value) -> Pod {
        Pod::decode(&json!({"metadata": {"uid": "u"}, "spec": {"containers": containers}})).unwrap()
    }

    #[test]
    fn classes_paths_and_scores() {
        let both = json!({"cpu": "1", "memory": "1Gi"});
        for (resources, class, path, score) in [
            (json!({}), "BestEffort", "/kubepods/besteffort/podu", 1000),
            (json!({"requests": {"memory": "1Gi"}}), "Burstable", "/kubepods/burstable/podu", 875),
            (json!({"requests": {"cpu": "1m"}}), "Burstable", "/kubepods/burstable/podu", 999),
            (json!({"limits": both}), "Guaranteed", "/kubepods/podu", -997),
            (json!({"limits": both, "requests": both}), "Guaranteed", "/kubepods/podu", -997),
            (json!({"limits": {"cpu": "1"}}), "Burstable", "/kubepods/burstable/podu", 999),
        ] {
            let pod = pod(json!([{"name": "c", "resources": resources}]));
            let container = &pod.spec.as_ref().unwrap().containers[0];
            assert_eq!(qos_class(&pod).name(), class, "{resources}");
            assert_eq!(cgroup_path("", &pod), path);
            assert_eq!(of_container(&pod, container, 8 << 30).oom_score_adj, score, "{resources}");
        }
    }

    #[test]
    fn weights_and_quotas() {
        assert_eq!([0, 1, 250, 1000, 64_000_000].map(shares), [2, 2, 256, 1024, 262_144]);
        assert_eq!([0, 1, 250, 1000].map(quota), [0, 1000, 25_000, 100_000]);
        let pod = pod(json!([
            {"name": "a", "resources": {"limits": {"cpu": "1", "memory": "1Gi"}}},
            {"name": "b", "resources": {"limits": {"cpu": "500m"}, "requests": {"memory": "1Mi"}}},
        ]));
        let total = pod_amounts(&pod);
        assert_eq!((total.cpu_limit, total.memory_limit, total.memory_request), (1500, 0, 1 << 20));
    }
}
