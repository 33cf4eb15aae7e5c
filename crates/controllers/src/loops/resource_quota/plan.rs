//! What is used of a quota, from all that there is in its namespace. Pure; what single objects use is `kinds::rules::quota`'s to say.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use api::core::v1::{PersistentVolumeClaim, Pod, ResourceQuota, ResourceQuotaStatus, Service};
use api::{Quantity, Resource as _, Typed, time};
use kinds::rules::amounts::{self, Amounts};
use kinds::rules::quota::{Evaluator, OLD_COUNTS, scopes};
use resource::Object;

use super::counters::Resource;

/// What is seen.
pub struct Observed<'a> {
    pub quota: &'a ResourceQuota,
    pub pods: Vec<Arc<Pod>>,
    pub services: Vec<Arc<Service>>,
    pub claims: Vec<Arc<PersistentVolumeClaim>>,
    /// How many there are of the resources that are only counted.
    pub counts: BTreeMap<Resource, usize>,
    pub now: SystemTime,
}

fn hard(quota: &ResourceQuota) -> impl Iterator<Item = (&String, &Quantity)> {
    quota.spec.iter().filter_map(|spec| spec.hard.as_ref()).flatten()
}

/// The resources that the quota wants to have counted, without those whose objects are looked into.
pub fn counted(quota: &ResourceQuota) -> Vec<Resource> {
    let mut resources: Vec<Resource> = hard(quota).filter_map(|(name, _)| resource(name)).collect();
    resources.retain(|(group, plural)| matches!(Evaluator::of(group, plural), Evaluator::Objects(_)));
    resources.sort();
    resources.dedup();
    resources
}

/// `count/deployments.apps`, `secrets`
fn resource(name: &str) -> Option<Resource> {
    if OLD_COUNTS.contains(&name) {
        return Some((String::new(), name.to_owned()));
    }
    let name = name.strip_prefix("count/")?;
    let (plural, group) = name.split_once('.').unwrap_or((name, ""));
    Some((group.to_owned(), plural.to_owned()))
}

/// The quota's status.
pub fn status(observed: &Observed<'_>) -> ResourceQuotaStatus {
    let quota = object(observed.quota);
    let mut used = Amounts::new();
    let unlimited = scopes(&quota).is_empty();
    for ((group, plural), count) in &observed.counts {
        // Objects that are only counted are in no scope.
        let count = if unlimited { i64::try_from(*count).unwrap_or(i64::MAX) } else { 0 };
        if let Evaluator::Objects(names) = Evaluator::of(group, plural) {
            let count = meta::Quantity::new(count, meta::quantity::Format::DecimalSi);
            used.extend(names.into_iter().map(|name| (name, count.clone())));
        }
    }
    sum(observed, &quota, &Evaluator::Pods, &observed.pods, &mut used);
    sum(observed, &quota, &Evaluator::Services, &observed.services, &mut used);
    sum(observed, &quota, &Evaluator::Claims, &observed.claims, &mut used);
    let shown = used.into_iter().filter(|(name, _)| hard(observed.quota).any(|(bounded, _)| bounded == name));
    let used: BTreeMap<_, _> = shown.map(|(name, amount)| (name, Quantity(amount.to_string()))).collect();
    let hard: BTreeMap<_, _> =
        hard(observed.quota).map(|(name, amount)| (name.clone(), amount.clone())).collect();
    let some = |list: BTreeMap<String, Quantity>| (!list.is_empty()).then_some(list);
    ResourceQuotaStatus { hard: some(hard), used: some(used) }
}

/// Adds what all objects of one kind use; what nothing uses is zero.
fn sum<K: Typed>(
    observed: &Observed<'_>,
    quota: &Object,
    evaluator: &Evaluator,
    objects: &[Arc<K>],
    used: &mut Amounts,
) {
    let bounded: Vec<&String> =
        hard(observed.quota).map(|(name, _)| name).filter(|name| evaluator.counts(name)).collect();
    if bounded.is_empty() {
        return;
    }
    used.extend(bounded.into_iter().map(|name| (name.clone(), meta::Quantity::zero())));
    let (scopes, now) = (scopes(quota), meta_time(observed.now));
    for one in objects {
        let one = object(&**one);
        if evaluator.is_within(&scopes, &one) {
            amounts::add(used, &evaluator.usage(&one, now));
        }
    }
}

fn object<K: Typed>(object: &K) -> Object {
    Object::new(object.encode()).unwrap_or_else(|_| unreachable!("objects of the API are JSON objects"))
}

fn meta_time(now: SystemTime) -> meta::Time {
    let seconds = now.duration_since(UNIX_EPOCH).map_or(0, |past| past.as_secs());
    meta::Time::from_unix(i64::try_from(seconds).unwrap_or(i64::MAX))
}

