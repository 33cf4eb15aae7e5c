//! The rules of a flow schema: whose requests, and which.

use meta::{BadValue, ErrorList, FieldError, Path, names};
use serde_json::Value;

use crate::rules::object::{has, text};
use crate::rules::report::Report;

const VERBS: [&str; 9] =
    ["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"];
/// Kinds of subjects, each with the field that names one.
const SUBJECTS: [(&str, &str); 3] =
    [("Group", "group"), ("ServiceAccount", "serviceAccount"), ("User", "user")];

fn each<'a>(tree: &'a Value, name: &str) -> impl Iterator<Item = (usize, &'a Value)> {
    tree[name].as_array().into_iter().flatten().enumerate()
}

fn texts<'a>(tree: &'a Value, name: &str) -> Vec<&'a str> {
    each(tree, name).map(|(_, item)| item.as_str().unwrap_or_default()).collect()
}

/// What is wrong with one rule at `path`.
pub fn validate(rule: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("subjects");
    if each(rule, "subjects").next().is_none() {
        errors.required(&at, "subjects must contain at least one value");
    }
    for (i, subject) in each(rule, "subjects") {
        subject_errors(subject, &at.index(i), errors);
    }
    let is_empty = |name: &str| each(rule, name).next().is_none();
    if is_empty("resourceRules") && is_empty("nonResourceRules") {
        errors.required(path, "at least one of resourceRules and nonResourceRules has to be non-empty");
    }
    let at = path.child("resourceRules");
    for (i, one) in each(rule, "resourceRules") {
        resource_errors(one, &at.index(i), errors);
    }
    let at = path.child("nonResourceRules");
    for (i, one) in each(rule, "nonResourceRules") {
        url_errors(one, &at.index(i), errors);
    }
}

fn subject_errors(subject: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let kind = text(subject, "kind");
    let Some((_, field)) = SUBJECTS.iter().find(|(known, _)| *known == kind) else {
        return errors.one_of(&path.child("kind"), kind, &SUBJECTS.map(|(known, _)| known));
    };
    let at = path.child(field);
    if has(subject, field) {
        let (name, namespace) = (text(&subject[*field], "name"), text(&subject[*field], "namespace"));
        errors.need(&at.child("name"), name);
        if kind == "ServiceAccount" {
            if !["", "*"].contains(&name) {
                errors.problems(&at.child("name"), name, names::dns_subdomain(name, false));
            }
            if namespace.is_empty() {
                errors.required(&at.child("namespace"), "must specify namespace for service account");
            } else {
                errors.problems(&at.child("namespace"), namespace, names::dns_label(namespace, false));
            }
        }
    } else {
        errors.required(&at, &format!("{field} is required when subject kind is '{kind}'"));
    }
    for (other, field) in ["serviceAccount", "user", "group"]
        .iter()
        .filter_map(|field| SUBJECTS.iter().find(|(_, known)| known == field))
        .filter(|(other, field)| *other != kind && has(subject, field))
    {
        errors.forbidden(
            &path.child(field),
            format!("{field} is forbidden when subject kind is not '{other}'"),
        );
    }
}

fn verb_errors(rule: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let (verbs, at) = (texts(rule, "verbs"), path.child("verbs"));
    if verbs.is_empty() {
        errors.required(&at, "verbs must contain at least one value");
    } else if verbs.contains(&"*") {
        alone(&verbs, "verbs", &at, errors);
    } else if verbs.iter().any(|verb| !VERBS.contains(verb)) {
        errors.push(FieldError::not_supported(&at, BadValue::json(&verbs), &VERBS));
    }
}

/// Everything leaves no room for something.
fn alone(values: &[&str], words: &str, path: &Path<'_>, errors: &mut ErrorList) {
    if values.len() > 1 && values.contains(&"*") {
        let detail = format!("if '*' is present, must not specify other {words}");
        errors.invalid(path, BadValue::json(values), detail);
    }
}

fn resource_errors(rule: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    verb_errors(rule, path, errors);
    for (field, one, words) in
        [("apiGroups", "api group", "api groups"), ("resources", "resource", "resources")]
    {
        let (values, at) = (texts(rule, field), path.child(field));
        if values.is_empty() {
            errors.required(&at, &format!("resource rules must supply at least one {one}"));
        }
        alone(&values, words, &at, errors);
    }
    let (namespaces, at) = (texts(rule, "namespaces"), path.child("namespaces"));
    if namespaces.is_empty() && rule["clusterScope"] != true {
        let detail = "resource rules that are not cluster scoped must supply at least one namespace";
        return errors.required(&at, detail);
    }
    if namespaces.contains(&"*") {
        return alone(&namespaces, "namespaces", &at, errors);
    }
    for (i, name) in namespaces.iter().enumerate() {
        for problem in names::dns_label(name, false) {
            let detail = format!("each member of this list must be '*' or a DNS-1123 label; {problem}");
            errors.invalid(&at.index(i), *name, detail);
        }
    }
}

fn url_errors(rule: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    verb_errors(rule, path, errors);
    let (urls, at) = (texts(rule, "nonResourceURLs"), path.child("nonResourceURLs"));
    if urls.is_empty() {
        return errors.required(&at, "nonResourceURLs must contain at least one value");
    }
    if urls.contains(&"*") {
        return alone(&urls, "non-resource URLs", &at, errors);
    }
    for (i, url) in urls.iter().enumerate() {
        if let Some(problem) = url_problem(url) {
            errors.invalid(&at.index(i), *url, problem);
        }
    }
}

fn url_problem(url: &str) -> Option<&'static str> {
    match url {
        "" => Some("must not be empty"),
        "/" => None,
        url if !url.starts_with('/') => Some("must start with slash"),
        url if url.contains(' ') => Some("must not contain white-space"),
        url if url.contains("//") => Some("must not contain double slash"),
        url if url.matches('*').count() > 1 || (url.contains('*') && !url.ends_with("/*")) => {
            Some("wildcard can only do suffix matching")
        }
        _ => None,
    }
}
