//! Cluster roles that are made of others (`aggregationRule`): their rules are those of all roles that they select. Upstream:
//! `clusterrole-aggregation-controller`.

use std::sync::Arc;

use api::rbac::v1::{ClusterRole, PolicyRule};
use api::{Resource as _, Typed as _};
use async_trait::async_trait;
use client::{Client, Patch};
use informer::{Controller, Error, Informer, Inputs, Key, Next};
use serde_json::json;

use crate::{Context, Work, selector};

const NAME: &str = "clusterrole-aggregation-controller";

/// The loop.
pub fn build(context: &Context) -> Work {
    Work::Reconciles(Arc::new(Aggregation { client: context.client.clone(), roles: context.informers.of() }))
}

struct Aggregation {
    client: Client,
    roles: Informer<ClusterRole>,
}

#[async_trait]
impl Controller for Aggregation {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inputs(&self, inputs: &mut Inputs) {
        let roles = self.roles.clone();
        inputs.on(&self.roles, move |_| {
            let composed = roles.list().into_iter().filter(|role| role.aggregation_rule.is_some());
            composed.map(|role| Key::of(&*role)).collect()
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(role) = self.roles.get("", &key.name) else { return Ok(Next::Done) };
        let Some(rules) = composed(&role, &self.roles.list()) else { return Ok(Next::Done) };
        if role.rules.clone().unwrap_or_default() == rules {
            return Ok(Next::Done);
        }
        let written = ClusterRole { rules: Some(rules), ..ClusterRole::default() }.encode();
        let tree = json!({
            "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": key.name},
            "rules": written["rules"],
        });
        let apply = Patch::Apply { manager: NAME.to_owned(), force: true, tree };
        self.client.all::<ClusterRole>().patch(&key.name, &apply).await?;
        Ok(Next::Done)
    }
}

/// The rules of all roles that a role is made of, each once; nothing for a role of its own.
fn composed(role: &ClusterRole, all: &[Arc<ClusterRole>]) -> Option<Vec<PolicyRule>> {
    let selectors = role.aggregation_rule.as_ref()?.cluster_role_selectors.iter().flatten();
    let mut rules: Vec<PolicyRule> = Vec::new();
    for wanted in selectors.map(|one| selector::of(Some(one))) {
        let others = all.iter().filter(|other| other.name() != role.name());
        for rule in others
            .filter(|other| selector::matches(&wanted, &***other))
            .flat_map(|other| other.rules.iter().flatten())
        {
            if !rules.contains(rule) {
                rules.push(rule.clone());
            }
        }
    }
    Some(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_gathered_once_each_by_name() {
        let role = |name: &str, label: &str, resource: &str| {
            let rules = json!([{"apiGroups": [""], "resources": [resource], "verbs": ["get"]}]);
            let tree = json!({"metadata": {"name": name, "labels": {"to": label}}, "rules": rules});
            Arc::new(ClusterRole::decode(&tree).unwrap())
        };
        let selectors = json!([{"matchLabels": {"to": "x"}}, {"matchLabels": {"to": "y"}}]);
        let tree = json!({"metadata": {"name": "all", "labels": {"to": "x"}}, "aggregationRule": {"clusterRoleSelectors": selectors}});
        let whole = ClusterRole::decode(&tree).unwrap();
        let roles = [
            role("a", "x", "pods"),
            role("b", "y", "pods"),
            role("c", "y", "nodes"),
            role("d", "z", "secrets"),
        ];
        let rules = composed(&whole, &roles).unwrap();
        let names: Vec<_> = rules.iter().filter_map(|rule| rule.resources.clone()).flatten().collect();
        assert_eq!(names, ["pods", "nodes"]);
        assert_eq!(composed(&roles[0], &roles), None);
    }
}