/// When a pod that should be gone by then stops counting.
pub fn next(observed: &Observed<'_>) -> Option<Duration> {
    let ends = observed.pods.iter().filter_map(|pod| {
        let grace = u64::try_from(pod.meta().deletion_grace_period_seconds?).ok()?;
        let end = time::system(pod.meta().deletion_timestamp.as_ref()?) + Duration::from_secs(grace + 1);
        end.duration_since(observed.now).ok().filter(|left| !left.is_zero())
    });
    ends.min()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn pod(spec: Value, phase: &str) -> Arc<Pod> {
        Arc::new(
            Pod::decode(&json!({"metadata": {"name": "p"}, "spec": spec, "status": {"phase": phase}}))
                .unwrap(),
        )
    }

    fn container(resources: Value) -> Value {
        json!([{"name": "c", "resources": resources}])
    }

    fn used(spec: Value) -> Value {
        let quota = ResourceQuota::decode(&json!({"metadata": {"name": "q"}, "spec": spec})).unwrap();
        let big = json!({"requests": {"cpu": "500m", "memory": "1Gi", "example.com/gpu": "2"}, "limits": {"cpu": "1", "example.com/gpu": "2"}});
        let services = json!({"spec": {"type": "LoadBalancer", "ports": [{"port": 1}, {"port": 2}]}});
        let claim =
            json!({"spec": {"storageClassName": "fast", "resources": {"requests": {"storage": "5Gi"}}}});
        let count = |group: &str, plural: &str, count| ((group.to_owned(), plural.to_owned()), count);
        let observed = Observed {
            quota: &quota,
            pods: vec![
                pod(json!({"containers": container(big.clone())}), "Running"),
                pod(
                    json!({"containers": container(big.clone()), "activeDeadlineSeconds": 5, "priorityClassName": "high"}),
                    "Pending",
                ),
                pod(json!({"containers": container(json!({}))}), "Running"),
                pod(json!({"containers": container(big)}), "Succeeded"),
            ],
            services: vec![Arc::new(Service::decode(&services).unwrap())],
            claims: vec![Arc::new(PersistentVolumeClaim::decode(&claim).unwrap())],
            counts: [count("", "secrets", 3), count("apps", "deployments", 4)].into(),
            now: UNIX_EPOCH,
        };
        let used = status(&observed).used.unwrap_or_default();
        used.into_iter()
            .map(|(name, amount)| (name, Value::from(amount.0)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }

    #[test]
    fn everything_that_counts_is_counted() {
        let hard = [
            ("pods", "3"),
            ("count/pods", "4"),
            ("requests.cpu", "1"),
            ("cpu", "1"),
            ("limits.cpu", "2"),
            ("limits.memory", "0"),
            ("requests.memory", "2Gi"),
            ("requests.example.com/gpu", "4"),
            ("services", "1"),
            ("services.nodeports", "2"),
            ("services.loadbalancers", "1"),
            ("persistentvolumeclaims", "1"),
            ("requests.storage", "5Gi"),
            ("fast.storageclass.storage.k8s.io/requests.storage", "5Gi"),
            ("slow.storageclass.storage.k8s.io/persistentvolumeclaims", "0"),
            ("secrets", "3"),
            ("count/secrets", "3"),
            ("count/deployments.apps", "4"),
        ];
        let expected: serde_json::Map<_, _> =
            hard.iter().map(|(name, amount)| ((*name).to_owned(), json!(amount))).collect();
        let asked: serde_json::Map<_, _> =
            hard.iter().map(|(name, _)| ((*name).to_owned(), json!("100"))).collect();
        assert_eq!(used(json!({"hard": asked})), Value::from(expected));
    }

    #[test]
    fn scopes_limit_what_counts() {
        let table = [
            (json!({"scopes": ["BestEffort"]}), "1"),
            (json!({"scopes": ["NotBestEffort"]}), "2"),
            (json!({"scopes": ["Terminating"]}), "1"),
            (json!({"scopes": ["NotTerminating"]}), "2"),
            (json!({"scopes": ["NotTerminating", "NotBestEffort"]}), "1"),
            (json!({"scopes": ["CrossNamespacePodAffinity"]}), "0"),
            (
                json!({"scopeSelector": {"matchExpressions": [{"scopeName": "PriorityClass", "operator": "In", "values": ["high"]}]}}),
                "1",
            ),
            (
                json!({"scopeSelector": {"matchExpressions": [{"scopeName": "PriorityClass", "operator": "NotIn", "values": ["high"]}]}}),
                "2",
            ),
        ];
        for (mut spec, expected) in table {
            spec["hard"] = json!({"pods": "100", "count/secrets": "100"});
            let expected = json!({"pods": expected, "count/secrets": "0"});
            assert_eq!(used(spec.clone()), expected, "{spec}");
        }
    }

    #[test]
    fn names_of_counted_resources_are_understood() {
        let hard = json!({"count/deployments.apps": "1", "secrets": "1", "count/secrets": "1", "count/pods": "1", "pods": "1", "cpu": "1"});
        let quota = ResourceQuota::decode(&json!({"spec": {"hard": hard}})).unwrap();
        let names = [("", "secrets"), ("apps", "deployments")];
        assert_eq!(counted(&quota), names.map(|(group, plural)| (group.to_owned(), plural.to_owned())));
    }
}
