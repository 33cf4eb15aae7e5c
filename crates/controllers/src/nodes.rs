//! Which nodes a pod may be on: selectors, affinity, taints. As the scheduler sees it, for loops that choose nodes themselves.

use std::collections::BTreeMap;

use api::Resource as _;
use api::core::v1::{Node, NodeSelectorRequirement, NodeSelectorTerm, PodSpec, Taint, Toleration};

/// Whether the pod's selector and required affinity allow the node.
pub fn allows(spec: &PodSpec, node: &Node) -> bool {
    let labels = node.meta().labels.clone().unwrap_or_default();
    let selected = spec.node_selector.iter().flatten().all(|(name, value)| labels.get(name) == Some(value));
    let affinity = spec.affinity.as_ref().and_then(|affinity| affinity.node_affinity.as_ref());
    let required = affinity.and_then(|one| one.required_during_scheduling_ignored_during_execution.as_ref());
    selected
        && required.is_none_or(|any| any.node_selector_terms.iter().any(|term| matches(term, node, &labels)))
}

fn matches(term: &NodeSelectorTerm, node: &Node, labels: &BTreeMap<String, String>) -> bool {
    let fields = [("metadata.name".to_owned(), node.name().to_owned())].into();
    let (on_labels, on_fields) =
        (term.match_expressions.iter().flatten(), term.match_fields.iter().flatten());
    let empty = on_labels.clone().next().is_none() && on_fields.clone().next().is_none();
    // A term that says nothing matches nothing.
    !empty
        && on_labels.into_iter().all(|one| holds(one, labels))
        && on_fields.into_iter().all(|one| holds(one, &fields))
}

fn holds(requirement: &NodeSelectorRequirement, values: &BTreeMap<String, String>) -> bool {
    let value = values.get(&requirement.key);
    let listed = || value.is_some_and(|value| requirement.values.iter().flatten().any(|one| one == value));
    let bound = || requirement.values.iter().flatten().next().and_then(|one| one.parse::<i64>().ok());
    let number = || value.and_then(|value| value.parse::<i64>().ok());
    match requirement.operator.as_str() {
        "In" => listed(),
        "NotIn" => !listed(),
        "Exists" => value.is_some(),
        "DoesNotExist" => value.is_none(),
        "Gt" => number().zip(bound()).is_some_and(|(number, bound)| number > bound),
        "Lt" => number().zip(bound()).is_some_and(|(number, bound)| number < bound),
        _ => false,
    }
}

/// Whether a taint of one of these effects is not tolerated.
pub fn repels(node: &Node, tolerations: &[Toleration], effects: &[&str]) -> bool {
    let taints = node.spec.iter().flat_map(|spec| spec.taints.iter().flatten());
    let mut taints = taints.filter(|taint| effects.contains(&taint.effect.as_str()));
    taints.any(|taint| !tolerations.iter().any(|toleration| tolerates(toleration, taint)))
}

fn tolerates(toleration: &Toleration, taint: &Taint) -> bool {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let (key, effect) = (text(&toleration.key), text(&toleration.effect));
    let (fits_key, fits_effect) =
        (key.is_empty() || key == taint.key, effect.is_empty() || effect == taint.effect);
    let fits_value = match toleration.operator.as_deref() {
        Some("Exists") => true,
        None | Some("" | "Equal") => !key.is_empty() && text(&toleration.value) == text(&taint.value),
        Some(_) => false,
    };
    fits_key && fits_effect && fits_value
}

#[cfg(test)]
mod tests {
    use api::Typed as _;
    use serde_json::{Value, json};

    use super::*;

    fn node() -> Node {
        let taints = json!([{"key": "only", "value": "gpu", "effect": "NoSchedule"}]);
        let tree = json!({"metadata": {"name": "n", "labels": {"zone": "a", "size": "5"}}, "spec": {"taints": taints}});
        Node::decode(&tree).unwrap()
    }

    #[test]
    fn affinity_is_understood() {
        let term = |expressions: Value, fields: Value| json!([{"matchExpressions": expressions, "matchFields": fields}]);
        let one = |key: &str, operator: &str, values: Value| json!([{"key": key, "operator": operator, "values": values}]);
        for (terms, expected) in [
            (term(one("zone", "In", json!(["a"])), json!([])), true),
            (term(one("zone", "NotIn", json!(["a"])), json!([])), false),
            (term(one("size", "Gt", json!(["4"])), json!([])), true),
            (term(one("none", "DoesNotExist", json!([])), json!([])), true),
            (term(json!([]), one("metadata.name", "In", json!(["m"]))), false),
            (term(json!([]), json!([])), false),
        ] {
            let required = json!({"nodeSelectorTerms": terms});
            let affinity =
                json!({"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}});
            let spec = PodSpec::decode(&json!({"containers": [], "affinity": affinity})).unwrap();
            assert_eq!(allows(&spec, &node()), expected, "{terms}");
        }
    }

    #[test]
    fn taints_are_tolerated_by_key_value_and_effect() {
        for (toleration, expected) in [
            (json!({"key": "only", "value": "gpu"}), false),
            (json!({"key": "only", "operator": "Exists"}), false),
            (json!({"operator": "Exists"}), false),
            (json!({"key": "only", "value": "cpu"}), true),
            (json!({"key": "only", "value": "gpu", "effect": "NoExecute"}), true),
        ] {
            let spec = PodSpec::decode(&json!({"containers": [], "tolerations": [toleration]})).unwrap();
            let tolerations = spec.tolerations.unwrap();
            assert_eq!(repels(&node(), &tolerations, &["NoSchedule"]), expected, "{toleration}");
        }
    }
}
