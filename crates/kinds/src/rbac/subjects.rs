//! What bindings of both scopes share: the role they give, and whom they give it to.

use api::rbac::v1::{RoleRef, Subject};
use meta::{BadValue, ErrorList, FieldError, Path, Time, go, names};
use resource::{Column, Object};
use serde_json::Value;

use super::GROUP;
use crate::printing::{age, age_of, name, text};
use crate::rules::object::{default, items, made};
use crate::rules::report::{Report, text as of};

/// The columns of a binding; the descriptions speak of it by name.
pub fn columns(role: &'static str, [users, groups, accounts]: [&'static str; 3]) -> Vec<Column> {
    vec![
        name(),
        text("Role", role),
        age(),
        text("Users", users).wide(),
        text("Groups", groups).wide(),
        text("ServiceAccounts", accounts).wide(),
    ]
}

/// Fills in groups.
pub fn defaults(binding: &mut Object) {
    let tree = binding.tree_mut();
    default(made(tree, "roleRef"), "apiGroup", GROUP);
    for subject in items(tree, "subjects") {
        if subject["kind"] == "User" || subject["kind"] == "Group" {
            default(subject, "apiGroup", GROUP);
        }
    }
}

/// What is wrong with a binding that may give roles of these kinds.
pub fn validate(role: &RoleRef, subjects: &[Subject], kinds: &[&str], is_namespaced: bool) -> ErrorList {
    let path = Path::new("roleRef");
    let mut errors = ErrorList::new();
    let group = of(&role.api_group);
    if group != GROUP {
        errors.push(FieldError::not_supported(&path.child("apiGroup"), group, &[GROUP]));
    }
    if !kinds.contains(&role.kind.as_str()) {
        errors.push(FieldError::not_supported(&path.child("kind"), &role.kind, kinds));
    }
    let at = path.child("name");
    if role.name.is_empty() {
        errors.required(&at, "");
    } else {
        errors.problems(&at, &role.name, names::path_segment(&role.name, false));
    }
    let path = Path::new("subjects");
    for (i, subject) in subjects.iter().enumerate() {
        errors.append(subject_errors(subject, is_namespaced, &path.index(i)));
    }
    errors
}

fn subject_errors(subject: &Subject, is_namespaced: bool, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let (name, group) = (path.child("name"), path.child("apiGroup"));
    errors.need(&name, &subject.name);
    match subject.kind.as_str() {
        "ServiceAccount" => {
            if !subject.name.is_empty() {
                errors.problems(&name, &subject.name, names::dns_subdomain(&subject.name, false));
            }
            if !of(&subject.api_group).is_empty() {
                errors.push(FieldError::not_supported(&group, of(&subject.api_group), &[""]));
            }
            if !is_namespaced {
                errors.need(&path.child("namespace"), of(&subject.namespace));
            }
        }
        "User" | "Group" => {
            if of(&subject.api_group) != GROUP {
                errors.push(FieldError::not_supported(&group, of(&subject.api_group), &[GROUP]));
            }
        }
        other => {
            let supported = ["ServiceAccount", "User", "Group"];
            errors.push(FieldError::not_supported(&path.child("kind"), other, &supported));
        }
    }
    errors
}

/// A binding never changes its role.
pub fn same_role(new: &RoleRef, old: &RoleRef) -> Option<FieldError> {
    let json = |text: &str| go::to_json(text).unwrap_or_default();
    let (group, kind, name) = (json(of(&new.api_group)), json(&new.kind), json(&new.name));
    let shown = BadValue::Json(format!(r#"{{"APIGroup":{group},"Kind":{kind},"Name":{name}}}"#));
    (new != old).then(|| FieldError::invalid(&Path::new("roleRef"), shown, "cannot change roleRef"))
}

/// The cells of [`columns`].
pub fn cells(binding: &Object, now: Time) -> Vec<Value> {
    let subjects: Vec<&Value> =
        binding.get("subjects").and_then(Value::as_array).into_iter().flatten().collect();
    let field = |subject: &Value, name: &str| subject[name].as_str().unwrap_or_default().to_owned();
    let named = |kind: &str| {
        let found = subjects.iter().filter(|subject| subject["kind"] == kind);
        let names = found.map(|subject| match kind {
            "ServiceAccount" => format!("{}/{}", field(subject, "namespace"), field(subject, "name")),
            _ => field(subject, "name"),
        });
        Value::from(names.collect::<Vec<_>>().join(", "))
    };
    vec![
        format!("{}/{}", binding.text("roleRef.kind"), binding.text("roleRef.name")).into(),
        age_of(binding, now),
        named("User"),
        named("Group"),
        named("ServiceAccount"),
    ]
}
