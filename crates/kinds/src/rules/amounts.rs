//! Amounts by resource: of a container, of a pod, of a quota; and how they are added and compared. For admission, the quota
//! controller and whoever else counts.

use std::collections::BTreeMap;

use api::core::v1::{PodSpec, ResourceRequirements};
use meta::Quantity;
use serde_json::{Map, Value};

use super::pod_spec::pod_resources::aggregate;

/// Amounts by the name of the resource.
pub type Amounts = BTreeMap<String, Quantity>;

/// The amounts in a list of resources; what cannot be read counts as nothing.
pub fn of_list(list: Option<&BTreeMap<String, api::Quantity>>) -> Amounts {
    let list = list.into_iter().flatten();
    list.map(|(name, text)| (name.clone(), parse(&text.0))).collect()
}

/// The amounts in a tree.
pub fn of_tree(tree: Option<&Value>) -> Amounts {
    let list = tree.and_then(Value::as_object).into_iter().flatten();
    list.map(|(name, value)| (name.clone(), of_value(value))).collect()
}

fn of_value(value: &Value) -> Quantity {
    match value {
        Value::String(text) => parse(text),
        other => parse(&other.to_string()),
    }
}

fn parse(text: &str) -> Quantity {
    text.parse().unwrap_or_else(|_| Quantity::zero())
}

/// The tree of amounts.
pub fn to_tree(amounts: &Amounts) -> Value {
    let members = amounts.iter().map(|(name, amount)| (name.clone(), Value::from(amount.to_string())));
    Value::Object(members.collect::<Map<_, _>>())
}

/// Adds to amounts.
pub fn add(to: &mut Amounts, more: &Amounts) {
    for (name, amount) in more {
        match to.get_mut(name) {
            Some(sum) => *sum += amount,
            None => drop(to.insert(name.clone(), amount.clone())),
        }
    }
}

/// What a whole pod requests. What is said of the pod itself stands above the sum of its containers.
pub fn pod_requests(spec: &PodSpec) -> Amounts {
    whole(spec, |resources| resources.requests.as_ref())
}

/// What a whole pod is limited to.
pub fn pod_limits(spec: &PodSpec) -> Amounts {
    whole(spec, |resources| resources.limits.as_ref())
}

fn whole(
    spec: &PodSpec,
    part: fn(&ResourceRequirements) -> Option<&BTreeMap<String, api::Quantity>>,
) -> Amounts {
    let mut amounts = aggregate(spec, part);
    for (name, amount) in of_list(spec.resources.as_ref().and_then(part)) {
        if matches!(name.as_str(), "cpu" | "memory") || name.starts_with("hugepages-") {
            amounts.insert(name, amount);
        }
    }
    amounts
}
