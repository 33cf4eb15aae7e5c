//! Whether rules are within other rules. Upstream's counterpart is `component-helpers/auth/rbac/validation`.

use std::collections::BTreeMap;

use super::Rule;
use super::rule::covers_url;

/// The single rules (one verb on one resource each) among `wanted` that `owned` do not give.
pub fn missing(owned: &[Rule], wanted: &[Rule]) -> Vec<Rule> {
    let single = wanted.iter().flat_map(broken_down);
    single.filter(|one| !owned.iter().any(|owner| covers(owner, one))).collect()
}

/// What is missing, as text: one line for each resource, sorted.
pub(super) fn describe(missing: Vec<Rule>) -> String {
    let mut by_resource: BTreeMap<(String, String, Option<String>), Rule> = BTreeMap::new();
    let mut lines = Vec::new();
    for one in missing {
        match (one.groups.as_slice(), one.resources.as_slice()) {
            ([group], [resource]) => {
                let key = (group.clone(), resource.clone(), one.names.first().cloned());
                match by_resource.get_mut(&key) {
                    Some(known) => known.verbs.extend(one.verbs),
                    None => drop(by_resource.insert(key, one)),
                }
            }
            _ => lines.push(one.describe()),
        }
    }
    lines.extend(by_resource.values().map(Rule::describe));
    lines.sort();
    lines.dedup();
    lines.join("\n")
}

fn broken_down(rule: &Rule) -> Vec<Rule> {
    let mut single = Vec::new();
    for (group, resource) in rule.groups.iter().flat_map(|g| rule.resources.iter().map(move |r| (g, r))) {
        for verb in &rule.verbs {
            let one = Rule {
                verbs: vec![verb.clone()],
                groups: vec![group.clone()],
                resources: vec![resource.clone()],
                ..Rule::default()
            };
            if rule.names.is_empty() {
                single.push(one);
            } else {
                single
                    .extend(rule.names.iter().map(|name| Rule { names: vec![name.clone()], ..one.clone() }));
            }
        }
    }
    for url in &rule.urls {
        let verbs = rule.verbs.iter();
        single.extend(verbs.map(|verb| Rule {
            verbs: vec![verb.clone()],
            urls: vec![url.clone()],
            ..Rule::default()
        }));
    }
    single
}

/// Whether one rule gives a single one.
fn covers(owner: &Rule, one: &Rule) -> bool {
    let within = |owned: &[String], wanted: &[String]| {
        owned.iter().any(|item| item == "*") || wanted.iter().all(|item| owned.contains(item))
    };
    within(&owner.verbs, &one.verbs)
        && within(&owner.groups, &one.groups)
        && one.resources.iter().all(|resource| has_resource(&owner.resources, resource))
        && one.urls.iter().all(|url| owner.urls.iter().any(|owned| covers_url(owned, url)))
        && (owner.names.is_empty()
            || (!one.names.is_empty() && one.names.iter().all(|name| owner.names.contains(name))))
}

fn has_resource(owned: &[String], wanted: &str) -> bool {
    let any_below = wanted.split_once('/').map(|(_, below)| format!("*/{below}"));
    owned.iter().any(|item| item == "*" || item == wanted || Some(item) == any_below.as_ref())
}
