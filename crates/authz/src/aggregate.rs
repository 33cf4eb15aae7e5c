//! Cluster roles that are the sum of others, chosen by labels. Upstream's counterpart is its aggregation controller; the API server
//! uses this at its start, and a controller later.

use meta::selector::{LabelLookup, Selector};
use resource::Object;
use serde_json::Value;

/// The labels of an object, for selectors.
struct Labels<'a>(&'a Object);

impl LabelLookup for Labels<'_> {
    fn label(&self, key: &str) -> Option<&str> {
        self.0.label(key)
    }
}

/// The rules that a cluster role should have by its `aggregationRule`: those of all roles that a selector chooses, by name, each
/// rule once. `None` if it gathers nothing.
pub fn aggregated<'a>(role: &Object, all: impl Iterator<Item = &'a Object>) -> Option<Value> {
    let selectors = role.get("aggregationRule.clusterRoleSelectors")?.as_array()?;
    if selectors.is_empty() {
        return None;
    }
    let selectors: Vec<Selector> = selectors.iter().filter_map(selector).collect();
    let mut chosen: Vec<&Object> = all
        .filter(|other| other.name() != role.name())
        .filter(|other| selectors.iter().any(|selector| selector.matches(&Labels(other))))
        .collect();
    chosen.sort_by(|a, b| a.name().cmp(b.name()));
    let mut rules: Vec<Value> = Vec::new();
    for rule in chosen.iter().filter_map(|other| other.get("rules")?.as_array()).flatten() {
        if !rules.contains(rule) {
            rules.push(rule.clone());
        }
    }
    Some(Value::Array(rules))
}

fn selector(value: &Value) -> Option<Selector> {
    let parsed: meta::selector::LabelSelector = serde_json::from_value(value.clone()).ok()?;
    parsed.to_selector().ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn role(name: &str, labels: Value, rules: Value) -> Object {
        Object::new(json!({"metadata": {"name": name, "labels": labels}, "rules": rules})).unwrap()
    }

    #[test]
    fn rules_of_chosen_roles_are_gathered_once_each_by_name() {
        let rule = |verb: &str| json!({"verbs": [verb], "apiGroups": [""], "resources": ["pods"]});
        let mut sum = role("sum", json!({"to": "sum"}), json!(null));
        sum.set("aggregationRule", json!({"clusterRoleSelectors": [{"matchLabels": {"to": "sum"}}]}));
        let all = [
            role("b", json!({"to": "sum"}), json!([rule("get"), rule("list")])),
            role("a", json!({"to": "sum"}), json!([rule("list")])),
            role("c", json!({"to": "other"}), json!([rule("watch")])),
            sum.clone(),
        ];
        assert_eq!(aggregated(&sum, all.iter()), Some(json!([rule("list"), rule("get")])));
        assert_eq!(aggregated(&all[0], all.iter()), None);
    }
}
