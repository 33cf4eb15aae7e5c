//! The quality of service that follows from what a pod asks for.

use api::Typed;
use api::core::v1::{Pod, PodSpec, ResourceRequirements};
use meta::Quantity;
use resource::Object;
use std::collections::BTreeMap;

use crate::rules::report::list;
use crate::rules::resources::{List, amount};

/// The class of a pod, from its spec alone.
pub fn of(object: &Object) -> &'static str {
    Pod::decode(object.tree()).ok().and_then(|pod| pod.spec).map_or("BestEffort", |spec| of_spec(&spec))
}

/// The class of a spec.
pub fn of_spec(spec: &PodSpec) -> &'static str {
    let all: Vec<&ResourceRequirements> = match &spec.resources {
        Some(own) if counted(own.requests.as_ref()).len() + counted(own.limits.as_ref()).len() > 0 => {
            vec![own]
        }
        _ => {
            let containers = spec.containers.iter().chain(list(&spec.init_containers));
            containers.map(|container| container.resources.as_ref().unwrap_or(&EMPTY)).collect()
        }
    };
    let (mut requests, mut limits) = (BTreeMap::new(), BTreeMap::new());
    let mut guaranteed = true;
    for requirements in all {
        let (asked, bounded) =
            (counted(requirements.requests.as_ref()), counted(requirements.limits.as_ref()));
        guaranteed &= bounded.len() == 2;
        add(&mut requests, &asked);
        add(&mut limits, &bounded);
    }
    if requests.is_empty() && limits.is_empty() {
        return "BestEffort";
    }
    let equal = requests.len() == limits.len()
        && requests.iter().all(|(name, value)| limits.get(name) == Some(value));
    if guaranteed && equal { "Guaranteed" } else { "Burstable" }
}

static EMPTY: ResourceRequirements = ResourceRequirements { claims: None, limits: None, requests: None };

/// The amounts that count: processor and memory, above nought.
fn counted(list: Option<&List>) -> BTreeMap<&str, Quantity> {
    let list = list.into_iter().flatten().filter(|(name, _)| ["cpu", "memory"].contains(&name.as_str()));
    list.map(|(name, value)| (name.as_str(), amount(value))).filter(|(_, value)| value.sign() > 0).collect()
}

fn add<'a>(to: &mut BTreeMap<&'a str, Quantity>, more: &BTreeMap<&'a str, Quantity>) {
    for (name, value) in more {
        match to.get_mut(name) {
            Some(sum) => *sum += value,
            None => drop(to.insert(name, value.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn classes() {
        let table = [
            (json!({}), "BestEffort"),
            (json!({"requests": {"cpu": "1"}}), "Burstable"),
            (
                json!({"limits": {"cpu": "1", "memory": "1"}, "requests": {"cpu": "1", "memory": "1"}}),
                "Guaranteed",
            ),
            (
                json!({"limits": {"cpu": "1", "memory": "2"}, "requests": {"cpu": "1", "memory": "1"}}),
                "Burstable",
            ),
            (json!({"limits": {"cpu": "1"}, "requests": {"cpu": "1"}}), "Burstable"),
            (json!({"requests": {"cpu": "0", "example.com/x": "1"}}), "BestEffort"),
        ];
        for (resources, want) in table {
            let tree = json!({"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "c", "resources": resources}]}});
            assert_eq!(of(&Object::new(tree).unwrap()), want, "{resources}");
        }
    }

    #[test]
    fn resources_of_the_pod_count_before_those_of_containers() {
        let whole = json!({"limits": {"cpu": "1", "memory": "1"}, "requests": {"cpu": "1", "memory": "1"}});
        let tree = json!({"apiVersion": "v1", "kind": "Pod", "spec": {"resources": whole, "containers": [{"name": "c"}]}});
        assert_eq!(of(&Object::new(tree).unwrap()), "Guaranteed");
    }
}
