//! Which requests a webhook or policy is about: rules, selectors and conditions.

use api::Typed;
use api::meta::LabelSelector;
use meta::selector::LabelSelectorOptions;
use meta::{BadValue, ErrorList, FieldError, Path, validate};
use serde_json::{Value, json};

use crate::rules::label_selector;
use crate::rules::object::{default, default_absent, has, items, text};
use crate::rules::report::Report;
use crate::rules::seen::Seen;

const SCOPES: [&str; 3] = ["*", "Cluster", "Namespaced"];
const OPERATIONS: [&str; 5] = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
/// The operations that a policy can change.
const MUTABLE: [&str; 4] = ["*", "CONNECT", "CREATE", "UPDATE"];

/// The texts of a list under a name.
pub fn texts<'a>(tree: &'a Value, name: &str) -> Vec<&'a str> {
    tree[name].as_array().into_iter().flatten().map(|item| item.as_str().unwrap_or_default()).collect()
}

/// The items of a list under a name.
pub fn each<'a>(tree: &'a Value, name: &str) -> impl Iterator<Item = (usize, &'a Value)> {
    tree[name].as_array().into_iter().flatten().enumerate()
}

/// Fills in the scope of rules under a name.
pub fn rule_defaults(tree: &mut Value, name: &str) {
    items(tree, name).for_each(|rule| default_absent(rule, "scope", "*"));
}

/// Fills in how requests are matched, if it is said at all which.
pub fn resources_defaults(tree: &mut Value) {
    if !tree.is_object() {
        return;
    }
    matching_defaults(tree);
    rule_defaults(tree, "resourceRules");
    rule_defaults(tree, "excludeResourceRules");
}

/// Fills in how requests are matched.
pub fn matching_defaults(tree: &mut Value) {
    default_absent(tree, "matchPolicy", "Equivalent");
    default(tree, "namespaceSelector", json!({}));
    default(tree, "objectSelector", json!({}));
}

/// What is wrong with a selector in a tree.
pub fn selector(tree: &Value, any_values: bool, path: &Path<'_>, errors: &mut ErrorList) {
    let options = LabelSelectorOptions { allow_invalid_label_value: any_values, ..Default::default() };
    match LabelSelector::decode(tree) {
        Ok(selector) => errors.append(label_selector::validate(&selector, options, path)),
        Err(error) => errors.push(FieldError::internal(path, error)),
    }
}

/// What is wrong with the choice of resources at `path`; an absent one is nothing to judge.
pub fn resources(tree: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    if !tree.is_object() {
        return;
    }
    let at = path.child("matchPolicy");
    match text(tree, "matchPolicy") {
        "" => errors.required(&at, ""),
        policy => errors.one_of(&at, policy, &["Equivalent", "Exact"]),
    }
    for field in ["namespaceSelector", "objectSelector"] {
        match has(tree, field) {
            true => selector(&tree[field], false, &path.child(field), errors),
            false => errors.required(&path.child(field), ""),
        }
    }
    for field in ["resourceRules", "excludeResourceRules"] {
        let at = path.child(field);
        for (i, rule) in each(tree, field) {
            named_rule(rule, &at.index(i), errors);
        }
    }
}

/// The operations of rules at `path` must be ones that carry an object to change.
pub fn mutable_operations(tree: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("resourceRules");
    let at = at.child("operations");
    for (_, rule) in each(tree, "resourceRules") {
        for operation in texts(rule, "operations") {
            errors.one_of(&at, operation, &MUTABLE);
        }
    }
}

fn named_rule(rule: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let (names, at) = (texts(rule, "resourceNames"), path.child("resourceNames"));
    let mut seen = Seen::new();
    for (i, name) in names.iter().enumerate() {
        errors.problems(&at.index(i), name, validate::path_segment_name(name));
        if seen.again(name) {
            errors.duplicate(&at.index(i), *name);
        }
    }
    self::rule(rule, path, errors);
}

/// What is wrong with one rule.
pub fn rule(rule: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let (operations, at) = (texts(rule, "operations"), path.child("operations"));
    if operations.is_empty() {
        errors.required(&at, "");
    }
    alone(&operations, "operations", &at, errors);
    for (i, operation) in operations.iter().enumerate() {
        errors.one_of(&at.index(i), operation, &OPERATIONS);
    }
    for (field, words) in [("apiGroups", "API groups"), ("apiVersions", "API versions")] {
        let (values, at) = (texts(rule, field), path.child(field));
        if values.is_empty() {
            errors.required(&at, "");
        }
        alone(&values, words, &at, errors);
        if field == "apiVersions" {
            values.iter().enumerate().for_each(|(i, version)| errors.need(&at.index(i), version));
        }
    }
    resource_names(&texts(rule, "resources"), &path.child("resources"), errors);
    if has(rule, "scope") {
        errors.one_of(&path.child("scope"), text(rule, "scope"), &SCOPES);
    }
}

/// Everything leaves no room for something.
fn alone(values: &[&str], words: &str, path: &Path<'_>, errors: &mut ErrorList) {
    if values.len() > 1 && values.contains(&"*") {
        let detail = format!("if '*' is present, must not specify other {words}");
        errors.invalid(path, BadValue::json(values), detail);
    }
}

fn resource_names(resources: &[&str], path: &Path<'_>, errors: &mut ErrorList) {
    if resources.is_empty() {
        errors.required(path, "");
    }
    let (mut all_below, mut below_all, mut plain) = (Vec::new(), Vec::new(), false);
    for (i, name) in resources.iter().enumerate() {
        let at = path.index(i);
        if name.is_empty() {
            errors.required(&at, "");
            continue;
        }
        let Some((resource, below)) = name.split_once('/') else {
            plain = *name != "*";
            continue;
        };
        if all_below.contains(&resource) {
            errors.invalid(&at, *name, format!("if '{resource}/*' is present, must not specify {name}"));
        }
        if below_all.contains(&below) {
            errors.invalid(&at, *name, format!("if '*/{below}' is present, must not specify {name}"));
        }
        if below == "*" {
            all_below.push(resource);
        }
        if resource == "*" {
            below_all.push(below);
        }
    }
    if resources.len() > 1 && resources.contains(&"*/*") {
        let detail = "if '*/*' is present, must not specify other resources";
        errors.invalid(path, BadValue::json(resources), detail);
    }
    if resources.contains(&"*") && plain {
        let detail = "if '*' is present, must not specify other resources without subresources";
        errors.invalid(path, BadValue::json(resources), detail);
    }
}
