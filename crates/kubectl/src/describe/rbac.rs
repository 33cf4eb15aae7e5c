//! Roles and bindings.

use serde_json::Value;

use super::shared::meta;
use super::{Facts, Text};
use crate::tree::{Tree as _, show};

/// A rule for one resource or one path.
struct Rule {
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
        let names: Vec<Vec<String>> = if names.is_empty() { vec![Vec::new()] } else { names.into_iter().map(|name| vec![name]).collect() };
        for group in texts(rule, "apiGroups") {
            for resource in texts(rule, "resources") {
                for names in &names {
                    add(&mut all, combined(&resource, &group), Vec::new(), names.clone(), &verbs);
                }
            }
        }
        for url in texts(rule, "nonResourceURLs") {
            add(&mut all, String::new(), vec![url], Vec::new(), &verbs);
        }
    }
    all
}

fn add(all: &mut Vec<Rule>, resource: String, urls: Vec<String>, names: Vec<String>, verbs: &[String]) {
    let known = all.iter_mut().find(|rule| !rule.resource.is_empty() && rule.resource == resource && rule.names == names);
    match known {
        Some(rule) => {
            for verb in verbs {
                if !rule.verbs.contains(verb) {
                    rule.verbs.push(verb.clone());
                }
            }
        }
        None => all.push(Rule { resource, urls, names, verbs: verbs.to_vec() }),
    }
}

fn combined(resource: &str, group: &str) -> String {
    let (name, below) = resource.split_once('/').map_or((resource, None), |(name, below)| (name, Some(below)));
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
    rules.sort_by_key(|rule| (rule.resource.is_empty(), format!("{}{}{}", rule.resource, rule.names.join(""), rule.urls.join(""))));
    for rule in rules {
        let list = |words: &[String]| format!("[{}]", words.join(" "));
        text.line(1, format!("{}\t{}\t{}\t{}", rule.resource, list(&rule.urls), list(&rule.names), list(&rule.verbs)));
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
