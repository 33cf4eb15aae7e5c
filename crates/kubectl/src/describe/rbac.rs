//! Roles and bindings.

use serde_json::Value;

use super::shared::meta;
use super::{Facts, Text};
use crate::tree::{Tree as _, show};

/// A rule for one resource or one path.
struct Rule {
    group: String,
    resource: String,
    urls: Vec<String>,
    names: Vec<String>,
    verbs: Vec<String>,
}

/// Rules cut into single resources, with the verbs of each together.
fn compact(rules: &[Value]) -> Vec<Rule> {
    let texts = |rule: &Value, field: &str| rule.items(field).iter().map(show).collect::<Vec<_>>();
    let mut all: Vec<Rule> = Vec::new();
    for rule in rules {
        let verbs = texts(rule, "verbs");
        let names = texts(rule, "resourceNames");
        let names: Vec<Vec<String>> = if names.is_empty() {
            vec![Vec::new()]
        } else {
            names.into_iter().map(|name| vec![name]).collect()
        };
        for group in texts(rule, "apiGroups") {
            for resource in texts(rule, "resources") {
                for names in &names {
                    let rule = Rule {
                        group: group.clone(),
                        resource: resource.clone(),
                        urls: Vec::new(),
                        names: names.clone(),
                        verbs: verbs.clone(),
                    };
                    add(&mut all, rule);
                }
            }
        }
        for url in texts(rule, "nonResourceURLs") {
            let (group, resource, names) = (String::new(), String::new(), Vec::new());
            all.push(Rule { group, resource, urls: vec![url], names, verbs: verbs.clone() });
        }
    }
    all
}

fn add(all: &mut Vec<Rule>, rule: Rule) {
    let same = |one: &&mut Rule| {
        one.urls.is_empty()
            && one.group == rule.group
            && one.resource == rule.resource
            && one.names == rule.names
    };
    match all.iter_mut().find(same) {
        Some(known) => {
            for verb in rule.verbs {
                if !known.verbs.contains(&verb) {
                    known.verbs.push(verb);
                }
            }
        }
        None => all.push(rule),
    }
}

/// By verbs, then groups, then names: upstream sorts by how Go would write the rule out.
fn order(rule: &Rule) -> String {
    let (group, resource) = (&rule.group, &rule.resource);
    let list = |words: &[String]| words.join(" ");
    format!("[{}],[{group}],[{resource}],[{}],[{}],", list(&rule.verbs), list(&rule.names), list(&rule.urls))
}

fn combined(resource: &str, group: &str) -> String {
    let (name, below) =
        resource.split_once('/').map_or((resource, None), |(name, below)| (name, Some(below)));
    let mut text = name.to_owned();
    if !group.is_empty() {
        text += &format!(".{group}");
    }
    below.map_or(text.clone(), |below| format!("{text}/{below}"))
}

pub(super) fn role(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    text.field(0, "Name", object.name());
    meta(text, object);
    text.line(0, "PolicyRule:");
    text.line(1, "Resources\tNon-Resource URLs\tResource Names\tVerbs");
    text.line(1, "---------\t-----------------\t--------------\t-----");
    let mut rules = compact(object.items("rules"));
    rules.sort_by_key(order);
    for rule in rules {
        let list = |words: &[String]| format!("[{}]", words.join(" "));
        text.line(
            1,
            format!(
                "{}\t{}\t{}\t{}",
                combined(&rule.resource, &rule.group),
                list(&rule.urls),
                list(&rule.names),
                list(&rule.verbs)
            ),
        );
    }
}

pub(super) fn binding(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    text.field(0, "Name", object.name());
    meta(text, object);
    text.line(0, "Role:");
    text.field(1, "Kind", object.text("roleRef.kind"));
    text.field(1, "Name", object.text("roleRef.name"));
    text.line(0, "Subjects:");
    text.line(1, "Kind\tName\tNamespace");
    text.line(1, "----\t----\t---------");
    for subject in object.items("subjects") {
        text.line(1, format!("{}\t{}\t{}", subject.kind(), subject.text("name"), subject.text("namespace")));
    }
}
